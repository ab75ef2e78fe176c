"""Change the rule texts of the games with rulebooks, and tell what notices: `docs/mutations.md`.

    python -m tests.support.changed.mutations [--seconds N] [GAME...]

This is `rulelang mutate`, with two more judges: where nothing else notices, the changed game is
played in lockstep with its oracle (`tests/oracles/`), and its tests in Python are run. What came
of changes is kept in `build/mutations/`, so that a run goes on where the last one was left.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from importlib import import_module

import attrs

from interpreter.cli.mutating.judging import NOTICED
from interpreter.cli.mutating.kept import Result
from interpreter.cli.mutating.mutate import Asked, Mutated, mutated, share
from interpreter.game import Game
from rulelang import pipeline
from rulelang.diagnostics import Sink
from rulelang.mutations.changes import Change, changes_of
from rulelang.results import Parsed
from tests.oracles.lockstep import lockstep
from tests.support.changed.noticing import tested
from tests.support.changed.rulebooks import GAMES, ROOT, Book

PAGE = ROOT / "docs" / "mutations.md"
KEPT = ROOT / "build" / "mutations"
SECONDS = 600
LIMIT_S = 12
ORACLE_S = 10
BY = (*NOTICED, "oracle", "tests")
REMARKS = {
    "agamemnon": "`test_the_backs_of_all_tiles_are_alike` notices them; it answers to line 64.",
    "egemonia": "`test_the_backs_of_all_events_are_alike` notices it; it answers to line 75.",
}
AS_TOLD = (*BY, "survived", "same")


@attrs.frozen
class Tried:
    """What came of the changes of one game.

    `oracle`: what survived and its oracle notices; `tests`: what its tests in Python notice then.
    """

    name: str
    done: Mutated
    oracle: dict[str, str]
    tests: list[str]

    @property
    def counts(self) -> Counter[str]:
        """How many changes had each outcome."""
        counts = self.done.counts
        counts["oracle"] = len(self.oracle)
        counts["tests"] = len(self.tests)
        counts["survived"] -= len(self.oracle) + len(self.tests)
        return counts

    @property
    def noticed(self) -> int:
        """How many changes were noticed."""
        return self.done.noticed + len(self.oracle) + len(self.tests)

    @property
    def survivors(self) -> list[Result]:
        """The changes that make a difference, and nothing notices."""
        survived = [each for each in self.done.results if each.verdict.outcome == "survived"]
        return [each for each in survived if each.key not in {*self.oracle, *self.tests}]


def tried(
    name: str, seconds: int, *, with_tests: bool = True, fresh: Asked | None = None
) -> Tried:
    """Try changes of a game for so long, and ask its oracle and tests about what survives.

    `fresh`: try these, and keep nothing.
    """
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = Asked(seconds=seconds, limit=LIMIT_S, file=KEPT / f"{name}.jsonl")
    asked = kept if fresh is None else fresh
    path = ROOT / "games" / f"{name}.rules"
    done = mutated(str(path), asked)
    parsed = pipeline.read(str(path))
    by_key = {change.key: change for change in changes_of(parsed)}
    oracle, tests = {}, []
    for result in done.results:
        if result.verdict.outcome == "survived":
            said = by_oracle(name, parsed, by_key[result.key], result.verdict.instance)
            if said is not None:
                oracle[result.key] = said
            elif with_tests and by_tests(name, by_key[result.key]):
                tests.append(result.key)
    return Tried(name, done, oracle, tests)


def by_oracle(
    name: str, parsed: Parsed, change: Change, instance: str, seconds: float = ORACLE_S
) -> str | None:
    """Return how an oracle and a changed game differ; None where they play alike for so long."""
    oracle = import_module(f"tests.oracles.{name}")
    assert parsed.text is not None
    every = pipeline.settings_of(parsed.text, Sink())
    setting = next(setting for setting, _ in every if str(setting) == instance)
    spec = pipeline.instance_of(change.applied(parsed), setting, (), Sink()).spec
    assert spec is not None, "it was played before"
    game, until, seed = Game(spec, engine="native"), time.monotonic() + seconds, 0
    while time.monotonic() < until:
        try:
            lockstep(
                game,
                lambda: oracle.Oracle(setting.players, dict(setting.options)),
                1,
                seed,
                getattr(oracle, "LEAN", {}),
            )
        except Exception as difference:  # noqa: BLE001 - another game breaks an oracle anyhow
            return str(difference).splitlines()[0] or type(difference).__name__
        seed += 1
    return None


def by_tests(name: str, change: Change) -> bool:
    """Return whether a test in Python notices that is about what the changed line says."""
    book = Book(name)
    lines = {each.key: line for line, changes in book.changes.items() for each in changes}
    if change.key not in lines:
        return False
    tests = {
        test
        for item, cited in book.checklist.cited.items()
        if lines[change.key] in cited.lines
        for test in book.checklist.tested.get(item, ())
    }
    file = book.tests.relative_to(ROOT)
    return any(
        "noticed" in (book.known(change, test), tested(book.rules, change, f"{file}::{test}"))
        for test in sorted(tests)
    )


# ---------------------------------------------------------------- the page

HEAD = """# What notices a change of a rule text

`rulelang mutate GAME` changes a rule text in one small way at a time: `<=` is `<`, 3 is 4, a
`need` is left out, a zone is its neighbour, two statements have changed places. Then it asks in
turn whether the checker refuses the text, a scenario of the text fails, a proof is lost, or the
rules fail in random play. Where none of these notices, both texts are played side by side, every
instance of them: where play differs the change has **survived**. Where up to 1000 random plays of
each instance, in the time there is, show no difference in what is offered, seen and won, the
change makes none as far as anybody can tell, and is not counted. What each player is told in
passing is compared too, in fewer plays: a `say`, a `reveal`, a component that goes through an open
zone. In which order he is told it does not count.

For the five games with rulebooks two more are asked about what survives: the oracle of each
(`tests/oracles/`), which plays in lockstep with the changed game, and then the tests in Python
that answer to what the line says (`tests/games/`); they alone say who sees what. `make mutations`
tries changes in an order that a seed decides, so that those tried are a fair sample of all, and
writes this page; each run goes on where the one before was left. The last one was
`{command}`.
Five of the changes that are counted as noticed by a scenario
survived at first, and the scenario was written for them.
[`rulebooks.md`](rulebooks.md) asks for more in one way: there an item's own scenarios have to
notice.

## For a text of your own

```text
rulelang mutate my_game.rules --seconds 300 --kept my_game.mutations
```

tries changes for five minutes and lists those that survive: the line, the change, the instance in
which play differs, how, and a short play that comes there. Write a scenario that says what should
hold there and run the command again: with `--kept` only what survived is tried again, and what was
not tried yet. `--line 12` tries the changes of one line, `--sample 100` a hundred of all, `--json`
writes everything as data. Exit code 1: something survived.

What a scenario cannot say, such as who sees a zone, survives as well; such a line is one to read
twice. `--limit` bounds the time for one change and `--playouts` the plays that must be alike, so a
difference that comes up very seldom may be counted among those that make none.

## The five games
"""


COLUMNS = """`refused` to `tests`: who notices it first; `survived`: nobody; `same`: no difference
was seen. The share is that of the noticed among all that were tried but `same`.
"""


def page(found: list[Tried], command: str) -> str:
    """Return the page that tells all this."""
    rows = ["| game | changes | tried | " + " | ".join(AS_TOLD) + " | noticed |"]
    rows += ["|---" * (4 + len(AS_TOLD)) + "|"]
    for each in found:
        rows.append(_row(each.name, each.done.possible, each.counts))
    total = sum((each.counts for each in found), Counter[str]())
    rows.append(_row("all", sum(each.done.possible for each in found), total))
    parts = [_section(each) for each in found]
    return "\n".join([HEAD.format(command=command), *rows, "", COLUMNS, *parts])


def _row(name: str, possible: int, counts: Counter[str]) -> str:
    noticed = sum(counts[outcome] for outcome in BY)
    cells = [name, possible, sum(counts.values()), *(counts[outcome] for outcome in AS_TOLD)]
    told = share(noticed, noticed + counts["survived"])
    return f"| {' | '.join(map(str, cells))} | {told} |"


def _section(each: Tried) -> str:
    lines = [f"### {each.name}", ""]
    if not each.survivors:
        return "\n".join([*lines, "No change that was tried has survived.", ""])
    lines += ["What has survived:", ""]
    for result in each.survivors:
        by = " ".join(result.verdict.by.replace("|", "/").split())
        lines.append(f"* line {result.line}, {result.label} ({result.verdict.instance}): {by}")
    remark = REMARKS.get(each.name)
    return "\n".join([*lines, "", *([] if remark is None else [remark, ""])])


def main(arguments: list[str]) -> int:
    """Try changes of the games that are named, or all, and write the page on all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", metavar="GAME", nargs="*", help="go on with these games")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="for each game")
    parser.add_argument("--quick", action="store_true", help="without the tests in Python")
    parsed = parser.parse_args(arguments)
    named = parsed.games or GAMES
    found = [
        tried(name, parsed.seconds if name in named else 0, with_tests=not parsed.quick)
        for name in GAMES
    ]
    command = " ".join(["python -m tests.support.changed.mutations", *arguments])
    PAGE.write_text(page(found, command), encoding="utf-8")
    for each in found:
        for result in each.survivors:
            sys.stdout.write(f"{each.name}:{result.line} {result.label}: {result.verdict.by}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
