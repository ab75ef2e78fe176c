"""Rule texts that nobody wrote: small games, well-typed because of how they are made.

What a game is about comes from `heads.py`, values and conditions from `values.py`; statements are
drawn for the names in force. What comes first in each list of choices is the smallest, so that a
text that fails shrinks to few lines.
"""

from __future__ import annotations

from pathlib import Path

import attrs
from hypothesis import strategies as st

from tests.support.generated.heads import heads
from tests.support.generated.values import CARD, CELL, NUMBER, PLAYER, TILE, Values, Way


@attrs.define
class Writer(Values):
    """Draws pieces of a text."""

    # ------------------------------------------------------------ statements

    def block(self, depth: int, indent: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.number(1, 3)):
            lines += self.statement(depth, indent)
        return lines

    def statement(self, depth: int, indent: int) -> list[str]:
        if depth and self.number(0, 1):
            return self.compound(depth - 1, indent)
        return [" " * indent + self.simple()]

    def simple(self) -> str:
        p, c, n = self.player(), self.cell(), self.number(0, 2)
        return self.one(
            "pass",
            lambda: f"set points({p}) to min(9, max(0, {self.amount(1)}))",
            f"add {n} to points({p})",
            f"take {n} from tally",
            lambda: f"set holder({c}) to {self.one('none', p)}",
            lambda: f"set lit({c}) to {self.condition(1)}",
            f"draw up to {n} from deck to hand({p})",
            f"draw {n} from deck to pile",
            f"draw up to {n} from pile to hand({p})",
            f"move all from hand({p}) to pile",
            "move all from pile to deck",
            f"move Coin from bank to on({c})",
            f"move {n} Coin from bank to purse({p})",
            lambda: f"deal {n} each from deck to hand(x) for x in Player clockwise from {p}",
            "deal all from bank to purse(x) for x in Player",
            f"roll cup({p})",
            f"reveal hand({p})",
            lambda: f"show hand({p}) to {self.player()}",
            lambda: f'say "{{{p}}} has {{{self.amount(1)}}}"',
            f"reckon({p}, {c})",
            f"wander({p}, {n})",
            lambda: self.one("remember seen", "remember seen", "forget seen"),
            lambda: f"move {self.one('scout', 'giant')}({p}) from pool({p}) to yard",
            f"move all from yard to pool({p})",
            *(self.of_tricks(p)),
        )

    def of_tricks(self, p: str) -> list[Way]:
        value = f"set tricks(team({p})) to min(9, max(0, {{}}))"
        return [lambda: value.format(self.amount(1))] if self.head.teams else []

    def compound(self, depth: int, indent: int) -> list[str]:
        pad = " " * indent
        which = self.number(0, 14)
        match which:
            case 0:
                lines = [f"{pad}if {self.condition()}:", *self.block(depth, indent + 4)]
                if self.number(0, 1):
                    lines += [f"{pad}else:", *self.block(depth, indent + 4)]
                return lines
            case 1:
                return self.bound(PLAYER, "for {} in Player", depth, indent)
            case 2:
                order = self.one("", " by least {0}.rank", " by most {0}.rank")
                head = f"for {{0}} in hand({self.player()}) where {{0}}.rank > 1{order}"
                return self.bound(CARD, head, depth, indent)
            case 3:
                return self.bound(CELL, "random {} in Cell", depth, indent)
            case 4:
                head = self.one("repeat 2", "repeat until deck is empty, at most 2")
                return [f"{pad}{head}:", *self.block(depth, indent + 4)]
            case 5:
                return [f"{pad}phase Part{indent}:", *self.block(depth, indent + 4)]
            case 6:
                branches = [f"{pad}    else:", *self.block(depth, indent + 8)]
                head = [f"{pad}match points({self.player()}):", f"{pad}    0 | 1: pass"]
                return [*head, *branches]
            case _:
                return self.rarer(which, depth, indent)

    def rarer(self, which: int, depth: int, indent: int) -> list[str]:
        pad = " " * indent
        match which:
            case 7:
                return [f"{pad}if {self.condition()}: end: {self.result()}"]
            case 8:
                name = self.new(PLAYER)
                head = f"{pad}let {name} = {self.best(name)}"
                lines = [head, *self.block(depth, indent)]
                self.gone(PLAYER)
                return lines
            case 9 if self.in_turns:
                leaving = self.one("stop", f"next turn of {self.player()}")
                return [f"{pad}if {self.condition()}: {leaving}"]
            case 10:
                head = f"for {{}} in 1..min(2, max(0, {self.amount(1)}))"
                return self.bound(NUMBER, head, depth, indent)
            case 11:
                head = f"for {{0}} in pool({self.player()}) where {{0}}.might < 3"
                return self.bound(TILE, head, depth, indent)
            case 12:
                return (
                    self.any_number(depth, indent) if self.number(0, 1) else self.at_once(indent)
                )
            case _:
                return self.choose(depth, indent)

    def any_number(self, depth: int, indent: int) -> list[str]:
        """Return a choice that ends by itself: each cell is looked at once."""
        pad, name = " " * indent, self.new(CELL)
        self.made += 1
        return [
            f"{pad}{self.somebody()} chooses any number of times:",
            f"{pad}    look{self.made}({name} in Cell where not seen_at({name})):",
            f"{pad}        set seen_at({name}) to true",
            *self.done_with(CELL, depth, indent + 8),
        ]

    def at_once(self, indent: int) -> list[str]:
        """Return a choice that all make at once, of which nobody sees anything."""
        pad, name, n = " " * indent, self.new(PLAYER), self.new(NUMBER)
        self.made += 1
        lines = [
            f"{pad}each {name} in Player {self.one('chooses', 'chooses or passes')}:",
            f"{pad}    note{self.made}({n} in 0..{self.number(1, 3)}): set noted({name}) to {n}",
        ]
        self.gone(NUMBER)
        self.gone(PLAYER)
        return lines

    def done_with(self, kind: str, depth: int, indent: int) -> list[str]:
        lines = self.block(depth, indent)
        self.gone(kind)
        return lines

    def best(self, name: str) -> str:
        return self.one(
            self.head.seats[0],
            f"the x{name} in Player with most points(x{name}) else {self.head.seats[0]}",
            f"first x{name} in Player where points(x{name}) > 0 else {self.head.seats[1]}",
        )

    def bound(self, kind: str, head: str, depth: int, indent: int) -> list[str]:
        name = self.new(kind)
        lines = [" " * indent + head.format(name) + ":", *self.block(depth, indent + 4)]
        self.gone(kind)
        return lines

    def result(self) -> str:
        return self.one(
            "draw",
            lambda: f"{self.player()} wins",
            f"x with most {'tricks' if self.head.teams else 'points'}(x) wins",
            "each x scores points(x) - tally",
            "all win",
            "all lose",
            *self.sides(),
        )

    def sides(self) -> list[str]:
        return [f"{team} wins" for team in self.head.teams]

    def choose(self, depth: int, indent: int) -> list[str]:
        pad, p = " " * indent, self.somebody()
        times = self.one("chooses", "chooses or passes", "chooses up to 2 times")
        p = self.one(p, f"next({p})")
        lines = [f"{pad}{p} {times}:"]
        for _ in range(self.number(1, 2)):
            lines += self.arm(p, depth, indent + 4)
        return [*lines, f"{pad}otherwise: pass"]

    def arm(self, p: str, depth: int, indent: int) -> list[str]:
        pad = " " * indent
        self.made += 1
        kind = self.one("", CELL, CARD)
        domain = {"": "", CELL: "Cell", CARD: f"hand({p})"}[kind]
        name = self.new(kind) if kind else ""
        head = f"do{self.made}({name} in {domain})" if kind else f"do{self.made}"
        lines = [f"{pad}{head}:"]
        if self.number(0, 1):
            lines.append(f'{pad}    need {self.condition(1)} else "not {self.made}"')
        if not self.number(0, 2):
            lines += self.tried(indent + 4)
        lines += self.block(depth, indent + 4)
        if kind:
            self.gone(kind)
        return lines

    def tried(self, indent: int) -> list[str]:
        """Return what is done on a copy, and the need that asks of it."""
        pad, p, q, c = " " * indent, self.player(), self.player(), self.cell()
        n = self.number(0, 2)
        done = self.one(
            f"set points({p}) to {n}",
            f"move all from hand({p}) to pile",
            f"move {n} Coin from bank to purse({p})",
            f"for x in Player where x is not {q}: set points(x) to min(9, points(x) + {n})",
            f"move Coin from bank to on({c})",
            f"reckon({p}, {c})",
        )
        asked = self.one(
            f"points({q}) > {n}",
            f"count pile > {n}",
            f"count purse({q}) < {n}",
            f"on({c}) is empty",
            lambda: self.condition(1),
        )
        return [f"{pad}{done}", f'{pad}need {asked} else "late {self.made}"']

    # ------------------------------------------------------------ texts

    def game(self) -> Made:
        setup = ["setup:", *self.block(1, 4)]
        turn, self.in_turns = self.new(PLAYER), True
        play = ["play:", f"    each turn of {turn}, at most {self.number(1, 3)}:"]
        if self.number(0, 1):
            play.append(f"        anytime {turn}, at most 1 times:")
            play += self.arm(turn, 0, 12)
        play += self.block(3, 8)
        self.gone(PLAYER)
        play.append(f"    end: {self.result()}")
        standing = self.standing() if self.number(0, 1) else []
        scenarios = self.scenario() if self.number(0, 1) else []
        lines = [*self.head.lines, *setup, *play, *standing, *scenarios, ""]
        return Made("\n".join(lines), self.head.files)

    def standing(self) -> list[str]:
        self.in_turns = False
        p = self.new(PLAYER)
        worth = self.amount()
        self.gone(PLAYER)
        return [f"standing({p}) = {worth}"]

    def scenario(self) -> list[str]:
        """Return an example that holds unless its set-up fails: what is given is there."""
        p, settings = self.one(*self.head.seats), self.head.settings
        points, cell = self.number(0, 8), self.head.first_cell
        chosen = [f"    with {', '.join(settings)}"] if settings and self.number(0, 1) else []
        return [
            'scenario "what is given is there":',
            *chosen,
            f"    given points({p}) is {points}",
            f"    given pile is Card(red, {self.number(1, 3)}), Card(black, 2)",
            f"    given every {self.one('hand', 'purse')} is empty",
            f"    given holder({cell}) is none",
            f"    expect points({p}) is {points} and count pile is 2",
            f"    do reckon({p}, {cell})",
            f"    expect points({p}) is {points + 1} and pile.last is Card(black, 2)",
        ]


@attrs.frozen
class Made:
    """The text of a game, and the files that lie beside it, by name."""

    text: str
    files: tuple[tuple[str, str], ...]

    def write(self, folder: Path) -> Path:
        """Write the game into a folder; return its rule file."""
        for name, text in self.files:
            (folder / name).write_text(text, encoding="utf-8")
        file = folder / "generated.rules"
        file.write_text(self.text, encoding="utf-8")
        return file

    def __str__(self) -> str:
        return "\n".join([self.text, *(f"{name}:\n{text}" for name, text in self.files)])


@st.composite
def made(draw: st.DrawFn) -> Made:
    """Draw a small game that has no mistakes but perhaps a fault in play."""
    return Writer(draw, draw(heads())).game()
