"""A sight says what observations, events and legal actions say, and where one may point. Ref §3.

That a seat, and an onlooker, gets the same of plays that it cannot tell apart is in
`test_secrecy.py`: sights are among its channels.
"""

import json
from itertools import dropwhile

from interpreter import document_data
from interpreter.document.moment import sight_data
from interpreter.document.sight import Spot
from interpreter.reference.events import Changed, Chose, Moved, Rolled
from rulelang.rule_types import Component, Member
from tests.support.plays import SHIPPED, SMALL, over_plays
from tests.support.schemas import hold

RARELY = 10


def readers(play):
    """Return all who may look at a play: each seat, and an onlooker."""
    return (*play.seats, None)


def compared(sight, value):
    """Return what the end of a play says of a variable of one player."""
    (player,) = value.index
    reasons = sight.outcome.reasons if sight.outcome else ()
    return [key.values[player] for key in reasons if key.label.startswith(f"{value.variable}(")]


@over_plays((*SHIPPED, *SMALL), rarity=RARELY)
def test_a_sight_sees_what_the_observation_tells(play):
    state = play.end
    document = state.game.document()
    for reader in readers(play):
        sight, told = state.sight(reader), state.observation(reader)
        texts = {cell["text"]: cell for cell in sight_data(sight, document)["cells"]}
        assert texts.keys() == told["zones"].keys()
        for cell, shown in zip(sight.cells, told["zones"].values(), strict=True):
            if cell.kinds is None:
                backs = [document.backs[back] for back in cell.backs]
                assert (cell.amount, backs) == (shown["unseen"], shown.get("backs", []))
            else:
                assert [document.kinds[kind].label for kind in cell.kinds] == shown
                assert cell.amount == len(cell.kinds)
        values = sight_data(sight, document)["values"]
        seen = {
            cell["text"]: value
            for cell, value in zip(values, sight.values, strict=True)
            if value.sees
        }
        assert list(told["variables"]) == [text for text in seen if text in told["variables"]]
        for text, value in seen.items():
            if text in told["variables"]:
                shown = told["variables"][text]
                kind = next(v.type for v in document.variables if v.name == value.variable)
                label = document.label(value.value, kind)
                assert label == ("none" if shown is None else shown)
            else:  # the result has told everybody what it compared
                assert value.value in compared(sight, value)
        assert all(value.value is None for value in sight.values if not value.sees)


@over_plays((*SHIPPED, *SMALL), rarity=RARELY)
def test_an_onlooker_sees_what_every_seat_sees_and_nothing_else(play):
    state = play.end
    seats = [state.sight(player) for player in play.seats]
    onlooker = state.sight(None)
    for at, cell in enumerate(onlooker.cells):
        assert (cell.kinds is not None) == all(s.cells[at].kinds is not None for s in seats)
    for at, value in enumerate(onlooker.values):
        assert value.sees == all(seat.values[at].sees for seat in seats)
    assert onlooker.offers == ()


@over_plays((*SHIPPED, *SMALL), rarity=RARELY)
def test_every_legal_action_is_offered_and_can_be_pointed_at(play):
    """An argument has a place on the table, or is a bare value of a sort that has none."""
    state = play.end
    for reader in readers(play):
        sight = state.sight(reader)
        asked = reader is not None and reader == state.current_player
        assert tuple(offer.id for offer in sight.offers) == (state.legal_ids if asked else ())
        for offer in sight.offers:
            parameters = state.game.document().arms[offer.arm].parameters
            for argument, parameter in zip(offer.arguments, parameters, strict=True):
                holds_together(sight, argument, parameter)


def holds_together(sight, argument, parameter):
    """Fail unless what one may point at for an argument is there, seen, and all that there is."""
    cells = {(cell.zone, cell.index): cell for cell in sight.cells}
    values = {(value.variable, value.index) for value in sight.values}
    for spot in argument.spots:
        if spot.kind >= 0:
            assert argument.value == spot.kind
            assert spot.kind in cells[spot.name, spot.index].kinds
        elif isinstance(parameter.type, Member) and spot.name == parameter.type.family:
            assert spot.index == (argument.value,)
        else:
            assert (spot.name, spot.index) in cells or (spot.name, spot.index) in values
    if argument.spots:
        return
    assert not isinstance(parameter.type, Member)
    if isinstance(parameter.type, Component):
        shown = [c for c in cells.values() if c.zone in parameter.sources and c.kinds]
        assert not any(argument.value in cell.kinds for cell in shown)
    else:
        assert parameter.anchors == ()


@over_plays((*SHIPPED, *SMALL), rarity=RARELY)
def test_what_changed_since_follows_from_the_events_that_were_told(play):
    state = play.end
    names = state.game.described.cells
    for reader in readers(play):
        since = state.sight(reader).since
        events, has_chosen = since_own_choice(state, reader)
        assert since.has_chosen == has_chosen
        if not has_chosen:  # what was laid out before anybody chose is no change
            events = list(dropwhile(lambda event: not isinstance(event, Chose), events))
        touched = set()
        for event in events:
            match event:
                case Moved(source=source, target=target):
                    touched |= {source, target}
                case Rolled(cell=cell) | Changed(cell=cell):
                    touched.add(cell)
        assert since.changed == {Spot(*names[cell]) for cell in touched}
        left = {event.source for event in events if isinstance(event, Moved)}
        assert since.left == {Spot(*names[cell]) for cell in left}


def since_own_choice(state, reader):
    """Return what a reader was told behind its last choice, and if it made one.

    For an onlooker: anybody's.
    """
    path = state.path
    first = 0
    for at, before in enumerate(path[:-1]):
        actor = before.current_player
        if actor == reader or (reader is None and actor >= 0):
            first = at + 1
    told = [s.public_events() if reader is None else s.events(reader) for s in path[first:]]
    return [event for step in told for event in step], first > 0


@over_plays((*SHIPPED, *SMALL), rarity=RARELY)
def test_documents_and_moments_are_plain_data(play):
    document = play.game.document()
    data = document_data(document)
    hold("game", data)
    assert json.loads(json.dumps(data)) == data
    for reader in readers(play):
        seen = sight_data(play.end.sight(reader), document)
        assert json.loads(json.dumps(seen)) == seen
