"""Draw a state as one seat sees it: boards for spaces in rows and columns, lists for all others.

Everything comes from the declarations and the layout of a game instance. What the seat does not
see is a count, with the backs that show. `player` None sees everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap

import attrs

from interpreter.events import backs_of
from interpreter.labels import label
from interpreter.play.grid import Grid, draw_grid, grid_of
from interpreter.play.short import legend, short_forms
from interpreter.state import State
from rulelang import core
from rulelang.rule_types import Member

WIDTH = 88
_FEW = 6
_INDENT = "  "


def draw(state: State, player: int | None = None, width: int = WIDTH) -> str:
    """Return a drawing of `state` as `player` sees it, lists wrapped at `width`."""
    boards = tuple(_boards(state.game.spec))
    drawn = {number for board in boards for number in board.zones}
    parts = [heading(state, player)]
    parts += [part for board in boards if (part := _board_text(state, player, board))]
    lists = [*_zone_lists(state, player, drawn, width), *_variable_lists(state, player, width)]
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
    """Spaces in rows and columns, and the zones that lie on them."""

    grid: Grid
    size: int
    zones: tuple[int, ...]


def _boards(spec: core.Spec) -> Iterable[_Board]:
    """Yield a board for each family of spaces that form a grid and hold anything."""
    for family in spec.families[1:]:
        grid = grid_of(family.labels)
        zones = tuple(
            number
            for number, zone in enumerate(spec.zones)
            if len(zone.index) == 1 and _is_member(zone, family.name)
        )
        if grid is not None and zones:
            yield _Board(grid, len(family.labels), zones)


def _is_member(zone: core.Zone, family: str) -> bool:
    index = zone.index[0]
    return isinstance(index, Member) and index.family == family


def _board_text(state: State, player: int | None, board: _Board) -> str:
    spec = state.game.spec
    kinds = {kind for number in board.zones for kind in spec.zones[number].kinds}
    forms = short_forms(spec.kinds[kind].label for kind in sorted(kinds))
    squares = []
    present: set[str] = set()
    for place in range(board.size):
        texts: list[str] = []
        for number in board.zones:
            cell = state.game.layout.zone_cells[number][(place,)]
            held = _kinds(state, cell)
            if held and not _sees(state, player, cell):
                texts.append("?" if len(held) == 1 else f"?{len(held)}")
                continue
            names = [spec.kinds[kind].label for kind in held]
            present.update(names)
            texts += [f"{n if n > 1 else ''}{forms[name]}" for name, n in Counter(names).items()]
        squares.append("+".join(texts))
    lines = [_INDENT + line for line in draw_grid(board.grid, squares)]
    note = legend({name: form for name, form in forms.items() if name in present})
    return "\n".join([*lines, *([f"{_INDENT}{note}"] if note else [])])


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
        lines += _wrapped("(empty)", ", ".join(empty), width)
    return lines


def _variable_lists(state: State, player: int | None, width: int) -> list[str]:
    lines: list[str] = []
    for number, variable in enumerate(state.game.spec.variables):
        cells = tuple(state.game.layout.variable_cells[number].values())
        texts = [
            label(state.position.cells[cell], variable.type, state.game.spec)
            if _sees(state, player, cell)
            else "hidden"
            for cell in cells
        ]
        lines += _listing(state, variable.name, cells, texts, width)
    return lines


def _listing(
    state: State, name: str, cells: Sequence[int], texts: Sequence[str], width: int
) -> list[str]:
    """Return the lines for one family: one for each of a few, else grouped by what they hold."""
    names = state.game.layout.names
    if len(cells) <= _FEW:
        return [
            line
            for cell, text in zip(cells, texts, strict=True)
            for line in _wrapped(names[cell], text, width)
        ]
    groups: dict[str, list[str]] = {}
    for cell, text in zip(cells, texts, strict=True):
        groups.setdefault(text, []).append(names[cell].removeprefix(name))
    most = max(groups, key=lambda text: len(groups[text]))
    lines: list[str] = []
    for text, places in groups.items():
        if text != most:
            bare = [place[1:-1] if "," not in place else place for place in places]
            lines += _wrapped(f"{name} {text}", ", ".join(bare), width)
    return [*lines, *_wrapped(f"{name} ({'all others' if lines else 'all'})", most, width)]


def _wrapped(name: str, text: str, width: int) -> list[str]:
    return wrap(
        f"{name}: {text}",
        width,
        initial_indent=_INDENT,
        subsequent_indent=_INDENT * 3,
        break_long_words=False,
        break_on_hyphens=False,
    )
