"""What is written on a thing: title, band, rows, words. Rules C2 to C5; decided once a game."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import Literal, TypeAlias

import attrs

from interpreter.document.model import Attribute, Component, GameDocument, Kind
from interpreter.look_model import CardLook, Look
from interpreter.picture.boards.values import known_by
from interpreter.picture.ink.palette import GREY, Palette
from interpreter.picture.names import Names, own_name, readable
from rulelang.core import Value
from rulelang.rule_types import Flag, Member, Number, Word, is_member, plain

Sort: TypeAlias = Literal["card", "named", "token", "die"]

SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
_RED = frozenset({"diamonds", "hearts"})
_RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FIGURES = {
    **{word: str(figure) for figure, word in enumerate(_RANKS, 1)},
    "ace": "A",
    "jack": "J",
    "queen": "Q",
    "king": "K",
}
_MANY = 3
_NUMBERS = 2
_PLAIN = CardLook()


@attrs.frozen
class Written:
    """What stands on a thing.

    `title`: its name in one or two parts, each on its own colour of `band`; `suit`: a sign for a
    playing card, and whether it is red. `words`: values that say what they are; `rows`: numbers
    and members with the name of their attribute; `flags`: names of those that are true. `corner`:
    what the look puts beside the title. `text`: rules in words. `rim`: the owner's colour.
    """

    title: tuple[str, ...]
    band: tuple[str, ...]
    words: tuple[str, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    flags: tuple[str, ...] = ()
    corner: tuple[str, ...] = ()
    suit: str | None = None
    red: bool = False
    text: str | None = None
    owner: int | None = None


@attrs.frozen(eq=False)
class Kinds:
    """What is written on each kind of one game."""

    document: GameDocument
    look: Look
    names: Names
    palette: Palette

    @cached_property
    def sorts(self) -> dict[str, Sort]:
        """Whether the things of each component are cards, named pieces, tokens or dice."""
        return {component.name: self._sort(component) for component in self.document.components}

    def sort(self, kind: int) -> Sort:
        """Return the sort of a kind."""
        return self.sorts[self.document.kinds[kind].component]

    def _sort(self, component: Component) -> Sort:
        if component.sort == "die":
            return "die"
        hidden = any(
            component.name in zone.holds and zone.seen != "all" for zone in self.document.zones
        )
        besides = [a for a in component.attributes if a.name != "owner"]
        if len(component.kinds) > 1 and besides and (hidden or len(besides) >= _MANY):
            return "card"
        named = any(own_name(self.document.kinds[kind]) for kind in component.kinds)
        if named and len(component.kinds) > 1:
            return "card" if hidden else "named"
        return "token"

    @cached_property
    def written(self) -> tuple[Written, ...]:
        """What stands on each kind."""
        return tuple(self._written(kind) for kind in self.document.kinds)

    def card_look(self, kind: Kind) -> CardLook:
        """Return what the look says of its component."""
        return self.look.cards.get(kind.component, _PLAIN)

    def _written(self, kind: Kind) -> Written:
        look = self.card_look(kind)
        known = [
            (attribute, value)
            for attribute, value in self.names.values(kind)
            if not (attribute.name == "owner" and kind.owner is not None)
        ]
        values = [(a, v) for a, v in known if a.name not in look.hide]
        if look.rows is not None:
            chosen = {*look.rows, look.band}
            shown = [(a, v) for a, v in values if a.name in chosen]
        else:
            shown = values
        playing = None if own_name(kind) else self._playing(kind, values)
        if playing is not None:
            return playing
        # What is hidden may colour the band all the same.
        coloured = [(a, v) for a, v in known if a.name not in look.hide - {look.band}]
        title, band = self._title(kind, coloured, look)
        rows, words, flags = [], [], []
        for attribute, value in shown:
            if attribute.name in look.corner or self._repeats(kind, title, attribute, value):
                continue
            match plain(attribute.type):
                case Flag():
                    flags.append(look.short.get(attribute.name, readable(attribute.name)))
                case Word():
                    words.append(readable(self.names.label(value, attribute.type)))
                case _:
                    name = look.short.get(attribute.name, readable(attribute.name))
                    rows.append((name, self.names.read(value, attribute.type)))
        by_name = {attribute.name: (attribute, value) for attribute, value in values}
        corner = tuple(
            self.names.read(by_name[name][1], by_name[name][0].type)
            for name in look.corner
            if name in by_name
        )
        return Written(
            title,
            band,
            tuple(words) if own_name(kind) else (),
            tuple(rows),
            tuple(flags),
            corner,
            text=look.text.get(kind.name) or self.names.text(kind),
            owner=kind.owner,
        )

    def _repeats(
        self, kind: Kind, title: tuple[str, ...], attribute: Attribute, value: Value
    ) -> bool:
        """Return whether a value is not worth a row: nothing, or what the title says anyway."""
        if value is None or (not value and isinstance(plain(attribute.type), Number | Flag)):
            return True
        said = readable(self.names.label(value, attribute.type)).casefold()
        if isinstance(plain(attribute.type), Number | Member):
            return False
        return said == readable(kind.name).casefold() or said in {t.casefold() for t in title}

    def _title(
        self, kind: Kind, values: list[tuple[Attribute, Value]], look: CardLook
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the title and the colours of the band behind it, in one or two parts."""
        coloured = [
            (attribute, value, self.palette.of(value, attribute.type))
            for attribute, value in values
            if isinstance(plain(attribute.type), Word) and value is not None
        ]
        if look.title is not None:
            title = (self.filled(look.title, kind),)
        elif self._only_repeats(kind, values):
            parts = [readable(self.names.label(v, a.type)) for a, v, _ in coloured[:2]]
            bands = [colour or GREY for _, _, colour in coloured[:2]]
            return tuple(parts), tuple(bands)
        elif (members := self._labels(values, Member)) and self._has_all(kind, members):
            title = (" ".join(map(readable, members)),)
        else:
            title = (self._called(kind),)
        band = next(
            (colour for a, _, colour in coloured if look.band in {None, a.name} and colour), None
        )
        own = self.look.colours.get(kind.name)
        sides = [self.palette.of(v, a.type) for a, v in values if is_member(a.type, "Player")]
        fallback = next(filter(None, sides), None)
        if kind.owner is not None and look.band is None:
            band = self.palette.players[kind.owner]
        return title, (own or band or fallback or self._by_order(kind),)

    def whole_title(self, kind: int) -> str:
        """Return a title that tells a kind from all others, also where no number stands below."""
        found, title = self.document.kinds[kind], " ".join(self.written[kind].title)
        is_short = not own_name(found) and title == readable(found.component)
        return self.names.kind(kind) if is_short else title

    def _called(self, kind: Kind) -> str:
        """Return a name without what a card shows anyway: `Bid` for `Bid(P1, 7)`.

        The owner is told by its colour, a single number stands below.
        """
        if own_name(kind):
            return readable(kind.name)
        told = [a for a, _ in self.names.values(kind) if a.name != "owner" or kind.owner is None]
        is_number = len(told) == 1 and isinstance(plain(told[0].type), Number)
        if is_number and self.sorts[kind.component] == "card":
            return readable(kind.component)
        return self.names.kind(kind.number)

    def _by_order(self, kind: Kind) -> str:
        """Return a quiet colour for what no word colours."""
        return GREY if len(self.names.components[kind.component].kinds) > 1 else "#b98b5e"

    def filled(self, template: str, kind: Kind) -> str:
        """Return a template of the look with `{name}` and attributes filled in."""
        values = {"name": readable(kind.name)}
        for attribute, value in self.names.values(kind):
            values[attribute.name] = self.names.read(value, attribute.type)
        return re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], m[0]), template)

    def letter(self, kind: Kind) -> str:
        """Return what is written on a piece: as a look says, else its shortest letters."""
        look = self.look.pieces.get(kind.component)
        if look is None or look.letter is None:
            return self.letters[kind.number]
        return self.filled(look.letter, kind)

    def icon(self, kind: Kind) -> str | None:
        """Return the character that a look has for a piece."""
        look = self.look.pieces.get(kind.component)
        if look is None or not look.icon.values:
            return None
        own, values = (kind.name, kind.label), self.names.values(kind)
        return look.icon.of(known_by(self.document, own, values, look.icon.by))

    def _only_repeats(self, kind: Kind, values: list[tuple[Attribute, Value]]) -> bool:
        """Return whether a name with a digit only says its values again: `mask37_bracelet1`."""
        return self._has_all(kind, self._labels(values, Word))

    @staticmethod
    def _has_all(kind: Kind, values: list[str]) -> bool:
        """Return whether a name with a digit has all of these values in it."""
        numbered = any(letter.isdigit() for letter in kind.name)
        return numbered and bool(values) and all(value in kind.name for value in values)

    def _labels(
        self, values: list[tuple[Attribute, Value]], sort: type[Word | Member]
    ) -> list[str]:
        """Return the values among attributes that are words, or members of a family."""
        of_sort = [(a, v) for a, v in values if isinstance(plain(a.type), sort) and v is not None]
        return [self.names.label(value, attribute.type) for attribute, value in of_sort]

    def _playing(self, kind: Kind, values: list[tuple[Attribute, Value]]) -> Written | None:
        """Return a playing card: a suit and a rank; None for others."""
        words = [
            (self.names.label(v, a.type), a, v) for a, v in values if isinstance(a.type, Word)
        ]
        suits = [word for word, _, _ in words if word in SUITS]
        if len(suits) != 1:
            return None
        ranks = [_FIGURES.get(word, readable(word)) for word, _, _ in words if word not in SUITS]
        ranks += [str(v) for a, v in values if isinstance(plain(a.type), Number)]
        return Written(
            (" ".join(ranks) or suits[0],),
            (GREY,),
            suit=SUITS[suits[0]],
            red=suits[0] in _RED,
            owner=kind.owner,
        )

    @cached_property
    def numbers(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Names and values of the numbers on the small form of each kind: two at most.

        For a component the same ones, so that they can be compared: what the look puts into the
        corner, then those that most of its kinds have; `–` where a kind lacks one. A kind that has
        none of these shows its own.
        """
        found: list[tuple[tuple[str, str], ...]] = [()] * len(self.document.kinds)
        for component in self.document.components:
            rows = {kind: self._figures(kind) for kind in component.kinds}
            often = Counter(name for figures in rows.values() for name in figures)
            first = {name: -at for at, name in enumerate(often)}
            corner = set(map(readable, self.look.cards.get(component.name, _PLAIN).corner))
            weight = {n: (n in corner, often[n], first[n]) for n in often}
            ranked = sorted(often, key=lambda name: weight[name], reverse=True)
            shown = sorted(ranked[:_NUMBERS], key=lambda name: -first[name])
            for kind, figures in rows.items():
                own = shown if any(map(figures.get, shown)) else list(figures)[:_NUMBERS]
                found[kind] = tuple((name, figures.get(name, "–")) for name in own)
        return tuple(found)

    def _figures(self, kind: int) -> dict[str, str]:
        """Return the numbers on a kind by name, those of the corner first."""
        written = self.written[kind]
        look = self.card_look(self.document.kinds[kind])
        corner = [readable(name) for name in look.corner if name not in look.hide]
        found = dict(zip(corner, written.corner, strict=False))
        return found | {name: value for name, value in written.rows if value.isdigit()}

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """What is written on a token: the shortest letters that tell kinds of one owner apart."""
        found = [""] * len(self.document.kinds)
        tokens = [readable(name) for name, sort in self.sorts.items() if sort == "token"]
        all_names = {
            component.name: {kind: self._distinct(kind) for kind in component.kinds}
            for component in self.document.components
        }
        shortest = {
            name: _shortest(distinct) if len(distinct) > 1 else dict.fromkeys(distinct, "")
            for name, names in all_names.items()
            for distinct in [list(dict.fromkeys(filter(None, names.values())))]
        }
        taken = {
            letter
            for name, short in shortest.items()
            if self.sorts[name] == "token"
            for letter in short.values()
        }
        initials = {name: _free(name, short, taken) for name, short in _shortest(tokens).items()}
        for component in self.document.components:
            names, short = all_names[component.name], shortest[component.name]
            distinct = list(short)
            if len(tokens) > 1 and self.sorts[component.name] == "token" and len(distinct) <= 1:
                letter = initials[readable(component.name)]
                short = dict.fromkeys((*distinct, ""), letter)
            for kind, name in names.items():
                found[kind] = short.get(name, "")
        return tuple(found)

    @cached_property
    def key(self) -> str:
        """What letters on pieces stand for: `letters: L legion, G galley`; "" without any."""
        found: dict[str, list[str]] = {}
        boxed = self._on_boards()
        for kind in self.document.kinds:
            if self.sort(kind.number) == "token" or kind.component in boxed:
                letter = self.icon(kind) or self.letter(kind)
                name = self._distinct(kind.number) or readable(kind.component)
                if letter and letter.casefold() != name.casefold():
                    group = found.setdefault(
                        "on boxes" if kind.component in boxed else "on tokens", []
                    )
                    group += [words] if (words := f"{letter} {name}") not in group else []
        if len(found) < 2:
            return "".join(f"letters: {', '.join(words)}" for words in found.values())
        return "; ".join(f"{where}: {', '.join(words)}" for where, words in found.items())

    def _on_boards(self) -> frozenset[str]:
        """Return named pieces that lie on places: a place may have room for a letter alone."""
        places = {f.name for f in self.document.families if f.sort in {"space", "edge"}}
        return frozenset(
            name
            for zone in self.document.zones
            if any(isinstance(kind, Member) and kind.family in places for kind in zone.index)
            for name in zone.holds
            if self.sorts[name] == "named"
        )

    def _distinct(self, number: int) -> str:
        kind = self.document.kinds[number]
        if own_name(kind):
            return readable(kind.name)
        return " ".join(
            readable(self.names.label(value, attribute.type))
            for attribute, value in self.names.values(kind)
            if not (attribute.name == "owner" and kind.owner is not None)
        )


def _free(name: str, letters: str, taken: set[str]) -> str:
    """Return the shortest beginning of a name, of so many letters or more, that is not taken.

    >>> _free("Stake", "S", {"S", "C"}), _free("Hut", "H", {"S"})
    ('St', 'H')
    """
    longer = (name[:n] for n in range(len(letters), len(name)))
    return next((short for short in longer if short not in taken), letters)


def _shortest(names: list[str]) -> dict[str, str]:
    """Return the shortest beginnings that differ; initials for names of two words.

    >>> _shortest(["strength", "force"]), _shortest(["man", "mole"])
    ({'strength': 'S', 'force': 'F'}, {'man': 'Ma', 'mole': 'Mo'})
    """
    for size in range(1, max(map(len, names), default=0) + 1):
        short = {name: (name[:1].upper() + name[1:size]).strip() for name in names}
        if len(set(short.values())) == len(names):
            return short
        if size == 1 and all(" " in name for name in names):
            initials = {name: "".join(word[0] for word in name.split()).upper() for name in names}
            if len(set(initials.values())) == len(names):
                return initials
    return {name: name for name in names}
