"""Where a play begins that goes on from a scenario.

Where the scenario gives nothing, it is a play of its game in which what the scenario plays was
chosen, and drawn, from the start on. Where it gives something, the set-up of the game is another:
one that lays that out (`laying`).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import attrs

from interpreter.faults import UsageError
from interpreter.game import Begun, Game
from interpreter.load import Text, engine_named, load, load_all, load_one
from interpreter.position import Leg, Position, Run
from interpreter.reference.stepping import advance
from interpreter.testing.laying import CannotLayError, laid_out
from interpreter.testing.scenarios import ScenarioResult, named, run
from interpreter.testing.staging import GivenLine
from rulelang import core

_SHOWN: Final = "`rulelang debug` goes through it"


def game_at(
    name_or_path: str | Path,
    wanted: str,
    *,
    engine: str | None = None,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
) -> Game:
    """Return a game whose plays begin (`Game.begin`) where a scenario has come to.

    Chance that no line of it names is as its seed has it, or seed 0.

    Args:
        name_or_path: the path of a rule file, or the name of a shipped game.
        wanted: the name of the scenario, or part of it.
        engine: as for `load`.
        players: of the scenario, if that is known: then no other instance is made of the text.
        options: likewise.

    Raises:
        UsageError: there is no such scenario, or no play goes on from it, and why.
        RulesError: the text has errors.
        RuleFault, BudgetExceeded: its rules fail.

    >>> from interpreter import load
    >>> game = game_at(load("tic_tac_toe").rules, "one mark a cell")
    >>> len(game.begin(seed=7).history), game.begun.lays_out
    (1, False)
    """
    if players is None:
        text = load_all(name_or_path)
    else:
        text = load_one(name_or_path, players=players, options=options or {})
    called = named(wanted, [one.name for one in text.scenarios], text.file)
    scenario = next(one for one in text.scenarios if one.name == called)
    result = _result(scenario, Game(scenario.spec))
    game = attrs.evolve(_own(text, scenario), engine=engine_named(engine))
    given = any(isinstance(line, GivenLine) for line in scenario.lines)
    legs = _behind_set_up(result.legs) if given else result.legs
    numbers = tuple(number for _, number in legs if number is not None)
    spec = _laid_out(game, scenario, result) if given else game.spec
    begun = Begun(scenario, numbers, lays_out=given)
    found = attrs.evolve(game, spec=spec, begun=begun)
    if not _is_there(found, result):
        raise UsageError(
            f'no play of {game.name} comes to where the scenario "{called}" is; {_SHOWN}'
        )
    return found


def game_of(
    name_or_path: str | Path,
    scenario: str,
    *,
    players: int,
    options: Mapping[str, str],
    engine: str | None = None,
) -> Game:
    """Return the game of a play that was kept. `scenario`: whose set-up it has; "": its own.

    Raises:
        UsageError, RulesError, RuleFault, BudgetExceeded: as `game_at` and `load` do.
    """
    if not scenario:
        return load(name_or_path, players=players, options=options, engine=engine)
    return game_at(name_or_path, scenario, engine=engine, players=players, options=options)


def _own(text: Text, scenario: core.Scenario) -> Game:
    """Return the game of a scenario, without the effects that only `do` lines call."""
    asked = scenario.spec
    return next(
        game
        for game in text.games
        if (game.players, game.spec.options) == (asked.players, asked.options)
    )


def _result(scenario: core.Scenario, game: Game) -> ScenarioResult:
    """Return what came of a scenario from which play can go on.

    Raises:
        UsageError: none can.
    """
    quoted = f'the scenario "{scenario.name}"'
    if any(isinstance(line, core.Do) for line in scenario.lines):
        raise UsageError(f"{quoted} does an effect, behind which no play goes on; {_SHOWN}")
    if scenario.any_chance:
        scenario = attrs.evolve(scenario, any_chance=False, seed=scenario.seed or 0)
    result = run(scenario, game)
    if result.failures:
        failure = result.failures[0]
        raise UsageError(f"{quoted} does not hold: {failure.span}: {failure.message}")
    if result.reached is not None and result.reached.position.result is not None:
        raise UsageError(f"{quoted} ends the game; {_SHOWN}")
    return result


def _behind_set_up(legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    """Return what was played behind where `play:` began; the set-up began first."""
    begun = [at for at, (_, number) in enumerate(legs) if number is None]
    return legs[begun[1] :] if len(begun) > 1 else ()


def _laid_out(game: Game, scenario: core.Scenario, result: ScenarioResult) -> core.Spec:
    """Return the rules with a set-up that lays out what a scenario gives.

    Raises:
        UsageError: there is none.
    """
    assert result.given is not None, "it holds"
    position = result.given.position
    quoted = f'no play begins at the scenario "{scenario.name}"'
    if any(position.memories):
        raise UsageError(f"{quoted}: its set-up remembers what lies there; {_SHOWN}")
    try:
        return laid_out(game.layout, position.cells, scenario.span)
    except CannotLayError as error:
        raise UsageError(f"{quoted}: {error}; {_SHOWN}") from error


def _is_there(game: Game, result: ScenarioResult) -> bool:
    """Return whether plays of a game begin just where its scenario has come to."""
    assert result.reached is not None, "it holds"
    assert game.begun is not None, "it begins there"
    wanted, play = result.reached.position, game.spec.play.number
    if not wanted.control:  # nothing was decided: play begins with what lies there
        begun = Position(wanted.cells, (Run(play, 0, ()),), memories=wanted.memories)
        wanted, _ = advance(game.layout, begun)
    return attrs.evolve(game, engine="reference").begin().position == wanted
