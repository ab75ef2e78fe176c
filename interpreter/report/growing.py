"""The sections of a report about how plays go on: scores, chances, decisions."""

from __future__ import annotations

from interpreter.report.charts import Line, lines, percent
from interpreter.report.model import Report
from interpreter.report.parts import figure, paragraph, section, table
from interpreter.report.scores import FEWEST
from interpreter.report.stakes import AGAIN, OPTIONS, REAL, TRIES

_ENDS = ("start", "end")


def scores_section(report: Report) -> str:
    """Return how scores grow; "" where nothing is scored before the end."""
    found = report.scores
    if found is None:
        return ""
    many = f"{found.games} {report.kind_of_plays}, seed {report.seed}"
    rows = [Line("winners", found.winners), Line("others", found.others)]
    values = (*found.winners, *found.others)
    span = min(0.0, *values), max(0.0, *values)
    grown = lines(rows, span, _ENDS, "Scores through a play", in_percent=False)
    ahead = lines([Line("leader wins", found.leads)], (0.0, 1.0), _ENDS, "Does the leader win")
    return section(
        "How scores grow",
        figure(
            grown,
            f"{found.label}, on average, of those who win a play in the end and of those who do "
            f"not; {many}. Somebody else takes the lead {found.lead_changes:.1f} times in a play.",
        ),
        ""
        if all(part is None for part in found.leads)
        else figure(
            ahead,
            f"How often whoever leads in {found.label} at that point wins in the end; plays in "
            f"which nobody leads alone are left out, and points with less than {FEWEST} plays; "
            f"{many}.",
        ),
    )


def course_section(report: Report) -> str:
    """Return what positions are worth as plays go on; "" where they were not played on."""
    found = report.course
    if found is None:
        return ""
    chart = lines(
        [Line("winner's chances", found.winner), Line("uncertainty", found.uncertainty)],
        (0.0, 1.0),
        _ENDS,
        "The course of plays",
    )
    alike = "as likely won as lost" if report.is_together else "all seats alike"
    caption = (
        f"How likely whoever wins in the end was to win at that point, and how open the play was "
        f"(entropy; 100 %: {alike}); {found.games} random plays, {found.tries} playouts "
        f"from each position, seed {report.seed}."
    )
    again = f" again after {percent(found.decided)} of it" if found.decided else ""
    turns = "The lead changes"
    if report.is_together:
        caption += " All together are one side, the game is the other."
        turns = "The odds turn between all and the game"
    told = (
        f"{turns} {found.lead_changes:.1f} times in a play. At their worst moment "
        f"winners are {percent(found.drama)} below an even share, beyond the noise of playouts. "
        f"In half of the plays the winner is never behind{again}."
    )
    return section("When it is decided", figure(chart, caption), paragraph(told))


def stakes_section(report: Report) -> str:
    """Return which decisions matter; "" where none was looked at."""
    found = report.stakes
    if found is None:
        return ""
    most = max((value for value in found.by_part if value is not None), default=0.0)
    chart = lines(
        [Line("at stake", found.by_part)],
        (0.0, 1.0 if most > 0.4 else 0.4),
        _ENDS,
        "What is at stake",
    )
    caption = (
        f"How much more of the play the best option brings than the worst; {found.decisions} "
        f"decisions of {found.games} random plays, at most {OPTIONS} options of each, {TRIES} "
        f"random playouts behind each option, all cards known, seed {report.seed}."
    )
    told = (
        f"In {percent(found.real)} of these decisions the options differ by more than luck "
        f"explains (at a level of {percent(REAL)}). An option chosen at random is worth "
        f"{percent(found.regret)} of a play less than the best."
    )
    rows = [
        (
            f"play {moment.play}, choice {moment.choice}",
            moment.best,
            moment.worst,
            percent(moment.best_worth),
            percent(moment.worst_worth),
        )
        for moment in found.moments
    ]
    named = (
        f"The decisions with most at stake; what these two options bring is measured anew by "
        f"{AGAIN} playouts each."
    )
    head = ("where", "best option", "worst option", "best", "worst")
    return section(
        "Decisions that matter",
        figure(chart, caption),
        paragraph(told),
        paragraph(named),
        table(head, rows, words=3),
    )
