"""Lay out rule files in the one way that all texts share; a file with mistakes is left alone.

The file - is standard input; the text then comes out on standard output. With --check, --diff or
--json nothing is written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from difflib import unified_diff
from pathlib import Path

import attrs

from interpreter.cli.arguments import add_json, rule_files
from interpreter.cli.checking.replacing import replace
from interpreter.cli.checking.sizes import sizes
from interpreter.cli.findings import as_data, counted, exit_code, shown
from interpreter.cli.output import remark, write, write_json
from interpreter.faults import EngineBug
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.files import decoded, read_source
from rulelang.format_rules import format_rules
from rulelang.messages.layout import laid_out_too_long
from rulelang.parse import parse
from rulelang.parsing.lines import MAX_COLUMNS
from rulelang.source import Source
from rulelang.surface import RuleText

EXAMPLE = "  rulelang fmt my_game.rules\n  rulelang fmt --check games/"

_STDIN = "-"


@attrs.frozen
class Formatted:
    """A file and how it should look: `text` is None where it has mistakes or cannot be read."""

    name: str
    source: Source
    tree: RuleText | None
    text: str | None
    found: tuple[Diagnostic, ...]

    @property
    def changes(self) -> bool:
        """Return whether the file looks otherwise now."""
        return self.text is not None and self.text != self.source.text


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="rule files, folders of them, games, or - for stdin",
    )
    parser.add_argument(
        "--check", action="store_true", help="name the files that would change; exit code 1 if any"
    )
    parser.add_argument("--diff", action="store_true", help="show what would change")
    add_json(parser)


def run(parsed: argparse.Namespace) -> int:
    """Format, or say what would change."""
    names = rule_files([name for name in parsed.files if name != _STDIN])
    from_stdin = [_STDIN] if _STDIN in parsed.files else []
    done = [_formatted(name) for name in (*from_stdin, *names)]
    if parsed.json:
        write_json([_as_json(file) for file in done])
    else:
        for file in done:
            _answer(file, check=parsed.check, diff=parsed.diff)
    code = max(exit_code(file.found) for file in done)
    return max(code, int(parsed.check and any(file.changes for file in done)))


def _formatted(name: str) -> Formatted:
    source = _read(name)
    if isinstance(source, Diagnostic):
        return Formatted(name, Source(source.span.file, ""), None, None, (source,))
    sink = Sink()
    tree = parse(source, sink)
    if tree is None or sink.has_errors:
        return Formatted(name, source, None, None, sink.found)
    text = format_rules(tree)
    longest = max(text.split("\n"), key=len)
    if len(longest) > MAX_COLUMNS:
        found = laid_out_too_long(source.name, longest, MAX_COLUMNS)
        return Formatted(name, source, None, None, (found,))
    return Formatted(name, source, tree, _proved(tree, text), ())


def _read(name: str) -> Source | Diagnostic:
    return read_source(name) if name != _STDIN else decoded("<stdin>", sys.stdin.buffer.read())


def _proved(tree: RuleText, text: str) -> str:
    """Return `text` if it says the same as `tree`; no file is replaced by one that does not."""
    sink = Sink()
    again = parse(Source(tree.source.name, text), sink)
    if again is None or sink.has_errors or again.declarations != tree.declarations:
        raise EngineBug(f"{tree.source.name}: the formatted text would say something else")
    return text


def _answer(file: Formatted, *, check: bool, diff: bool) -> None:
    if file.text is None:
        remark(shown(file.found, {file.source.name: file.source}))
        remark(f"{file.source.name}: left as it is: {counted(file.found)}")
        return
    if diff and file.changes:
        write("\n".join(_difference(file.source, file.text)))
    if check and file.changes:
        write(f"{file.source.name}: would change")
    if check or diff:
        return
    if file.name == _STDIN:
        sys.stdout.buffer.write(file.text.encode())
    elif file.changes:
        replace(Path(file.name), file.text)
        write(f"{file.name}: formatted")


def _difference(source: Source, text: str) -> Iterable[str]:
    before, after = source.text.split("\n"), text.split("\n")
    return unified_diff(before, after, source.name, f"{source.name}, formatted", lineterm="")


def _as_json(file: Formatted) -> dict[str, object]:
    data: dict[str, object] = {
        "file": file.source.name,
        "changes": file.changes,
        "findings": as_data(file.found),
    }
    text = {"text": file.text} if file.name == _STDIN else {}
    return data | sizes(file.tree) | text
