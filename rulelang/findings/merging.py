"""The findings of all instances of a text as those of the text: each is said once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from rulelang import core, surface
from rulelang.core.walk import nested
from rulelang.diagnostics import Diagnostic, Label, Sink
from rulelang.elaborate.context import LIBRARY, Setting
from rulelang.elaborate.requests import Instance
from rulelang.findings import unused
from rulelang.findings.causes import SHOWN
from rulelang.findings.deciding import in_words
from rulelang.freezing import frozen
from rulelang.messages import flow, names
from rulelang.obligations import MAY_FAIL, MAY_HOLD, Obligation, Verdict
from rulelang.source import Span


@frozen
class InstanceFindings:
    """One instance, what was found in it, and what it must keep in play.

    `tests`: conditions that play comes to, and what may come of each.
    """

    instance: Instance
    found: tuple[Diagnostic, ...]
    obligations: tuple[Obligation, ...]
    tests: Mapping[Span, Verdict] = attrs.field(factory=dict)


def merge(
    whole: Sink, done: Sequence[InstanceFindings], scenarios: Sequence[surface.Scenario]
) -> None:
    """Say each finding once, with the instances in which it holds if it does not hold in all.

    What is wrong in a scenario is so in the one instance that it is played in.
    """
    first: dict[tuple[str, Span, int], Diagnostic] = {}
    where: dict[tuple[str, Span, int], list[Setting]] = {}
    for one in done:
        for key, diagnostic in _keyed(one.found).items():
            first.setdefault(key, diagnostic)
            where.setdefault(key, []).append(one.instance.setting)
    for key, diagnostic in _of_idle([one.instance for one in done]).items():
        if key not in first:
            first[key], where[key] = diagnostic, [one.instance.setting for one in done]
    every = [one.instance.setting for one in done]
    for key, in_settings in where.items():
        diagnostic = _with_needs(first[key], done)
        in_all = len(in_settings) >= len(done) or _is_in_one(diagnostic, scenarios)
        whole.add(diagnostic if in_all else _with_settings(diagnostic, in_settings, every))
    if not whole.has_errors:
        for name, (what, span) in unused.idle([one.instance for one in done]).items():
            whole.add(names.never_used(name, what, span))
        for name, span in unused.unread([one.instance for one in done]).items():
            whole.add(names.never_read(name, span))
        for diagnostic in _of_conditions(done, whole.found):
            whole.add(diagnostic)


def _is_in_one(diagnostic: Diagnostic, scenarios: Sequence[surface.Scenario]) -> bool:
    spans = (node.span.to(node.lines[-1].span) for node in scenarios if node.lines)
    return any(diagnostic.span.is_within(span) for span in spans)


def _of_idle(done: Sequence[Instance]) -> dict[tuple[str, Span, int], Diagnostic]:
    """Return what is wrong, in every instance, inside of declarations that none uses.

    Something that another instance uses may name what only that one has.
    """
    keyed = [_keyed(instance.of_idle) for instance in done]
    if not keyed:
        return {}
    return {key: one for key, one in keyed[0].items() if all(key in others for others in keyed)}


def _of_conditions(
    done: Sequence[InstanceFindings], before: Sequence[Diagnostic]
) -> Iterator[Diagnostic]:
    """Yield a finding for each condition that says nothing, in no instance.

    `before`: what was found already, of what the text itself shows.
    """
    said = {(one.code, one.span) for one in before}
    for verdict, told in ((MAY_HOLD, flow.never_holds), (MAY_FAIL, flow.always_holds)):
        for found in map(told, _without(done, verdict)):
            if (found.code, found.span) not in said:
                yield found


def _without(done: Sequence[InstanceFindings], verdict: Verdict) -> Iterator[Span]:
    """Yield the conditions that play comes to in every instance, with this outcome in none."""
    for span in done[0].tests if done else ():
        if not span.file.startswith(LIBRARY) and not any(
            one.tests.get(span, verdict) & verdict for one in done
        ):
            yield span


def _with_needs(diagnostic: Diagnostic, done: Sequence[InstanceFindings]) -> Diagnostic:
    """Return a finding on a choice without legal actions, with the needs that never hold."""
    if diagnostic.code != "always-fails":
        return diagnostic
    specs = [one.instance.spec for one in done if one.instance.spec is not None]
    bodies = {id(block): block for spec in specs for block in spec.roots}  # variants share them
    choices = (
        node
        for body in bodies.values()
        for node in nested(body)
        if isinstance(node, core.Choose) and node.span == diagnostic.span
    )
    asked = {need.test.span for node in choices for arm in node.arms for need in arm.needs}
    never = [span for span in _without(done, MAY_HOLD) if span in asked]
    labels = tuple(Label(span, "never holds") for span in never[:SHOWN])
    return attrs.evolve(diagnostic, related=(*diagnostic.related, *labels))


def _with_settings(
    diagnostic: Diagnostic, found: Sequence[Setting], every: Sequence[Setting]
) -> Diagnostic:
    """Return a finding that tells which settings it takes."""
    here = {str(setting) for setting in found}
    others = [setting for setting in every if str(setting) not in here]
    told = in_words(found, others)
    return attrs.evolve(diagnostic, text=f"{diagnostic.text} {told}".strip())


def _keyed(
    found: Sequence[Diagnostic],
) -> dict[tuple[str, Span, int], Diagnostic]:
    """Tell findings apart by code, place and number; instances may word one differently."""
    keyed: dict[tuple[str, Span, int], Diagnostic] = {}
    for diagnostic in found:
        number = 0
        while (diagnostic.code, diagnostic.span, number) in keyed:
            number += 1
        keyed[diagnostic.code, diagnostic.span, number] = diagnostic
    return keyed
