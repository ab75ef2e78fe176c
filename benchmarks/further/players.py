"""How the rates go down as more players sit down."""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks import ours
from benchmarks.comparison import interleaved
from benchmarks.measuring import add
from benchmarks.report import markdown, number
from interpreter import load

# The games that ship for more than two, and the numbers of players that their texts allow.
GAMES = (
    ("liars_dice", (2, 3, 4, 5)),
    ("pergamon", (2, 3, 4)),
    ("pergamemnon", (2, 3, 4, 5)),
    ("carnival", (3, 4)),
)
_HEADER = ("game", "players", "peer", "playouts / CPU s", "choices / CPU s", "choices a playout")


def table(
    games: Iterable[tuple[str, tuple[int, ...]]] = GAMES, *, rounds: int = 3, seconds: float = 0.5
) -> str:
    """Return the table, by our fastest engine."""
    rows = (_row(game, players, rounds, seconds) for game, numbers in games for players in numbers)
    return markdown(_HEADER, rows)


def _row(game: str, players: int, rounds: int, seconds: float) -> tuple[str, ...]:
    peer = ours.fastest(game, load(game, players=players))
    total = add(list(interleaved([peer], rounds=rounds, seconds=seconds)[peer.name]))
    return (
        game,
        str(players),
        peer.name,
        number(total.rate),
        number(total.choices / total.cpu_s),
        f"{total.mean_length:.1f}",
    )
