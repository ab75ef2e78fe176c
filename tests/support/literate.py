"""Golden files: prose with blocks of input, each followed by a block of what must come out.

    Why this is a mistake.

    ```rules
    phase draw
    ```
    ```expected
    error[...]: ...
    ```

A block ```` ```csv towns.csv ```` gives a file that lies beside the inputs. An input marked
```` ```rules whole ```` is a text from beginning to end; what others leave out is added.

`pytest --bless` writes what came out into the `expected` blocks; review the difference.
"""

import re
from collections.abc import Callable
from pathlib import Path

import attrs

_CASE = re.compile(
    r"(?P<before>^```rules(?P<whole> whole)?\n(?P<rules>.*?)^```\n\s*^```expected\n)"
    r"(?P<expected>.*?)(?P<after>^```$)",
    re.MULTILINE | re.DOTALL,
)
_FILE = re.compile(r"^```csv (?P<name>\S+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@attrs.frozen
class Input:
    """A block of rules. `whole`: it is a text from beginning to end."""

    rules: str
    whole: bool


def cases(path: Path) -> list[tuple[Input, str]]:
    """Return the inputs of a golden file, each with what it must give."""
    text = path.read_text(encoding="utf-8")
    return [(_input(found), found["expected"]) for found in _CASE.finditer(text)]


def _input(found: re.Match[str]) -> Input:
    return Input(found["rules"], found["whole"] is not None)


def files(path: Path) -> dict[str, str]:
    """Return the files that lie beside the inputs of a golden file, by name."""
    text = path.read_text(encoding="utf-8")
    return {found["name"]: found["text"] for found in _FILE.finditer(text)}


def bless(path: Path, result: Callable[[Input], str]) -> None:
    """Write what `result` gives for each input of a golden file into the file."""

    def block(found: re.Match[str]) -> str:
        return found["before"] + result(_input(found)) + found["after"]

    text = path.read_text(encoding="utf-8")
    path.write_text(_CASE.sub(block, text), encoding="utf-8")
