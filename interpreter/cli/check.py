"""Show all findings about rule files: for every number of players and every option."""

from __future__ import annotations

import argparse
from pathlib import Path

from interpreter.cli.arguments import add_json, add_seed, natural, rule_files
from interpreter.cli.findings import as_data, counted, exit_code, shown_here
from interpreter.cli.looks import with_look
from interpreter.cli.output import write, write_json
from interpreter.cli.searching import INTERRUPTED, Searched, search, search_data, show
from interpreter.cli.sizes import sizes
from interpreter.formats import head
from rulelang import pipeline
from rulelang.surface import RuleText

EXAMPLE = """  rulelang check games/ my_game.rules
  rulelang check my_game.rules --search 30"""


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
    parser.add_argument(
        "--search",
        type=natural,
        metavar="SECONDS",
        help="look for what is not proved by play that goes where play at random seldom comes, "
        "so long in each file; a fault is told with the shortest play that shows it",
    )
    parser.add_argument(
        "--plays",
        type=_folder,
        default=Path(),
        metavar="FOLDER",
        help="where --search saves such plays (here)",
    )
    add_seed(parser)


def run(parsed: argparse.Namespace) -> int:
    """Check, and show what was found."""
    checked = {name: with_look(name, pipeline.check(name)) for name in rule_files(parsed.files)}
    codes = [_code(result, strict=parsed.strict) for result in checked.values()]
    if not parsed.json:
        for name, result in checked.items():
            _show(name, result, listed=parsed.open)
    searched: dict[str, Searched] = {}
    for name, result in checked.items():
        if parsed.search is None or not result.ok or codes[-1] == INTERRUPTED:
            continue
        found = search(name, parsed.search, parsed.seed or 0, parsed.plays)
        searched[name] = found
        codes.append(found.code)
        if not parsed.json:
            show(name, found)
    if parsed.json:
        files = [_as_json(name, result, searched.get(name)) for name, result in checked.items()]
        write_json({**head("diagnostics"), "files": files})
    return max(codes)


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
        line += " (listed by --open)" if left and not listed else ""
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


def _folder(text: str) -> Path:
    """Return a folder, or say that there is none."""
    if not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder `{text}`")
    return Path(text)


def _as_json(name: str, result: pipeline.Checked, found: Searched | None) -> dict[str, object]:
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
        **({} if found is None else {"search": search_data(found)}),
    }


def _tree(name: str) -> RuleText | None:
    read = pipeline.read(name)
    return None if any(d.severity == "error" for d in read.diagnostics) else read.text
