"""What our games promise as games of OpenSpiel: texts, numbers, clones, names, parameters."""

import copy
import pickle
import random
import subprocess
import sys

import pyspiel
import pytest
from open_spiel.python.algorithms import get_all_states
from open_spiel.python.observation import make_observation

from interpreter import UsageError, load, tree
from interpreter.adapters import seen
from tests.support.games import ROOT
from tests.support.sampling import passed_over

TWICE = """game "Twice"
players 2
var taken: 0..3
play:
    P1 chooses:
        take(n in 1..2): set taken to n
        take(n in 1..2): set taken to n + 1
    end: draw
"""

GIVEN = """game "Given"
players A, B, C
token Card(rank: 1..2) in deck: 3 each
zone deck: Card set, open
zone hand(Player): Card set of 5, owner sees
setup: move Card(1) from deck to hand(A)
play:
    A chooses:
        give(c in hand(A)) "A gives {c}": move c from hand(A) to hand(B)
    end: draw
"""

pytestmark = pytest.mark.usefixtures("openspiel")


@pytest.mark.soak
def test_the_tree_is_that_of_their_own_game():
    ours, theirs = (
        get_all_states.get_all_states(
            pyspiel.load_game(name), include_terminals=True, to_string=str
        )
        for name in ("rulelang_tic_tac_toe", "tic_tac_toe")
    )
    assert len(ours) == len(theirs) == 5_478


def random_state(name, numbers, length):
    state = pyspiel.load_game(name).new_initial_state()
    for _ in range(length):
        if not state.is_terminal():
            state.apply_action(numbers.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", ["rulelang_agamemnon", "rulelang_whist", "rulelang_liars_dice"])
def test_the_text_of_a_state_is_all_of_it(name):
    numbers = random.Random(5)
    states = [random_state(name, numbers, length) for length in range(0, 60, 3)]
    texts = {str(state): tree.key(state.state) for state in states}
    assert len(texts) == len(set(texts.values())) > 10


def known(state, player):
    """Return the text and the numbers of what a player knows."""
    return (
        state.information_state_string(player),
        tuple(state.information_state_tensor(player)),
        (state.current_player(), state.state.information_state(player)),
    )


@pytest.mark.parametrize("name", ["rulelang_kuhn_poker", passed_over("rulelang_leduc_poker")])
def test_numbers_tell_apart_what_texts_tell_apart_and_no_more(name):
    game = pyspiel.load_game(name)
    found = set()
    for state in get_all_states.get_all_states(
        game, include_terminals=True, to_string=lambda state: state.history_str()
    ).values():
        found |= {(player, *known(state, player)) for player in range(2)}
    assert len(found) > 10
    for at in (1, 2, 3):
        assert len({(row[0], row[at]) for row in found}) == len(found)


@pytest.mark.parametrize("name", ["rulelang_whist", "rulelang_pergamemnon", "rulelang_carnival"])
def test_digests_tell_apart_what_texts_tell_apart_and_no_more(name):
    numbers = random.Random(3)
    found = set()
    for _ in range(15):
        state = pyspiel.load_game(name).new_initial_state()
        for _ in range(60):
            if state.is_terminal():
                break
            if not state.is_chance_node():
                found |= {(0, *known(state, 0))}
            state.apply_action(numbers.choice(state.legal_actions()))
    assert len(found) > 100
    for at in (1, 2, 3):
        assert len({row[at] for row in found}) == len(found)


def test_what_others_hold_is_in_no_text_and_no_number():
    game = pyspiel.load_game("rulelang_kuhn_poker")
    seen = set()
    for card in (1, 2):
        state = game.new_initial_state()
        state.apply_action(0)
        state.apply_action(card)
        seen.add((*known(state, 0), state.observation_string(0), *state.observation_tensor(0)))
        assert state.observation_string(1) != state.observation_string(0)
    assert len(seen) == 1


def observers(game):
    kinds = pyspiel.PrivateInfoType
    return {
        (public, private, recall): make_observation(
            game,
            pyspiel.IIGObservationType(
                public_info=public, perfect_recall=recall, private_info=private
            ),
        )
        for public in (True, False)
        for private in (kinds.NONE, kinds.SINGLE_PLAYER, kinds.ALL_PLAYERS)
        for recall in (True, False)
    }


def test_public_and_private_knowledge_are_kept_apart():
    kinds = pyspiel.PrivateInfoType
    game = pyspiel.load_game("rulelang_kuhn_poker")
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(2)
    for (public, private, recall), observer in observers(game).items():
        texts = [observer.string_from(state, player) for player in range(2)]
        if private is kinds.SINGLE_PLAYER:
            assert texts[0] != texts[1]
        else:
            assert texts[0] == texts[1]
        if private is kinds.NONE:
            assert ("king" in texts[0] or "jack" in texts[0]) is False
            assert bool(texts[0]) is public
        assert (observer.tensor is not None) is (public and private is kinds.SINGLE_PLAYER)
        if private is kinds.ALL_PLAYERS and not recall:
            assert "king" in texts[0]
            assert "jack" in texts[0]


def test_what_all_were_told_since_the_start_is_public():
    game = pyspiel.load_game("rulelang_kuhn_poker")
    state = game.new_initial_state()
    for action in (0, 2, 1):
        state.apply_action(action)
    kinds = pyspiel.PrivateInfoType
    found = observers(game)
    for player in range(2):
        assert "P1 passes" in found[True, kinds.NONE, True].string_from(state, player)
        assert "P1 passes" not in found[False, kinds.SINGLE_PLAYER, True].string_from(
            state, player
        )


def test_what_one_is_told_more_than_all_of_a_choice_is_his_own(tmp_path):
    path = tmp_path / "given.rules"
    path.write_text(GIVEN, encoding="utf-8")
    state = load(str(path), engine="reference").start()
    state = state.child(state.legal_ids[0])
    own = ["\n".join(seen.private(state, player, recalls=True)) for player in range(3)]
    assert ["A gives Card(1)" in text for text in own] == [False, True, False]
    assert "A gives an unseen Card" in "\n".join(seen.public(state, recalls=True))


def test_observers_without_numbers_stay_so():
    game = pyspiel.load_game("rulelang_kuhn_poker")
    observer = observers(game)[True, pyspiel.PrivateInfoType.NONE, True]
    observer.set_from(game.new_initial_state(), 0)
    assert observer.tensor is None
    assert observer.dict == {}


def test_observers_have_no_parameters():
    game = pyspiel.load_game("rulelang_kuhn_poker")
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(game, None, {"more": 1})


def test_facts():
    kinds = pyspiel.GameType
    tiles = pyspiel.load_game("rulelang_agamemnon(tiles=face_up)")
    assert tiles.get_type().chance_mode == kinds.ChanceMode.DETERMINISTIC
    assert tiles.get_parameters()["tiles"] == "face_up"
    poker = pyspiel.load_game("rulelang_kuhn_poker")
    assert poker.get_type().utility == kinds.Utility.ZERO_SUM
    assert (poker.max_game_length(), poker.max_chance_nodes_in_history()) == (3, 2)
    assert (poker.min_utility(), poker.max_utility()) == (-2, 2)
    race = pyspiel.load_game("rulelang_backgammon(scoring=plain)")
    assert race.get_type().information == kinds.Information.PERFECT_INFORMATION
    assert (race.min_utility(), race.max_utility()) == (-1, 1)
    assert pyspiel.load_game("rulelang_pergamemnon(players=5)").max_utility() == 4


def test_options_are_parameters_of_their_types():
    game = pyspiel.load_game("rulelang_liars_dice", {"players": 3, "dice": 1})
    assert game.rules.options == {"dice": "1", "wild": "6"}
    assert len(game.rules.players) == game.num_players() == 3
    assert pyspiel.load_game(str(game)).rules == game.rules
    assert pyspiel.load_game("rulelang_egemonia(historical=True)").rules.options == {
        **load("egemonia").options,
        "historical": "on",
    }


def test_what_does_not_exist_is_said(openspiel):
    with pytest.raises(UsageError, match="there is no file"):
        openspiel.register("nowhere/to_be_found.rules")
    with pytest.raises(Exception, match="6 cannot play this"):
        pyspiel.load_game("rulelang_liars_dice(players=6)")


def test_a_text_of_ones_own(openspiel, tmp_path):
    path = tmp_path / "mine.rules"
    path.write_text((ROOT / "games" / "tic_tac_toe.rules").read_text(encoding="utf-8"))
    name = openspiel.register(str(path))
    assert name == "rulelang_mine"
    game = pyspiel.load_game(name)
    assert game.num_distinct_actions() == 9
    assert openspiel.register(str(path), "noughts") == "noughts"
    assert pyspiel.load_game("noughts").get_type().long_name == "Tic-Tac-Toe"


def test_without_native_code_there_are_texts():
    """As on a machine for which there is no llvmlite."""
    program = (
        "import sys; sys.modules['llvmlite'] = None\n"
        "import warnings; warnings.simplefilter('ignore')\n"
        "import pyspiel; from interpreter import UsageError\n"
        "from interpreter.adapters import openspiel\n"
        "state = pyspiel.load_game('rulelang_kuhn_poker').new_initial_state()\n"
        "for action in (0, 2, 1): state.apply_action(action)\n"
        "print(state.information_state_string(0))\n"
        "try: state.observation_tensor(0)\n"
        "except UsageError as refusal: print('refused:', refusal)\n"
    )
    out = ran(program)
    assert "chose 1" in out
    assert "refused:" in out
    assert "llvmlite is not installed" in out


def test_actions_that_are_called_alike_have_their_numbers_too(openspiel, tmp_path):
    path = tmp_path / "twice.rules"
    path.write_text(TWICE, encoding="utf-8")
    assert openspiel.register(str(path), "twice") == "twice"
    state = pyspiel.load_game("twice").new_initial_state()
    names = [state.action_to_string(action) for action in state.legal_actions()]
    assert names == ["take(1) #0", "take(2) #1", "take(1) #2", "take(2) #3"]


def test_clones_go_their_own_ways():
    numbers = random.Random(2)
    state = random_state("rulelang_breakthrough", numbers, 20)
    before = str(state)
    for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301
        assert (str(other), other.history()) == (before, state.history())
        other.apply_action(other.legal_actions()[0])
        assert str(other) != before
        assert other.state.history == tuple(other.history())
    assert str(state) == before


KNOWN = "import interpreter; interpreter.shipped = lambda: ('kuhn_poker', 'leduc_poker')\n"
"""To make two games known in place of all, which takes seconds."""


def ran(program, text=""):
    """Return what another process prints; it has to end well and to complain of nothing."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", KNOWN + program],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


def test_a_state_is_read_in_another_process():
    """And the process ends well, with games in the hands of OpenSpiel."""
    state = random_state("rulelang_leduc_poker", random.Random(4), 4)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    program = (
        "import sys, pyspiel, interpreter.adapters.openspiel\n"
        "game, state = pyspiel.deserialize_game_and_state(sys.stdin.read())\n"
        "print(state)"
    )
    assert ran(program, text).rstrip("\n") == str(state)


def test_a_saved_state_of_other_rules_is_refused(openspiel, tmp_path):
    path = tmp_path / "changing.rules"
    text = (ROOT / "games" / "tic_tac_toe.rules").read_text(encoding="utf-8")
    path.write_text(text)
    held = pyspiel.load_game(openspiel.register(str(path))).new_initial_state()._held  # noqa: SLF001
    _, (instance, _, history) = held.__reduce__()
    restored = held.__reduce__()[0]
    with pytest.raises(ValueError, match="have changed"):
        restored(instance, "0" * 64, history)


def test_actions_and_outcomes_have_names():
    state = pyspiel.load_game("rulelang_kuhn_poker").new_initial_state()
    assert [state.action_to_string(action) for action in state.legal_actions()] == [
        "draw(jack)",
        "draw(queen)",
        "draw(king)",
    ]
    state.apply_action(0)
    state.apply_action(1)
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["bet", "pass"]
    start = pyspiel.load_game("rulelang_connect_four").new_initial_state()
    assert start.action_to_string(0, 99) == "action 99"
