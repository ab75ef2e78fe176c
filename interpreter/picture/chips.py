"""Values as chips: `coins 3`, `chips marble 3, iron 0`, a player with his disc."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from interpreter.document.model import Index, Variable
from interpreter.document.sight import Score, Spot, ValueSight
from interpreter.labels import named
from interpreter.picture.ink.measure import cut, width_of
from interpreter.picture.ink.svg import Piece, escaped, num, rect, text
from interpreter.picture.moment import Moment
from interpreter.picture.names import readable
from interpreter.picture.plan import ValuePart
from rulelang.rule_types import Flag, is_member, plain

HEIGHT = 23.0
_SIZE, _BOLD = 10.5, 12.0
_PAD, _GAP, _DISC = 9.0, 5.0, 15.0
_WIDEST = 420.0


@attrs.define
class _Row:
    """What is written in a chip, from the left, and how far it has come."""

    moment: Moment
    room: float
    x: float = _PAD
    body: str = ""

    def name(self, words: str) -> None:
        words = cut(words, max(self.room - self.x - _PAD, 30.0), _SIZE)
        self.body += text(words, (self.x, HEIGHT / 2), _SIZE, "s")
        self.x += width_of(words, _SIZE) + _GAP

    def value(self, words: str, classes: str = "i b") -> None:
        words = cut(words, max(self.room - self.x - _PAD, 30.0), _BOLD, bold=True)
        self.body += text(words, (self.x, HEIGHT / 2), _BOLD, classes)
        self.x += width_of(words, _BOLD, bold=True) + _GAP

    def disc(self, player: int) -> None:
        symbol = self.moment.plan.faces.player(player, _DISC)
        self.body += self.moment.use(symbol, self.x, (HEIGHT - _DISC) / 2)
        self.x += _DISC + _GAP - 1


def idle(value: ValueSight, variable: Variable) -> bool:
    """Return whether a value says nothing: none, false, or 0 in what begins anew each turn."""
    if not value.sees:
        return False
    if value.value is None or value.value == ():
        return True
    if value.value:
        return False
    return isinstance(plain(variable.type), Flag) or (variable.fresh and _is_number(variable))


def _is_number(variable: Variable) -> bool:
    return not is_member(variable.type, "Player") and not hasattr(plain(variable.type), "words")


def chip(moment: Moment, part: ValuePart, room: float, *, score: bool = False) -> Piece | None:
    """Return a family of variables in one chip; None where all of it says nothing.

    Cells over more than a player are listed: `chips marble 3, iron 0`. Numbers at 0 stay there,
    as a number that is missing tells less than a 0.
    """
    found = [(index, moment.values.get((part.variable.name, index))) for index in part.cells]
    known = [(index, value) for index, value in found if value is not None]
    telling = [(index, v) for index, v in known if not idle(v, part.variable)]
    if not telling:
        return None

    def drawn() -> tuple[float, Piece]:
        piece = _written(moment, part, telling, most, score=score)
        return piece.width + _GAP + _PAD, piece

    most = min(room, _WIDEST)
    return moment.fitting((part.variable.name, "chip", telling[0][0], score), most, drawn)


def count(moment: Moment, score: Score, player: int, room: float) -> Piece:
    """Return what an end compares and nobody keeps: a sum of what can be seen elsewhere."""
    row = _Row(moment, min(room, _WIDEST))
    row.name(named(score.label))
    row.value(str(score.values[player]))
    width = row.x - _GAP + _PAD
    said = escaped(f"{named(score.label)}: {score.values[player]}")
    body = _ground(width, "p", score=True) + row.body
    return Piece(width, HEIGHT, f'<g role="img" aria-label="{said}">{body}</g>')


def _ground(width: float, frame: str, *, score: bool) -> str:
    """Return what a chip is written on; scores have a thick rim where nothing else marks them."""
    ground = rect((0.5, 0.5, width - 1, HEIGHT - 1), frame, HEIGHT / 2)
    is_thick = score and frame == "p"
    return ground.replace("/>", ' stroke-width="2"/>') if is_thick else ground


def _written(
    moment: Moment,
    part: ValuePart,
    telling: Sequence[tuple[Index, ValueSight]],
    room: float,
    *,
    score: bool,
) -> Piece:
    """Return the chip of the cells that say something."""
    label = moment.plan.look.variables.names.get(part.variable.name, readable(part.variable.name))
    row = _Row(moment, room)
    body = ""
    for at, (index, value) in enumerate(telling):
        row.body = ""
        if at == 0:
            row.name(label)
        besides = _besides(moment, part.variable, index)
        if besides and len(part.cells) > 1:
            row.name(besides)
        _write(row, value, part.variable)
        if at < len(telling) - 1:
            row.x += 3
        sentences = moment.plan.sentences
        sentence = sentences.value(value)
        if at == 0:
            sentence += sentences.about(part.variable.name, index, moment.sight.seat)
        body += moment.thing(Spot(part.variable.name, index), row.body, sentence)
        if row.x > row.room - 2 * _PAD and at < len(telling) - 1:
            body += _rest(moment, part, telling[at + 1 :], row)
            break
    width = row.x - _GAP + _PAD
    spots = [Spot(part.variable.name, index) for index, _ in telling]
    frame = "nf" if moment.changed(spots) else "p"
    if moment.marks(*spots):
        frame = "cb"
    return Piece(width, HEIGHT, _ground(width, frame, score=score) + body)


def _rest(
    moment: Moment, part: ValuePart, rest: Sequence[tuple[Index, ValueSight]], row: _Row
) -> str:
    """Count what has no room, so that nothing is left out in silence."""
    words = f"and {len(rest)} more"
    row.body, row.room = "", row.x + width_of(words, _SIZE) + _PAD
    row.name(words)
    moment.drawn.update(Spot(part.variable.name, index) for index, _ in rest)
    return row.body


def _write(row: _Row, value: ValueSight, variable: Variable) -> None:
    if not value.sees:
        row.value("?", "s b")
    elif is_member(variable.type, "Player") and isinstance(value.value, int):
        row.disc(value.value)
        row.value(readable(row.moment.plan.document.players[value.value]))
    elif isinstance(plain(variable.type), Flag):
        row.value("✓")
    else:
        row.value(row.moment.plan.names.read(value.value, variable.type))


def _besides(moment: Moment, variable: Variable, index: Index) -> str:
    """Return the indices of a cell other than the player whose it is."""
    parts = [
        readable(moment.plan.names.label(value, kind))
        for value, kind in zip(index, variable.index, strict=True)
        if not is_member(kind, "Player") and not is_member(kind, "Team")
    ]
    return " ".join(parts)


def pill(words: str, classes: str, ink: str) -> Piece:
    """Return a word on a pill: counts and states."""
    size = 10.5
    width = width_of(words, size, bold=True) + 12
    height = size + 7
    body = rect((0, 0, width, height), classes, height / 2)
    return Piece(width, height, body + text(words, (width / 2, height / 2), size, f"{ink} m b"))


def badge(words: str, x: float, y: float, *, middle: bool = False) -> str:
    """Return a count with its right lower corner at (x, y), or the middle of its lower edge."""
    width = width_of(words, 10, bold=True) + 8
    x += width / 2 if middle else 0
    body = f'<g transform="translate({num(x - width)} {num(y - 15)})">'
    body += rect((0, 0, width, 15), "bg", 7.5)
    return body + text(words, (width / 2, 7.5), 10, "m bt") + "</g>"
