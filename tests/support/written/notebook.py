"""The example notebook, made from the script beside it by `make notebook`.

Cells of the script begin with `# %%`; what comes before the first is told in front. The notebook
has no results in it: it is what a reader runs.
"""

from __future__ import annotations

import json
from pathlib import Path

SCRIPT = Path("docs/text_to_agent.py")
NOTEBOOK = SCRIPT.with_suffix(".ipynb")
_CELL = "# %%"
_MARKDOWN = f"{_CELL} [markdown]"


def cells(script: str) -> list[tuple[str, str]]:
    """Return the cells of a script: `markdown` or `code`, and what is in it."""
    found: list[tuple[str, list[str]]] = [("head", [])]
    for line in script.splitlines():
        if line in (_CELL, _MARKDOWN):
            found.append(("markdown" if line == _MARKDOWN else "code", []))
        else:
            found[-1][1].append(line)
    return [
        (
            "code" if sort == "code" else "markdown",
            _told(sort, "\n".join(lines).strip()),
        )
        for sort, lines in found
    ]


def _told(sort: str, text: str) -> str:
    match sort:
        case "head":
            return text.strip('"').strip()
        case "markdown":
            return "\n".join(line.removeprefix("#").removeprefix(" ") for line in text.split("\n"))
        case _:
            return text


def notebook(script: str) -> str:
    """Return a notebook of the format 4.4 with these cells."""
    made = []
    for sort, text in cells(script):
        of_code = {"execution_count": None, "outputs": []} if sort == "code" else {}
        lines = text.splitlines(keepends=True)
        made.append({"cell_type": sort, "metadata": {}, **of_code, "source": lines})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {
        "cells": made,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 4,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    NOTEBOOK.write_text(notebook(SCRIPT.read_text("utf-8")), encoding="utf-8")
