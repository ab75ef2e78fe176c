"""Edges of a map with what lies on them, marked where one may act."""

from __future__ import annotations

from interpreter.picture.boarding import Placed, course, middle_of
from interpreter.picture.boards import Line
from interpreter.picture.contents import Content, contents, drawn
from interpreter.picture.faces import KNOB, knob
from interpreter.picture.ink.svg import Piece, circle, num, path
from interpreter.picture.moment import Moment

_THICK = 9.0


def edge(moment: Moment, found: Placed, line: Line) -> str:
    """Return what lies on an edge: a thick line in its colour, with its letter in the middle.

    An edge on which nothing lies and nothing may be done is the line of the map, no more: the
    places at its ends say that they are joined.
    """
    lying = contents(moment, line.cells)
    course_ = course(found, line)
    x, y = middle_of(found, line)
    spots = tuple(line.cells)
    body = ""
    changed = moment.changed((line.spot, *spots))
    ids = moment.may((line.spot, *spots, *(c.spot for c in lying)))
    if ids:
        body += path(course_, "ce", f' stroke-width="{num(_THICK + 7)}"')
    left = not moment.sight.since.left.isdisjoint(spots)
    if changed and (lying or not left):
        body += path(course_, "ne", f' stroke-width="{num(_THICK + 3)}"')
    if len(lying) == 1 and lying[0].many == 1 and lying[0].shape in {"thing", "stone", "figure"}:
        body += _thick(moment, lying[0], course_, (x, y), changed=changed)
    elif lying:
        body += drawn(moment, lying, (x, y), (28.0, 0.0))
    elif left:
        body += circle((x, y), 4, "nd")
    if ids and not lying:
        body += circle((x, y), 6, "cf")
    if not body:
        return ""
    sentence = moment.said_of(line.name, spots)
    besides = tuple(dict.fromkeys(s for s in (*spots, *(c.spot for c in lying)) if s != line.spot))
    return moment.thing(line.spot, body, sentence, besides=besides)


def _thick(
    moment: Moment, content: Content, course_: str, at: tuple[float, float], *, changed: bool
) -> str:
    """Return the line of what lies on an edge, and a disc with its letter if it has one."""
    faces, palette = moment.plan.faces, moment.plan.palette
    x, y = at[0] - KNOB, at[1] - KNOB
    disc = ""
    if content.shape == "thing":
        colour = faces.colour(content.number)
        if letter := moment.plan.kinds.letters[content.number]:
            disc = moment.use(faces.knob(None, content.number, letter), x, y)
    elif content.shape == "stone":
        colour = palette.players[content.number]
        if not palette.tell_apart:
            disc = moment.use(faces.knob(content.number, 0, palette.letters[content.number]), x, y)
    else:
        colour = content.colour
        disc = Piece(2 * KNOB, 2 * KNOB, knob(colour, content.words)).at(x, y)
    body = path(course_, "r1", f' stroke="{colour}"')
    if disc and changed:
        body += circle(at, KNOB + 1, "nf")
    return moment.part(content.spot, body + disc)
