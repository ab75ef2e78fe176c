"""How often all objects are looked through for circles, around what makes many."""

import gc
from itertools import count

import pytest

from rulelang import collecting
from rulelang.collecting import seldom_collected


@pytest.fixture
def collected(monkeypatch):
    """Return what is looked through, in a process in which nobody has frozen anything."""
    found = []
    monkeypatch.setattr(collecting, "_passed", count(1))
    monkeypatch.setattr(collecting, "_frozen", [])
    monkeypatch.setattr(gc, "get_freeze_count", lambda: 0)
    monkeypatch.setattr(gc, "freeze", lambda: found.append("old"))
    monkeypatch.setattr(gc, "unfreeze", lambda: None)
    monkeypatch.setattr(gc, "collect", lambda: found.append("all"))
    before = gc.get_threshold()
    yield found
    gc.set_threshold(*before)


def test_all_is_looked_through_behind_one_pass_of_many(collected):
    for _ in range(128):
        with seldom_collected():
            pass
    assert collected == [*["old"] * 64, "all"] * 2


def test_who_has_switched_it_off_finds_it_so(collected):
    gc.set_threshold(0)
    with seldom_collected():
        assert gc.get_threshold()[0] == 0
    assert (gc.get_threshold()[0], collected) == (0, [])
