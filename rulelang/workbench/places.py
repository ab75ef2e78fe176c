"""What is being written at a place: the names in sight there, and what may come."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from rulelang import surface as s
from rulelang.freezing import frozen
from rulelang.parse import before
from rulelang.parsing.before import Before
from rulelang.parsing.expressions import domain, expression
from rulelang.parsing.lines import Line, chunks_of, lines_of
from rulelang.parsing.tree import Form, Node, Word
from rulelang.source import Source
from rulelang.workbench.draft import Draft
from rulelang.workbench.names import Definition

_WORD = re.compile(r"[A-Za-z0-9_]*\Z")
_PART = re.compile(r"\w+|[^\s\w]")
_DOTTED = re.compile(r"([A-Za-z]\w*)(?:\([^()]*\))?\.\Z")
_LONGEST = 2_000
"""Lines of a declaration before a place that are looked at."""


@frozen
class Place:
    """What stands before a place in its declaration.

    `written`: the part of a word directly before it. `words`: the words that wait for more,
    the last ones on the way to the place. `line`: its line up to there, without that part.
    `mode`: `code`, a `comment`, a `text`, or a `row` of a table.
    """

    line: str
    written: str
    mode: str
    first_word: str
    before: Before
    scope: dict[str, Definition] = attrs.field(repr=False)

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words that wait for more, and `…` for each part that is complete.

        Those of its line where something before the place cannot be read.
        """
        if self.mode == "code" and not self.before.expected:
            return tuple(_PART.findall(self.line))
        return tuple(n.text or n.kind if isinstance(n, Word) else "…" for n in self.before.nodes)


def place_at(draft: Draft, line: int, column: int) -> Place:
    """Return what stands before a place."""
    lines = draft.lines[:line]
    last = lines[line - 1][: column - 1] if len(lines) >= line else ""
    mine = [*_declaration(lines[: line - 1], last), last]
    first = line - len(mine) + 1
    written = _WORD.search(last)
    part = written[0] if written else ""
    begun = last[: len(last) - len(part)]
    mode = _mode(begun)
    if mode == "text":
        mine[-1], mode = _hole(begun)
    else:
        mine[-1] = begun
    known = Before((), frozenset())
    if mode in {"code", "hole"}:
        known = before(mine, draft.source.name, first)
    begins = re.match(r"[a-z]*", mine[0])
    word = begins[0] if begins else ""
    return Place(begun, part, mode, word, known, _scope(known.nodes))


def _declaration(above: Sequence[str], last: str) -> list[str]:
    """Return the lines above that belong to the declaration of a line."""
    if _begins(last):
        return []
    found: list[str] = []
    for line in reversed(above[-_LONGEST:]):
        found.append(line)
        if _begins(line):
            break
    return found[::-1]


def _begins(line: str) -> bool:
    if not line[:1].isalpha():
        return False
    chunk = next(chunks_of(lines_of(Source("", line))), None)
    return chunk is not None and chunk.lines[0].begins_declaration


def _mode(begun: str) -> str:
    if begun.lstrip(" \t").startswith("|"):
        return "row"
    whole: Line = lines_of(Source("", begun))[0]
    if whole.comment is not None:
        return "comment"
    return "code" if whole.unclosed is None else "text"


def _hole(begun: str) -> tuple[str, str]:
    """Return the line to read where a place is in a text: the value in open braces."""
    start = begun.rindex('"')
    hole = begun.rfind("{", start)
    if hole < 0 or "}" in begun[hole:]:
        return "", "text"
    indent = begun[: len(begun) - len(begun.lstrip(" "))]
    head = re.match(r"[A-Za-z]\w*(\(.*\))?[ \t]*\Z", begun[:start].strip())
    opened = f"{indent}{begun[:start].strip()}: " if head and head[1] else indent
    return f"{opened}set x to {begun[hole + 1 :]}", "hole"


def _scope(nodes: Sequence[Node]) -> dict[str, Definition]:
    """Return the local names in sight behind what was read."""
    found: dict[str, Definition] = {}
    for node in nodes:
        _bind(node, found)
    for at, node in enumerate(nodes):
        if isinstance(node, Word) and node.kind == "NAME":
            _bind_waiting(node, nodes[max(0, at - 3) : at], nodes[at + 1 : at + 3], found)
    return found


def _bind_waiting(
    word: Word, ahead: Sequence[Node], behind: Sequence[Node], found: dict[str, Definition]
) -> None:
    """Bind a name whose binder is not complete: `c in hand(p) where …`, `each turn of p …`."""
    match behind:
        case (Word(text="in"), Form() as form):
            _name(word, _domain(form), found)
        case _:
            pass
    said = [n.text for n in ahead if isinstance(n, Word)]
    if said == ["each", "turn", "of"]:
        _name(word, s.Apply(s.Name("Player")), found)
    if said[-2:] in (["end", ":"], ["each"]) and behind:
        _name(word, s.Apply(s.Name("Player")), found)


def _bind(node: Node, found: dict[str, Definition]) -> None:
    if not isinstance(node, Form):
        return
    words = [c for c in node.children if isinstance(c, Word) and c.kind == "NAME"]
    forms = [c for c in node.children if isinstance(c, Form)]
    match node.name:
        case "names" | "follower" | "taken":
            means: object = None
        case "parameter":
            means = type_of(forms[-1]) if forms else None
        case "choice" | "binding" | "binder" | "closed_binder":
            means = _of(forms)
        case "let":
            words, means = words[:1], _expression(forms[-1]) if forms else None
        case name if name.startswith("_") or name in _CARRIERS:
            words, means = [], None
        case _:
            return
    for word in words:
        _name(word, means, found)
    if node.name not in {"let", "parameter", "names", "follower", "taken"}:
        for form in forms:
            _bind(form, found)


_CARRIERS = frozenset(
    {"takes", "statement", "choices", "binders", "free_binders", "index", "names_listed"}
)


def _of(forms: Sequence[Form]) -> object:
    plain = [form for form in forms if form.name != "follower"]
    return _domain(plain[0]) if plain else None


def _name(word: Word, node: object, found: dict[str, Definition]) -> None:
    found[word.text] = Definition(word.text, "local", word.span, node)


def _inner(form: Form) -> Form:
    """Return what stands in forms that only hold another.

    Raises:
        ValueError: one of them is not whole.
    """
    while form.name.startswith("_") or form.name == "domain":
        (form,) = (c for c in form.children if isinstance(c, Form))
    return form


def _expression(form: Form) -> s.Expr | None:
    try:
        return expression(_inner(form))
    except (LookupError, ValueError, TypeError):  # cases, or a part that is not whole
        return None


def _domain(form: Form) -> s.Domain | None:
    try:
        return domain(_inner(form))
    except (LookupError, ValueError, TypeError):
        return None


def type_of(form: Form) -> s.WordsType | None:
    """Return the names in a type as it was read, if it has some."""
    words = [c for c in form.children if isinstance(c, Word) and c.kind == "NAME"]
    inner = [c for c in form.children if isinstance(c, Form)]
    if not words and inner:
        return type_of(inner[-1])
    return s.WordsType(tuple(s.Name(w.text, w.span) for w in words)) if words else None


def subject(place: Place) -> s.Expr | None:
    """Return the value before the `.` that a place is behind, if there is one."""
    nodes = place.before.nodes
    if not place.before.expected:  # something before it on the line cannot be read
        name = _DOTTED.search(place.line)
        return s.Apply(s.Name(name[1])) if name else None
    return value_of(nodes[-2])


def value_of(node: Node) -> s.Expr | None:
    """Return the value that was read, if it is one: what is set or given too."""
    match node:
        case Form(name="place"):
            words = [c for c in node.children if isinstance(c, Word) and c.kind == "NAME"]
            return s.Apply(s.Name(words[0].text, words[0].span)) if words else None
        case Form() as form:
            return _expression(form)
        case Word(kind="NAME", text=text, span=span):
            return s.Apply(s.Name(text, span), (), span)
        case _:
            return None
