"""Where unseen components came from: a guess at all of them that agrees with all that was seen.

A **token** is one component on its way. Its kind is known where it was seen to leave a zone, or
was shown there, and is a guess elsewhere. `lay` goes back through what a player saw: a token that
was seen to leave a hand lay in the hand before, and where some unseen components came into the
hand from a deck, it was among them or among those that were there. Sizes of zones are public, so
every step back says how many tokens go where; which of them is drawn by lot among those that may.
Back at the start, what every zone held is known, and the tokens left take the kinds left.

Upper bounds of what a zone may hold, made forwards (`bounds`), keep tokens out of zones to which
their kind cannot have come: a deck of one's own, a deck from which the player himself drew the
card.

Rules are not asked: a guess only says where to begin to look (`interpreter.knowledge.chains`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import attrs

from interpreter.knowledge.bounds import AtMost, Bounds
from interpreter.knowledge.sights import Sight
from interpreter.layout import Layout
from interpreter.position import Kinds
from interpreter.reference.events import Moved, Revealed, Rolled, Shown

UNKNOWN = -1
_AGAIN = 3
"""How many steps are gone through again in one guess, times those that there are."""


@attrs.define
class Guess:
    """Tokens that agree with what was seen.

    `moved`: for each step, for each unseen move in it the tokens moved. `kinds` of the tokens;
    `free`: the steps in which a token moved that no later sight named. `unnamed`: the tokens that
    none named at all. `rolled`: for the last steps of rolls, what the dice show then, or
    `UNKNOWN`.
    """

    moved: list[list[list[int]]]
    kinds: list[int]
    free: set[int]
    unnamed: list[int]
    rolled: dict[int, list[int]]


@attrs.define
class _Layer:
    """The way back through what was seen. `zones` hold tokens; their lists never change.

    Rows hold them in order: what came last lies at the end, and what is drawn leaves the front.
    """

    layout: Layout
    below: Callable[[int], int]
    kinds: list[int] = attrs.Factory(list)
    backs: dict[int, int] = attrs.Factory(dict)
    zones: list[list[int]] = attrs.Factory(list)

    def copy(self) -> _Layer:
        """Return it as it is now."""
        return _Layer(self.layout, self.below, self.kinds[:], self.backs.copy(), self.zones[:])

    def made(self, kind: int) -> int:
        """Return a new token."""
        self.kinds.append(kind)
        return len(self.kinds) - 1

    def drawn(self, tokens: Sequence[int], count: int) -> list[int]:
        """Return so many of some tokens, by lot."""
        left = list(tokens)
        return [left.pop(self.below(len(left))) for _ in range(count)]

    def named(self, cell: int, kinds: Sequence[int]) -> list[int] | None:
        """Return tokens of a zone that can be of some kinds, which they are from now on."""
        left = list(self.zones[cell])
        found: list[int] = []
        missing: list[int] = []
        for kind in kinds:
            fit = next((token for token in left if self.kinds[token] == kind), None)
            if fit is None:
                missing.append(kind)
            else:
                left.remove(fit)
                found.append(fit)
        for kind in missing:
            open_ones = [token for token in left if self._may_be(token, kind)]
            if not open_ones:
                return None
            token = open_ones[self.below(len(open_ones))]
            self.kinds[token] = kind
            left.remove(token)
            found.append(token)
        return found

    def _may_be(self, token: int, kind: int) -> bool:
        if self.kinds[token] != UNKNOWN:
            return False
        back = self.backs.get(token)
        return back is None or self.layout.back_of[kind] == back

    def unroll(self, sight: Rolled) -> list[int]:
        """Go back through a roll; return what the dice showed.

        Who is unknown is a die where there are not enough of them else.
        """
        tokens, kinds = self.zones[sight.cell], self.layout.spec.kinds
        dice = [t for t in tokens if self.kinds[t] != UNKNOWN and kinds[self.kinds[t]].faces]
        unknown = [token for token in tokens if self.kinds[token] == UNKNOWN]
        dice += unknown[: max(0, sight.amount - len(dice))]
        shown = [self.kinds[token] for token in dice]
        self.zones[sight.cell] = [self.made(UNKNOWN) if t in dice else t for t in tokens]
        return shown

    def back(self, sight: Moved, most: AtMost) -> list[int] | None:
        """Go back through an unseen move; return the tokens that moved."""
        source, target = most
        here = self.zones[sight.target]
        room = Counter(source)
        room.subtract(self.kinds[token] for token in self.zones[sight.source])
        is_row = self.layout.is_row[sight.target]
        order = here[::-1] if is_row else here
        if not is_row and len(here) > sight.amount:
            order = self.drawn(here, len(here))
        parted = self._parted(order, room, target)
        if parted is None:
            return None
        must, may, stays = parted
        if len(must) > sight.amount or len(must) + len(may) < sight.amount:
            return None
        if sight.backs:
            may = self._fitting_first(must, may, sight.backs)
        moved = self._held_back(must, may, sight.amount, (stays, target))
        if moved is None or not self._backed(moved, sight):
            return None
        if is_row:
            moved.sort(key=here.index)
        self.put_back(moved, sight)
        return moved

    def put_back(self, tokens: Sequence[int], sight: Moved) -> None:
        """Let tokens lie where they were moved from."""
        gone = set(tokens)
        zones = self.zones
        zones[sight.target] = [token for token in zones[sight.target] if token not in gone]
        zones[sight.source] = [*tokens, *zones[sight.source]]

    def _parted(
        self, tokens: Sequence[int], room: Counter[int], target: Mapping[int, int]
    ) -> tuple[list[int], list[int], Counter[int]] | None:
        """Return who must have moved, who may have, and the kinds that stayed.

        `room`: how many more of each kind can have been at the source, `target`: at the target.
        """
        must: list[int] = []
        may: list[int] = []
        stays: Counter[int] = Counter()
        for token in tokens:
            kind = self.kinds[token]
            if kind == UNKNOWN:
                may.append(token)
            elif room[kind] <= 0:
                stays[kind] += 1
                if stays[kind] > target.get(kind, 0):
                    return None
            else:
                room[kind] -= 1
                (must if stays[kind] >= target.get(kind, 0) else may).append(token)
        return must, may, stays

    def _fitting_first(self, must: list[int], may: list[int], backs: Sequence[int]) -> list[int]:
        """Return who may have moved, those first who can have had the backs that were seen."""
        left = Counter(backs)
        left.subtract(back for token in must if (back := self._back_of(token)) is not None)
        fitting: list[int] = []
        others: list[int] = []
        for token in may:
            back = self._back_of(token)
            if back is not None:
                left[back] -= 1
            (fitting if back is None or left[back] >= 0 else others).append(token)
        return fitting + others

    def _back_of(self, token: int) -> int | None:
        """Return the back of a token, if anything is known of it."""
        kind = self.kinds[token]
        return self.backs.get(token) if kind == UNKNOWN else self.layout.back_of[kind]

    def _held_back(
        self,
        must: list[int],
        may: list[int],
        amount: int,
        room: tuple[Counter[int], Mapping[int, int]],
    ) -> list[int] | None:
        """Return who moved: all who must, and by lot of those who may."""
        stays, target = room
        moved = must + may[: amount - len(must)]
        for token in may[amount - len(must) :]:
            kind = self.kinds[token]
            if kind == UNKNOWN:
                continue
            stays[kind] += 1
            if stays[kind] > target.get(kind, 0):
                swap = next((t for t in reversed(moved) if self.kinds[t] == UNKNOWN), None)
                if swap is None:
                    return None
                moved[moved.index(swap)] = token
        return moved

    def _backed(self, moved: list[int], sight: Moved) -> bool:
        """Note the backs that were seen to move; False where they cannot be those."""
        if not sight.backs:
            return True
        left = Counter(sight.backs)
        for token in moved:
            known = self._back_of(token)
            if known is not None:
                left[known] -= 1
        if any(count < 0 for count in left.values()):
            return False
        rest = list(left.elements())
        for token in moved:
            if self.kinds[token] == UNKNOWN and token not in self.backs and rest:
                self.backs[token] = rest.pop()
        return True


Passed = tuple[Sight, AtMost | None]
"""A sight, and what the zones of an unseen move held at most before it."""


def lay(
    layout: Layout,
    bounds: Bounds,
    steps: Sequence[Sequence[Passed]],
    below: Callable[[int], int],
    behind: tuple[int, Sequence[Kinds]] | None = None,
) -> Guess | None:
    """Return a guess at all tokens, by lot; None where the lot led nowhere.

    Where it does, some of the last unseen moves are drawn again: now and then more of them.

    `steps`: what was seen, step by step, with what `Bounds.pass_by` said of it. `behind`: how many
    of them not to go back through, and what the zones hold behind those.
    """
    first, start = behind or (0, bounds.start)
    layer = _Layer(layout, below)
    for cell, size in enumerate(bounds.sizes):
        at_most = Counter(bounds.most[cell])
        held = list(at_most.elements()) if bounds.exact(cell) else [UNKNOWN] * size
        layer.zones.append([layer.made(kind) for kind in held])
    moved: dict[int, list[list[int]]] = {}
    rolled: dict[int, list[int]] = {}
    free: set[int] = set()
    marks: list[tuple[int, _Layer]] = []
    at, furthest, failed, left = len(steps) - 1, len(steps), 0, _AGAIN * len(steps)
    while at >= first or (unnamed := _settled_at_start(layer, start)) is None:
        if at >= first and any(most for _, most in steps[at]):
            marks.append((at, layer.copy()))
        here = None if at < first else _gone_back(layer, steps[at], at, rolled)
        if here is None:
            failed = failed + 1 if at >= furthest else 1
            furthest = min(at, furthest)
            gone = min(len(marks), 1 + below(2 * _luby(failed)))
            if not gone:
                return None
            back_to, layer = marks[-gone]
            left -= back_to - at + 1
            if left <= 0:
                return None
            at = back_to
            del marks[-gone:]
            continue
        free.discard(at)
        if any(layer.kinds[token] == UNKNOWN for tokens in here for token in tokens):
            free.add(at)
        moved[at] = here
        at -= 1
    return Guess(
        [moved.get(at, []) for at in range(len(steps))], layer.kinds, free, unnamed, rolled
    )


def _luby(at: int) -> int:
    """Return a number of the sequence 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair, Zuckerman 1993).

    Whoever begins anew after so many steps each time loses little, however hard it is.
    """
    while (at + 1) & at:
        at -= (1 << at.bit_length() - 1) - 1
    return (at + 1) // 2


def _gone_back(
    layer: _Layer, step: Sequence[Passed], at: int, rolled: dict[int, list[int]]
) -> list[list[int]] | None:
    """Go back through a step; return the tokens of each unseen move, None where that cannot be."""
    here: list[list[int]] = []
    for sight, most in reversed(step):
        if not _go_back(layer, sight, most, here):
            return None
        if isinstance(sight, Rolled):
            rolled[at] = layer.unroll(sight)
    return here[::-1]


def _go_back(
    layer: _Layer,
    sight: Sight,
    most: AtMost | None,
    here: list[list[int]],
) -> bool:
    match sight:
        case Moved(kinds=None):
            assert most is not None, "an unseen move has bounds"
            tokens = layer.back(sight, most)
            if tokens is None:
                return False
            here.append(tokens)
        case Moved(target=target, kinds=tuple(kinds)):
            tokens = layer.named(target, kinds)
            if tokens is None:
                return False
            layer.put_back(tokens, sight)
        case (
            Revealed(cell=cell, kinds=kinds)
            | Shown(cell=cell, kinds=tuple(kinds))
            | Rolled(cell=cell, kinds=tuple(kinds))
        ):
            return layer.named(cell, kinds) is not None
        case _:
            pass
    return True


def _settled_at_start(layer: _Layer, start: Sequence[Kinds]) -> list[int] | None:
    """Give the tokens left the kinds left, and return those; None where that cannot be."""
    unnamed: list[int] = []
    for cell, held in enumerate(start):
        left = Counter(held)
        unknown: list[int] = []
        for token in layer.zones[cell]:
            kind = layer.kinds[token]
            if kind == UNKNOWN:
                unknown.append(token)
            elif left[kind]:
                left[kind] -= 1
            else:
                return None
        kinds = layer.drawn(list(left.elements()), left.total())
        unknown.sort(key=lambda token: token not in layer.backs)
        for token in unknown:
            back = layer.backs.get(token)
            at = next(
                (
                    i
                    for i, k in enumerate(kinds)
                    if back is None or layer.layout.back_of[k] == back
                ),
                None,
            )
            if at is None:
                return None
            layer.kinds[token] = kinds.pop(at)
        unnamed += unknown
    return unnamed
