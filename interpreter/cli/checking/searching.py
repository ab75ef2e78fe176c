"""Search for faults of rules in play, for `rulelang check --search`, and say what was found."""

from __future__ import annotations

from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Final

import attrs

from interpreter.cli.faults import as_finding
from interpreter.cli.findings import as_data, shown_here, sources_of
from interpreter.cli.measuring import covering
from interpreter.cli.output import clear_progress, progress, write
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.hosting import playthrough
from interpreter.hosting.playthrough import of_choices, states
from interpreter.hunting import Fault, Hunt, hunt
from interpreter.load import engine_named, load_all
from interpreter.play import tell, tell_choice
from interpreter.testing.coverage import SCENARIOS, Coverage, by_scenarios, gathered
from rulelang import core

SEARCH: Final = "search"
INTERRUPTED: Final = 130
_SHOWN = 40
"""Lines of a play that are shown; the file has all."""


@attrs.frozen
class Searched:
    """What came of one rule file.

    `never`: the arms that neither the search nor scenarios found legal. `saved`: the file of each
    fault's play.
    """

    hunt: Hunt
    never: tuple[core.Arm, ...]
    reached: Coverage
    saved: tuple[Path, ...]

    @property
    def code(self) -> int:
        """The exit code."""
        return INTERRUPTED if self.hunt.interrupted else int(bool(self.hunt.faults))


def search(name: str, seconds: float, seed: int, folder: Path) -> Searched:
    """Look for faults of a rule file in play, and save what shows them into `folder`.

    Raises:
        PlaythroughError: a play cannot be saved.
    """
    text = load_all(name)
    games = [attrs.evolve(game, engine=engine_named(None)) for game in text.games]
    shown = progress(lambda made: f"{name}: {made:,} steps")
    found = hunt(games, seconds=seconds, seed=seed, progress=shown)
    clear_progress()
    saved = tuple(_save(fault, name, folder) for fault in found.faults)
    by = {SCENARIOS: by_scenarios(text.scenarios), SEARCH: found.reached}
    shown_legal = {point.span for point in by[SCENARIOS] if point.what == "arm"}
    never = tuple(arm for arm in found.never if arm.span not in shown_legal)
    return Searched(found, never, gathered(text, by), saved)


def _save(fault: Fault, name: str, folder: Path) -> Path:
    """Save the play that shows a fault, under a name that is free."""
    stem = f"{Path(name).stem}-line-{fault.reason.span.line}"
    names = chain((f"{stem}.json",), (f"{stem}-{number}.json" for number in count(2)))
    path = next(path for path in map(folder.joinpath, names) if not path.exists())
    playthrough.write(of_choices(fault.game, fault.choices, name), path)
    return path


def show(name: str, found: Searched) -> None:
    """Write what was found in a rule file."""
    done = found.hunt
    for fault, path in zip(done.faults, found.saved, strict=True):
        finding = as_finding(fault.reason)
        write(shown_here([finding], sources_of(finding)))
        lines = _story(fault)
        left_out = max(0, len(lines) - _SHOWN)
        write(f"  {lines[0]}")
        if left_out:
            write(f"  {left_out} lines before these")
        for line in lines[left_out + 1 :]:
            write(f"  {line}")
        write(f"  The shortest play found: rulelang replay {path}")
        write()
    write(f"{name}: {_counted(done)}")
    for arm in found.never:
        write(f"{arm.span}: the action `{arm.name}` was never possible")
    covering.show_unreached(found.reached)


def _counted(done: Hunt) -> str:
    faults = f"{len(done.faults)} fault{'' if len(done.faults) == 1 else 's'}"
    return (
        f"{faults} found in {done.plays:,} steered plays of {done.steps:,} steps "
        f"and {done.even:,} at random"
    )


def _story(fault: Fault) -> list[str]:
    """Return the sentences of the play that shows a fault, the choice that leads to it last."""
    game, choices = fault.game, fault.choices
    variant = (f"{len(game.players)} players", *(f"{k} {v}" for k, v in game.options.items()))
    told = [", ".join(variant)]
    with suppress(RuleFault, BudgetExceeded):
        for at, state in enumerate(states(game, of_choices(game, choices))):
            told += tell([state])
            if at + 1 == len(choices):
                told += tell_choice(state, choices[at])
    return told


def search_data(found: Searched) -> dict[str, object]:
    """Return what was found as data."""
    done = found.hunt
    return {
        "plays": done.plays,
        "steps": done.steps,
        "at_random": done.even,
        "interrupted": done.interrupted,
        "faults": [
            {
                "finding": as_data([as_finding(fault.reason)])[0],
                "players": len(fault.game.players),
                "options": dict(fault.game.options),
                "choices": list(fault.choices),
                "playthrough": str(path),
            }
            for fault, path in zip(done.faults, found.saved, strict=True)
        ],
        "never_legal": [
            {"arm": arm.name, "file": arm.span.file, "line": arm.span.line} for arm in found.never
        ],
        "unreached": [covering.place(point) for point in found.reached.unreached],
        **covering.orders(found.reached),
    }
