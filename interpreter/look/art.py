"""Drawings that a look brings: read by a list of what is harmless, and written anew.

Nothing of the file is passed on as it was. Scripts, styles, links, pictures, animations, foreign
objects, entities and whatever leads outside are refused; what drawing programs note for themselves
in their own namespaces is left out.
"""

from __future__ import annotations

import re
from html import escape
from math import isfinite
from typing import Final
from xml.parsers import expat

from interpreter.look.shapes import SAME, Matrix, box_of, corners, joined, matrix, numbers, outline
from interpreter.look_model import Art, Box, Point
from rulelang.freezing import frozen

_SVG = "http://www.w3.org/2000/svg"
_DEEPEST = 60
_MOST = 20_000  # elements
_ELEMENTS = """
    svg g defs path rect circle ellipse line polyline polygon text tspan title desc
    linearGradient radialGradient stop clipPath mask pattern
"""
_ATTRIBUTES = """
    id d x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height points transform viewBox version
    fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray
    stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit opacity visibility display
    font-size font-family font-weight font-style text-anchor dominant-baseline letter-spacing
    textLength offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod
    clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits patternUnits
    patternContentUnits patternTransform preserveAspectRatio paint-order vector-effect
"""
ELEMENTS = frozenset(_ELEMENTS.split())
ATTRIBUTES = frozenset(_ATTRIBUTES.split())
_WRITTEN = frozenset({"text", "tspan", "title", "desc"})
_SHADOWS = frozenset({"defs", "clipPath", "mask", "pattern", "title", "desc"})
_URL = re.compile(r"url\s*\(\s*(['\"]?)(.*?)\1\s*\)", re.IGNORECASE)
_INSIDE = re.compile(r"#[\w.:@-]+")
_OWN = re.compile(r"[\w.:@-]+")


@frozen
class Fault:
    """Why a drawing is refused: `sort` is `forbidden` or `malformed`; line and column from 1."""

    sort: str
    words: str
    hint: str
    line: int
    column: int


class _Refused(Exception):
    def __init__(self, sort: str, words: str, hint: str = "") -> None:
        super().__init__(words)
        self.sort, self.words, self.hint = sort, words, hint


def read_art(data: bytes, prefix: str) -> Art | Fault:
    """Return a drawing, or why it is refused.

    Args:
        data: the file.
        prefix: put before its ids, so that several drawings can stand in one page.
    """
    reader = _Reader(prefix)
    try:
        reader.parser.Parse(data, True)
        return reader.art()
    except _Refused as refused:
        line, column = reader.place
        return Fault(refused.sort, refused.words, refused.hint, line, column + 1)
    except expat.ExpatError as error:
        words = f"is no well-formed XML: {expat.ErrorString(error.code)}"
        return Fault("malformed", words, "", error.lineno, error.offset + 1)


class _Reader:
    """Writes the harmless elements of a drawing anew, and notes the boxes of those with an id."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.out: list[str] = []
        self.view: Box | None = None
        self.names: list[str | None] = []  # of the open elements; None where left out
        self.matrices: list[Matrix] = [SAME]
        self.open_ids: list[str | None] = []
        self.points: dict[str, list[Point]] = {}
        self.left_out = 0  # how deep in what is left out
        self.shadow = 0  # how deep in what is not drawn where it stands
        self.count = 0
        self.place = (1, 0)  # line and column of the element that is read
        parser = self.parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text
        parser.StartDoctypeDeclHandler = self.doctype
        parser.ProcessingInstructionHandler = self.instruction

    def art(self) -> Art:
        """Return the drawing."""
        assert self.view is not None
        boxes = {name: box_of(points) for name, points in self.points.items() if points}
        return Art("".join(self.out), self.view, boxes)

    def _here(self) -> None:
        self.place = (self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)

    def doctype(self, *_: object) -> None:
        self._here()
        raise _Refused("forbidden", "has a DOCTYPE", "leave that line out")

    def instruction(self, target: str, _: str) -> None:
        self._here()
        raise _Refused("forbidden", f"has the instruction `<?{target}`", "leave it out")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._here()
        self.count += 1
        if self.count > _MOST or len(self.names) >= _DEEPEST:
            words = f"has more than {_MOST:,} elements or is nested deeper than {_DEEPEST}"
            raise _Refused("malformed", words, "simplify the drawing")
        space, _, local = name.rpartition(" ")
        if self.left_out or (self.names and (space != _SVG or local == "metadata")):
            self.names.append(None)
            self.left_out += 1
            return
        if not self.names:
            self._root(space, local, attributes)
        elif local not in ELEMENTS or local == "svg":
            raise _Refused("forbidden", f"has the element <{local}>", _mend(local))
        self.names.append(local)
        self.shadow += local in _SHADOWS
        self._element(local, attributes)

    def _root(self, space: str, local: str, attributes: dict[str, str]) -> None:
        if local != "svg" or space != _SVG:
            raise _Refused("malformed", "is no SVG", f'write <svg xmlns="{_SVG}" …>')
        found = numbers(attributes.get("viewBox", ""))
        if not found and "width" in attributes and "height" in attributes:
            found = [
                0.0,
                0.0,
                *numbers(attributes["width"])[:1],
                *numbers(attributes["height"])[:1],
            ]
        if len(found) != 4 or not all(map(isfinite, found)) or min(found[2:]) <= 0:
            raise _Refused("malformed", "has no `viewBox`", 'write <svg viewBox="0 0 1000 700" …>')
        self.view = (found[0], found[1], found[2], found[3])

    def _element(self, local: str, attributes: dict[str, str]) -> None:
        kept = {k: self._value(local, k, v) for k, v in attributes.items() if " " not in k}
        own = attributes.get("id")
        by = joined(self.matrices[-1], matrix(attributes.get("transform", "")))
        self.matrices.append(by)
        self.open_ids.append(own if own and not self.shadow else None)
        if own is not None and _OWN.fullmatch(own) is None:
            raise _Refused(
                "malformed", f"has the id `{own[:40]}`", "use letters, digits, `_`, `-`"
            )
        if not self.shadow:
            self._note(corners(outline(local, attributes), by))
        if local == "svg":
            return
        parts = [f" {k}={_quoted(v)}" for k, v in kept.items() if k not in {"id", "version"}]
        if own is not None:
            parts.append(f" id={_quoted(self.prefix + own)}")
            parts += [] if self.shadow else [f" data-place={_quoted(own)}"]
        self.out.append(f"<{local}{''.join(parts)}>")

    def _value(self, local: str, name: str, value: str) -> str:
        """Return an attribute's value, harmless."""
        if name not in ATTRIBUTES:
            raise _Refused("forbidden", f"has <{local} {name}=…>", _mend(name))
        for _, target in _URL.findall(value):
            if _INSIDE.fullmatch(target) is None:
                words = f"refers to `{target[:40]}` outside of itself"
                raise _Refused("forbidden", words, "draw it in the file")
        if "url" in _URL.sub("", value).lower() and name not in {"id", "font-family"}:
            raise _Refused("forbidden", f"has <{local} {name}=…> with a broken `url`", "mend it")
        return _URL.sub(lambda found: f"url(#{self.prefix}{found[2][1:]})", value)

    def _note(self, points: list[Point]) -> None:
        finite = [p for p in points if isfinite(p[0]) and isfinite(p[1])]
        for own in self.open_ids:
            if own is not None and finite:
                noted = self.points.setdefault(own, [])
                left, top, wide, high = box_of([*noted, *finite])
                noted[:] = [(left, top), (left + wide, top + high)]

    def end(self, _: str) -> None:
        local = self.names.pop()
        if local is None:
            self.left_out -= 1
            return
        self.shadow -= local in _SHADOWS
        self.matrices.pop()
        self.open_ids.pop()
        if local != "svg":
            self.out.append(f"</{local}>")

    def text(self, data: str) -> None:
        if (
            not self.left_out
            and self.names
            and self.names[-1] in {"text", "tspan", "title", "desc"}
        ):
            self.out.append(escape(data, quote=False))


def _quoted(value: str) -> str:
    """Return an attribute's value in quotation marks; `xml.sax.saxutils` imports much more."""
    return f'"{escape(value).translate(_BLANKS)}"'


_BLANKS: Final = str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _mend(name: str) -> str:
    """Return what to do about something that is not on the list."""
    if name == "style":
        return "write colours as attributes: fill, stroke, …"
    if name in {"use", "symbol"}:
        return "draw the shape itself where it is used"
    if name == "class":
        return "write colours as attributes: there are no styles"
    return "leave it out"
