"""Show the code that a game becomes, before LLVM makes machine code of it.

Without --function everything is written: the state, the tables, all functions. --pass shows it as
it is on the way there. --statistics says how much there is of it, and how long each step takes.
"""

from __future__ import annotations

import argparse
from difflib import get_close_matches
from typing import get_args

from interpreter.cli.arguments import add_game, add_json, load_game
from interpreter.cli.output import remark, write, write_json
from interpreter.load import UsageError
from interpreter.native import Measures, Module, PassName, measure, show_function, show_module
from interpreter.native.emit.text import emit
from interpreter.native.lower.game import lower
from rulelang.core.intervals import TooWideError

EXAMPLE = """  rulelang ir GAME --function coroutine1
  rulelang ir GAME --function coroutine1 --pass write"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_game(parser)
    parser.set_defaults(engine="reference")  # the code is shown, nobody plays
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--function", metavar="NAME", help="only this function")
    what.add_argument("--statistics", action="store_true", help="sizes and times instead")
    parser.add_argument(
        "--pass",
        dest="until",
        choices=(*get_args(PassName), "llvm"),
        default="clean",
        help="as it is behind this pass; the last (clean) without it. llvm: what LLVM is given",
    )
    add_json(parser)


def run(parsed: argparse.Namespace) -> int:
    """Show the code, or what there is of it."""
    if parsed.json and not parsed.statistics:
        raise UsageError("--json goes with --statistics: the code itself has one form")
    game = load_game(parsed)
    try:
        if parsed.statistics:
            _statistics(measure(game.layout), json=parsed.json)
            return 0
        until: PassName = "clean" if parsed.until == "llvm" else parsed.until
        lowered = lower(game.layout, until=until)
    except TooWideError as reason:
        remark(f"rulelang: the reference plays {game.name}, there is no code of it: {reason}")
        return 1
    if parsed.until == "llvm":
        if parsed.function is not None:
            raise UsageError("--pass llvm writes all functions: leave --function out")
        write(emit(lowered.module))
    elif parsed.function is None:
        write(show_module(lowered.module, lowered.fields))
    else:
        write(show_function(lowered.module.functions[_named(lowered.module, parsed.function)]))
    return 0


def _named(module: Module, name: str) -> str:
    """Return the name of a function, or say which come close."""
    if name in module.functions:
        return name
    near = get_close_matches(name, module.functions, n=1)
    mend = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(module.functions)}"
    raise UsageError(f"there is no function `{name}`; {mend}")


def _statistics(found: Measures, *, json: bool) -> None:
    if json:
        write_json(found.as_json())
        return
    rows = [(name.replace("_", " "), _figure(value)) for name, value in found.as_json().items()]
    wide = max(len(name) for name, _ in rows)
    for name, figure in rows:
        write(f"{name.ljust(wide)}  {figure.rjust(12)}")


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:.4f} s"
