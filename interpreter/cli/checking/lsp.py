"""Serve editors: findings, completion, hover, renaming and more while a rule text is written.

Needs the extra `editor`. Editors start this command; docs/editors.md has settings for some.
"""

from __future__ import annotations

import argparse
import importlib.util
from importlib.metadata import PackageNotFoundError, version

from interpreter.load import UsageError

EXAMPLE = "  rulelang lsp        (an editor starts it; see docs/editors.md)"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "--stdio", action="store_true", help="speak over standard input and output (always so)"
    )


def run(_parsed: argparse.Namespace) -> int:
    """Serve one editor until it goes."""
    if importlib.util.find_spec("pygls") is None:
        raise UsageError("rulelang lsp needs the extra `editor`: pip install 'rulelang[editor]'")
    from interpreter.editor.serving import serve  # noqa: PLC0415 - the extra may be missing

    try:
        mine = version("rulelang")
    except PackageNotFoundError:
        mine = "0"
    serve(mine)
    return 0
