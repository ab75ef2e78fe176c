"""Change a rule text in small ways, one at a time, and tell which changes nothing notices.

A change is a mistake that somebody could make: `<=` is `<`, 3 is 4, a `need` is left out, a zone
is its neighbour, two statements have changed places. `rulelang check`, the scenarios of the text
and random play are asked in turn whether they notice it. Where none does, both texts are played
side by side: a change after which play differs survives, and is told with a short play that shows
it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

import attrs

from interpreter.cli.arguments import add_json, add_seed, natural
from interpreter.cli.mutating.judging import NOTICED, OUTCOMES, Judge, Outcome
from interpreter.cli.mutating.kept import Head, Kept, Result, as_data
from interpreter.cli.output import clear_progress, remark, show_progress, write, write_json
from interpreter.load import RulesError, UsageError, engine_named, find
from rulelang import pipeline
from rulelang.mutations.changes import Change, changes_of
from rulelang.results import Parsed

EXAMPLE = """  rulelang mutate GAME --sample 100
  rulelang mutate my_game.rules --seconds 600 --kept my_game.mutations"""

_INTERRUPTED = 130
_PLAYOUTS = 1000
_LIMIT_S = 40


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("game", metavar="GAME", help="a rule file, or the name of a game")
    parser.add_argument("--sample", type=natural, metavar="N", help="try so many changes (all)")
    parser.add_argument("--seconds", type=natural, metavar="N", help="stop after so long")
    parser.add_argument(
        "--limit",
        type=natural,
        default=_LIMIT_S,
        metavar="N",
        help=f"seconds of the processor for one change, about ({_LIMIT_S})",
    )
    parser.add_argument(
        "--line", type=natural, action="append", metavar="N", help="only changes of this line"
    )
    parser.add_argument(
        "--playouts",
        type=natural,
        default=_PLAYOUTS,
        metavar="N",
        help="random plays of each instance that must be alike before a change is taken for one "
        f"that makes no difference ({_PLAYOUTS})",
    )
    parser.add_argument(
        "--kept",
        type=Path,
        metavar="FILE",
        help="keep what came of each change there, and go on from what is kept",
    )
    add_seed(parser)
    add_json(parser)


@attrs.frozen
class Mutated:
    """What came of the changes that were tried, in the order of the text; how many there are."""

    name: str
    possible: int
    results: tuple[Result, ...]
    interrupted: bool

    @property
    def counts(self) -> Counter[str]:
        """How many changes had each outcome."""
        return Counter(result.verdict.outcome for result in self.results)

    @property
    def noticed(self) -> int:
        """How many changes were noticed."""
        return sum(self.counts[outcome] for outcome in NOTICED)

    @property
    def telling(self) -> int:
        """How many changes make a difference."""
        return self.noticed + self.counts["survived"]


@attrs.frozen
class Asked:
    """Which changes to try, and how long.

    At most `sample`, for `seconds` in all and `limit` of the processor each, of `lines` if there
    are any, in an order that follows from `seed`. `file` keeps what came of them.
    """

    sample: int | None = None
    seconds: int | None = None
    limit: int = _LIMIT_S
    lines: frozenset[int] = frozenset()
    seed: int = 0
    playouts: int = _PLAYOUTS
    file: Path | None = None


def run(parsed: argparse.Namespace) -> int:
    """Try changes, and show those that survive."""
    asked = Asked(
        sample=parsed.sample,
        seconds=parsed.seconds,
        limit=parsed.limit,
        lines=frozenset(parsed.line or ()),
        seed=parsed.seed or 0,
        playouts=parsed.playouts,
        file=parsed.kept,
    )
    done = mutated(parsed.game, asked)
    if parsed.json:
        write_json(_as_json(done))
    else:
        _show(done)
    if done.interrupted:
        remark("rulelang: interrupted; what was tried is told")
        return _INTERRUPTED
    return int(done.counts["survived"] > 0)


def mutated(name: str, asked: Asked) -> Mutated:
    """Try changes of a text.

    Raises:
        UsageError: there is no such text, or its scenarios fail.
        RulesError: it has errors.
    """
    path = find(name)
    parsed = pipeline.read(path)
    judge = Judge(parsed, asked.seed, asked.limit, asked.playouts, engine_named(None))
    _must_hold(parsed, judge, path)
    possible = _in_any_order(changes_of(parsed), asked.lines, asked.seed)
    tried = possible[: asked.sample]
    kept = Kept.read(asked.file, Head.of(parsed, asked.seed, asked.playouts))
    interrupted = False
    try:
        _try(path, tried, kept, judge, asked.seconds)
    except KeyboardInterrupt:
        interrupted = True
    clear_progress()
    results = [
        attrs.evolve(kept.found[change.key], line=change.line)
        for change in sorted(tried, key=lambda change: change.line)
        if change.key in kept.found
    ]
    return Mutated(path, len(possible), tuple(results), interrupted)


def _try(
    path: str, changes: Sequence[Change], kept: Kept, judge: Judge, seconds: int | None
) -> None:
    """Try the changes of which nothing is kept."""
    until = None if seconds is None else monotonic() + seconds
    for at, change in enumerate(changes):
        if until is not None and monotonic() > until:
            return
        if change.key not in kept.found:
            show_progress(f"{path}: {at + 1} of {len(changes)}, line {change.line}")
            kept.add(Result.of(change, judge.judge(change)))


def _must_hold(parsed: Parsed, judge: Judge, path: str) -> None:
    """Refuse a text that has errors where scenarios are, or scenarios that fail."""
    found = parsed.diagnostics
    if not any(each.severity == "error" for each in found):
        found = judge.errors()
    if any(each.severity == "error" for each in found):
        raise RulesError(path, found, parsed.sources)
    failing = judge.failing()
    if failing is not None:
        raise UsageError(f"{path}: the scenario `{failing}` fails; mend that first")


def _in_any_order(changes: Iterator[Change], lines: frozenset[int], seed: int) -> list[Change]:
    """Return the changes, each once, in an order that the seed decides."""
    found = {change.key: change for change in changes if not lines or change.line in lines}
    possible = list(found.values())
    Random(seed).shuffle(possible)
    return possible


_SAID: Final[dict[Outcome, str]] = {
    "refused": "refused by `check`",
    "scenario": "a scenario fails",
    "proof": "something is no longer proved",
    "fault": "the rules fail in random play",
    "survived": "survived: play differs, and nothing notices",
    "same": "no difference was seen",
}


def share(part: int, whole: int) -> str:
    """Return a share in percent, as it is written.

    >>> share(9, 10), share(0, 0)
    ('90.0 %', 'none')
    """
    return f"{100 * part / whole:.1f} %" if whole else "none"


def _show(done: Mutated) -> None:
    for outcome in ("same", "survived"):
        for result in done.results:
            if result.verdict.outcome == outcome:
                _show_one(done.name, result)
    write(f"{done.name}: {len(done.results)} of {done.possible} changes tried")
    for outcome in OUTCOMES:
        write(f"  {done.counts[outcome]:5}  {_SAID[outcome]}")
    told = share(done.noticed, done.telling)
    write(f"noticed: {done.noticed} of {done.telling} changes that make a difference ({told})")


def _show_one(name: str, result: Result) -> None:
    verdict = result.verdict
    write(f"{name}:{result.line}: {result.label}")
    if verdict.outcome == "same":
        write(f"  no difference seen in {verdict.alike:,} plays, {verdict.by}")
        return
    write(f"  survived, {verdict.instance}: {verdict.by}")
    for line in verdict.play:
        write(f"    {line}")


def _as_json(done: Mutated) -> dict[str, object]:
    return {
        "file": done.name,
        "possible": done.possible,
        "tried": len(done.results),
        "noticed": done.noticed,
        "make_a_difference": done.telling,
        "outcomes": {outcome: done.counts[outcome] for outcome in OUTCOMES},
        "interrupted": done.interrupted,
        "changes": [as_data(result) for result in done.results],
    }
