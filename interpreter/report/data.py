"""A report as data: the Summary of a game."""

from __future__ import annotations

from interpreter.formats import Json, head
from interpreter.report.model import Report
from interpreter.report.scores import Scores
from interpreter.report.stakes import OPTIONS, TRIES, Stakes


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
        "kinds": [
            {
                "arm": use.arm,
                "kind": use.kind,
                "line": use.line,
                "offered": list(use.offered),
                "chosen": list(use.chosen),
            }
            for use in report.kind_uses
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
        "scores": None if report.scores is None else _scores(report.scores),
        "stakes": None if report.stakes is None else _stakes(report.stakes),
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
        "reached": None
        if report.coverage is None
        else [
            {
                "line": line.number,
                "by": list(line.by),
                "first": line.first,
            }
            for line in report.coverage.lines
        ],
    }


def _scores(scores: Scores) -> Json:
    return {
        "by": scores.label,
        "games": scores.games,
        "winners": [round(value, 6) for value in scores.winners],
        "others": [round(value, 6) for value in scores.others],
        "leader_wins": [None if value is None else round(value, 6) for value in scores.leads],
        "lead_changes": round(scores.lead_changes, 6),
    }


def _stakes(stakes: Stakes) -> Json:
    return {
        "games": stakes.games,
        "decisions": stakes.decisions,
        "options": OPTIONS,
        "playouts": TRIES,
        "real": round(stakes.real, 6),
        "at_stake": [None if value is None else round(value, 6) for value in stakes.by_part],
        "regret": round(stakes.regret, 6),
        "moments": [
            {
                "play": moment.play,
                "choice": moment.choice,
                "player": moment.player,
                "best": moment.best,
                "best_worth": round(moment.best_worth, 6),
                "worst": moment.worst,
                "worst_worth": round(moment.worst_worth, 6),
            }
            for moment in stakes.moments
        ],
    }
