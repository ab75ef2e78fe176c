"""Lines of files that only grow without what chains them; files of lines that were changed."""

import json
from pathlib import Path

from interpreter.hosting.journal import chained


def plain_lines(path: Path) -> list[str]:
    """Return the whole lines of a file without their chain, as JSON with spaces."""
    return plain(path.read_text(encoding="ascii").splitlines())


def plain(lines: list[str]) -> list[str]:
    """Return lines without their chain, as JSON with spaces."""
    found = [json.loads(line) for line in lines]
    return [json.dumps({k: v for k, v in line.items() if k != "chain"}) for line in found]


def rechained(lines: list[str]) -> list[str]:
    """Return lines with the chain of what they say, whatever that is."""
    written = (line.encode("utf-8", "replace").decode() for line in lines)
    return chained(written)[0].split("\n")[:-1]


def write_lines(path: Path, lines: list[str]) -> None:
    """Write lines into the place of a file, as files without a chain were written."""
    head, *others = lines
    head = head.replace('"version": 2', '"version": 1', 1)
    path.write_text("".join(line + "\n" for line in (head, *others)), encoding="utf-8")
