"""What declarations come to, found once for all instances in which it is the same.

    before:  a context in which nothing is declared, and the declarations of a text
    after:   the context as it was behind them in another instance

It follows from the declarations, the number of players and the options that declarations ask for.
Most options are asked for in bodies alone; those stand for something else in each instance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulelang import surface
from rulelang.elaborate.context import Context
from rulelang.elaborate.declarations.things import option_constant
from rulelang.elaborate.sharing import Notes, Symbols
from rulelang.freezing import field_names, frozen

_OWN: Final = frozenset({"setting", "sink", "read_file", "elaborator", "shelf", "whole", "trace"})
"""What each instance has by itself."""
_GROWN: Final = tuple(name for name in field_names(Context) if name not in _OWN)


@frozen
class Declared:
    """What was declared in one instance. `nodes`: the declarations as the text has them.

    `merged`: the same with the cases of each effect as one. `asked`: the options asked for, with
    their values.
    """

    nodes: tuple[surface.Declaration, ...]
    merged: tuple[surface.Declaration, ...]
    players: int
    asked: tuple[tuple[str, str], ...]
    behind: Context

    def is_for(self, c: Context, nodes: Sequence[surface.Declaration]) -> bool:
        """Return whether the same is declared in another instance."""
        return (
            self.players == c.setting.players
            and all(c.setting.options[name] == value for name, value in self.asked)
            and len(self.nodes) == len(nodes)
            and all(mine is other for mine, other in zip(self.nodes, nodes, strict=True))
        )


def taken(
    c: Context, nodes: Sequence[surface.Declaration]
) -> tuple[surface.Declaration, ...] | None:
    """Declare what another instance has declared, and return it; None where none has the same."""
    known = () if c.shelf is None else c.shelf.declared
    for one in known:
        if isinstance(one, Declared) and one.is_for(c, nodes):
            begin_behind(c, one.behind)
            asked = {name for name, _ in one.asked}
            for node in one.merged:
                if isinstance(node, surface.Option) and node.name.text not in asked:
                    c.symbols[node.name.text] = option_constant(c, node)
            return one.merged
    return None


def keep(
    c: Context,
    nodes: tuple[surface.Declaration, ...],
    merged: tuple[surface.Declaration, ...],
    asked: frozenset[str],
) -> None:
    """Keep what is declared, if nothing is wrong with it. `asked`: the names asked for."""
    if c.shelf is None or c.world is None or c.reported or c.effects:
        return
    options = tuple((name, value) for name, value in c.setting.options.items() if name in asked)
    behind = Context(c.setting, c.sink, c.read_file, c.elaborator)
    begin_behind(behind, c)
    c.shelf.declared.append(Declared(nodes, merged, c.setting.players, options, behind))


def begin_behind(c: Context, other: Context) -> None:
    """Let a context hold what another one holds, to grow by itself."""
    for name in _GROWN:
        setattr(c, name, _copied(getattr(other, name)))
    c.whole = c.notes


def _copied(value: object) -> object:
    match value:
        case Symbols():
            return Symbols(value)
        case dict():
            grows = any(isinstance(part, dict | list | set) for part in value.values())
            return {k: _copied(part) for k, part in value.items()} if grows else value.copy()
        case list() | set():
            return value.copy()
        case Notes():
            made = Notes()
            made.add(value)
            return made
        case _:
            return value
