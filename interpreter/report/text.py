"""A report in short, for a terminal."""

from __future__ import annotations

import textwrap
from typing import Final

from interpreter.report.charts import percent, short
from interpreter.report.model import Report, beside
from interpreter.report.uses import told_of_nothing
from interpreter.report.variants import Variant

_WORTHS: Final = 12
_WIDTH: Final = 100


def text(report: Report) -> str:
    """Return the short form: what stands out, and the figures behind it."""
    game = report.game
    low, middle, high = report.spread
    lines = [f"{game.name}: {report.plays}, seed {report.seed}"]
    lines += [f"  ! {finding}" for finding in report.findings]
    lines.append(
        f"  choices in a play    mean {report.mean_length:.1f}, median {middle}, nine plays "
        f"in ten {low} to {high}"
    )
    lines.append(f"  options of a choice  mean {report.branching:.1f}, {_only_one(report.forced)}")
    for shares in report.shares:
        told = ", ".join(
            f"{player} {percent(share)}"
            for player, share in zip(report.sides, shares.shares, strict=False)
        )
        told = f"won by {told}" if report.is_together else told
        lines.append(f"  {shares.who:<19}  {told} ({shares.games:,} plays)")
    worths = sorted(
        (worth for worth in report.worths if not worth.changes_nothing),
        key=lambda one: (not one.is_marked, -abs(one.gain.value)),
    )
    wide = max((len(worth.name) for worth in worths[:_WORTHS]), default=0)
    for worth in worths[:_WORTHS]:
        mark = " *" if worth.is_marked else ""
        lines.append(
            f"  without {worth.name:<{max(11, wide)}}  {percent(-worth.gain.value):>7} "
            f"± {percent(worth.gain.doubt)}{mark}"
        )
    if len(worths) > _WORTHS:
        lines.append(f"  and {len(worths) - _WORTHS} more, worth no more than these (--html)")
    nothing = told_of_nothing(report.worths)
    lines += textwrap.wrap(nothing, _WIDTH, initial_indent="  ", subsequent_indent="    ")
    if report.sampled:
        lines.append(f"  {report.sampled}")
    lines += _course(report)
    for rung in report.rungs:
        low_end, high_end = rung.interval
        even = rung.weaker if report.is_together else "even"
        lines.append(
            f"  {rung.stronger} v {rung.weaker:<12} {percent(rung.share)} "
            f"({percent(low_end)} to {percent(high_end)}; {even} {percent(rung.fair)})"
        )
    if report.left_out:
        lines.append(f"  {report.left_out}")
    for variant in report.variants:
        first = variant.first
        lines.append(
            f"  {variant.name:<19}  {variant.length:.1f} choices of {variant.branching:.1f} "
            f"options; {_leader(report, variant)} {percent(variant.shares.shares[first])}"
        )
    return "\n".join(lines)


def _leader(report: Report, variant: Variant) -> str:
    return "won by all" if report.is_together else f"{variant.players[variant.first]} has"


def _only_one(forced: float) -> str:
    return f"only one in {percent(forced)} of the choices" if forced else "never only one"


def _course(report: Report) -> list[str]:
    """Return what is said of how plays go on."""
    lines = []
    scored, found, stakes = report.scores, report.course, report.stakes
    if scored is not None:
        middle = scored.leads[len(scored.leads) // 2]
        wins = "" if middle is None else f"; who leads half-way wins {percent(middle)}"
        lines.append(
            f"  {short(scored.label, 19):<19}  the lead changes {scored.lead_changes:.1f} times "
            f"in a play{wins}"
        )
    if found is not None:
        turns = "the odds turn" if report.is_together else "the lead changes"
        lines.append(
            f"  chances to win       {turns} {found.lead_changes:.1f} times in a play; "
            f"half of the plays are decided {_when(found.decided)}"
        )
    if stakes is not None:
        lines.append(
            f"  decisions            {percent(stakes.real)} of {stakes.decisions} matter; "
            f"choosing at random costs {percent(stakes.regret)} of a play each"
        )
    return lines


def _when(share: float) -> str:
    return f"after {percent(share)}" if share else "at the first choice"


def compared(report: Report, other: Report) -> str:
    """Return the figures of two texts that differ, the other one first."""
    found = [row for row in beside(report, other) if row[1] != row[2]]
    title = f"Beside {other.game.name}, rules {other.game.specification_hash[:12]}"
    if not found:
        return f"{title}: both texts have the same figures"
    wide = max(len(name) for name, _, _ in found)
    room = max(len(cell) for _, *cells in found for cell in cells)
    lines = [
        f"  {name:<{wide}}  {before:>{room}}  {after:>{room}}" for name, before, after in found
    ]
    return "\n".join([f"{title}:", f"  {'':<{wide}}  {'other':>{room}}  {'this':>{room}}", *lines])
