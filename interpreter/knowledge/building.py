"""Plays that may be the real one, made from nothing: where chains begin.

A guess at where all components lay (`laying`) says what should be drawn and passed on unseen. The
play is made forwards by it, one number after another. Rules that a guess does not know, such as
that somebody could not follow suit, show where no number agrees: then what is open before is moved
about until one does. Nothing here has to be likely or reversible: moves that are (`moves`) follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, Generic

from interpreter.chance import Numbers
from interpreter.knowledge.ground import OWN, TOSSED, C, Ground, kinds_moved
from interpreter.knowledge.laying import UNKNOWN, Guess, lay
from interpreter.knowledge.moves import Mover
from interpreter.knowledge.naming import Namer
from interpreter.knowledge.trail import Trail
from interpreter.layout import Layout
from interpreter.position import Kinds, Position
from interpreter.reference.events import Moved

_GUESSES: Final = 40
_FEWER: Final = 6
_MENDED: Final = 300
_MENDED_FIRST: Final = 30
_MENDED_IN_ALL: Final = 1_500
_RECENT: Final = 12


class Builder(Generic[C]):
    """Makes chains as long as a trail."""

    def __init__(self, layout: Layout, ground: Ground[C], trail: Trail, mover: Mover[C]) -> None:
        self._layout = layout
        self._ground = ground
        self._trail = trail
        self._mover = mover
        self._namer = Namer(layout)

    def built(self, numbers: Numbers, budget: int, base: C | None = None) -> C | None:
        """Return a chain; None where none was found, or more than `budget` was spent.

        `base`: a chain to go on from, where fewer tries are made.
        """
        base, tries = (self._ground.begun(), _GUESSES) if base is None else (base, _FEWER)
        state = self._ground.state(base, base.length).position
        behind = base.length, zones_of(state, self._layout)
        for tried in range(tries):
            if self._mover.spent > budget:
                return None
            guess = self._guess(numbers, behind, tries)
            mends = min(_MENDED, _MENDED_FIRST * (1 + tried))
            building = None if guess is None else _Building(self, base, guess, numbers, budget)
            made = None if building is None else building.made(mends)
            if made is not None:
                return made
        return None

    def _guess(
        self, numbers: Numbers, behind: tuple[int, Sequence[Kinds]], tries: int
    ) -> Guess | None:
        """Return a guess; None where so many tries came to none."""
        tried = (self._laid(numbers, behind) for _ in range(tries))
        return next((guess for guess in tried if guess is not None), None)

    def _laid(self, numbers: Numbers, behind: tuple[int, Sequence[Kinds]]) -> Guess | None:
        trail = self._trail
        self._mover.look_up()
        self._mover.spent += trail.length - behind[0]
        return lay(self._layout, trail.bounds, trail.passed, numbers.below, behind)


def zones_of(position: Position, layout: Layout) -> list[Kinds]:
    """Return what the zones hold at a position."""
    cells = position.cells[: len(layout.zone_of)]
    return [held for held in cells if isinstance(held, tuple)]


class _Building(Generic[C]):
    """One chain on its way."""

    def __init__(
        self, of: Builder[C], base: C, guess: Guess, numbers: Numbers, budget: int
    ) -> None:
        self._ground, self._trail, self._mover = of._ground, of._trail, of._mover  # noqa: SLF001
        self._namer = of._namer  # noqa: SLF001 - its own part
        self._guess = guess
        self._numbers = numbers
        self._budget = budget
        self._mends = 0
        self._left = {last: list(shown) for last, shown in guess.rolled.items()}
        self._token_at: dict[int, int] = {}
        for point in self._trail.drawn:
            tokens = guess.moved[point][0] if guess.moved[point] else []
            if tokens:
                self._token_at[point] = tokens[0]
        self.chain = self._ground.copied(base)

    def made(self, mends: int) -> C | None:
        """Return the whole chain; `mends`: how often it is tried to mend one step."""
        while self.chain.length < self._trail.length:
            self._mover.look_up()
            point = self.chain.length
            if not self._step(point) and not self._mend(point, mends):
                return None
        return self.chain

    # ------------------------------------------------------------ one step further

    def _step(self, point: int) -> bool:
        trail = self._trail
        if trail.roles[point] == OWN:
            return self._push(trail.own[point])
        if trail.roles[point] == TOSSED:
            wanted = trail.seen_draw(point)
            if wanted is None and point in self._token_at:
                wanted = self._guess.kinds[self._token_at[point]]
            if wanted is not None and self._push(wanted):
                return True
        ways = self._ways(point)
        if not ways:
            return False
        other = self._drawn_instead if point in self._token_at else self._chosen
        return self._push(other(point, ways))

    def _drawn_instead(self, point: int, ways: list[tuple[int, int]]) -> int:
        """Return another kind than was guessed, if it may be one that nothing asks for."""
        kinds, token = self._guess.kinds, self._token_at[point]
        later = {p: t for p, t in self._token_at.items() if p > point and p in self._guess.free}
        spare = {kinds[other]: other for other in (*self._guess.unnamed, *later.values())}
        fits = [(number, weight) for number, weight in ways if number in spare]
        number = self._numbers.weighted(fits or ways)
        if number in spare:
            kinds[spare[number]], kinds[token] = kinds[token], number
        return number

    def _push(self, number: int) -> bool:
        self._mover.spent += 1
        return self._ground.push(self.chain, number)

    def _ways(self, point: int) -> list[tuple[int, int]]:
        found, _ = self._ground.ways(self.chain, point)
        self._mover.spent += 1 + len(found)
        return found

    def _chosen(self, point: int, ways: list[tuple[int, int]]) -> int:
        """Return one of some numbers: one that does what was guessed, if there is one."""
        if len(ways) == 1:
            return ways[0][0]
        if self._trail.roles[point] == TOSSED:
            return self._thrown(point, ways)
        wanted = self._wanted(point)
        if wanted:
            fits = [
                (number, weight)
                for number, weight in ways
                if not wanted - Counter(kinds_moved(self._ground.moved(self.chain, point, number)))
            ]
            ways = fits or ways
        return self._numbers.weighted(ways)

    def _wanted(self, point: int) -> Counter[tuple[int, int, tuple[int, ...]]]:
        """Return what should move unseen in a step."""
        unseen = [
            sight
            for sight, _ in self._trail.passed[point]
            if isinstance(sight, Moved) and sight.kinds is None
        ]
        kinds = self._guess.kinds
        return Counter(
            (sight.source, sight.target, tuple(sorted(kinds[token] for token in tokens)))
            for sight, tokens in zip(unseen, self._guess.moved[point], strict=True)
        )

    def _thrown(self, point: int, ways: list[tuple[int, int]]) -> int:
        """Return what a die shows: what was seen of the roll later, if it is one of those."""
        left = self._left.get(self._trail.rolls.get(point, -1), [])
        possible = {number for number, _ in ways}
        fits = [kind for kind in left if kind == UNKNOWN or kind in possible]
        if not fits:
            return self._numbers.weighted(ways)
        kind = fits[self._numbers.below(len(fits))]
        left.remove(kind)
        return self._numbers.weighted(ways) if kind == UNKNOWN else kind

    # ------------------------------------------------------------ where nothing agrees

    def _mend(self, point: int, mends: int) -> bool:
        """Move about what is open before a point until a step from there agrees; take it."""
        for _ in range(mends):
            self._mends += 1
            self._mover.look_up()
            if self._mends > _MENDED_IN_ALL or self._mover.spent > self._budget:
                return False
            if self._shifted(point) and self._step(point):
                return True
        return False

    def _shifted(self, point: int) -> bool:
        """Change something unseen before a point, if what was seen up to there stays."""
        draws = [p for p in self._token_at if p < point and p in self._guess.free]
        choices = [p for p in self._trail.chosen if p < point]
        if len(draws) > 1 and (not choices or self._numbers.below(2)):
            return self._swapped(draws)
        return bool(choices) and self._rechosen(choices[-_RECENT:])

    def _swapped(self, draws: list[int]) -> bool:
        one = self._numbers.below(len(draws))
        other = self._numbers.below(len(draws) - 1)
        first, second = sorted((draws[one], draws[other + (other >= one)]))
        chain = self.chain
        mine, its = chain.numbers[first], chain.numbers[second]
        if mine == its:
            return False
        new = {first: its, second: mine}
        for later in self._trail.chosen:
            if first < later < chain.length:
                renamed = self._namer.traded(chain.numbers[later], (mine, its))
                new[later] = renamed
        if not self._mover.renumber(chain, new):
            return False
        tokens, kinds = self._token_at, self._guess.kinds
        kinds[tokens[first]], kinds[tokens[second]] = its, mine
        return True

    def _rechosen(self, choices: list[int]) -> bool:
        point = choices[self._numbers.below(len(choices))]
        ways = self._ways(point)
        if len(ways) < 2:
            return False
        return self._mover.renumber(self.chain, {point: self._numbers.weighted(ways)})
