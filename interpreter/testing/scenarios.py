"""Run the examples that a rule text carries: what is given, what is played, what must then hold.

A scenario is at all times at one position (Ref §24). At first nothing is in progress there: the
set-up has run and the `given` lines are laid out. `do` begins one effect; the first line that asks
for a choice point begins `play:`, unless there was a `do`. A line that plays and fails ends the
scenario, since the lines after it speak of another position; a failed expectation does not.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Final

import attrs

from interpreter.chance import Numbers
from interpreter.faults import BudgetExceeded, EffortExceeded, RuleFault, UsageError
from interpreter.game import Game
from interpreter.position import Leg
from interpreter.state import State
from interpreter.testing.scene import Line, OtherwiseError, Outcome, Scene
from interpreter.testing.staging import GivenLine, StagingError
from interpreter.testing.ways import MOST_WAYS, SEEDS, Way
from rulelang import core
from rulelang.source import NOWHERE, Span, itself

_SHOWN: Final = 5
"""Names of scenarios that are told at once."""


@attrs.frozen
class ScenarioFailure:
    """What a line of a scenario found to be otherwise."""

    message: str
    span: Span


@attrs.frozen
class ScenarioResult:
    """What came of one scenario; without failures it holds.

    `given` is the state that its `given` lines lay out, `reached` the last one that it got to;
    both None where the lines cannot be laid out. `legs`: all that was played on the way, the
    set-up included. `ways`: how many ways chance was let go, in words, where all are to hold.
    `gave_up`: the rules go through more than the engine does.
    """

    name: str
    failures: tuple[ScenarioFailure, ...]
    given: State | None = attrs.field(default=None, eq=False, repr=False)
    reached: State | None = attrs.field(default=None, eq=False, repr=False)
    legs: tuple[Leg, ...] = attrs.field(default=(), eq=False, repr=False)
    ways: str = ""
    gave_up: bool = attrs.field(default=False, eq=False, repr=False)


def run(
    scenario: core.Scenario, game: Game | None = None, home: Callable[[Span], Span] = itself
) -> ScenarioResult:
    """Run one scenario. `game`, where it is at hand, is that of `scenario.spec`.

    What the reference gives up is run by native code, which may go through more (Ref §1).

    `home`: where a place of them is in the text, see `results.Checked`.
    """
    game = Game(scenario.spec) if game is None else game
    found = _run_all(scenario, game, home)
    if found.gave_up and game.engine != "native":
        native = attrs.evolve(game, engine="native")
        if is_native(native):
            return _run_all(scenario, native, home)
    return found


def _run_all(scenario: core.Scenario, game: Game, home: Callable[[Span], Span]) -> ScenarioResult:
    """Run a scenario as often as it asks for."""
    if scenario.any_chance:
        return _run_however(scenario, game, home)
    seed = scenario.seed
    outcome = None if seed is None else Numbers("chance", seed, 0).outcome
    return _run(scenario, game, outcome, home)


def _run_however(
    scenario: core.Scenario, game: Game, home: Callable[[Span], Span]
) -> ScenarioResult:
    """Run a scenario for all ways that chance may go, or for seeds where those are too many."""
    way: Way | None = Way()
    tried = 0
    while way is not None and tried < MOST_WAYS:
        result = _run(scenario, game, way.outcome, home)
        tried += 1
        if result.failures:
            return result
        way = way.following()
    if way is None:
        told = "the one way that chance goes" if tried == 1 else f"all {tried:,} ways of chance"
        return attrs.evolve(result, ways=told)
    for seed in range(SEEDS):
        result = _run(scenario, game, Numbers("chance", seed, 0).outcome, home)
        if result.failures:
            return result
    return attrs.evolve(result, ways=f"{SEEDS} seeds; chance may go more than {MOST_WAYS:,} ways")


def _run(
    scenario: core.Scenario, game: Game, outcome: Outcome | None, home: Callable[[Span], Span]
) -> ScenarioResult:
    failures: list[ScenarioFailure] = []

    def fails(message: str, place: Span) -> None:
        failures.append(ScenarioFailure(message, home(place)))

    gave_up = False
    scene: Scene | None = None
    given: State | None = None
    span = scenario.span
    try:
        givens, lines = _parted(scenario.lines)
        scene = Scene(game, givens, outcome)
        given = scene.state
        for line in lines:
            span = line_span(line)
            try:
                scene.take(line)
            except OtherwiseError as otherwise:
                place = span if otherwise.span == NOWHERE else otherwise.span
                fails(otherwise.message + scene.on_chance(), place)
                if isinstance(line, core.Do | core.Play):
                    break
    except StagingError as error:
        fails(error.message, error.span)
    except RuleFault as fault:
        fails(f"the rules fail here: {RuleFault(fault.message, home(fault.span))}", span)
    except BudgetExceeded as endless:
        fails(str(BudgetExceeded(endless.message, home(endless.span))), span)
        gave_up = isinstance(endless, EffortExceeded)
    if scene is None:
        return ScenarioResult(scenario.name, tuple(failures), gave_up=gave_up)
    return ScenarioResult(
        scenario.name,
        tuple(failures),
        given,
        scene.state,
        tuple(scene.legs),
        gave_up=gave_up,
    )


def named(wanted: str, names: Sequence[str], path: str) -> str:
    """Return the scenario with this name, or the only one with this text in its name.

    `path`: of the rule text, for what is said where there is none.

    >>> named("cell", ["one mark a cell", "a full board is a draw"], "grid.rules")
    'one mark a cell'

    Raises:
        UsageError: there is none, or more than one with this text.
    """
    holding = [name for name in names if wanted.casefold() in name.casefold()]
    if wanted in names or len(holding) == 1:
        return wanted if wanted in names else holding[0]
    near = holding or get_close_matches(wanted, names, n=3, cutoff=0.3) or list(names)
    mend = ", ".join(f'"{name}"' for name in near[:_SHOWN])
    told = f"there is {mend}" if mend else "it has none"
    raise UsageError(f'{path} has no scenario "{wanted}"; {told}')


def is_native(game: Game) -> bool:
    """Return whether native code plays a game; that it does not is no matter for a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return game.native() is not None


def line_span(line: core.SceneLine) -> Span:
    """Return where a line of a scenario stands."""
    match line:
        case core.Do(call=call):
            return call.span
        case core.Play(acts=acts):
            return acts[0].span if acts else NOWHERE
        case _:
            return line.span


def _parted(
    lines: Iterable[core.SceneLine],
) -> tuple[list[GivenLine], list[Line]]:
    """Return the `given` lines and the others."""
    givens: list[GivenLine] = []
    others: list[Line] = []
    begun = False
    for line in lines:
        if isinstance(line, GivenLine):
            if begun:
                raise StagingError("`given` comes before the first `do` and `play`", line.span)
            givens.append(line)
        else:
            begun = begun or isinstance(line, core.Do | core.Play)
            others.append(line)
    return givens, others
