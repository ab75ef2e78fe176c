"""Tabs that are reloaded, doubled and cut off at random moments, in games of many choices."""

from __future__ import annotations

import random
import time

import pytest

from interpreter import load
from interpreter.observation.ahead import asked_next
from tests.support.processes.sitting import Sitting

OFFLINE_S = 10
EXPECTED = "net::ERR_INTERNET_DISCONNECTED"


class Somebody(Sitting):
    """Somebody with two tabs of one seat, who loses the connection now and then."""

    def __init__(self, browser, hall, opened, seat):
        super().__init__(browser, hall, opened, seat)
        other = self.tab()
        other.click("button")
        other.wait_for_selector("#table")
        self.tabs = [self.page, other]
        self.back_at = None

    def lose(self, for_s):
        self.context.set_offline(offline=True)
        self.back_at = time.monotonic() + for_s

    def come_back(self):
        self.context.set_offline(offline=False)
        self.back_at = None

    def await_in_all_tabs(self, n):
        for tab in self.tabs:
            tab.wait_for_selector(f'#table[data-n="{n}"]', state="attached")

    def complaints(self):
        return [said for said in self.heard if EXPECTED not in said]


def choose(person, chance, live, action):
    """Choose in one of two tabs, after a reload, before one, or while nothing comes through."""
    person.page = chance.choice(person.tabs)
    moment = chance.random()
    if moment < 0.15:
        person.page.reload()
    person.await_entry(live.n)
    if moment > 0.9:
        person.lose(for_s=0)
    person.type(action)
    if person.back_at is not None:
        person.page.wait_for_selector("#said:has-text('connection is lost')")
        person.come_back()
    elif moment > 0.75:
        person.page.wait_for_selector(f'#table:not([data-n="{live.n}"])', state="attached")
        person.page.reload()


def leave_early(people, chance, live):
    """Let somebody choose before he is asked, where he may; return who and what, or None."""
    person = chance.choice(people)
    at = people.index(person)
    question = None if at == live.to_act else asked_next(live.state, at)
    if question is None or person.back_at is not None:
        return None
    person.page = chance.choice(person.tabs)
    if chance.random() < 0.3:
        person.page.reload()
    person.await_entry(live.n)
    action = chance.choice(question.legal_actions)
    person.type(str(action))
    person.page.wait_for_selector("#early:has-text(': kept')")
    return at, action.id


@pytest.mark.soak
@pytest.mark.parametrize("name", ["pergamon", "euchre", "goofspiel", "egemonia", "saltmarsh"])
def test_reloads_two_tabs_and_lost_connections_lose_and_double_nothing(browser, hall, name):
    game = load(name)
    opened = hall.open(name, game, {}, seed=5)
    people = [Somebody(browser, hall, opened, n) for n in range(len(game.players))]
    chance, made = random.Random(5), []
    live = hall.live(opened.table)
    while live.to_act is not None:
        person = people[live.to_act]
        away = chance.choice(people)
        if len(made) == 4 or chance.random() < 0.03:
            away.lose(OFFLINE_S)
        early = leave_early(people, chance, live)
        if person.back_at is not None:
            time.sleep(max(0, person.back_at - time.monotonic()))
            person.come_back()
        action = chance.choice(live.state.legal_actions)
        made.append((live.to_act, action.id))
        choose(person, chance, live, str(action))
        person.await_entry_after(live.n)
        live = hall.live(opened.table)
        if early is not None and live.n > len(made):
            made.append(early)
        assert live.n == len(made)
        for other in people:
            if other.back_at is None:
                other.await_in_all_tabs(live.n)
    for person in people:
        person.come_back()
        person.await_in_all_tabs(live.n)
        shown = [tab.text_content("#table") for tab in person.tabs]
        for tab, text in zip(person.tabs, shown, strict=True):
            tab.reload()
            assert tab.text_content("#table") == text
        assert person.complaints() == []
        person.context.close()
    assert [(entry.seat, entry.number) for entry in hall.store.entries(opened.table)] == made
