"""The head of a page: what is played, who acts, what others did, what one may do. Rule P1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from interpreter.document.model import Arm
from interpreter.document.sight import Chosen, Offer, Outcome, Sight
from interpreter.labels import attributed, named
from interpreter.picture.boarding import Placed
from interpreter.picture.flow import flow, stack
from interpreter.picture.ink.measure import LEAST, cut, fitted, width_of, wrapped
from interpreter.picture.ink.svg import Piece, escaped, rect, text
from interpreter.picture.moment import Moment, ranges
from interpreter.picture.names import readable
from rulelang.rule_types import Type

BAR = 44.0
_TOLD = 4
_NUMBER = 44.0  # most width of the number of a column that may be chosen
_SIZE = 11.5
_HEIGHT = 25.0
_RESULT = 120.0  # most width of what one player has got


def bar(moment: Moment, width: float) -> Piece:
    """Return the title, where play stands, and whose view it is."""
    plan, sight = moment.plan, moment.sight
    name = plan.look.title or plan.document.title
    seen = "seen by all" if sight.seat is None else f"seen by {_player(moment, sight.seat)}"
    wide = width_of(seen, 11)
    narrow = plan.is_narrow
    title = cut(name, width - 28 - (0 if narrow else wide + 30), 18, bold=True)
    body = rect((0, 0, width, BAR if not narrow else BAR + 14), "bar")
    body += text(title, (14, BAR / 2), 18, "b bi")
    status = standing(moment)
    if narrow:
        line = cut(status, width - 28, 11.5)
        body += text(line, (14, BAR + 1), 11.5, "bs")
        if 14 + width_of(title, 18, bold=True) + wide + 24 < width:
            body += text(seen, (width - 14, BAR / 2), 11, "bs e")
        return Piece(width, BAR + 14, f'<g aria-hidden="true">{body}</g>')
    x = 14 + width_of(title, 18, bold=True) + 20
    room = width - x - wide - 34
    if room > 60:
        body += text(cut(status, room, 13), (x, BAR / 2 + 1), 13, "bs")
    body += text(seen, (width - 14, BAR / 2 + 1), 11, "bs e")
    return Piece(width, BAR, f'<g aria-hidden="true">{body}</g>')


def standing(moment: Moment) -> str:
    """Return phases, turn and who is to act, in words."""
    sight = moment.sight
    if sight.outcome is not None:
        return "the game is over"
    parts = [f"phase {readable(phase)}" for phase in sight.phases]
    if sight.turn is not None:
        player, number = sight.turn
        count = f" {number}" if number is not None else ""
        parts.append(f"turn{count} of {_player(moment, player)}")
    parts.append(
        "chance decides" if sight.to_act is None else f"{_player(moment, sight.to_act)} to choose"
    )
    return " · ".join(parts)


def _player(moment: Moment, player: int) -> str:
    return readable(moment.plan.document.players[player])


def told(moment: Moment, room: float) -> Piece:
    """Return what others chose and what was said since the seat's last choice, or the start."""
    names = moment.plan.names
    lines = [names.told(line) for line in news(moment.sight, names.document.players)]
    if not lines:
        return Piece(0, 0, "")
    lead = "Since your last choice: " if moment.sight.since.has_chosen else "So far: "
    lead = lead if moment.sight.seat is not None else "Before: "
    hidden = len(lines) - _TOLD
    shown = lines[-_TOLD:] if hidden > 0 else lines
    before = f"({hidden} more) … " if hidden > 0 else ""
    body, y = "", 0.0
    for line in wrapped(lead + before + "; ".join(shown), room, _SIZE)[:3]:
        body += text(cut(line, room, _SIZE), (0, y + 7), _SIZE, "i")
        y += 16
    label = escaped(lead + "; ".join(lines))
    return Piece(room, y, f'<g data-part="told" role="img" aria-label="{label}">{body}</g>')


def news(sight: Sight, players: Sequence[str]) -> list[str]:
    """Return choices of others and words said, in order, what is alike in a row once."""
    own = sight.seat
    chosen = [said(choice, players) for choice in sight.since.chosen if choice.player != own]
    lines = [*chosen, *(line for line in sight.since.said if line not in chosen)]
    found: list[str] = []
    for line, alike in groupby(lines):
        many = len(list(alike))
        found.append(line if many == 1 else f"{line} ({many} times)")
    return found


def said(choice: Chosen, players: Sequence[str]) -> str:
    """Return what was chosen as a sentence that says who chose it."""
    sentence = attributed(players[choice.player], choice.sentence.strip())
    return sentence.rstrip(".")


# ---------------------------------------------------------------- what one may do


def arms(moment: Moment, room: float) -> Piece:
    """Return a button for each arm on offer, and chips for what nothing on the table stands for.

    Drawn last: which spots have been drawn decides what needs a chip.
    """
    offers = moment.sight.offers
    if not offers:
        return Piece(0, 0, "")
    document = moment.plan.document
    by_arm: dict[str, list[int]] = {}
    for offer in offers:
        by_arm.setdefault(document.arms[offer.arm].name, []).append(offer.id)
    lead = Piece(
        width_of("You may:", 12, bold=True), _HEIGHT, text("You may:", (0, _HEIGHT / 2), 12, "ct")
    )
    pieces = [lead]
    for name, ids in by_arm.items():
        label = _label(moment, name)
        only = [offer for offer in offers if offer.id == ids[0]]
        words = _said(moment, only[0], label) if len(ids) == 1 else f"{label} ({len(ids)})"
        sentence = f"{label}: {len(ids)} ways"
        if len(ids) == 1:
            sentence = moment.plan.names.told(only[0].say())
        key = look.key if (look := moment.plan.look.actions.get(name)) is not None else None
        button = _button(name, words, ids, sentence, room)
        if key is not None:
            keyed = button.body.replace(" role=", f' data-key="{escaped(key)}" role=', 1)
            button = Piece(button.width, button.height, keyed)
        pieces.append(button)
    rows = [flow(pieces, room, 6)]
    rows += [flow(chips, room, 5) for chips in _values(moment, room)]
    body = stack(rows, 6)
    return Piece(
        body.width, body.height, f'<g role="group" aria-label="what you may do">{body.body}</g>'
    )


def _said(moment: Moment, offer: Offer, label: str) -> str:
    """Return what an action without arguments is called: its sentence, but for who does it."""
    document = moment.plan.document
    arm = document.arms[offer.arm]
    if arm.sentence is None or offer.arguments or arm.name in moment.plan.look.actions:
        return label
    sentence = moment.plan.names.told(offer.say().strip())
    mine = document.players[moment.sight.to_act] if moment.sight.to_act is not None else ""
    return sentence.removeprefix(f"{mine} ").removeprefix(f"{mine}, ") or label


def _label(moment: Moment, arm: str) -> str:
    look = moment.plan.look.actions.get(arm)
    return look.label if look is not None and look.label else readable(arm)


def _button(ref: str, words: str, ids: Iterable[int], sentence: str, room: float) -> Piece:
    shown = cut(words, room - 24, _SIZE)
    width = width_of(shown, _SIZE) + 22
    body = rect((0.75, 0.75, width - 1.5, _HEIGHT - 1.5), "cb", _HEIGHT / 2)
    body += text(shown, (width / 2, _HEIGHT / 2), _SIZE, "i m")
    return Piece(
        width,
        _HEIGHT,
        f'<g data-ref="{escaped(ref)}" data-act="{ranges(ids)}" role="button"'
        f' aria-label="{escaped(sentence)}">{body}</g>',
    )


def _values(moment: Moment, room: float) -> list[list[Piece]]:
    """Return a row of chips for each parameter that is nowhere on the table to be pointed at."""
    document = moment.plan.document
    wanted: dict[tuple[str, int], dict[int, set[int]]] = {}
    for offer in moment.sight.offers:
        for at, argument in enumerate(offer.arguments):
            arm = document.arms[offer.arm].name
            there = (arm, at, argument.value) in moment.pointed
            if not there and not any(spot in moment.drawn for spot in argument.spots):
                values = wanted.setdefault((arm, at), {})
                values.setdefault(argument.value, set()).add(offer.id)
    rows: dict[str, list[Piece]] = {}
    for (arm, at), values in wanted.items():
        words, kind = _parameter(document.arms, arm, at)
        row = rows.setdefault(arm, [])
        lead = words if row else f"{_label(moment, arm)}: {words}".rstrip()
        row.append(Piece(width_of(lead, 11) + 6, _HEIGHT, text(lead, (4, _HEIGHT / 2), 11, "s")))
        for value in sorted(values):
            shown = moment.plan.names.read(value, kind)
            ref = f"{arm}.{at}={moment.plan.names.label(value, kind)}"
            sentence = " ".join(filter(None, (f"{_label(moment, arm)}:", words, shown)))
            row.append(_button(ref, shown, values[value], sentence, room))
    return list(rows.values())


def _parameter(arms_: Sequence[Arm], name: str, at: int) -> tuple[str, Type]:
    """Return what a parameter is called, by the words of the sentence before it, and its type."""
    arm = next(arm for arm in arms_ if arm.name == name and len(arm.parameters) > at)
    parameter = arm.parameters[at]
    before, hole, _ = (arm.sentence or "").partition(f"{{{parameter.name}}}")
    words = before.rpartition("}")[2].strip(" ,;:") if hole else ""
    named = readable(parameter.name) if len(parameter.name) > 1 else ""
    return words or named, parameter.type


def heads(moment: Moment, found: Placed) -> Iterator[str]:
    """Yield the numbers of columns and rows that actions ask for, as buttons if they may be."""
    asked = _counted(moment, found.board.family)
    for head in found.board.heads:
        if head.along is None or head.along not in found.counted:
            continue
        arms_ = asked.get((head.along, head.number), {})
        x, y = found.at(head.x, head.y)
        half = min(_NUMBER, found.unit - 4) / 2
        number = text(str(head.number), (x, y), max(LEAST, min(12.0, half)), "i b m")
        if len(arms_) != 1 or found.board.owner is not None:  # those of two arms have chips
            yield f'<g aria-hidden="true">{number}</g>'
            continue
        ((name, at), ids) = next(iter(arms_.items()))
        moment.pointed.add((name, at, head.number))
        body = rect((x - half, y - half * 0.75, 2 * half, 1.5 * half), "cb", half * 0.75) + number
        label = f"{_label(moment, name)}: {head.along} {head.number} ({head.text})"
        yield (
            f'<g data-ref="{escaped(name)}.{at}={head.number}" data-act="{ranges(ids)}"'
            f' role="button" aria-label="{escaped(label)}">{body}</g>'
        )


def _counted(
    moment: Moment, family: str
) -> dict[tuple[str, int], dict[tuple[str, int], set[int]]]:
    """Return, by column or row, the offers that ask for it by its number: by arm and parameter."""
    document = moment.plan.document
    found: dict[tuple[str, int], dict[tuple[str, int], set[int]]] = {}
    for offer in moment.sight.offers:
        arm = document.arms[offer.arm]
        for at, argument in enumerate(offer.arguments):
            for axis in arm.parameters[at].axes:
                if axis.family == family:
                    here = found.setdefault((axis.along, argument.value), {})
                    here.setdefault((arm.name, at), set()).add(offer.id)
    return found


# ---------------------------------------------------------------- the end


def ending(moment: Moment, room: float) -> Piece:
    """Return how the game ended: who won, with what everybody got, and by which reasons."""
    outcome = moment.sight.outcome
    if outcome is None:
        return Piece(0, 0, "")
    players = moment.plan.document.players
    verdict = verdict_of(outcome, players)
    width = min(room, 760.0)
    first = 150.0
    y = 18.0
    wide = width_of(verdict, 16, bold=True) + 20
    body = text(cut(verdict, width - 24, 16, bold=True), (14, y), 16, "i b")
    if wide < width - _RESULT * len(players):  # its line has the names of the players, too
        first = max(first, wide)
    else:
        y += 22
    columns = min(_RESULT, (width - first - 20) / max(1, len(players)))
    header = ["", *(readable(name) for name in players)]
    counted = outcome.besides
    rows = [] if _says_no_more(outcome) else [["result", *outcome.returns]]
    for score in counted:
        label = named(score.label) if score.most else f"{named(score.label)} (least wins)"
        rows.append([label, *map(str, score.values)])
    for at, row in enumerate([header, *rows] if rows else []):
        label = fitted(row[0], first, 11).lines[0]
        body += text(label, (14, y), 11, "s")
        for n, words in enumerate(row[1:]):
            style = "i e b" if n in outcome.winners else "i e"
            shown = fitted(words, columns - 8, 12, bold=True)
            body += text(
                shown.lines[0], (14 + first + columns * (n + 1) - 8, y), shown.size, style
            )
        y += 18 if at else 19
    height = y + 2 if rows else 36.0
    width = width if rows else min(width, wide + 10)
    ground = rect((1, 1, width - 2, height - 2), "nf", 10)
    label = escaped(result_text(outcome, players))
    return Piece(width, height, f'<g role="img" aria-label="{label}">{ground}{body}</g>')


def _says_no_more(outcome: Outcome) -> bool:
    """Return whether what each got says only who has won, as the verdict does."""
    return set(outcome.returns) <= {"1", "-1"} or set(outcome.returns) == {"0"}


def verdict_of(outcome: Outcome, players: Sequence[str]) -> str:
    """Return who won, in words."""
    if outcome.together and len(players) > 1:
        return f"All {outcome.together}"
    if not outcome.winners:
        return "Lost" if outcome.together else "A draw"
    names = [readable(players[winner]) for winner in outcome.winners]
    return f"{'Won' if len(names) == 1 else 'Shared'} by {' and '.join(names)}"


def result_text(outcome: Outcome, players: Sequence[str]) -> str:
    """Return the whole result as one sentence."""
    parts = [verdict_of(outcome, players)]
    if not _says_no_more(outcome):
        won = zip(players, outcome.returns, strict=True)
        parts += [f"{readable(name)} {part}" for name, part in won]
    for score in outcome.besides:
        values = ", ".join(
            f"{readable(name)} {value}" for name, value in zip(players, score.values, strict=True)
        )
        parts.append(f"{named(score.label)}: {values}")
    return "; ".join(parts)
