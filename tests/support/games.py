"""The games that tests run over: every instance of the texts that ship, and the sketches.

A rule text is read once per process, and each instance is elaborated once. Nothing is proved:
that is most of what `check` does.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import attrs

from interpreter.game import Game
from rulelang import core, pipeline, settings, surface
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.results import Parsed

ROOT = Path(__file__).parents[2]
RULES = tuple(sorted((ROOT / "games").glob("*.rules")))
SKETCHES = tuple(sorted((ROOT / "tests" / "sketches").glob("*.rules")))
TEXTS = tuple(sorted((ROOT / "tests" / "texts").glob("*.rules")))


SCENARIO = re.compile(r'^scenario "([^"]*)"', re.MULTILINE)


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
def parsed(path: Path) -> Parsed:
    """Return a rule text as it was read."""
    return pipeline.read(str(path))


@cache
def instances(path: Path) -> tuple[Instance, ...]:
    """Return every instance of a rule text that `rulelang check` would check.

    Of a text that cannot be read there is one, so that its own tests fail and not all others.
    """
    text = pipeline.mentioning(str(path), "players", "option")
    if text is None:
        return (Instance(path, 0, ()),)
    return tuple(
        Instance(path, setting.players, tuple(setting.options.items()))
        for setting in settings.instances(text)
    )


@cache
def hides(path: Path) -> bool:
    """Return whether some zone or variable of a text is not seen by everybody."""
    text = pipeline.mentioning(str(path), "zone", "var")
    return text is not None and any(
        node.sight is not None and node.sight.how != "open"
        for node in text.declarations
        if isinstance(node, surface.Zone | surface.Var)
    )


@cache
def game_of(instance: Instance) -> Game:
    """Return the game of an instance; the test that asks fails where the text has errors."""
    read, sink = parsed(instance.path), Sink()
    assert read.text is not None, [str(found) for found in read.diagnostics]
    setting = settings.chosen(read.text, instance.players, dict(instance.options))
    assert not isinstance(setting, Diagnostic), setting
    spec = pipeline.instance_of(read, setting, (), sink).spec
    assert spec is not None, [str(found) for found in sink.found]
    return Game(spec)


def examples(path: Path) -> list[str]:
    """Return the names of the scenarios of a rule text; it is not read as such."""
    return SCENARIO.findall(path.read_text(encoding="utf-8"))


@cache
def scenarios(path: Path) -> tuple[core.Scenario, ...]:
    """Return the scenarios of a rule text; where it has errors there are none."""
    read, sink = parsed(path), Sink()
    if read.text is None:
        return ()
    found = tuple(
        scenario
        for setting, mine in pipeline.settings_of(read.text, sink)
        if mine
        for scenario in pipeline.instance_of(read, setting, mine, sink).scenarios
    )
    return () if sink.has_errors else found


def text(name: str) -> Game:
    """Return the first instance of a small text made for tests, by the name of its file."""
    return instances(ROOT / "tests" / "texts" / f"{name}.rules")[0].game


def shipped(name: str, players: int = 0, **options: str) -> Game:
    """Return the first instance of a game that ships, by the name of its file.

    It has these options, and so many players if a number is given.
    """
    found = instances(ROOT / "games" / f"{name}.rules")
    fitting = (i for i in found if players in (0, i.players) and options.items() <= set(i.options))
    return next(fitting).game


def sketch(name: str) -> Game:
    """Return the first instance of a sketch, by the name of its file."""
    return instances(ROOT / "tests" / "sketches" / f"{name}.rules")[0].game


EVERY = tuple(instance for path in RULES for instance in instances(path))
SMALL_TEXTS = tuple(instance for path in TEXTS for instance in instances(path))
EVERY_SKETCH = tuple(instance for path in SKETCHES for instance in instances(path))
