"""The pages of a table as HTML: what a seat sees, drawn here, and forms for all that it may do.

Every page works without a script. The one of ours (`static/table.js`) fetches the same page when
the table has changed, and lets choices be made on the picture.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

import attrs

from interpreter.document.sight import Offer, Sight
from interpreter.picture import picture
from interpreter.table.live import Live

_STYLE: Final = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
_FOLDED: Final = 24


@attrs.frozen
class Page:
    """A page. `styles`: the hashes of what it has between style tags, for its policy."""

    html: str
    styles: tuple[str, ...] = ()


def seat_page(live: Live, seat: int | None, base: str, said: str = "") -> Page:
    """Return the page of a seat; None: of an onlooker. `base`: the address of the seat.

    `said`: what was answered to the last choice, such as why it was refused.
    """
    sight = live.state.sight(seat)
    wide = picture(live.game.document(), sight, live.look, 1280)
    narrow = picture(live.game.document(), sight, live.look, 390)
    who = "onlooker" if seat is None else live.game.players[seat]
    body = "\n".join(
        (
            f'<main id="table" data-n="{live.n}">',
            f'<p id="said" role="status">{escape(said)}</p>',
            f'<section class="wide" id="wide" aria-label="the table">{wide}</section>',
            f'<section class="narrow" id="narrow" aria-label="the table">{narrow}</section>',
            *_forms(live, sight, seat, base),
            *_log(live, seat),
            "</main>",
        )
    )
    styles = tuple(dict.fromkeys(_hash(found) for found in _STYLE.findall(body)))
    title = f"{live.game.name}, {who}"
    stream = f' data-stream="{escape(base)}/stream"'
    return Page(_page(title, body, stream), styles)


def plain_page(title: str, body: str) -> Page:
    """Return a page with a heading and some HTML."""
    return Page(_page(title, f"<main><h1>{escape(title)}</h1>{body}</main>"))


def join_page(said: str = "") -> Page:
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
        '<link rel="stylesheet" href="/static/table.css">'
        '<link rel="icon" href="data:,">'
        '<script src="/static/table.js" defer></script></head>\n'
        f"<body{more}>\n{body}\n</body>\n</html>\n"
    )


def _hash(style: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"


def _forms(live: Live, sight: Sight, seat: int | None, base: str) -> Iterator[str]:
    if seat is None:
        return
    hidden = (
        f'<input type="hidden" name="revision" value="{live.revision(seat)}">'
        f'<input type="hidden" name="key" value="{secrets.token_urlsafe(12)}">'
    )
    yield f'<nav id="choices" aria-label="what you may do">{_asked(live, sight, seat)}'
    if sight.offers:
        yield f'<form method="post" action="{escape(base)}/choices" id="offers">{hidden}'
        yield _buttons(sight.offers)
        yield "</form>"
        yield (
            f'<form method="post" action="{escape(base)}/choices" id="typed">{hidden}'
            '<label for="line">or type it</label> '
            '<input id="line" name="action" maxlength="200" autocomplete="off" '
            f'placeholder="{escape(sight.offers[0].text)}"> <button>Do it</button></form>'
        )
    yield (
        f'<form method="post" action="{escape(base)}/undo" id="undo">{hidden}'
        '<button title="if nobody has noticed">Take back my last choice</button></form>'
    )
    yield "</nav>"


def _asked(live: Live, sight: Sight, seat: int) -> str:
    if sight.outcome is not None:
        return "<h2>The game is over</h2>"
    if sight.to_act == seat:
        return '<h2>Your choice</h2><p id="hint"></p>'
    assert sight.to_act is not None, "somebody is to choose until the game is over"
    return f"<h2>{escape(live.game.players[sight.to_act])} is to choose</h2>"


def _buttons(offers: Sequence[Offer]) -> str:
    texts = [
        f'<button name="action" value="{offer.id}" title="{escape(offer.text)}">'
        f"{escape(offer.say())}</button>"
        for offer in offers
    ]
    if len(texts) <= _FOLDED:
        return "".join(texts)
    return f"<details><summary>all {len(texts)} choices</summary>{''.join(texts)}</details>"


def _log(live: Live, seat: int | None) -> Iterator[str]:
    told = live.moment.stream(seat).events
    lines = "".join(f"<li>{escape(str(event['sentence']))}</li>" for event in told[-60:])
    for bot in sorted(set(live.drawn)):
        yield (
            f"<p>The bot of {escape(live.game.players[bot])} gave no answer in time; choices drawn"
            f" at random for it: {live.drawn.count(bot)}.</p>"
        )
    if lines:
        yield f'<details id="log" open><summary>what happened</summary><ol>{lines}</ol></details>'
