"""What was proved, as plain data: for another process that checks the same text, or what is left.

    before:  Memory
    after:   Kept, which holds each knowledge once, and the declarations that places are told from

Digests say the same in every process, so what is kept counts where the same is asked for again.
What one text made anew may be kept by itself, behind what others have left.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from rulelang.anchors import Anchors
from rulelang.diagnostics import Diagnostic
from rulelang.freezing import frozen
from rulelang.obligations import Obligation, Verdict
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.memory import Call, Digest, Examined, Joint, Memory, Told, Walked
from rulelang.prove.whole import Parts
from rulelang.source import Span

Tests = tuple[tuple[Span, Verdict], ...]
_K = TypeVar("_K", bound=Hashable)
_V = TypeVar("_V")


@frozen
class KeptCall:
    """A call; what is known inside is told by its digest."""

    is_fact: bool
    number: int
    inner: Digest


@frozen
class KeptWalk:
    """What came of a walk, and the number of the last text that asked for it."""

    text: int
    obligations: tuple[Obligation, ...]
    failures: tuple[Diagnostic, ...]
    calls: tuple[KeptCall, ...]
    after: Digest | None
    tests: Tests


@frozen
class KeptExamined:
    """What was found about a whole specification, and the last text that asked for it."""

    text: int
    found: tuple[Diagnostic, ...]
    obligations: tuple[Obligation, ...]
    tests: Tests


@frozen
class Kept:
    """All that a memory holds. `joined`: the last text that asked, and what is known then.

    `fine`: the last text that asked. `declarations`: by files, the lines in which they begin and
    how those read.
    """

    text: int
    declarations: tuple[tuple[str, tuple[tuple[int, str], ...]], ...]
    known: Mapping[Digest, Knowledge]
    walked: Mapping[Digest, KeptWalk]
    joined: Mapping[Joint, tuple[int, Digest]]
    examined: Mapping[Digest, KeptExamined]
    fine: Mapping[Digest, int]


@frozen
class Asked:
    """The last text of all, and the last one that asked for each thing, by keys of all sorts."""

    text: int
    things: Mapping[Digest, int]
    joined: Mapping[Joint, int]


def asked(memory: Memory) -> Asked:
    """Return which text asked last for each thing that a memory holds."""
    things: dict[Digest, int] = {**memory.all_fine}
    things |= {key: text for key, (text, _) in memory.all_walked.items()}
    things |= {key: text for key, (text, _) in memory.all_examined.items()}
    joined = {key: text for key, (text, _) in memory.all_joined.items()}
    return Asked(memory.text, things, joined)


def kept(memory: Memory, *, fresh: bool = False) -> Kept:
    """Return what a memory holds, as far as it has a place in the text that was checked last.

    `fresh`: only what was made since it was remembered.
    """

    def chosen(all_: Mapping[_K, _V]) -> Mapping[_K, _V]:
        return {key: all_[key] for key in all_ if key in memory.fresh} if fresh else all_

    walked = {
        key: (text, now)
        for key, (text, walk) in chosen(memory.all_walked).items()
        if (now := memory.in_text(walk)) is not None
    }
    examined = {
        key: KeptExamined(text, one.found, one.obligations, one.tests)
        for key, (text, found) in chosen(memory.all_examined).items()
        if (one := memory.in_text(found)) is not None
    }
    all_joined = chosen(memory.all_joined)
    joined = {key: (text, told.digest) for key, (text, told) in all_joined.items()}
    tolds = [*_told(walk for _, walk in walked.values())]
    tolds += [told for _, told in all_joined.values()]
    return Kept(
        memory.text,
        memory.anchors.declarations,
        {told.digest: told.knowledge for told in tolds},
        {key: _walk(text, walk) for key, (text, walk) in walked.items()},
        joined,
        examined,
        chosen(memory.all_fine),
    )


def _told(walks: Iterable[Walked]) -> Iterator[Told]:
    for walk in walks:
        yield from (call.inner for call in walk.calls)
        if walk.after is not None:
            yield walk.after


def _walk(text: int, walk: Walked) -> KeptWalk:
    return KeptWalk(
        text,
        walk.obligations,
        walk.failures,
        tuple(KeptCall(call.is_fact, call.number, call.inner.digest) for call in walk.calls),
        None if walk.after is None else walk.after.digest,
        walk.tests,
    )


def together(pieces: Sequence[Kept], last: Asked) -> Memory:
    """Return a memory that holds what was kept in several pieces, the later the more it counts.

    `last`: which texts asked for what; what none of the last ones asked for is in no memory.

    Raises:
        KeyError: a piece names a knowledge that it does not hold.
    """
    memory = Memory(text=last.text)
    for piece in pieces:
        same = memory.anchors.declarations == piece.declarations
        found = remembered(piece, memory.anchors if same else None)
        memory.anchors = found.anchors
        memory.all_walked |= _since(found.all_walked, last.things)
        memory.all_examined |= _since(found.all_examined, last.things)
        memory.all_joined |= _since(found.all_joined, last.joined)
        memory.all_fine |= {key: last.things[key] for key in found.all_fine if key in last.things}
    memory.parts = Parts(memory.anchors)
    return memory


def _since(found: Mapping[_K, tuple[int, _V]], last: Mapping[_K, int]) -> dict[_K, tuple[int, _V]]:
    return {key: (last[key], one) for key, (_, one) in found.items() if key in last}


def remembered(found: Kept, known: Anchors | None = None) -> Memory:
    """Return a memory that holds what was kept. `known`: its declarations, where they are known.

    Raises:
        KeyError: it names a knowledge that it does not hold.
    """
    anchors = Anchors() if known is None else known
    for file, begun in () if known is not None else found.declarations:
        anchors.add(file, begun)
    told = {digest: Told(known, digest) for digest, known in found.known.items()}
    walked = {
        key: (
            walk.text,
            Walked(
                walk.obligations,
                walk.failures,
                tuple(Call(c.is_fact, c.number, told[c.inner]) for c in walk.calls),
                None if walk.after is None else told[walk.after],
                anchors,
                walk.tests,
            ),
        )
        for key, walk in found.walked.items()
    }
    joined = {key: (text, told[digest]) for key, (text, digest) in found.joined.items()}
    examined = {
        key: (one.text, Examined(one.found, one.obligations, one.tests, anchors))
        for key, one in found.examined.items()
    }
    return Memory(
        anchors,
        text=found.text,
        all_walked=walked,
        all_joined=joined,
        all_examined=examined,
        all_fine=dict(found.fine),
    )
