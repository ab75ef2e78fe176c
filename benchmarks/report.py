"""Tables for people, ratios for programs, and the generated parts of a document."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import ours
from benchmarks.catalogue import ENTRIES
from benchmarks.comparison import Compared

_HEADER = (
    "game",
    "peer",
    "playouts / CPU s",
    "decisions / CPU s",
    "choices a playout",
    "mean returns",
    "ours / peer",
)


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; columns of numbers are set to the right, names to the left.

    >>> print(markdown(("game", "rate"), [("hex", "7"), ("kalah", "12")]))
    | game  | rate |
    |:------|-----:|
    | hex   |    7 |
    | kalah |   12 |
    """
    lines = [tuple(row) for row in rows]
    widths = [max(len(row[i]) for row in (header, *lines)) for i in range(len(header))]
    left = [all(row[i][:1].isalpha() or not row[i] for row in lines) for i in range(len(header))]

    def line(row: Sequence[str]) -> str:
        cells = (
            cell.ljust(width) if to_left else cell.rjust(width)
            for cell, width, to_left in zip(row, widths, left, strict=True)
        )
        return f"| {' | '.join(cells)} |"

    rule = "|".join(
        ":" + "-" * (width + 1) if to_left else "-" * (width + 1) + ":"
        for width, to_left in zip(widths, left, strict=True)
    )
    return "\n".join((line(header), f"|{rule}|", *map(line, lines)))


def number(value: float) -> str:
    """Return a number with three digits that count.

    >>> number(1234567.0), number(21.314), number(0.01234)
    ('1,230,000', '21.3', '0.0123')
    """
    text = f"{float(f'{value:.3g}'):,.10f}"
    return text.rstrip("0").rstrip(".")


def times(ratio: float) -> str:
    """Return a ratio so that small ones can be compared too.

    >>> times(2.5), times(0.31), times(0.0004)
    ('2.5', '0.31', '1 : 2,500')
    """
    return number(ratio) if ratio >= 0.1 else f"1 : {number(1 / ratio)}"


def rates(compared: Iterable[Compared]) -> str:
    """Return the table of all games and peers, with what is missing and what differs below."""
    compared = tuple(compared)
    measured = {game.game for game in compared}
    remarks = [
        f"* {entry.name}: {entry.differs}."
        for entry in ENTRIES
        if entry.differs and entry.name in measured
    ]
    for game in compared:
        remarks += [f"* {game.game}, {gone.name}: {gone.reason}." for gone in game.missing]
    table = markdown(_HEADER, (row for game in compared for row in _rows(game)))
    return "\n".join((table, "", *dict.fromkeys(_joined(remarks))))


def _rows(game: Compared) -> Iterable[tuple[str, ...]]:
    own = own_engine(game)
    for peer in game.runs:
        total = game.total(peer)
        yield (
            game.game,
            f"{peer}, {game.how[peer]}" if peer in game.how else peer,
            number(game.rate(peer)),
            number(game.rate(peer) * game.decisions_a_playout(peer)),
            f"{total.mean_length:.2f}",
            " ".join(f"{value:+.3f}" for value in total.returns),
            times(game.ratio(own, peer)),
        )


def own_engine(game: Compared) -> str:
    """Return the engine of ours that a game is compared with: native where it plays the game."""
    return ours.NATIVE if ours.NATIVE in game.runs else ours.REFERENCE


def _joined(remarks: Iterable[str]) -> Iterable[str]:
    """Merge remarks that say the same of several games."""
    by_text: dict[str, list[str]] = {}
    for remark in remarks:
        game, _, rest = remark.removeprefix("* ").partition(",")
        by_text.setdefault(rest, []).append(game if rest else remark)
    for rest, games in by_text.items():
        if not rest:
            yield from games
        elif len(games) > 3:
            yield f"* {len(games)} games,{rest}"
        else:
            yield f"* {', '.join(games)},{rest}"


def ratios(compared: Iterable[Compared]) -> dict[str, object]:
    """Return for each game how many times as fast as each peer our engine is.

    `engine` says which engine of ours: the native one, or the reference where that is missing. A
    game that the native one does not play is compared by the reference, which `other_engine` says.
    """
    compared = tuple(compared)
    engines = {own_engine(game) for game in compared}
    engine = ours.NATIVE if ours.NATIVE in engines else ours.REFERENCE
    data: dict[str, object] = {"engine": engine}
    other = {game.game: own_engine(game) for game in compared if own_engine(game) != engine}
    if other:
        data["other_engine"] = other
    for game in compared:
        own = own_engine(game)
        data[game.game] = {peer: game.ratio(own, peer) for peer in game.runs if peer != own}
    return data


def machine() -> str:
    """Return what was measured on, as a paragraph."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        found = re.search(r"^model name\s*: (.*)$", info.read_text(), re.MULTILINE)
        model = found[1] if found else model
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    parts = [
        f"{datetime.now(UTC):%Y-%m-%d}",
        f"{model}, {os.cpu_count()} processors, load {load}",
        f"Python {platform.python_version()}",
        *(version for name in ("gcc", "clang") if (version := _version(name))),
    ]
    return f"Measured: {'; '.join(parts)}."


def _version(compiler: str) -> str:
    where = shutil.which(compiler)
    if where is None:
        return ""
    told = subprocess.run([where, "--version"], check=False, capture_output=True, text=True)  # noqa: S603
    return told.stdout.splitlines()[0] if told.stdout else ""


def replace_part(document: str, name: str, text: str) -> str:
    r"""Return a document with another text between the marks of a generated part.

    >>> replace_part("a <!-- x: begin -->\nold\n<!-- x: end --> b", "x", "new")
    'a <!-- x: begin -->\nnew\n<!-- x: end --> b'

    Raises:
        ValueError: the document has no such part.
    """
    begin, end = f"<!-- {name}: begin -->\n", f"\n<!-- {name}: end -->"
    before, found, rest = document.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"the document has no part `{name}`")
    return before + begin + text + end + after
