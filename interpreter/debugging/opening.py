"""What may be debugged: a game from its start, a scenario, a saved play, the file of a session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from interpreter.debugging.asking import Asker
from interpreter.debugging.debugger import Debugger
from interpreter.debugging.legs import beginning, play_of
from interpreter.faults import BudgetExceeded, IllegalAction, PlaythroughError, RuleFault
from interpreter.game import Game
from interpreter.hosting import followed, kind_of, session_file
from interpreter.hosting.entries import text_of
from interpreter.hosting.playthrough import Playthrough, from_text
from interpreter.load import RulesError, UsageError, find
from interpreter.position import Leg
from interpreter.table import Store, TableRow, is_database, reading, state_of, table_in, unpacked
from interpreter.testing.beginning import game_at
from interpreter.testing.scenarios import named
from interpreter.testing.scenarios import run as run_scenario
from rulelang import core, pipeline
from rulelang.asking import build_to_ask
from rulelang.results import Elaborated
from rulelang.source import Source

_OTHER = ("it was recorded under other rules",)


@attrs.frozen
class Opened:
    """A debugger, the text that it is about, and what has to be said before."""

    debugger: Debugger
    source: Source
    title: str
    remarks: tuple[str, ...] = ()


def opened_as_asked(  # noqa: PLR0913 - what a command or an editor gives
    game: str | None,
    *,
    scenario: str | None,
    load: str | None,
    table: str | None = None,
    players: int | None,
    options: Mapping[str, str],
    seed: int | None,
) -> Opened:
    """Return a debugger for a game, a scenario of it, or a file.

    Raises:
        UsageError: two of them do not go together, or one is not there.
    """
    if scenario is not None or load is not None:
        if players is not None or options or seed is not None:
            raise UsageError("a scenario or a file brings its own players, options and seed")
        if load is not None:
            return open_play(load, game, table)
    if table is not None:
        raise UsageError("name the database of the table with --load WHERE")
    if game is None:
        raise UsageError("name a game, or a file with --load FILE")
    if scenario is not None:
        return open_scenario(game, scenario)
    return open_game(game, players, options, seed)


def open_game(
    name: str,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
) -> Opened:
    """Return a debugger at the start of a game; `seed` decides all chance.

    >>> from interpreter import shipped
    >>> debugger = open_game(shipped()[0], seed=7).debugger
    >>> debugger.choice().line > 0, debugger.ask("1 + 2"), debugger.choice(back=True).leg
    (True, '3', 0)

    Raises:
        UsageError: no such game, option, value or number of players.
        RulesError: the text has errors.
    """
    game, asker, source, _ = _built(name, players, options or {})
    return Opened(Debugger(game, asker=asker, seed=seed), source, game.name)


def open_scenario(name: str, wanted: str) -> Opened:
    """Return a debugger through all that a scenario plays, its set-up first.

    `wanted`: the name of the scenario, or part of it.

    Raises:
        UsageError: no such game or scenario, or its lines cannot be laid out.
        RulesError: the text has errors.
    """
    path = find(name)
    everything = pipeline.elaborate_all(path)
    _refuse_errors(path, everything)
    known = {one.name: one.spec for one in everything.scenarios}
    called = named(wanted, tuple(known), path)
    spec = known[called]
    _, asker, source, scenarios = _built(name, len(spec.players), dict(spec.options))
    scenario = next(one for one in scenarios if one.name == called)
    game = Game(scenario.spec, rules=name)
    result = run_scenario(scenario, attrs.evolve(game, engine="reference"))
    remarks = tuple(f"{one.span}: {one.message}" for one in result.failures)
    if not result.legs:
        raise UsageError("; ".join(remarks) or f'the scenario "{called}" plays nothing')
    debugger = Debugger(game, result.legs, asker=asker, seed=scenario.seed)
    return Opened(debugger, source, f'{game.name}, scenario "{called}"', remarks)


def open_play(file: str | Path, name: str | None = None, table: str | None = None) -> Opened:
    """Return a debugger through a saved play, the file of a session, or a play of a database.

    `name`: its rules, if they are not where they were. What was recorded under other rules is
    followed as far as it goes. `table`: the id of a table in a database, or how it begins; None:
    the newest one.

    Raises:
        PlaythroughError: the file is none of these.
        UsageError: its rules are not there.
        RulesError: they have errors.
    """
    path = Path(file)
    if is_database(str(file)):
        with reading(str(file)) as store:
            return _of_table(store, table_in(store, table), name)
    if table is not None:
        raise UsageError(f"{file} is no database of tables")
    text = text_of(path)
    if kind_of(text) == "session":
        return _session(path, text, name)
    return _playthrough(from_text(text, str(path)), name)


def _playthrough(saved: Playthrough, name: str | None) -> Opened:
    game, asker, source = _rules_of(saved, name)
    legs, remark = _followed(game, saved)
    debugger = Debugger(game, legs, asker=asker, seed=saved.seed)
    return Opened(debugger, source, f"{game.name}, {saved.origin}", remark)


def _session(path: Path, text: str, name: str | None) -> Opened:
    written, _ = session_file.parsed(path, text.encode())
    game, asker, source = _rules_of(written.play, name)
    other = written.play.specification != game.specification_hash
    state, refusal = followed(game, written)
    if refusal is not None and not other:
        raise PlaythroughError(f"{path}: {refusal}") from refusal
    remarks = _OTHER if other else ()
    if refusal is not None:
        remarks = (*remarks, f"followed to choice {len(state.history) + 1}: {refusal}")
    debugger = Debugger(game, play_of(state), asker=asker, seed=written.play.seed)
    return Opened(debugger, source, f"{game.name}, {path}", remarks)


def _of_table(store: Store, row: TableRow, name: str | None) -> Opened:
    """Return a debugger through the play of a table, under the text it is pinned to.

    `name`: the same text where it lies, so that an editor can show it.
    """
    files = store.text(row.text)
    if files is None:
        raise UsageError(f"the rule text of table {row.id} is not in the database any more")
    players, options = len(row.players), dict(row.options)
    with unpacked(files) as pinned:
        rules = name or str(pinned)
        game, asker, source = _set_up_by(row.scenario, rules, players, options)
        if game.specification_hash != row.specification:
            raise UsageError(
                f"table {row.id} is played under other rules than {game.name} has now; "
                "leave the game out to see those that it is pinned to"
            )
        state = state_of(row, game, store)
    debugger = Debugger(game, play_of(state), asker=asker, seed=row.seed)
    return Opened(debugger, source, f"{game.name}, table {row.id}, which is {row.phase}")


def _rules_of(saved: Playthrough, name: str | None) -> tuple[Game, Asker, Source]:
    if not (name or saved.rules):
        raise UsageError(f"{saved.origin} does not say where its rules are: name the game")
    rules, players = name or saved.rules, len(saved.players)
    return _set_up_by(saved.scenario, rules, players, dict(saved.options))


def _set_up_by(
    scenario: str, rules: str, players: int, options: Mapping[str, str]
) -> tuple[Game, Asker, Source]:
    """Return the game of a play that was kept. `scenario`: whose set-up it has; "": its own."""
    game, asker, source, _ = _built(rules, players, options)
    if scenario:
        game = game_at(rules, scenario, engine="reference", players=players, options=options)
    return game, asker, source


def _followed(game: Game, saved: Playthrough) -> tuple[tuple[Leg, ...], tuple[str, ...]]:
    """Return the legs of a play as far as it can be played, and what stops it there."""
    other = saved.specification != game.specification_hash
    remarks = [*_OTHER] if other else []
    state = game.start()
    for place, number in enumerate(saved.choices, 1):
        try:
            state = state.child(number)
        except IllegalAction as refusal:
            if not other:
                raise PlaythroughError(f"{saved.origin}, choice {place}: {refusal}") from refusal
            remarks.append(f"followed to choice {place} of {len(saved.choices)}: {refusal}")
            break
        except (RuleFault, BudgetExceeded):  # to be looked at: it is the last leg
            failing: Leg = (state.position, number)
            return (*play_of(state), failing), tuple(remarks)
    return play_of(state), tuple(remarks)


def _built(
    name: str, players: int | None, options: Mapping[str, str]
) -> tuple[Game, Asker, Source, Sequence[core.Scenario]]:
    path = find(name)
    built, inquiry = build_to_ask(path, players, options)
    if built.setting is None and built.diagnostics[-1].code == "unknown-setting":
        asked = built.diagnostics[-1]
        raise UsageError(f"{asked.title}; {asked.hint}")
    if inquiry is None:
        raise RulesError(path, built.diagnostics, built.sources)
    game = Game(inquiry.spec, rules=name, engine="reference")
    return game, Asker(inquiry), built.sources[path], built.scenarios


def _refuse_errors(path: str, found: Elaborated) -> None:
    if any(one.severity == "error" for one in found.diagnostics):
        raise RulesError(path, found.diagnostics, found.sources)


def numbers_of(debugger: Debugger) -> tuple[int, ...]:
    """Return the choices and outcomes of a play from the start of its game.

    Raises:
        UsageError: it begins elsewhere, as scenarios do that set something up.
    """
    (first, taken), *rest = debugger.legs
    begun = beginning(debugger.game.layout)
    decided = [leg for leg in rest if leg[1] is not None]
    # a scenario that sets nothing up begins behind an empty set-up: what is asked first is alike
    is_whole = first.cells == begun[0].cells and first.control == begun[0].control
    is_whole |= bool(decided) and decided[0][0] == debugger.game.start().position
    if taken is not None or not is_whole:
        raise UsageError("this play does not begin where its game does; only such can be saved")
    return tuple(number for _, number in decided if number is not None)
