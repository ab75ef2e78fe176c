"""What pictures of whole plays cost, and how large they are.

Plays are random, with seeds; of each play pictures are drawn of moments all through it, as who is
to choose sees them. A picture is drawn once before it is timed, for plans are kept; what a plan
costs that is not kept stands beside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from statistics import median

import attrs

from benchmarks.measuring import cpu_time
from benchmarks.report import markdown, number
from interpreter import CHANCE, Game, State, load, shipped, variants
from interpreter.document.sight import Sight
from interpreter.look import look_of
from interpreter.picture import picture
from interpreter.picture.boarding import kept_labels
from interpreter.picture.plan import plan

_HEADER = (
    "game",
    "players",
    "width",
    "CPU ms, median",
    "most",
    "height, median",
    "most",
    "kB, most",
    "plan, CPU ms",
)
_SEEDS = (0, 1)
_MOMENTS = 25
_REPEATS = 3
_WIDTHS = (1280, 390)


@attrs.frozen
class Drawn:
    """A picture: milliseconds of the processor, pixels, bytes."""

    spent: float
    height: int
    size: int


def table(games: Iterable[str] = ()) -> str:
    """Return the table; `games`: these alone, each with its fewest and its most players."""
    return markdown(_HEADER, (row for name in games or shipped() for row in _rows(name)))


def _rows(name: str) -> Iterator[tuple[str, ...]]:
    players = variants(name).players
    for count in sorted({min(players), max(players)}):
        game = load(name, players=count)
        sights = [sight for seed in _SEEDS for sight in moments(game, seed)]
        for width in _WIDTHS:
            found = [drawn(game, sight, width) for sight in sights]
            spent, heights = [each.spent for each in found], [each.height for each in found]
            yield (
                name,
                str(count),
                str(width),
                f"{median(spent):.1f}",
                f"{max(spent):.1f}",
                number(median(heights)),
                number(max(heights)),
                f"{max(each.size for each in found) / 1000:.1f}",
                number(planned(game, width)),
            )


def moments(game: Game, seed: int) -> list[Sight]:
    """Return what who is to choose sees, all through a random play."""
    random = Random(seed)
    state = game.start(seed=seed)
    path: list[State] = []
    while not state.is_terminal:
        if state.current_player != CHANCE:
            path.append(state)
        options = state.legal_ids or [outcome for outcome, _ in state.chance_outcomes]
        state = state.apply(random.choice(options))
    step = max(1, len(path) // _MOMENTS)
    return [at.sight(at.current_player) for at in path[::step]] + [state.sight(0)]


def planned(game: Game, width: int) -> float:
    """Return the processor's milliseconds of a plan, where nothing of it is kept."""
    document = game.document()
    fresh = attrs.evolve(look_of(document))  # names and faces are kept by the look, too
    kept_labels.cache_clear()
    began = cpu_time()
    plan(document, fresh, width, 0)
    return 1000 * (cpu_time() - began)


def drawn(game: Game, sight: Sight, width: int) -> Drawn:
    """Draw a picture a few times; the quickest counts."""
    document = game.document()
    look = look_of(document)
    svg = picture(document, sight, look, width)
    spent = []
    for _ in range(_REPEATS):
        began = cpu_time()
        picture(document, sight, look, width)
        spent.append(1000 * (cpu_time() - began))
    height = float(svg.split(' height="', 1)[1].split('"', 1)[0])
    return Drawn(min(spent), round(height), len(svg.encode()))
