"""The conversation with the people at a table: what each sees and may do, what a line means.

Lines come from a terminal or from a pipe, whose lines are echoed so that a transcript reads like a
session. At the end of the input, and when interrupted, a play is kept in a new file, and the
command that goes on with it is named.
"""

from __future__ import annotations

import shlex
import sys
import tempfile
from itertools import count
from pathlib import Path
from shutil import get_terminal_size

import attrs

from interpreter.cli.output import clear_progress, is_terminal, show_progress, write
from interpreter.faults import IllegalAction, PlaythroughError
from interpreter.hosting.playthrough import save
from interpreter.knowledge.explain import why_not
from interpreter.load import SUFFIX
from interpreter.play.board import WIDTH, draw, heading
from interpreter.play.menu import action_for, menu
from interpreter.play.prose import tell
from interpreter.play.table import Table, has_secrets

HELP = """\
A number, or the action as text (`mark(b2)` or `mark b2`), takes that action. Besides:
  ?            why an action you expect is missing: `? mark b2`; alone: what there is
  v            the view again, with the actions; `l WORD` lists those with a word in them
  u            take your last choice back
  s FILE       save, to go on later with --load FILE
  q            quit
  h            this help"""
_INTERRUPTED = 130
_WIDEST = 120


class _InputEnded(Exception):
    """Nobody will type any more."""


@attrs.define
class Conversation:
    """Asks the people at a table in turn until the game, the input or their wish ends it.

    `game` is what the user called the game. `told` holds for each seat up to which step it was
    told the play.
    """

    table: Table
    game: str
    _first_line: str = ""
    _told: dict[int, int] = attrs.field(factory=dict, init=False)
    _saved: tuple[str, int] | None = attrs.field(default=None, init=False)
    _began: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Remember what was there already, so that a play nobody touched is not kept."""
        self._began = len(self.table.state.history)

    def run(self) -> int:
        """Play; return the exit code."""
        try:
            while not self.table.state.is_terminal:
                if not self.table.is_asking:
                    self._wait_for_bot()
                elif not self._ask():
                    return 0
        except _InputEnded:
            write("\nThe input has ended here.")
            self._keep()
            return 0
        except KeyboardInterrupt:
            write("\nInterrupted.")
            self._keep()
            return _INTERRUPTED
        self._end()
        return 0

    @property
    def _player(self) -> int:
        return self.table.state.current_player

    def _wait_for_bot(self) -> None:
        """Let a bot choose; at a terminal say meanwhile that it does."""
        show_progress(f"{self.table.state.game.players[self._player]} is thinking")
        try:
            self.table.let_bot_choose()
        finally:
            clear_progress()

    def _ask(self) -> bool:
        """Ask the person whose choice it is until the play changes; return whether it goes on."""
        if len(self.table.people) > 1 and has_secrets(self.table.state.game):
            self._hand_over()
        self._show()
        state = self.table.state
        while self.table.state is state:
            if not self._obey(self._line(f"{state.game.players[self._player]}> ").strip()):
                return False
        return True

    def _obey(self, line: str) -> bool:
        """Do what a line says; return whether play goes on."""
        word, _, rest = line.partition(" ")
        match word.casefold():
            case "h" | "help":
                write(HELP)
            case "v" | "view":
                self._show()
            case "l" | "list":
                write(menu(self.table.state.legal_actions, _width(), rest.split()))
            case "u" | "undo":
                self._take_back()
            case "s" | "save":
                self._save(rest.strip())
            case "q" | "quit":
                return not self._quit()
            case word_of_question if word_of_question.startswith("?"):
                write(self._answer(line[1:].strip()))
            case _:
                self._choose(line)
        return True

    def _choose(self, line: str) -> None:
        actions = self.table.state.legal_actions
        if not line and len(actions) == 1:
            line = "1"
        if not line:
            write(f"Type a number from 1 to {len(actions)}, or h for help.")
            return
        action = action_for(self.table.state, line)
        if action is not None:
            self.table.choose(action)
        elif line.isdigit():
            write(f"There is no action {line}; they go from 1 to {len(actions)}.")
        else:
            write(f"You cannot: {why_not(self.table.state, line)} (h for help)")

    def _answer(self, text: str) -> str:
        """Return why what `text` names cannot be done; without text, what there is to do."""
        actions = self.table.state.legal_actions
        return why_not(self.table.state, text) if text else menu(actions, _width())

    def _take_back(self) -> None:
        try:
            state = self.table.take_back()
        except IllegalAction as refusal:
            write(f"That cannot be taken back: {refusal}")
            return
        reached = len(state.history)
        self._told = {seat: min(step, reached) for seat, step in self._told.items()}
        write("Taken back.")

    def _show(self) -> None:
        """Show the person to choose what happened, what there is, and what may be done."""
        state, player = self.table.state, self._player
        self._tell(player)
        write()
        write(draw(state, player, _width()))
        write()
        write(menu(state.legal_actions, _width()))

    def _tell(self, player: int) -> None:
        """Tell what happened since the seat was told last."""
        state = self.table.state
        lines = list(tell(state.path[self._told.get(player, -1) + 1 :], player))
        self._told[player] = len(state.history)
        if lines and lines[-1].endswith(":") and not state.is_terminal:
            del lines[-1]  # the heading of the turn that begins; the drawing says it too
        if lines:
            write()
            for line in lines:
                write(line)

    def _hand_over(self) -> None:
        """Let nobody see another's view: wait until the right person sits there."""
        if is_terminal(sys.stdin) and self._told.get(self._player) != len(
            self.table.state.history
        ):
            name = self.table.state.game.players[self._player]
            write("\n" * get_terminal_size().lines)
            self._line(f"It is {name}'s choice. {name} alone should look now; press Enter ")

    def _end(self) -> None:
        seats = self.table.people
        viewer = seats[0] if len(seats) == 1 else None
        self._tell(seats[0])
        write()
        write(draw(self.table.state, viewer, _width()))

    def _line(self, prompt: str) -> str:
        """Return the next line of input without its end.

        Raises:
            _InputEnded: there is none.
        """
        if is_terminal(sys.stdin):
            try:
                return input(prompt)
            except EOFError:
                raise _InputEnded from None
        line, self._first_line = self._first_line, ""
        line = line or ("" if sys.stdin is None or sys.stdin.closed else sys.stdin.readline())
        if not line:
            raise _InputEnded
        write(f"{prompt}{line.rstrip()}")
        return line.rstrip()

    def _quit(self) -> bool:
        """Offer to save, and return whether to leave."""
        if self._is_unsaved():
            name = self._line("Save first? A file name, or Enter to leave without: ").strip()
            if name and not self._save(name):
                return False
        self._say_how_to_resume()
        return True

    def _is_unsaved(self) -> bool:
        done = len(self.table.state.history)
        return done != (self._saved[1] if self._saved else self._began)

    def _save(self, name: str) -> bool:
        """Save under a name (none: one of its own that is free); return whether that was done."""
        path = Path(name) if name else self._free_name(Path())
        overwrite = False
        if _exists(path):
            answer = self._line(f"{path} exists already. Overwrite it? (y/n) ")
            overwrite = answer.strip().casefold() in ("y", "yes")
            if not overwrite:
                write("Not saved.")
                return False
        try:
            save(self.table.state, path, rules=self.game, overwrite=overwrite)
        except PlaythroughError as error:
            write(f"Not saved: {error}")
            return False
        self._saved = (str(path), len(self.table.state.history))
        write(f"Saved as {path}.")
        return True

    def _free_name(self, folder: Path) -> Path:
        """Return a file in `folder` that does not exist yet, named after the game."""
        stem = Path(self.game).name.removesuffix(SUFFIX)
        names = (folder / f"{stem}-{number}.json" for number in count(1))
        return next(path for path in names if not path.exists())

    def _keep(self) -> None:
        """Save where nothing is in the way what would be lost, and say how to go on."""
        if self._is_unsaved():
            path = self._free_name(Path(tempfile.gettempdir()))
            try:
                save(self.table.state, path, rules=self.game)
            except PlaythroughError as error:
                write(f"The play could not be kept: {error}")
                return
            self._saved = (str(path), len(self.table.state.history))
        write(f"{heading(self.table.state)}.")
        self._say_how_to_resume()

    def _say_how_to_resume(self) -> None:
        if self._saved:
            words = ["rulelang", "play", self.game, "--load", self._saved[0]]
            write(f"To go on: {shlex.join(words)}")


def _exists(path: Path) -> bool:
    """Return whether there is such a file; of a name that no file can have, `save` speaks."""
    try:
        return path.exists()
    except OSError:
        return False


def _width() -> int:
    return min(_WIDEST, get_terminal_size((WIDTH, 24)).columns)
