"""Arguments without brackets, brackets without arguments, and texts put together by `+`.

before:  play hang Lantern(red, 4)
after:   play hang(Lantern(red, 4))
"""

from __future__ import annotations

import re
from typing import Final

import attrs

from rulelang.diagnostics import Diagnostic, Edit
from rulelang.messages import syntax
from rulelang.parsing.library import words_of_language
from rulelang.parsing.slips.foreign import OTHERS
from rulelang.parsing.slips.rewriting import BEGUN, DEEP
from rulelang.parsing.stops import Scene, Stop, edit_at
from rulelang.suggest import nearest
from rulelang.surface.reserved import OF_ONE

_VALUE: Final = rf"(?:{DEEP}(?:\.\w+)*|\d+)"
_VALUES: Final = rf"{_VALUE}(?:, ?{_VALUE}){{0,4}}"
_BINDING: Final = rf"[a-z]\w* in (?:{DEEP}|\d+\.\.\d+)"
_PLAYED: Final = re.compile(
    r"^ +(?:play|do|expect (?:refused|offered|not offered))"
    rf" (?P<name>[a-z]\w*) +(?P<args>{_VALUES})(?= because\b|$)"
)
_ARM: Final = re.compile(
    rf"^ +(?P<name>[a-z]\w*) +(?P<args>{_BINDING}(?:, ?{_BINDING}){{0,3}})"
    r"(?=(?: ?\"[^\"]*\")?:?$)"
)
_CALLED: Final = re.compile(rf"{BEGUN}(?P<name>[a-z]\w*) +(?P<args>{_VALUES})$")
_NO_EFFECT: Final = re.compile(rf"(?:{OTHERS}|call|do|run|the|an?|game|is|player)\b")
_TERM: Final = rf'(?:"[^"]*"|(?:str\()?{_VALUE}\)?)'
_JOINED: Final = re.compile(rf"(?P<all>{_TERM}(?: ?\+ ?{_TERM})+)(?=$| to \w+$)")
_ALONG: Final = re.compile(
    rf"\balong \w+ in {DEEP} where (?:not )?(?P<query>(?:every|some|no) [^:\"]+?)"
    r"(?= else\b| then\b|:|$)"
)
_OF_ONE: Final = re.compile(rf"(?<![.\w])(?=(?P<name>[a-z]\w*) (?:of (?:the )?)?(?P<one>{DEEP}))")
_QUALIFIED: Final = re.compile(r"\b(?P<one>[a-z]\w*|P\d) (?P<name>[A-Z]\w*)\b(?!\()")
_OF_VALUES: Final = frozenset(("let", "var", "zone"))
_EMPTY: Final = re.compile(r"\b([a-z]\w*) ?\($")
_STR: Final = re.compile(r"str\((.+)\)")


def around_arguments(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `evening p`, `play hang Lantern(red, 4)` and `hang l in hand(p) "…":`."""
    code = scene.line.code.rstrip()
    in_scenario = scene.lines[0].code.startswith("scenario")
    for pattern in (_PLAYED,) if in_scenario else (_ARM, _CALLED):
        wanted = "(" if pattern is _ARM else "NL"
        for found in pattern.finditer(code) if wanted in stop.expected else ():
            is_named = pattern is _ARM and found["name"] not in scene.statements
            may_be = is_named or _may_be_called(found, scene)
            may_be = may_be and (pattern is not _CALLED or _is_effect(found["name"], scene))
            if found.start("args") == stop.span.column - 1 and may_be:
                written = f"{found['name']}({found['args']})"
                start, end = found.start("name"), found.end("args")
                return (edit_at(stop, scene, start, end, written),)
    return ()


def _may_be_called(found: re.Match[str], scene: Scene) -> bool:
    """Return whether the word before the arguments may be the name of an effect or an arm."""
    name = found["name"]
    if name in words_of_language() or _NO_EFFECT.match(name) or _NO_EFFECT.match(found["args"]):
        return False
    first = re.split(r"\W", found["args"], maxsplit=1)[0]
    return first not in words_of_language() and nearest(name, scene.statements) is None


def _is_effect(name: str, scene: Scene) -> bool:
    head = scene.heads.known.get(name)
    return head is not None and head.sort == "to"


def around_one(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `hand(next p)`, `opponent of p`, `add 1 to points of p` and `3 red Card`."""
    code = scene.line.code.rstrip()
    for found in _OF_ONE.finditer(code) if scene.first_word not in ("say", "note") else ():
        if found.start() <= stop.span.column - 1 <= found.start("one"):
            head, one = scene.heads.known.get(found["name"]), found["one"].split("(")[0]
            of_one = head is not None and len(head.index) == 1 and head.sort in _OF_VALUES
            is_value = (
                scene.is_bound(one)
                or one in re.findall(r"\w+", code[: found.start()])
                or not one.isalpha()
                or not one.islower()
            )
            if is_value and (of_one or (head is None and found["name"] in OF_ONE)):
                return _called(stop, scene, found)
    for found in _QUALIFIED.finditer(code):
        head = scene.heads.known.get(found["name"])
        of_one = head is not None and len(head.index) == 1 and head.sort in ("token", "die")
        is_word = found["one"] not in scene.heads.known and found["one"] not in words_of_language()
        if of_one and is_word and found.start("name") == stop.span.column - 1:
            return _called(stop, scene, found)
    return ()


def _called(stop: Stop, scene: Scene, found: re.Match[str]) -> tuple[Edit, ...]:
    written = f"{found['name']}({found['one']})"
    start, end = (
        min(found.start("name"), found.start("one")),
        max(found.end("one"), found.end("name")),
    )
    return (edit_at(stop, scene, start, end, written),)


def around_query(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `along r in Path where every s in ends(r) has …`: a query there stands in brackets."""
    found = _ALONG.search(scene.line.code.rstrip())
    if found is None or not found.start("query") < stop.span.column - 1 <= found.end():
        return ()
    start, end = found.span("query")
    return (edit_at(stop, scene, start, end, f"({found['query']})"),)


def in_one_text(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `say "tonight " + favoured`."""
    code = scene.line.code.rstrip()
    found = _JOINED.search(code) if stop.text == "+" else None
    if found is None or '"' not in found["all"]:
        return ()
    if not found.start() < stop.span.column - 1 < found.end():
        return ()
    terms = re.findall(_TERM, found["all"])
    said = "".join([one[1:-1] if one.startswith('"') else _in_braces(one) for one in terms])
    return (edit_at(stop, scene, found.start(), found.end(), f'"{said}"'),)


def _in_braces(value: str) -> str:
    found = _STR.fullmatch(value)
    return f"{{{found[1] if found else value}}}"


def empty(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find `work()` and `{left()}`: what takes nothing has no brackets, what does says what."""
    at = stop.span.column - 1
    found = _EMPTY.search(scene.line.text[:at]) if stop.text == ")" else None
    if found is None or found[1] in words_of_language():
        return None
    start = found.start() if not stop.in_text else found.end(1)
    span = attrs.evolve(stop.span, column=start + 1, end_column=at + 2)
    head = scene.heads.known.get(found[1])
    wanted = () if head is None else head.index
    meant = f"{found[1]}({', '.join(wanted)})" if wanted else found[1]
    text = scene.line.text[start : at + 1]
    if not all(scene.is_bound(name) for name in wanted):
        hint = f"say of which, or with what, as it is declared: `{meant}`"
        return syntax.unexpected_word(span, text, (), (), hint)
    hint = f"write `{{{meant}}}`" if stop.in_text else f"write `{meant}`"
    made = syntax.unexpected_word(span, text, (f"`{meant}`",), (), hint)
    instead = meant.removeprefix(found[1]) if stop.in_text else meant
    return attrs.evolve(made, mend=(Edit(span, instead),))
