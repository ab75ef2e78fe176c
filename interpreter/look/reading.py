"""From the text of a look to what it says, for all variants of a rule text at once.

Names are not looked at here: `checking` holds them against the rule text. What is wrong is found
and left out, so that all findings come at once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Literal

import attrs

from interpreter.look import messages
from interpreter.look.positions import Path, Positions, positions
from interpreter.look.sections import COLOUR, Section
from interpreter.look_model import (
    ActionLook,
    BoardLook,
    CardLook,
    EdgeLook,
    Group,
    Look,
    MatPlace,
    PartLook,
    PieceLook,
    PieceShape,
    SpaceLook,
    ZoneForm,
)
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.freezing import frozen
from rulelang.source import Source, Span

VERSION = 1
DASHES = ("full", "dashed", "dotted")
_SHAPES: tuple[PieceShape, ...] = ("disc", "square", "cube", "house", "meeple")
_MAT_PLACES: tuple[MatPlace, ...] = ("below", "beside", "row")
_FORMS: tuple[ZoneForm, ...] = ("fan", "pile", "row", "slots", "small")
_TABLES = (
    "board", "space", "edge", "card", "piece", "zone", "variable", "mat", "group", "action",
    "colour",
)  # fmt: skip
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_WIDEST = 4000  # characters of a line


@frozen
class Files:
    """The files of a board, as paths with `{option}` in them, beside the look."""

    places: str | None = None
    art: str | None = None


@frozen
class LookText:
    """What the text of a look says.

    `look` has neither kept places nor art yet: `boards`, `cards` and `pieces` name the files and
    folders by family and component. `at`: where each key stands.
    """

    source: Source
    look: Look
    boards: Mapping[str, Files]
    cards: Mapping[str, str]
    pieces: Mapping[str, str]
    at: Positions = attrs.field(repr=False)

    def item(self, path: Path, name: str) -> Span:
        """Return where a name stands in the list at `path`."""
        number = 0
        while (*path, number) in self.at.values:
            span = self.at.values[*path, number]
            if self.source.line_text(span.line)[span.column :].startswith(name):
                return span
            number += 1
        return self.at.value(*path)


def read(source: Source, sink: Sink) -> LookText | None:
    """Return what a look says, or None where it is no TOML; what is wrong goes to `sink`."""
    raw = _parsed(source, sink)
    if raw is None:
        return None
    at = positions(source.name, source.text)
    top = Section(raw, (), at, sink)
    number = raw.get("look")
    top.asked.add("look")
    if isinstance(number, bool) or number != VERSION:
        span = at.key("look") if number is not None else Span(source.name, 1, 1, 1, 1)
        sink.add(messages.version(span, number))
    boards, files = _boards(top)
    cards, card_art = _cards(top)
    pieces, piece_art = _pieces(top)
    mat, mat_at = _mat(top.table("mat"))
    look = Look(
        title=top.text("title"),
        boards=boards,
        spaces={n: _space(s) for n, s in top.tables("space").items()},
        edges={n: _edge(s) for n, s in top.tables("edge").items()},
        cards=cards,
        pieces=pieces,
        zones=_part(top.table("zone"), forms=True),
        variables=_part(top.table("variable"), forms=False),
        mat=mat,
        mat_at=mat_at,
        groups=_groups(top),
        actions={n: _action(s) for n, s in top.tables("action").items()},
        colours=_colours(top),
    )
    _unknown_tables(top)
    return LookText(source, look, files, card_art, piece_art, at)


def _parsed(source: Source, sink: Sink) -> Mapping[str, object] | None:
    """Return the TOML of a text."""
    for number, line in enumerate(source.text.split("\n"), 1):
        if len(line) > _WIDEST:
            span = Span(source.name, number, 1, number, 1)
            problem = f"has a line of more than {_WIDEST:,} characters"
            sink.add(messages.unreadable(span, problem))
            return None
    try:
        return tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        sink.add(_no_toml(source, str(error)))
    except RecursionError:
        span = Span(source.name, 1, 1, 1, 1)
        sink.add(messages.unreadable(span, "has lists or tables nested too deeply"))
    except ValueError:  # a number of more digits than Python reads
        span = Span(source.name, 1, 1, 1, 1)
        sink.add(messages.unreadable(span, "has a number or date that is none"))
    return None


def _no_toml(source: Source, words: str) -> Diagnostic:
    """Return the finding for what `tomllib` says of a text."""
    found = _PLACE.search(words)
    line = int(found[1]) if found else source.text.count("\n") + 1
    column = int(found[2]) if found else 1
    said = _PLACE.sub("", words).replace("(at end of document)", "").strip()
    hint = 'texts stand in quotes: title = "My game"' if "Invalid value" in words else ""
    span = Span(source.name, line, column, line, column + 1)
    return messages.unreadable(span, f"is no TOML: {said[:1].lower()}{said[1:]}", hint)


def _unknown_tables(top: Section) -> None:
    for key, value in top.value.items():
        if key not in top.asked:
            span = top.at.key(key)
            if isinstance(value, dict | list):
                top.sink.add(messages.unknown_table(span, key, _TABLES))
            else:
                top.sink.add(messages.unknown_key(span, key, top.title, ("look", "title")))


def _boards(top: Section) -> tuple[dict[str, BoardLook], dict[str, Files]]:
    looks: dict[str, BoardLook] = {}
    files: dict[str, Files] = {}
    for name, section in top.tables("board").items():
        files[name] = Files(section.text("places"), section.text("art"))
        names, called = section.flag_or_texts("names")
        looks[name] = BoardLook(
            names=names,
            called=called,
            lattice=_lattice(section),
            radius=section.number("radius", 0.1, 0.5),
            turn=section.choice("turn", ("seat", "none")),
            fold=section.whole("fold", 1, 200),
            order=section.choice("order", ("forward", "backward")),
        )
        section.done()
    return looks, files


def _lattice(section: Section) -> Literal["lines", "boxes"] | None:
    """Return with what a lattice begins at the lower left; true: with dots and lines."""
    if isinstance(section.value.get("lattice"), bool):
        return "lines" if section.flag("lattice") else None
    return section.choice("lattice", ("lines", "boxes"))


def _space(section: Section) -> SpaceLook:
    found = SpaceLook(
        section.paint("colour", colours=True), section.paint("icon"), section.paint("label")
    )
    section.done()
    return found


def _edge(section: Section) -> EdgeLook:
    found = EdgeLook(
        section.paint("colour", colours=True),
        section.paint("icon"),
        section.paint("dash", among=DASHES),
        section.paint("label"),
    )
    section.done()
    return found


def _cards(top: Section) -> tuple[dict[str, CardLook], dict[str, str]]:
    looks: dict[str, CardLook] = {}
    art: dict[str, str] = {}
    for name, section in top.tables("card").items():
        folder = section.text("art")
        if folder is not None:
            art[name] = folder
        looks[name] = CardLook(
            title=section.text("title"),
            band=section.text("band"),
            corner=section.names("corner") or (),
            rows=section.names("rows"),
            hide=frozenset(section.names("hide") or ()),
            short=section.texts("short"),
            text=section.texts("text"),
        )
        section.done()
    return looks, art


def _pieces(top: Section) -> tuple[dict[str, PieceLook], dict[str, str]]:
    looks: dict[str, PieceLook] = {}
    art: dict[str, str] = {}
    for name, section in top.tables("piece").items():
        folder = section.text("art")
        if folder is not None:
            art[name] = folder
        looks[name] = PieceLook(
            section.choice("shape", _SHAPES), section.text("letter"), section.paint("icon")
        )
        section.done()
    return looks, art


def _part(section: Section | None, *, forms: bool) -> PartLook:
    if section is None:
        return PartLook()
    found = PartLook(
        hide=frozenset(section.names("hide") or ()),
        fold=frozenset(section.names("fold") or ()),
        first=section.names("first") or (),
        names=section.texts("names"),
        forms=section.options("as", _FORMS) if forms else {},
    )
    section.done()
    return found


def _mat(section: Section | None) -> tuple[tuple[str, ...] | None, MatPlace]:
    if section is None:
        return None, "below"
    order, place = section.names("order"), section.choice("at", _MAT_PLACES)
    section.done()
    return order, place or "below"


def _groups(top: Section) -> tuple[Group, ...]:
    found = []
    for name, section in top.tables("group").items():
        found.append(Group(name, section.names("show") or ()))
        section.done()
    return tuple(found)


def _action(section: Section) -> ActionLook:
    found = ActionLook(section.text("label"), section.text("anchor"), section.letter("key"))
    section.done()
    return found


def _colours(top: Section) -> dict[str, str]:
    """Return `[colour]`: the keys are names of the rule text."""
    section = top.table("colour")
    if section is None:
        return {}
    found: dict[str, str] = {}
    for name, value in section.value.items():
        if isinstance(value, str) and COLOUR.fullmatch(value):
            found[name] = value
        else:
            span = section.at.value("colour", name)
            section.sink.add(messages.wrong_value(span, name, 'a colour such as "#E69F00"'))
    return found
