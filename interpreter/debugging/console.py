"""The words that somebody types to a debugger, and what is answered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from interpreter.debugging.asking import AskError
from interpreter.debugging.debugger import Debugger
from interpreter.debugging.legs import Stop
from interpreter.debugging.looking import EVERYTHING, Eyes, families, shown
from interpreter.debugging.opening import Opened, numbers_of
from interpreter.faults import IllegalAction, PlaythroughError
from interpreter.hosting.playthrough import of_choices, write
from interpreter.knowledge.explain import parse_action
from interpreter.load import UsageError
from rulelang.source import lines_of

HELP: Final = """\
step [N]        to the next line; `step back`: to the one before. So for all ways to go:
over  out       past what a line calls; out of the routine
choice  turn    to where somebody is to choose; to where a turn begins
run             to the next breakpoint, or the end of the play
break LINE [if CLAIM]    breaks    clear [LINE]
print VALUE     `print count hand(p)`: any value of the rule language
zones [NAME]  locals  stack  list  where
told            what happened since the last choice
as NAME         see with the eyes of a seat, of an `onlooker`, or `everything` again
legal [WORD]    why ACTION    take NUMBER or ACTION    rejoin
ahead ACTION    through what judges an action, line by line; `leave` goes back to the play
save FILE       the play so far, as a playthrough
quit"""
WAYS: Final = ("step", "over", "out", "choice", "turn", "run")
_AROUND: Final = 3
_MOST: Final = 12
_BREAK: Final = re.compile(r"(\d{1,9})(?:\s+if\s+(.+))?")


class Console:
    """Answers one line after another; a word may be cut short where that leaves no doubt."""

    def __init__(self, opened: Opened) -> None:
        self._play = opened.debugger
        self._judged: Debugger | None = None
        self._opened = opened
        self._eyes: Eyes = EVERYTHING
        self._lines = lines_of(opened.source.text)
        self._last = "step"
        self._words: dict[str, Callable[[str], Iterator[str]]] = {
            **{way: partial(self._go, way) for way in WAYS},
            "ahead": self._ahead,
            "as": self._as,
            "break": self._break,
            "breaks": self._breaks,
            "clear": self._clear,
            "help": self._help,
            "leave": self._leave,
            "legal": self._legal,
            "list": self._list,
            "locals": self._locals,
            "print": self._print,
            "rejoin": self._rejoin,
            "save": self._save,
            "stack": self._stack,
            "take": self._take,
            "told": self._told,
            "where": lambda _: self.here(),
            "why": self._why,
            "zones": self._zones,
        }

    @property
    def debugger(self) -> Debugger:
        """Where one stands: in the play, or in the judging of an action."""
        return self._judged or self._play

    @property
    def words(self) -> frozenset[str]:
        """The words that are understood, in full."""
        return frozenset(self._words)

    def answer(self, line: str) -> Iterator[str]:
        """Yield what is answered to a line; an empty one repeats the last way that was gone."""
        word, _, rest = (line.strip() or self._last).partition(" ")
        known = [name for name in self._words if name.startswith(word)]
        name = word if word in self._words else known[0] if known else None
        if name is None or (len(known) > 1 and word not in self._words and len(word) > 1):
            meant = " or ".join(f"`{one}`" for one in known) or "`help` lists what there is"
            yield f"there is no `{word}`; {meant}"
            return
        try:
            yield from self._words[name](rest.strip())
        except (AskError, IllegalAction, UsageError, PlaythroughError) as reason:
            yield str(reason)

    # ------------------------------------------------------------ where

    def here(self) -> Iterator[str]:
        """Yield where play stands."""
        stop = self.debugger.stop
        yield self._headline(stop)
        if 0 < stop.line <= len(self._lines):
            yield f"{stop.line:>5} > {self._lines[stop.line - 1]}"
        if stop.kind in ("choice", "chance"):
            yield from self._asked(stop)
        if stop.told:
            told = "" if stop.kind == "verdict" else "the rules fail here: "
            yield f"      {told}{stop.told}"

    def _headline(self, stop: Stop) -> str:
        debugger = self.debugger
        at = self._play.stop.leg
        taken = sum(number is not None for _, number in self._play.legs[: at + 1])
        fork = ", a fork" if debugger.is_fork else ""
        routine = debugger.routines[0].name if debugger.routines else stop.kind
        ends = {"end": "the game is over", "done": "nothing is in progress"}
        return f"[{taken} taken{fork}] {ends.get(stop.kind, routine)}{self._outcome(stop)}"

    def _outcome(self, stop: Stop) -> str:
        result = self.debugger.position.result
        if stop.kind != "end" or result is None:
            return ""
        players = self.debugger.game.players
        return ": " + ", ".join(f"{p} {won}" for p, won in zip(players, result, strict=True))

    def _asked(self, stop: Stop) -> Iterator[str]:
        state, comes = self.debugger.state, self.debugger.comes
        if stop.kind == "chance":
            outcomes = state.chance_outcomes
            yield f"      chance is to act: {len(outcomes)} outcomes"
            named = None if comes is None else state.outcome_name(comes)
        else:
            who = self.debugger.game.players[state.current_player]
            yield f"      {who} is to choose: {len(state.legal_ids)} legal"
            named = None
            if comes is not None:
                named = str(state.legal_actions[state.legal_ids.index(comes)])
        if named is not None:
            yield f"      next in this play: {named}"

    def _list(self, _: str) -> Iterator[str]:
        at = self.debugger.stop.line
        for number in range(max(1, at - _AROUND), min(len(self._lines), at + _AROUND) + 1):
            yield f"{number:>5} {'>' if number == at else ' '} {self._lines[number - 1]}"

    def _stack(self, _: str) -> Iterator[str]:
        for number, routine in enumerate(self.debugger.routines):
            line = routine.span.line if number else self.debugger.stop.line
            yield f"{number}  {routine.name}  line {line or routine.span.line}"

    # ------------------------------------------------------------ going

    def _go(self, way: str, rest: str) -> Iterator[str]:
        words = rest.split()
        back = "back" in words
        counts = [int(one) for one in words if one.isascii() and one.isdigit()]
        if len(words) != back + len(counts) or len(counts) > 1:
            yield f"`{way} {rest}`: give a number, `back`, or nothing"
            return
        self._last = f"{way} back" if back else way
        before = self.debugger.stop
        for _ in range(min(counts[0], 100_000) if counts else 1):
            reached = self.debugger.stop
            if getattr(self.debugger, way)(back=back) == reached or self.enter():
                break
        if self.debugger.failed:
            yield self.debugger.failed
        if self.debugger.stop == before:
            further = "`leave`" if self._judged else "`take` plays on"
            yield "this is the beginning" if back else f"the play goes no further; {further}"
        yield from self.here()

    def enter(self) -> bool:
        """Stand where an action is judged, if a breakpoint at a need has just led there."""
        judging = self._play.judging if self._judged is None else None
        if judging is not None:
            self._judged, self._play.judging = judging, None
        return judging is not None

    def _ahead(self, rest: str) -> Iterator[str]:
        if self._judged is not None:
            raise UsageError("an action is being judged; `leave` first")
        if not rest and self.debugger.stop.kind == "choice":
            raise UsageError(self.debugger.why(rest))  # it says which actions there are
        self._judged = self._play.ahead(rest)
        yield from self.here()

    def _leave(self, _: str) -> Iterator[str]:
        if self._judged is None:
            yield "no action is being judged; `ahead ACTION`"
            return
        self._play.breakpoints = self._judged.breakpoints
        self._judged = None
        yield from self.here()

    def _rejoin(self, _: str) -> Iterator[str]:
        self.debugger.rejoin()
        yield from self.here()

    def _take(self, rest: str) -> Iterator[str]:
        state = self.debugger.state
        if rest.isascii() and rest.isdigit() and len(rest) < _MOST:
            number = int(rest)
        elif self.debugger.stop.kind == "chance":
            number = self._outcome_called(rest)
        else:
            name, arguments = parse_action(rest)
            action = state.find(name, arguments) if self.debugger.stop.kind == "choice" else None
            if action is None:
                raise IllegalAction(self.debugger.why(rest))
            number = action.id
        self.debugger.take(number)
        yield from self.here()

    def _outcome_called(self, rest: str) -> int:
        state = self.debugger.state
        named = {state.outcome_name(number): number for number, _ in state.chance_outcomes}
        if rest not in named:
            raise IllegalAction(f"chance has {', '.join(list(named)[:_MOST])}")
        return named[rest]

    # ------------------------------------------------------------ breakpoints

    def _break(self, rest: str) -> Iterator[str]:
        found = _BREAK.fullmatch(rest)
        if found is None:
            yield "`break 12`, or `break 12 if coins(p) > 3`"
            return
        added = self.debugger.break_at(int(found[1]), found[2] or "")
        yield (
            "there is nothing to stop at from there on"
            if added is None
            else _told_break(added.line, added.condition)
        )

    def _breaks(self, _: str) -> Iterator[str]:
        for one in self.debugger.breakpoints:
            yield _told_break(one.line, one.condition)

    def _clear(self, rest: str) -> Iterator[str]:
        kept = [one for one in self.debugger.breakpoints if rest and str(one.line) != rest]
        self.debugger.breakpoints = tuple(kept)
        yield f"{len(kept)} breakpoints are left"

    # ------------------------------------------------------------ looking

    def _print(self, rest: str) -> Iterator[str]:
        self._refuse_as_seat("print")
        yield self.debugger.ask(rest) if rest else "name a value, such as `print 1 + 2`"

    def _locals(self, _: str) -> Iterator[str]:
        self._refuse_as_seat("locals")
        for name, value in self.debugger.locals().items():
            yield f"{name} = {value}"

    def _refuse_as_seat(self, word: str) -> None:
        if self._eyes != EVERYTHING:
            raise UsageError(f"`{word}` knows everything; say `as everything` before")

    def _zones(self, rest: str) -> Iterator[str]:
        layout, world = self.debugger.game.layout, self.debugger.machine.world
        wanted = [one for one in families(layout) if rest in ("", one.name)]
        if not wanted:
            raise UsageError(f"no zone or variable is named `{rest}`")
        for family in wanted:
            told = [(layout.names[cell], shown(cell, world, self._eyes)) for cell in family.cells]
            said = [one for one in told if one[1] not in ("nothing", "none", "0", "false")]
            kept = told if rest else said[:_MOST]
            yield from (f"{name}: {value}" for name, value in kept)
            if len(kept) < len(said):
                yield f"  and {len(said) - len(kept)} more: `zones {family.name}`"

    def _told(self, _: str) -> Iterator[str]:
        yield from self.debugger.told(self._eyes) or ("nothing happened",)

    def _as(self, rest: str) -> Iterator[str]:
        players = [name.casefold() for name in self.debugger.game.players]
        wanted = rest.casefold()
        if wanted in players:
            self._eyes = players.index(wanted)
        elif wanted in ("everything", "onlooker"):
            self._eyes = EVERYTHING if wanted == "everything" else None
        else:
            names = ", ".join((*self.debugger.game.players, "onlooker", "everything"))
            who = f"nobody is named `{rest}`; there are" if rest else "say who looks:"
            raise UsageError(f"{who} {names}")
        yield f"zones and what is told are shown to {rest} now"

    def _legal(self, rest: str) -> Iterator[str]:
        state = self.debugger.state if self.debugger.stop.kind == "choice" else None
        actions = [] if state is None else [a for a in state.legal_actions if rest in str(a)]
        yield from (f"{action.id:>6}  {action}  {action.sentence}" for action in actions[:_MOST])
        if len(actions) > _MOST:
            yield f"        and {len(actions) - _MOST} more; `legal WORD` lists some"
        if not actions:
            yield self.debugger.why(rest) if rest else "nobody is to choose here"

    def _why(self, rest: str) -> Iterator[str]:
        yield self.debugger.why(rest)
        for one in self.debugger.judged(rest):
            mark = "holds" if one.holds else f"fails: {one.reason}"
            yield f"{one.span.line:>5}   {self._line(one.span.line)}   {mark}"

    def _line(self, number: int) -> str:
        return self._lines[number - 1].strip() if 0 < number <= len(self._lines) else ""

    def _save(self, rest: str) -> Iterator[str]:
        if not rest:
            raise UsageError("`save FILE`")
        game, numbers = self.debugger.game, numbers_of(self.debugger)
        write(of_choices(game, numbers, self._opened.source.name, self.debugger.seed), rest)
        yield f"wrote {rest}"

    def _help(self, _: str) -> Iterator[str]:
        yield HELP


def _told_break(line: int, condition: str) -> str:
    return f"line {line}" + (f" if {condition}" if condition else "")


def quits(line: str) -> bool:
    """Return whether a line asks to leave.

    >>> quits("q"), quits(" quit "), quits("quiet")
    (True, True, False)
    """
    return line.strip() in _LEAVING


_LEAVING: Final[Sequence[str]] = ("q", "quit", "exit")
