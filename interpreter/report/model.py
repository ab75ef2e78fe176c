"""A report, before it is written: what was measured, and what of it is worth telling first."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import attrs

from interpreter.facts.together import is_together
from interpreter.game import Game
from interpreter.report.charts import often, percent
from interpreter.report.course import Course
from interpreter.report.ladder import STRENGTHS, Rung, name_of
from interpreter.report.scores import Scores
from interpreter.report.seats import Shares
from interpreter.report.stakes import Stakes
from interpreter.report.statistics import quantile
from interpreter.report.uses import MOST_KINDS, NEVER, KindUse, Use, Worth
from interpreter.report.variants import Variant
from interpreter.testing.coverage import Coverage

UNFAIR: Final = 0.05
"""How far from an even share a seat must be to be told of; the interval must not reach back."""

CERTAIN: Final = 0.001
"""How likely uneven shares may be by luck to be told of."""


@attrs.frozen
class Options:
    """What there was to choose: decisions, options and decisions with one option, by band."""

    decisions: tuple[int, ...]
    options: tuple[int, ...]
    forced: tuple[int, ...]


@attrs.frozen
class Report:
    """What is known of one instance of a game from plays.

    `effect_plays`: pairs of plays behind each `Worth`, for each seat. `coverage`: None where the
    text was not asked. `width`: choices in a band. `returns` of the random plays. `variants`: this
    one and those beside it, where they were asked for. `kinds`: how many kinds of components arms
    have, of which `worths` may be about some that were drawn; `kind_uses`: what became of each.
    `effort`: of bots, in playouts. `scores`: None where nothing is scored before the end.
    `finals`: what players have at the end of each play, where that was asked; `seated`: who sat in
    each seat of it, where that is known.
    """

    game: Game
    seed: int
    lengths: tuple[int, ...]
    shares: tuple[Shares, ...]
    options: Options
    uses: tuple[Use, ...]
    worths: tuple[Worth, ...]
    effect_plays: int
    course: Course | None
    rungs: tuple[Rung, ...]
    coverage: Coverage | None
    width: int
    returns: tuple[tuple[Fraction, ...], ...]
    variants: tuple[Variant, ...] = ()
    kinds: int = 0
    effort: int = 0
    kind_uses: tuple[KindUse, ...] = ()
    scores: Scores | None = None
    stakes: Stakes | None = None
    finals: tuple[tuple[int, ...] | None, ...] = ()
    seated: tuple[tuple[str, ...], ...] = ()

    def _repr_html_(self) -> str:
        """Return the page, in a frame of its own: its style is not that of the notebook."""
        from interpreter.report.page import framed  # noqa: PLC0415 - pages are made of reports

        return framed(self)

    @property
    def random(self) -> Shares:
        """The shares of random plays."""
        return self.shares[0]

    @property
    def plays(self) -> str:
        """How many plays the counts are of, and whose."""
        many = f"{len(self.lengths):,}"
        who = self.random.who
        if who == "random":
            return f"{many} {self.kind_of_plays}"
        return f"{many} {self.kind_of_plays}, {who}"

    @property
    def kind_of_plays(self) -> str:
        """What the plays are called: one of them, or several."""
        named = "play" if len(self.lengths) == 1 else "plays"
        return f"random {named}" if self.random.who == "random" else named

    @property
    def is_together(self) -> bool:
        """Whether all win or lose together; each seat has the same share then."""
        return is_together(self.game.spec)

    @property
    def sides(self) -> tuple[str, ...]:
        """Whose shares are told: of each player, or of all together."""
        players = self.game.players
        return ("all",) if self.is_together and len(players) > 1 else players

    @property
    def sampled(self) -> str:
        """What is said where not all kinds of components were left alone; else ""."""
        if self.kinds <= MOST_KINDS:
            return ""
        return f"{MOST_KINDS} of {self.kinds} kinds of components, drawn by the seed"

    @property
    def left_out(self) -> str:
        """What is said of rungs that the effort is not enough for; else ""."""
        names = [name_of(strength) for strength in STRENGTHS[1 + len(self.rungs) :]]
        if not self.effort or not names or len(self.game.players) < 2:
            return ""
        many = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        return (
            f"{many} did not play: {self.effort:,} playouts are not enough for plays of this "
            "length (--effort)"
        )

    @property
    def mean_length(self) -> float:
        """The mean number of choices in a random play."""
        return sum(self.lengths) / max(1, len(self.lengths))

    @property
    def spread(self) -> tuple[int, int, int]:
        """The lengths that 5, 50 and 95 of 100 random plays keep below."""
        ordered = sorted(self.lengths)
        low, middle, high = (int(quantile(ordered, part)) for part in (0.05, 0.5, 0.95))
        return low, middle, high

    @property
    def forced(self) -> float:
        """In what part of the decisions there was one option alone."""
        return sum(self.options.forced) / max(1, sum(self.options.decisions))

    @property
    def branching(self) -> float:
        """The mean number of options of a decision."""
        return sum(self.options.options) / max(1, sum(self.options.decisions))

    @property
    def findings(self) -> tuple[str, ...]:
        """What a designer should look at, the strongest first; () where nothing stands out."""
        return (*self._unfair(), *self._strong(), *self._dead())

    def is_unfair(self, shares: Shares, seat: int) -> bool:
        """Return whether a seat has more of some plays than luck and a small edge explain."""
        low, _ = shares.interval(seat)
        return shares.chance <= CERTAIN and low > 1 / len(shares.shares) + UNFAIR

    def _unfair(self) -> list[str]:
        found = []
        for shares in self.shares:
            even = 1 / len(shares.shares)
            for seat, share in enumerate(shares.shares):
                if self.is_unfair(shares, seat):
                    low, high = shares.interval(seat)
                    player = self.game.players[seat]
                    found.append(
                        f"{player} wins {percent(share)} of {shares.games:,} plays "
                        f"{_by(shares.who)} "
                        f"(95 %: {percent(low)} to {percent(high)}; an even share is "
                        f"{percent(even)})"
                    )
        return found

    def _strong(self) -> list[str]:
        marked = [
            worth for worth in self.worths if worth.is_marked and not self._is_of_kind(worth)
        ]
        marked.sort(key=lambda worth: -abs(worth.gain.value))
        return [
            f"`{worth.name}` {'decides plays' if worth.gain.value > 0 else 'harms its seat'}: "
            f"a seat that plays at random without it wins {abs(100 * worth.gain.value):.1f} "
            f"± {100 * worth.gain.doubt:.1f} plays {'fewer' if worth.gain.value > 0 else 'more'} "
            "in 100"
            for worth in marked
        ]

    def _is_of_kind(self, worth: Worth) -> bool:
        """Return whether an arm is worth what it is for one kind of component, told by itself."""
        return any(
            other.is_marked
            and other.name.startswith(f"{worth.name} ")
            and abs(other.gain.value) >= abs(worth.gain.value)
            for other in self.worths
        )

    def _dead(self) -> list[str]:
        found = []
        for use in self.uses:
            if not sum(use.offered):
                found.append(f"line {use.line}: `{use.arm}` was never offered")
            elif not sum(use.chosen) and sum(use.offered) >= NEVER:
                found.append(f"line {use.line}: `{use.arm}` was never chosen")
        if self.coverage is not None:
            lines = sorted({point.span.line for point in self.coverage.unreached})
            if lines:
                many = ", ".join(str(line) for line in lines[:20])
                more = f" and {len(lines) - 20} more" if len(lines) > 20 else ""
                word = "line" if len(lines) == 1 else "lines"
                found.append(f"no play and no scenario reached {word} {many}{more}")
        return found


def _by(who: str) -> str:
    return "at random" if who == "random" else f"among bots {who}" if ":" in who else who


def figures(report: Report) -> tuple[tuple[str, str], ...]:
    """Return the figures of a report by name, for two of them to be told side by side.

    Shares are told by their intervals: where those of two texts part, luck does not explain it.
    """
    found = [
        ("choices in a play", f"{report.mean_length:.1f}"),
        ("options of a choice", f"{report.branching:.1f}"),
        ("choices with one option", often(report.forced)),
    ]
    if report.stakes is not None:
        found.append(("decisions that matter", percent(report.stakes.real)))
    if report.scores is not None:
        found.append(("lead changes by score", f"{report.scores.lead_changes:.1f}"))
    for shares in report.shares:
        for seat, player in enumerate(report.sides):
            low, high = shares.interval(seat)
            found.append((f"{player}, {shares.who}", f"{percent(low)} to {percent(high)}"))
    found += [(f"`{use.arm}` chosen", often(use.share)) for use in report.uses]
    found += [
        (f"worth of `{worth.name}`", f"{percent(worth.gain.value)} ± {percent(worth.gain.doubt)}")
        for worth in report.worths
    ]
    for rung in report.rungs:
        low, high = rung.interval
        found.append((f"{rung.stronger} v {rung.weaker}", f"{percent(low)} to {percent(high)}"))
    return tuple(found)


def beside(report: Report, other: Report) -> tuple[tuple[str, str, str], ...]:
    """Return the figures of two reports by name, those of the other one first."""
    mine, theirs = dict(figures(report)), dict(figures(other))
    names = dict.fromkeys((*theirs, *mine))
    return tuple((name, theirs.get(name, "–"), mine.get(name, "–")) for name in names)
