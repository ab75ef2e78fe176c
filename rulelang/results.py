"""What the passes make of a rule file: read, built, checked, elaborated. Data alone.

None of them raises for a mistake of the author: `diagnostics` say what is wrong, and the rest is
as far as the passes came.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from rulelang import core, surface
from rulelang.diagnostics import Diagnostic
from rulelang.elaborate.context import Setting
from rulelang.freezing import frozen
from rulelang.obligations import Obligation
from rulelang.source import Source, Span, itself

ReadFile = Callable[[str], "Source | Diagnostic"]


@frozen
class Parsed:
    """A file as read: its tree, and the library pieces it uses.

    `sources`: every file that findings may point into. `tables`: what `read_file` was asked for so
    far, and what it found.
    """

    text: surface.RuleText | None
    library: tuple[surface.Declaration, ...]
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, Source] = attrs.field(repr=False)
    read_file: ReadFile = attrs.field(repr=False)
    tables: Mapping[str, Source | Diagnostic] = attrs.field(repr=False)


@frozen
class Built:
    """One instance. `spec` is None where there are errors.

    `tables`: the tables that it was made from, by their paths in the text; besides them it follows
    from the text and this package.
    """

    setting: Setting | None
    spec: core.Spec | None
    diagnostics: tuple[Diagnostic, ...]
    scenarios: tuple[core.Scenario, ...]
    sources: Mapping[str, Source] = attrs.field(repr=False)
    citations: Mapping[int, str] = attrs.field(repr=False)
    tables: Mapping[str, Source | Diagnostic] = attrs.field(factory=dict, repr=False)


@frozen
class Checked:
    """All instances of a text: findings (each once), the instances, and all scenarios.

    `obligations`: what must hold so that nothing fails in play, proved or open (Ref §25). What
    certainly fails is an error among the findings. `tables`: what the text asked for. `specs`:
    what the instances became, those without errors. `home`: where a place of `specs` and
    `scenarios` is in the text, if that was laid out with room (see `Desk.spacing`).
    """

    diagnostics: tuple[Diagnostic, ...]
    instances: tuple[Setting, ...]
    obligations: tuple[Obligation, ...]
    scenarios: Sequence[core.Scenario]
    sources: Mapping[str, Source] = attrs.field(repr=False)
    tables: Mapping[str, Source | Diagnostic] = attrs.field(factory=dict, repr=False)
    specs: tuple[core.Spec, ...] = attrs.field(default=(), repr=False)
    home: Callable[[Span], Span] = attrs.field(default=itself, eq=False, repr=False)

    @property
    def ok(self) -> bool:
        """Return whether nothing is an error."""
        return all(d.severity != "error" for d in self.diagnostics)


@frozen
class Elaborated:
    """Every instance of a text and all its scenarios; none where there are errors.

    `rules`: where its statements, arms and needs stand, be they in an instance or in none.
    `tables`: what the text asked for.
    """

    diagnostics: tuple[Diagnostic, ...]
    specs: tuple[core.Spec, ...]
    scenarios: tuple[core.Scenario, ...]
    rules: tuple[Span, ...]
    sources: Mapping[str, Source] = attrs.field(repr=False)
    tables: Mapping[str, Source | Diagnostic] = attrs.field(factory=dict, repr=False)
