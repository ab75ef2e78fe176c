"""Plant a fault in the text of a game, to see that `lockstep` finds it."""

from __future__ import annotations

import shutil
from pathlib import Path

from interpreter.game import Game
from interpreter.load import load
from tests.support.games import Instance


def planted(instance: Instance, folder: Path, before: str, after: str) -> Game:
    """Return an instance of a game in whose text `before`, which stands there once, is `after`.

    It is looked for in the rules and then in their tables; the copies go to `folder`.
    """
    tables = instance.path.with_suffix("")
    shutil.copy(instance.path, folder)
    if tables.is_dir():
        shutil.copytree(tables, folder / tables.name)
    rules = folder / instance.path.name
    holding = [
        file
        for file in (rules, *sorted(folder.glob("*/*.csv")))
        if before in file.read_text(encoding="utf-8")
    ]
    assert holding, f"nowhere in {instance.path.name} or its tables: {before}"
    text = holding[0].read_text(encoding="utf-8")
    assert text.count(before) == 1, f"not just once in {holding[0].name}: {before}"
    holding[0].write_text(text.replace(before, after), encoding="utf-8")
    return load(str(rules), players=instance.players, options=dict(instance.options))
