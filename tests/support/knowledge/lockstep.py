"""All plays of a small game side by side: what looks alike to a seat must go on looking alike.

Written without `interpreter.knowledge`, from Ref §2 to §5 and §25. Plays are followed level by
level; two are in one *class* of a seat where it did the same and saw the same all along. Within a
class everything that the seat can get at has to be equal; and what happens next may differ only in
what effects are meant to tell: what comes to lie, or stands, where the seat sees it.

`random` over what all see is no secret (Ref §25): its outcome counts as seen.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from random import Random

import attrs

from interpreter.faults import BudgetExceeded, IllegalAction, RuleFault
from interpreter.game import Game
from interpreter.position import (
    CHANCE,
    Acting,
    Choosing,
    Each,
    Frame,
    Meanwhile,
    Picking,
    Position,
    Rolling,
    Turning,
)
from interpreter.reference import stepping
from interpreter.reference.events import (
    Changed,
    Ended,
    Event,
    Moved,
    Revealed,
    Rolled,
    Shown,
)
from interpreter.reference.values import zone_cell
from interpreter.state import State
from interpreter.tree import followers
from rulelang import core
from tests.support.knowledge.meant import Told, apart, both_told, told_alone

GRANTED = "granted"
DEPTH, WIDTH = 14, 40

Channels = Callable[[State, int], dict[str, object]]


@attrs.frozen
class Node:
    """A state with its class for each seat: plays with equal numbers look alike to the seat.

    `trail` stands for all that players chose. `taken`: the choices whose arms are in progress.
    """

    state: State
    classes: tuple[int, ...]
    trail: int
    taken: tuple[int, ...] = ()

    @property
    def keys(self) -> tuple[object, object]:
        """Return what two plays have one of in common that are held against each other."""
        return ("trail", self.trail), ("place", _place(self.state.position), self.taken)


@attrs.define
class Found:
    """What came of some texts. `leaks`: channel, and which seat at which two plays.

    `verdicts`: what came of taking back each choice.
    """

    compared: int = 0
    steps: int = 0
    events: Counter[str] = attrs.field(factory=Counter)
    verdicts: Counter[str] = attrs.field(factory=Counter)
    leaks: list[tuple[str, int, tuple[int, ...], tuple[int, ...]]] = attrs.field(factory=list)


@attrs.define
class Lockstep:
    """Follows the plays of one game. `counted`: whether moves nobody sees may tell how many."""

    game: Game
    random: Random
    channels: Channels
    found: Found
    counted: bool = False
    _meant: frozenset[str] = attrs.field(init=False)
    _meant_alone: frozenset[str] = attrs.field(init=False)
    _classes: dict[object, int] = attrs.field(factory=dict)
    _shown: dict[int, object] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._meant = both_told(self.game.spec)
        self._meant_alone = told_alone(self.game.spec)

    def run(self, depth: int = DEPTH, width: int = WIDTH) -> None:
        """Follow plays from the start, no more than `width` of them at a time."""
        seats = range(len(self.game.players))
        classes = tuple(self._class("start") for _ in seats)
        nodes = [Node(self.game.start(), classes, self._class("start"))]
        for _ in range(depth):
            self._shown = {}
            for seat in seats:
                self._compare(nodes, seat)
            nodes = self._kept([*self._next(nodes)], width)
            if not nodes or self.found.leaks:
                return

    def _class(self, *key: object) -> int:
        return self._classes.setdefault(key, len(self._classes))

    # ------------------------------------------------------------ steps

    def _next(self, nodes: list[Node]) -> list[Node]:
        """Return all plays one step further, and compare what is seen of these steps."""
        heard: dict[tuple[object, ...], dict[Told, State]] = {}
        undone: dict[object, dict[object, tuple[str, State]]] = {}
        made: list[Node] = []
        for node in nodes:
            chosen, keys = node.state.current_player != CHANCE, node.keys
            for number in followers(node.state):
                after = self._after(node.state, number)
                if after is None:
                    continue
                self.found.steps += 1
                self.found.events.update(event.tag for event in after.transition)
                own = number if chosen else None
                classes = []
                for seat, before in enumerate(node.classes):
                    seen = after.effects(seat)
                    given = self._given(node.state, number, seat)
                    for key in keys:
                        alike = heard.setdefault((seat, before, given, own, key), {})
                        self._heard(alike, seat, seen, after)
                    act = number if node.state.current_player == seat else None
                    moment = _moment(after, seat)
                    if act is not None:
                        self._take_back(undone.setdefault((before, act), {}), seat, seen, after)
                    classes.append(self._class(before, seen, given, act, moment))
                trail = self._class("trail", node.trail, own) if chosen else node.trail
                taken = _still_taken(node, after, own)
                made.append(Node(after, tuple(classes), trail, taken))
        return made

    def _after(self, state: State, number: int) -> State | None:
        try:
            position, events = stepping.take(self.game.layout, state.position, number)
        except (RuleFault, BudgetExceeded):
            return None
        return State(self.game, position, state, number, transition=events)

    def _given(self, state: State, number: int, seat: int) -> int | None:
        """Return what `random` gave where all that it picked from is seen."""
        top = state.position.control[-1]
        if not isinstance(top, Picking):
            return None
        node = self.game.layout.statements[top.random]
        assert isinstance(node, core.Random)
        for binder in node.search.binders:
            match binder.domain:
                case core.Contents(zone=zone, args=args, span=span):
                    cell = zone_cell(zone, args, state.world, top.env, span)
                    if seat not in self.game.layout.seen_by[cell]:
                        return None
                case _:
                    pass
        return number

    def _heard(self, alike: dict[Told, State], seat: int, seen: Told, after: State) -> None:
        """Hold what a seat notices of one step against what it notices of others alike."""
        for other, play in alike.items():
            if other == seen:
                moments = [_moment(state, seat) for state in (play, after)]
                found = None if moments[0] == moments[1] else f"pause: {moments}"
            else:
                is_over = _is_cut_short(after) and _is_cut_short(play)
                found = self._told_apart(seen, other, is_over=is_over)
            if found is not None:
                self._leaked(found, seat, after, play)
                return
        alike.setdefault(seen, after)

    def _take_back(
        self, alike: dict[object, tuple[str, State]], seat: int, seen: Told, after: State
    ) -> None:
        """Hold what comes of taking back a choice against what comes of it in plays alike.

        It is granted or refused, and why, by what the seat saw; and granted only where all saw
        the same of the choice, and are asked the same then.
        """
        try:
            after.undo(seat)
            verdict = GRANTED
        except IllegalAction as refusal:
            verdict = str(refusal)
        self.found.verdicts[verdict] += 1
        now = seen, _moment(after, seat)
        for other, (said, play) in alike.items():
            if said != verdict if other == now else GRANTED in (said, verdict):
                self._leaked(f"undo: {verdict} / {said}", seat, after, play)
                return
        alike.setdefault(now, (verdict, after))

    def _told_apart(self, one: Told, other: Told, *, is_over: bool) -> str | None:
        for at in range(max(len(one), len(other))):
            a = one[at] if at < len(one) else None
            b = other[at] if at < len(other) else None
            if a == b:
                continue
            if self._same_but_seen(a, b) or is_over:
                return None
            if self._is_for_all(a) or self._is_for_all(b) or self._is_meant(one[at:], other[at:]):
                return None
            if _open(one[at + 1 :]) != _open(other[at + 1 :]):
                return None  # told at once by what lies in the open
            if self.counted and any(isinstance(event, Moved) for event in (a, b)):
                return None
            return f"events: {a} / {b}"
        return None

    def _is_for_all(self, event: Event | None) -> bool:
        """Return whether everybody is meant to see that this happens."""
        if isinstance(event, Moved):
            seen, everybody = self.game.layout.seen_by, len(self.game.players)
            return len(seen[event.source]) == everybody or len(seen[event.target]) == everybody
        return _is_open(event)

    def _is_meant(self, one: Told, other: Told) -> bool:
        """Return whether an `if` that tells which way it goes parts two plays."""
        return any(
            not meant.isdisjoint(apart(one, other, alone=alone))
            for meant, alone in ((self._meant, False), (self._meant_alone, True))
        )

    def _same_but_seen(self, a: Event | None, b: Event | None) -> bool:
        """Return whether two events differ only in what effects are meant to tell."""
        match a, b:
            case Moved(), Moved():
                places = a.source == b.source and a.target == b.target
                backs = self.game.layout.is_bag[a.source]
                return places and a.amount == b.amount and (a.kinds is not None or backs)
            case Rolled(), Rolled():
                return a.cell == b.cell and a.amount == b.amount and a.kinds is not None
            case Revealed(), Revealed():
                return a.cell == b.cell
            case Shown(), Shown():
                return a.cell == b.cell and a.player == b.player and a.kinds is not None
            case _:
                return False

    # ------------------------------------------------------------ moments

    def _compare(self, nodes: list[Node], seat: int) -> None:
        """Hold against each other what a seat can get at in plays that look alike to it."""
        by_class: defaultdict[object, list[State]] = defaultdict(list)
        for node in nodes:
            for key in node.keys:
                by_class[node.classes[seat], key].append(node.state)
        seen: dict[int, dict[str, object]] = {}

        def of(state: State) -> dict[str, object]:
            if id(state) not in seen:
                shown = {"onlooker": self._shown_to_all(state)}
                seen[id(state)] = self.channels(state, seat) | shown
                self.found.events["chose"] += seen[id(state)].get("told") is not None
            return seen[id(state)]

        for first, *others in by_class.values():
            for other in others:
                self.found.compared += 1
                expected, got = of(first), of(other)
                for name in expected:
                    if got.get(name) != expected[name]:
                        told = f"{name}: {expected[name]} / {got.get(name)}"
                        self._leaked(told, seat, first, other)
                        break

    def _shown_to_all(self, state: State) -> object:
        """Return what everybody can get at: it is asked once for all seats."""
        if id(state) not in self._shown:
            self._shown[id(state)] = onlooker(state)
        return self._shown[id(state)]

    def _leaked(self, channel: str, seat: int, one: State, other: State) -> None:
        self.found.leaks.append((channel, seat, one.history, other.history))

    def _kept(self, nodes: list[Node], width: int) -> list[Node]:
        """Return no more than so many plays: one of them, and first those that look like it."""
        distinct: dict[object, Node] = {}
        for node in nodes:
            at = node.state.position
            key = (at, at.clocks, node.classes, node.trail, node.taken)
            distinct.setdefault(key, node)
        kept = list(distinct.values())
        if len(kept) <= width:
            return kept
        true = kept[self.random.randrange(len(kept))]
        self.random.shuffle(kept)
        kept.sort(key=lambda n: -sum(a == b for a, b in zip(n.classes, true.classes, strict=True)))
        return kept[:width]


def _place(position: Position) -> object:
    """Return where in the text play stands, and how far its loops are."""
    frames = tuple((type(frame), *_numbers(frame)) for frame in position.control)
    return frames, position.clocks


def _numbers(frame: Frame) -> tuple[int | None, ...]:
    match frame:
        case Each(loop=loop, rest=rest):
            return loop, len(rest)
        case Turning(loop=loop, player=player, upcoming=upcoming, turn=turn):
            return loop, player, upcoming, turn
        case Rolling(roll=roll, rest=rest):
            return roll, len(rest)
        case Acting(anytime=anytime):
            return (anytime,)
        case Picking(random=number):
            return (number,)
        case Meanwhile(anytime=anytime, left=left):
            return anytime, left
        case _:
            return frame[0], frame[1]


def _still_taken(node: Node, after: State, number: int | None) -> tuple[int, ...]:
    """Return the choices whose arms are in progress, by the places of their frames."""
    height = len(after.position.control) - 1
    begun = node.taken
    if number is not None:
        begun = (*begun, len(node.state.position.control) - 1, number)
    pairs = zip(begun[::2], begun[1::2], strict=True)
    return tuple(part for pair in pairs if pair[0] < height for part in pair)


def _moment(state: State, seat: int) -> tuple[object, ...]:
    """Return what a seat notices of where play stands: who is to decide, and what it is asked."""
    actor = state.current_player
    top = state.position.control[-1] if actor == seat else None
    asked = top.choice if isinstance(top, Choosing) else None
    return actor, state.is_terminal, state.label, asked


def _is_open(event: Event | None) -> bool:
    """Return whether an event tells what it is meant to; so does an end in the midst of a text."""
    match event:
        case Changed() | Revealed():
            return True
        case Ended():
            return any(part != "0" for part in event.returns)
        case Moved():
            return event.kinds is not None
        case _:
            return False


def _open(events: Told) -> tuple[Event, ...]:
    return tuple(event for event in events if _is_open(event))


def _is_cut_short(state: State) -> bool:
    """Return whether an `end` in the midst of the text was reached: somebody wins there."""
    return state.is_terminal and any(state.returns)


def onlooker(state: State) -> object:
    """Return what everybody can get at."""
    return repr(state.observation(None)), state.told(None)


def channels(state: State, seat: int) -> dict[str, object]:
    """Return what a seat can get at beside that, by channel."""
    found: dict[str, object] = {
        "observation": repr(state.observation(seat)),
        "told": state.told(seat),
    }
    if state.current_player == seat:
        found["legal ids"] = state.legal_ids
        found["arms"] = state.arm_names
        found["refusals"] = [state.refusal_of(n) for n in range(state.game.num_distinct_actions)]
        found["sentences"] = [action.sentence for action in state.legal_actions]
    return found
