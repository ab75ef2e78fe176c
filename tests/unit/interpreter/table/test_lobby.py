"""Who sits where: before play, while it goes on, and what the host may not do."""

from __future__ import annotations

import pytest

from interpreter import IllegalAction, load
from interpreter.table.hall import DONE, REFUSED, Hall
from interpreter.table.lobby import LONGEST_NAME
from interpreter.table.stores.store import Overtaken

GAME = load("tic_tac_toe")
DEALT = load("kuhn_poker")


@pytest.fixture
def hall(store):
    made = Hall(store)
    yield made
    made.close()


class Invited:
    """A table in its lobby, and its seats."""

    def __init__(self, hall, name="tic_tac_toe", game=GAME):
        self.hall, self.lobby = hall, hall.lobby
        self.opened = hall.invite(name, game, seed=7)
        self.id = self.opened.table
        self.seats = {n: hall.seat_of(token) for n, token in self.opened.tokens.items()}

    @property
    def room(self):
        return self.lobby.room(self.id)


@pytest.fixture
def table(hall):
    return Invited(hall)


def test_people_sit_down_and_the_host_starts(table):
    assert (table.room.phase, table.room.host, table.room.missing) == ("open", 0, ("X", "O"))
    early = table.hall.choose(table.seats[0], "mark(b2)", None, "k")
    assert (early.status, early.reason) == (
        REFUSED,
        "play has not begun: the host of the table starts it",
    )
    table.lobby.sit(table.seats[0], "  Ann  Lee ")
    with pytest.raises(IllegalAction, match="nobody has come yet for O"):
        table.lobby.start(table.seats[0])
    table.lobby.sit(table.seats[1], "Bob")
    with pytest.raises(IllegalAction, match="the host"):
        table.lobby.start(table.seats[1])
    table.lobby.start(table.seats[0])
    assert [place.name for place in table.room.places] == ["Ann Lee", "Bob"]
    assert table.hall.choose(table.seats[0], "mark(b2)", None, "k2").status == DONE


def test_a_host_who_gave_no_name_fills_seats_with_bots_and_starts(table):
    with pytest.raises(IllegalAction, match="come yet for O: wait"):
        table.lobby.start(table.seats[0])
    table.lobby.fill(table.seats[0], "random")
    table.lobby.start(table.seats[0])
    assert [place.name for place in table.room.places] == ["X", ""]
    assert (table.room.phase, table.room.places[1].bot) == ("playing", "random")


def test_everybody_hears_of_seats(table):
    heard = []
    table.hall.subscribe(table.id, lambda: heard.append(table.room.missing))
    table.lobby.sit(table.seats[1], "Bob")
    table.lobby.fill(table.seats[0], "random", [1])
    # A store that begins to listen to other servers says once that any table may have changed.
    assert heard.count(("X",)) >= 2


def test_bots_fill_what_nobody_took_and_give_their_seats_up_again(table):
    table.lobby.sit(table.seats[0], "Ann")
    table.lobby.fill(table.seats[0], "random")
    assert table.room.places[1].bot == "random"
    assert table.hall.seat_of(table.opened.tokens[1]) is None
    token = table.lobby.free(table.seats[0], 1)
    assert table.hall.seat_of(token).seat == 1
    assert table.room.missing == ("O",)


def test_new_links_void_old_ones(table):
    newer = table.lobby.free(table.seats[0], 1)
    assert table.hall.seat_of(table.opened.tokens[1]) is None
    own = table.lobby.renew(table.hall.seat_of(newer))
    assert table.hall.seat_of(newer) is None
    assert table.hall.seat_of(own).seat == 1


def test_once_play_has_begun_the_host_opens_no_seat(table):
    for seat, name in ((0, "Ann"), (1, "Bob")):
        table.lobby.sit(table.seats[seat], name)
    table.lobby.start(table.seats[0])
    with pytest.raises(IllegalAction, match="play has begun"):
        table.lobby.free(table.seats[0], 1)
    table.lobby.fill(table.seats[0], "random", [1])
    with pytest.raises(IllegalAction, match="play has begun"):
        table.lobby.free(table.seats[0], 1)


@pytest.mark.parametrize("name", ["", " ", "x" * (LONGEST_NAME + 1), "a\x07b", "ann"])
def test_names_are_short_and_told_apart(table, name):
    table.lobby.sit(table.seats[0], "Ann")
    with pytest.raises(IllegalAction):
        table.lobby.sit(table.seats[1], name)


@pytest.mark.parametrize("seats", [[0], [2], [-1]])
def test_bots_take_the_seats_of_other_players_alone(table, seats):
    with pytest.raises(IllegalAction, match="another player"):
        table.lobby.fill(table.seats[0], "random", seats)
    with pytest.raises(IllegalAction, match="no such seat"):
        table.lobby.free(table.seats[0], seats[0])


def test_onlookers_are_let_in_and_out(table):
    assert not table.room.watched
    token = table.lobby.watch(table.seats[0], allowed=True)
    assert table.hall.seat_of(token).seat == -1
    again = table.lobby.watch(table.seats[0], allowed=True)
    assert table.hall.seat_of(token) is None
    assert table.room.watched
    assert table.lobby.watch(table.seats[0], allowed=False) is None
    assert (table.hall.seat_of(again), table.room.watched) == (None, False)
    with pytest.raises(IllegalAction, match="the host"):
        table.lobby.watch(table.seats[1], allowed=True)


def test_a_seat_that_changed_meanwhile_is_read_anew(table):
    row = table.seats[1]
    table.lobby.sit(row, "Bob")
    with pytest.raises(Overtaken):
        table.hall.store.seat(row, was=row)
    table.lobby.sit(row, "Bea")
    assert table.room.places[1].name == "Bea"


def test_there_is_no_room_of_an_unknown_table(hall):
    with pytest.raises(KeyError):
        hall.lobby.room("aaaaaaaaaa")
