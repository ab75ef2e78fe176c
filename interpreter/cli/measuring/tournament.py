"""Let bots play each other, seats rotated, and say how strong they are.

A BOT is `random`, `mc:400`, `mcts:2s` and the like, or one of your own: `module:Name`,
`file.py:Name` or `file.py:Name(depth=3)`.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Generator
from contextlib import closing

import attrs

from interpreter.cli.arguments import add_engine, add_game, add_json, add_seed, load_game, natural
from interpreter.cli.bots import KINDS, WORDS, add_width, bot_kind
from interpreter.cli.files import refuse_existing
from interpreter.cli.measuring.counts import RECORD, ROWS, write_files
from interpreter.cli.measuring.worker_pools import (
    add_worker_options,
    notice,
    stdout_kept,
    workers_of,
)
from interpreter.cli.output import clear_progress, compiling, progress, remark, write, write_json
from interpreter.cluster import ClusterError, Crew, Here, Processes
from interpreter.formats import head
from interpreter.hosting.playthrough import of_choices, restore
from interpreter.load import UsageError
from interpreter.measuring.recording import record_plays
from interpreter.tournament import (
    Entrant,
    Finished,
    Played,
    Standing,
    Tournament,
    TournamentLog,
    named_apart,
    names_own,
    own_bot,
    play,
    schedule,
    standings,
)
from interpreter.tournament.ratings import Rating, ratings

EXAMPLE = """  rulelang tournament GAME random mc:50 -n 10
  rulelang tournament GAME mcts:200 mybot.py:Hasty(depth=2) -n 100 --jobs 2 --log games.jsonl"""
_REFUSED, _INTERRUPTED = 2, 130
_REASONS_SHOWN = 10


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_game(parser)
    parser.add_argument(
        "bots", metavar="BOT", nargs="+", help=f"who plays: {KINDS}; or file.py:Name(...)"
    )
    parser.add_argument(
        "-n",
        type=natural,
        default=10,
        metavar="N",
        help="rounds (10): in each, every group of bots plays in all rotations of the seats",
    )
    parser.add_argument(
        "--time-per-choice",
        type=_seconds,
        metavar="S",
        help="seconds that a bot has for a choice; who takes longer forfeits",
    )
    add_width(parser)
    parser.add_argument("--record", metavar="FILE", help=RECORD)
    parser.add_argument("--rows", metavar="FILE", help=ROWS)
    parser.add_argument("--force", action="store_true", help="overwrite files that are there")
    add_worker_options(parser)
    add_seed(parser)
    add_engine(parser)
    add_json(parser)


def run(parsed: argparse.Namespace) -> int:
    """Play what is not in the log yet, and write the standings."""
    refuse_existing([parsed.record, parsed.rows], force=parsed.force)
    bots = named_apart(entrant(text) for text in parsed.bots)
    game, width = load_game(parsed), max(1, parsed.width)
    tournament = Tournament(game, bots, parsed.seed or 0, parsed.time_per_choice, width)
    wanted = sum(1 for _ in schedule(tournament, parsed.n))
    how = Played(_workers(parsed, bots), _log(parsed, tournament), notice)
    games: list[Finished] = []
    with compiling():
        game.prepare()
    stopped = _go_on(play(tournament, parsed.n, how), games, wanted)
    if stopped and not games:
        remark(f"rulelang: {stopped}")
        return _REFUSED
    if parsed.json:
        write_json(_as_json(tournament, games, interrupted=stopped is not None))
    else:
        write(_as_text(tournament, games))
    _record(parsed, tournament, games)
    if stopped is None:
        return 0
    kept = "" if parsed.log is None else f"; the same command goes on from {parsed.log}"
    if stopped:
        remark(f"rulelang: {stopped}")
    remark(
        f"rulelang: {'stopped' if stopped else 'interrupted'} after {len(games)} of {wanted} "
        f"games{kept}"
    )
    return _REFUSED if stopped else _INTERRUPTED


def _record(parsed: argparse.Namespace, tournament: Tournament, games: list[Finished]) -> None:
    """Write what the plays say of the game, where that is asked for; forfeits say nothing."""
    if parsed.record is None and parsed.rows is None:
        return
    over = sorted(
        (game for game in games if game.forfeit is None), key=lambda game: game.fixture.number
    )
    if not over:
        remark("rulelang: no game came to its end, so that there is nothing to record")
        return
    from interpreter.report import final_of, recorded  # noqa: PLC0415 - where one is wanted

    game = tournament.game
    ended = [restore(game, of_choices(game, one.choices)) for one in over]
    names = ", ".join(bot.name for bot in tournament.entrants)
    counted = record_plays(game, ended, seed=tournament.seed, final=final_of(game))
    entrants = tournament.entrants
    seated = tuple(tuple(entrants[at].name for at in one.fixture.seats) for one in over)
    found = attrs.evolve(recorded(counted, names), seated=seated)
    write_files(found, parsed.record, parsed.rows, force=parsed.force)


def entrant(text: str) -> Entrant:
    """Return the bot that somebody names.

    Raises:
        UsageError: there is no such bot, and which there are.
    """
    try:
        kind = bot_kind(text)
    except argparse.ArgumentTypeError as refusal:
        if names_own(text) and text.partition(":")[0] not in WORDS:
            return own_bot(text)
        raise UsageError(f"{refusal}; or name one of your own: file.py:Name") from refusal
    return Entrant(str(kind), kind.simulated)


def _workers(parsed: argparse.Namespace, bots: tuple[Entrant, ...]) -> Crew:
    """Return who plays; a bot of somebody's own must not be able to end this process."""
    own = any(bot.fingerprint for bot in bots)
    return workers_of(parsed) or (Processes(1) if own else Here())


def _log(parsed: argparse.Namespace, tournament: Tournament) -> TournamentLog | None:
    """Return the log, if there is to be one."""
    if parsed.log is None:
        return None
    log = TournamentLog.open(parsed.log, tournament)
    if log.torn:
        remark(f"rulelang: the last line of {parsed.log} was written only in part; left out")
    return log


def _go_on(playing: Generator[Finished], games: list[Finished], wanted: int) -> str | None:
    """Gather what comes of games; return what stopped that, "" for Ctrl-C."""
    shown = progress(lambda played: f"{played} of {wanted} games")
    try:
        with stdout_kept(), closing(playing):
            for game in playing:
                games.append(game)
                shown(len(games))
    except KeyboardInterrupt:
        return ""
    except ClusterError as error:
        return str(error)
    finally:
        clear_progress()
    return None


def _seconds(text: str) -> float:
    try:
        seconds = float(text.removesuffix("s"))
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"`{text}` is no time above 0, such as 2 or 0.5")
    return seconds


# ---------------------------------------------------------------- what is written


def _as_text(tournament: Tournament, games: list[Finished]) -> str:
    """Return the standings as a page."""
    found = standings(tournament, games)
    rated = ratings(tournament, games)
    titles = ["bot", "games", "wins", "draws", "forfeits", "share", "95 %", "mean return"]
    titles += ["longest choice", "rating"] if rated else ["longest choice"]
    rows = [titles, *(_row(standing, rated) for standing in found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    expected = float(found[0].expected)
    played = f"{tournament.game.name}: {len(games)} games, seed {tournament.seed}"
    lines = [f"{played}; an even share is {expected:.3f}"]
    for name, *cells in rows:
        figures = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        lines.append("  ".join((f"  {name.ljust(widths[0])}", *figures)))
    lines += _forfeits(tournament, games)
    if rated is None:
        lines.append("  ratings: pip install 'rulelang[tournament]'")
    return "\n".join(lines)


def _row(standing: Standing, rated: dict[str, Rating] | None) -> list[str]:
    low, high = standing.interval
    mean = "" if standing.mean_return is None else f"{float(standing.mean_return):.2f}"
    row = [
        standing.name,
        *(str(n) for n in (standing.games, standing.wins, standing.draws, standing.forfeits)),
        f"{standing.share:.3f}",
        f"{low:.3f} to {high:.3f}",
        mean,
        f"{standing.longest:.3f} s",
    ]
    if rated:
        rating = rated[standing.name]
        row.append(f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}")
    return row


def _forfeits(tournament: Tournament, games: list[Finished]) -> list[str]:
    """Return who forfeited, and why; the first of them."""
    lines = [
        f"  game {game.fixture.number}: {_who(tournament, game, game.forfeit.seat)} "
        f"{game.forfeit.reason}"
        for game in sorted(games, key=lambda game: game.fixture.number)
        if game.forfeit is not None
    ]
    more = len(lines) - _REASONS_SHOWN
    return lines[:_REASONS_SHOWN] + ([f"  {more} forfeits more"] if more > 0 else [])


def _who(tournament: Tournament, game: Finished, seat: int) -> str:
    bot = tournament.entrants[game.fixture.seats[seat]]
    return f"{bot.name} as {tournament.game.players[seat]}"


def _as_json(
    tournament: Tournament, games: list[Finished], *, interrupted: bool
) -> dict[str, object]:
    """Return the standings as data; all but times follow from the seed."""
    rated = ratings(tournament, games)
    return {
        **head("standings"),
        "game": tournament.game.name,
        "players": list(tournament.game.players),
        "options": tournament.game.options,
        "seed": tournament.seed,
        "games": len(games),
        "interrupted": interrupted,
        "bots": [_standing_data(standing, rated) for standing in standings(tournament, games)],
        "forfeits": [
            {
                "game": game.fixture.number,
                "bot": tournament.entrants[game.fixture.seats[game.forfeit.seat]].name,
                "player": tournament.game.players[game.forfeit.seat],
                "reason": game.forfeit.reason,
            }
            for game in sorted(games, key=lambda game: game.fixture.number)
            if game.forfeit is not None
        ],
    }


def _standing_data(standing: Standing, rated: dict[str, Rating] | None) -> dict[str, object]:
    mean = standing.mean_return
    rating = None if rated is None else rated[standing.name]
    return {
        "bot": standing.name,
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "forfeits": standing.forfeits,
        "share": standing.share,
        "interval": list(standing.interval),
        "expected": float(standing.expected),
        "mean_return": None if mean is None else float(mean),
        "rating": None if rating is None else {"mu": rating.mu, "sigma": rating.sigma},
        "seconds": round(standing.seconds, 3),
        "longest": round(standing.longest, 3),
    }
