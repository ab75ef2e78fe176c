"""Play a game many times with players that choose at random, and say what came of it."""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

import attrs

from interpreter.bots import BotPolicy
from interpreter.cli.arguments import add_engine, add_game, add_json, add_seed, load_game, natural
from interpreter.cli.bots import KINDS, BotKind, add_width, bot_kind
from interpreter.cli.files import refuse_existing
from interpreter.cli.measuring import covering
from interpreter.cli.measuring.counts import RECORD, ROWS, write_files
from interpreter.cli.measuring.worker_pools import (
    add_worker_options,
    simulated,
    stdout_kept,
    wants_workers,
)
from interpreter.cli.output import clear_progress, compiling, progress, remark, write, write_json
from interpreter.cluster import simulate_with
from interpreter.facts.together import ended_together
from interpreter.formats import head
from interpreter.game import Game
from interpreter.knowledge.redeal import WIDTH
from interpreter.load import UsageError, load_all
from interpreter.measuring.recording import record
from interpreter.measuring.simulate import Policy, Simulation, simulate, uniform
from interpreter.testing.coverage import coverage

EXAMPLE = """  rulelang simulate GAME -n 1000 --seed 7
  rulelang simulate GAME -n 200 --coverage
  rulelang simulate GAME -n 100000 --jobs 4 --log games.jsonl"""
_TWENTIETH = 1.96  # standard deviations of a normal distribution, both sides
_INTERRUPTED = 130


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_game(parser)
    parser.add_argument("-n", type=natural, default=100, metavar="N", help="how many (100)")
    parser.add_argument(
        "--bot",
        type=bot_kind,
        action="append",
        metavar="KIND",
        help=f"who plays, `random` if not given: {KINDS}",
    )
    add_width(parser)
    parser.add_argument(
        "--coverage",
        action="store_true",
        help="say which rule lines the scenarios and N games reach, over all numbers of players "
        "and options; a line that nothing reaches is an error. Several --bot: N games by each",
    )
    parser.add_argument("--record", metavar="FILE", help=RECORD)
    parser.add_argument("--rows", metavar="FILE", help=ROWS)
    parser.add_argument("--force", action="store_true", help="overwrite files that are there")
    add_worker_options(parser)
    add_seed(parser)
    add_engine(parser)
    add_json(parser)


def run(parsed: argparse.Namespace) -> int:
    """Play, and write what came of it."""
    kinds: list[BotKind] = parsed.bot or [bot_kind("random")]
    seed = parsed.seed or 0
    if parsed.coverage:
        if wants_workers(parsed):
            raise UsageError("--coverage is found in one process, and kept in no log")
        return _cover(parsed, kinds, seed)
    if len(kinds) > 1:
        raise UsageError("one --bot plays in all seats; only --coverage compares several")
    game = load_game(parsed)
    wanted: int = parsed.n
    shown = progress(lambda played: f"{played} of {wanted} games")
    kind = kinds[0]
    policy, who = _policy(kind, parsed.width), _who(kind, parsed.width)
    if parsed.record is not None or parsed.rows is not None:
        return _record(parsed, game, kind, shown)
    if wants_workers(parsed):
        how = simulated(parsed)
        if policy is uniform:
            with compiling():
                game.prepare()
        with stdout_kept():
            done = simulate_with(
                how,
                game,
                wanted,
                seed,
                policy=policy,
                who=who,
                progress=shown,
            )
    else:
        done = simulate(game, wanted, seed, policy, shown)
    clear_progress()
    if parsed.json:
        write_json(_as_json(game, done, seed))
    else:
        write(_as_text(game, done, f"{_games(kind)}, seed {seed}"))
    if done.interrupted:
        remark(f"rulelang: interrupted after {done.games} of {wanted} games")
        return _INTERRUPTED
    return 0


def _record(
    parsed: argparse.Namespace, game: Game, kind: BotKind, shown: Callable[[int], None]
) -> int:
    """Play with a recorder, and write what it counted."""
    from interpreter.report import (  # noqa: PLC0415 - what makes reports, where one is wanted
        final_of,
        recorded,
        summary,
        text,
    )

    if wants_workers(parsed):
        raise UsageError("--record and --rows are made in one process, and kept in no log")
    refuse_existing([parsed.record, parsed.rows], force=parsed.force)
    policy = _policy(kind, parsed.width)
    final = None if parsed.rows is None else final_of(game)
    seed: int = parsed.seed or 0
    played = record(game, parsed.n, seed=seed, policy=policy, final=final, progress=shown)
    clear_progress()
    who = _who(kind, parsed.width)
    seated = ((who,) * len(game.players),) * played.games
    found = attrs.evolve(recorded(played, who), seated=seated)
    write_files(found, parsed.record, parsed.rows, force=parsed.force)
    if parsed.json:
        write_json(summary(found))
    elif "-" not in (parsed.record, parsed.rows):
        write(text(found))
    return _INTERRUPTED if played.interrupted else 0


def _cover(parsed: argparse.Namespace, kinds: list[BotKind], seed: int) -> int:
    """Say which rule lines are reached."""
    rules = load_all(parsed.game, players=parsed.players, options=dict(parsed.option))
    wanted: int = parsed.n * len(kinds)
    shown = progress(lambda played: f"{played} of {wanted} games")
    by = {_games(kind): _policy(kind, parsed.width) for kind in kinds}
    found = coverage(rules, parsed.n, seed=seed, by=by, progress=shown, engine=parsed.engine)
    clear_progress()
    title = rules.games[0].name
    if parsed.json:
        write_json({"game": title, "seed": seed, **covering.as_data(found)})
    else:
        covering.show(title, found)
    if found.interrupted:
        played = sum(times for _, times in found.runs[1:])
        remark(f"rulelang: interrupted after {played} of {wanted} games")
        return _INTERRUPTED
    return int(bool(found.unreached or found.absent))


def _who(kind: BotKind, width: int) -> str:
    """Return how a log names who plays: another width is another player."""
    return str(kind) if width == WIDTH else f"{kind}, width {width}"


def _policy(kind: BotKind, width: int) -> Policy:
    return uniform if kind.name == "random" else BotPolicy(kind.simulated, width)


def _games(kind: BotKind) -> str:
    return "random games" if kind.name == "random" else f"games of {kind} bots"


def _as_text(game: Game, done: Simulation, how: str) -> str:
    """Return the results as a page."""
    if not done.games:
        return f"{game.name}: no game was played"
    width = max(len(name) for name in (*game.players, "player"))
    lines = [
        f"{game.name}: {done.games} {how}",
        f"  choices in a game   {_spread(done)}",
        f"  actions to choose   mean {_number(done.mean_branching)}, most {done.max_branching}",
    ]
    if done.all_chance_points:
        mean = Fraction(done.all_chance_points, done.games)
        lines.append(f"  chance in a game    mean {_number(mean)}")
    lines.append(f"  {'player'.ljust(width)}  mean return    95 %    wins  shared")
    lines += [
        f"  {seat.player.ljust(width)}  {_number(seat.mean_return):>11}  "
        f"{_within(_doubt(done, number)):>6}  {seat.wins:>6}  {seat.shared:>6}"
        for number, seat in enumerate(done.seats)
    ]
    lines += [f"  {line}" for line in _alike(game, done)]
    lines.append(f"  {done.per_second:,.0f} choices and chance outcomes a second")
    return "\n".join(lines)


def _alike(game: Game, done: Simulation) -> Iterator[str]:
    """Yield how often all won or lost together, and how often nobody won from others."""
    ends = Counter[str]()
    for returns, times in done.returns:
        ends[ended_together(game.spec, returns) or "none"] += times
    if ends["win"] or ends["lose"]:
        yield f"all won {ends['win']}, all lost {ends['lose']}"
    draws = done.draws - ends["win"] - ends["lose"]
    if draws or not (ends["win"] or ends["lose"]):
        yield f"draws {draws}"


def _as_json(game: Game, done: Simulation, seed: int) -> dict[str, object]:
    """Return the results as data; all but `seconds` follow from the seed."""
    return {
        **head("simulation"),
        "game": game.name,
        "players": list(game.players),
        "options": game.options,
        "seed": seed,
        "games": done.games,
        "interrupted": done.interrupted,
        "lengths": list(done.lengths),
        "chance_points": list(done.chance_points),
        "mean_branching": float(done.mean_branching),
        "max_branching": done.max_branching,
        "draws": done.draws,
        "seats": [
            {
                "player": seat.player,
                "mean_return": float(seat.mean_return),
                "doubt": _doubt(done, number),
                "wins": seat.wins,
                "shared": seat.shared,
            }
            for number, seat in enumerate(done.seats)
        ],
        "returns": [
            {"returns": [float(value) for value in returns], "games": times}
            for returns, times in done.returns
        ],
        "seconds": round(done.seconds, 3),
    }


def _doubt(done: Simulation, player: int) -> float | None:
    """Return how far a mean return may be off by luck, in 19 of 20 cases; None for one game."""
    if done.games < 2:
        return None
    mean = done.seats[player].mean_return
    squares = sum(times * (returns[player] - mean) ** 2 for returns, times in done.returns)
    return _TWENTIETH * math.sqrt(squares / (done.games - 1) / done.games)


def _within(doubt: float | None) -> str:
    return "" if doubt is None else f"± {doubt:.2f}"


def _spread(done: Simulation) -> str:
    mean = _number(done.mean_length)
    return f"mean {mean}, least {done.shortest}, most {done.longest}"


def _number(value: Fraction) -> str:
    return f"{float(value):.2f}"
