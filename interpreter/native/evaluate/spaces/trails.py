"""Code for the longest trail: depth first over masks of edges.

    before:  longest trail of e in Link where built(e) is p joined at s where free(s)
    after:   a mask of the edges found; for each space those that go on there; a walk from each
             end of each edge, with a stack of what is left to try

Steps are not bounded by the text: the loop counts its rounds where there may be too many.
"""

from __future__ import annotations

from interpreter.native.evaluate import asking
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.spaces.graphs import SpaceTable, found_mask
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import Bitset, bit_of, read_mask, write_mask
from interpreter.native.ir.nodes import Operand
from rulelang import core
from rulelang.core.intervals import Range


def longest(code: Code, e: core.Trail, env: Env) -> Scalar:
    """Return the most edges that one walk uses."""
    b = code.b
    edges = found_mask(code, e.search, env)
    onward = _onward(code, e, env, edges)
    walks = _Walks(code, e, edges, onward)
    b.each_bit(edges.mask, edges.width, walks.from_edge)
    return Scalar(b.get(walks.longest), Range(0, walks.most))


def _onward(code: Code, e: core.Trail, env: Env, edges: Bitset) -> int:
    """Return a buffer with, for each space, the edges that a walk may go on over there."""
    b, width = code.b, edges.width
    at_space = SpaceTable(code, e.ends, edges.base, width)
    buffer, going_on = b.buffer(at_space.count * (width // 64)), b.variable(width)

    def note(space: Operand) -> None:
        there = b.op("and", b.table(at_space.name, space, width=width), edges.mask, width=width)
        b.set(going_on, 0)
        asks, joins, on = b.block(), b.block(), b.block()
        b.branch(b.op("gt", b.op("popcount", there, width=64), 1), asks, on)
        b.enter(asks)
        here = Scalar(space, Range(0, at_space.count - 1))
        asking.branch_on(code, e.joined, (*env, here), joins, on)
        b.enter(joins)
        b.set(going_on, there)
        b.jump(on)
        b.enter(on)
        write_mask(b, buffer, b.op("mul", space, width // 64), b.get(going_on), width)

    b.count_up(0, at_space.count, note)
    return buffer


class _Walks:
    """Walks from one edge after the other, each as far as it goes in all ways."""

    def __init__(self, code: Code, e: core.Trail, edges: Bitset, onward: int) -> None:
        b, ends = code.b, _ends(code, e)
        self.code, self.width, self.onward = code, edges.width, onward
        self.words, self.most = edges.width // 64, len(ends)
        self.longest, self.used, self.depth = b.variable(), b.variable(edges.width), b.variable()
        b.set(self.longest, 0)
        pairs = [ends.get(edges.base + at, (0, 0)) for at in range(edges.width)]
        table = code.unit.constants.table
        self.ends = [table(tuple(pair[end] for pair in pairs), 8) for end in (0, 1)]
        self.both = table(tuple(a + z for a, z in pairs), 8)
        self.edge, self.place = b.buffer(self.most), b.buffer(self.most)
        self.left = b.buffer(self.most * self.words)

    def from_edge(self, edge: Operand) -> None:
        """Write the walks that begin with an edge, on to either end."""
        b = self.code.b
        for ends in self.ends:
            b.set(self.used, 0)
            self._step(0, edge, b.table(ends, edge))
            head, inside, after = b.block("trail"), b.block(), b.block()
            b.jump(head)
            b.enter(head)
            head.is_head = True
            b.branch(b.op("ge", b.get(self.depth), 0), inside, after)
            b.enter(inside)
            self._go_on()
            b.jump(head)
            b.enter(after)

    def _step(self, depth: Operand, edge: Operand, place: Operand) -> None:
        """Use an edge that leads to a place."""
        b, width = self.code.b, self.width
        used = b.op("or", b.get(self.used), bit_of(b, edge, width), width=width)
        b.set(self.used, used)
        b.set(self.depth, depth)
        b.poke(self.edge, depth, edge)
        b.poke(self.place, depth, place)
        unused = b.op("xor", used, (1 << width) - 1, width=width)
        onward = read_mask(b, self.onward, b.op("mul", place, self.words), width)
        left = b.op("and", onward, unused, width=width)
        write_mask(b, self.left, b.op("mul", depth, self.words), left, width)
        b.set(self.longest, b.op("max", b.get(self.longest), b.op("add", depth, 1)))

    def _go_on(self) -> None:
        """Use the next edge that is left to try, or go back over the last."""
        b, width = self.code.b, self.width
        depth = b.get(self.depth)
        at = b.op("mul", depth, self.words)
        left = read_mask(b, self.left, at, width)
        onward, back, done = b.block(), b.block(), b.block()
        b.branch(b.op("ne", left, 0), onward, back)
        b.enter(back)
        last = bit_of(b, b.peek(self.edge, depth), width)
        b.set(self.used, b.op("xor", b.get(self.used), last, width=width))
        b.set(self.depth, b.op("sub", depth, 1))
        b.jump(done)
        b.enter(onward)
        write_mask(b, self.left, at, b.op("and", left, b.op("sub", left, 1)), width)
        edge = b.op("ctz", left, width=64)
        beyond = b.op("sub", b.table(self.both, edge), b.peek(self.place, depth))
        self._step(b.op("add", depth, 1), edge, beyond)
        b.jump(done)
        b.enter(done)


def _ends(code: Code, e: core.Trail) -> dict[int, tuple[int, int]]:
    """Return the two spaces of each edge."""
    found: dict[int, tuple[int, int]] = {}
    for (edge,), both in code.unit.spec.tables[e.ends].entries:
        assert isinstance(edge, int), "edges are numbered"
        assert isinstance(both, tuple), "an edge joins two spaces"
        a, z = both
        assert isinstance(a, int), "spaces are numbered"
        assert isinstance(z, int), "spaces are numbered"
        found[edge] = a, z
    return found
