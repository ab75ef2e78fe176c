"""What probes say of a source, as coverage.py tells it: from which line it went on to which."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from coverage.parser import PythonParser

from tests.support.reached.sitecustomize import Choosing, Probes, bodies, is_silent, sources

Arc = tuple[int, int]


def all_arcs(hits: bytes) -> dict[str, set[Arc]]:
    """Return the arcs of all sources by their paths."""
    first, found = 0, {}
    for path in sources():
        source = path.read_bytes()
        found[str(path)] = arcs_of(source, hits[first : first + len(source)])
        first += len(source)
    return found


def arcs_of(source: bytes, hits: bytes) -> set[Arc]:
    """Return the arcs of a source, by the probes of its bytes; `(n, n)`: line n was reached."""
    found = set(_Source(source, hits).of(ast.parse(source).body))
    reached = {line for line, to in found if line == to}
    return {(line, to) for line, to in found if line in reached and (to < 0 or to in reached)}


class _Source:
    def __init__(self, source: bytes, hits: bytes) -> None:
        parser = PythonParser(text=source.decode())
        parser.parse_source()
        self.probes = Probes(source, 0)
        self.hits = hits
        self.begin = parser.first_line
        self.onward: dict[int, set[int]] = {}
        for line, to in parser.arcs():
            self.onward.setdefault(line, set()).add(to)

    def of(self, body: Sequence[ast.stmt]) -> Iterator[Arc]:
        """Yield the arcs of a body."""
        begun = self._begun(body)
        for node in body:
            if begun if is_silent(node) else self._hit(node):
                yield node.lineno, node.lineno
                yield from self._from(node)
            for inner, name in bodies(node):
                yield from self.of(getattr(inner, name))

    def _hit(self, node: ast.stmt, further: int = 0) -> bool:
        return bool(self.hits[self.probes.of(node) + further])

    def _begun(self, body: Sequence[ast.stmt]) -> bool:
        first = next((node for node in body if not is_silent(node)), None)
        return first is not None and self._hit(first)

    def _others(self, line: int, than: int = 0) -> Iterator[Arc]:
        return ((line, to) for to in self.onward.get(line, ()) if to != than)

    def _from(self, node: ast.stmt) -> Iterator[Arc]:
        """Yield how it went on behind the head of a statement that was begun."""
        for decorator in getattr(node, "decorator_list", ()):
            yield decorator.lineno, decorator.lineno
            yield from self._others(decorator.lineno)
        if isinstance(node, Choosing):
            within = node.body[0].lineno
            if self._begun(node.body):
                yield node.lineno, within
            if self._begun(node.orelse) if node.orelse else self._hit(node, 1):
                yield from self._others(node.lineno, within)
            return
        yield from self._others(node.lineno)
        if isinstance(node, ast.Match):
            yield from self._cases(node)
        for handler in getattr(node, "handlers", ()):
            if self._begun(handler.body):
                yield handler.lineno, handler.lineno
                yield from self._others(handler.lineno)

    def _cases(self, node: ast.Match) -> Iterator[Arc]:
        """Yield them of the cases: who got to one was not taken by those before it.

        That one of them takes whatever comes is for mypy to see (`exhaustive-match`).
        """
        passed, last = self._hit(node, 1), node.cases[-1]
        for case in reversed(node.cases):
            line, within = self.begin(case.pattern.lineno), case.body[0].lineno
            if passed or case is last:
                yield from self._others(line, within)
            if self._begun(case.body):
                yield line, within
                passed = True
            if passed:
                yield line, line
