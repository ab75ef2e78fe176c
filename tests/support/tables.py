"""Static documents made by hand, for tests of what is drawn from them."""

from interpreter.document.model import (
    Family,
    GameDocument,
    Origin,
    Table,
    Variable,
    Zone,
)
from rulelang.rule_types import Member, count_of

HERE = Origin(1)


def family(name, labels, shape="table", *, sizes=(), at=(), attributes=()):  # noqa: PLR0913 - a space has these
    """Return a space."""
    return Family(
        name, "space", shape, sizes, tuple(labels), at, ((),) * len(labels), None, (),
        tuple(attributes), HERE,
    )  # fmt: skip


def grid(name, columns, rows, shape="grid"):
    at = tuple((x, y) for y in range(rows) for x in range(columns))
    labels = [f"{chr(97 + x)}{y + 1}" for x, y in at]
    return family(name, labels, shape, sizes=(columns, rows), at=at)


def edges(name, space, ends, attributes=()):
    labels = tuple(f"{space.labels[a]}_{space.labels[b]}" for a, b in ends)
    return Family(
        name, "edge", "table", (), labels, (), (), space.name, tuple(ends), tuple(attributes), HERE
    )  # fmt: skip


def players(*names):
    return Family("Player", "players", "table", (), names, (), (), None, (), (), HERE)


def member(space):
    return Member(space.name, len(space.labels))


def zone(name, *index, shape="one", seen="all", line=5):
    count = 1
    for kind in index:
        count *= count_of(kind)
    who = (0, 1) if seen == "all" else ()
    return Zone(
        name, index, shape, None, (), (), seen, (who,) * count, taken_from=False,
        origin=Origin(line),
    )  # fmt: skip


def variable(name, kind, *index, seen="all", role="state", line=6):
    return Variable(name, index, kind, None, False, seen, (), role, Origin(line))


def table(name, index, kind, values):
    return Table(name, (index,), kind, tuple(values), Origin(4))


def document(families, zones=(), variables=(), *, tables=(), who=("Ann", "Bob"), words=()):  # noqa: PLR0913 - a table has these
    return GameDocument(
        "Made", "made.rules", "0" * 64, who, None, (), words, (), (players(*who), *families),
        (), (), (), tuple(zones), tuple(variables), tuple(tables), (), (), (), (), None,
    )  # fmt: skip
