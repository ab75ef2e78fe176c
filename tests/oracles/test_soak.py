"""The long run of the driver: it goes on where it was left, and notes what differs."""

from __future__ import annotations

import json

from tests.oracles import soak
from tests.oracles.lockstep import Match, instances
from tests.oracles.pergamon import LEAN, Oracle
from tests.oracles.planting import planted

INSTANCES = instances("egemonia")[::4]
PERGAMON = next(i for i in instances("pergamon") if i.players == 3)


def test_a_run_goes_on_where_it_was_left(tmp_path, monkeypatch):
    monkeypatch.setattr(soak, "instances", lambda _: INSTANCES)
    log = tmp_path / "build" / "log.json"
    assert soak.soak(["egemonia"], 1, log, 1, 1)
    first = json.loads(log.read_text())
    assert {name: entry["games"] for name, entry in first.items()} == dict.fromkeys(
        map(str, INSTANCES), 1
    )
    first[str(INSTANCES[0])] |= {"games": 2, "seeds": [0, 2], "commit": "before"}
    log.write_text(json.dumps(first))
    assert soak.soak(["egemonia"], 2, log, 1, 7)
    second = json.loads(log.read_text())
    assert second[str(INSTANCES[0])] == first[str(INSTANCES[0])]
    assert all(entry["games"] == 2 and entry["seeds"] == [0, 2] for entry in second.values())
    assert all(second[name]["points"] > 150 for name in map(str, INSTANCES[1:]))
    assert [path.name for path in log.parent.iterdir()] == ["log.json"]


def test_what_differs_is_named_and_noted(tmp_path):
    """Where everything lies is compared at some points only, and yet the first one is named."""
    game = planted(PERGAMON, tmp_path, "add 1 to tickets(p)", "add 0 to tickets(p)")
    options = dict(PERGAMON.options)
    seldom, always = (
        soak.compared(Match(game, lambda: Oracle(PERGAMON.players, options), LEAN, every), 0, 5)
        for every in (7, 1)
    )
    assert seldom == always
    assert always.games == always.points == 0
    assert "tickets(P" in always.difference
    assert "seed 0, at " in always.difference

    entry = soak.note(soak.fresh("a"), always, "b")
    assert entry == {
        "games": 0,
        "points": 0,
        "commit": "a..b",
        "seeds": [0, 0],
        "difference": always.difference,
    }
    mended = soak.note(entry, soak.Slice(3, 300, None), "c")
    assert mended == {"games": 3, "points": 300, "commit": "a..c", "seeds": [0, 3]}
