"""Lines that somebody types, at a terminal or through a pipe.

Lines of a pipe are echoed, so that a transcript reads like a session. At a terminal the Tab key
completes words, where Python was built with `readline`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

import attrs

from interpreter.cli.output import is_terminal, write

_DELIMITERS: Final = " \t\n,()"


class InputEnded(Exception):
    """Nobody will type any more."""


@attrs.define
class Lines:
    """Where lines come from. `first`: one that was read before; "" for none."""

    first: str = ""

    def read(self, prompt: str) -> str:
        """Return the next line without its end.

        Raises:
            InputEnded: there is none.
        """
        if is_terminal(sys.stdin):
            try:
                return input(prompt)
            except EOFError:
                raise InputEnded from None
        line, self.first = self.first, ""
        line = line or ("" if sys.stdin is None or sys.stdin.closed else sys.stdin.readline())
        if not line:
            raise InputEnded
        write(f"{prompt}{line.rstrip()}")
        return line.rstrip()


def complete_by(words: Callable[[str], Sequence[str]]) -> None:
    """Let the Tab key complete what is typed; `words` says what the last word may become."""
    if not is_terminal(sys.stdin):
        return
    try:
        import readline  # noqa: PLC0415 - not everywhere
    except ImportError:
        return
    found: list[str] = []

    def completer(_: str, state: int) -> str | None:
        if not state:
            found[:] = words(readline.get_line_buffer()[: readline.get_endidx()])
        return found[state] + " " if state < len(found) else None

    readline.set_completer_delims(_DELIMITERS)
    readline.set_completer(completer)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
