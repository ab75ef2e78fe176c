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
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="rule files, folders of them, or games"
    )
    add_json(parser)
    parser.add_argument(
        "--open", action="store_true", help="list what is not proved: where play may still fail"
    )
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
            _show(name, result, listed=parsed.open)
    return max(_code(result, strict=parsed.strict) for result in checked.values())


def _code(result: pipeline.Checked, *, strict: bool) -> int:
    if strict and (result.diagnostics or any(claim.is_open for claim in result.obligations)):
        return max(1, exit_code(result.diagnostics))
    return exit_code(result.diagnostics)


def _show(name: str, result: pipeline.Checked, *, listed: bool) -> None:
    if result.diagnostics:
        write(shown_here(result.diagnostics, result.sources))
        write()
    variants = len(result.instances)
    line = f"{name}: {counted(result.diagnostics)}"
    if variants:
        line += f"; {variants} variant{'s' if variants > 1 else ''} checked"
    if variants > 1:
        line += f" ({_ranges(result)})"
    left = [claim for claim in result.obligations if claim.is_open]
    if result.obligations:
        line += f"; proved {len(result.obligations) - len(left)}, open {len(left)}"
    write(line)
    for claim in left if listed else ():
        write(f"  open: {claim.span}: {claim.guarantee}, not proved: {claim.claim}")


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
        "obligations": [
            {
                "guarantee": claim.guarantee,
                "claim": claim.claim,
                "status": claim.status,
                "file": claim.span.file,
                "line": claim.span.line,
                "column": claim.span.column,
            }
            for claim in result.obligations
        ],
        **sizes(_tree(name)),
    }


def _tree(name: str) -> RuleText | None:
    read = pipeline.read(name)
    return None if any(d.severity == "error" for d in read.diagnostics) else read.text
