"""Show all findings about rule files: for every number of players and every option."""

from __future__ import annotations

import argparse

from interpreter.cli.arguments import add_json, rule_files
from interpreter.cli.findings import as_data, counted, exit_code, shown_here
from interpreter.cli.output import write, write_json
from interpreter.cli.sizes import sizes
from interpreter.formats import head
from rulelang import pipeline
from rulelang.surface import RuleText

EXAMPLE = "  rulelang check games/ my_game.rules"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="rule files, or folders of them")
    add_json(parser)
    parser.add_argument(
        "--strict", action="store_true", help="warnings and open obligations are errors too"
    )


def run(parsed: argparse.Namespace) -> int:
    """Check, and show what was found."""
    checked = {name: pipeline.check(name) for name in rule_files(parsed.files)}
    if parsed.json:
        files = [_as_json(name, result) for name, result in checked.items()]
        write_json({**head("diagnostics"), "files": files})
    else:
        for name, result in checked.items():
            _show(name, result)
    return max(_code(result, strict=parsed.strict) for result in checked.values())


def _code(result: pipeline.Checked, *, strict: bool) -> int:
    if strict and (result.diagnostics or result.obligations):
        return max(1, exit_code(result.diagnostics))
    return exit_code(result.diagnostics)


def _show(name: str, result: pipeline.Checked) -> None:
    if result.diagnostics:
        write(shown_here(result.diagnostics, result.sources))
        write()
    variants = len(result.instances)
    line = f"{name}: {counted(result.diagnostics)}"
    if variants:
        line += f"; {variants} variant{'s' if variants > 1 else ''} checked"
    if variants > 1:
        line += f" ({_ranges(result)})"
    if result.obligations:
        line += f"; open obligations: {len(result.obligations)}"
    write(line)
    for what, span in result.obligations:
        write(f"  open: {span}: not proved: {what}")


def _ranges(result: pipeline.Checked) -> str:
    """Return in what the variants differ: numbers of players, and the values of each option."""
    counts = sorted({setting.players for setting in result.instances})
    values: dict[str, dict[str, None]] = {}
    for setting in result.instances:
        for name, value in setting.options.items():
            values.setdefault(name, {})[value] = None
    parts = [f"players {', '.join(map(str, counts))}"] if len(counts) > 1 else []
    parts += [f"{name} {', '.join(seen)}" for name, seen in values.items()]
    return "; ".join(parts)


def _as_json(name: str, result: pipeline.Checked) -> dict[str, object]:
    return {
        "file": name,
        "findings": as_data(result.diagnostics),
        "instances": [
            {"players": setting.players, "options": dict(setting.options)}
            for setting in result.instances
        ],
        "open_obligations": [
            {"what": what, "line": span.line, "column": span.column}
            for what, span in result.obligations
        ],
        **sizes(_tree(name)),
    }


def _tree(name: str) -> RuleText | None:
    read = pipeline.read(name)
    return None if any(d.severity == "error" for d in read.diagnostics) else read.text
