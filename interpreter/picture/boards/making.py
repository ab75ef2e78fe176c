"""The boards of a game: which there are, where their places lie, and what is on them.

The letters and numbers of rules of layout are those of `docs/looks.md`: the first that fits
places a space. Nothing here knows a game, and nothing computes the layout of a graph.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from interpreter.document.model import Family, GameDocument
from interpreter.document.sight import Spot
from interpreter.look_model import Look, SpaceLook
from interpreter.picture.boards.choosing import layout_of
from interpreter.picture.boards.corners import Behind, all_behind, site_of
from interpreter.picture.boards.grids import is_coordinate
from interpreter.picture.boards.grounds import Grounds, grounds
from interpreter.picture.boards.lanes import lanes
from interpreter.picture.boards.layers import (
    Layer,
    cells_by_place,
    edges_of,
    is_used,
    layers_on,
    markers_of,
)
from interpreter.picture.boards.layout import Layout, Site
from interpreter.picture.boards.model import Board, Entry, Mooring, NameStyle, Place, Turns
from interpreter.picture.boards.mooring import moored
from interpreter.picture.boards.ranges import of_ranges
from interpreter.picture.boards.values import facts_of, paint_of, spoken
from rulelang.freezing import frozen

Keep = Callable[[Layer], bool]
Edges = tuple[tuple[Family, tuple[Layer, ...]], ...]


def boards(document: GameDocument, look: Look) -> tuple[Board, ...]:
    """Return the boards of a game, in the order in which their families are declared."""
    document = attrs.evolve(
        document,
        zones=tuple(z for z in document.zones if z.name not in look.zones.hide),
        variables=tuple(v for v in document.variables if v.name not in look.variables.hide),
    )
    behind = all_behind(document, look)
    hidden = {b.family.name for b in behind}
    found: list[tuple[int, Board]] = list(of_ranges(document, look))
    for family in document.families:
        if family.sort == "space" and family.labels and family.name not in hidden:
            back = tuple(b for b in behind if b.front == family.name)
            found += [(family.origin.line, b) for b in _of_space(document, look, family, back)]
    return tuple(board for _, board in sorted(found, key=lambda pair: pair[0]))


@frozen
class _Space:
    """A space, with what lies on its places and edges and the families behind it."""

    document: GameDocument
    look: Look
    family: Family
    behind: tuple[Behind, ...]
    edges: Edges
    layers: dict[str, tuple[Layer, ...]]
    markers: tuple[str, ...]
    laid: Layout
    moorings: tuple[Mooring, ...]


def _of_space(
    document: GameDocument, look: Look, family: Family, behind: tuple[Behind, ...]
) -> tuple[Board, ...]:
    """Return one board; or one for each player, where each has cells that not all see (B9)."""
    members = (family, *(b.family for b in behind))
    edges = tuple((e, layers_on(document, e.name)) for e in edges_of(document, family.name))
    if not any(is_used(document, f) for f in (*members, *(e for e, _ in edges))):
        return ()
    layers = {f.name: layers_on(document, f.name) for f in members}
    markers = tuple(name for f in members for name in markers_of(document, f.name))
    laid, moorings = moored(document, family, layout_of(look, family, edges, document.players))
    space = _Space(document, look, family, behind, edges, layers, markers, laid, moorings)
    all_layers = [y for _, ys in (*layers.items(), *edges) for y in ys]
    if not any(layer.by_player and layer.secret for layer in all_layers):
        return (_board(space, None, lambda _: True),)
    own = [_board(space, who, lambda y: y.by_player) for who in range(len(document.players))]
    common = [layer for layer in all_layers if not layer.by_player]
    if markers or not all(layer.veiled for layer in common):
        return (_board(space, None, lambda y: not y.by_player), *own)
    veiled = frozenset(layer.part.name for layer in common)
    return tuple(attrs.evolve(board, covers=board.covers | veiled) for board in own)


def _board(space: _Space, owner: int | None, keep: Keep) -> Board:
    """Return the board with the layers that `keep` keeps, of all players or of one."""
    laid, family = space.laid, space.family
    places, tints = _places(space, owner, keep)
    edges = tuple((e, tuple(y for y in ys if keep(y))) for e, ys in space.edges)
    drawn = tuple((e, ys) for e, ys in edges if laid.edges or ys)
    lines = lanes(space.document, space.look, drawn, laid.sites, owner)
    layers = [y for _, ys in (*space.layers.items(), *edges) for y in ys if keep(y)]
    markers = space.markers if owner is None else ()
    return Board(
        key=family.name if owner is None else f"{family.name}/{owner}",
        family=family.name,
        rule=laid.rule,
        owner=owner,
        width=laid.width,
        height=laid.height,
        places=places,
        edges=lines.lines,
        covers=frozenset(y.part.name for y in layers).union(markers),
        markers=markers,
        scale=laid.scale,
        heads=laid.heads,
        moorings=space.moorings,
        legend=lines.legend,
        grounds=tints,
        columns=laid.columns,
        turns=_turns(space),
        art=laid.art,
        art_box=laid.art_box,
        order=tuple(range(len(places))),
        notes=laid.notes,
    )


def _turns(space: _Space) -> Turns:
    """Return how the board is turned for a seat: as the look says, where it says something."""
    wanted = space.look.board(space.family.name).turn
    if wanted is None:
        return space.laid.turns
    return "half" if wanted == "seat" and space.laid.art is None else "none"


def _places(
    space: _Space, owner: int | None, keep: Keep
) -> tuple[tuple[Place, ...], tuple[Entry, ...]]:
    """Return the places of the space and of those behind it, and the legend of their tints."""
    laid = space.laid
    front = [(site, laid.radius) for site in laid.sites]
    groups = [(space.family, front, False)]
    for back in space.behind:
        sites = [site_of(back, i, laid.sites) for i in range(len(back.corners))]
        groups.append((back.family, sites, True))
    places: list[Place] = []
    legend: tuple[Entry, ...] = ()
    for family, sites, behind in groups:
        cells = cells_by_place([y for y in space.layers[family.name] if keep(y)], owner)
        tints = _tints(space, family)
        style = _style(space, family)
        for i, (site, radius) in enumerate(sites):
            place = _place(space, family, i, site)
            tint = tints.of[i]
            places.append(
                attrs.evolve(
                    place,
                    radius=radius,
                    name_style=style,
                    cells=tuple(cells.get(i, ())),
                    ground=None if tint is None else tint + len(legend),
                    behind=behind,
                )
            )
        legend += tints.legend
    return tuple(places), legend


def _place(space: _Space, family: Family, member: int, site: Site) -> Place:
    """Return a place as it is for all players, but for what `_places` says of it."""
    look = space.look.spaces.get(family.name, SpaceLook())
    facts = facts_of(space.document, family, member) if space.laid.facts else ()
    return Place(
        spot=Spot(family.name, (member,)),
        x=site.x,
        y=site.y,
        outline=site.outline,
        width=site.width,
        height=site.height,
        radius=0.0,
        name=_called(space, family, family.labels[member]),
        name_style="plain",
        cells=(),
        points=site.points,
        facts=facts,
        icon=paint_of(space.document, look.icon, family, member),
        shade=site.shade,
        owner=site.owner,
        grows=site.grows,
        text=" ".join(t.said[member] for t in family.texts if t.said[member]),
    )


def _called(space: _Space, family: Family, label: str) -> str:
    """Return the name of a place, as the look has it or as people write it."""
    return space.look.board(family.name).called.get(label) or spoken(label)


def _tints(space: _Space, family: Family) -> Grounds:
    """Return tints; none of ours where attributes are written into places, or arcs are rows."""
    painted = family.name in space.look.spaces
    if not painted and (space.laid.facts or any(s.owner is not None for s in space.laid.sites)):
        return Grounds((), (None,) * len(family.labels))
    return grounds(space.document, space.look, family)


def _style(space: _Space, family: Family) -> NameStyle:
    """Return how names are written: faint if they say nothing, not at all if heads say them."""
    wanted = space.look.board(family.name).names
    if wanted is not None:
        return "plain" if wanted else "none"
    if space.laid.heads and not any(head.owner is not None for head in space.laid.heads):
        return "none"
    return "faint" if all(map(is_coordinate, family.labels)) else "plain"
