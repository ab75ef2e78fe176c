"""Text with room between its declarations, so that an edit of one moves no line of the others.

    before:  a text, and how the one before it was laid out
    after:   the same declarations, each in the line in which it stood then, empty lines between

What is known of a declaration tells its lines: while those stay, so does what is known. Empty
lines between declarations mean nothing, so what is found is the same but for its lines;
`Spaced.home` tells where those are in the text itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Final, TypeAlias

import attrs

from rulelang.evolving import evolve
from rulelang.freezing import define, frozen
from rulelang.parsing.lines import begins_declaration
from rulelang.source import Source, Span

ROOM: Final = 24
"""Empty lines behind a declaration at first; half of its own lines are added to them."""
MAX_CHARACTERS: Final = 500_000
"""A text that would be longer is left as it is."""

_Key: TypeAlias = tuple[int, tuple[str, ...]]


@frozen
class _Block:
    """A declaration, with all up to the next one, or what stands before the first.

    `lines`: without the empty ones at its end; `line`: where it begins in the text; `number`: how
    many before it read the same.
    """

    lines: tuple[str, ...]
    line: int
    number: int

    @property
    def key(self) -> _Key:
        return self.number, self.lines


@frozen
class Spaced:
    """A text laid out. `first`: where its blocks begin in `source`; `line`: where in the text."""

    source: Source
    first: tuple[int, ...]
    line: tuple[int, ...]

    def home(self, span: Span) -> Span:
        """Return where a place of `source` is in the text itself; other files stay."""
        if span.file != self.source.name or not span.line:
            return span
        line, end_line = self._line(span.line), self._line(span.end_line)
        return evolve(span, line=line, end_line=end_line)

    def _line(self, line: int) -> int:
        place = bisect_right(self.first, line) - 1
        found = line - self.first[place] + self.line[place]
        is_last = place + 1 == len(self.line)
        return found if is_last else min(found, self.line[place + 1])  # in the room behind it


@define
class Spacing:
    """How texts are laid out: of each file the last one, by its blocks and where they begin."""

    _last: dict[str, tuple[tuple[_Key, ...], tuple[int, ...]]] = attrs.field(factory=dict)

    def spaced(self, source: Source) -> Spaced:
        r"""Return a text where what it shares with the last one of its file stands as it did.

        >>> spacing = Spacing()
        >>> before = spacing.spaced(Source("a.rules", "play:\n    end: draw\nto rest:\n    stop"))
        >>> after = spacing.spaced(Source("a.rules", "play:\n\n    end: draw\nto rest:\n    stop"))
        >>> [one.source.text.split("\n").index("to rest:") for one in (before, after)]
        [51, 51]
        """
        as_it_is = Spaced(source, (1,), (1,))
        if len(source.text) > MAX_CHARACTERS:
            return as_it_is
        blocks = tuple(_blocks(source.text.split("\n")))
        keys = tuple([block.key for block in blocks])
        first, anew = self._kept(source.name, blocks, keys), _anew(blocks)
        if first is None or first[-1] > 2 * anew[-1]:
            first = anew
        if len(source.text) + first[-1] > MAX_CHARACTERS:
            return as_it_is
        self._last[source.name] = keys, first
        lines: list[str] = []
        for block, at in zip(blocks, first, strict=True):
            lines += [""] * (at - 1 - len(lines))
            lines += block.lines
        laid_out = Source(source.name, "\n".join(lines))
        return Spaced(laid_out, first, tuple([block.line for block in blocks]))

    def _kept(
        self, name: str, blocks: Sequence[_Block], keys: Sequence[_Key]
    ) -> tuple[int, ...] | None:
        """Return where blocks begin if those that are known stay; None where there is no room."""
        if name not in self._last:
            return None
        before, stood = self._last[name]
        found = [1]  # what stands before the first declaration
        was, end = 1, 1 + len(blocks[0].lines)
        matcher = SequenceMatcher(None, before[1:], keys[1:], autojunk=False)
        for match in matcher.get_matching_blocks():
            old, new = match.a + 1, match.b + 1
            follows = stood[old] if old < len(stood) else None
            placed = _between(blocks[len(found) : new], stood[was:old], end, follows)
            if placed is None:
                return None
            was = old + match.size
            found += placed
            found += stood[old:was]
            end = found[-1] + len(blocks[len(found) - 1].lines)
        return tuple(found)


def _between(
    blocks: Sequence[_Block], stood: Sequence[int], end: int, follows: int | None
) -> list[int] | None:
    """Return where some blocks begin that are new, behind `end` and before what follows.

    As many as there were begin where those did, if they have room; others part what room there is.
    """
    if len(stood) == len(blocks):
        ends = [end, *[at + len(b.lines) for at, b in zip(stood, blocks, strict=True)]]
        borders = [*stood, follows]
        if all(n is None or e <= n for e, n in zip(ends, borders, strict=True)):
            return [*stood]
    needed = sum(len(block.lines) for block in blocks)
    if follows is None:
        return [*_anew(blocks, end + ROOM)]
    free = follows - end - needed
    if free < 0:
        return None
    found, used = [], 0
    for place, block in enumerate(blocks, start=1):
        found.append(end + used + free * place // (len(blocks) + 1))
        used += len(block.lines)
    return found


def _anew(blocks: Sequence[_Block], first: int = 1) -> tuple[int, ...]:
    """Return where blocks begin, each with room behind it."""
    found, at = [], first
    for block in blocks:
        found.append(at)
        at += len(block.lines) + ROOM + len(block.lines) // 2
    return tuple(found)


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    """Yield the blocks of a text; the first may have no lines."""
    starts = [at for at, line in enumerate(lines) if begins_declaration(line)]
    seen: Counter[tuple[str, ...]] = Counter()
    for start, end in pairwise([0, *starts, len(lines)]):
        last = end
        while last > start and not lines[last - 1].strip():
            last -= 1
        mine = tuple(lines[start:last])
        yield _Block(mine, start + 1, seen[mine])
        seen[mine] += 1
