"""Counts of plays by depth, taken with the command that a reader would type."""

from __future__ import annotations

import json

import pytest

from interpreter.cli.main import main
from tests.support.cases import counted


def counts(
    capsys: pytest.CaptureFixture[str], game: str, depth: int, *more: str
) -> tuple[int, ...]:
    """Return what `rulelang perft GAME DEPTH --json` counts for the depths from 1."""
    assert main(["perft", game, str(depth), "--json", *more]) == 0
    found = tuple(json.loads(capsys.readouterr().out)["counts"][1:])
    counted(game, "plays by depth", sum(found))
    return found
