"""The entry point `rulelang`: find the command, run it, and answer every fault with a sentence.

Only the module of the wanted command is imported, so that a command is quick to begin. It is named
after the command; `COMMANDS` says in which room it lies. It has `EXAMPLE` (with GAME for any game
that comes along), `arguments(parser)` and `run(parsed)`, which returns the exit code: 0 all is
well, 1 something was found, 2 the request cannot be met. 70 is a fault of our own, 130 a command
that was interrupted.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import traceback
import warnings
from _thread import interrupt_main
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from threading import Timer, main_thread
from types import ModuleType
from typing import Final, NamedTuple, NoReturn, TextIO

from interpreter.cli.output import prepare_streams, remark, write


class Command(NamedTuple):
    """A command: the room of `interpreter.cli` where its module lies, and what it is for."""

    room: str
    purpose: str


COMMANDS: Final = {
    "new": Command("checking", "write a first rule text to begin with"),
    "check": Command("checking", "all findings about rule files"),
    "lsp": Command("checking", "serve editors while a rule text is written"),
    "fmt": Command("checking", "lay out rule files in the one way that all share"),
    "test": Command("checking", "run the scenarios inside rule files"),
    "scenario": Command("checking", "write a saved play as a scenario for the rule text"),
    "mutate": Command("mutating", "change a rule text in small ways; tell what nothing notices"),
    "play": Command("playing", "play a game in the terminal, against bots or friends"),
    "table": Command("playing", "play in the browser, with bots and friends"),
    "show": Command("printing", "draw a position as a seat sees it"),
    "describe": Command("printing", "what a game is made of: its table, its pieces, its actions"),
    "rulebook": Command(
        "printing", "the rules in sentences, with pictures: a page, a PDF or plain text"
    ),
    "sheets": Command("printing", "the pieces of a game to print and cut out"),
    "export": Command("printing", "the pieces of a game for other programs, set up to be played"),
    "look": Command("printing", "the boards of a game, and where the places of its maps lie"),
    "replay": Command("playing", "tell a saved playthrough, step by step"),
    "debug": Command("debugging", "go through a play line by line, forwards and back"),
    "dap": Command("debugging", "serve the debuggers of editors"),
    "simulate": Command("measuring", "play many times at random and say what came of it"),
    "report": Command("measuring", "what plays say of a game: fair, long, deep, used, dead"),
    "tournament": Command("measuring", "let bots play each other, and say how strong they are"),
    "solve": Command("measuring", "what best play of a small game comes to"),
    "perft": Command("measuring", "count plays by depth"),
    "conformance": Command(
        "measuring", "hold native code to the reference engine, choice by choice"
    ),
    "ir": Command("measuring", "the code that a game becomes, and how much of it there is"),
    "explain": Command("checking", "the paragraph behind the code of a finding"),
    "schema": Command("printing", "the JSON Schemas of what other programs read"),
}
_BUG = 70
_INTERRUPTED = 130
_SOON_S: Final = 0.01


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv` (None: that of the process) and return its exit code."""
    prepare_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    hook, sys.unraisablehook = sys.unraisablehook, _raise_again
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings(
                "always", category=RuntimeWarning, module="interpreter|rulelang"
            )
            warnings.showwarning = _remark_warning
            code = _dispatch(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _interrupted()
    except BrokenPipeError:
        _close_stdout()
        return 0
    except Exception as error:  # noqa: BLE001  the last resort: a user never sees a traceback
        # Before Python 3.12 what interrupts the making of a class comes as a RuntimeError.
        is_interrupt = isinstance(error.__cause__, KeyboardInterrupt)
        return _interrupted() if is_interrupt else _report(error)
    finally:
        sys.unraisablehook = hook
        eval("None")  # noqa: S307 - else Python ends by the signal if it came while it read a text
    return code


def _raise_again(told: sys.UnraisableHookArgs) -> None:
    """Let Ctrl-C come again that came while something was cleared away, where it is ignored."""
    if told.exc_type is KeyboardInterrupt:
        Timer(_SOON_S, _interrupt).start()
    else:
        sys.__unraisablehook__(told)


def _interrupt() -> None:
    """Do what Ctrl-C does; by a signal where there are, which ends a wait as well."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
    else:
        interrupt_main()


def _interrupted() -> int:
    remark("\nrulelang: interrupted")
    return _INTERRUPTED


def _remark_warning(  # noqa: PLR0913, PLR0917 - as `warnings` has it
    message: Warning | str,
    category: type[Warning],  # noqa: ARG001
    filename: str,  # noqa: ARG001
    lineno: int,  # noqa: ARG001
    file: TextIO | None = None,  # noqa: ARG001
    line: str | None = None,  # noqa: ARG001
) -> None:
    """Say a warning as a remark, without the place in our code."""
    remark(f"rulelang: {message}")


def _dispatch(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        write(_overview())
        return 0 if words else 2
    if words[0] == "--version":
        write(_version())
        return 0
    name = words[0]
    if name not in COMMANDS:
        near = get_close_matches(name, COMMANDS, n=1)
        mend = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(COMMANDS)}"
        remark(f"rulelang: there is no command `{name}`; {mend}")
        return 2
    command = module_of(name)
    parser = _Parser(
        prog=f"rulelang {name}",
        description=command.__doc__,
        epilog=command.EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.arguments(parser)
    try:
        parsed = parser.parse_args(words[1:])
    except _Stop as stop:
        return stop.code
    code: int = command.run(parsed)
    return code


def module_of(name: str) -> ModuleType:
    """Return the module of the command `name`, a key of `COMMANDS`.

    >>> module_of("schema").__name__
    'interpreter.cli.printing.schema'
    """
    return import_module(f"interpreter.cli.{COMMANDS[name].room}.{name}")


class _Stop(Exception):
    """The arguments were answered already: help was shown, or what is wrong was said."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and leaves the process to `main`."""

    def format_help(self) -> str:
        """Return the help, its example with a game that is there."""
        games: tuple[str, ...] = import_module("interpreter.load").shipped()
        example = (self.epilog or "").replace("GAME", games[-1] if games else "my_game.rules")
        self.epilog = f"example:\n{example}"
        return super().format_help()

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        if message:
            remark(message.rstrip())
        raise _Stop(status)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)")


def _overview() -> str:
    width = max(len(name) for name in COMMANDS)
    lines = [f"  {name.ljust(width)}  {what}" for name, (_, what) in COMMANDS.items()]
    return "\n".join(
        (
            "usage: rulelang COMMAND ...",
            "",
            *lines,
            "",
            "A GAME is the path of a rule file or the name of a game that comes along.",
            "`rulelang COMMAND --help` tells more, `rulelang --version` which release this is.",
        )
    )


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - slow to import

    try:
        return f"rulelang {version('rulelang')}"
    except PackageNotFoundError:
        return "rulelang, from a checkout that is not installed"


def _close_stdout() -> None:
    """Let nothing be written at exit to a pipe that nobody reads any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report(error: Exception) -> int:
    """Say what went wrong, in the words of whoever knows; return the exit code."""
    if isinstance(error, OSError) and error.filename is None:
        _close_stdout()  # perhaps it was the output that could not be written
    known: int | None = import_module("interpreter.cli.faults").report(error)
    if known is not None:
        return known
    what = f"{type(error).__name__}: {error}"
    remark(
        f"rulelang: this is a bug in rulelang, not in your rules: {what}\n"
        "Please report it with the command you gave; RULELANG_DEBUG=1 shows where it happened."
    )
    if os.environ.get("RULELANG_DEBUG"):
        traceback.print_exception(error)
    return _BUG


if __name__ == "__main__":
    sys.exit(main())
