"""All that a seat can get at: what two plays must share that it cannot tell apart.

Each channel has a name, so that a test says through which one a secret came out.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random

from interpreter import IllegalAction, Session, UsageError, playthrough
from interpreter.document.over import causes_known
from interpreter.knowledge.explain import why_not
from interpreter.look import look_of
from interpreter.picture import picture, replay
from interpreter.picture.headline import news
from interpreter.play.asked import answer as answered
from interpreter.play.board import draw
from interpreter.play.prose import tell
from interpreter.play.score import scores
from interpreter.position import CHANCE
from interpreter.state import State
from tests.support.sessions import hosted

FEW_IDS = 400
"""Games with so few action numbers are asked about all of them; others about a sample."""

SAMPLED_IDS = 120
MOST_TEXTS = 60
ASKED = 6
STEPS = 2
"""Moments before the last one of which a page that steps through a play is made."""

BAD_TEXTS = ("", "?", "nothing like it", "x(y)", "((", "1", "-1", "a" * 600)


def answer(ask, *what, **how):
    """Return what a seat is answered, or how it is refused."""
    try:
        return ask(*what, **how)
    except (IllegalAction, UsageError) as refusal:
        return f"refused: {refusal}"


def at(state: State, player: int) -> dict[str, object]:
    """Return what `player` can get at at one state, by channel."""
    found: dict[str, object] = {
        "moment": (len(state.history), state.current_player, state.is_terminal),
        "standing": state.label,
        "observation": json.dumps(state.observation(player)),
        "events": state.events(player),
        "onlooker's events": state.public_events(),
        "log": list(tell([state], player)),
        "sight": state.sight(player),
        "onlooker": state.sight(None),
        "shown": draw(state, player),
        "shown whole": draw(state, player, everything=True),
        "scores": scores(state, player),
        "why over": causes_known(state, player),
        "why over, to all": causes_known(state, None),
        "returns": answer(lambda: state.returns),
        "undo": _taken_back(state, player),
    }
    if state.current_player == player:
        found |= _asked(state)
    return found


def behind(state: State, player: int) -> dict[str, object]:
    """Return what `player` has of the whole way to a state, by channel."""
    return {
        "information state": state.information_state(player),
        "whole log": list(tell(state.path, player)),
        "seat's record": json.dumps(playthrough.seat_record(state, player)),
        **_pictures(state, player),
    }


def _pictures(state: State, player: int) -> dict[str, object]:
    """Return what is drawn at the end of a way: equal sights on it have equal pictures."""
    document = state.game.document()
    look = look_of(document)
    sights = [one.sight(player) for one in state.path[-STEPS:]]
    told = ["; ".join(news(sight, state.game.players)) for sight in sights]
    return {
        "picture": picture(document, sights[-1], look, 1280),
        "onlooker's picture": picture(document, state.sight(None), look, 390),
        "pictures step by step": replay(document, zip(sights, told, strict=True), look, 390),
    }


def _names(state: State) -> list[str]:
    """Return some names that stand on the table: of zones, variables, kinds and places."""
    document = state.game.document()
    declared = (*document.zones, *document.variables, *document.families)
    labels = (*(kind.label for kind in document.kinds), *state.arm_names)
    names = [*(one.name for one in declared), *labels]
    return Random(len(state.history)).sample(names, min(ASKED, len(names)))


def _taken_back(state: State, player: int) -> object:
    """Return what comes of an undo: a refusal, or what is seen then."""
    before = answer(state.undo, player)
    if not isinstance(before, State):
        return before
    return (json.dumps(before.observation(player)), before.legal_ids, before.label)


def _asked(state: State) -> dict[str, object]:
    """Return what is told to the player who is to choose, refused requests included."""
    return {
        "told of names": [
            answered(state, state.current_player, name, 88) for name in _names(state)
        ],
        "legal ids": state.legal_ids,
        "legal actions": [
            (a.id, a.name, a.arguments, a.labels, a.index, str(a)) for a in state.legal_actions
        ],
        "sentences": [action.sentence for action in state.legal_actions],
        "arms": state.arm_names,
        "candidates": [
            (name, action.id, action.labels, action.sentence, reason)
            for name in state.arm_names
            for action, reason in state.candidates(name)
        ],
        "refusals of ids": {n: state.refusal_of(n) for n in _numbers(state)},
        "errors of ids": [
            answer(state.child, n) for n in _numbers(state)[:20] if _is_no(state, n)
        ],
        "refusals of texts": {text: why_not(state, text) for text in _texts(state)},
    }


def _is_no(state: State, number: int) -> bool:
    return number not in state.legal_ids


def _numbers(state: State) -> list[int]:
    """Return numbers to ask about: they follow from the game alone."""
    count = state.game.num_distinct_actions
    if count <= FEW_IDS:
        return list(range(-2, count + 2))
    random = Random(count)
    some = {random.randrange(count) for _ in range(SAMPLED_IDS)}
    firsts = {
        arm.arm.first_id + step
        for arms in state.game.layout.arms.values()
        for arm in arms
        for step in range(3)
    }
    return sorted(some | {n for n in firsts if n < count} | {-1, count})


def _texts(state: State) -> list[str]:
    """Return what somebody might type: arms with and without arguments, and rubbish."""
    candidates = [str(a) for name in state.arm_names for a, _ in state.candidates(name)]
    step = max(1, len(candidates) // MOST_TEXTS)
    arms = {arm.arm.name for arms in state.game.layout.arms.values() for arm in arms}
    wrong = [f"{name}({', '.join(['nowhere'] * n)})" for name in arms for n in (1, 2)]
    return [*BAD_TEXTS, *sorted(arms), *sorted(wrong), *candidates[::step]]


# ---------------------------------------------------------------- a play that is hosted


def of_session(state: State, player: int, folder: Path) -> dict[str, object]:
    """Return what the seat of a hosted play can get at; chance is not to decide at `state`."""
    seat = state.game.players[player]
    session = hosted(state, folder)
    numbers = [] if session.state.is_terminal else _numbers(state)[:30]
    found: dict[str, object] = {
        "view": json.dumps(session.view(seat)),
        "view without sentences": json.dumps(session.view(seat, sentences=False)),
        "onlooker's view": json.dumps(session.view(None)),
        "onlooker's events": json.dumps(session.events(None)),
        "session's events": [json.dumps(session.events(seat, since)) for since in (-1, 0, 3)],
        "seat lines": session.seat_lines(seat),
        "refused texts": [answer(session.submit, seat, text) for text in BAD_TEXTS],
        "refused ids": [
            answer(session.submit, seat, number)
            for number in numbers
            if state.current_player != player or _is_no(state, number)
        ],
        "older view": answer(session.submit, seat, 0, revision=-1),
        "no such seat": answer(session.submit, "nobody", 0),
    }
    found["taken back"] = json.dumps(answer(session.undo, seat))
    found["seat lines then"] = session.seat_lines(seat)
    found["events then"] = json.dumps(session.events(seat))
    found["onlooker then"] = json.dumps([session.view(None), session.events(None)])
    return found


def parted(one: dict[str, object], other: dict[str, object]) -> list[str]:
    """Return the names of the channels in which two plays differ."""
    return [name for name in {**one, **other} if one.get(name) != other.get(name)]


# ---------------------------------------------------------------- looking changes nothing


def snapshot(state: State) -> object:
    """Return what a state is: where it stands, how it came there, and what may be done."""
    return copy.deepcopy(
        [
            (s.position, s.position.clocks, s.action, s.chances, s.transition, s.legal_ids)
            for s in state.path
        ]
    )


def told_to_all(session: Session) -> object:
    """Return what all seats of a session have, and what it would write to its file."""
    seats = session.seats.values()
    return [
        (json.dumps(session.view(seat)), session.events(seat), session.seat_lines(seat))
        for seat in seats
    ]


def spoilt(data: object) -> None:
    """Write rubbish into all lists and mappings of plain data."""
    if isinstance(data, dict):
        for part in data.values():
            spoilt(part)
        data.clear()
    elif isinstance(data, list):
        for part in data:
            spoilt(part)
        data.append("rubbish")


def settled(state: State) -> State | None:
    """Return the last state up to this one at which chance is not to decide, if there is one."""
    return next((s for s in reversed(state.path) if s.current_player != CHANCE), None)
