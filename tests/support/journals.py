"""Lines of files that only grow without what chains them; files of lines that were changed."""

import json
from pathlib import Path


def plain_lines(path: Path) -> list[str]:
    """Return the whole lines of a file without their chain, as JSON with spaces."""
    found = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    return [json.dumps({k: v for k, v in line.items() if k != "chain"}) for line in found]


def write_lines(path: Path, lines: list[str]) -> None:
    """Write lines into the place of a file, as files without a chain were written."""
    head, *others = lines
    head = head.replace('"version": 2', '"version": 1', 1)
    path.write_text("".join(line + "\n" for line in (head, *others)), encoding="utf-8")
