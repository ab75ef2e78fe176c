"""Every game as a game of OpenSpiel: `pyspiel.load_game("rulelang_NAME")`.

Importing this module registers the games that ship; `register` adds a rule text of yours. The
parameters are `players` and the options of the text. OpenSpiel's algorithms that are written in
Python run, and those in C++ that go through the tree; its C++ search bots crash on games which are
not C++ (OpenSpiel 2.0).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import ClassVar, Final, TypeAlias

import attrs

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("this needs OpenSpiel: pip install 'rulelang[openspiel]'") from missing

from interpreter import (
    CHANCE,
    Game,
    State,
    TraversalTooLarge,
    histories,
    load,
    redeal,
    shipped,
    variants,
)
from interpreter.adapters.knowing import DIGEST, SMALL, Observer
from interpreter.adapters.seen import last_items

__all__ = ["PREFIX", "RulesGame", "RulesState", "register"]

PREFIX: Final = "rulelang_"
LENGTH: Final = 1_000_000_000
"""What is said of the length where the rules say nothing; two of them still fit 32 bits."""

Parameter: TypeAlias = str | int | bool
Options: TypeAlias = tuple[tuple[str, Parameter], ...]


# ---------------------------------------------------------------- registering


def register(name_or_path: str, name: str | None = None) -> str:
    """Make a rule text known to OpenSpiel; return the name under which `load_game` finds it.

    Args:
        name_or_path: the path of a rule file, or the name of a shipped game.
        name: how it is called there; None: `rulelang_` and the name of the file.

    Raises:
        UsageError: there is no such file or game.
        RulesError: the text has errors.
    """
    path = Path(name_or_path)
    found = str(path.resolve()) if path.is_file() else name_or_path
    short_name = name or PREFIX + path.stem
    counts, options = variants(found)
    default = load(found)
    defaults = {key: _typed(values) for key, values in options.items()}
    kind = _type_of(default, short_name, counts, {"players": len(default.players), **defaults})
    # A class, not a function: when the process ends, OpenSpiel lets go of what it was given after
    # Python has gone, and what nothing else holds would be freed then.
    made = type(short_name, (RulesGame,), {"path": found, "kind": kind, "defaults": defaults})
    pyspiel.register_game(kind, made)
    return short_name


def _typed(values: tuple[str, ...]) -> Parameter:
    """Return the default of an option in the type that all its values have there."""
    if set(values) <= {"on", "off"}:
        return values[0] == "on"
    if all(value.removeprefix("-").isdigit() for value in values):
        return int(values[0])
    return values[0]


def _type_of(
    game: Game, short_name: str, counts: tuple[int, ...], parameters: Mapping[str, Parameter]
) -> pyspiel.GameType:
    facts, kinds = game.facts, pyspiel.GameType
    total = _payoffs(game)[2]
    utility = kinds.Utility.GENERAL_SUM
    if total is not None:
        utility = kinds.Utility.CONSTANT_SUM if total else kinds.Utility.ZERO_SUM
    return kinds(
        short_name=short_name,
        long_name=game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if facts.chance
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if facts.secrets
        else kinds.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=dict(parameters),
        default_loadable=True,
    )


@cache
def _payoffs(game: Game) -> tuple[int, int, int | None]:
    """Return the least and highest return, and what all of an end add up to, if that is known."""
    facts = game.facts
    if facts.sum_of_returns is not None:
        return facts.least_return, facts.highest_return, facts.sum_of_returns
    try:
        ends = [state.returns for state in histories(game, most=SMALL) if state.is_terminal]
    except TraversalTooLarge:
        return facts.least_return, facts.highest_return, None
    totals = {sum(returns) for returns in ends}
    total = totals.pop() if len(totals) == 1 else None
    whole = int(total) if total is not None and total == int(total) else None
    return facts.least_return, facts.highest_return, whole


# ---------------------------------------------------------------- games


@attrs.frozen
class _Instance:
    """What an instance is made from; states that were sent elsewhere find their game by it."""

    path: str
    players: int
    options: Options

    @property
    def game(self) -> Game:
        """The game, loaded once in a process."""
        return _loaded(self)


@cache
def _loaded(instance: _Instance) -> Game:
    return load(instance.path, players=instance.players, options=dict(instance.options))


@attrs.frozen(slots=False, eq=False)
class _Held:
    """A state of ours in one of theirs, and the one before it. It never changes: clones share it.

    What is written down is how it was reached: instance and history.
    """

    instance: _Instance
    state: State
    before: _Held | None = None
    _told: dict[int, tuple[str, ...]] = attrs.field(factory=dict, init=False)
    hashed: dict[int, blake2b] = attrs.field(factory=dict, init=False)

    def __deepcopy__(self, _: object) -> _Held:
        return self

    def __reduce__(self) -> tuple[Callable[..., _Held], tuple[object, ...]]:
        rules = self.state.game.specification_hash
        return _restored, (self.instance, rules, self.state.history)

    def child(self, number: int) -> _Held:
        """Return the state after an action or outcome of chance."""
        return _Held(self.instance, self.state.child(number), self)

    @property
    def path(self) -> Iterator[_Held]:
        """This one and those before it, back to the start."""
        held: _Held | None = self
        while held is not None:
            yield held
            held = held.before

    @cached_property
    def names(self) -> dict[int, str]:
        """What the legal actions are called; two that are called alike have their numbers too."""
        texts = {action.id: str(action) for action in self.state.legal_actions}
        if len(set(texts.values())) < len(texts):
            return {number: f"{text} #{number}" for number, text in texts.items()}
        return texts

    def told(self, player: int) -> tuple[str, ...]:
        """Return what the last step has told a player."""
        if player not in self._told:
            self._told[player] = last_items(self.state, player)
        return self._told[player]

    def items(self, player: int) -> tuple[str, ...]:
        """Return all that a player has done and seen."""
        steps = [held.told(player) for held in self.path]
        return tuple(chain.from_iterable(reversed(steps)))

    def digest(self, player: int) -> bytes:
        """Return a digest of `items`, which goes on from that of the state before."""
        steps: list[_Held] = []
        known = blake2b(digest_size=DIGEST)
        for held in self.path:
            if player in held.hashed:
                known = held.hashed[player]
                break
            steps.append(held)
        for held in reversed(steps):
            known = known.copy()
            for item in held.told(player):
                known.update(f"{item}\n".encode())
            held.hashed[player] = known
        return known.digest()


def _restored(instance: _Instance, rules: str, history: tuple[int, ...]) -> _Held:
    game = instance.game
    if game.specification_hash != rules:
        raise ValueError(f"the rules of {game.name} have changed since this state was saved")
    held = _Held(instance, game.start())
    for number in history:
        held = held.child(number)
    return held


class RulesGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One instance of a rule text. `rules` is the game of ours; `register` makes the classes."""

    path: ClassVar[str]
    kind: ClassVar[pyspiel.GameType]
    defaults: ClassVar[Mapping[str, Parameter]]

    def __init__(self, parameters: Mapping[str, Parameter] | None = None) -> None:
        """Return the instance for some parameters; what is not given has its default."""
        given = dict(parameters or {})
        players = given.get("players", self.kind.parameter_specification["players"])
        options = tuple((name, given.get(name, value)) for name, value in self.defaults.items())
        instance = _Instance(self.path, int(players), options)
        game = instance.game
        facts = game.facts
        low, high, total = _payoffs(game)
        info = pyspiel.GameInfo(
            num_distinct_actions=facts.actions,
            max_chance_outcomes=facts.max_chance_outcomes,
            num_players=facts.players,
            min_utility=low,
            max_utility=max(high, low + 1),
            utility_sum=total,
            max_game_length=min(LENGTH, facts.most_choices or LENGTH),
        )
        counts = (self.kind.min_num_players, self.kind.max_num_players)
        own = _type_of(game, self.kind.short_name, counts, self.kind.parameter_specification)
        super().__init__(own, info, given)
        self.rules = game
        self._first = _Held(instance, game.start())

    def __reduce__(self) -> tuple[Callable[[str], pyspiel.Game], tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, _: object = None) -> RulesState:
        """Return the first state."""
        return RulesState(self, self._first)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the outcomes of chance of a play."""
        return (
            min(LENGTH, self.rules.facts.most_chances or LENGTH) if self.rules.facts.chance else 0
        )

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, parameters: object = None
    ) -> Observer:
        """Return what tells observations or, with perfect recall, information states."""
        if not isinstance(kind, pyspiel.IIGObservationType):
            kind, parameters = None, kind or parameters
        if parameters:
            raise ValueError(f"observers have no parameters; these are {parameters}")
        return Observer(self.rules, kind or pyspiel.IIGObservationType(perfect_recall=False))


class RulesState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of a `RulesGame`. `state` is the state of ours; that one never changes."""

    def __init__(self, game: RulesGame, held: _Held) -> None:
        """For `RulesGame.new_initial_state`."""
        super().__init__(game)
        self._held = held

    @property
    def state(self) -> State:
        """The state of ours."""
        return self._held.state

    def items(self, player: int) -> tuple[str, ...]:
        """Return all that a player has done and seen since the start, an item each."""
        return self._held.items(player)

    def digest(self, player: int) -> bytes:
        """Return a digest of `items`."""
        return self._held.digest(player)

    def current_player(self) -> int:
        """Return who is to act: a player, chance, or nobody at the end."""
        held = self._held.state
        if held.is_terminal:
            return int(pyspiel.PlayerId.TERMINAL)
        return held.current_player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._held.state.is_terminal

    def returns(self) -> list[float]:
        """Return the result for each player; 0 before the end."""
        held = self._held.state
        if not held.is_terminal:
            return [0.0] * len(held.game.players)
        return [float(one) for one in held.returns]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes here and their probabilities."""
        return [(number, float(weight)) for number, weight in self._held.state.chance_outcomes]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> RulesState:
        """Return a state that the player could not tell from this one, for searches that sample.

        Raises:
            RedealExhausted: none was found in the steps allowed.
        """
        guess = redeal(self._held.state, player=player, seed=int(sampler() * (1 << 53)))
        found = self.get_game().new_initial_state()
        for number in guess.history:
            found.apply_action(number)
        assert isinstance(found, RulesState)
        return found

    def _legal_actions(self, _player: int) -> list[int]:
        return list(self._held.state.legal_ids)

    def _apply_action(self, action: int) -> None:
        self._held = self._held.child(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        held = self._held
        if held.state.current_player == CHANCE:
            return held.state.outcome_name(action)
        return held.names.get(action) or f"action {action}"

    def __str__(self) -> str:
        return self._held.state.whole()


for _name in shipped():
    register(_name)
