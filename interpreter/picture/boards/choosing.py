"""Which rule of layout places a space: the first that fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.document.model import Family
from interpreter.look_model import Look
from interpreter.picture.boards import graphs, grids, rings, tracks
from interpreter.picture.boards.layers import Layer
from interpreter.picture.boards.layout import Layout


def layout_of(
    look: Look,
    family: Family,
    edges: Sequence[tuple[Family, Sequence[Layer]]],
    players: Sequence[str],
) -> Layout:
    """Return where the places of a space lie.

    `edges`: the families that join them, and what lies on these.
    """
    wanted = look.board(family.name)
    ends = tuple(pair for e, _ in edges for pair in e.ends)
    kept = graphs.kept(family, wanted, ends)
    if kept is not None:
        return kept
    backward = wanted.order == "backward"
    if family.corners:
        return graphs.of_corners(family)
    if wanted.fold is not None and family.shape in {"ring", "track", "table"}:
        return tracks.winding(tracks.TRACK, len(family.labels), wanted.fold, backward=backward)
    match family.shape:
        case "grid" if wanted.lattice:
            return grids.lattice(family, boxes_first=wanted.lattice == "boxes")
        case "grid":
            held = any(layers for _, layers in edges)
            return grids.grid(family, lines=held or _beyond_neighbours(family, ends))
        case "hex":
            return grids.hexes(family)
        case "ring":
            return rings.ring(family, players)
        case "track":
            size = len(family.labels)
            return tracks.rows(tracks.TRACK, size, tracks.TRACK.columns, backward=backward)
        case "table":
            return _of_table(family, ends, backward=backward)
        case _:
            assert_never(family.shape)


def needs_places(family: Family, ends: Sequence[tuple[int, int]]) -> bool:
    """Return whether no rule but kept places says where the places of a space lie."""
    is_graph = (
        family.sort == "space" and not family.corners and family.shape == "table" and bool(ends)
    )
    return is_graph and grids.lettered(family, ends) is None


def _of_table(family: Family, ends: Sequence[tuple[int, int]], *, backward: bool) -> Layout:
    lettered = grids.lettered(family, ends)
    if lettered is not None:
        return lettered
    if ends:
        return graphs.unplaced(family, ends)
    cards = tracks.TOLD if family.texts else tracks.CARDS
    return tracks.rows(cards, len(family.labels), cards.columns, backward=backward)


def _beyond_neighbours(family: Family, ends: Sequence[tuple[int, int]]) -> bool:
    """Return whether some edge of a grid joins others than a cell and the one beside it."""
    at = family.coordinates
    return any(abs(at[a][0] - at[b][0]) + abs(at[a][1] - at[b][1]) != 1 for a, b in ends)
