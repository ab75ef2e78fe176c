"""The games that tests run over: every instance of the texts that ship, and the sketches.

A rule text is read once per process, and each instance is elaborated once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import attrs

from interpreter.game import Game
from rulelang import core, pipeline, settings

ROOT = Path(__file__).parents[2]
RULES = tuple(sorted((ROOT / "games").glob("*.rules")))
SKETCHES = tuple(sorted((ROOT / "tests" / "sketches").glob("*.rules")))
TEXTS = tuple(sorted((ROOT / "tests" / "texts").glob("*.rules")))


@attrs.frozen
class Instance:
    """One way to play a rule text: its file, how many play, its options."""

    path: Path
    players: int
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options]
        return "-".join([self.path.stem, str(self.players), *chosen])

    @property
    def game(self) -> Game:
        return game_of(self)

    @property
    def spec(self) -> core.Spec:
        return self.game.spec


@cache
def instances(path: Path) -> tuple[Instance, ...]:
    """Return every instance of a rule text that `rulelang check` would check.

    Of a text that cannot be read there is one, so that its own tests fail and not all others.
    """
    text = pipeline.read(str(path)).text
    if text is None:
        return (Instance(path, 0, ()),)
    return tuple(
        Instance(path, setting.players, tuple(setting.options.items()))
        for setting in settings.instances(text)
    )


@cache
def game_of(instance: Instance) -> Game:
    """Return the game of an instance; the test that asks fails where the text has errors."""
    built = pipeline.build(str(instance.path), instance.players, dict(instance.options))
    assert built.spec is not None, [str(found) for found in built.diagnostics]
    return Game(built.spec)


@cache
def scenarios(path: Path) -> tuple[core.Scenario, ...]:
    """Return the scenarios of a rule text."""
    return pipeline.check(str(path)).scenarios


def text(name: str) -> Game:
    """Return the first instance of a small text made for tests, by the name of its file."""
    return instances(ROOT / "tests" / "texts" / f"{name}.rules")[0].game


def shipped(name: str) -> Game:
    """Return the first instance of a game that ships, by the name of its file."""
    return instances(ROOT / "games" / f"{name}.rules")[0].game


def sketch(name: str) -> Game:
    """Return the first instance of a sketch, by the name of its file."""
    return instances(ROOT / "tests" / "sketches" / f"{name}.rules")[0].game


EVERY = tuple(instance for path in RULES for instance in instances(path))
SMALL_TEXTS = tuple(instance for path in TEXTS for instance in instances(path))
EVERY_SKETCH = tuple(instance for path in SKETCHES for instance in instances(path))
