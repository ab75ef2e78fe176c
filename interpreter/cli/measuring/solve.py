"""Say what best play comes to: by search where all is open, by regrets where something is hidden.

Open games are for one or two; with the value comes a line of best play. Of games with hidden
information the value is that of strategies near an equilibrium, and `--json` has the strategies.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from interpreter.cli.arguments import add_engine, add_game, add_json, load_game, natural
from interpreter.cli.output import clear_progress, progress, remark, write, write_json
from interpreter.cli.saved import reopen
from interpreter.formats import as_lists, head
from interpreter.hosting.playthrough import read
from interpreter.load import UsageError
from interpreter.solving import (
    HISTORIES,
    LIMIT,
    Equilibrium,
    Solution,
    TooLargeToSolve,
    cfr,
    solve,
)
from interpreter.state import State

EXAMPLE = """  rulelang solve GAME --limit 20000
  rulelang solve GAME --from saved.json --json"""
_REFUSED, _INTERRUPTED = 2, 130
_ITERATIONS = 500


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_game(parser)
    parser.add_argument(
        "--from", dest="origin", metavar="FILE", help="the end of a saved playthrough (the start)"
    )
    parser.add_argument(
        "--limit",
        type=natural,
        metavar="N",
        help=f"positions that are looked into ({LIMIT}), or histories of a game "
        f"that hides something ({HISTORIES})",
    )
    parser.add_argument(
        "--iterations",
        type=natural,
        default=_ITERATIONS,
        metavar="N",
        help=f"how often strategies are mended where something is hidden ({_ITERATIONS})",
    )
    add_engine(parser)
    add_json(parser)


def run(parsed: argparse.Namespace) -> int:
    """Solve, and write what was found; what is too large to be settled is told as far as it is."""
    state = _state(parsed)
    if state.game.facts.hidden_information:
        return _hidden(parsed, state)
    limit: int = LIMIT if parsed.limit is None else parsed.limit
    shown = progress(lambda looked: f"{looked:,} positions looked into, at most {limit:,}")
    found = solve(state, limit, shown)
    clear_progress()
    if parsed.json:
        write_json(_open_data(found))
    else:
        write(_open_text(found))
    if found.interrupted:
        remark(f"rulelang: interrupted after {found.positions:,} positions")
        return _INTERRUPTED
    return 0 if found.is_exact else _REFUSED


def _state(parsed: argparse.Namespace) -> State:
    if parsed.origin is None:
        return load_game(parsed).start()
    return reopen(read(parsed.origin), parsed.game, parsed.engine)


def _hidden(parsed: argparse.Namespace, state: State) -> int:
    """Look for an equilibrium of the whole game."""
    game = state.game
    if parsed.origin is not None:
        raise UsageError(f"{game.name} hides something: it is solved from its start alone")
    wanted: int = parsed.iterations
    most: int = HISTORIES if parsed.limit is None else parsed.limit
    shown = progress(lambda done: f"{done} of {wanted} iterations")
    unrolling = progress(lambda histories: f"{histories:,} histories")
    try:
        found = cfr(game, wanted, most=most, progress=shown, unrolling=unrolling)
    except TooLargeToSolve as refusal:
        clear_progress()
        remark(f"rulelang: {refusal} (--limit allows more)")
        return _REFUSED
    clear_progress()
    if parsed.json:
        write_json(_hidden_data(game.name, game.players, found))
    else:
        write(_hidden_text(game.name, game.players, found))
    if found.iterations < wanted:
        remark(f"rulelang: interrupted after {found.iterations} of {wanted} iterations")
        return _INTERRUPTED
    return 0


# ---------------------------------------------------------------- what is written


def _open_text(found: Solution) -> str:
    game = found.game
    looked = f"{found.positions:,} positions looked into"
    if not found.is_exact:
        first = f"{game.players[0]} gets from {found.low} to {found.high}"
        return f"{game.name}: not settled, {first} ({looked}; --limit allows more)"
    worth = _listed(game.players, map(str, found.returns))
    lines = [f"{game.name}, best play: {worth} ({looked})"]
    if found.line:
        lines.append(f"  a line of it: {', '.join(map(str, found.line))}")
    return "\n".join(lines)


def _open_data(found: Solution) -> dict[str, object]:
    exact = found.returns if found.is_exact else None
    return {
        **head("solution"),
        "game": found.game.name,
        "players": list(found.game.players),
        "options": found.game.options,
        "value": float(found.low) if found.is_exact else None,
        "bounds": [float(found.low), float(found.high)],
        "returns": None if exact is None else [float(value) for value in exact],
        "line": [{"id": action.id, "action": str(action)} for action in found.line],
        "positions": found.positions,
    }


def _hidden_text(name: str, players: tuple[str, ...], found: Equilibrium) -> str:
    worth = _listed(players, (f"{value:.4f}" for value in found.returns))
    size = f"{found.histories:,} histories and {len(found.states):,} information states"
    return "\n".join(
        (
            f"{name}, near an equilibrium: {worth}",
            f"  the best answers would gain {found.exploitability:.4f} on average",
            f"  {found.iterations} iterations over {size}",
        )
    )


def _hidden_data(name: str, players: tuple[str, ...], found: Equilibrium) -> dict[str, object]:
    return {
        **head("solution"),
        "game": name,
        "players": list(players),
        "value": found.returns[0],
        "returns": list(found.returns),
        "exploitability": found.exploitability,
        "iterations": found.iterations,
        "histories": found.histories,
        "strategies": [
            {
                "player": players[state.player],
                "knows": [as_lists(entry) for entry in state.known],
                "actions": dict(zip(state.actions, shares, strict=True)),
            }
            for state, shares in zip(found.states, found.strategies, strict=True)
        ],
    }


def _listed(players: tuple[str, ...], worth: Iterable[str]) -> str:
    return ", ".join(f"{player} {value}" for player, value in zip(players, worth, strict=True))
