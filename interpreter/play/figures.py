"""Variables that are on no board: single ones in a line, families by index, pairs as small tables.

Bookkeeping is left out: what only effects read, or begins anew each turn, and is none, false or 0;
and what has kept a history. `Look.everything` draws it all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from interpreter.document.model import Variable
from interpreter.play.columns import lines
from interpreter.play.holdings import matrix
from interpreter.play.look import NOTHING, Look
from rulelang.rule_types import Flag, values_of

_FEW: Final = 8


def variable_lines(look: Look, variables: Sequence[Variable], width: int) -> list[str]:
    """Return the lines for variables: scores first, single ones together at the end."""
    found: list[str] = []
    single: list[str] = []
    nothing: list[str] = []
    for variable in sorted(variables, key=lambda v: v.role != "score"):
        cells = look.cells_of_variable(variable)
        if not _is_shown(look, variable, cells):
            continue
        if _is_nothing(look, variable, cells):
            nothing.append(variable.name)
        elif not variable.index:
            single.append(f"{variable.name} {look.shown(cells[()], variable)}")
        else:
            found += _family(look, variable, cells, width)
    found += lines(", ".join(single), width) if single else []
    if nothing:
        found += lines(f"none, false or 0: {', '.join(nothing)}", width)
    return found


def _is_shown(look: Look, variable: Variable, cells: Mapping[tuple[int, ...], int]) -> bool:
    """Return whether a variable is more than bookkeeping."""
    if look.everything:
        return True
    if variable.role == "history":
        return False
    if variable.role == "inner" or variable.fresh:
        return not all(look.is_default(cell, variable) for cell in cells.values())
    return True


def _is_nothing(look: Look, variable: Variable, cells: Mapping[tuple[int, ...], int]) -> bool:
    """Return whether a variable is none, false or 0 wherever it is; of scores that is told."""
    if look.everything or variable.role == "score":
        return False
    return all(look.is_default(cell, variable) for cell in cells.values())


def _family(
    look: Look, variable: Variable, cells: Mapping[tuple[int, ...], int], width: int
) -> Iterator[str]:
    if len(variable.index) == 2:
        texts = {index: _short(look, variable, cell) for index, cell in cells.items()}
        if _is_small(variable):
            yield from matrix(look, variable.name, variable.index, texts, width)
            return
    yield from lines(f"{variable.name}: {_listed(look, variable, cells)}", width)


def _is_small(variable: Variable) -> bool:
    """Return whether a row for each first index and a column for each second one can be read."""
    rows, columns = (len(values_of(index)) for index in variable.index)
    return rows <= _FEW and columns <= 4 * _FEW


def _short(look: Look, variable: Variable, cell: int) -> str:
    if look.is_default(cell, variable):
        return NOTHING
    text = look.text(cell, variable)
    return "yes" if text == "true" else text


def _listed(look: Look, variable: Variable, cells: Mapping[tuple[int, ...], int]) -> str:
    """Return the values of a family: flags as a list of where they are set."""
    names = {index: _index(look, variable, index) for index in cells}
    if isinstance(variable.type, Flag) and all(look.sees(cell) for cell in cells.values()):
        holding = [names[index] for index, cell in cells.items() if look.value(cell)]
        return ", ".join(holding) or NOTHING
    told = {index: look.text(cell, variable) for index, cell in cells.items()}
    defaults = [index for index, cell in cells.items() if look.is_default(cell, variable)]
    if len(cells) > _FEW and len(defaults) > 1 and not look.everything:
        some = [f"{names[index]} {text}" for index, text in told.items() if index not in defaults]
        value = told[defaults[0]]
        return f"{', '.join(some)}; {len(defaults)} others {value}"
    return ", ".join(f"{names[index]} {text}" for index, text in told.items())


def _index(look: Look, variable: Variable, index: tuple[int, ...]) -> str:
    texts = [look.written(v, k) for v, k in zip(index, variable.index, strict=True)]
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
