"""The findings of one walk, and the checks that make them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import attrs

from rulelang import core
from rulelang.core.walk import Node
from rulelang.diagnostics import Diagnostic
from rulelang.freezing import define
from rulelang.messages import secrecy as wording
from rulelang.messages.secrecy import UNSEEN, Hidden
from rulelang.prove.footprints import families
from rulelang.secrecy.bodies import bodies_of
from rulelang.secrecy.common import Behind, Called, Common, Nested, outcome_of
from rulelang.secrecy.facts import Facts
from rulelang.secrecy.here import Here, changed
from rulelang.secrecy.pauses import Pauses, pauses_of
from rulelang.secrecy.reading import Reader
from rulelang.secrecy.secrets import Place, Secret, Secrets, Term, Value
from rulelang.secrecy.sight import Sights
from rulelang.secrecy.traces import Traces, traces_of
from rulelang.secrecy.unseen import Unseen
from rulelang.secrecy.visible import Eyes
from rulelang.source import NOWHERE, Span

Wording = Callable[[Hidden], Diagnostic]


class ToldError(Exception):
    """Somebody would be told of something where calls are only tried."""


@define
class Findings:
    """What was found: once for each place of use and each hidden family.

    `told` says the same of each place. `read`: where what was found is read; a local that holds it
    is not reported again.
    """

    found: dict[tuple[Span, str], Diagnostic] = attrs.field(factory=dict)
    read: set[tuple[Span, str]] = attrs.field(factory=set)
    told: set[tuple[Span, Place]] = attrs.field(factory=set)


@define
class Walker:
    """One walk through a specification.

    `errors` and `warnings` are kept apart: what is warned of may still be found to be worse.
    `common`: what it shares with other walks. `calls`: all calls so far, by what was known there;
    `leaky`: how often somebody would be told of something. `is_trying`: calls are made only to see
    whether they come to what they came to before (`again`).
    """

    sights: Sights
    reader: Reader
    eyes: Eyes
    pauses: Pauses
    unseen: Unseen
    traces: Traces
    common: Common
    errors: Findings = attrs.field(factory=Findings)
    warnings: Findings = attrs.field(factory=Findings)
    calls: dict[Called, Behind] = attrs.field(factory=dict)
    leaky: int = 0
    is_trying: bool = False
    _outlines: dict[int, Hashable] = attrs.field(factory=dict)

    def mark(self, node: Node) -> Hashable:
        """Return what tells a node from others, in all walks that share their names."""
        return self.reader.bodies.mark(node)

    def called(self, key: Called, walk: Callable[[], Here | None]) -> Here | None:
        """Return what is known behind a call; one that another walk found clean is not walked."""
        known = self.calls.get(key)
        if known is None and key in self.common.calls:
            known = self.common.calls[key]
            self.reader.spared += known.cost
        if known is None:
            cost, leaky = self.reader.whole, self.leaky
            after = walk()
            is_clean = self.leaky == leaky
            known = Behind(after, self.reader.whole - cost, is_clean)
            if is_clean:
                self.common.calls[key] = known
        else:
            self.reader.whole += known.cost
            self.leaky += not known.is_clean
        self.calls[key] = known
        return known.after

    def note(
        self, effect: int, values: tuple[Value, ...], here: Here, after: Here | None, cost: int
    ) -> None:
        """Note that the body that is walked made a call."""
        if self.common.is_shared:
            frame = self.reader.frame
            frame.cost += cost
            frame.calls.append(Nested(frame.places[effect], values, here, outcome_of(after)))

    def outline(self, effect: int) -> Hashable:
        """Return what those who call an effect read of it without looking into it."""
        known = self._outlines.get(effect)
        if known is None:
            known = self._outlines[effect] = (
                families(self.sights.footprints.of_effect(effect)),
                self.unseen.of_effect(effect),
                self.pauses.effects[effect],
                self.pauses.returning[effect],
                self.pauses.speaking[effect],
                self.traces.is_noticed(self.sights.spec.effects[effect].body),
            )
        return known

    def check(
        self, here: Here, secrets: Secrets, who: Term | None, words: Wording, otherwise: Span
    ) -> None:
        """Report what would tell `who` (None: everybody) of secrets; `otherwise`: where."""
        unseen = [s for s in sorted(secrets, key=_order) if not self.eyes.sees(here, s, who)]
        self._find(self.errors, unseen, words, otherwise)

    def warn(self, here: Here, secrets: Secrets, words: Wording, otherwise: Span) -> None:
        """Warn of what would tell somebody of secrets; `otherwise`: where."""
        unseen = [s for s in sorted(secrets, key=_order) if not self.eyes.sees(here, s, None)]
        self._find(self.warnings, unseen, words, otherwise)

    def report(self, at: Span, name: str, found: Diagnostic) -> None:
        """Report what is wrong with a hidden family whoever knows what."""
        self._leaks()
        self.errors.found.setdefault((at, name), found)

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """All findings; where there is an error, nothing is warned of besides."""
        worse, less = self.errors.found, self.warnings.found
        return (*worse.values(), *(less[key] for key in less if key not in worse))

    def _find(
        self, findings: Findings, unseen: Sequence[Secret], words: Wording, otherwise: Span
    ) -> None:
        if unseen:
            self._leaks()
        for secret in unseen:
            use = otherwise if secret.use == NOWHERE else secret.use
            if (use, secret.place) not in findings.told:
                findings.told.add((use, secret.place))
                hidden = self._hidden(secret, otherwise)
                if secret.element is None or (secret.read, hidden.name) not in findings.read:
                    findings.found.setdefault((hidden.use, hidden.name), words(hidden))
                findings.read.add((secret.read, hidden.name))

    def _leaks(self) -> None:
        if self.is_trying:
            raise ToldError
        self.leaky += 1

    def is_known(self, here: Here, secrets: Secrets, who: Term | None = None) -> bool:
        """Return whether a player, or everybody, surely knows all of some secrets."""
        return all(self.eyes.sees(here, secret, who) for secret in secrets)

    def check_pause(self, here: Here, span: Span) -> None:
        """Report where a pause would tell what decided that play comes here."""
        for control in here.control:
            if not control.shape:
                self.check(
                    here,
                    places(control.secrets),
                    None,
                    lambda hidden: wording.asked(hidden, span),
                    span,
                )

    def _hidden(self, secret: Secret, otherwise: Span) -> Hidden:
        use = otherwise if secret.use == NOWHERE else secret.use
        sight = self.sights.of(secret.place.sort, secret.place.number)
        if sight is None:
            return Hidden(False, "", "only who chose it knows it", use, secret.read, NOWHERE)
        is_zone, by_lot = secret.place.sort != "variable", secret.place.sort == "lot"
        seen = _seen(self.sights, secret)
        alone = is_zone and self.sights.spec.zones[secret.place.number].capacity == 1
        return Hidden(is_zone, sight.name, seen, use, secret.read, sight.span, by_lot, alone)


def behind(w: Walker, here: Here, body: core.Block, by: Hashable) -> Here:
    """Return what is known whether or not a block was run any number of times."""
    return changed(here, w.sights.footprints.of_block(body), w.unseen.of_block(body), by)


def around(w: Walker, here: Here, node: core.Statement, by: Hashable) -> Here:
    """Return what is known whether or not a statement was run any number of times."""
    cells = w.sights.footprints.of_statement(node)
    return changed(here, cells, w.unseen.of_statement(node), by)


def places(secrets: Secrets) -> Secrets:
    """Return the secrets of places: others may well notice what somebody chose."""
    return frozenset(secret for secret in secrets if secret.place.sort != "choice")


def _seen(sights: Sights, secret: Secret) -> str:
    sight = sights.of(secret.place.sort, secret.place.number)
    assert sight is not None
    what = "which one chance picks" if secret.place.sort == "lot" else "this"
    seers = sight.seers.items()
    if not any(found for _, found in seers):
        return UNSEEN if what == "this" else f"nobody sees {what}"
    if all(len(index) == 1 and found == frozenset(index) for index, found in seers):
        return f"only its owner sees {what}"
    return f"not everybody sees {what}"


def _order(secret: Secret) -> tuple[object, ...]:
    """Return in which order secrets are told: sets have another one in each process."""
    use, read = secret.use, secret.read
    place = (secret.place.sort, secret.place.number, secret.element is not None)
    return (use.file, use.line, use.column, *place, read.file, read.line, read.column)


def walker_of(sights: Sights, unseen: Unseen, common: Common) -> Walker:
    """Return a walker that has found nothing yet."""
    bodies = bodies_of(sights.spec, sights.footprints)
    reader = Reader(sights, common.names, bodies, Facts(bodies, common.facts), common.uses)
    eyes = Eyes(sights, common.names, common.answers)
    pauses = pauses_of(sights)
    return Walker(sights, reader, eyes, pauses, unseen, traces_of(reader, pauses), common)
