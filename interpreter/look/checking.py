"""Hold a look against its rule text, in all variants.

Names first; then what only the whole shows: hidden things that are needed, colours that are alike,
places that are missing or too near. `files` of places and drawings are looked at for each variant.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from interpreter.document.model import GameDocument
from interpreter.look import messages
from interpreter.look.checking_places import check_places
from interpreter.look.instances import Shelf
from interpreter.look.known import Known, known
from interpreter.look.positions import Path
from interpreter.look.reading import LookText
from interpreter.look_model import Paint, PartLook
from interpreter.picture.ink.colours import contrast
from interpreter.picture.ink.seeing import looks_alike
from rulelang.diagnostics import Sink

_WORD = re.compile(r"\w+")
_HOLE = re.compile(r"\{([^{}]*)\}")
_REFERENCE = re.compile(r"(\w+)(\([^()]*\))?")
_GROUND = "#f4f2ea"
_ENOUGH = 3.0


def check_look(text: LookText, documents: Sequence[GameDocument], shelf: Shelf) -> None:
    """Find all that is wrong with a look; `shelf.sink` gets it."""
    checker = _Checker(text, known(documents), shelf.sink)
    checker.check()
    for document in documents:
        check_hidden(text, document, shelf.sink)
        check_places(text, document, shelf)


def check_names(text: LookText, document: GameDocument, said: Collection[str], sink: Sink) -> None:
    """Find names in a look that one variant lacks, but for those that the rule text has a word of.

    `said`: the words of the rule text and its tables; another variant may have those.
    """
    found = Sink()
    _Checker(text, known([document]), found).check()
    for one in found.found:
        name = text.source.line_text(one.span.line)[one.span.column - 1 : one.span.end_column - 1]
        if not {*_WORD.findall(name)} & {*said}:
            sink.add(one)


class _Checker:
    """Looks at names."""

    def __init__(self, text: LookText, names: Known, sink: Sink) -> None:
        self.text, self.look, self.at = text, text.look, text.at
        self.names, self.sink = names, sink

    def check(self) -> None:
        """Look at each table of the look."""
        names = self.names
        placed = names.spaces | names.zones | names.variables | names.tables
        self._each(self.look.boards, placed, "space", "board")
        self._boards()
        self._each(self.look.spaces, names.spaces, "space", "space")
        self._each(self.look.edges, names.edges, "family of edges", "edge")
        self._each(self.look.cards, names.components, "component", "card")
        self._each(self.look.pieces, names.components, "component", "piece")
        self._each(self.look.actions, names.arms, "action", "action")
        self._each(self.look.colours, {*names.players, *names.words}, "player or word", "colour")
        for family, space in self.look.spaces.items():
            self._paint(space.colour, family, ("space", family, "colour"))
            self._paint(space.icon, family, ("space", family, "icon"))
            self._paint(space.label, family, ("space", family, "label"))
        for family, edge in self.look.edges.items():
            for key, paint in (
                ("colour", edge.colour), ("icon", edge.icon), ("dash", edge.dash),
                ("label", edge.label),
            ):  # fmt: skip
                self._paint(paint, family, ("edge", family, key))
        self._cards()
        self._part(self.look.zones, names.zones, "zone")
        self._part(self.look.variables, names.variables, "variable")
        self._lists()
        self._actions()
        self._colours()

    def _boards(self) -> None:
        """Look at what places are called, and at grids of dots and lines."""
        for name, board in self.look.boards.items():
            if board.called and name in self.names.places:
                known, sort = self.names.places[name], f"place of {name}"
                self._keys(board.called, known, sort, ("board", name, "names"))
            if board.lattice and name not in self.names.grids:
                span = self.at.key("board", name, "lattice")
                self.sink.add(messages.unused(span, "`lattice`", f"`{name}` is no grid"))

    def _one(self, name: str, known: Collection[str], sort: str, *path: str | int) -> bool:
        """Find a name that there is not; return whether there is."""
        if name in known:
            return True
        self.sink.add(messages.unknown_name(self.at.value(*path), name, sort, known))
        return False

    def _each(self, given: Iterable[str], known: Collection[str], sort: str, table: str) -> None:
        for name in given:
            if name not in known:
                span = self.at.key(table, name)
                self.sink.add(messages.unknown_name(span, name, sort, known))

    def _paint(self, paint: Paint, family: str, path: Path) -> None:
        known = self.names.values.get(family, frozenset())
        if family not in self.names.attributes and family not in self.names.values:
            return
        if paint.by is not None:
            attributes = self.names.attributes.get(family, frozenset())
            if not self._one(paint.by, attributes, f"attribute of {family}", *path, "by"):
                return
            known = self.names.by_value[family, paint.by]
        for name in paint.values:
            if name not in known:
                span = self.at.key(*path, name)
                self.sink.add(messages.unknown_name(span, name, f"value of {family}", known))

    def _cards(self) -> None:
        """Look at attributes, kinds and templates of cards and pieces."""
        for component, card in self.look.cards.items():
            if component not in self.names.components:
                continue
            attributes = self.names.attributes.get(component, frozenset())
            sort = f"attribute of {component}"
            path = ("card", component)
            if card.band is not None:
                self._one(card.band, attributes, sort, *path, "band")
            for key, listed in (
                ("corner", card.corner), ("rows", card.rows or ()), ("hide", card.hide),
            ):  # fmt: skip
                self._listed(listed, attributes, sort, (*path, key))
            self._keys(card.short, attributes, sort, (*path, "short"))
            kinds = self.names.kinds.get(component, frozenset())
            self._keys(card.text, kinds, f"kind of {component}", (*path, "text"))
            self._template(card.title, attributes, (*path, "title"))
        for component, piece in self.look.pieces.items():
            if component in self.names.components:
                attributes = self.names.attributes.get(component, frozenset())
                self._template(piece.letter, attributes, ("piece", component, "letter"))
                self._paint(piece.icon, component, ("piece", component, "icon"))

    def _template(self, template: str | None, attributes: frozenset[str], path: Path) -> None:
        for hole in _HOLE.findall(template or ""):
            if hole != "name" and hole not in attributes:
                span = self.at.value(*path)
                self.sink.add(messages.bad_template(span, hole, attributes | {"name"}))

    def _listed(
        self, listed: Collection[str], known: Collection[str], sort: str, path: Path
    ) -> None:
        """Look at a list of names."""
        for name in sorted(listed):
            if name not in known:
                self.sink.add(messages.unknown_name(self.text.item(path, name), name, sort, known))

    def _keys(self, given: Iterable[str], known: Collection[str], sort: str, path: Path) -> None:
        for name in given:
            if name not in known:
                self.sink.add(messages.unknown_name(self.at.key(*path, name), name, sort, known))

    def _part(self, part: PartLook, known: Collection[str], sort: str) -> None:
        for key, listed in (("hide", part.hide), ("fold", part.fold), ("first", part.first)):
            self._listed(listed, known, sort, (sort, key))
        self._keys(part.names, known, sort, (sort, "names"))
        self._keys(part.forms, known, sort, (sort, "as"))
        for name in sorted(part.hide & (part.fold | set(part.first))):
            span = self.text.item((sort, "fold" if name in part.fold else "first"), name)
            self.sink.add(messages.unused(span, f"`{name}`", "it is hidden"))

    def _lists(self) -> None:
        """Look at the mat and at groups."""
        parts = self.names.zones | self.names.variables
        for name in self.look.mat or ():
            span = self.text.item(("mat", "order"), name)
            if name not in parts:
                self.sink.add(messages.unknown_name(span, name, "zone or variable", parts))
            elif name not in self.names.owned:
                self.sink.add(messages.unused(span, f"`{name}`", "it is of no player"))
        for group in self.look.groups:
            self._listed(group.show, parts, "zone or variable", ("group", group.name, "show"))
            if not group.show:
                span = self.at.key("group", group.name)
                self.sink.add(messages.unused(span, "this group", "it shows nothing"))

    def _actions(self) -> None:
        """Look at anchors and at keys that two actions share."""
        names = self.names
        known = names.spaces | names.edges | names.zones | names.variables | {"Player"}
        keys: dict[str, str] = {}
        for arm, action in self.look.actions.items():
            if action.anchor is not None:
                found = _REFERENCE.fullmatch(action.anchor)
                name = found[1] if found else action.anchor
                self._one(name, known, "zone, variable or space", "action", arm, "anchor")
            if action.key is not None:
                span = self.at.value("action", arm, "key")
                if action.key in keys:
                    first = self.at.value("action", keys[action.key], "key")
                    self.sink.add(messages.key_taken(span, first, action.key))
                keys.setdefault(action.key, arm)

    def _colours(self) -> None:
        """Look at colours of lines, and at those that players share."""
        for family, edge in self.look.edges.items():
            for name, colour in edge.colour.values.items():
                ratio = contrast(colour, _GROUND)
                if ratio < _ENOUGH:
                    span = self.at.value("edge", family, "colour", name)
                    self.sink.add(messages.faint_colour(span, colour, ratio))
        coloured = [name for name in self.names.players if name in self.look.colours]
        for one, other in combinations(coloured, 2):
            sight = looks_alike(self.look.colours[one], self.look.colours[other])
            if sight is not None:
                span, first = self.at.value("colour", other), self.at.value("colour", one)
                self.sink.add(messages.alike_colours(span, first, (one, other), sight))


def check_hidden(text: LookText, document: GameDocument, sink: Sink) -> None:
    """Find what is hidden though players need it: an arm asks for it, or an end counts it."""
    asked = _asked(document)
    for sort, part in (("zone", text.look.zones), ("variable", text.look.variables)):
        for name in sorted(part.hide):
            if name in asked:
                span = text.item((sort, "hide"), name)
                sink.add(messages.hides_needed(span, name, asked[name]))


def _asked(document: GameDocument) -> dict[str, str]:
    """Return what players need to see, and why."""
    found: dict[str, str] = {}
    for arm in document.arms:
        for parameter in arm.parameters:
            for name in (*parameter.sources, *(a.name for a in parameter.anchors)):
                found.setdefault(name, f"`{arm.name}` asks for something there")
    for zone in document.zones:
        if zone.taken_from:
            found.setdefault(zone.name, "players take from it")
    for variable in document.variables:
        if variable.role == "score":
            found[variable.name] = "it decides who wins"
    return found
