"""Draw a position: the start of a game, a step of a playthrough, or the end of a scenario."""

from __future__ import annotations

import argparse
from difflib import get_close_matches

from interpreter.cli.arguments import add_engine, add_game, add_json, add_seed, load_game, seat_of
from interpreter.cli.output import remark, write, write_json
from interpreter.cli.printing.picturing import (
    add_onlooker,
    add_picture,
    asks_for_picture,
    draw_files,
    warn_of_look,
)
from interpreter.cli.saved import reopen
from interpreter.game import Game
from interpreter.hosting.playthrough import read
from interpreter.load import RulesError, UsageError, engine_named, find
from interpreter.play import draw
from interpreter.state import State
from interpreter.testing.scenarios import run as run_scenario
from rulelang import pipeline

EXAMPLE = "  rulelang show GAME --at saved.json:4"
_NO_SEED = 0


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_game(parser)
    add_seed(parser)
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--at", metavar="FILE[:STEP]", help="a playthrough, and after how many steps of it"
    )
    place.add_argument("--scenario", metavar="NAME", help="after the last line of a scenario")
    place.add_argument("--load", metavar="FILE", dest="at", help="the same as --at")
    looker = parser.add_mutually_exclusive_group()
    looker.add_argument(
        "--seat",
        metavar="NAME",
        help="draw what this seat sees (everything; in pictures what who is to choose sees)",
    )
    add_onlooker(looker)
    add_picture(parser)
    add_engine(parser)
    add_json(parser)


def run(parsed: argparse.Namespace) -> int:
    """Draw."""
    state = _state(parsed)
    seat = None if parsed.seat is None else seat_of(state.game, parsed.seat)
    if asks_for_picture(parsed):
        draw_files(parsed, state, seat)
    elif parsed.json:
        players = range(len(state.game.players)) if seat is None else (seat,)
        write_json({state.game.players[p]: state.observation(p) for p in players})
    else:
        warn_of_look(state.game)
        write("\n".join((*state.game.notes, draw(state, seat))))
    return 0


def _state(parsed: argparse.Namespace) -> State:
    if parsed.at is not None:
        return _at(parsed)
    if parsed.scenario is not None:
        return _after_scenario(parsed)
    return load_game(parsed).start(seed=parsed.seed or _NO_SEED)


def _at(parsed: argparse.Namespace) -> State:
    """Return the state at `FILE` or `FILE:STEP`."""
    game, text, engine = parsed.game, parsed.at, parsed.engine
    name, colon, step = text.rpartition(":")
    if not (colon and step.isascii() and step.isdigit()):
        return reopen(read(text), game, engine)
    state = reopen(read(name), game, engine)
    if int(step) >= len(state.path):
        raise UsageError(f"{name} has {len(state.path) - 1} steps; there is no step {step}")
    return state.path[int(step)]


def _after_scenario(parsed: argparse.Namespace) -> State:
    """Return the last state of a scenario; it brings its own number of players and options."""
    path = find(parsed.game)
    checked = pipeline.check(path)
    if not checked.ok:
        raise RulesError(path, checked.diagnostics, checked.sources)
    scenarios = {scenario.name: scenario for scenario in checked.scenarios}
    name = _scenario_named(parsed.scenario, tuple(scenarios), path)
    scenario = scenarios[name]
    result = run_scenario(scenario, Game(scenario.spec, engine=engine_named(parsed.engine)))
    for failure in result.failures:
        remark(f"{failure.span}: {failure.message}")
    if result.reached is None:
        raise UsageError(f"the scenario `{name}` does not get to any position")
    return result.reached


def _scenario_named(text: str, names: tuple[str, ...], path: str) -> str:
    """Return the scenario with this name, or the only one with this text in its name."""
    if text in names:
        return text
    holding = [name for name in names if text.casefold() in name.casefold()]
    if len(holding) == 1:
        return holding[0]
    near = holding or get_close_matches(text, names, n=3, cutoff=0.3) or names[:3]
    mend = "there is " + ", ".join(f'"{name}"' for name in near[:5]) if near else "it has none"
    raise UsageError(f'{path} has no scenario "{text}"; {mend}')
