"""A report as one page: nothing is fetched, nothing runs, and it prints well."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from interpreter.picture.ink.svg import escaped
from interpreter.picture.paged import page_head
from interpreter.report.charts import Dot, Line, bars, dots, heat, lines, percent
from interpreter.report.model import Report, beside
from interpreter.report.uses import MARKED
from interpreter.report.variants import Variant

_BARS: Final = 40
_CODE: Final = re.compile("`([^`]+)`")
_AS_CODE: Final = r"<code>\1</code>"
_AT_RANDOM: Final = (
    " At random, how often an arm is chosen says how many options it had, not how good it is."
)
_STYLE: Final = """
body{max-width:46rem;font:1rem/1.5 system-ui,'DejaVu Sans',sans-serif}
h1{margin:.5rem 0 0}h2{margin-top:2.2rem}
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
            _course(report),
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


def _section(title: str, *parts: str) -> str:
    return f"<section><h2>{escaped(title)}</h2>\n{''.join(parts)}</section>\n"


def _figure(chart: str, caption: str) -> str:
    return f"<figure>{chart}<figcaption>{escaped(caption)}</figcaption></figure>\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{escaped(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>"
        f"<td>{escaped(row[0])}</td>"
        + "".join(f'<td class="n">{escaped(cell)}</td>' for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return f'<div class="table"><table><thead><tr>{top}</tr></thead>{body}</table></div>\n'


def _paragraph(text: str) -> str:
    return f"<p>{escaped(text)}</p>\n"


def _findings(report: Report) -> str:
    found = report.findings
    if not found:
        return _section("What stands out", _paragraph("Nothing does."))
    items = "".join(f"<li>{_CODE.sub(_AS_CODE, escaped(text))}</li>" for text in found)
    return _section("What stands out", f"<ul>{items}</ul>\n")


def _seats(report: Report) -> str:
    even = 1 / len(report.game.players)
    figures = []
    for shares in report.shares:
        rows = [
            Dot(player, share, *shares.interval(seat), is_marked=report.is_unfair(shares, seat))
            for seat, (player, share) in enumerate(
                zip(report.game.players, shares.shares, strict=True)
            )
        ]
        caption = (
            f"What part of {shares.games} plays each seat has; all seats are {shares.who}, "
            f"{shares.draws} draws, seed {report.seed}. Lines are intervals of 95 %; so uneven by "
            f"luck: {shares.chance:.3g}."
        )
        title = f"Shares of plays by seat, {shares.who}"
        figures.append(_figure(dots(rows, even, (0.0, 1.0), title), caption))
    return _section("Who wins, by seat", *figures)


def _lengths(report: Report) -> str:
    low, middle, high = report.spread
    least, most = min(report.lengths, default=0), max(report.lengths, default=0)
    wide = max(1, -(-(most - least + 1) // _BARS))
    counts = [0] * ((most - least) // wide + 1)
    for length in report.lengths:
        counts[(length - least) // wide] += 1
    chart = bars(counts, (f"{least} choices", f"{most} choices"), "Lengths of plays")
    caption = (
        f"Choices in a play, {report.plays}, seed {report.seed}: mean "
        f"{report.mean_length:.1f}; 5, 50 and 95 of 100 keep to {low}, {middle}, {high}."
    )
    return _section("How long it takes", _figure(chart, caption))


def _choices(report: Report) -> str:
    bands = [at for at, count in enumerate(report.options.decisions) if count]
    to = report.options
    mean = tuple(to.options[at] / to.decisions[at] for at in bands)
    forced = tuple(to.forced[at] / to.decisions[at] for at in bands)
    ends = ("first choices", "last choices")
    many = lines([Line("options", mean)], (0.0, max([*mean, 1.0])), ends, "Options of a decision")
    alone = lines([Line("one option", forced)], (0.0, 1.0), ends, "Decisions with one option")
    caption = (
        f"Options of a decision on average, over {report.width} choices a step; "
        f"{report.plays}, seed {report.seed}; overall {report.branching:.1f}."
    )
    return _section(
        "What there is to choose",
        _figure(many, caption),
        _figure(alone, f"Decisions with one option: {percent(report.forced)} of all."),
    )


def _arms(report: Report) -> str:
    rows = [
        (
            use.arm,
            str(use.line),
            str(sum(use.offered)),
            percent(use.share),
            *(percent(c / max(1, o)) for o, c in zip(use.offered, use.chosen, strict=True)),
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
    return _section(
        "What is used", _table(head, rows), _figure(heat(shown, "Arms offered"), caption)
    )


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
    ]
    looked = f"{len(rows)} were tried" + (f", {report.sampled}" if report.sampled else "")
    far = max(0.2, *(abs(row.low) for row in rows), *(abs(row.high) for row in rows))
    caption = (
        "What a seat gains by being allowed an arm: its share of plays, less its share where it "
        "leaves the arm alone while it may do something else; "
        f"{report.effect_plays} pairs of random plays for each seat, alike up to the first choice "
        f"that is left out, seed {report.seed}; {looked}. Filled: more than {percent(MARKED)} "
        "beyond doubt, false findings held to one in twenty (Benjamini and Hochberg)."
    )
    return _section(
        "What an arm is worth",
        _figure(dots(rows, 0.0, (-far, far), "Worth of arms"), caption),
    )


def _course(report: Report) -> str:
    found = report.course
    if found is None:
        return ""
    chart = lines(
        [Line("winner's worth", found.winner), Line("uncertainty", found.uncertainty)],
        (0.0, 1.0),
        ("start", "end"),
        "The course of plays",
    )
    caption = (
        f"What positions are worth to whoever wins, and how open plays are (entropy; 1: all seats "
        f"alike); {found.games} random plays, {found.tries} playouts from each position, seed "
        f"{report.seed}."
    )
    told = (
        f"The lead changes {found.lead_changes:.2f} times in a play. Winners come "
        f"{percent(found.drama)} below an even share at their worst, what luck of playouts makes "
        f"of it left out. In the middle play the winner is never behind again after "
        f"{percent(found.decided)} of it."
    )
    return _section("When it is decided", _figure(chart, caption), _paragraph(told))


def _ladder(report: Report) -> str:
    left = _paragraph(f"{report.left_out}.") if report.left_out else ""
    if not report.rungs:
        return _section("Does skill tell", left) if left else ""
    rows = [
        Dot(f"{rung.stronger} v {rung.weaker}", rung.share, *rung.interval)
        for rung in report.rungs
    ]
    plays = ", ".join(str(rung.games) for rung in report.rungs)
    caption = (
        f"What part of its plays one bot has against seats of a weaker one, in each seat in turn; "
        f"{plays} plays, seed {report.seed}. The dashed line is an even share: a rung on it "
        "says that thinking longer does not help these bots."
    )
    chart = dots(rows, report.rungs[0].fair, (0.0, 1.0), "Ladder of bots")
    return _section("Does skill tell", _figure(chart, caption), left)


def _variant(report: Report, variant: Variant) -> tuple[str, ...]:
    first = variant.first
    low, high = variant.shares.interval(first)
    mark = " *" if report.is_unfair(variant.shares, first) else ""
    share = percent(variant.shares.shares[first])
    return (
        variant.name,
        f"{variant.length:.1f}",
        f"{variant.branching:.1f}",
        percent(variant.forced),
        f"{variant.players[first]}{mark}",
        f"{share} ({percent(low)} to {percent(high)})",
        percent(1 / len(variant.players)),
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
    return _section("Variants", _table(head, rows), _paragraph(told))


def _reached(report: Report) -> str:
    found = report.coverage
    if found is None:
        return ""
    missed = sorted(
        {(point.span.line, point.span.column, point.what) for point in found.unreached}
    )
    runs = ", ".join(f"{count} {name}" for name, count in found.runs)
    if not missed:
        return _section("What is reached", _paragraph(f"Every rule line is, by {runs}."))
    rows = [(f"line {line}", str(column), what) for line, column, what in missed]
    return _section(
        "What is reached",
        _paragraph(f"Not reached by {runs}, over all players and options:"),
        _table(("where", "column", "what"), rows),
    )


def _compared(report: Report, other: Report) -> str:
    title = f"Beside {other.game.name}, rules {other.game.specification_hash[:12]}"
    return _section(title, _table(("figure", "other", "this"), beside(report, other)))
