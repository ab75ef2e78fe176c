"""The pages of a table as HTML: what a seat sees, drawn here, and forms for all that it may do.

Every page works without a script. The one of ours (`sent.script`) asks for what has changed
(`books`), and lets choices be made on the picture.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

import attrs

from interpreter.document import causes_known
from interpreter.document.sight import Offer, Sight
from interpreter.observation import asked_next
from interpreter.picture import readable, result_text
from interpreter.play import lines_to_end
from interpreter.state import State
from interpreter.table.live import Live
from interpreter.table.showing.drawing import WIDE, drawn
from interpreter.table.showing.log import log, told_by
from interpreter.table.showing.notices import Shown
from interpreter.table.showing.release import release
from interpreter.table.showing.why import barred
from interpreter.table.showing.wording import Wording, wording_of

_FOLDED: Final = 24
_TABLES: Final = 4
"""So many tables of a text can be sent in a form."""

_LINE: Final = 200
"""Characters of a quoted line; the page folds it."""

_WAYS: Final = {"do": "Do it", "back": "Back", "where": "Show where"}
_KEY: Final = "?key?"  # what scripts fill in themselves
_REVISION: Final = "?revision?"


@attrs.frozen
class Looking:
    """How somebody looks at a table. `seat`: None for an onlooker; `base`: the seat's address.

    `width`: of the picture, in pixels. `step`: which moment of the play, from 0; None: now.
    `notice`: what the author of the rule text is told. `early`: the choice that it has left for
    when it is asked, by number. `names`: what those at the seats are called, by seat. `author`:
    the address of what is there for the author of the rules, "" for nothing.
    """

    seat: int | None
    base: str
    width: int = WIDE
    step: int | None = None
    notice: Shown | None = None
    early: int | None = None
    names: tuple[str, ...] = ()
    author: str = ""


def seat_page(live: Live, looking: Looking, said: str = "") -> str:
    """Return the page of a seat.

    `said`: what was answered to the last choice, such as why it was refused.
    """
    seat = looking.seat
    body = table(live, looking, said).replace(_KEY, secrets.token_urlsafe(12))
    if seat is not None:
        body = body.replace(_REVISION, str(live.revision(seat)))
    who = "onlooker" if seat is None else readable(live.game.players[seat])
    data = f' data-base="{escape(looking.base)}" data-width="{looking.width}"'
    data += f' data-release="{release()}"'
    news = '<p id="news" class="unseen" role="log" aria-live="polite"></p>'
    return _page(f"{readable(live.game.name)}, {who}", body + news, data)


def table(live: Live, looking: Looking, said: str = "") -> str:
    """Return the part of a page that changes while people play: the same for the same moment."""
    last = live.steps
    step = last if looking.step is None else min(looking.step, last)
    is_now = step == last
    then_at = live.state if is_now else _moments(live.state)[step]
    sight = then_at.sight(looking.seat)
    if not is_now:
        sight = attrs.evolve(sight, offers=())
    elif looking.seat is not None:
        sight = _foreseeing(live, sight, looking.seat)
    told = len(live.moment.stream(looking.seat).events)
    then = "" if is_now else step
    then_told = None if is_now else told_by(live, looking.seat, then_at)
    revision = 0 if looking.seat is None else live.revision(looking.seat)
    return "".join(
        (
            f'<main id="table" data-n="{live.n}" data-told="{told}" data-step="{then}"',
            f' data-revision="{revision}">',
            f'<p id="said" role="status">{escape(said)}</p>',
            *_noticed(looking),
            f'<section id="picture" aria-label="the table">{drawn(live, sight, looking.width)}',
            "</section>",
            '<section id="side" aria-label="what you may do, and what happened">',
            *(_forms(live, sight, looking) if is_now else _past(looking, step, last)),
            *_steps(looking, step, last),
            *_drawn_for_bots(live),
            *log(live, looking.seat, then_told),
            "</section></main>",
        )
    )


def _noticed(looking: Looking) -> Iterator[str]:
    """Yield what the author of the rule text is told, with a way back where there is one."""
    notice = looking.notice
    if notice is None:
        return
    yield f'<section id="notice" role="status"><h2>{escape(notice.title)}</h2>'
    yield f"<p>{escape(notice.own)}</p>" if notice.own else ""
    yield _lines(notice.text)
    if notice.can_go_back:
        yield f'<form method="post" action="{escape(looking.base)}/author" id="author">'
        yield '<button name="do" value="back">Go on from before that choice</button></form>'
    yield "</section>"


def _lines(text: str) -> str:
    """Return lines that keep their places, and can be scrolled by keys where they are long."""
    return f'<pre tabindex="0">{escape(text)}</pre>' if text else ""


def findings_page(title: str, findings: str) -> str:
    """Return a page that shows what is wrong in a rule text; its script looks again."""
    body = f'<main class="plain"><h1>{escape(title)}</h1>{_lines(findings)}</main>'
    return _page(title, body, " data-front")


def upload_page(fields: Mapping[str, str] | None = None, said: str = "") -> str:
    """Return the page that takes a rule text.

    `fields`: as they were sent; `said`: what is wrong with them.
    """
    sent = fields or {}

    def value(name: str) -> str:
        return escape(sent.get(name, ""))

    tables = "".join(
        f'<p><label for="name{n}">table {n}</label> <input id="name{n}" name="name{n}"'
        f' placeholder="cards.csv" maxlength="80" value="{value(f"name{n}")}"></p>'
        f'<textarea name="table{n}" aria-label="what table {n} holds" rows="4">'
        f"\n{value(f'table{n}')}</textarea>"
        for n in range(1, _TABLES + 1)
    )
    return plain_page(
        "A table for rules of your own",
        (f'<section id="notice" role="alert">{_lines(said)}</section>' if said else "")
        + '<form method="post" action="/new"><p><label for="text">The rule text</label></p>'
        f'<textarea id="text" name="text" rows="20" required>\n{value("text")}</textarea>'
        '<p><label for="players">players</label> <input id="players" name="players" size="3"'
        f' inputmode="numeric" value="{value("players")}"> <label for="options">options</label>'
        f' <input id="options" name="options" placeholder="board=west"'
        f' value="{value("options")}"></p>'
        f"<details><summary>tables that the text reads</summary>{tables}</details>"
        "<button>Open a table</button></form>",
    )


def _foreseeing(live: Live, sight: Sight, seat: int) -> Sight:
    """Return what a seat sees with what it will be offered, where others cannot change that."""
    question = None if sight.to_act == seat else asked_next(live.state, seat)
    return sight if question is None else attrs.evolve(sight, offers=question.sight(seat).offers)


def plain_page(title: str, body: str) -> str:
    """Return a page with a heading and some HTML."""
    return _page(title, f'<main class="plain"><h1>{escape(title)}</h1>{body}</main>')


def lobby_page(body: str, base: str) -> str:
    """Return the page of who sits where. `base`: the address of the seat that looks."""
    main = f'<main class="plain" id="lobby"><h1>Who sits where</h1>{body}</main>'
    return _page("Who sits where", main, f' data-lobby="{escape(base)}"')


def join_page(said: str = "") -> str:
    """Return the page where a link to a seat leads: one button, which sends the token.

    The token stands behind the `#` of the link, which browsers do not send.
    """
    return plain_page(
        "Take your seat",
        f'<p role="status">{escape(said)}</p>'
        '<form method="post" action="/join"><label for="token">The code of your link</label> '
        '<input id="token" name="token" required maxlength="22" autocomplete="off"> '
        "<button>Sit down</button></form>",
    )


def _page(title: str, body: str, more: str = "") -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>"
        f'<link rel="stylesheet" href="/static/picture.css?v={release()}">'
        f'<link rel="stylesheet" href="/static/table.css?v={release()}">'
        '<link rel="icon" href="data:,">'
        f'<script src="/static/table.js?v={release()}" defer></script></head>\n'
        f"<body{more}>\n{body}\n</body>\n</html>\n"
    )


# ---------------------------------------------------------------- what one may do


def _forms(live: Live, sight: Sight, looking: Looking) -> Iterator[str]:
    seat = looking.seat
    yield f'<section id="choices" aria-labelledby="asked">{_asked(live, sight, looking)}'
    if seat is None:
        yield "</section>"
        return
    wording = wording_of(live)
    yield from _early(sight, looking, wording)
    base = escape(looking.base)
    hidden = (
        f'<input type="hidden" name="revision" value="{_REVISION}">'
        f'<input type="hidden" name="key" value="{_KEY}">'
    )
    if sight.offers:
        yield f'<form method="post" action="{base}/choices" id="offers">{hidden}'
        yield _buttons(sight.offers, wording)
        yield "</form>"
        yield (
            f'<form method="post" action="{base}/choices" id="typed">{hidden}'
            '<label for="line">or type it</label> '
            '<input id="line" name="action" maxlength="200" autocomplete="off" '
            f'placeholder="{escape(sight.offers[0].text)}"> <button>Do it</button></form>'
        )
    if sight.to_act == seat:
        yield f'<form method="get" action="{base}/why" id="why">'
        yield from _barred(live)
        yield (
            '<label for="what">what is, or why not</label> '
            '<input id="what" name="text" maxlength="200" autocomplete="off"> '
            "<button>Ask</button></form>"
        )
    yield from _taking_back(live, seat, base, hidden)
    author = f' <a href="{looking.author}">Report, rulebook, debug</a>' if looking.author else ""
    yield f'<p><a href="{base}/lobby">Who sits where</a>{author}</p></section>'


def _taking_back(live: Live, seat: int, base: str, hidden: str) -> Iterator[str]:
    """Yield the form to take a choice back, or to answer who asks for that."""
    asking = live.asking
    if asking is None:
        yield (
            f'<form method="post" action="{base}/back" id="undo">{hidden}'
            '<button name="answer" value="ask" title="where others noticed it they are asked">'
            "Take back my last choice</button></form>"
        )
        return
    who = escape(readable(live.game.players[asking.seat]))
    if seat == asking.seat:
        said, answers = "You ask to take your last choice back.", {"decline": "Let it stand"}
    elif seat in asking.agreed:
        said, answers = f"{who} may take the last choice back, you say.", {}
    else:
        said = f"{who} asks to take the last choice back."
        answers = {"agree": "Agree", "decline": "No"}
    buttons = "".join(
        f'<button name="answer" value="{answer}">{words}</button>'
        for answer, words in answers.items()
    )
    yield (
        f'<form method="post" action="{base}/back" id="answer">{hidden}'
        f'<p role="status">{said}</p>{buttons}</form>'
    )


def _asked(live: Live, sight: Sight, looking: Looking) -> str:
    if sight.outcome is not None:
        told = escape(result_text(sight.outcome, live.game.players))
        return _prompt("The game is over") + f"<p>{told}</p>" + _why_over(live, looking.seat)
    assert sight.to_act is not None, "somebody is to choose until the game is over"
    can_choose = looking.seat is not None and bool(sight.offers)
    if sight.to_act == looking.seat:
        return _prompt("Your choice", can_choose=can_choose)
    player = live.game.players[sight.to_act]
    name = looking.names[sight.to_act] if looking.names else ""
    known = f"{readable(player)} ({name})" if name not in {"", player} else readable(player)
    return _prompt(f"{known} is to choose", can_choose=can_choose)


def _why_over(live: Live, seat: int | None) -> str:
    """Return what a seat knows of the lines of the rules that led to the end; "" for nothing."""
    lines = "\n".join(lines_to_end(causes_known(live.state, seat), _LINE))
    if not lines:
        return ""
    told = f"<summary>Why play is over</summary><pre>{escape(lines)}</pre>"
    return f'<details id="over">{told}</details>'


def _early(sight: Sight, looking: Looking, wording: Wording) -> Iterator[str]:
    """Yield that a seat may choose before it is asked, and what it has chosen."""
    if sight.to_act == looking.seat or not sight.offers:
        return
    kept = next((offer for offer in sight.offers if offer.id == looking.early), None)
    if kept is None:
        words = (
            "You may choose already: nothing that is chosen before can change what you are asked."
            " Your choice is made when you are asked, and nobody hears of it before."
        )
    else:
        words = f"{wording.said(kept.say())}: kept until you are asked. You may still choose anew."
    yield f'<p id="early" role="status">{escape(words)}</p>'


def _prompt(words: str, *, can_choose: bool = False) -> str:
    """Return what stays in sight on a narrow page; the script tells there what is left.

    `can_choose`: with buttons for the script, where what there is to point at may be out of sight.
    """
    heading = f'<h2 id="asked" tabindex="-1">{escape(words)}</h2>'
    ways = "".join(
        f'<button type="button" value="{value}">{text}</button>' for value, text in _WAYS.items()
    )
    ways = f'<p id="ways">{ways}</p>' if can_choose else ""
    return f'<div id="prompt">{heading}<p id="hint"></p>{ways}</div>'


def _buttons(offers: Sequence[Offer], wording: Wording) -> str:
    texts = [
        f'<button name="action" value="{offer.id}" title="{escape(offer.text)}">'
        f"{escape(wording.said(offer.say()))}</button>"
        for offer in offers
    ]
    if len(texts) <= _FOLDED:
        return "".join(texts)
    summary = f"<summary>all {len(texts)} choices</summary>"
    return f'<details id="all">{summary}{"".join(texts)}</details>'


def _barred(live: Live) -> Iterator[str]:
    """Yield a grey button for each arm of which nothing is legal: it asks why."""
    for arm in barred(live):
        yield (
            f'<button name="about" value="{escape(arm)}" aria-disabled="true"'
            f' title="why not?">{escape(readable(arm))}</button>'
        )


# ---------------------------------------------------------------- the way here


def _moments(state: State) -> list[State]:
    """Return the states at which somebody was to choose, and the last one."""
    return [at for at in state.path if at.is_terminal or at.current_player >= 0]


def _past(looking: Looking, step: int, last: int) -> Iterator[str]:
    yield (
        f'<section id="choices" aria-labelledby="asked">'
        f"{_prompt(f'Step {step} of {last}, as you saw it')}"
        f'<p><a id="now" href="{escape(looking.base)}">Back to now</a></p></section>'
    )


def _steps(looking: Looking, step: int, last: int) -> Iterator[str]:
    if last > 0:
        yield (
            f'<form method="get" action="{escape(looking.base)}" id="past">'
            f'<label for="step">step</label> <input type="range" id="step" name="step" min="0"'
            f' max="{last}" value="{step}"> <button>Look</button></form>'
        )


def _drawn_for_bots(live: Live) -> Iterator[str]:
    for bot in sorted(set(live.drawn)):
        yield (
            f"<p>The bot of {escape(readable(live.game.players[bot]))} gave no answer in time;"
            f" choices drawn at random for it: {live.drawn.count(bot)}.</p>"
        )
