"""The colours of one game: its players, the words of each kind, the values of attributes."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

import attrs

from interpreter.document.model import GameDocument
from interpreter.look_model import Look
from interpreter.picture.ink import colours
from rulelang.core import Value
from rulelang.rule_types import Member, Type, Word, plain

GREY = "#8c8c8c"
_APART = 3.0


@attrs.frozen(eq=False)
class Palette:
    """Colours, patterns and letters, by number."""

    document: GameDocument
    look: Look

    @cached_property
    def players(self) -> tuple[str, ...]:
        """A colour for each player."""
        names = self.document.players
        own = colours.of_players(names)
        return tuple(
            self.look.colours.get(name, colour) for name, colour in zip(names, own, strict=True)
        )

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """A letter or two for each player."""
        return colours.letters(self.document.players)

    @cached_property
    def tell_apart(self) -> bool:
        """Whether the lightness of the colours alone tells all players apart: White and Black."""
        shades = sorted(self.players, key=colours.luminance)
        return all(colours.contrast(a, b) >= _APART for a, b in pairwise(shades))

    @cached_property
    def words(self) -> dict[int, str]:
        """A colour for each word; words of no kind in order of the text.

        Words of different kinds may lie side by side, so a kind goes on with the colours that
        those before it left, as long as there are enough of them for all its words.
        """
        document = self.document
        found: dict[int, str] = {}
        taken = 0
        for kind in document.word_kinds:
            names = tuple(document.words[word] for word in kind.words)
            taken = taken if taken + len(names) <= colours.WORDS else 0
            for word, colour in zip(kind.words, colours.of_words(names, taken), strict=True):
                found.setdefault(word, colour)
            taken += len(names)
        rest = tuple(word for word in range(len(document.words)) if word not in found)
        named = colours.of_words(tuple(document.words[word] for word in rest))
        found.update(zip(rest, named, strict=True))
        for word, name in enumerate(document.words):
            found[word] = self.look.colours.get(name, found[word])
        return found

    def of(self, value: Value, kind: Type) -> str | None:
        """Return the colour of a value; None where it has none (numbers, flags, none)."""
        match plain(kind):
            case Word() if isinstance(value, int):
                return self.words[value]
            case Member(family="Player") if isinstance(value, int):
                return self.players[value]
            case _:
                return None
