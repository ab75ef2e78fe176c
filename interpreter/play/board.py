"""Draw a state as one seat sees it: boards for spaces in rows and columns, lists for all others.

Everything comes from the declarations and the layout of a game instance. What the seat does not
see is a count, with the backs that show. `player` None sees everything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

import attrs

from interpreter.labels import label
from interpreter.play.grid import Grid, draw_grid, grid_of
from interpreter.play.short import legend, short_forms
from interpreter.reference.events import backs_of
from interpreter.state import State
from rulelang import core
from rulelang.rule_types import Member, values_of

WIDTH = 88
_FEW = 6
_INDENT = "  "

_BETWEEN = re.compile(r", (?![^()]*\))")
"""Between the parts of a list, outside of brackets."""

_SHORT = 32
_HARD = "\xa0"


def draw(state: State, player: int | None = None, width: int = WIDTH) -> str:
    """Return a drawing of `state` as `player` sees it, lists wrapped at `width`."""
    boards = tuple(_boards(state.game.spec))
    parts = [heading(state, player)]
    parts += [text for board in boards for text in _board_texts(state, player, board)]
    zones = {number for board in boards for number in board.zones}
    variables = {number for board in boards for number in board.variables}
    lists = _zone_lists(state, player, zones, width)
    lists += _variable_lists(state, player, variables, width)
    if lists:
        parts.append("\n".join(lists))
    return "\n\n".join(parts)


def heading(state: State, player: int | None = None) -> str:
    """Return the line above a drawing: the game, whose view it is, and where play stands."""
    view = f", as {state.game.players[player]} sees it" if player is not None else ""
    return f"{state.game.name}{view}: {outcome(state) if state.is_terminal else state.label}"


def outcome(state: State) -> str:
    """Return how a game that is over ended, in words."""
    returns = state.position.result
    if returns is None:
        return "nothing is under way"
    if len(set(returns)) == 1:
        return "a draw"
    players = state.game.players
    best = [name for name, value in zip(players, returns, strict=True) if value == max(returns)]
    scores = ", ".join(f"{n} {v}" for n, v in zip(players, returns, strict=True))
    return f"{'won' if len(best) == 1 else 'shared'} by {' and '.join(best)} ({scores})"


@attrs.frozen
class _Board:
    """Spaces in rows and columns, the zones that lie on them and the variables that they have.

    `slanted`: they are hexagons.
    """

    grid: Grid
    slanted: bool
    size: int
    zones: tuple[int, ...]
    variables: tuple[int, ...]


def _boards(spec: core.Spec) -> Iterable[_Board]:
    """Yield a board for each family of spaces that form a grid and hold anything."""
    for family in spec.families[1:]:
        grid = grid_of(family.labels)
        zones = tuple(n for n, zone in enumerate(spec.zones) if _is_over(zone, family.name))
        variables = tuple(n for n, var in enumerate(spec.variables) if _is_over(var, family.name))
        if grid is not None and (zones or variables):
            yield _Board(grid, family.slanted, len(family.labels), zones, variables)


def _is_over(declared: core.Zone | core.Variable, family: str) -> bool:
    """Return whether there is one of these for each member of the family."""
    return [i.family if isinstance(i, Member) else "" for i in declared.index] == [family]


def _board_texts(state: State, player: int | None, board: _Board) -> Iterable[str]:
    """Yield one drawing of what lies on the board, and one for each variable that it has."""
    spec = state.game.spec
    if board.zones:
        kinds = {kind for number in board.zones for kind in spec.zones[number].kinds}
        forms = short_forms(spec.kinds[kind].label for kind in sorted(kinds))
        things = [_on(state, player, board, place) for place in range(board.size)]
        yield _drawing(board, things, forms)
    for number in board.variables:
        variable = spec.variables[number]
        cells = [state.game.layout.variable_cells[number][(place,)] for place in range(board.size)]
        texts = [_variable_text(state, player, variable, cell) for cell in cells]
        forms = short_forms(label(v, variable.type, spec) for v in values_of(variable.type))
        shown = [[] if text == "none" else [text] for text in texts]
        yield f"{_INDENT}{variable.name}:\n{_drawing(board, shown, forms)}"


def _on(state: State, player: int | None, board: _Board, place: int) -> list[str]:
    """Return what lies on a space, in all its zones; `?` for each thing that is not seen."""
    found: list[str] = []
    for number in board.zones:
        cell = state.game.layout.zone_cells[number][(place,)]
        sees = _sees(state, player, cell)
        found += [state.game.spec.kinds[k].label if sees else "?" for k in _kinds(state, cell)]
    return found


def _drawing(board: _Board, things: Sequence[Sequence[str]], forms: Mapping[str, str]) -> str:
    """Return the board with these things on its spaces, and what their short forms stand for."""
    squares = [
        "+".join(f"{n if n > 1 else ''}{forms.get(t, t)}" for t, n in Counter(names).items())
        for names in things
    ]
    present = {name for names in things for name in names}
    note = legend({name: form for name, form in forms.items() if name in present})
    lines = draw_grid(board.grid, squares, slanted=board.slanted) + ([note] if note else [])
    return "\n".join(_INDENT + line for line in lines)


def _kinds(state: State, cell: int) -> tuple[int, ...]:
    """Return what lies in a zone cell."""
    held = state.position.cells[cell]
    assert isinstance(held, tuple), "zone cells come first and hold tuples"
    return held


def _sees(state: State, player: int | None, cell: int) -> bool:
    return player is None or player in state.game.layout.seen_by[cell]


def contents(state: State, player: int | None, cell: int) -> str:
    """Return what lies in a zone, as `player` sees it; "" when it is empty."""
    held = _kinds(state, cell)
    spec = state.game.spec
    if not _sees(state, player, cell):
        backs = "" if state.game.layout.is_bag[cell] else _backs(state, held)
        return f"{len(held)} hidden{backs}" if held else ""
    names = [spec.kinds[kind].label for kind in held]
    if state.game.layout.zone_of[cell].shape == "row":
        return ", ".join(names)
    return _counted(names)


def _counted(names: Iterable[str]) -> str:
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in Counter(names).items())


def _backs(state: State, held: tuple[int, ...]) -> str:
    listed = _counted(state.game.spec.backs[back] for back in backs_of(held, state.game.layout))
    return f" ({listed})" if listed else ""


def _zone_lists(state: State, player: int | None, drawn: set[int], width: int) -> list[str]:
    lines: list[str] = []
    empty: list[str] = []
    for number, zone in enumerate(state.game.spec.zones):
        if number in drawn:
            continue
        cells = tuple(state.game.layout.zone_cells[number].values())
        texts = [contents(state, player, cell) for cell in cells]
        if any(texts):
            lines += _listing(state, zone.name, cells, [t or "empty" for t in texts], width)
        else:
            empty.append(zone.name)
    if empty:
        lines += _wrapped(f"nothing in {', '.join(empty)}", width)
    return lines


def _variable_lists(state: State, player: int | None, drawn: set[int], width: int) -> list[str]:
    """Return the lines for variables: families of few in one line, all single ones in another."""
    lines: list[str] = []
    single: list[str] = []
    for number, variable in enumerate(state.game.spec.variables):
        if number in drawn:
            continue
        cells = tuple(state.game.layout.variable_cells[number].values())
        texts = [_variable_text(state, player, variable, cell) for cell in cells]
        if not variable.index:
            single.append(f"{variable.name} {texts[0]}")
        elif len(cells) <= _FEW:
            places = [_place(state, variable.name, cell) for cell in cells]
            pairs = ", ".join(f"{place} {t}" for place, t in zip(places, texts, strict=True))
            lines += _wrapped(f"{variable.name}: {pairs}", width)
        else:
            lines += _listing(state, variable.name, cells, texts, width)
    return [*lines, *(_wrapped(", ".join(single), width) if single else [])]


def _variable_text(state: State, player: int | None, variable: core.Variable, cell: int) -> str:
    if not _sees(state, player, cell):
        return "hidden"
    return label(state.position.cells[cell], variable.type, state.game.spec)


def _place(state: State, name: str, cell: int) -> str:
    """Return the index of a cell as text: `a1`, or `(X, a1)` where there are several."""
    index = state.game.layout.names[cell].removeprefix(name)
    return index if ", " in index else index[1:-1]


def _listing(
    state: State, name: str, cells: Sequence[int], texts: Sequence[str], width: int
) -> list[str]:
    """Return the lines for one family: one for each of a few, else grouped by what they hold."""
    names = state.game.layout.names
    if len(cells) <= _FEW:
        return [
            line
            for cell, text in zip(cells, texts, strict=True)
            for line in _wrapped(f"{names[cell]}: {text}", width)
        ]
    groups: dict[str, list[str]] = {}
    for cell, text in zip(cells, texts, strict=True):
        groups.setdefault(text, []).append(_place(state, name, cell))
    most = max(groups, key=lambda text: len(groups[text]))
    lines: list[str] = []
    for text, places in groups.items():
        if text != most:
            lines += _wrapped(f"{name} {text}: {', '.join(places)}", width)
    return [*lines, *_wrapped(f"{name} ({'all others' if lines else 'all'}): {most}", width)]


def _wrapped(text: str, width: int) -> list[str]:
    """Return a list in lines; what is short in it, such as `2 Card(clubs, ace)`, stays whole."""
    parts = _BETWEEN.split(text)
    whole = (part.replace(" ", _HARD) if len(part) <= _SHORT else part for part in parts)
    lines = wrap(
        ", ".join(whole),
        width,
        initial_indent=_INDENT,
        subsequent_indent=_INDENT * 3,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_HARD, " ") for line in lines]
