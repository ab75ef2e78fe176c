"""What comes of one change of a rule text: who notices it, or how play differs and nobody does.

    refused    `rulelang check` finds errors in the changed text
    scenario   a scenario of the text fails
    proof      something is no longer proved that was
    fault      the rules fail in play, where they did not
    survived   nothing of all that, and play differs
    same       no difference was seen: for all that anybody can tell, the rules are what they were

They are asked in this order, the quick ones first: the instances with scenarios, then those in
which the change makes another game, until one shows a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from time import process_time
from typing import Final, Literal, TypeAlias

import attrs

from interpreter.cli.mutating.differing import Compared, Parted
from interpreter.cli.mutating.limits import EndlessError, limited
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import EngineName, Game
from interpreter.hosting.playthrough import of_choices, states
from interpreter.play import tell
from interpreter.state import State
from interpreter.testing.scenarios import run
from rulelang import core, pipeline, settings, surface
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.elaborate.context import Setting
from rulelang.keeping import disk
from rulelang.mutations.changes import Change
from rulelang.obligations import merged
from rulelang.prove.prover import prove
from rulelang.results import Parsed
from rulelang.secrecy.leaks import leaks

Outcome: TypeAlias = Literal["refused", "scenario", "proof", "fault", "survived", "same"]
NOTICED: Final[tuple[Outcome, ...]] = ("refused", "scenario", "proof", "fault")
OUTCOMES: Final[tuple[Outcome, ...]] = (*NOTICED, "survived", "same")

PROVED: Final = 2
"""Instances in which a change is put to the proof, of those in which it makes another game."""

_SHOWN: Final = 12
"""Lines of a play that are told, the last ones."""


@attrs.frozen
class Verdict:
    """What came of a change.

    `by`: which finding, scenario or fault; what differs of a survivor. `instance`: in which it
    was seen. `play`: how a survivor's play comes to the difference, in sentences. `alike`: so many
    playouts were alike.
    """

    outcome: Outcome
    by: str = ""
    instance: str = ""
    play: tuple[str, ...] = ()
    alike: int = 0


@attrs.frozen
class Changed:
    """An instance of the changed text that is another game than before."""

    setting: Setting
    before: core.Spec
    after: core.Spec


@attrs.frozen(eq=False)
class _Known:
    """An instance of the text as it is."""

    spec: core.Spec
    scenarios: Mapping[str, core.Scenario]


_Claims: TypeAlias = dict[tuple[bool, str, str], str]
"""What is wrong or open, by whether it is an error, its sort and its place."""


@attrs.define(eq=False)
class Judge:
    """Tries changes of one text, which has no errors and whose scenarios hold.

    `seconds`: of the processor for one change, about; `playouts`: in each instance at most.
    """

    parsed: Parsed
    seed: int = 0
    seconds: float = 40
    playouts: int = 1000
    engine: EngineName = "native"
    _known: dict[str, _Known] = attrs.field(init=False, factory=dict)
    _claims: dict[str, _Claims] = attrs.field(init=False, factory=dict)

    def errors(self) -> tuple[Diagnostic, ...]:
        """Return what is wrong with the text as it is, in the instances with scenarios."""
        assert self.parsed.text is not None
        sink = Sink()
        todo = pipeline.settings_of(self.parsed.text, sink)
        for at, (setting, mine) in enumerate(todo):
            if mine or at == 0:
                self._learn(setting, mine, sink)
        return sink.found

    def failing(self) -> str | None:
        """Return the name of a scenario that fails in the text as it is; None where all hold."""
        scenarios = (each for known in self._known.values() for each in known.scenarios.values())
        return next((each.name for each in scenarios if run(each).failures), None)

    def judge(self, change: Change) -> Verdict:
        """Return what comes of a change."""
        until = process_time() + self.seconds
        changed = change.applied(self.parsed)
        try:
            with limited(self.seconds):
                found = self._by_scenarios(changed)
                if isinstance(found, Verdict):
                    return found
        except (EndlessError, RecursionError):
            return Verdict("scenario", "it does not come to an end")
        return self._in_play(changed, found, until)

    # ------------------------------------------------------------ checking and scenarios

    def _by_scenarios(self, changed: Parsed) -> Verdict | list[Changed]:
        """Return who notices where scenarios are; else the instances there that are changed."""
        assert changed.text is not None
        for problem in settings.problems(changed.text):
            return Verdict("refused", problem.title)
        sink = Sink()
        todo = pipeline.settings_of(changed.text, sink)
        if sink.has_errors:
            return _refused(sink)
        found: list[Changed] = []
        for setting, mine in sorted(todo, key=lambda one: -len(one[1])):
            if not mine:
                break
            came = self._at(changed, setting, mine)
            if isinstance(came, Verdict):
                return came
            if came is not None:
                found.append(came)
        return found

    def _at(
        self, changed: Parsed, setting: Setting, mine: Sequence[surface.Scenario]
    ) -> Verdict | Changed | None:
        """Return what an instance makes of a change.

        None where it makes no difference, or the text as it is has no such instance.
        """
        sink = Sink()
        made = pipeline.instance_of(changed, setting, mine, sink)
        if made.spec is None or sink.has_errors:
            return _refused(sink, setting)
        known = self._at_first(setting, mine)
        if known is None:
            return None
        for scenario in made.scenarios:
            if scenario != known.scenarios.get(scenario.name) and run(scenario).failures:
                return Verdict("scenario", scenario.name, str(setting))
        return None if made.spec == known.spec else Changed(setting, known.spec, made.spec)

    def _at_first(self, setting: Setting, mine: Sequence[surface.Scenario]) -> _Known | None:
        """Return an instance of the text as it is; None where it has no such instance."""
        if str(setting) not in self._known:
            self._learn(setting, mine, Sink())
        return self._known.get(str(setting))

    def _learn(self, setting: Setting, mine: Sequence[surface.Scenario], sink: Sink) -> None:
        made = pipeline.instance_of(self.parsed, setting, mine, sink)
        if made.spec is not None:
            by_name = {scenario.name: scenario for scenario in made.scenarios}
            self._known[str(setting)] = _Known(made.spec, by_name)

    # ------------------------------------------------------------ proofs and play

    def _in_play(self, changed: Parsed, found: Sequence[Changed], until: float) -> Verdict:
        """Return what comes of a change that no scenario notices."""
        proved, alike, where, more = 0, 0, 0, ""
        for came in self._instances(changed, found):
            if isinstance(came, Verdict):
                return came
            if proved < PROVED:
                proved += 1
                unproved = self._no_longer_proved(came)
                if unproved is not None:
                    return unproved
            compared, parted = self._play(came, until)
            alike, where = alike + compared.alike, where + 1
            if parted is not None:
                return self._survived(changed, came, compared, parted)
            if process_time() > until:
                more = " and perhaps more, but time was up"
                break
        told = f"in {where} instance{'' if where == 1 else 's'}{more}"
        return Verdict("same", told if where else "in no instance another game", alike=alike)

    def _instances(self, changed: Parsed, found: Sequence[Changed]) -> Iterator[Changed | Verdict]:
        """Yield the instances that are changed, those first that are at hand."""
        yield from found
        assert changed.text is not None
        for setting, mine in pipeline.settings_of(changed.text, Sink()):
            came = None if mine else self._at(changed, setting, mine)
            if came is not None:
                yield came

    def _no_longer_proved(self, came: Changed) -> Verdict | None:
        """Return the verdict where something is wrong or open in the changed game that was not."""
        key = str(came.setting)
        if key not in self._claims:
            self._claims[key] = _claims_of(came.before)
        after = _claims_of(came.after)
        new = sorted((not is_error, place, what) for is_error, what, place in after
                     if (is_error, what, place) not in self._claims[key])  # fmt: skip
        if not new:
            return None
        is_open, place, what = new[0]
        told = f"{place}: {after[not is_open, what, place]}"
        return Verdict("proof" if is_open else "refused", told, key)

    def _play(self, came: Changed, until: float) -> tuple[Compared, Parted | None]:
        one = Game(came.before, engine=self.engine)
        other = Game(came.after, engine=self.engine)
        one.native()
        with disk.nothing_kept():
            other.native()
            compared = Compared(one, other, self.seed, self.playouts, until)
            return compared, compared.parted()

    def _survived(
        self, changed: Parsed, came: Changed, compared: Compared, parted: Parted
    ) -> Verdict:
        """Return the verdict on a change that makes another game, unless an error is found yet."""
        if parted.fault:
            return Verdict("fault", parted.there, str(came.setting), alike=compared.alike)
        for other in self._instances(changed, ()):
            if isinstance(other, Verdict) and other.outcome == "refused":
                return other
        compared.until = max(compared.until, process_time() + 5)
        short = compared.shortest(parted)
        by = f"{short.what}: {short.here} | changed: {short.there}"
        play = tuple(_story(compared.one, short.choices))
        return Verdict("survived", by, str(came.setting), play, compared.alike)


def _refused(sink: Sink, setting: Setting | None = None) -> Verdict:
    first = next(found for found in sink.found if found.severity == "error")
    where = "" if setting is None else str(setting)
    return Verdict("refused", f"{first.code}: {first.title}", where)


def _claims_of(spec: core.Spec) -> _Claims:
    """Return the errors that are proved, and what is open, by where it is."""
    proof = prove(spec)
    found = [each for each in (*proof.failures, *leaks(spec).found) if each.severity == "error"]
    errors = {(True, each.code, str(each.span)): each.title for each in found}
    left = [claim for claim in merged(proof.obligations) if claim.is_open]
    return errors | {(False, claim.guarantee, str(claim.span)): claim.claim for claim in left}


def _story(game: Game, choices: tuple[int, ...]) -> list[str]:
    """Return the last sentences of a play, as far as it goes where the rules fail."""
    reached: list[State] = []  # those that came before a fault stay in it
    with suppress(RuleFault, BudgetExceeded):
        reached.extend(states(game, of_choices(game, choices)))
    lines = list(tell(reached))
    left_out = max(0, len(lines) - _SHOWN)
    return [*([f"lines before these: {left_out}"] if left_out else []), *lines[left_out:]]
