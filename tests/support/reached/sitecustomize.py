"""Puts probes into the two packages, in each process that has this folder in `PYTHONPATH`.

    before:  if ready:              after:  hits[120] = 1
                 begin()                    if ready:
                                                hits[134] = 1
                                                begin()
                                            else:
                                                hits[121] = 1

`hits` is a file that all processes have in their memory, so that it counts whatever is done by
whoever, however he ends. A probe is the byte where its statement begins, in all sources one behind
the other, or, where no body of it is done, the byte behind; no source may change meanwhile.

Why not trace: that takes three times the time of the tests, and is left out in other processes.
"""

from __future__ import annotations

import ast
import builtins
import mmap
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = ("rulelang", "interpreter")
HITS = "RULELANG_HITS"
"""The variable that names the file of `hits`."""

NAME = "_hits_"
Choosing = ast.If | ast.For | ast.AsyncFor | ast.While


def sources() -> list[Path]:
    """Return what is measured, in the order of its probes."""
    return sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))


class Probes:
    """The probes of one source; `first`: that of its first byte."""

    def __init__(self, source: bytes, first: int) -> None:
        self.first = first
        self.lines = [0]
        for line in source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def of(self, node: ast.stmt) -> int:
        """Return the probe of a statement; the next is hit where no body of it is done."""
        return self.first + self.lines[node.lineno - 1] + node.col_offset

    def put(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Return a body with its probes."""
        found: list[ast.stmt] = []
        for node in body:
            if not is_silent(node):
                found.append(self._probe(node, 0))
            for inner, name in bodies(node):
                setattr(inner, name, self.put(getattr(inner, name)))
            if isinstance(node, Choosing) and not node.orelse:
                node.orelse = [self._probe(node, 1)]
            if isinstance(node, ast.Match) and not takes_all(node.cases[-1]):
                whatever = ast.copy_location(ast.MatchAs(), node)
                node.cases.append(ast.match_case(whatever, None, [self._probe(node, 1)]))
            found.append(node)
        return found

    def _probe(self, node: ast.stmt, further: int) -> ast.stmt:
        place = ast.Constant(self.of(node) + further)
        hit = ast.Subscript(ast.Name(NAME, ast.Load()), place, ast.Store())
        probe = ast.Assign([hit], ast.Constant(1))
        for part in ast.walk(probe):
            ast.copy_location(part, node)
        return probe


def is_silent(node: ast.stmt) -> bool:
    """Return whether nothing may come before a statement: a docstring, what is of the future."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def takes_all(case: ast.match_case) -> bool:
    """Return whether a case takes whatever comes."""
    pattern = case.pattern
    return not case.guard and isinstance(pattern, ast.MatchAs) and pattern.pattern is None


def bodies(node: ast.stmt) -> Iterator[tuple[ast.AST, str]]:
    """Yield the bodies of a statement: whose each is, and what it is called there."""
    for name in ("body", "orelse", "finalbody"):
        if getattr(node, name, None):
            yield node, name
    for inner in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield inner, "body"


class _Loader(SourceFileLoader):
    def get_code(self, fullname):
        """Keep bytecode with probes beside `hits`: processes without it have their own."""
        before, sys.pycache_prefix = sys.pycache_prefix, str(Path(os.environ[HITS]).parent)
        try:
            return super().get_code(fullname)
        finally:
            sys.pycache_prefix = before

    def source_to_code(self, data, path, *, _optimization=-1):
        first = sum(other.stat().st_size for other in sources() if str(other) < path)
        tree = ast.parse(data)
        tree.body = Probes(bytes(data), first).put(tree.body)
        return compile(tree, path, "exec", dont_inherit=True, optimize=_optimization)


class _Finder:
    @staticmethod
    def find_spec(name, path=None, target=None) -> ModuleSpec | None:
        if name.partition(".")[0] not in PACKAGES:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and Path(spec.origin or "").is_relative_to(ROOT):
            spec.loader = _Loader(name, spec.origin)
        return spec


class _Finders(list):
    """Finders of which the first stays it: pytest puts one of its own before all others."""

    def insert(self, index, finder):
        super().insert(index or 1, finder)


if HITS in os.environ:
    with Path(os.environ[HITS]).open("r+b") as file:
        setattr(builtins, NAME, mmap.mmap(file.fileno(), 0))
    sys.meta_path = _Finders((_Finder, *sys.meta_path))
