"""What lies in zones that are on no board: lists, tables of cards and their values, grids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from interpreter.document.model import Zone
from interpreter.play.columns import INDENT, lines, table
from interpreter.play.look import NOTHING, Look, counted
from interpreter.play.short import legend, short_forms
from rulelang.rule_types import Type

_FACES: Final = 14
"""Of more kinds of cards in a zone the names alone are told."""

_FEW: Final = 6
_CUT: Final = 3
"""Letters of a column's name where there is no room for more."""

_WIDE: Final = 24
_SHORT: Final = 3
"""Letters of a short form in a grid of zones; names that need more are listed in full."""
"""Characters of what stands in a grid of zones; what is wider gets a line of its own."""


def zone_lines(look: Look, zones: Sequence[Zone], width: int) -> list[str]:
    """Return the lines for zones in declared order, those with nothing in them in one."""
    found: list[str] = []
    empty: list[str] = []
    cut: dict[str, str] = {}
    for zone in zones:
        told = list(_family(look, zone, width, cut))
        if told:
            found += told
        else:
            empty.append(zone.name)
    if empty:
        found += lines(f"nothing in {', '.join(empty)}", width)
    if cut:
        short = ", ".join(f"{form} {head}" for head, form in cut.items())
        found += lines(f"in short: {short}", width)
    return found


def _family(look: Look, zone: Zone, width: int, cut: dict[str, str]) -> Iterator[str]:
    """Yield the lines of one family of zones; none where nothing lies in any."""
    cells = look.cells_of_zone(zone)
    if not any(look.held(cell) for cell in cells.values()):
        return
    is_grid = len(zone.index) == 2 and _is_narrow(look, zone, cells, width)
    faces = [] if is_grid and zone.shape == "one" else _faces(look, zone, cells)
    if faces:
        yield from _fitting(look, faces, width, cut)
        yield from _rest(look, zone, cells, faced=True)
    elif is_grid:
        yield from _grid(look, zone, cells, width)
    elif zone.shape == "one" and len(zone.index) == 1 and len(cells) <= _FEW:
        yield from lines(f"{zone.name}: {_row_of_one(look, zone, cells)}", width)
    elif zone.shape == "one" and not zone.index and look.sees(cells[()]):
        yield from lines(f"{zone.name}: {look.described(look.held(cells[()])[0])}", width)
    else:
        for index, cell in cells.items():
            if look.held(cell) and (look.sees(cell) or len(zone.index) != 1):
                yield from lines(f"{_name(look, zone, index)}: {_contents(look, cell)}", width)
        yield from _rest(look, zone, cells, faced=len(zone.index) == 1)


def _row_of_one(look: Look, zone: Zone, cells: dict[tuple[int, ...], int]) -> str:
    """Return what lies in zones of one thing each, in the order of their indices."""
    told = (
        f"{_bracketed(look, index, zone.index)[1:-1]} {look.contents(cell) or NOTHING}"
        for index, cell in cells.items()
    )
    return ", ".join(told)


def _name(look: Look, zone: Zone, index: tuple[int, ...]) -> str:
    return zone.name + _bracketed(look, index, zone.index)


def _bracketed(look: Look, index: tuple[int, ...], kinds: Sequence[Type]) -> str:
    texts = [look.written(v, k) for v, k in zip(index, kinds, strict=True)]
    return f"({', '.join(texts)})" if texts else ""


def _where(look: Look, index: tuple[int, ...], kinds: Sequence[Type]) -> str:
    """Return which of a family of zones one is, in brackets where there are several indices."""
    text = _bracketed(look, index, kinds)
    return text if len(index) > 1 else text[1:-1]


def _rest(
    look: Look, zone: Zone, cells: dict[tuple[int, ...], int], *, faced: bool
) -> Iterator[str]:
    """Yield a line for cells without anything, and for those of a table that are not seen."""
    if faced:
        unseen = {
            _where(look, index, zone.index): look.unseen(cell)
            for index, cell in cells.items()
            if look.held(cell) and not look.sees(cell)
        }
        if len(unseen) == 1:
            bare = {name.strip("()"): text for name, text in unseen.items()}
            yield from (f"{INDENT}{zone.name}({name}): {text}" for name, text in bare.items())
        elif unseen:
            told = ", ".join(f"{name} {text}" for name, text in unseen.items())
            yield f"{INDENT}{zone.name}: {told}"
    empty = [_where(look, index, zone.index) for index, c in cells.items() if not look.held(c)]
    if not empty:
        return
    if len(empty) <= _FEW:
        yield f"{INDENT}{zone.name}: nothing in {', '.join(empty)}"
    else:
        yield f"{INDENT}{zone.name}: nothing in {len(empty)} others"


def _contents(look: Look, cell: int) -> str:
    """Return what lies in a zone; many things of one sort together, by their first word.

    `Card(clubs, two), Card(clubs, ace)` is `clubs two, ace`.
    """
    if not look.sees(cell) or look.layout.zone_of[cell].shape == "row":
        return look.contents(cell)
    kinds = [look.document.kinds[kind] for kind in look.held(cell)]
    parts = [_inside(kind.label) for kind in kinds]
    if (
        len(set(kinds)) <= _FEW // 2
        or any(kind.name not in ("", kind.component) for kind in kinds)
        or len({kind.component for kind in kinds}) > 1
        or {len(part) for part in parts} != {2}
    ):
        return look.contents(cell)
    groups: dict[str, list[str]] = {}
    for first, second in parts:
        groups.setdefault(first, []).append(second)
    return "; ".join(f"{first} {counted(rest)}" for first, rest in groups.items())


def _inside(label: str) -> tuple[str, ...]:
    """Return the parts of `Card(clubs, two)`."""
    _, _, inside = label.partition("(")
    return tuple(part.strip() for part in inside.removesuffix(")").split(","))


# ---------------------------------------------------------------- faces


def _faces(look: Look, zone: Zone, cells: dict[tuple[int, ...], int]) -> list[tuple[str, ...]]:
    """Return a table of the things in a family of zones with their attributes; () where none.

    It is made where things have names and attributes, and somebody may take them from there, or
    they are the player's own; and where they are few.
    """
    seen = {index: cell for index, cell in cells.items() if look.held(cell) and look.sees(cell)}
    kinds = {kind for cell in seen.values() for kind in look.held(cell)}
    is_own = zone.taken_from or zone.seen == "owner" or _is_pointed_at(look, zone)
    most = _FACES if is_own else _FEW
    if not kinds or len(kinds) > most or not (is_own or _is_asked(look, zone)):
        return []
    faces = {kind: look.attributes(look.document.kinds[kind]) for kind in kinds}
    names = [
        name for name in _attribute_names(look, zone) if any(name in f for f in faces.values())
    ]
    if not names:
        return []
    rows = [(f"{zone.name}:", "", *names)]
    for index, cell in seen.items():
        held = look.held(cell)
        where = _bracketed(look, index, zone.index)[1:-1]
        alike = Counter(held)
        order = held if zone.shape == "row" else tuple(alike)
        for kind in order:
            amount = alike[kind] if zone.shape != "row" else 1
            label = f"{amount} {look.name(kind)}" if amount > 1 else look.name(kind)
            values = (faces[kind].get(name, "") for name in names)
            rows.append((f"  {where}", label, *values))
            where = ""
    return rows


def _fitting(
    look: Look, rows: list[tuple[str, ...]], width: int, cut: dict[str, str]
) -> list[str]:
    """Return the lines of a table; where it is too wide its heads are cut, noted in `cut`."""
    told = table(rows, width)
    if max(map(len, told)) <= width:
        return told
    name, label, *heads = rows[0]
    components = look.document.components
    named = (name for component in components for name in component.columns)
    forms = _cut(list(dict.fromkeys(named)))
    cut |= {head: forms[head] for head in heads if forms[head] != head}
    return table([(name, label, *(forms[head] for head in heads)), *rows[1:]], width)


def _cut(names: Sequence[str]) -> dict[str, str]:
    """Return names cut to three letters, or to as many as tell them apart.

    >>> _cut(["cost", "charisma", "charm"])
    {'cost': 'cos', 'charisma': 'chari', 'charm': 'charm'}
    """
    found: dict[str, str] = {}
    for name in names:
        length = _CUT
        while sum(other.startswith(name[:length]) for other in names) > 1 and length < len(name):
            length += 1
        found[name] = name[:length]
    return found


def _is_asked(look: Look, zone: Zone) -> bool:
    """Return whether what may be done has to do with a family of zones."""
    return any(zone.name in arm.reads for arm in look.document.arms)


def _is_pointed_at(look: Look, zone: Zone) -> bool:
    """Return whether an argument of some arm names one of a family of zones."""
    arms = look.document.arms
    pointed = (anchor for arm in arms for p in arm.parameters for anchor in p.anchors)
    return bool(zone.index) and any(anchor.name == zone.name for anchor in pointed)


def _attribute_names(look: Look, zone: Zone) -> list[str]:
    """Return the names of attributes of what may lie in a zone, as declared, texts last."""
    held = [c for c in look.document.components if c.name in zone.holds]
    return list(dict.fromkeys(name for component in held for name in component.columns))


# ---------------------------------------------------------------- grids


def _is_narrow(look: Look, zone: Zone, cells: dict[tuple[int, ...], int], width: int) -> bool:
    forms = _forms(look, zone, cells, width)
    is_short = all(len(form) <= _SHORT or form == name for name, form in forms.items())
    return is_short and all(len(_short(look, c, forms)) <= _WIDE for c in cells.values())


def _forms(
    look: Look, zone: Zone, cells: dict[tuple[int, ...], int], width: int
) -> dict[str, str]:
    """Return how kinds are written in a grid of zones: in full where there is room for that."""
    names = {look.name(kind): look.name(kind) for kind in sorted(zone.kinds)}
    widest = max(len(_short(look, cell, names)) for cell in cells.values())
    columns = len({index[1] for index in cells})
    if widest <= _WIDE and (widest + 2) * columns < width * 2 // 3:
        return names
    return dict(short_forms(names))


def _short(look: Look, cell: int, forms: dict[str, str]) -> str:
    held = look.held(cell)
    if not look.sees(cell):
        return f"{len(held)}?" if held else ""
    names = [forms[look.name(kind)] for kind in held]
    if look.layout.zone_of[cell].shape == "row":
        return "+".join(names)
    return "+".join(f"{n if n > 1 else ''}{name}" for name, n in Counter(names).items())


def _grid(look: Look, zone: Zone, cells: dict[tuple[int, ...], int], width: int) -> Iterator[str]:
    """Yield a small table: a row for each first index, a column for each second one."""
    forms = _forms(look, zone, cells, width)
    texts = {index: _short(look, cell, forms) or NOTHING for index, cell in cells.items()}
    yield from matrix(look, zone.name, zone.index, texts, width)
    shown = {look.name(k) for cell in cells.values() if look.sees(cell) for k in look.held(cell)}
    note = legend({name: form for name, form in forms.items() if name in shown})
    if note:
        yield from lines(note, width, INDENT * 2, INDENT * 3)


def matrix(
    look: Look,
    name: str,
    index: Sequence[Type],
    texts: dict[tuple[int, ...], str],
    width: int,
) -> Iterator[str]:
    """Yield the rows of a family over two indices, in parts where there are many columns."""
    rows = list(dict.fromkeys(at[:1] for at in texts))
    columns = list(dict.fromkeys(at[1:] for at in texts))
    heads = [look.written(column[0], index[1]) for column in columns]
    labels = [look.written(row[0], index[0]) for row in rows]
    wide = max(len(text) for text in (*heads, *texts.values())) + 2
    edge = max(len(name) + 1, *(len(label) + 2 for label in labels)) + 4
    most = max(1, (width - edge) // wide)
    most = -(-len(columns) // -(-len(columns) // most))  # parts of equal length
    for first in range(0, len(columns), most):
        part = columns[first : first + most]
        found = [(f"{name}:", *heads[first : first + most])]
        found += [
            (f"  {label}", *(texts[(*row, *column)] for column in part))
            for row, label in zip(rows, labels, strict=True)
        ]
        yield from table(found, width)
