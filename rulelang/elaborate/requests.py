"""What is asked of elaboration, and what it makes of that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from rulelang import core, surface
from rulelang.diagnostics import Diagnostic
from rulelang.elaborate.context import Setting
from rulelang.elaborate.sharing import Shelf
from rulelang.freezing import frozen
from rulelang.source import Source, Span


@frozen
class Instance:
    """What elaboration made of a text for one setting. `spec` is None where there are errors.

    `idle`: declared names that no rule uses, with their places. `unread`: variables that rules
    set and nothing reads, with their places; `read`: those that a rule or
    one of these scenarios reads. `of_idle`: what is wrong inside of facts and effects that neither
    rules nor these scenarios use. `begins`: the first number of each body in what scenarios run on
    (see `bodies.scenarios_of`), by that which it has here.
    """

    setting: Setting
    spec: core.Spec | None
    scenarios: tuple[core.Scenario, ...]
    idle: Mapping[str, tuple[str, Span]]
    unread: Mapping[str, Span] = attrs.field(factory=dict)
    read: frozenset[str] = frozenset()
    of_idle: tuple[Diagnostic, ...] = ()
    begins: Mapping[int, int] = attrs.field(factory=dict)


@frozen
class Request:
    """What to elaborate: a text with the library declarations that it uses, for one setting.

    `scenarios`: these of the text's scenarios. `read_file` gives the tables that the text names,
    by their path relative to the text. `shelf`: what is shared with other instances; blocks are
    then numbered by where they stand, but in scenarios.
    """

    text: surface.RuleText
    library: Sequence[surface.Declaration]
    setting: Setting
    scenarios: Sequence[surface.Scenario]
    read_file: Callable[[str], Source | Diagnostic] = attrs.field(repr=False)
    shelf: Shelf | None = attrs.field(default=None, repr=False)
