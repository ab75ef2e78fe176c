"""How the rates go down as the board goes up. The texts are made from those that ship.

What has to change with the size is in the tables below: a piece of the shipped text, which must
be there exactly once, and what replaces it on a board of size `n`. Scenarios are left out, as
they name cells.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import attrs

from benchmarks import ours
from benchmarks.comparison import interleaved
from benchmarks.measuring import Missing, Peer, add
from benchmarks.openspiel import openspiel
from benchmarks.report import markdown, number, times
from interpreter import Game, load

ROOT = Path(__file__).parents[2]
_HEADER = (
    "game",
    "size",
    "peer",
    "playouts / CPU s",
    "choices / CPU s",
    "choices a playout",
    "ours / peer",
)


def _all_steps(n: int) -> int:
    return 2 * n * (2 * n - 3)


@attrs.frozen
class Family:
    """A game on boards of any size.

    `replaced`: old text, and the new one for a size. `openspiel`: the game's name there.
    """

    game: str
    sizes: tuple[int, ...]
    replaced: tuple[tuple[str, Callable[[int], str]], ...]
    openspiel: Callable[[int], str]


# A player of Hex has at most half of the n x n stones, rounded up.
HEX = Family(
    "hex",
    (5, 7, 9, 11, 13, 15, 19),
    (
        ("on hex 11 x 11\n", lambda n: f"on hex {n} x {n}\n"),
        ("length at most 121 choices", lambda n: f"length at most {n * n} choices"),
        ("in bowl(owner): 61 each", lambda n: f"in bowl(owner): {(n * n + 1) // 2} each"),
        ("is within 121 of", lambda n: f"is within {n * n} of"),
        ("each turn of p, at most 121:", lambda n: f"each turn of p, at most {n * n}:"),
        ("reaches(p, c, 11)", lambda n: f"reaches(p, c, {n})"),
    ),
    lambda n: f"hex(board_size={n})",
)
# Breakthrough has two rows of n pawns a side; all steps of all pawns are 2n(2n - 3).
BREAKTHROUGH = Family(
    "breakthrough",
    (6, 8, 10, 12),
    (
        ("on grid 8 x 8\n", lambda n: f"on grid {n} x {n}\n"),
        ("length at most 208 choices", lambda n: f"length at most {_all_steps(n)} choices"),
        ("in box(owner): 16 each", lambda n: f"in box(owner): {2 * n} each"),
        ("is White then 8 else 1", lambda n: f"is White then {n} else 1"),
        ("row(c) >= 7:", lambda n: f"row(c) >= {n - 1}:"),
        ("each turn of p, at most 208:", lambda n: f"each turn of p, at most {_all_steps(n)}:"),
        ("count box(opponent(p)) is 16:", lambda n: f"count box(opponent(p)) is {2 * n}:"),
    ),
    lambda n: f"breakthrough(rows={n},columns={n})",
)
FAMILIES = (HEX, BREAKTHROUGH)


def table(families: Iterable[Family] = FAMILIES, *, rounds: int = 3, seconds: float = 0.5) -> str:
    """Return the table: for each family and size our fastest engine and OpenSpiel."""
    rows = (
        row
        for family in families
        for n in family.sizes
        for row in _rows(family, n, rounds, seconds)
    )
    return markdown(_HEADER, rows)


def text_of(family: Family, n: int) -> str:
    """Return the rules for a board of size `n`, without scenarios.

    Raises:
        ValueError: the shipped text has changed, so that a piece is not there exactly once.
    """
    text = (ROOT / "games" / f"{family.game}.rules").read_text(encoding="utf-8")
    text = text[: text.index("\nscenario ")]
    for old, new in family.replaced:
        if text.count(old) != 1:
            raise ValueError(f"`{old.strip()}` is {text.count(old)} times in {family.game}.rules")
        text = text.replace(old, new(n))
    return text


def rules_of(family: Family, n: int) -> Game:
    """Return the game on a board of size `n`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{family.game}_{n}.rules"
        path.write_text(text_of(family, n), encoding="utf-8")
        return load(str(path))


def _rows(family: Family, n: int, rounds: int, seconds: float) -> Iterable[tuple[str, ...]]:
    own = ours.fastest(family.game, rules_of(family, n))
    theirs = openspiel(family.game, family.openspiel(n))
    peers: list[Peer] = [own, *([] if isinstance(theirs, Missing) else [theirs])]
    runs = interleaved(peers, rounds=rounds, seconds=seconds)
    totals = {name: add(list(measured)) for name, measured in runs.items()}
    for name, total in totals.items():
        yield (
            family.game,
            str(n),
            name,
            number(total.rate),
            number(total.choices / total.cpu_s),
            f"{total.mean_length:.1f}",
            times(totals[own.name].rate / total.rate),
        )
