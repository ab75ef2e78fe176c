"""Golden files: prose with blocks of input, each followed by a block of what must come out.

    Why this is a mistake.

    ```rules
    phase draw
    ```
    ```expected
    error[...]: ...
    ```

`pytest --bless` writes what came out into the `expected` blocks; review the difference.
"""

import re
from collections.abc import Callable
from pathlib import Path

_CASE = re.compile(
    r"(?P<before>^```rules\n(?P<rules>.*?)^```\n\s*^```expected\n)(?P<expected>.*?)(?P<after>^```$)",
    re.MULTILINE | re.DOTALL,
)


def cases(path: Path) -> list[tuple[str, str]]:
    """Return the inputs of a golden file, each with what it must give."""
    text = path.read_text(encoding="utf-8")
    return [(found["rules"], found["expected"]) for found in _CASE.finditer(text)]


def bless(path: Path, result: Callable[[str], str]) -> None:
    """Write what `result` gives for each input of a golden file into the file."""

    def block(found: re.Match[str]) -> str:
        return found["before"] + result(found["rules"]) + found["after"]

    text = path.read_text(encoding="utf-8")
    path.write_text(_CASE.sub(block, text), encoding="utf-8")
