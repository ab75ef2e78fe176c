"""The conversation with the people at a table: what each sees and may do, what a line means.

At the end of the input, and when interrupted, a play is kept in a new file, and the command that
goes on with it is named.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from time import monotonic
from typing import Final

import attrs

from interpreter.action import Action
from interpreter.cli.output import is_terminal, waiting, write
from interpreter.cli.playing.asking.commands import HELP, OVER, command_of
from interpreter.cli.playing.asking.lines import InputEnded, Lines, complete_by
from interpreter.cli.playing.asking.saving import Saver
from interpreter.cli.playing.asking.scenes import add_scenario
from interpreter.faults import IllegalAction
from interpreter.knowledge.explain import parse_action, why_not
from interpreter.play import (
    NOT_COUNTED,
    WIDTH,
    Look,
    Part,
    Table,
    announced,
    answer,
    asked_zones,
    charts,
    completions,
    folded,
    has_secrets,
    heading,
    latest,
    meant,
    menu,
    more_before,
    news,
    parts_of,
    plainly,
    rules_about,
    rules_here,
    scores,
    standing,
    tell,
    why_over,
    written,
)
from interpreter.state import CHANCE, State

_INTERRUPTED: Final = 130
_WIDEST: Final = 120
_LOGGED: Final = 40
_DIGITS: Final = 9
"""Of a number of lines that somebody types."""
_LONG: Final = 45
"""Lines that are read at a time where no terminal says how many it has."""
_AROUND: Final = 5
"""Lines between what is told, drawn and asked, and the one that is typed in."""
_SET_UP: Final = 8
"""Lines of how a table was set up that are told before what may be done first."""
_SHORT: Final = 12
"""Lines of a menu that are written once more after what was not understood."""
_CAUGHT_UP: Final = 24
"""Lines of a play that goes on, told to who sits down."""


@attrs.define
class Conversation:
    """Asks the people at a table in turn until the game, the input or their wish ends it.

    `_told` holds for each seat up to which step it was told the play; where everybody sees the
    same, all are told together. `_answered`: when a person last chose; bots take what is told of
    their thinking from there, though each of many choices may be quick.
    """

    table: Table
    saver: Saver
    lines: Lines
    _told: dict[int, int] = attrs.field(factory=dict, init=False)
    _drawn: tuple[Part, ...] = attrs.field(init=False, default=())
    _answered: float = attrs.field(init=False, factory=monotonic)
    _root: menu.Entry = attrs.field(init=False, default=menu.menu_of(()))
    _here: menu.Entry = attrs.field(init=False, default=menu.menu_of(()))

    def run(self) -> int:
        """Play; return the exit code."""
        complete_by(lambda line: completions(self._here.actions, line))
        try:
            while self._goes_on():
                pass
        except InputEnded:
            write("\nThe input has ended here.")
            self._keep()
            return 0
        except KeyboardInterrupt:
            write("\nInterrupted.")
            self._keep()
            return _INTERRUPTED
        return 0

    def _goes_on(self) -> bool:
        """Let whoever is to choose do so, or tell of the end; return whether anything follows."""
        if self.table.state.is_terminal:
            self._end()
            return is_terminal(sys.stdin) and self._ask_of_the_end()
        if self.table.is_asking:
            return self._ask()
        self._wait_for_bot()
        return True

    @property
    def _player(self) -> int:
        return self.table.state.current_player

    @property
    def _viewer(self) -> int | None:
        """Whose view answers are of: that of who is to choose; at the end nothing is hidden."""
        return None if self.table.state.is_terminal else self._player

    def _wait_for_bot(self) -> None:
        """Let a bot choose; at a terminal say meanwhile that it does."""
        with waiting(f"{self.table.state.game.players[self._player]} is thinking", self._answered):
            self.table.let_bot_choose()

    def _ask(self) -> bool:
        """Ask the person whose choice it is until the play changes; return whether it goes on."""
        if self._is_secret:
            self._hand_over()
        state = self.table.state
        self._root = self._here = menu.menu_of(state.legal_actions)
        self._show()
        while self.table.state is state:
            if not self._obey(self.lines.read(f"{state.game.players[self._player]}> ").strip()):
                return False
        self._answered = monotonic()
        return True

    def _ask_of_the_end(self) -> bool:
        """Answer about a play that is over; return whether its end was taken back."""
        write()
        write(OVER)
        self._root = self._here = menu.menu_of(())
        while self.table.state.is_terminal:
            line = self.lines.read("the end> ").strip()
            if not line or not self._obey(line):
                return False
        return True

    @property
    def _is_secret(self) -> bool:
        """Whether people at this table see different things."""
        return len(self.table.people) > 1 and has_secrets(self.table.state.game)

    def _say(self, text: str) -> str:
        return plainly(text, self.table.state.game.document())

    def _menu(self, entry: menu.Entry) -> str:
        return menu.menu(entry, _width(), self._say, Look(self.table.state).arm_words)

    # ------------------------------------------------------------ what a line says

    def _obey(self, line: str) -> bool:
        """Do what a line says; return whether play goes on."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        command = command_of(word, self.table.state.arm_names)
        match command:
            case "quit":
                return not self._quit()
            case "view":
                self._show(everything=True)
            case "undo":
                self._take_back()
            case "save":
                self.saver.save(self.table.state, rest, self.lines.read)
            case "scenario":
                write(add_scenario(self.table.state, rest))
            case "":
                self._choose(line)
            case _ if command == "list" and self.table.state.is_terminal:
                write(OVER)
            case _:
                write(self._told_of(command, line[1:].strip() if command == "?" else rest))
        return True

    def _told_of(self, command: str, rest: str) -> str:
        """Return the answer to a command that changes nothing."""
        match command:
            case "?":
                return self._answer(rest)
            case "list":
                return menu.listing(self._root, _width(), rest.split(), self._say)
            case "log":
                return self._log(rest)
            case "rules":
                return self._rules(rest)
            case "score":
                with waiting("reckoning what counts"):
                    return standing(self.table.state, self._viewer, _width())
            case "map":
                return charts(Look(self.table.state, self._viewer), _width())
            case _:
                return OVER if self.table.state.is_terminal else HELP

    def _choose(self, line: str) -> None:
        """Take an action, or open a part of the menu."""
        actions = self._root.actions
        if not actions:
            write(OVER)
            return
        if not line and len(actions) == 1:
            line = "1"
        if not line or line == "..":
            self._go_back()
            return
        entry = menu.entry_at(self._root, self._here, line)
        if entry is not None:
            self._open(entry)
        elif line.replace(".", "").isdigit():
            asked = line if len(line) <= _LOGGED else f"{line[:_LOGGED]}..."
            write(f"There is no {asked} here; they go from 1 to {len(self._here.entries)}.")
        else:
            self._mean(line)

    def _go_back(self) -> None:
        if self._here.number:
            self._open(menu.parent_of(self._root, self._here))
        elif len(self._root.entries) > 1 and not any(e.entries for e in self._root.entries):
            write(f"Type a number from 1 to {len(self._root.entries)}, or h for help.")
        else:
            write(self._menu(self._root))

    def _open(self, entry: menu.Entry) -> None:
        """Take the only action of an entry, or list what is in it."""
        if len(entry.actions) == 1:
            self.table.choose(entry.actions[0])
            return
        self._here = entry
        write(self._menu(entry))

    def _mean(self, line: str) -> None:
        """Take the action that a line names; where it leaves a doubt, say which it may be."""
        found = self._in_part(meant(self.table.state, line))
        if len(found) == 1:
            self.table.choose(found[0])
        elif found:
            inner = menu.within(self._root, found)
            if inner is not self._here and len(inner.actions) == len(found):
                self._open(inner)
            else:
                write(menu.doubt(self._root, found, _width(), self._say))
        else:
            why = why_not(self.table.state, line)
            write(folded(f"You cannot: {why} (h for help)", _width()))
            if parse_action(line)[0] not in self.table.state.arm_names:
                told = self._menu(self._root)
                short = told.count("\n") < _SHORT
                write(f"You may:\n{told}" if short else "`?` lists what you may do.")

    def _in_part(self, found: Sequence[Action]) -> Sequence[Action]:
        """Return those of some actions that are in the open part of the menu, if any are."""
        here = {action.id for action in self._here.actions}
        return tuple(action for action in found if action.id in here) or found

    # ------------------------------------------------------------ what is answered

    def _answer(self, text: str) -> str:
        """Return what a name stands for and why something cannot be done; without one the menu."""
        if not text:
            return self._menu(self._here) if self._root.actions else OVER
        return answer(self.table.state, self._viewer, text, _width())

    def _rules(self, name: str) -> str:
        """Return the lines of the rule text for this choice, or for a name in it."""
        if name:
            told = "\n".join(rules_about(self.table.state, name))
            return folded(told, _width()) or f"The rule text has nothing named `{name}`."
        state = self.table.state
        if state.is_terminal:
            return "\n".join(why_over(state, _width())).strip() or OVER
        return folded(rules_here(state), _width()) or "The rule text cannot be read any more."

    def _log(self, rest: str) -> str:
        """Return the play so far as the player lived it, or the last lines of that."""
        wanted = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < _DIGITS else 0
        path = self.table.state.path
        found, choices, more = latest(path, self._viewer, wanted or _LOGGED, _width())
        return "\n".join([*more_before(choices, more), *found])

    def _take_back(self) -> None:
        try:
            state = self.table.take_back()
        except IllegalAction as refusal:
            write(f"That cannot be taken back: {refusal}")
            return
        reached = len(state.history)
        self._told = {seat: min(step, reached) for seat, step in self._told.items()}
        write("Taken back.")

    def _show(self, *, everything: bool = False) -> None:
        """Show the person to choose what happened, what there is, and what may be done."""
        state, player = self.table.state, self._player
        if state.is_terminal:
            head = f"{state.game.name}, as it ended:"
            write(written(head, parts_of(state, None, _width(), everything=everything)))
            return
        told = self._tell(player)
        asked = self._menu(self._here) + menu.order_told(state)
        parts = parts_of(state, player, _width(), everything=everything)
        head = heading(state, player)
        write()
        if everything:
            write(written(head, parts))
        else:
            room = _height() - told - asked.count("\n") - _AROUND
            write(self._news(head, parts, room))
        write()
        write(asked)
        if len(state.legal_ids) == 1:
            write("  (the only option: Enter takes it)")

    def _news(self, head: str, parts: tuple[Part, ...], room: int) -> str:
        """Return a drawing; of one longer than `room`, seen before, only what has changed.

        With it goes what lies in the zones that the options are about.
        """
        before, self._drawn = self._drawn, parts
        drawn = written(head, parts)
        if not before or self._is_secret or drawn.count("\n") < room:
            return drawn
        found = news(before, parts, asked_zones(self.table.state))
        return f"{written(head, found)}\n  (the rest is as before; v shows it all)"

    def _tell(self, player: int) -> int:
        """Tell what happened since the seat was told last; return by how many lines."""
        state = self.table.state
        step = self._told.get(player, -1)
        path = state.path
        if step >= 0:
            lines = list(tell(path[step + 1 :], player, _width()))
        else:
            found, choices, more = latest(path[_first(path) :], player, _CAUGHT_UP, _width())
            lines = [*more_before(choices, more), *found]
            if not choices and not more:
                lines = [*self._set_up(player), *lines]
        told = (player,) if self._is_secret else self.table.people
        self._told |= dict.fromkeys(told, len(state.history))
        if lines and lines[-1].endswith(":") and not state.is_terminal:
            del lines[-1]  # the heading of the turn that begins; the drawing says it too
        if lines:
            write()
            for line in lines:
                write(line)
        return len(lines)

    def _set_up(self, player: int) -> Iterator[str]:
        """Yield how the table was set up; of much what was said, since the rest can be seen."""
        states = self.table.state.path
        states = states[: _first(states)]
        told = list(tell(states, player, _width()))
        if len(told) <= _SET_UP:
            yield from told
        else:
            yield from announced(states, player, _width())
            yield f"  (the table is set up; log {len(told)} tells how)"

    def _hand_over(self) -> None:
        """Let nobody see another's view: wait until the right person sits there."""
        if is_terminal(sys.stdin) and self._told.get(self._player) != len(
            self.table.state.history
        ):
            name = self.table.state.game.players[self._player]
            write("\n" * get_terminal_size().lines)
            self.lines.read(f"{name} to choose. {name} alone should look now; press Enter ")

    # ------------------------------------------------------------ the end

    def _end(self) -> None:
        """Tell how it ended, with what counted; nothing is hidden any more."""
        self._tell(self.table.people[0])
        write()
        self._show()
        counted = scores(self.table.state, None, _width())
        if counted != NOT_COUNTED:
            write()
            write(counted)
        for line in why_over(self.table.state, _width()):
            write(line)
        write()
        for line in wrap(heading(self.table.state), _width()):
            write(line)

    def _quit(self) -> bool:
        """Offer to save, and return whether to leave."""
        state = self.table.state
        if self.saver.is_unsaved(state):
            ask = "Save first? A file name, or Enter to leave without: "
            name = self.lines.read(ask).strip()
            if name and not self.saver.save(state, name, self.lines.read):
                return False
        self.saver.say_how_to_resume()
        return True

    def _keep(self) -> None:
        """Save where nothing is in the way what would be lost, and say how to go on."""
        if self.saver.keep(self.table.state):
            write(f"{heading(self.table.state)}.")
            self.saver.say_how_to_resume()


def _first(states: Sequence[State]) -> int:
    """Return how many states there are up to the first in which a player chooses."""
    return next((at for at, s in enumerate(states, 1) if s.current_player != CHANCE), 1)


def _height() -> int:
    """Return how many lines can be read at a time."""
    return get_terminal_size().lines if is_terminal(sys.stdout) else _LONG


def _width() -> int:
    return min(_WIDEST, get_terminal_size((WIDTH, 24)).columns)
