"""The doors that input comes in by, each with input that nobody would write.

A door is made once in a process, with a folder of its own, and then called for each input with
random numbers and a list that it puts the input into, so that it can be told. It raises where
somebody would see a traceback, or an answer that is none.
"""

from __future__ import annotations

import argparse
import csv
import io
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from interpreter.cli.arguments import natural, seed
from interpreter.cli.bots import bot_kind
from rulelang import pipeline
from rulelang.codes import CODES
from rulelang.diagnostics import Sink
from rulelang.format_rules import format_rules
from rulelang.parse import parse
from rulelang.render import render_all
from rulelang.source import Source
from tests.support.hostile.plays import (
    batch,
    kept,
    playthroughs,
    sessions,
    submitted,
    typed,
)
from tests.support.hostile.searching import ROOT, searched
from tests.support.hostile.spoiling import NUMBERS, spoilt

Door = Callable[[Random, list[object]], None]
FOLDERS = ("games", "tests/texts", "tests/texts/faults", "tests/texts/watched", "tests/sketches")
SMALL = 6_000  # characters of a text that is checked whole


def _texts(most: int | None = None) -> list[str]:
    found = (
        path.read_text(encoding="utf-8")
        for folder in FOLDERS
        for path in sorted((ROOT / folder).glob("*.rules"))
    )
    return [text for text in found if most is None or len(text) < most]


def _hold(found, sources) -> None:
    """Raise unless these findings can be shown to an author."""
    assert {one.code for one in found} <= set(CODES)
    assert len(render_all(found, sources)) >= len(found)
    assert all(one.span.line >= 1 for one in found)


def warm() -> None:
    """Check a text, so that all is imported that checking needs."""
    with tempfile.TemporaryDirectory() as folder:
        _checked(Path(folder) / "warm.rules", 'game "Warm"\nplayers 2\nplay: end: draw\n')


def text_read(folder: Path) -> Door:  # noqa: ARG001 - as the others have it
    """Read a spoilt text, or a piece of one; what has no mistakes is laid out, and read again."""
    texts = _texts()

    def put(random: Random, shown: list[object]) -> None:
        text, other = random.choice(texts), random.choice(texts)
        start = random.randint(0, len(text))
        text = spoilt(text[start : start + random.choice((60, 400, 2_000))], (other,), random)
        shown.append(text)
        source, sink = Source("text", text), Sink()
        tree = parse(source, sink)
        _hold(sink.found, {"text": source})
        if tree is not None and not sink.has_errors:
            again = Sink()
            same = parse(Source("text", format_rules(tree)), again)
            # What is laid out may become too long a line; `fmt` looks for that.
            assert same is None or again.has_errors or same.declarations == tree.declarations

    return put


def text_checked(folder: Path) -> Door:
    """Check a spoilt text beside the tables of all: elaborated, proved, its secrets looked at."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder, dirs_exist_ok=True)
    texts = _texts(SMALL)

    def put(random: Random, shown: list[object]) -> None:
        text = spoilt(random.choice(texts), texts, random)
        shown.append(text)
        _checked(folder / "spoilt.rules", text)

    return put


def _checked(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    checked = pipeline.check(str(path))
    _hold(checked.diagnostics, checked.sources)


WITH_TABLE = """game "T"
players 2
space S from "t.csv":
    n: 0..9
    near: set of S
    owner: Player or none
    worth: 0..1000 or none
    sort: word
play: end: draw
"""
CELLS = (
    *("a", "b", "c", "1", "9", "10", "0", "none", "P1", "P2", "p1", "", " ", "a b", "a, b", '"'),
    *("a;b", "-", "é", "\0", "²", "red", "true", "x" * 1_001, "1.0", "1e3", " 1", "'", "\t", "#"),
    *NUMBERS,
)


def table(folder: Path) -> Door:
    """Check a text whose table is spoilt: its cells, its rows, its signs, or its encoding."""
    tables = [
        path.read_text(encoding="utf-8") for path in sorted((ROOT / "games").glob("*/*.csv"))
    ]
    path = folder / "t.rules"

    def put(random: Random, shown: list[object]) -> None:
        text = random.choice(tables)[:3_000] if random.random() < 0.3 else _rows(random)
        data = spoilt(text, tables, random).encode("utf-8", "surrogatepass")
        if random.random() < 0.1:
            at = random.randint(0, len(data))
            data = data[:at] + random.randbytes(3) + data[at:]
        shown.append(data)
        (folder / "t.csv").write_bytes(data)
        _checked(
            path, spoilt(WITH_TABLE, tables, random) if not random.randrange(9) else WITH_TABLE
        )

    return put


def _rows(random: Random) -> str:
    written = io.StringIO()
    rows = csv.writer(written, lineterminator=random.choice(("\n", "\n", "\r\n")))
    columns = ["name", "n", "near", "owner", "worth", "sort"]
    rows.writerow(columns)
    for name in "abcdefgh"[: random.randint(0, 8)]:
        good = (name, "3", random.choice(("a", "a b", "")), "P1", "none", "red")
        rows.writerow([one if random.random() < 0.9 else random.choice(CELLS) for one in good])
    return written.getvalue()


WORDS = ("random", "mc", "mcts", "mc:", "mcts:", "mc:400", "mcts:2s", "mcts:0.5s", "mc:1e9s", "17")


def words(folder: Path) -> Door:  # noqa: ARG001 - as the others have it
    """Read what the command line says of bots, numbers and seeds."""
    parts = (
        *WORDS,
        *NUMBERS,
        "nan",
        "inf",
        "-inf",
        "s",
        "1_0",
        "٣",
        "\udce9",
        "9" * 5_000,
        "1e999",
    )

    def put(random: Random, shown: list[object]) -> None:
        text = "".join(random.choice(parts) for _ in range(random.randint(1, 2)))
        text = spoilt(text, parts, random) if random.random() < 0.5 else text
        shown.append(text)
        # argparse takes a `ValueError` for what it is, too.
        with suppress(argparse.ArgumentTypeError, ValueError):
            kind = bot_kind(text)
            assert bot_kind(str(kind)).name == kind.name
            kind.make(1, among_bots=True)
            kind.simulated(1)
        for read in (natural, seed):
            with suppress(argparse.ArgumentTypeError, ValueError):
                assert read(text) >= 0

    return put


def broken(how: str) -> Callable[[Path], Door]:
    """Return a door that holds none of the limits from the second input on."""

    def put(random: Random, shown: list[object]) -> None:
        shown.append(how)
        taken = [] if len(tries) else None
        tries.append(random)
        while taken is not None:
            if how == "raises":
                raise ValueError(how)
            if how == "takes memory":
                taken.append(bytes(1 << 28))

    tries: list[Random] = []
    return lambda _: put


DOORS: dict[str, Callable[[Path], Door]] = {
    "text_read": text_read,
    "text_checked": text_checked,
    "table": table,
    "playthroughs": playthroughs,
    "sessions": sessions,
    "typed": typed,
    "submitted": submitted,
    "words": words,
    "kept": kept,
    "batch": batch,
    "searched": searched,
    **{f"broken: {how}": broken(how) for how in ("raises", "hangs", "takes memory")},
}
