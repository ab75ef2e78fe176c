"""Rule texts full of secrets, that nobody wrote: two players, few cards, all sorts of telling.

About as many of them tell somebody something as do not: `check` is to say which. Every `say` has a
number of its own (`s4: `), so that whoever watches a play knows which one spoke.
"""

from __future__ import annotations

import attrs
from hypothesis import strategies as st

from tests.support.generated.secret_values import SEATS, Card, SecretValues

SIGHTS = ("owner sees", "hidden", "all but p see", "open")
MORE_SIGHTS = ("owner sees", "owner sees", "hidden", "all but p see")
DEPTH = 2
EFFECTS = ("look", "act")


@attrs.define
class Writer(SecretValues):
    """Draws pieces of a text."""

    in_turns: bool = False
    in_loop: bool = False
    effects: tuple[str, ...] = ()

    # ------------------------------------------------------------ statements

    def block(self, depth: int, indent: int) -> list[str]:
        lines: list[str] = []
        counts = len(self.cards), len(self.players), len(self.numbers)
        for _ in range(self.number(1, 2 + (depth > 1))):
            lines += self.statement(depth, indent)
        self.cards, self.players = self.cards[: counts[0]], self.players[: counts[1]]
        self.numbers = self.numbers[: counts[2]]
        return lines

    def statement(self, depth: int, indent: int) -> list[str]:
        if depth and self.number(0, 1):
            return self.compound(depth - 1, indent)
        return [" " * indent + line for line in self.simple()]

    def said(self) -> str:
        cards = [f"{{{card.name}}}" for card in self.cards]
        amount, player = (lambda: f"{{{self.amount()}}}"), (lambda: f"{{{self.player()}}}")
        what = self.one("", "", amount, player, *cards)
        return f'say "{self.new("s")}: {what}"'

    def simple(self) -> list[str]:  # noqa: C901 - a flat dispatch
        p, q = self.somebody(), self.player()
        which = self.number(0, 15)
        match which:
            case 0:
                return [self.said()]
            case 1:
                return [f"{self.said()} to {q}"]
            case 2:
                return [f"set {self.one(f'bid({p})', 'mark')} to {self.small()}"]
            case 3:
                return [f"set {self.one(f'score({p})', 'open')} to {self.small()}"]
            case 4:
                return [f"set {self.one('lead', 'spy')} to {q}"]
            case 5 | 6:
                target = self.one(f"hand({p})", "vault", "away", "table", f"hand({q})")
                return [f"draw up to 1 from deck to {target}"]
            case 7:
                return [f"if slot({p}) is empty: draw up to 1 from deck to slot({p})"]
            case 8:
                return [f"move all from {self.one(self.zone, f'slot({p})')} to {self.other()}"]
            case 9:
                return [f"reveal {self.one(f'hand({p})', 'hand', f'slot({p})', 'vault')}"]
            case 10:
                return [f"show {self.one(f'hand({p})', f'slot({p})', 'vault')} to {q}"]
            case 11:
                return [f"roll cup({p})"]
            case 12 if self.effects:
                return [self.call()]
            case 13 if self.cards:
                name, zone = attrs.astuple(self.cards[-1])
                target = self.one(self.other, lambda: f"file({name}.rank)")
                return [f"if {name} is in {zone}: move {name} from {zone} to {target}"]
            case 14:
                return [self.let()]
            case _:
                return [f"add 1 to score({p})"] if which == 15 else [self.said()]

    def other(self) -> str:
        return self.one(self.zone, "deck", lambda: f"hand({self.player()})")

    def call(self) -> str:
        name = self.one(*self.effects)
        return f"{name}({self.somebody()}, {self.amount()})"

    def let(self) -> str:
        kind = self.number(0, 2)
        if kind == 0:
            value, name = self.amount(), self.new("n")
            self.numbers.append(name)
        elif kind == 1:
            value, name = self.card(), self.new("c")
            self.cards.append(Card(name, self.zone()))
        else:
            most = f"the x in Player with most {self.one('bid(x)', 'score(x)', 'count hand(x)')}"
            value, name = self.one(self.player, f"{most} else P1"), self.new("p")
            self.players.append(name)
        return f"let {name} = {value}"

    def compound(self, depth: int, indent: int) -> list[str]:
        pad = " " * indent
        match self.number(0, 11):
            case 0 | 1:
                return self.branch(depth, indent)
            case 2:
                where = self.one("", lambda: f" where {self.condition()}")
                name = self.new("p")
                head = f"{pad}for {name} in Player{where}:"
                return self.around(head, depth, indent, player=name)
            case 3:
                zone, name = self.found(), self.new("c")
                order = self.one("", f" by most {name}.rank", f" where {name}.rank > 1")
                head = f"{pad}for {name} in {zone}{order}:"
                return self.around(head, depth, indent, card=Card(name, zone))
            case 4:
                name = self.new("n")
                head = f"{pad}for {name} in 1..{self.small()}:"
                return self.around(head, depth, indent, number=name)
            case 5:
                rounds = self.one(self.small, lambda: f"until {self.condition()}, at most 2")
                return self.around(f"{pad}repeat {rounds}:", depth, indent)
            case 6:
                return self.luck(depth, indent)
            case 7:
                head = f"{pad}phase Part{self.number(1, 2)}:"
                return [head, *self.block(depth, indent + 4)]
            case 8 if self.in_turns or self.in_loop:
                return [f"{pad}if {self.condition()}: {self.one('stop', self.leaving)}"]
            case 9:
                return [f"{pad}if {self.condition()}: end: {self.one(*SEATS)} wins"]
            case _:
                return self.choose(depth, indent)

    def leaving(self) -> str:
        return f"next turn of {self.player()}" if self.in_turns else "stop"

    def branch(self, depth: int, indent: int) -> list[str]:
        pad = " " * indent
        lines = [f"{pad}if {self.condition()}:", *self.block(depth, indent + 4)]
        if self.number(0, 1):
            lines += [f"{pad}else:", *self.block(depth, indent + 4)]
        return lines

    def around(self, head: str, depth: int, indent: int, **bound: object) -> list[str]:
        before, self.in_loop = (self.in_loop, self.in_turns), True
        self.in_turns = False
        lines = [head, *self.inner(depth, indent, **bound)]
        self.in_loop, self.in_turns = before
        return lines

    def inner(self, depth, indent, card=None, player=None, number=None) -> list[str]:
        held = (self.cards, card), (self.players, player), (self.numbers, number)
        for names, name in held:
            if name is not None:
                names.append(name)
        lines = self.block(depth, indent + 4)
        for names, name in zip((self.cards, self.players, self.numbers), held, strict=True):
            if name[1] is not None:
                names.pop()
        return lines

    def luck(self, depth: int, indent: int) -> list[str]:
        pad = " " * indent
        match self.number(0, 2):
            case 0:
                name = self.new("n")
                head = f"{pad}random {name} in 1..2:"
                return [head, *self.inner(depth, indent, number=name)]
            case 1:
                name = self.new("p")
                head = f"{pad}random {name} in Player:"
                return [head, *self.inner(depth, indent, player=name)]
            case _:
                name, zone = self.new("c"), self.found()
                head = f"{pad}    random {name} in {zone}:"
                lines = self.inner(depth, indent + 4, card=Card(name, zone))
                return [f"{pad}if {zone} is not empty:", head, *lines]

    def choose(self, depth: int, indent: int) -> list[str]:
        pad, p = " " * indent, self.player()
        times = self.one("chooses", "chooses or passes", "chooses up to 2 times")
        if p.startswith("next("):
            name = self.new("p")
            lines = [f"{pad}let {name} = {p}"]
            p = name
        else:
            lines = []
        lines.append(f"{pad}{p} {times}:")
        for _ in range(self.number(1, 2)):
            lines += self.arm(p, depth, indent + 4)
        return lines if times == "chooses or passes" else [*lines, f"{pad}otherwise: pass"]

    def arm(self, p: str, depth: int, indent: int) -> list[str]:
        pad, kind = " " * indent, self.number(0, 3)
        arm = self.new("do")
        bound: dict[str, object] = {}
        if kind == 1:
            zone, name = self.one(f"hand({p})", self.found), self.new("c")
            bound["card"] = Card(name, zone)
            arm += f"({name} in {zone})"
        elif kind == 2:
            name = self.new("n")
            bound["number"] = name
            arm += f"({name} in 1..2)"
        elif kind == 3:
            name = self.new("p")
            bound["player"] = name
            arm += f"({name} in Player)"
        held = {k: list(v) for k, v in self.held().items()}
        lines = [f"{pad}{arm}:"]
        for what, name in bound.items():
            getattr(self, f"{what}s").append(name)
        if not self.number(0, 2):
            reason = self.one("", "", lambda: f" {{{self.amount()}}}")
            lines.append(f'{pad}    need {self.condition()} else "no{reason}"')
        lines += self.block(depth, indent + 4)
        self.cards, self.players, self.numbers = held.values()
        return lines

    def held(self) -> dict[str, list]:
        return {"cards": self.cards, "players": self.players, "numbers": self.numbers}

    # ------------------------------------------------------------ texts

    def head(self) -> list[str]:
        back = self.one(", on the back", "")
        dog = [f"    | dog | 3 | right | {self.number(1, 2)} |"] if self.number(0, 1) else []
        shape = ("set", "row", "bag")
        self.options = not self.number(0, 7)
        return [
            'game "Secrets"',
            "players 2",
            *(["option fast"] if self.options else []),
            "component Card in deck:",
            "    rank: 1..3",
            f"    box: left | right{back}",
            "    | name | rank | box | copies |",
            f"    | ant | 1 | left | {self.number(1, 2)} |",
            "    | bee | 2 | right | 1 |",
            "    | cat | 3 | left | 1 |",
            *dog,
            "die Die(owner: Player) in cup(owner): 1 each, faces 1..2",
            f"zone deck: Card bag, {self.one('hidden', 'hidden', 'hidden', 'open')}",
            f"zone hand(p: Player): Card set, {self.one(*MORE_SIGHTS)}",
            f"zone slot(p: Player): Card one, {self.one(*SIGHTS)}",
            f"zone vault: Card {self.one(*shape[:2])}, hidden",
            f"zone away: Card {self.one(*shape)}, hidden",
            f"zone table: Card {self.one(*shape[:2])}, open",
            f"zone file(1..3): Card {self.one(*shape[:2])}, {self.one('open', 'open', 'hidden')}",
            f"zone cup(p: Player): Die set, {self.one(*SIGHTS)}",
            f"var bid(p: Player): 0..3, {self.one(*MORE_SIGHTS)}",
            "var mark: 0..3, hidden",
            "var open: 0..3",
            "var score(Player): 0..9",
            "var lead: Player",
            "var spy: Player, hidden",
            "let weight(x) = " + self.of_somebody(),
            "let strong(x) = "
            + self.one("bid(x) > 1", "score(x) > 0", "some c in hand(x) where c.rank > 1"),
        ]

    def of_somebody(self) -> str:
        return self.one("bid(x)", "score(x)", "count hand(x)", "sum of c.rank for c in hand(x)")

    def setup(self) -> list[str]:
        """Return the lines that make secrets."""
        kept = "(highest of c.rank for c in {} else 0)"
        lines = ["setup:", "    draw up to 1 from deck to vault"]
        targets = ("hand(P1)", "hand(P2)", "hand(P1)", "slot(P1)", "slot(P2)")
        dealt = [target for target in targets if self.number(0, 2)]
        lines += [f"    draw up to 1 from deck to {target}" for target in dealt]
        for variable in ("mark", "bid(P1)", "bid(P2)"):
            if self.number(0, 2):
                zone = self.one("vault", "hand(P1)", "hand(P2)")
                lines.append(f"    set {variable} to {kept.format(zone)}")
        if self.number(0, 1):
            zone = self.one("vault", "hand(P1)", "hand(P2)")
            lines.append(f"    if some c in {zone} where c.rank > 1: set spy to P2")
        if not self.number(0, 7):
            lines.append("    move all from deck to away")
        return lines

    def text(self) -> str:
        lines = self.head()
        lines += self.setup()
        effects: list[str] = []
        names = EFFECTS[: self.number(0, 2)]
        for name in names:
            self.players, self.numbers = ["who"], ["what"]
            effects += [f"to {name}(who, what):", *self.block(1, 4)]
        self.players, self.numbers, self.effects = [], [], names
        lines += effects
        lines.append("play:")
        if self.number(0, 1):
            name, self.in_turns = self.new("p"), True
            lines.append(f"    each turn of {name}, at most {self.number(1, 3)}:")
            self.players.append(name)
            if not self.number(0, 7):
                lines += [f"        anytime {name}, at most 1 times:", *self.arm(name, 0, 12)]
            for _ in range(self.number(2, 3)):
                lines += self.statement(DEPTH, 8)
            self.players, self.in_turns = [], False
        else:
            for _ in range(self.number(3, 5)):
                lines += self.statement(DEPTH, 4)
        lines += ["    P1 chooses:", "        over: set open to 0", "    end: draw"]
        return "\n".join(lines) + "\n"


@st.composite
def secretive(draw: st.DrawFn) -> str:
    """Draw a text that tells somebody something, or does not."""
    return Writer(draw).text()
