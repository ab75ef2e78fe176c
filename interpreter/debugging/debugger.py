"""A debugger of rules: through a play line by line, choice by choice, forwards and back.

A play is a list of legs, each a position and what was taken there. Where one stands is a number of
a leg and of a stop in it, so that going back is as going forwards. The play itself is that of the
reference engine: nothing is added to it, and what is asked changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import attrs

from interpreter.chance import pick, word
from interpreter.debugging.ahead import Ahead, ahead_of, judged_at, needs
from interpreter.debugging.asking import Asker, AskError
from interpreter.debugging.legs import WAITS, Legs, Stop, beginning
from interpreter.debugging.looking import EVERYTHING, Eyes, Routine, routines, seen_of, shown
from interpreter.debugging.reasons import Judged, judged, why
from interpreter.faults import IllegalAction
from interpreter.game import Game
from interpreter.position import CHANCE, Env, Leg, Position
from interpreter.reference.machine import Machine
from interpreter.reference.wording import event_sentence
from interpreter.state import State

Test = Callable[[Stop], bool]


@attrs.frozen
class Breakpoint:
    """A line to stop at, if `condition` holds there ("": always).

    `line` is where a statement, an arm or a need stands: the one asked for, or the next below it.
    """

    line: int
    condition: str = ""


class Debugger:
    """Where one stands in a play, and the ways to go from there.

    Each way goes forwards or, with `back=True`, back, and ends where the play does.

    >>> from interpreter import load
    >>> from interpreter.debugging.legs import play_of
    >>> game = load("tic_tac_toe")
    >>> debugger = Debugger(game, play_of(game.start().apply(4).apply(0)))
    >>> stop = debugger.choice()
    >>> stop.kind, debugger.state.current_player, debugger.comes
    ('choice', 0, 4)
    >>> _ = debugger.choice(), debugger.choice()
    >>> debugger.shown("on(b2)"), debugger.why("mark(b2)")
    ('Mark(X)', 'b2 is taken')
    >>> debugger.choice(back=True).leg, debugger.state.legal_ids[:3]
    (1, (0, 1, 2))
    >>> debugger.take(8).kind, debugger.is_fork
    ('chosen', True)
    """

    def __init__(
        self,
        game: Game,
        legs: Sequence[Leg] = (),
        *,
        asker: Asker | None = None,
        seed: int | None = None,
        ahead: Ahead | None = None,
    ) -> None:
        """Stand at the start of a play.

        Args:
            game: what is played; the reference engine plays it here.
            legs: what was played; none: the game begins, and is played on from here.
            asker: who understands expressions, for conditions and `ask`.
            seed: what decides chance beyond the legs; None: whoever debugs does.
            ahead: where given, the one leg is not played: an action is judged there.
        """
        self.game = attrs.evolve(game, engine="reference")
        self.breakpoints: tuple[Breakpoint, ...] = ()
        self.asker = asker
        self.seed = seed
        self._record = tuple(legs) or (beginning(self.game.layout),)
        self._legs = list(self._record)
        self._scanner = ahead or Legs(self.game.layout)
        self._stops: dict[int, tuple[Stop, ...]] = {}
        self.stop = self._stops_of(0)[0]
        self._here: tuple[Stop, Machine] | None = None
        self.failed = ""
        self.judging: Debugger | None = None

    # ------------------------------------------------------------ where one stands

    @property
    def machine(self) -> Machine:
        """The rules as they stand here; to look at."""
        if self._here is None or self._here[0] != self.stop:
            leg = self._scanner.scan(self._legs[self.stop.leg], self.stop.leg)
            self._here = next(islice(leg, self.stop.index, None))
        return self._here[1]

    @property
    def position(self) -> Position:
        """The position here."""
        return self.machine.frozen()

    @property
    def state(self) -> State:
        """The state here, without the way to it."""
        return State(self.game, self.position)

    @property
    def comes(self) -> int | None:
        """What is taken next in the play, where the rules wait; None where that is open."""
        following = self._legs[self.stop.leg + 1 : self.stop.leg + 2]
        return following[0][1] if following and self.stop.kind in WAITS else None

    @property
    def at_breakpoint(self) -> bool:
        """Whether a breakpoint holds here."""
        return self._breaks(self.stop)

    @property
    def is_fork(self) -> bool:
        """Whether the play went another way than the one that was given."""
        return tuple(self._legs[: len(self._record)]) != self._record

    @property
    def legs(self) -> tuple[Leg, ...]:
        """The play as it is now."""
        return tuple(self._legs)

    @property
    def routines(self) -> tuple[Routine, ...]:
        """The routines in progress, innermost first."""
        return routines(self.machine.control, self.game.layout, self._scanner.named)

    def shown(self, cell: str, eyes: Eyes = EVERYTHING) -> str:
        """Return what the zone or variable with a name is, to somebody.

        Raises:
            KeyError: there is none.
        """
        names = self.game.layout.names
        if cell not in names:
            raise KeyError(cell)
        return shown(names.index(cell), self.machine.world, eyes)

    def told(self, eyes: Eyes = EVERYTHING) -> tuple[str, ...]:
        """Return what happened since the last choice, as somebody was told of it."""
        layout = self.game.layout
        found = []
        for event in self.machine.events:
            seen = seen_of(event, eyes, layout)
            if seen is not None:
                found.append(event_sentence(seen, layout))
        return tuple(found)

    def locals(self, routine: int = 0) -> dict[str, str]:
        """Return the named values of a routine in progress; `routine` 0: the innermost."""
        return {} if self.asker is None else self.asker.locals(*self._scope(routine))

    def ask(self, text: str, routine: int = 0) -> str:
        """Return the value of an expression here, in words.

        Raises:
            AskError: it cannot be understood here, or has no value.
        """
        return self._asker.told(text, self.machine.world, *self._scope(routine))

    def why(self, text: str) -> str:
        """Return why what a text asks for (`mark(b2)`, or only `mark`) is not on offer here."""
        return why(self.state if self.stop.kind in WAITS else None, text)

    def judged(self, text: str) -> tuple[Judged, ...]:
        """Return each need of an action that is asked for here, and whether it holds."""
        return judged(self.state, text) if self.stop.kind == "choice" else ()

    def ahead(self, text: str) -> Debugger:
        """Return a debugger through the judging of an action that is asked for here.

        >>> from interpreter import load
        >>> from interpreter.debugging.legs import play_of
        >>> game = load("tic_tac_toe")
        >>> debugger = Debugger(game, play_of(game.start().apply(4)))
        >>> _ = debugger.choice(), debugger.choice()
        >>> judged = debugger.ahead("mark(b2)")
        >>> judged.routines[0].name, judged.step().told
        ('would O be allowed to mark(b2)?', 'it is refused: b2 is taken')

        Raises:
            IllegalAction: no such action is asked for here.
        """
        if self.stop.kind != "choice":
            raise IllegalAction("nobody is to choose here; go to a choice first")
        return self._through(ahead_of(self.state, text))

    # ------------------------------------------------------------ ways to go

    def step(self, *, back: bool = False) -> Stop:
        """Go to the next line, be it in another routine."""
        return self._go(lambda stop: not stop.repeats, back=back)

    def over(self, *, back: bool = False) -> Stop:
        """Go to the next line in this routine or around it; what it calls is gone through."""
        depth = self.stop.depth
        return self._go(lambda stop: stop.depth <= depth and not stop.repeats, back=back)

    def out(self, *, back: bool = False) -> Stop:
        """Go to where this routine was called from."""
        depth = self.stop.depth
        return self._go(lambda stop: stop.depth < depth, back=back)

    def choice(self, *, back: bool = False) -> Stop:
        """Go to where a player is to choose."""
        return self._go(lambda stop: stop.kind == "choice", back=back)

    def turn(self, *, back: bool = False) -> Stop:
        """Go to where a turn begins."""
        return self._go(lambda stop: stop.begins_turn, back=back)

    def run(self, *, back: bool = False) -> Stop:
        """Go to the next breakpoint, else to the end of the play.

        `failed` says afterwards which condition could not be told, and why: that is a stop too.
        At the line of a need the stop is where somebody is to choose, and `judging` goes through
        the judging of the first action for which the need is asked: it stands at the need.
        """
        self.failed, self.judging = "", None
        lines = {one.line for one in self.breakpoints}
        found = self._stopped(self._back(lines) if back else self._forth(lines))
        return self.stop if found is None else self._stand(found)

    def go(self, leg: int, index: int = 0) -> Stop:
        """Stand at a stop of the play.

        Raises:
            IndexError: the play has none there.
        """
        if not 0 <= leg < len(self._legs) or not 0 <= index < len(self._stops_of(leg)):
            raise IndexError(f"the play has no stop {index} in its leg {leg}")
        return self._stand(self._stops_of(leg)[index])

    def take(self, number: int) -> Stop:
        """Take an action or an outcome of chance; where the play went another way it forks.

        Raises:
            IllegalAction: it cannot be taken here, and why.
        """
        if self.stop.kind not in ("choice", "chance"):
            raise IllegalAction("nothing is to be decided here; go to a choice first")
        reason = self.state.refusal_of(number)
        if reason is not None:
            raise IllegalAction(reason)
        leg = self.stop.leg
        if self.comes != number:
            self._cut(leg + 1)
            self._legs.append((self.position, number))
        return self.go(leg + 1)

    def rejoin(self) -> Stop:
        """Forget the fork, and stand where the play that was given left it."""
        same = 0
        for one, other in zip(self._legs, self._record, strict=False):
            if one != other:
                break
            same += 1
        self._cut(same)
        self._legs += self._record[same:]
        return self._stand(self._stops_of(max(0, same - 1))[-1])

    # ------------------------------------------------------------ breakpoints

    def lines(self) -> tuple[int, ...]:
        """Return the lines at which play may stop, ascending."""
        layout = self.game.layout
        spans = [s.span for block in layout.blocks.values() for s in block.statements]
        arms = [arm for group in layout.arms.values() for arm in group]
        spans += [arm.arm.span for arm in arms]
        spans += [need.span for arm in arms for need in needs(arm)]
        file = self.game.spec.declared.file
        return tuple(sorted({span.line for span in spans if span.file == file}))

    def break_at(self, line: int, condition: str = "") -> Breakpoint | None:
        """Add a breakpoint at a line, or at the next one below it; None where there is none."""
        below = next((known for known in self.lines() if known >= line), None)
        if below is None:
            return None
        added = Breakpoint(below, condition.strip())
        self.breakpoints = (*(b for b in self.breakpoints if b.line != below), added)
        return added

    # ------------------------------------------------------------ inside

    def _stops_of(self, leg: int) -> tuple[Stop, ...]:
        if leg not in self._stops:
            self._stops[leg] = tuple(s for s, _ in self._scanner.scan(self._legs[leg], leg))
        return self._stops[leg]

    def _stand(self, stop: Stop) -> Stop:
        self.stop = stop
        return stop

    def _cut(self, length: int) -> None:
        """Forget the play from a leg on."""
        for leg in range(length, len(self._legs)):
            self._stops.pop(leg, None)
        del self._legs[length:]

    def _later(self) -> Iterator[Stop]:
        """Yield the stops behind this one; chance goes on by the seed where there is one."""
        leg = self.stop.leg
        yield from self._stops_of(leg)[self.stop.index + 1 :]
        while leg + 1 < len(self._legs) or self._chance_goes_on():
            leg += 1
            yield from self._stops_of(leg)

    def _earlier(self) -> Iterator[Stop]:
        yield from reversed(self._stops_of(self.stop.leg)[: self.stop.index])
        for leg in range(self.stop.leg - 1, -1, -1):
            yield from reversed(self._stops_of(leg))

    def _chance_goes_on(self) -> bool:
        """Let chance take what the seed says, where it is to act at the end of the play."""
        last = len(self._legs) - 1
        if self.seed is None or self._stops_of(last)[-1].kind != "chance":
            return False
        *_, (_, machine) = self._scanner.scan(self._legs[last], last)
        state = State(self.game, machine.frozen())
        drawn = sum(
            number is not None and State(self.game, position).current_player == CHANCE
            for position, number in self._legs
        )
        number = pick(state.chance_outcomes, word("chance", self.seed, 0, drawn))
        self._legs.append((state.position, number))
        return True

    def _go(self, test: Test, *, back: bool) -> Stop:
        last = self.stop
        for stop in self._earlier() if back else self._later():
            last = stop
            if stop.kind == "fault" or test(stop):
                break
        return self._stand(last)

    def _forth(self, lines: set[int]) -> Iterator[Stop]:
        last = self.stop
        for stop in self._later():
            last = stop
            if stop.line in lines or stop.kind in ("fault", "choice"):
                yield stop
        yield last

    def _back(self, lines: set[int]) -> Iterator[Stop]:
        last = self.stop
        for stop in self._earlier():
            last = stop
            if stop.line in lines or stop.kind == "choice":
                yield stop
        yield last

    def _stopped(self, found: Iterator[Stop]) -> Stop | None:
        """Return the first of some stops at which a breakpoint holds, else the last of them."""
        stop, start = None, self.stop
        for stop in found:
            if stop.kind == "fault" or (stop != start and self._breaks(stop)):
                break
        return stop

    def _breaks(self, stop: Stop) -> bool:
        if stop.kind == "choice":
            return any(self._judges(one, stop) for one in self.breakpoints)
        for one in self.breakpoints:
            if one.line == stop.line and stop.kind in ("line", "chosen"):
                return not one.condition or self._holds(one.condition, stop)
        return False

    def _judges(self, one: Breakpoint, stop: Stop) -> bool:
        """Return whether a breakpoint at a need holds for an action that is asked for there."""
        before, self.stop = self.stop, stop
        try:
            for found in judged_at(self.state, one.line):
                through = self._through(found)
                through.breakpoints = (one,)
                if through.at_breakpoint or through.run().kind == "line":
                    through.breakpoints = self.breakpoints
                    self.judging, self.failed = through, through.failed
                    return True
        finally:
            self.stop = before
        return False

    def _through(self, found: Ahead) -> Debugger:
        """Return a debugger through the judging of an action that is asked for here."""
        leg = (self.position, None)
        judged = Debugger(self.game, [leg], asker=self.asker, ahead=found)
        judged.breakpoints = self.breakpoints
        return judged

    def _holds(self, condition: str, stop: Stop) -> bool:
        before, self.stop = self.stop, stop
        try:
            return self._asker.holds(condition, self.machine.world, *self._scope(0))
        except AskError as reason:
            self.failed = f"`{condition}`: {reason}"
            return True
        finally:
            self.stop = before

    def _scope(self, routine: int) -> tuple[tuple[int, ...], Env]:
        """Return the blocks and locals of a routine in progress."""
        at = self.routines[routine : routine + 1]
        return (at[0].blocks, at[0].env) if at else ((), ())

    @property
    def _asker(self) -> Asker:
        if self.asker is None:
            raise AskError("nobody understands expressions here")
        return self.asker
