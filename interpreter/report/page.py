"""A report as one page: nothing is fetched, nothing runs, and it prints well."""

from __future__ import annotations

import re
from html import escape
from itertools import groupby
from math import ceil
from typing import Final

from interpreter.picture import page_head
from interpreter.picture.ink.svg import escaped
from interpreter.report.charts import Dot, Line, bars, dots, heat, lines, often, percent, together
from interpreter.report.growing import course_section, scores_section, stakes_section
from interpreter.report.model import Report, beside
from interpreter.report.parts import figure, paragraph, section, table
from interpreter.report.uses import MARKED, KindUse, told_of_nothing
from interpreter.report.variants import Variant

_BARS: Final = 40
_NAMED: Final = 20
_KINDS: Final = 150
"""How many kinds are named in a sentence, and in a table."""
_CODE: Final = re.compile("`([^`]+)`")
_AS_CODE: Final = r"<code>\1</code>"
_AT_RANDOM: Final = (
    " At random, how often an arm is chosen says how many options it had, not how good it is."
)
_STYLE: Final = """
body{max-width:46rem;font:1rem/1.5 system-ui,'DejaVu Sans',sans-serif}
h1{margin:.5rem 0 0}h2{margin-top:2.2rem}figcaption{margin-top:.4rem}th.n{text-align:right}
details{margin:1rem 0}summary{cursor:pointer}
svg{width:100%;height:auto;display:block}
svg text{font-size:13px;fill:var(--ink)}svg .end{text-anchor:end}svg .middle{text-anchor:middle}
.fair{stroke:var(--soft);stroke-dasharray:4 3}.grid{stroke:var(--line)}
.span{stroke:var(--ink);stroke-width:2}.dot{fill:var(--ground);stroke:var(--ink);stroke-width:2}
.marked{fill:var(--bad);stroke:var(--bad)}.bar{fill:var(--mark)}.heat{fill:var(--mark)}
.line{fill:none;stroke-width:2;stroke:var(--mark)}.l1{stroke:var(--ink)}.l2{stroke:var(--bad)}
.l3{stroke:var(--soft)}
td.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
@media screen and (max-width:36rem){figure{overflow-x:auto}figure svg{min-width:32rem}}
@media print{figure svg{max-height:21cm}}
""".replace("\n", "")


def html(report: Report, other: Report | None = None) -> str:
    """Return the page; `other`: of another text, told beside it. Same reports, same bytes."""
    game = report.game
    title = escaped(game.name)
    options = "".join(f", {name} {value}" for name, value in game.options.items())
    sections = "".join(
        (
            _findings(report),
            _seats(report),
            _lengths(report),
            _choices(report),
            _arms(report),
            _effects(report),
            scores_section(report),
            course_section(report),
            stakes_section(report),
            _ladder(report),
            _variants(report),
            _reached(report),
            "" if other is None else _compared(report, other),
        )
    )
    return (
        f"{page_head(game.name, 'report', _STYLE)}"
        f'<header><h1>{title}</h1><p class="sub">{len(game.players)} players'
        f"{escaped(options)}. Rules {game.specification_hash[:12]}. {escaped(report.plays)}, "
        f"seed {report.seed}.</p></header>\n<main>\n{sections}</main>\n</html>\n"
    )


def framed(report: Report) -> str:
    """Return the page in a frame, for pages of others such as notebooks."""
    title = escaped(f"Report of {report.game.name}")
    page = escape(html(report))
    return f'<iframe title="{title}" srcdoc="{page}" width="100%" height="720"></iframe>'


def _findings(report: Report) -> str:
    found = report.findings
    if not found:
        return section("What stands out", paragraph("Nothing does."))
    items = "".join(f"<li>{_CODE.sub(_AS_CODE, escaped(text))}</li>" for text in found)
    return section("What stands out", f"<ul>{items}</ul>\n")


def _seats(report: Report) -> str:
    even = 0.5 if report.is_together else 1 / len(report.game.players)
    figures = []
    for shares in report.shares:
        rows = [
            Dot(player, share, *shares.interval(seat), is_marked=report.is_unfair(shares, seat))
            for seat, (player, share) in enumerate(zip(report.sides, shares.shares, strict=False))
        ]
        drawn = f"{shares.draws:,} of them drawn, which all seats share"
        caption = (
            f"What part of {shares.games:,} plays each seat wins, {_played(shares.who)}; "
            f"{drawn if shares.draws else 'none of them drawn'}; seed {report.seed}. Lines are "
            "intervals of 95 % (Wilson). Were all seats worth the same, shares as uneven as "
            f"these would come about with a probability of {shares.chance:.2g}."
        )
        title = f"Shares of plays by seat, {shares.who}"
        if report.is_together:
            title = f"Plays that all win, {shares.who}"
            caption = (
                f"What part of {shares.games:,} plays all win together, {_played(shares.who)}; "
                f"seed {report.seed}. The line is an interval of 95 % (Wilson); dashed: one half."
            )
        figures.append(figure(dots(rows, even, (0.0, 1.0), title), caption))
    return section("How often all win" if report.is_together else "Who wins, by seat", *figures)


def _played(who: str) -> str:
    if who == "random":
        return "played at random"
    return f"played by {who} in every seat" if who.startswith("mc:") else who


def _lengths(report: Report) -> str:
    low, middle, high = report.spread
    least, most = min(report.lengths, default=0), max(report.lengths, default=0)
    wide = max(1, -(-(most - least + 1) // _BARS))
    counts = [0] * ((most - least) // wide + 1)
    for length in report.lengths:
        counts[(length - least) // wide] += 1
    chart = bars(counts, (f"{least} choices", f"{most} choices"), "Lengths of plays")
    caption = (
        f"How many plays have so many choices; {report.plays}, seed {report.seed}. On average "
        f"{report.mean_length:.1f}; half of the plays have at most {middle}, and nine in ten from "
        f"{low} to {high}."
    )
    return section("How long it takes", figure(chart, caption))


def _choices(report: Report) -> str:
    bands = [at for at, count in enumerate(report.options.decisions) if count]
    to = report.options
    mean = tuple(to.options[at] / to.decisions[at] for at in bands)
    forced = tuple(to.forced[at] / to.decisions[at] for at in bands)
    ends = ("first choices", "last choices")
    most = max([*mean, 1.0])
    many = lines(
        [Line("options", mean)], (0.0, most), ends, "Options of a decision", in_percent=False
    )
    alone = lines([Line("one option", forced)], (0.0, 1.0), ends, "Decisions with one option")
    caption = (
        f"Options of a decision, on average over {_choices_each(report.width)}; {report.plays}, "
        f"seed {report.seed}. Over all of a play: {report.branching:.1f}."
    )
    only = (
        f"What part of the decisions has one option only; {report.plays}, seed {report.seed}. "
        f"Over all of a play: {percent(report.forced)}."
    )
    return section(
        "What there is to choose",
        figure(many, caption),
        figure(alone, only) if report.forced else paragraph("No decision has one option only."),
    )


def _choices_each(width: int) -> str:
    return "each choice" if width == 1 else f"every {width} choices"


def _arms(report: Report) -> str:
    rows = [
        (
            use.arm,
            str(use.line),
            _times(sum(use.offered)),
            _part(sum(use.chosen), sum(use.offered)),
            *(_part(c, o) for o, c in zip(use.offered, use.chosen, strict=True)),
        )
        for use in report.uses
    ]
    head = ("arm", "line", "offered", "chosen", *report.game.players)
    bands = [at for at, count in enumerate(report.options.decisions) if count]
    shown = [
        Line(
            use.arm, tuple(use.offered_by_band[at] / report.options.decisions[at] for at in bands)
        )
        for use in report.uses
    ]
    caption = (
        f"In what part of the decisions an arm was offered, as plays go on; {report.plays}, "
        f"seed {report.seed}.{_AT_RANDOM if report.random.who == 'random' else ''}"
    )
    return section(
        "What is used",
        table(head, rows),
        figure(heat(shown, "Arms offered"), caption),
        _kinds(report),
    )


def _times(count: int) -> str:
    return f"{count:,}" if count else "never"


def _part(chosen: int, offered: int) -> str:
    """Return in what part of the decisions that offered something it was chosen."""
    return often(chosen / offered) if offered else "–"


def _kinds(report: Report) -> str:
    """Return what became of kinds of components, those never offered first."""
    if not report.kind_uses:
        return ""
    never = [use for use in report.kind_uses if not sum(use.offered)]
    told = ""
    if never:
        groups = groupby(never[:_NAMED], lambda use: (use.arm, use.line))
        names = "; ".join(
            f"{arm} {', '.join(use.kind for use in group)} (line {line})"
            for (arm, line), group in groups
        )
        more = f" and {len(never) - _NAMED} more" if len(never) > _NAMED else ""
        told = paragraph(f"Never an option in {report.plays}: {names}{more}.")
    ordered = sorted(report.kind_uses, key=_chosen)[:_KINDS]
    rows = [
        (
            f"{use.arm} {use.kind}",
            str(use.line),
            _times(sum(use.offered)),
            _part(sum(use.chosen), sum(use.offered)),
        )
        for use in ordered
    ]
    left = len(report.kind_uses) - len(rows)
    said = f"{len(report.kind_uses)} kinds of components in arms, the least chosen first" + (
        f"; {left} more are in the data (--json)" if left else ""
    )
    head = ("arm and kind", "line", "an option", "chosen")
    return f"{told}<details><summary>{escaped(said)}</summary>{table(head, rows)}</details>\n"


def _chosen(use: KindUse) -> float:
    return sum(use.chosen) / max(1, sum(use.offered))


def _effects(report: Report) -> str:
    if not report.worths:
        return ""
    rows = [
        Dot(
            worth.name,
            worth.gain.value,
            worth.gain.value - worth.gain.doubt,
            worth.gain.value + worth.gain.doubt,
            is_marked=worth.is_marked,
        )
        for worth in report.worths
        if not worth.changes_nothing
    ]
    looked = f"{len(report.worths)} were tried" + (f", {report.sampled}" if report.sampled else "")
    farthest = max(0.2, *(abs(row.low) for row in rows), *(abs(row.high) for row in rows))
    far = ceil(10 * farthest) / 10
    caption = (
        "What a seat gains by being allowed an arm: its share of plays, less its share where it "
        "leaves the arm alone while it may do something else; "
        f"{report.effect_plays:,} pairs of random plays for each seat, alike up to the first "
        f"choice that is left out, seed {report.seed}; {looked}. Filled, with a star: worth more "
        f"than {percent(MARKED)} beyond its interval, with at most one false finding in twenty "
        "(Benjamini and Hochberg)."
    )
    nothing = told_of_nothing(report.worths)
    chart = figure(dots(rows, 0.0, (-far, far), "Worth of arms"), caption) if rows else ""
    return section("What an arm is worth", chart, paragraph(nothing) if nothing else "")


def _ladder(report: Report) -> str:
    left = paragraph(f"{report.left_out}.") if report.left_out else ""
    if not report.rungs:
        return section("Does skill tell", left) if left else ""
    rows = [
        Dot(f"{rung.stronger} v {rung.weaker}", rung.share, *rung.interval)
        for rung in report.rungs
    ]
    plays = together([f"{rung.games:,}" for rung in report.rungs])
    caption = (
        "What part of the plays a bot wins in which all other seats are played by a weaker one; "
        f"it takes each seat in turn; {plays} plays, seed {report.seed}. Lines are intervals of "
        "95 %. On the dashed line, an even share, thinking longer does not help."
    )
    if report.is_together:
        caption = (
            "What part of the plays all win where a bot plays every seat; "
            f"{plays} plays, seed {report.seed}. Lines are intervals of 95 %. Dashed: what all "
            "win at random."
        )
    chart = dots(rows, report.rungs[0].fair, (0.0, 1.0), "Ladder of bots")
    return section("Does skill tell", figure(chart, caption), left)


def _variant(report: Report, variant: Variant) -> tuple[str, ...]:
    first = variant.first
    low, high = variant.shares.interval(first)
    mark = " *" if report.is_unfair(variant.shares, first) else ""
    share = percent(variant.shares.shares[first])
    return (
        variant.name,
        f"{variant.length:.1f}",
        f"{variant.branching:.1f}",
        often(variant.forced),
        "all" if report.is_together else f"{variant.players[first]}{mark}",
        f"{share} ({percent(low)} to {percent(high)})",
        "–" if report.is_together else percent(1 / len(variant.players)),
        ", ".join(variant.unused) or "–",
    )


def _variants(report: Report) -> str:
    if not report.variants:
        return ""
    rows = [_variant(report, variant) for variant in report.variants]
    head = ("variant", "choices", "options", "one option", "leads", "share", "even", "never used")
    plays = report.variants[0].shares.games
    told = (
        f"What one setting changes, all others as reported: {plays} random plays of each, seed "
        f"{report.seed}. Shares are those of the seat with most, with Wilson's interval of 95 %; "
        "a star says that it stands out."
    )
    return section("Variants", table(head, rows), paragraph(told))


def _reached(report: Report) -> str:
    found = report.coverage
    if found is None:
        return ""
    missed = sorted(
        {(point.span.line, point.span.column, point.what) for point in found.unreached}
    )
    runs = " and ".join(
        f"{count} {name if count != 1 else name.removesuffix('s')}" for name, count in found.runs
    )
    if not missed:
        return section("What is reached", paragraph(f"Every rule line is reached, by {runs}."))
    rows = [(f"line {line}", str(column), what) for line, column, what in missed]
    return section(
        "What is reached",
        paragraph(f"Not reached by {runs}, over all players and options:"),
        table(("where", "column", "what"), rows, words=3),
    )


def _compared(report: Report, other: Report) -> str:
    title = f"Beside {other.game.name}, rules {other.game.specification_hash[:12]}"
    said = (
        f"Both from {report.plays}, seed {report.seed}. Shares are told by their intervals of "
        "95 %: where those of two texts do not meet, luck does not explain it."
    )
    rows = beside(report, other)
    return section(title, table(("figure", "other", "this"), rows), paragraph(said))
