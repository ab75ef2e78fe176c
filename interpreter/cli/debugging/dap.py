"""Serve the debugger of an editor over standard input and output (Debug Adapter Protocol)."""

from __future__ import annotations

import argparse
import sys
from typing import BinaryIO

from interpreter.cli.output import remark
from interpreter.debugging.adapter import Adapter
from interpreter.debugging.wire import WireError, messages, written

EXAMPLE = "  rulelang dap        (an editor starts it; see docs/debugging.md)"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "--stdio", action="store_true", help="speak over standard input and output (always so)"
    )


def run(_parsed: argparse.Namespace) -> int:
    """Serve one editor until it goes."""
    came, goes = sys.stdin.buffer, sys.stdout.buffer
    before, sys.stdout = sys.stdout, sys.stderr  # nothing but the protocol goes there
    try:
        return serve(came, goes)
    finally:
        sys.stdout = before


def serve(came: BinaryIO, goes: BinaryIO) -> int:
    """Answer messages until the editor goes; return the exit code."""
    adapter = Adapter()
    try:
        for message in messages(came):
            goes.writelines(written(answer) for answer in adapter.answer(message))
            goes.flush()
            if adapter.is_over:
                break
    except WireError as error:
        remark(f"rulelang dap: {error}")
        return 2
    return 0
