"""The concrete tree: what the grammar made of a text, before it becomes the surface tree.

`parse.py` makes it, so that the library behind the grammar is known there alone; the other files
of this folder read it. Layout (line ends, indentation) and words that the rule implies are gone.
"""

from __future__ import annotations

from typing import TypeAlias

from rulelang import surface as s
from rulelang.freezing import frozen
from rulelang.source import Span


@frozen
class Word:
    """A name, number, text, row or word of the language: `kind` says which."""

    kind: str
    text: str
    span: Span


@frozen
class Form:
    """A rule of the grammar that matched: its `name` there, and its parts.

    `first_line` is the part of `span` on its first line, without comment and citation.
    """

    name: str
    children: tuple[Node, ...]
    span: Span
    first_line: Span


Node: TypeAlias = Word | Form


def words(form: Form) -> tuple[Word, ...]:
    """Return the words directly in `form`."""
    return tuple(c for c in form.children if isinstance(c, Word))


def forms(form: Form, *names: str) -> tuple[Form, ...]:
    """Return the forms directly in `form`: those with one of `names`, or all of them."""
    return tuple(
        c for c in form.children if isinstance(c, Form) and (not names or c.name in names)
    )


def optional(form: Form, *names: str) -> Form | None:
    """Return the first form in `form` with one of `names`, if there is one."""
    return next(iter(forms(form, *names)), None)


def only(form: Form, *names: str) -> Form:
    """Return the first form in `form` with one of `names`; the grammar promises one."""
    return forms(form, *names)[0]


def without(form: Form, *names: str) -> tuple[Form, ...]:
    """Return the forms directly in `form` that have none of `names`."""
    return tuple(c for c in forms(form) if c.name not in names)


def name_of(word: Word) -> s.Name:
    """Return `word` as a name of the surface tree."""
    return s.Name(word.text, word.span)


def first_name(form: Form) -> s.Name:
    """Return the first word of `form` as a name."""
    return name_of(words(form)[0])


def names(form: Form | None) -> tuple[s.Name, ...]:
    """Return all words of `form` as names; none if there is no form."""
    return tuple(name_of(w) for w in words(form)) if form else ()


def number_of(word: Word) -> int:
    """Return the value of a number."""
    return int(word.text)


def unquoted(word: Word) -> str:
    """Return a text without its quotes."""
    return word.text[1:-1]
