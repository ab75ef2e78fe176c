"""Hand out ranges, gather what comes of them, and hand out again what was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Final, NoReturn

import attrs

from interpreter.cluster.work import Answer, ClusterError, Crew, Hands, Kept, Piece, Range, Work
from interpreter.formats import Json

SECONDS: Final = 1.0
"""How long a range should take: so much is lost with whoever dies, and so often the log grows."""

TRIES: Final = 3
"""How often a range may be lost before it is to blame itself."""


def given_up(part: Range, why: str) -> Json:
    """Raise, as nothing comes of a range that was lost again and again.

    Raises:
        ClusterError: always.
    """
    raise ClusterError(f"the range {part} was lost {TRIES} times, the last time because {why}")


@attrs.frozen
class Care:
    """How ranges are handed out.

    `notice` is told of each that was lost, as it is `called`. `most`: none is longer; None: about
    a second of work. `instead` gets one that was lost `TRIES` times, and why the last time, and
    says what comes of it.
    """

    notice: Callable[[str], None] | None = None
    called: str = "range"
    most: int | None = None
    instead: Callable[[Range, str], Json] = given_up


def run(
    work: Work, asked: int, crew: Crew, log: Kept | None = None, care: Care | None = None
) -> Generator[Piece, None, None]:
    """Yield ranges that together are 0 to `asked - 1`, with what came of them, as they are done.

    Those in the log come first and are not done again; each that is finished is in the log before
    it is yielded. Closing the iterator ends the work.

    Raises:
        ClusterError: a range was lost again and again, or went wrong where it was done; a fault
            of play (`interpreter.faults`) comes as it is, and from this process everything.
    """
    kept = fitting(log.pieces, asked) if log else []
    yield from kept
    care = care or Care()
    rest = _Rest(gaps([piece.part for piece in kept], asked), care.most)
    if not rest.left:
        return
    with crew.at(work) as hands:
        for answer in _answers(hands, rest, care):
            if answer.why:
                _fail(answer, care.called)
            piece = Piece(answer.part, answer.done)
            if log:
                log.add(piece)
            yield piece


def _answers(hands: Hands, rest: _Rest, care: Care) -> Iterator[Answer]:
    out = 0
    lost: Counter[Range] = Counter()
    while rest.left or out:
        while rest.left and out < hands.places:
            hands.give(rest.next(hands.places))
            out += 1
        answer = hands.take()
        out -= 1
        if not answer.lost:
            rest.learn(answer)
            yield answer
            continue
        lost[answer.part] += 1
        if lost[answer.part] == TRIES:
            yield Answer(answer.part, care.instead(answer.part, answer.why))
            continue
        if care.notice is not None:
            care.notice(f"{answer.why}; its {care.called} {answer.part} is done again")
        rest.again.append(answer.part)


def _fail(answer: Answer, called: str) -> NoReturn:
    """Raise what went wrong: a fault of play as it is, all else in words, with its lines."""
    if answer.fault is not None:
        raise answer.fault
    wrong = ClusterError(f"the {called} {answer.part} went wrong where it was done: {answer.why}")
    if answer.trace:
        wrong.add_note(answer.trace)
    raise wrong


@attrs.define
class _Rest:
    """What is still to be handed out. No range is longer than `most`, nor now than `longest`."""

    gaps: list[Range]
    most: int | None = None
    again: list[Range] = attrs.Factory(list)
    longest: int = 1

    @property
    def left(self) -> bool:
        """Whether anything is."""
        return bool(self.gaps or self.again)

    def next(self, places: int) -> Range:
        """Take the next range off; the last ones are short, so that all end together."""
        if self.again:
            return self.again.pop()
        share = sum(gap.length for gap in self.gaps) // (2 * places)
        first, length = self.gaps[0]
        taken = min(length, max(1, min(self.longest, share)))
        if taken == length:
            del self.gaps[0]
        else:
            self.gaps[0] = Range(first + taken, length - taken)
        return Range(first, taken)

    def learn(self, answer: Answer) -> None:
        """Choose the length of ranges by how long one took."""
        pace = answer.part.length / max(answer.seconds, 1e-6)
        grown = min(int(pace * SECONDS), 8 * max(self.longest, answer.part.length))
        self.longest = max(1, grown if self.most is None else min(grown, self.most))


def fitting(pieces: Iterable[Piece], asked: int) -> list[Piece]:
    """Return pieces of 0 to `asked - 1` that do not overlap, in order.

    >>> fitting([Piece(Range(5, 9), 1), Piece(Range(5, 2), 2), Piece(Range(0, 6), 3)], 9)
    [Piece(part=Range(first=0, length=6), done=3)]
    """
    found: list[Piece] = []
    past = 0
    for piece in sorted(pieces, key=lambda piece: (piece.part.first, -piece.part.length)):
        if past <= piece.part.first and piece.part.past <= asked:
            found.append(piece)
            past = piece.part.past
    return found


def gaps(parts: Iterable[Range], asked: int) -> list[Range]:
    """Return what ranges in order leave out of 0 to `asked - 1`.

    >>> gaps([Range(0, 4), Range(6, 2)], 10)
    [Range(first=4, length=2), Range(first=8, length=2)]
    """
    found, past = [], 0
    for part in (*parts, Range(asked, 0)):
        if past < part.first:
            found.append(Range(past, part.first - past))
        past = part.past
    return found
