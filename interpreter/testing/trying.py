"""What a rule file promises, as trials that pass or fail one by one: for tools that run tests.

Trials of a file: the checker finds no error, each scenario holds, each instance is played at
random without a fault and no longer than the text claims, both engines play it alike, and, if
asked for, every rule line is reached. A trial of a playthrough: it can still be played.

A trial that fails says so in the words of the rules: the finding with its line, and the shortest
play found that leads there, told as the log tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import attrs

import rulelang
from interpreter import arguments
from interpreter.chance import Numbers
from interpreter.faults import BudgetExceeded, PlaythroughError, RuleFault
from interpreter.game import Game
from interpreter.hosting import playthrough
from interpreter.load import RulesError, Text, UsageError, find, load_all
from interpreter.measuring.simulate import simulate
from interpreter.play import tell, tell_choice
from interpreter.position import Leg
from interpreter.state import CHANCE, State
from interpreter.testing import scenarios
from interpreter.testing.beginning import game_of
from interpreter.testing.conformance import conform
from interpreter.testing.coverage import coverage
from interpreter.testing.shrinking import played_out, shortest, shortest_such
from rulelang import core
from rulelang.files import read_source
from rulelang.source import Source, Span

_SHOWN = 30
"""Lines of a play that are told; those that come last."""

_COMPARED, _MOST = 2, 200
"""Games that both engines play, and how many choices of each."""

_FEWEST = 100
"""Games that coverage plays at least."""


@attrs.frozen
class Plan:
    """How hard to try: `playouts` of each instance, the `seed` behind them all.

    `instances`: of how many instances, from the first to the last; 0: of all.

    >>> Plan(playouts=5).seed
    0
    """

    playouts: int = 20
    seed: int = 0
    instances: int = 8
    covers: bool = False

    def __attrs_post_init__(self) -> None:
        """Refuse what is no number, or too small.

        Raises:
            TypeError: something is no whole number.
            ValueError: something but the seed is below 0.
        """
        arguments.whole(self.playouts, "the number of playouts is a whole number from 0", 0)
        arguments.seed_of(self.seed)
        arguments.whole(self.instances, "the number of instances is a whole number from 0", 0)


class NotTried(Exception):
    """A trial cannot be made on this machine; the message says why.

    >>> str(NotTried("there is no native code here"))
    'there is no native code here'
    """


@attrs.frozen
class Trial:
    """One thing that is to hold. `line`: where it stands in its file.

    `run` returns how it fails, or None where it holds. It raises `NotTried`.

    >>> Trial("two is two", 1, lambda: None).run() is None
    True
    """

    name: str
    line: int
    run: Callable[[], str | None] = attrs.field(repr=False, eq=False)


def trials(path: str, plan: Plan = Plan()) -> tuple[Trial, ...]:
    """Return what a rule file promises. A text with errors promises nothing: that is one trial.

    >>> from interpreter import shipped
    >>> found = trials(shipped()[-2], Plan(playouts=3, instances=1))
    >>> [trial.name.split()[0] for trial in (found[0], found[1], *found[-2:])]
    ['check', 'scenario', 'plays', 'engines']
    >>> [trial.run() for trial in found[-2:]]
    [None, None]

    Raises:
        UsageError: there is no such file.
    """
    check = Trial("check", 1, partial(_check, path))
    try:
        text = load_all(path)
    except RulesError:
        return (check,)
    return (check, *_of_scenarios(text), *_of_instances(text, plan), *_of_coverage(text, plan))


def _of_scenarios(text: Text) -> Iterator[Trial]:
    games: dict[int, Game] = {}
    for example in text.scenarios:
        game = games.setdefault(id(example.spec), Game(example.spec))
        name = f'scenario "{example.name}"'
        yield Trial(name, example.span.line, partial(_scenario, example, game))


def _of_instances(text: Text, plan: Plan) -> Iterator[Trial]:
    step = -(-len(text.games) // plan.instances) if plan.instances else 1
    games, line = text.games[::step], _line_of_play(text.file)
    for game in games:
        yield Trial(f"plays [{variant(game)}]", line, partial(_plays, game, plan))
    for game in games:
        yield Trial(f"engines [{variant(game)}]", line, partial(_engines, game, plan))


def _of_coverage(text: Text, plan: Plan) -> Iterator[Trial]:
    if plan.covers:
        yield Trial("coverage", 1, partial(_coverage, text, plan))


def variant(game: Game) -> str:
    """Return which instance of its text a game is, in words.

    >>> from interpreter import load
    >>> variant(load("kuhn_poker"))
    'players 2'
    """
    chosen = (f"{name} {value}" for name, value in game.options.items())
    return ", ".join((f"players {len(game.players)}", *chosen))


def _line_of_play(file: str) -> int:
    """Return the line of `play:`; 1 where it cannot be found."""
    source = read_source(file)
    lines = source.text.split("\n") if isinstance(source, Source) else []
    return next((at for at, line in enumerate(lines, start=1) if line.startswith("play:")), 1)


# ---------------------------------------------------------------- what is tried


def _check(path: str) -> str | None:
    checked = rulelang.check(find(path))
    errors = [found for found in checked.diagnostics if found.severity == "error"]
    return rulelang.render_all(errors, checked.sources) if errors else None


def _scenario(example: core.Scenario, game: Game) -> str | None:
    found = scenarios.run(example, game)
    if not found.failures:
        return None
    parts = [_marked(failure.message, failure.span, "scenario") for failure in found.failures]
    return _joined((*parts, *_played_lines(_legs(found.legs, game))))


def _plays(game: Game, plan: Plan) -> str | None:
    player = game if scenarios.is_native(game) else attrs.evolve(game, engine="reference")
    try:
        found = simulate(player, plan.playouts, plan.seed)
    except (RuleFault, BudgetExceeded):
        return _failing_play(game, plan)
    if found.interrupted:
        raise KeyboardInterrupt
    claimed = game.spec.length
    longest = max(found.lengths, default=0)
    if claimed is None or longest <= claimed:
        return None
    return _too_long(game, plan, found.lengths.index(longest), claimed)


def _failing_play(game: Game, plan: Plan) -> str:
    every = (_choices(game, plan.seed, number) for number in range(plan.playouts))
    failures = (played_out(game, choices) for choices in every)
    failure = next((one for one in failures if one is not None), None)
    assert failure is not None, "one of these failed when all were played"
    best = shortest(game, failure)
    return _joined((_fault(best.fault), *_told(game, best.choices)))


def _choices(game: Game, seed: int, number: int) -> tuple[int, ...]:
    """Return the choices and outcomes of the playout of that number, as far as it goes."""
    chance_stream, player_stream = (
        Numbers("chance", seed, number),
        Numbers("players", seed, number),
    )
    choices: list[int] = []
    with suppress(RuleFault, BudgetExceeded):
        state = game.start()
        while not state.is_terminal:
            if state.current_player == CHANCE:
                choices.append(chance_stream.outcome(state.chance_outcomes))
            else:
                ids = state.legal_ids
                choices.append(ids[player_stream.below(len(ids))])
            state = state.child(choices[-1])
    return tuple(choices)


def _too_long(game: Game, plan: Plan, number: int, claimed: int) -> str:
    def passes(state: State) -> bool:
        path = state.path[1:]
        return (
            sum(s.previous is not None and s.previous.current_player >= 0 for s in path) > claimed
        )

    choices = shortest_such(game, _choices(game, plan.seed, number), passes, tries=50)
    title = f"a play has more than {claimed} choices, the most that the text claims"
    return _joined((title, *_told(game, choices)))


def _engines(game: Game, plan: Plan) -> str | None:
    native = attrs.evolve(game, engine="native")
    if not scenarios.is_native(native):
        raise NotTried("there is no native code of this game on this machine")
    found = conform(native, _COMPARED, plan.seed, most=_MOST)
    return None if found.difference is None else str(found.difference)


def _coverage(text: Text, plan: Plan) -> str | None:
    games = max(_FEWEST, plan.playouts * len(text.games))
    found = coverage(text, games, seed=plan.seed)
    if found.interrupted:
        raise KeyboardInterrupt
    parts = [
        *(_unreached(f"nothing reaches this {p.what}", p.span) for p in found.unreached),
        *(_unreached("no variant has this line", span) for span in found.absent),
    ]
    runs = " and ".join(f"{times} {name}" for name, times in found.runs)
    return _joined((*parts, f"reached by nothing, neither in {runs}")) if parts else None


def replayed(file: str | Path, root: str | Path = ".") -> str | None:
    """Return how a saved playthrough fails to be played again; None where it can be.

    Its rules are looked for beside the file, then in the folders above it up to `root`, and then
    where they were when it was saved.

    >>> replayed("nowhere.json")
    'nowhere.json cannot be read: No such file or directory'
    """
    try:
        saved = playthrough.read(file)
        rules = _rules_of(saved, Path(file), Path(root))
        players, options = len(saved.players), dict(saved.options)
        game = game_of(rules, saved.scenario, players=players, options=options)
        told: list[str] = []
        for state in playthrough.states(game, saved):
            told += tell([state])
    except RulesError as error:
        return rulelang.render_all(error.diagnostics, error.sources)
    except UsageError as error:
        return f"{file}: {error}"
    except PlaythroughError as error:
        return str(error)
    except (RuleFault, BudgetExceeded) as fault:
        return _joined((_fault(fault), *told[-_SHOWN:]))
    return None


def is_playthrough(file: str | Path) -> bool:
    """Return whether a file begins as saved playthroughs do.

    >>> is_playthrough("nowhere.json")
    False
    """
    with suppress(OSError), Path(file).open("rb") as opened:
        return b'"format": "rulelang/playthrough"' in opened.read(80)
    return False


def _rules_of(saved: playthrough.Playthrough, file: Path, root: Path) -> str:
    name = Path(saved.rules).name
    names = (name, f"{name}.rules")
    top = root.resolve()
    for folder in (file.resolve().parent, *file.resolve().parents):
        for found in (folder / each for each in names):
            if found.is_file():
                return str(found)
        if folder == top:
            break
    return find(saved.rules)


# ---------------------------------------------------------------- how it is told


def _fault(fault: RuleFault | BudgetExceeded) -> str:
    if isinstance(fault, RuleFault):
        return _marked(fault.message, fault.span, "rule-fault")
    return _marked(fault.message, fault.span, "endless-rules")


def _marked(title: str, span: Span, code: str) -> str:
    """Return a finding with its line of the text, as `rulelang check` shows it."""
    source = read_source(span.file)
    if not isinstance(source, Source):
        return f"{span}: {title}"
    found = rulelang.Diagnostic(code, title, rulelang.Label(span))
    return rulelang.render_all([found], {source.name: source})


def _unreached(title: str, span: Span) -> str:
    return _marked(title, span, "not-reached")


def _told(game: Game, choices: Sequence[int]) -> list[str]:
    """Return the play of some choices, its last one the one that fails, in sentences."""
    told = [f"The shortest play found, {variant(game)}:"]
    lines: list[str] = []
    with suppress(RuleFault, BudgetExceeded):
        state = game.start()
        lines += tell([state])
        for number in choices:
            before = len(lines)
            lines += tell_choice(state, number)
            state = state.child(number)
            del lines[before:]
            lines += tell([state])
    return [*told, *_last(lines), f"As numbers: {' '.join(map(str, choices)) or 'none'}"]


def _legs(legs: Iterable[Leg], game: Game) -> Iterator[str]:
    """Yield what was played in a scenario, in sentences."""
    for position, number in legs:
        if number is not None:
            with suppress(RuleFault, BudgetExceeded):
                yield from tell([State(game, position).child(number)])


def _played_lines(lines: Iterable[str]) -> list[str]:
    told = list(lines)
    return ["What was played:", *_last(told)] if told else []


def _last(lines: Sequence[str]) -> list[str]:
    left_out = len(lines) - _SHOWN
    return [f"  {left_out} lines before these", *lines[left_out:]] if left_out > 0 else [*lines]


def _joined(parts: Iterable[str]) -> str:
    return "\n".join(part.rstrip("\n") for part in parts)
