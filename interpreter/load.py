"""From a name or a path to a playable game, in one call.

A game is named by the path of its rule file, or by the name of a game that ships with the package.
A checkout's `games/` is looked at before the copies in an installed wheel, so that nothing stale
is played.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import attrs

import rulelang
from interpreter import arguments
from interpreter.faults import UsageError
from rulelang.files import Folder, read_source
from rulelang.freezing import frozen
from rulelang.source import Source, Span

if TYPE_CHECKING:  # the front end is imported when the first rule file is read, games when one is
    from interpreter.game import EngineName, Game
    from interpreter.keeping.trees import Whole
    from rulelang import Diagnostic, core

__all__ = [
    "ENGINE",
    "SUFFIX",
    "RulesError",
    "Text",
    "UsageError",
    "Variants",
    "engine_named",
    "find",
    "load",
    "load_all",
    "load_one",
    "shipped",
    "variants",
]

SUFFIX = ".rules"
_LONGEST = 4_000
"""Characters of a path; systems refuse longer ones, and comparing them with names takes long."""
ENGINE = "RULELANG_ENGINE"
"""The environment variable that names the engine which plays."""

_MOST_PLAYERS = 10_000
_PACKAGE = Path(rulelang.__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent
# Beside an installed package another one's `games` may lie: a checkout is known by its grammar.
_SHELVES = tuple(
    shelf
    for shelf, mark in (
        (_CHECKOUT / "games", _CHECKOUT / "grammar.lark"),
        (_PACKAGE / "games", _PACKAGE / "grammar.lark"),
    )
    if mark.is_file()
)


class RulesError(Exception):
    """A rule file has errors, so that it cannot be played."""

    def __init__(
        self, path: str, diagnostics: tuple[Diagnostic, ...], sources: Mapping[str, Source]
    ) -> None:
        """Keep the findings, and the files they point into, for whoever shows them."""
        self.path = path
        self.diagnostics = diagnostics
        self.sources = sources
        errors = [d for d in diagnostics if d.severity == "error"]
        super().__init__(f"{errors[0].span}: {errors[0].title}" if errors else path)

    def findings(self) -> str:
        """Return all findings as text, each with its lines."""
        from rulelang.render import render_all  # noqa: PLC0415 - where there are findings

        return render_all(self.diagnostics, self.sources)

    def __reduce__(self) -> tuple[type[RulesError], tuple[object, ...]]:
        """Pickle what it was made of, so that it comes out of another process whole."""
        return RulesError, (self.path, self.diagnostics, self.sources)


def shipped() -> tuple[str, ...]:
    """Return the names of the games that come with the package, sorted.

    >>> shipped() == tuple(sorted(set(shipped())))
    True
    """
    return tuple(sorted({file.stem for shelf in _SHELVES for file in shelf.glob("*" + SUFFIX)}))


class Variants(NamedTuple):
    """How many may play a rule text, and its options by name, the default of each first.

    >>> Variants((2, 3), {"board": ("small", "large")}).options["board"][0]
    'small'
    """

    players: tuple[int, ...]
    options: dict[str, tuple[str, ...]]


def variants(name_or_path: str | Path) -> Variants:
    """Return for how many players a rule text is, and which options it has.

    >>> variants(shipped()[0]).players != ()
    True

    Raises:
        TypeError: it is neither a name nor a path.
        UsageError: no such file or game.
    """
    return Variants(*rulelang.variants(find(name_or_path)))


def find(wanted: str | Path) -> str:
    """Return the path of the rule file that is meant: a path, or the name of a shipped game.

    Raises:
        TypeError: it is neither a name nor a path.
        UsageError: neither a file nor a game of that name; the message names what comes close.
    """
    name = _text(wanted)
    path = Path(name)
    if len(name) > _LONGEST:
        raise UsageError(f"no file has a name of {len(name):,} characters")
    if path.is_file():
        return name
    if path.is_dir():
        raise UsageError(f"`{name}` is a folder; name a rule file in it, such as {name}/x{SUFFIX}")
    for shelf in _SHELVES:
        file = shelf / f"{name.removesuffix(SUFFIX)}{SUFFIX}"
        if path.name == name and file.is_file():
            return _short(file)
    if path.name != name or path.suffix:
        raise UsageError(f"there is no file `{name}`")
    near = get_close_matches(name, shipped(), n=1)
    mend = f"did you mean `{near[0]}`" if near else f"there are {', '.join(shipped())}"
    raise UsageError(f"no game is named `{name}`; {mend}, or name a rule file by its path")


def load(
    name_or_path: str | Path,
    *,
    players: int | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    engine: str | None = None,
) -> Game:
    """Return the game that a rule file describes, for so many players and these options.

    Args:
        name_or_path: the path of a rule file, or the name of a shipped game.
        players: how many play; None: the fewest that the text allows.
        options: values by name, as text, number or flag; the others have their defaults.
        engine: who plays, `native` or `reference`; None: what the environment variable
            RULELANG_ENGINE says, else `native`. What happens is the same.

    Raises:
        TypeError: something is of another sort than said above.
        UsageError: no such file, game, option, value, number of players or engine.
        RulesError: the text has errors.

    >>> load(shipped()[0]).name != ""
    True
    """
    player = engine_named(engine)
    path = find(name_or_path)
    players, wanted = _asked(players, options)
    spec = _kept(path, players, wanted) or _built(path, players, wanted)
    from interpreter.game import Game  # noqa: PLC0415 - see above

    return Game(spec, rules=_text(name_or_path), engine=player)


def files_of(
    name_or_path: str | Path,
    *,
    players: int | None = None,
    options: Mapping[str, str | int | bool] | None = None,
) -> dict[str, bytes]:
    """Return the files that an instance is made of: `game.rules` and its tables, by their paths.

    Put into another folder they make the same game there.

    >>> "game.rules" in files_of(shipped()[0])
    True

    Raises:
        TypeError, UsageError, RulesError: as `load` does.
    """
    from interpreter.keeping import trees  # noqa: PLC0415 - see above

    path = find(name_or_path)
    players, wanted = _asked(players, options)
    source = read_source(path)
    folder = Folder(Path(path).parent)
    if isinstance(source, Source):
        name = trees.name_of(source, players, wanted)
        if name is not None and trees.find(name, folder.read) is not None:
            return _contents(source, folder.asked)  # it has asked for all tables
    built = _built_now(path, players, wanted)
    return _contents(built.sources[path], built.tables)


def _contents(source: Source, tables: Mapping[str, object]) -> dict[str, bytes]:
    """Return what a rule text and its tables hold, by their paths."""
    found = {name: table for name, table in tables.items() if isinstance(table, Source)}
    return {name: one.text.encode() for name, one in {"game.rules": source, **found}.items()}


def _text(name_or_path: str | Path) -> str:
    """Return a name or a path as a text."""
    arguments.expect(name_or_path, (str, Path), "a game is named by a text or a path")
    return str(name_or_path)


def _asked(
    players: int | None, options: Mapping[str, str | int | bool] | None
) -> tuple[int | None, dict[str, str]]:
    """Return the number of players and the options that somebody asks for, as rule texts do."""
    if options is not None:
        arguments.expect(options, Mapping, "options are values by name, such as {'goal': 5}")
    players = arguments.whole_or_none(players, "the number of players is a whole number")
    if players is not None and abs(players) > _MOST_PLAYERS:
        raise UsageError(f"{arguments.shown(players)} cannot play anything")
    return players, {name: _value_text(value) for name, value in (options or {}).items()}


def _kept(path: str, players: int | None, options: Mapping[str, str]) -> core.Spec | None:
    """Return the tree that an earlier run has kept, if the text is still as it was."""
    from interpreter.keeping import trees  # noqa: PLC0415 - see above

    source = read_source(path)
    if not isinstance(source, Source):
        return None
    name = trees.name_of(source, players, options)
    return None if name is None else trees.find(name, Folder(Path(path).parent).read)


def _built(path: str, players: int | None, options: Mapping[str, str]) -> core.Spec:
    """Return the tree that a text becomes now, and keep it."""
    spec = _built_now(path, players, options).spec
    assert spec is not None, "else it has errors"
    return spec


def _built_now(path: str, players: int | None, options: Mapping[str, str]) -> rulelang.Built:
    """Build a text, and keep its tree.

    Raises:
        UsageError, RulesError: as `load` does.
    """
    if options or players is not None:
        _refuse_unknown(path, players, options)
    from interpreter.keeping import trees  # noqa: PLC0415 - see above

    built = rulelang.build(path, players, options)
    if built.spec is None:
        raise RulesError(path, built.diagnostics, built.sources)
    name = trees.name_of(built.sources[path], players, options)
    if name is not None:
        trees.keep(name, built.tables, built.spec)
    return built


def engine_named(name: str | None) -> EngineName:
    """Return the engine of that name; None: the one that the environment names, else native code.

    Raises:
        UsageError: there is none of that name.
    """
    from interpreter.game import ENGINES  # noqa: PLC0415 - see above

    wanted = os.environ.get(ENGINE, "native") if name is None else name
    for known in ENGINES:
        if wanted == known:
            return known
    raise UsageError(f"there is no engine `{wanted}`; there are {' and '.join(ENGINES)}")


@frozen
class Text:
    """A whole rule text: its instances, its scenarios, and where its rules stand.

    `rules`: its statements, arms and needs, be they in any of the instances or in none; () where
    only some of the instances are here.
    """

    file: str
    games: tuple[Game, ...]
    scenarios: tuple[core.Scenario, ...] = attrs.field(repr=False)
    rules: tuple[Span, ...] = attrs.field(repr=False)


def load_all(
    name_or_path: str | Path,
    *,
    players: int | None = None,
    options: Mapping[str, str | int | bool] | None = None,
) -> Text:
    """Return every instance of a rule file that `rulelang check` would check, and its scenarios.

    Those of them that are for so many players and have these options; None: any.

    Raises:
        TypeError: something is of another sort than for `load`.
        UsageError: no such file, game, option, value or number of players.
        RulesError: the text has errors.

    >>> text = load_all("tic_tac_toe")
    >>> len(text.games), all(game.name == text.games[0].name for game in text.games)
    (1, True)
    """
    path = find(name_or_path)
    players, wanted = _asked(players, options)
    if wanted or players is not None:
        _refuse_unknown(path, players, wanted)
    whole = _all_kept(path) or _all_built(path)

    def fits(spec: core.Spec) -> bool:
        return (
            players in (None, len(spec.players)) and wanted.items() <= dict(spec.options).items()
        )

    from interpreter.game import Game  # noqa: PLC0415 - see above

    name = _text(name_or_path)
    games = tuple(Game(spec, rules=name) for spec in whole.specs if fits(spec))
    scenarios = tuple(scenario for scenario in whole.scenarios if fits(scenario.spec))
    rules = whole.rules if len(games) == len(whole.specs) else ()
    return Text(path, games, scenarios, rules)


def load_one(
    name_or_path: str | Path, *, players: int, options: Mapping[str, str | int | bool]
) -> Text:
    """Return one instance of a rule file and its scenarios; nothing else of the text is made.

    Raises:
        TypeError, UsageError, RulesError: as `load` does.

    >>> game = load(shipped()[0])
    >>> load_one(shipped()[0], players=len(game.players), options=game.options).games == (game,)
    True
    """
    path = find(name_or_path)
    number, wanted = _asked(players, options)
    built = _built_now(path, number, wanted)
    assert built.spec is not None, "else it has errors"
    from interpreter.game import Game  # noqa: PLC0415 - see above

    return Text(path, (Game(built.spec, rules=_text(name_or_path)),), built.scenarios, ())


def _all_kept(path: str) -> Whole | None:
    """Return the trees of all variants that an earlier run has kept, if the text is as it was."""
    from interpreter.keeping import trees  # noqa: PLC0415 - see above

    source = read_source(path)
    name = trees.name_of_whole(source) if isinstance(source, Source) else None
    return None if name is None else trees.find_whole(name, Folder(Path(path).parent).read)


def _all_built(path: str) -> Whole:
    """Return the trees of all variants that a text has now, and keep them.

    Raises:
        RulesError: the text has errors.
    """
    from interpreter.keeping import trees  # noqa: PLC0415 - see above

    found = rulelang.elaborate_all(path)
    if not found.specs:
        raise RulesError(path, found.diagnostics, found.sources)
    whole = trees.Whole(found.specs, found.scenarios, found.rules)
    name = trees.name_of_whole(found.sources[path])
    if name is not None:
        trees.keep_whole(name, found.tables, whole)
    return whole


def _short(file: Path) -> str:
    """Return a path as a user would type it from here."""
    here = Path.cwd()
    return str(file.relative_to(here)) if file.is_relative_to(here) else str(file)


def _value_text(value: object) -> str:
    """Return the value of an option as rule texts write it; flags are `on` and `off` there."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return arguments.shown(value) if isinstance(value, int) else str(value)


def _refuse_unknown(path: str, players: int | None, options: Mapping[str, str]) -> None:
    """Raise `UsageError` for what the rule file does not offer."""
    counts, offered = rulelang.variants(path)
    if players is not None and counts and players not in counts:
        raise UsageError(f"{players} cannot play this; it is for {_either(counts)} players")
    for name, value in options.items():
        if name not in offered:
            raise UsageError(f"there is no option `{name}`; {_nearest(name, tuple(offered))}")
        if value not in offered[name]:
            choices = _either(offered[name])
            raise UsageError(f"the option `{name}` cannot be `{value}`; it is {choices}")


def _nearest(name: str, names: tuple[str, ...]) -> str:
    near = get_close_matches(name, names, n=1)
    if near:
        return f"did you mean `{near[0]}`?"
    return f"there are {', '.join(names)}" if names else "this game has none"


def _either(values: tuple[int, ...] | tuple[str, ...]) -> str:
    texts = [str(value) for value in values]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"
