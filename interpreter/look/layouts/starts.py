"""Drawings to begin with: without crossings where the graph allows it.

A planar graph is filled up with edges until each face but the outer one is a triangle; the outer
one is put on a circle and every other place into the middle of its neighbours (Tutte 1963). What
is not planar begins with as many of its edges as can be drawn so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

import networkx as nx

from interpreter.look_model import Point

Pair = tuple[int, int]
_SWEEPS = 400
_FACES = 4


def starts(count: int, edges: Sequence[Pair]) -> Iterator[list[Point]]:
    """Yield drawings of a connected graph with places 0, 1, …: one for each of its longest faces.

    The more places have a face in common, the sooner it is the outer one.
    """
    graph = nx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(edges)
    planar, embedding = nx.check_planarity(graph)
    if not planar:
        embedding = _planar_part(count, edges)
    for face in _longest_faces(embedding):
        yield _tutte(embedding, face)


def _planar_part(count: int, edges: Sequence[Pair]) -> nx.PlanarEmbedding[int]:
    """Return an embedding of all places and of each edge that fits after those before it."""
    graph = nx.Graph()
    graph.add_nodes_from(range(count))
    for edge in edges:
        graph.add_edge(*edge)
        if not nx.check_planarity(graph)[0]:
            graph.remove_edge(*edge)
    return nx.check_planarity(graph)[1]


def _longest_faces(embedding: nx.PlanarEmbedding[int]) -> list[list[int]]:
    """Return the outlines of the longest faces, those through most different places first."""
    seen: set[Pair] = set()
    faces = [
        embedding.traverse_face(a, b, mark_half_edges=seen)
        for a, b in sorted(embedding.edges())
        if (a, b) not in seen
    ]
    faces.sort(key=lambda face: (-len(set(face)), face))
    return faces[:_FACES]


def _tutte(embedding: nx.PlanarEmbedding[int], outer: Sequence[int]) -> list[Point]:
    """Return the places of a drawing whose outer face is `outer`."""
    count = len(embedding)
    if count <= 3:
        return [_on_circle(i, count) for i in range(count)]
    rim = list(dict.fromkeys(outer))
    beside = _filled(embedding, set(rim))
    at = {v: _on_circle(n, len(rim)) for n, v in enumerate(rim)}
    inner = [v for v in range(count) if v not in at]
    for n, v in enumerate(inner):  # any place within will do
        at[v] = (0.01 * cos(n), 0.01 * sin(n))
    for _ in range(_SWEEPS):
        for v in inner:
            around = beside[v]
            at[v] = (
                sum(at[u][0] for u in around) / len(around),
                sum(at[u][1] for u in around) / len(around),
            )
    return [at[v] for v in range(count)]


def _filled(embedding: nx.PlanarEmbedding[int], rim: set[int]) -> list[list[int]]:
    """Return the neighbours of each place once faces are triangles, edges across the rim left out.

    An edge between two places of the rim would run through the outer face, so it pulls nobody.
    """
    full, _ = nx.algorithms.planar_drawing.triangulate_embedding(embedding, fully_triangulate=True)
    return [
        [u for u in sorted(full.neighbors(v)) if not (v in rim and u in rim)]
        for v in range(len(embedding))
    ]


def _on_circle(n: int, count: int) -> Point:
    angle = 2 * pi * n / max(1, count)
    return (sin(angle), -cos(angle))
