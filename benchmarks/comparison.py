"""Run peers in turn, several rounds, and compare what came of it.

The load of a machine drifts, so one peer after the other would compare hours, not programs. Here
every round runs each peer once, begins with another one, and ratios are taken within a round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

import attrs

from benchmarks import handwritten, openspiel, ours
from benchmarks.catalogue import Entry
from benchmarks.measuring import Measurement, Missing, Peer, add
from interpreter import load

_WARM_UP_S = 0.01


@attrs.frozen
class Compared:
    """The runs of one game: for each peer one measurement a round.

    `how` says of a program how it was built. A peer in `missing` was not run.
    """

    game: str
    runs: dict[str, tuple[Measurement, ...]]
    missing: tuple[Missing, ...] = ()
    how: dict[str, str] = attrs.Factory(dict)

    def rate(self, peer: str) -> float:
        """Return the median of a peer's playouts in a second of the processor."""
        return median(run.rate for run in self.runs[peer])

    def ratio(self, peer: str, other: str) -> float:
        """Return how many times as fast as `other` a peer is: the median over the rounds."""
        rounds = zip(self.runs[peer], self.runs[other], strict=True)
        return median(one.rate / two.rate for one, two in rounds)

    def total(self, peer: str) -> Measurement:
        """Return all runs of a peer as one."""
        return add(list(self.runs[peer]))

    def decisions_a_playout(self, peer: str) -> float:
        """Return the mean.

        Of a peer that does not count them: its choices, and the share of decisions in those of the
        first who does.
        """
        length = self.total(peer).mean_length
        for name in (peer, *self.runs):
            total = self.total(name)
            if total.decisions is not None:
                return length * total.decisions / total.choices
        return length


def peers_of(entry: Entry) -> tuple[list[Peer], list[Missing]]:
    """Return who plays a game, and who could but is missing here."""
    rules = load(entry.name)
    found: list[Peer | Missing] = [
        ours.native(entry.name, rules),
        ours.reference(entry.name, rules),
    ]
    if entry.openspiel is not None:
        found.append(openspiel.openspiel(entry.name, entry.openspiel))
    found += [handwritten.handwritten(entry.name, program) for program in entry.programs]
    missing = [peer for peer in found if isinstance(peer, Missing)]
    return [peer for peer in found if not isinstance(peer, Missing)], missing


def compare(
    entry: Entry,
    *,
    rounds: int,
    seconds: float,
    progress: Callable[[str], None] = lambda _: None,
) -> Compared:
    """Measure all peers of a game, each `seconds` a round."""
    peers, missing = peers_of(entry)
    runs = interleaved(peers, rounds=rounds, seconds=seconds, progress=progress)
    how = {peer.name: peer.compiler for peer in peers if isinstance(peer, handwritten.HandWritten)}
    return Compared(entry.name, runs, tuple(missing), how)


def interleaved(
    peers: Sequence[Peer],
    *,
    rounds: int,
    seconds: float,
    progress: Callable[[str], None] = lambda _: None,
) -> dict[str, tuple[Measurement, ...]]:
    """Run each peer once a round, the first of a round being the second of the round before."""
    for peer in peers:
        peer.run(_WARM_UP_S, 0)
    runs: dict[str, list[Measurement]] = {peer.name: [] for peer in peers}
    for number in range(rounds):
        first = number % len(peers)
        for peer in (*peers[first:], *peers[:first]):
            progress(f"{peer.game}: round {number + 1} of {rounds}, {peer.name}")
            runs[peer.name].append(peer.run(seconds, number + 1))
    return {name: tuple(measured) for name, measured in runs.items()}
