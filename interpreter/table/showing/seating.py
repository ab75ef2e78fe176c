"""The page of who sits where at a table, and what its forms ask for.

A link to a seat is shown once, in the answer to who asked for it: nobody keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

import attrs

from interpreter.faults import IllegalAction
from interpreter.picture import readable
from interpreter.table.lobby import LONGEST_NAME, Lobby, Place, Room
from interpreter.table.stores.rows import SeatRow

BOTS: Final = {
    "random": "bot that plays at random",
    "mcts:200": "bot that plays at once",
    "mcts:2s": "bot that thinks two seconds",
    "mcts:10s": "bot that thinks ten seconds",
}


@attrs.frozen
class Said:
    """What comes of a request: a sentence, and the token of a link.

    `own`: the token opens the seat of who asked, and voids the one that he has.
    """

    text: str = ""
    token: str = ""
    own: bool = False


def asked(lobby: Lobby, seat: SeatRow, fields: Mapping[str, str]) -> Said:
    """Do what a form of the page asks for.

    Raises:
        IllegalAction: it is refused; the message is for who asked.
        Overtaken: others changed the table all the time.
        StoreDown: nothing was written.
    """
    place = fields.get("seat", "")
    number = int(place) if place.isascii() and place.isdigit() and len(place) < 4 else -1
    match fields.get("do"):
        case "sit":
            lobby.sit(seat, fields.get("name", ""))
        case "bot":
            lobby.fill(seat, _bot(fields), [number])
        case "fill":
            lobby.fill(seat, _bot(fields))
        case "free":
            return Said("Pass this link on to who shall sit there:", lobby.free(seat, number))
        case "renew":
            return Said(
                "Your seat has a new link; the old one is void:", lobby.renew(seat), own=True
            )
        case "watch":
            token = lobby.watch(seat, allowed=True)
            return Said("Who opens this link looks on:", token or "")
        case "unwatch":
            lobby.watch(seat, allowed=False)
        case "start":
            lobby.start(seat)
        case _:
            raise IllegalAction("that is nothing to be done with seats")
    return Said()


def _bot(fields: Mapping[str, str]) -> str:
    bot = fields.get("bot", "")
    if bot not in BOTS:
        raise IllegalAction(f"there is no such bot; there are {', '.join(BOTS)}")
    return bot


# ---------------------------------------------------------------- the page


def seating(room: Room, seat: int, base: str, said: Said, here: str = "") -> str:
    """Return the page's body for a seat. `base`: its address; `here`: that of the server."""
    is_host = seat == room.host
    is_open = room.phase == "open"
    return "".join(
        (
            f'<p id="said" role="status">{escape(said.text)}</p>',
            *_link(said, here),
            '<p id="start-note">Play has not begun.</p>' if is_open else "",
            f'<ol id="seats" start="1">{"".join(_seats(room, seat, base))}</ol>',
            *_own(room, seat, base),
            *(_host(room, base) if is_host else ()),
            "" if is_open else f'<p><a href="{escape(base)}">To the table</a></p>',
        )
    )


def _link(said: Said, here: str) -> Iterator[str]:
    if said.token:
        link = escape(f"{here}/join#{said.token}")
        yield (
            f'<p><label for="link">link</label> <input id="link" class="link" readonly'
            f' value="{link}"></p>'
        )


def _seats(room: Room, seat: int, base: str) -> Iterator[str]:
    is_host = seat == room.host
    for place in room.places:
        whose = " (you)" if place.seat == seat else ""
        yield f"<li><b>{escape(readable(place.player))}</b>: {_sitter(place)}{whose}"
        if is_host and place.seat != seat:
            bot = f"{_kinds(place)}<button>Let a bot play</button>"
            yield _form(base, f"b{place.seat}", "bot", bot, place.seat)
            if room.phase == "open":
                yield _form(
                    base, f"f{place.seat}", "free", "<button>New link</button>", place.seat
                )


def _sitter(place: Place) -> str:
    if place.bot is not None:
        return escape(BOTS.get(place.bot, f"bot {place.bot}"))
    return escape(place.name) if place.name else "nobody yet"


def _own(room: Room, seat: int, base: str) -> Iterator[str]:
    name = room.places[seat].name
    if not name and room.phase == "open":
        yield "<p>Say who you are: then the others see that you have come.</p>"
    yield _form(
        base,
        "sit",
        "sit",
        f'<label for="name">your name</label> <input id="name" name="name" required'
        f' maxlength="{LONGEST_NAME}" value="{escape(name)}" autocomplete="nickname">'
        " <button>That is me</button>",
    )
    yield _form(base, "renew", "renew", "<button>New link to my own seat</button>")


def _host(room: Room, base: str) -> Iterator[str]:
    yield "<h2>You are the host</h2>"
    if room.phase == "open":
        if room.missing:
            kinds = _kinds(None)
            yield _form(base, "fill", "fill", f"{kinds}<button>Bots for all free seats</button>")
        yield _form(base, "start", "start", "<button>Start</button>")
    again = "New link to look on; the old one is void" if room.watched else "Link to look on"
    yield _form(base, "watch", "watch", f"<button>{again}</button>")
    if room.watched:
        yield _form(base, "unwatch", "unwatch", "<button>Let nobody look on</button>")


def _kinds(place: Place | None) -> str:
    label = "bots" if place is None else f"bot for {readable(place.player)}"
    options = "".join(f'<option value="{kind}">{escape(words)}' for kind, words in BOTS.items())
    return f'<select name="bot" aria-label="{escape(label)}">{options}</select> '


def _form(base: str, name: str, do: str, inside: str, seat: int | None = None) -> str:
    which = "" if seat is None else f'<input type="hidden" name="seat" value="{seat}">'
    return (
        f'<form method="post" action="{escape(base)}/lobby" id="{name}">'
        f'<input type="hidden" name="do" value="{do}">{which}{inside}</form>'
    )
