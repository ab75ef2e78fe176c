"""What sentences are made of: words, and names that can be looked up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from rulelang.freezing import frozen

TermSort: TypeAlias = Literal[
    "zone", "variable", "table", "fact", "effect", "component", "place", "player", "word",
    "option", "local", "attribute",
]  # fmt: skip


@frozen
class Term:
    """A name in a sentence. `name` as the rule text has it, `text` as it is read."""

    sort: TermSort
    name: str
    text: str


_SHORT: Final = 3
Said: TypeAlias = tuple[str | Term, ...]


@frozen
class Item:
    """A sentence, and what stands under it.

    `line`: where it stands in the file `file`, from 1. `cites` and `about`: the citation and the
    remark at the end of that line. `sort`: an `action` is a way to act, with its needs under it; a
    `need` says in its last part, after the dash, why not.
    """

    said: Said
    sort: Literal["rule", "action", "need"]
    file: str
    line: int
    cites: str | None
    about: str | None
    under: tuple[Item, ...] = ()


def plain(said: Iterable[str | Term]) -> str:
    """Return a sentence without what can be looked up.

    >>> plain(("Move ", Term("local", "t", "t"), "."))
    'Move t.'
    """
    return "".join(part if isinstance(part, str) else part.text for part in said)


def listed(parts: Iterable[Said], separator: str) -> Said:
    """Return parts with `separator` between them."""
    whole: list[str | Term] = []
    for at, part in enumerate(parts):
        whole.extend((separator, *part) if at else part)
    return tuple(whole)


def readable(name: str) -> str:
    """Return a name as it is read: blanks, and no long word in capitals alone.

    >>> readable("take_turn"), readable("FORCED_MARCH"), readable("FORUM_A")
    ('take turn', 'Forced March', 'Forum A')
    """
    words = name.replace("_", " ").split(" ")
    return " ".join(
        word.capitalize() if len(word) > _SHORT and word.isupper() else word for word in words
    )
