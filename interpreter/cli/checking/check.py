"""Show all findings about rule files: for every number of players and every option."""

from __future__ import annotations

import argparse
import atexit
import gc
from codecs import BOM_UTF8
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from interpreter.cli.arguments import add_json, add_seed, natural, rule_files
from interpreter.cli.checking import reports, since
from interpreter.cli.checking.reports import Report, Variant
from interpreter.cli.findings import as_data, counted, exit_code, shown_here
from interpreter.cli.output import write, write_json
from interpreter.formats import head
from rulelang.collecting import MANY, seldom_collected
from rulelang.evolving import evolve
from rulelang.files import read_source
from rulelang.freezing import frozen
from rulelang.messages.obligations import PICKS_END
from rulelang.source import Source

if TYPE_CHECKING:  # imported where a text has changed, or more is asked for: that takes long
    from interpreter.cli.checking.searching import Searched
    from rulelang.results import Checked
    from rulelang.surface import RuleText

MOST_CALLS = 3  # that are told of one claim
EXAMPLE = """  rulelang check games/ my_game.rules
  rulelang check my_game.rules --fix
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
        "--fix",
        action="store_true",
        help="make the changes that are known to mend a finding; show them, then check",
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


@frozen
class _Checked:
    """What was found about a file, and the texts that it points into.

    `new`: what is open and was not when the text was checked before it was changed.
    """

    report: Report
    sources: Mapping[str, Source] = attrs.field(repr=False)
    new: tuple[since.New, ...] = ()


def run(parsed: argparse.Namespace) -> int:
    """Check, and show what was found."""
    names = rule_files(parsed.files)
    if parsed.fix:
        for name in names:
            _fix(name, shown=not parsed.json)
    with seldom_collected() if names[1:] else seldom_collected(MANY):
        checked = {name: _with_new(name, _checked(name)) for name in names}
    codes = [_code(result.report, strict=parsed.strict) for result in checked.values()]
    if not parsed.json:
        for name, result in checked.items():
            _show(name, result, listed=parsed.open)
    searched = {} if parsed.search is None else _searched(parsed, checked)
    codes += [found.code for found in searched.values()]
    if parsed.json:
        files = [_as_json(name, result, searched.get(name)) for name, result in checked.items()]
        write_json({**head("diagnostics"), "files": files})
    return max(codes)


def _fix(name: str, *, shown: bool) -> None:
    """Make the changes in a file and its tables that remove findings and bring none; show them."""
    from interpreter.cli.checking.replacing import replace  # noqa: PLC0415 - see above
    from rulelang.mends import mended  # noqa: PLC0415 - see above

    text = read_source(name)
    if not isinstance(text, Source):
        return
    done = mended(name, text)
    if not done.removed:
        return
    for mended_text in (*done.tables, done.source):
        file = mended_text.name
        old = text if mended_text is done.source else read_source(file)
        if not isinstance(old, Source) or old == mended_text:
            continue
        mark = "\ufeff" if Path(file).read_bytes().startswith(BOM_UTF8) else ""
        replace(Path(file), mark + mended_text.text)
        if shown:
            before, after = old.text.split("\n"), mended_text.text.split("\n")
            for line in unified_diff(before, after, file, f"{file}, mended", lineterm=""):
                write(line)
            write()
    if shown:
        count = len(done.removed)
        write(f"{name}: {count} finding{'s' if count > 1 else ''} mended")
        write()


def _checked(name: str) -> _Checked:
    """Check a file; one that has not changed since the last time is not looked at again."""
    text = read_source(name)
    key = reports.name_of(text) if isinstance(text, Source) else None
    known = None if key is None else reports.find(key, name)
    if known is not None:
        return _Checked(known, _texts(known))
    result, tables = _anew(name)
    found = Report(
        result.diagnostics,
        tuple(Variant(s.players, dict(s.options)) for s in result.instances),
        result.obligations,
    )
    if key is not None and isinstance(text, Source) and result.sources.get(name) == text:
        reports.keep(key, name, tables, found)
    return _Checked(found, result.sources)


def _with_new(name: str, checked: _Checked) -> _Checked:
    """Add what is new; where there are errors nothing was proved."""
    if not checked.report.ok:
        return checked
    files = {name, *(claim.span.file for claim in checked.report.obligations if claim.is_open)}
    texts = {file: text for file in files if isinstance(text := read_source(file), Source)}
    return evolve(checked, new=since.new(name, checked.report.obligations, texts))


def _anew(name: str) -> tuple[Checked, Mapping[str, object]]:
    """Check a file and its look; return the tables that it names, too."""
    atexit.register(gc.freeze)  # what is left goes with the process: no circles are looked for
    from interpreter.cli.checking import proofs, reads, walks  # noqa: PLC0415 - see above
    from interpreter.findings.both import with_both  # noqa: PLC0415 - see above
    from rulelang import pipeline  # noqa: PLC0415 - see above

    proved, known, walked = proofs.find(name), reads.find(name), walks.find(name)
    memory = proved.memory
    memory.elsewhere = walked.found
    found = pipeline.check(name, memory, desk=pipeline.Desk(trees=known.trees))
    known.keep()
    result = with_both(name, found, memory)
    walked.keep(memory)
    proved.keep()
    return result, result.tables


def _texts(report: Report) -> dict[str, Source]:
    """Return the texts that findings point into."""
    names = {label.span.file for d in report.diagnostics for label in (d.primary, *d.related)}
    found = {name: read_source(name) for name in names}
    return {name: text for name, text in found.items() if isinstance(text, Source)}


def _searched(parsed: argparse.Namespace, checked: Mapping[str, _Checked]) -> dict[str, Searched]:
    """Search in each file without errors, until that is interrupted; show what was found."""
    from interpreter.cli.checking.searching import search, show  # noqa: PLC0415 - see above

    searched: dict[str, Searched] = {}
    for name, result in checked.items():
        if result.report.ok:
            found = searched[name] = search(name, parsed.search, parsed.seed or 0, parsed.plays)
            if not parsed.json:
                show(name, found)
            if found.hunt.interrupted:
                break
    return searched


def _code(result: Report, *, strict: bool) -> int:
    if strict and (result.diagnostics or any(claim.is_open for claim in result.obligations)):
        return max(1, exit_code(result.diagnostics))
    return exit_code(result.diagnostics)


def _show(name: str, checked: _Checked, *, listed: bool) -> None:
    result = checked.report
    if result.diagnostics:
        write(shown_here(result.diagnostics, checked.sources))
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
    for one in checked.new:
        write(f"  new since the last check: {_told(one)}; {one.claim.mend}")
    bounds = [claim for claim in result.obligations if claim.claim.startswith(PICKS_END)]
    for claim in bounds if listed else ():
        write(f"  {claim.status}: {claim.span}: {claim.guarantee}: {claim.claim}")
    new = {one.claim for one in checked.new}
    for claim in [claim for claim in left if claim not in new] if listed else ():
        write(f"  open: {claim.span}: {claim.guarantee}, not proved: {claim.claim}")


def _told(new: since.New) -> str:
    """Return what is new, at the calls that decide it where the place itself has not changed."""
    claim = new.claim
    if not new.calls:
        return f"{claim.span}: not proved: {claim.claim}"
    places = ", ".join(map(str, new.calls[:MOST_CALLS]))
    return f"{places}: not proved in what is called: {claim.claim} ({claim.span})"


def _ranges(result: Report) -> str:
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


def _as_json(name: str, checked: _Checked, found: Searched | None) -> dict[str, object]:
    from interpreter.cli.checking.searching import search_data  # noqa: PLC0415 - see above
    from interpreter.cli.checking.sizes import sizes  # noqa: PLC0415 - see above

    result, new = checked.report, {one.claim for one in checked.new}
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
                "mend": claim.mend,
                "new": claim in new,
            }
            for claim in result.obligations
        ],
        **sizes(_tree(name)),
        **({} if found is None else {"search": search_data(found)}),
    }


def _tree(name: str) -> RuleText | None:
    from rulelang import pipeline  # noqa: PLC0415 - see above

    read = pipeline.read(name)
    return None if any(d.severity == "error" for d in read.diagnostics) else read.text
