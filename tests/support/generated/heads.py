"""What a generated game is about: who plays, in which variants, with which things and places.

The declarations are those of one family of games; sizes, sights, tables and variants vary. Names
of players and teams are those that there are in every instance.
"""

from __future__ import annotations

import attrs
from hypothesis import strategies as st

BOARDS = ("track 3", "ring 4", "grid 2 x 2", "hex 2 x 2")
SIGHTS = ("open", "hidden", "owner sees", "all but p see", "p and next(p) see")
IN_TEAMS = (*SIGHTS, "p and partner(p) see")
# Declarations of who plays, with two that always do, and the teams. What is first is smallest.
SEATS = (
    ("players 2", ("P1", "P2"), ()),
    ("players 3", ("P1", "P2"), ()),
    ("players 2..3", ("P1", "P2"), ()),
    ("players Ann, Bob", ("Ann", "Bob"), ()),
    ("players Ann, Bob, Cid, Dora in teams Odd, Even", ("Ann", "Dora"), ("Odd", "Even")),
    ("players (Ann, Bob, Cid, Dora) in teams (Odd, Even)", ("Bob", "Cid"), ("Odd", "Even")),
)
# An option of each sort: its declaration, and how a scenario sets it.
FLAG, NUMBER, WORD = "fast", "size", "map"
OPTIONS = {
    FLAG: ("option fast", "fast"),
    NUMBER: ("option size: 1 | 2", "size is 2"),
    WORD: ("option map: east | west", "map is west"),
}
TILES = (("scout", 1, "", 2), ("giant", 3, "x", 1))
ON_BACK = ("", ", on the back")


@attrs.frozen
class Head:
    """The declarations of a game, the files beside it, and what statements may speak of.

    `settings`: what `with` in a scenario may say, the numbers of players too.
    """

    lines: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    teams: tuple[str, ...]
    options: tuple[str, ...]
    settings: tuple[str, ...]
    first_cell: str


@st.composite
def heads(draw: st.DrawFn) -> Head:
    """Draw the declarations of a game."""

    def one(*choices):
        return draw(st.sampled_from(choices))

    def number(low: int, high: int) -> int:
        return draw(st.integers(low, high))

    board = one(*BOARDS)
    who, seats, teams = one(*SEATS)
    options = one((), (), (FLAG,), (NUMBER,), (WORD,))
    sights = IN_TEAMS if teams else SIGHTS
    tiles, files = _tiles(one, options)
    lines = (
        'game "Generated"',
        who,
        *(OPTIONS[name][0] for name in options),
        "kind Suit: red | black",
        f"space Cell on {board}",
        "edge Link joins Cell",
        f"token Card(suit: Suit, rank: 1..3) in deck: {number(1, 2)} each",
        f"token Coin in bank: {number(1, 4)}",
        f"die Die(owner: Player) in cup(owner): {number(1, 2)} each, faces 1..2",
        f"zone deck: Card bag, {one('hidden', 'open')}",
        f"zone hand(p: Player): Card set, {one(*sights)}",
        "zone pile: Card row, open",
        "zone bank: Coin set, open",
        "zone on(Cell): Coin one, open",
        f"zone purse(p: Player): Coin set, {one(*sights)}",
        f"zone cup(p: Player): Die set, {one(*sights)}",
        f"zone pool(p: Player): Tile set, {one(*sights)}",
        f"zone yard: Tile row, {one('open', 'hidden')}",
        *tiles,
        "var points(Player): 0..9",
        f"var tally: 0..9 = 1, fresh each {one('turn', 'reckon')}",
        *(("var tricks(Team): 0..9",) if teams else ()),
        "var holder(Cell): Player or none",
        "var lit(Cell): flag",
        "var seen_at(Cell): flag",
        "var noted(Player): 0..3, owner sees",
        f"memory seen of {one('holder, lit', 'on, tally', 'points, bank, lit')}, at most 9",
        "table price(Suit): 0..3:",
        "    | suit | price |",
        "    | red | 1 |",
        "    | black | 3 |",
        "let parts = groups of s in Cell where lit(s)",
        "let around(s) = neighbours(group at s of t in Cell where lit(t) is lit(s))",
        "let nets = groups of e in Link where true joined at s where lit(s)",
        "let trail = longest trail of e in Link where true joined at s where lit(s)",
        "to reckon(who, where_at):",
        "    if points(who) < 9 and holder(where_at) is not who: add 1 to points(who)",
        f"to wander(who, left), at most {one(2, 3)} deep:",
        f"    if left > {one(0, 1)}: step_on(who, left)",
        "    else if left > 0: wander(next(who), left - 1)",
        "    who chooses or passes:",
        "        rest(t in Cell where holder(t) is who): set holder(t) to none",
        "to step_on(who, left):",
        "    if tally > 0 and trail < 9: take 1 from tally",
        "    wander(previous(who), left - 1)",
    )
    settings = tuple(OPTIONS[name][1] for name in options)
    settings += ("players 3",) if ".." in who else ()
    cell = "a1" if " x " in board else "Cell1"
    return Head(lines, files, seats, teams, options, settings, cell)


def _tiles(one, options: tuple[str, ...]):
    """Return a component whose table stands in the text or beside it, and the files."""
    head = "component Tile(owner: Player) in pool(owner)"
    attributes = ("    might: 1..3", f"    crown: flag{one(*ON_BACK)}")
    rows = [("name", "might", "crown", "copies"), *TILES]
    csv = "".join(",".join(map(str, row)) + "\n" for row in rows)
    match one("inside", "beside", "by the map"):
        case "inside":
            table = tuple(f"    | {' | '.join(map(str, row))} |" for row in rows)
            return (f"{head}:", *attributes, *table), ()
        case "by the map" if WORD in options:
            files = (("east.csv", csv), ("west.csv", csv.replace("giant,3", "giant,2")))
            return (f'{head} from "{{map}}.csv":', *attributes), files
        case _:
            return (f'{head} from "tiles.csv":', *attributes), (("tiles.csv", csv),)
