"""What is saved can be restored: in this process, in another, and not once it was edited."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.hosting.playthrough import (
    PlaythroughError,
    from_text,
    read,
    record,
    restore,
    save,
    seat_record,
    to_text,
)
from tests.support import games
from tests.support.plays import over_plays
from tests.support.sampling import DEEP, is_for_soak, passed_over

ANOTHER_PROCESS = """
import json, sys
from interpreter.load import load
from interpreter.hosting.playthrough import read, restore
for name in sys.argv[1:]:
    file, rules, players, options = json.loads(name)
    state = restore(load(rules, players=players, options=dict(options)), read(file))
    seats = range(len(state.game.players))
    print(json.dumps([
        repr(state.position), list(state.legal_ids), [state.observation(p) for p in seats],
        repr([state.information_state(p) for p in seats]),
    ]))
"""


@over_plays(rarity=4)
def test_what_is_saved_is_restored(play):
    state = play.end.with_seed(len(play.picks))
    again = restore(play.game, from_text(to_text(record(state, "the rules"))))
    assert again == state
    assert (again.history, again.seed) == (state.history, state.seed)
    assert again.legal_ids == state.legal_ids
    assert again.position.clocks == state.position.clocks
    for player in play.seats:
        assert again.observation(player) == state.observation(player)
        assert again.information_state(player) == state.information_state(player)


@over_plays(rarity=10)
def test_an_edited_playthrough_is_noticed(play):
    written = to_text(record(play.end))
    plain = json.loads(written)
    for choices in ([*plain["choices"], 0], plain["choices"][:-1], plain["choices"][::-1]):
        if choices != plain["choices"]:
            with pytest.raises(PlaythroughError, match="changed after it was saved"):
                from_text(json.dumps({**plain, "choices": choices}))


@over_plays(rarity=10)
def test_a_seat_takes_home_what_it_knows_and_no_more(play):
    """Two plays that a seat cannot tell apart give it the same file."""
    for player in play.seats:
        kept = json.dumps(seat_record(play.end, player))
        assert '"seed"' not in kept
        assert '"choices"' not in kept
        entries = json.loads(kept)["entries"]
        assert len(entries) == len(play.end.information_state(player))


def first_state_with(instance, choices):
    state = instance.game.start(choices)
    for at in range(choices):
        if not state.is_terminal:
            state = state.apply(state.legal_ids[at * 7 % len(state.legal_ids)])
    return state


def as_told(state):
    seats = range(len(state.game.players))
    return [
        repr(state.position),
        list(state.legal_ids),
        [state.observation(player) for player in seats],
        repr([state.information_state(player) for player in seats]),
    ]


@pytest.mark.parametrize("first", [0, passed_over(1)])
def test_another_process_restores_the_same(tmp_path, first):
    """With another hash seed, so that no order of a set gets into what is said."""
    paths = [path for path in (*games.RULES, *games.TEXTS) if not is_for_soak(path)]
    instances = [games.instances(path)[-1] for path in paths[first :: 2 if DEEP else 4]]
    states, asked = [], []
    for at, instance in enumerate(instances):
        states.append(first_state_with(instance, 8))
        file = tmp_path / f"{at}.json"
        save(states[-1], file)
        assert read(file) == record(states[-1])
        asked.append(
            json.dumps([str(file), str(instance.path), instance.players, instance.options])
        )
    python = [sys.executable, "-c", ANOTHER_PROCESS, *asked]
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONHASHSEED": "4711"}
    ran = subprocess.run(  # noqa: S603  our own Python and our own text
        python, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment
    )
    assert ran.returncode == 0, ran.stderr
    told = [json.loads(line) for line in ran.stdout.splitlines()]
    assert told == [json.loads(json.dumps(as_told(state))) for state in states]
