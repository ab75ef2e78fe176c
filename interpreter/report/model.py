"""A report, before it is written: what was measured, and what of it is worth telling first."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Final

import attrs

from interpreter.formats import Json, head
from interpreter.game import Game
from interpreter.report.charts import percent
from interpreter.report.course import Course
from interpreter.report.ladder import STRENGTHS, Rung, name_of
from interpreter.report.seats import Shares
from interpreter.report.statistics import quantile
from interpreter.report.uses import MOST_KINDS, NEVER, Use, Worth
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
    have, of which `worths` may be about some that were drawn. `effort`: of bots, in playouts.
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
        who = self.random.who
        many = f"{len(self.lengths)}"
        return f"{many} random plays" if who == "random" else f"{many} plays, {who}"

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
        return (
            f"{' and '.join(names)} did not play: {self.effort} playouts are not enough for plays "
            "of this length (--effort)"
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
                        f"{player} has {percent(share)} of {shares.games} plays of {shares.who} "
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
            f"without it a seat that plays at random "
            f"{'loses' if worth.gain.value > 0 else 'gains'} {percent(abs(worth.gain.value))} "
            f"± {percent(worth.gain.doubt)} of a play"
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
                found.append(f"no play and no scenario reached lines {many}{more}")
        return found


def summary(report: Report) -> dict[str, Json]:
    """Return a report as data: `rulelang schema summary`."""
    game = report.game
    course = report.course
    low, middle, high = report.spread
    return {
        **head("summary"),
        "game": game.name,
        "rules": game.specification_hash,
        "players": list(game.players),
        "options": dict(game.options),
        "seed": report.seed,
        "games": len(report.lengths),
        "findings": list(report.findings),
        "lengths": {
            "mean": round(report.mean_length, 3),
            "least": min(report.lengths, default=0),
            "p5": low,
            "p50": middle,
            "p95": high,
            "most": max(report.lengths, default=0),
        },
        "choices_in_band": report.width,
        "decisions": [
            {"decisions": decisions, "options": options, "forced": forced}
            for decisions, options, forced in zip(
                report.options.decisions,
                report.options.options,
                report.options.forced,
                strict=True,
            )
        ],
        "seats": [
            {
                "who": shares.who,
                "games": shares.games,
                "draws": shares.draws,
                "shares": [round(share, 6) for share in shares.shares],
                "intervals": [
                    [round(end, 6) for end in shares.interval(seat)]
                    for seat in range(len(shares.shares))
                ],
                "chance": round(shares.chance, 9),
            }
            for shares in report.shares
        ],
        "arms": [
            {
                "arm": use.arm,
                "line": use.line,
                "offered": list(use.offered),
                "chosen": list(use.chosen),
                "offered_by_band": list(use.offered_by_band),
                "chosen_by_band": list(use.chosen_by_band),
            }
            for use in report.uses
        ],
        "effects": [
            {
                "name": worth.name,
                "gain": round(worth.gain.value, 6),
                "doubt": round(worth.gain.doubt, 6),
                "pairs": worth.gain.count,
                "marked": worth.is_marked,
            }
            for worth in report.worths
        ],
        "course": None
        if course is None
        else {
            "games": course.games,
            "playouts": course.tries,
            "winner": [round(value, 6) for value in course.winner],
            "uncertainty": [round(value, 6) for value in course.uncertainty],
            "lead_changes": round(course.lead_changes, 6),
            "drama": round(course.drama, 6),
            "decided": round(course.decided, 6),
        },
        "ladder": [
            {
                "stronger": rung.stronger,
                "weaker": rung.weaker,
                "games": rung.games,
                "share": round(rung.share, 6),
                "interval": [round(end, 6) for end in rung.interval],
                "even": round(rung.fair, 6),
            }
            for rung in report.rungs
        ],
        "variants": [
            {
                "name": variant.name,
                "players": list(variant.players),
                "games": variant.shares.games,
                "length": round(variant.length, 3),
                "options": round(variant.branching, 3),
                "forced": round(variant.forced, 6),
                "shares": [round(share, 6) for share in variant.shares.shares],
                "intervals": [
                    [round(end, 6) for end in variant.shares.interval(seat)]
                    for seat in range(len(variant.players))
                ],
                "draws": variant.shares.draws,
                "unused": list(variant.unused),
            }
            for variant in report.variants
        ],
    }


def rows(game: Game, lengths: tuple[int, ...], returns: tuple[tuple[Fraction, ...], ...]) -> str:
    r"""Return plays as CSV: the number of each, its choices, and the return of each player.

    >>> from interpreter import load
    >>> rows(load("tic_tac_toe"), (5,), ((Fraction(1), Fraction(-1)),))
    'play,choices,X,O\n0,5,1,-1\n'
    """
    names = ",".join(game.players)
    lines = [f"play,choices,{names}"]
    for number, (length, won) in enumerate(zip(lengths, returns, strict=True)):
        told = ",".join(f"{float(part):g}" for part in won)
        lines.append(f"{number},{length},{told}")
    return "\n".join(lines) + "\n"


def row_lines(
    game: Game, lengths: tuple[int, ...], returns: tuple[tuple[Fraction, ...], ...]
) -> str:
    r"""Return plays as JSON lines: the number of each, its choices, and who got what.

    >>> from interpreter import load
    >>> row_lines(load("tic_tac_toe"), (5,), ((Fraction(1), Fraction(-1)),))
    '{"play": 0, "choices": 5, "returns": {"X": 1.0, "O": -1.0}}\n'
    """
    return "".join(
        json.dumps(
            {
                "play": number,
                "choices": length,
                "returns": dict(zip(game.players, map(float, won), strict=True)),
            }
        )
        + "\n"
        for number, (length, won) in enumerate(zip(lengths, returns, strict=True))
    )


def figures(report: Report) -> tuple[tuple[str, str], ...]:
    """Return the figures of a report by name, for two of them to be told side by side."""
    found = [
        ("choices in a play", f"{report.mean_length:.1f}"),
        ("options of a choice", f"{report.branching:.1f}"),
        ("choices with one option", f"{report.forced:.1%}"),
    ]
    for shares in report.shares:
        found += [
            (f"{player}, {shares.who}", f"{share:.1%}")
            for player, share in zip(report.game.players, shares.shares, strict=True)
        ]
    found += [(f"`{use.arm}` chosen", f"{use.share:.1%}") for use in report.uses]
    found += [(f"worth of `{worth.name}`", f"{worth.gain.value:+.1%}") for worth in report.worths]
    found += [(f"{rung.stronger} v {rung.weaker}", f"{rung.share:.1%}") for rung in report.rungs]
    return tuple(found)


def beside(report: Report, other: Report) -> tuple[tuple[str, str, str], ...]:
    """Return the figures of two reports by name, those of the other one first."""
    mine, theirs = dict(figures(report)), dict(figures(other))
    names = dict.fromkeys((*theirs, *mine))
    return tuple((name, theirs.get(name, "–"), mine.get(name, "–")) for name in names)
