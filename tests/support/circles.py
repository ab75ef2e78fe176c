"""Which modules import which, inside functions too, in what circles, and by which doors."""

import ast
from collections.abc import Collection, Container, Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


def modules() -> dict[str, Path]:
    """Return the file of each module of ours."""
    files = (f for top in ("rulelang", "interpreter") for f in (ROOT / top).rglob("*.py"))
    names = {f: ".".join(f.relative_to(ROOT).with_suffix("").parts) for f in files}
    return {name.removesuffix(".__init__"): file for file, name in names.items()}


@cache
def imports(*, types: bool = False) -> Mapping[str, frozenset[str]]:
    """Return what each module imports, when it is imported itself or when a function is called.

    `types`: with what only annotations ask for, behind `if TYPE_CHECKING`.
    """
    files = modules()
    found = {
        name: asked_in(file.read_text(encoding="utf-8"), files, types=types)
        for name, file in files.items()
    }
    return {name: frozenset(asked & files.keys() - {name}) for name, asked in found.items()}


def asked_in(text: str, known: Container[str] = (), *, types: bool = False) -> set[str]:
    r"""Return what a text imports; `from a import b` asks for `a.b` where that is known.

    >>> sorted(asked_in("import a\ndef f():\n    from b import c, d\n", {"b.d"}))
    ['a', 'b', 'b.d']
    """
    asked: set[str] = set()
    for node in _imports(ast.parse(text), types=types):
        if isinstance(node, ast.Import):
            asked |= {alias.name for alias in node.names}
        elif node.module is not None:
            parts = (f"{node.module}.{alias.name}" for alias in node.names)
            asked |= {p if p in known else node.module for p in parts}
    return asked


def _imports(node: ast.AST, *, types: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports below a node, however deep they lie."""
    match node:
        case ast.Import() | ast.ImportFrom():
            yield node
        case ast.If(test=ast.Name("TYPE_CHECKING"), orelse=below) if not types:
            for one in below:
                yield from _imports(one, types=types)
        case ast.expr():  # holds none
            return
        case _:
            for one in ast.iter_child_nodes(node):
                yield from _imports(one, types=types)


def circles(graph: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Return the circles of a graph: sets of nodes that all lead to each other.

    >>> circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d"}})
    [['b', 'c']]
    """
    reached = {node: _from(graph, node) for node in graph}
    found = {
        tuple(sorted(other for other in ahead if node in reached[other])): None
        for node, ahead in reached.items()
        if node in ahead
    }
    return [list(circle) for circle in found if len(circle) > 1]


def _from(graph: Mapping[str, Collection[str]], start: str) -> set[str]:
    """Return the nodes that lie ahead of one."""
    seen: set[str] = set()
    waiting = [*graph[start]]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting.extend(graph[node])
    return seen


def rooms(*houses: str) -> list[str]:
    """Return the packages that lie just below others."""
    packages = (name for name, file in modules().items() if file.name == "__init__.py")
    return sorted(name for name in packages if name.rpartition(".")[0] in houses)


def doors(graph: Mapping[str, Collection[str]], room: str) -> dict[str, list[str]]:
    """Return the modules of a room that others import, each with who does; "." is its face.

    >>> doors({"a.b": ["c"], "d": ["a", "a.b"], "a": ["a.b"]}, "a")
    {'.': ['d'], 'b': ['d']}
    """
    found: dict[str, list[str]] = {}
    for name, asked in sorted(graph.items()):
        if not _is_in(name, room):
            for one in sorted(asked):
                if _is_in(one, room):
                    found.setdefault(one[len(room) + 1 :] or ".", []).append(name)
    return found


def _is_in(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


def between_rooms(graph: Mapping[str, Collection[str]], house: str) -> dict[str, set[str]]:
    """Return which rooms of a package import which; its loose modules are no rooms."""
    files = modules()
    depth = house.count(".") + 2

    def room(name: str) -> str | None:
        found = ".".join(name.split(".")[:depth])
        is_inside = name.startswith(f"{house}.")
        return found if is_inside and files[found].name == "__init__.py" else None

    rooms = {name: room(name) for name in graph}
    found: dict[str, set[str]] = {r: set() for r in rooms.values() if r is not None}
    for name, asked in graph.items():
        home = rooms[name]
        if home is not None:
            found[home] |= {r for one in asked if (r := rooms[one]) not in (None, home)}
    return found
