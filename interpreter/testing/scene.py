"""The position that a scenario is at, and what its lines do there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, TypeAlias, assert_never

from interpreter.chance import Numbers
from interpreter.engines.native import NativeEngine
from interpreter.facts.together import ended_together
from interpreter.faults import RuleFault
from interpreter.game import Game
from interpreter.knowledge.explain import listed
from interpreter.labels import label
from interpreter.position import CHANCE, Drawing, Env, Leg, Position, Rolling, Run
from interpreter.reference.choice import NO_SUCH_OPTION
from interpreter.reference.points import outcome_name
from interpreter.reference.stepping import advance
from interpreter.reference.values import World, arguments, value
from interpreter.state import State
from interpreter.testing.staging import GivenLine, stage
from interpreter.tree import followers, onward
from rulelang import core
from rulelang.core import Value
from rulelang.core.folds import FOLDS
from rulelang.rule_types import Component, Flag, Number, SetOf, Type
from rulelang.source import NOWHERE, Span

Outcome: TypeAlias = Callable[[Sequence[tuple[int, Fraction]]], int]
"""Who takes an outcome of chance where no line does."""

_AtPoint: TypeAlias = (
    core.ExpectEnd
    | core.ExpectTogether
    | core.ExpectToChoose
    | core.ExpectChance
    | core.ExpectOffered
    | core.ExpectRefused
)
Line: TypeAlias = core.Do | core.Play | core.Expect | _AtPoint
"""What a scenario does and expects, behind what it gives."""

LUCK: Final = frozenset({"draw", "random", "roll"})
"""What `play` lines call the outcomes of chance."""


class OtherwiseError(Exception):
    """A line does not hold; `span` where it is not that of the line."""

    def __init__(self, message: str, span: Span = NOWHERE) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


class Scene:
    """The position that a scenario is at."""

    def __init__(self, game: Game, givens: list[GivenLine], outcome: Outcome | None) -> None:
        self.game = game
        self.outcome = outcome
        self.came: list[str] = []
        self.spec = game.spec
        self.legs: list[Leg] = []
        self.native = game.native()
        begun = self._set_up()
        ready = stage(game.layout, begun.position.cells, givens)
        kept = begun.position.memories
        self.state = State(game, Position(ready, (), memories=kept))
        self.is_under_way = False

    def _set_up(self) -> State:
        """Run the set-up: chance by the seed 0, the first legal action of every choice."""
        layout = self.game.layout
        nothing = Position(layout.start, (), memories=layout.no_memories)
        state = self._begun(nothing, self.spec.setup.number, ())
        chance_stream = Numbers("chance", 0, 0)
        while not state.is_terminal:
            if state.current_player == CHANCE:
                state = self._taken(state, chance_stream.outcome(state.chance_outcomes))
            else:
                state = self._taken(state, state.legal_ids[0])
        return state

    def _taken(self, state: State, number: int) -> State:
        self.legs.append((state.position, number))
        return onward(state, number) if self.native is None else self._on(state.child(number))

    def _begun(self, at: Position, block: int, env: Env) -> State:
        begun = Position(at.cells, (Run(block, 0, env),), memories=at.memories)
        self.legs.append((begun, None))
        position, events = advance(self.game.layout, begun)
        return self._on(State(self.game, position, transition=events))

    def _on(self, state: State) -> State:
        """Return a state on the engine that plays, where that has such a position."""
        if self.native is None:
            return state
        return state.on(NativeEngine(self.native, self.game.layout).held(state.held.plain))

    def take(self, line: Line) -> None:
        """Do what a line says, or find that it is otherwise."""
        match line:
            case core.Do(call=call):
                effect = self.spec.effects[call.effect]
                env = arguments(call.args, self.world, ())
                self.state = self._begun(self.state.position, effect.body.number, env)
                self.is_under_way = True
            case core.Play(acts=acts):
                for act in acts:
                    self._play(act)
            case core.Expect():
                self._settle()
                self._expect(line)
            case core.ExpectChance():
                self._at_point()
                self._expect_at_point(line)
            case (
                core.ExpectEnd()
                | core.ExpectTogether()
                | core.ExpectToChoose()
                | core.ExpectOffered()
                | core.ExpectRefused()
            ):
                self._at_point()
                self._settle()
                self._expect_at_point(line)
            case _:
                assert_never(line)

    @property
    def world(self) -> World:
        """What expressions read at the position."""
        position = self.state.position
        world = World(self.game.layout, position.cells, position.result)
        world.memories = position.memories
        return world

    def _at_point(self) -> State:
        """Return the state at which something is to be decided; begin `play:` if nothing was."""
        if not self.is_under_way:
            self.state = self._begun(self.state.position, self.spec.play.number, ())
            self.is_under_way = True
        return self.state

    # ------------------------------------------------------------ acting

    def _find(self, act: core.Act) -> int | None:
        """Return the number of a legal action or possible outcome; None where there is none."""
        state = self._at_point()
        args = arguments(act.args, self.world, ())
        numbers = [arg for arg in args if isinstance(arg, int)]
        if len(numbers) != len(args):
            return None
        if state.current_player == CHANCE:
            fits = act.name == self._luck(state) and len(numbers) == 1
            return numbers[0] if fits and numbers[0] in followers(state) else None
        action = state.find(act.name, numbers)
        return None if action is None else action.id

    def _settle(self) -> None:
        """Let chance act where no line says what comes, if the scenario says how."""
        while self.outcome is not None and self._waits():
            number = self.outcome(self.state.chance_outcomes)
            self.came.append(self._shown_outcome(number))
            self.state = self._taken(self.state, number)

    def _waits(self) -> bool:
        state = self.state
        return self.is_under_way and not state.is_terminal and state.current_player == CHANCE

    def _shown_outcome(self, number: int) -> str:
        return outcome_name(self.state.position.control[-1], number, self.game.layout)

    def on_chance(self) -> str:
        """Return what a failure tells of chance: what came, or that nobody said what comes."""
        if self.came:
            return f"; chance was {', '.join(self.came)}"
        if not self._waits() or self.outcome is not None:
            return ""
        listed = f"`{self._luck(self.state)}(…)`"
        return f"; chance waits here: list {listed}, or say `with any chance` or `with seed 7`"

    def _play(self, act: core.Act) -> None:
        self._at_point()
        if act.name not in LUCK:
            self._settle()
        number = self._find(act)
        if number is None:
            raise OtherwiseError(self._not_offered(act), act.span)
        self.state = self._taken(self.state, number)

    def _not_offered(self, act: core.Act) -> str:
        """Say why an action cannot be taken: its refusal, or what is asked instead."""
        state = self.state
        if state.is_terminal or state.current_player == CHANCE or act.name not in state.arm_names:
            return f"{act.text} cannot be played: {self._standing()}"
        reason = self._refusal(act)
        if reason == NO_SUCH_OPTION:
            return f"{act.text} is not offered: {self._standing()}"
        return f"{act.text} is refused: {reason}"

    def _refusal(self, act: core.Act) -> str | None:
        args = arguments(act.args, self.world, ())
        numbers = [arg for arg in args if isinstance(arg, int)]
        return self.state.refusal(act.name, numbers if len(numbers) == len(args) else ("none",))

    def _luck(self, state: State) -> str:
        match state.position.control[-1]:
            case Drawing():
                return "draw"
            case Rolling():
                return "roll"
            case _:
                return "random"

    def _standing(self) -> str:
        """Say who is to decide, and between what."""
        state = self.state
        if state.position.result is not None:
            return "the game is over"
        if state.is_terminal:
            return "the effect has run to its end"
        if state.current_player == CHANCE:
            shown = [self._shown_outcome(number) for number in followers(state)]
            return f"chance decides {listed(shown)}"
        player = self.game.players[state.current_player]
        return f"{player} chooses {listed([str(action) for action in state.legal_actions])}"

    # ------------------------------------------------------------ expecting

    def _expect_at_point(self, line: _AtPoint) -> None:  # noqa: C901 - a flat dispatch
        match line:
            case core.ExpectEnd(winner=winner):
                self._expect_end(winner)
            case core.ExpectTogether(won=won):
                self._expect_together(won=won)
            case core.ExpectChance():
                if not self._waits():
                    raise OtherwiseError(f"chance is not to act: {self._standing()}")
            case core.ExpectToChoose(player=player):
                wanted = value(player, self.world, ())
                if self.state.current_player != wanted:
                    named = self.game.players[wanted] if isinstance(wanted, int) else "nobody"
                    raise OtherwiseError(f"{named} is not asked: {self._standing()}")
            case core.ExpectOffered(act=act, offered=True):
                if self._find(act) is None:
                    raise OtherwiseError(self._not_offered(act))
            case core.ExpectOffered(act=act):
                if self._find(act) is not None:
                    raise OtherwiseError(f"{act.text} is offered")
            case core.ExpectRefused(act=act, reason=reason):
                self._expect_refused(act, reason)
            case _:
                assert_never(line)

    def _expect(self, line: core.Expect) -> None:
        try:
            holds = value(line.claim, self.world, ())
        except RuleFault as fault:
            raise OtherwiseError(f"`{line.text}` cannot be told: {fault.message}") from fault
        if not holds:
            raise OtherwiseError(f"`{line.text}` does not hold{self._sides(line.claim)}")

    def _sides(self, claim: core.Expr) -> str:
        """Return what the two sides of a comparison are, or what lies where nothing should."""
        if isinstance(claim, core.Compare) and isinstance(claim.left, core.Size):
            source = claim.left.source
            if claim.right == core.Const(0) and isinstance(source, core.Contents):
                return f": {self._shown(source, _type_of(source, self.spec))} lies there"
        if not isinstance(claim, core.Compare):
            return ""
        left, right = (_type_of(side, self.spec) for side in (claim.left, claim.right))
        shown = (
            self._shown(claim.left, left or right),
            self._shown(claim.right, right or left),
        )
        return f": on the left is {shown[0]}, on the right {shown[1]}"

    def _shown(self, side: core.Expr, kind: Type | None) -> str:
        found = value(side, self.world, ())
        return str(found) if kind is None else label(found, kind, self.spec) or "nothing"

    def _expect_end(self, winner: core.Expr | None) -> None:
        returns = self.state.position.result
        if returns is None:
            raise OtherwiseError(f"the game goes on: {self._standing()}")
        together = ended_together(self.spec, returns)
        if together:
            raise OtherwiseError(f"all {together} together")
        best = max(returns)
        won = {p for p, score in enumerate(returns) if score == best > min(returns)}
        names = " and ".join(self.game.players[player] for player in sorted(won))
        if winner is None:
            if won:
                raise OtherwiseError(f"the game is not drawn: {names} won")
        elif won != self._side(value(winner, self.world, ())):
            raise OtherwiseError(f"{names} won" if won else "the game is drawn")

    def _expect_together(self, *, won: bool) -> None:
        returns = self.state.position.result
        if returns is None:
            raise OtherwiseError(f"the game goes on: {self._standing()}")
        found = ended_together(self.spec, returns)
        if found != ("win" if won else "lose"):
            raise OtherwiseError(f"all {found}" if found else "not all win or lose together")

    def _side(self, winner: Value) -> set[int]:
        """Return the players that a winner is: himself, or in a game with teams his team."""
        teams = self.spec.teams
        if teams is not None:
            return {player for player, team in enumerate(teams) if team == winner}
        return {winner} if isinstance(winner, int) else set()

    def _expect_refused(self, act: core.Act, reason: str | None) -> None:
        if self._find(act) is not None:
            raise OtherwiseError(f"{act.text} is legal")
        if act.name not in self.state.arm_names:
            raise OtherwiseError(f"{act.text} is not asked for: {self._standing()}")
        answer = self._refusal(act)
        if reason is not None and answer != reason:
            raise OtherwiseError(f'{act.text} is refused, but because "{answer}"')


def _type_of(side: core.Expr, spec: core.Spec) -> Type | None:
    """Return the type of an expression where it can be read off its top; None elsewhere."""
    match side:
        case core.Read(variable=variable):
            return spec.variables[variable].type
        case core.Held(zone=zone):
            return Component(spec.zones[zone].kinds)
        case core.Contents(zone=zone):
            return SetOf(Component(spec.zones[zone].kinds), 0)
        case core.Call(fact=fact):
            return spec.facts[fact].type
        case core.Arithmetic() | core.Size() | core.Recalled() | core.ReturnOf():
            return Number(0, 0)
        case core.Compare() | core.Not() | core.And() | core.Or() | core.Among():
            return Flag()
        case core.Fold(fold=fold) if FOLDS[fold].gives not in ("element", "elements"):
            return Flag() if FOLDS[fold].gives == "flag" else Number(0, 0)
        case core.IfThen(then=then, other=other):
            return _type_of(then, spec) or _type_of(other, spec)
        case (
            core.Const()
            | core.Local()
            | core.Lookup()
            | core.Interval()
            | core.Around()
            | core.Spread()
            | core.Fold()
            | core.Groups()
            | core.Trail()
            | core.Border()
            | core.Regions()
            | core.Within()
        ):
            return None
        case _:
            assert_never(side)
