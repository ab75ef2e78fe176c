"""A game: one instance of a rule text, for some number of players and some options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, assert_never

import attrs

from interpreter import arguments
from interpreter.document.build import Described, describe
from interpreter.document.model import GameDocument
from interpreter.engines.held import Engine
from interpreter.engines.native import NativeEngine
from interpreter.facts.bounds import BEYOND
from interpreter.facts.longest import walked
from interpreter.facts.payoffs import payoffs
from interpreter.layout import Layout, build_layout
from interpreter.reference.held import PlainEngine
from interpreter.reporting import reporter
from interpreter.state import State
from rulelang import core
from rulelang.core.canonical import specification_hash
from rulelang.core.walk import nested

if TYPE_CHECKING:
    from interpreter.native import Engine as NativeCode
    from interpreter.report.model import Report

EngineName: TypeAlias = Literal["native", "reference"]
ENGINES: Final[tuple[EngineName, ...]] = ("native", "reference")


@attrs.frozen
class GameFacts:
    """What can be said of a game without playing it.

    `max_chance_outcomes`: ids of chance outcomes are below it; 0 without chance. `length`: the
    longest game in choices as the rules declare it. `hidden_information`: some zone or variable is
    not seen by everybody. `secrets`: somebody sees or is told what others
    are not, or chance lays something where not everybody sees it.

    `most_choices`, `most_chances`: no play has more of them, as the bounds of the text tell; often
    no play has nearly as many. None: they tell nothing. Every return lies in `least_return` to
    `highest_return`; `sum_of_returns` is what all of them add up to, None where the text alone
    does not tell.
    """

    players: int
    actions: int
    max_chance_outcomes: int
    length: int | None
    hidden_information: bool
    chance: bool
    secrets: bool
    most_choices: int | None
    most_chances: int | None
    least_return: int
    highest_return: int
    sum_of_returns: int | None


@attrs.frozen
class Begun:
    """Where plays of a game begin: behind these choices and outcomes of chance from its start.

    `scenario`: what leads there. `lays_out`: the set-up of the game is what the scenario gives,
    and not that of the rule text.
    """

    scenario: core.Scenario
    numbers: tuple[int, ...]
    lays_out: bool


@attrs.frozen(slots=False)
class Game:
    """One instance of a game. Equal to another of the same rules.

    `rules` is a note: what the rule text was called when it was loaded. `engine`: who plays,
    native code or the reference; it makes no difference to what happens. `begun`: where its plays
    begin if not at the start.

    >>> from interpreter import load
    >>> game = load("tic_tac_toe")
    >>> game.players, game.num_distinct_actions, game.facts.hidden_information
    (('X', 'O'), 9, False)
    """

    spec: core.Spec
    rules: str = attrs.field(default="", eq=False, kw_only=True)
    engine: EngineName = attrs.field(default="reference", eq=False, kw_only=True)
    begun: Begun | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)
    layout: Layout = attrs.field(
        init=False,
        eq=False,
        repr=False,
        default=attrs.Factory(lambda self: build_layout(self.spec), takes_self=True),
    )

    @property
    def name(self) -> str:
        """The title of the game."""
        return self.spec.title

    @property
    def notes(self) -> tuple[str, ...]:
        """What whoever plays should know, such as which tables are reconstructed."""
        return self.spec.notes

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, clockwise."""
        return self.spec.players

    @property
    def options(self) -> dict[str, str]:
        """The options of this instance."""
        return dict(self.spec.options)

    @property
    def num_distinct_actions(self) -> int:
        """How many action numbers there are: all are below it."""
        return self.spec.action_count

    @cached_property
    def specification_hash(self) -> str:
        """A fingerprint of the rules.

        Sha256 over the core tree without spans and wording, in hex. Ref §17.
        """
        return specification_hash(self.spec)

    @cached_property
    def facts(self) -> GameFacts:
        """What can be said of the game without playing it."""
        spec = self.spec
        everybody = len(spec.players)
        outcomes = _max_outcomes(spec)
        most, scored = walked(spec)
        choices = most.choices if spec.length is None else min(most.choices, spec.length)
        returns = payoffs(spec, scored)
        return GameFacts(
            players=everybody,
            actions=spec.action_count,
            max_chance_outcomes=outcomes,
            length=spec.length,
            hidden_information=any(len(seen) < everybody for seen in self.layout.seen_by),
            chance=outcomes > 0,
            secrets=_has_secrets(spec, self.layout),
            most_choices=choices if choices < BEYOND else None,
            most_chances=most.chances if most.chances < BEYOND else None,
            least_return=returns.low,
            highest_return=returns.high,
            sum_of_returns=returns.total,
        )

    @cached_property
    def described(self) -> Described:
        """The document of the game, and what sights are made of beside it."""
        return describe(self)

    def document(self) -> GameDocument:
        """Return all that is known of the table before anything is played; the same each time.

        >>> from interpreter import load
        >>> document = load("tic_tac_toe").document()
        >>> cell = document.families[1]
        >>> cell.name, cell.shape, cell.sizes, cell.labels[4], cell.coordinates[4]
        ('Cell', 'grid', (3, 3), 'b2', (1, 1))
        >>> document.arms[0].name, document.arms[0].parameters[0].anchors
        ('mark', (Anchor(name='Cell', index=(0,)), Anchor(name='on', index=(0,))))
        """
        return self.described.document

    def native(self, level: int = 0) -> NativeCode | None:
        """Return the native engine, optimised at `level` at least; None where there is none.

        Where it was asked for, a warning says once why it is not there. Code of level 0 is quick
        to have; it is replaced by that of level 2 when much is played with it.
        """
        if self.engine == "reference":
            return None
        from interpreter.native import find_engine  # noqa: PLC0415 - LLVM loads late

        return find_engine(self, level)

    def prepare(
        self, *, whole: bool = True, progress: Callable[[int], None] | None = None
    ) -> None:
        """Compile what play may need, so that nobody's clock runs meanwhile; later it is there.

        `whole`: at full speed, which may take some seconds; else as it is compiled at first use.
        `progress` is told how many seconds full speed has taken so far, once in each. Nothing to
        do where the reference engine plays.
        """
        native = self.native()
        if native is not None:
            from interpreter.native import hasten_all, link_all  # noqa: PLC0415 - as above

            if whole:
                has_secrets = self.facts.secrets or self.facts.hidden_information
                hasten_all(self, native, progress, has_secrets=has_secrets)
            else:
                link_all(self, native)

    def start(self, seed: int | None = None) -> State:
        """Return the first state. With a seed chance is resolved by it.

        Without one that is left to the caller.

        >>> from interpreter import CHANCE, load
        >>> game = load("kuhn_poker")
        >>> game.start().current_player == CHANCE, game.start(seed=7).current_player
        (True, 0)

        Raises:
            TypeError: the seed is no whole number.
            RuleFault: the set-up does what rules must not do.
            BudgetExceeded: it does not come to an end.
        """
        seed = arguments.seed_or_none(seed)
        native = self.native()
        by: Engine = (
            PlainEngine(self.layout) if native is None else NativeEngine(native, self.layout)
        )
        return State.of(self, by.begin(), seed=seed).past_chance()

    def begin(self, seed: int | None = None) -> State:
        """Return where a play begins: at the start, or where a scenario has led (`begun`).

        Raises:
            TypeError, RuleFault, BudgetExceeded: as `start` does.
        """
        start = self.start().with_seed(seed)
        return behind(start, () if self.begun is None else self.begun.numbers)

    def report(self, n: int | None = None, *, seed: int = 0, effort: int | None = None) -> Report:
        """Return what plays of the game say of it; a notebook shows it as a page.

        `n`: random plays, and `effort`: playouts of bots for each rung of the ladder, as
        `interpreter.report.report` has them where they are None.

        >>> from interpreter import load
        >>> found = load("kuhn_poker").report(200, effort=0)
        >>> len(found.lengths), "What is used" in found._repr_html_()
        (200, True)

        Raises:
            ValueError: `n` is below 0.
            TypeError: one of them is no whole number.
            RuleFault: the rules do what they must not do; the message names their line.
        """
        return reporter().of_game(self, n, seed=seed, effort=effort)

    def __hash__(self) -> int:
        return hash((self.spec.title, self.spec.players, self.spec.options))


def behind(state: State, numbers: Iterable[int]) -> State:
    """Return the state after these choices and outcomes, and after chance as the seed has it."""
    for number in numbers:
        state = state.child(number)
    return state.past_chance()


def _has_secrets(spec: core.Spec, layout: Layout) -> bool:
    """Return whether somebody may know less than others, or all less than what is true."""
    if any(0 < len(seen) < len(spec.players) for seen in layout.seen_by):
        return True
    return any(_hides(node, spec) for node in _nodes(spec))


def _hides(node: core.Block | core.Statement, spec: core.Spec) -> bool:
    match node:
        case core.Show():
            return True
        case core.Say(player=player):
            return player is not None
        case core.Draw(target=place) | core.Roll(place=place):
            return any(len(seen) < len(spec.players) for seen in spec.zones[place.zone].seen_by)
        case core.Random():
            return any(len(seen) < len(spec.players) for v in spec.variables for seen in v.seen_by)
        case (
            core.Block() | core.Let() | core.Move() | core.Assign() | core.Remember()
            | core.Reveal() | core.Need() | core.NextTurn() | core.Stop() | core.End()
            | core.TooDeep() | core.If() | core.For() | core.Repeat() | core.Turns()
            | core.Phase() | core.Choose() | core.Anytime() | core.Invoke()
        ):  # fmt: skip
            return False  # what these hide, a zone or variable hides: see `seen_by`
        case _:
            assert_never(node)


def _nodes(spec: core.Spec) -> Iterator[core.Block | core.Statement]:
    for block in spec.roots:
        yield from nested(block)


def _max_outcomes(spec: core.Spec) -> int:
    """Return a bound on the ids of chance outcomes.

    Kinds for draws and rolls, values for `random`.
    """
    return max((_outcomes(node, spec) for node in _nodes(spec)), default=0)


def _outcomes(node: core.Block | core.Statement, spec: core.Spec) -> int:
    match node:
        case core.Draw(source=source) if spec.zones[source.zone].shape in ("bag", "set"):
            return max(spec.zones[source.zone].kinds, default=-1) + 1
        case core.Roll(place=place):
            return max(spec.zones[place.zone].kinds, default=-1) + 1
        case core.Random(search=search):
            return _highest(search.binders[0].domain, spec) + 1
        case _:
            return 0


def _highest(domain: core.Expr, spec: core.Spec) -> int:
    match domain:
        case core.Const(value=tuple(elements)):
            return max((e for e in elements if isinstance(e, int)), default=-1)
        case core.Interval(high=core.Const(value=int(high))):
            return high
        case _:
            families = (len(family.labels) for family in spec.families)
            return max(len(spec.kinds), len(spec.words), *families) - 1
