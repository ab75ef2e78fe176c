"""Many games at once: each is the game that the reference plays with the same chance."""

import numpy as np
import pytest

from interpreter.batch import BatchGame
from interpreter.chance import scaled, word
from interpreter.faults import IllegalAction, RuleFault
from interpreter.load import UsageError, load
from interpreter.native.engine.batch import with_observing
from interpreter.native.ir.nodes import Module
from interpreter.native.ir.verify import verify
from interpreter.native.memory.observation import ENTRY
from tests.support.batches import Mirror, batch_of, chooser, holds, read_row
from tests.support.games import RULES, SMALL_TEXTS, instances, shipped, text
from tests.support.sampling import few, gated

GAMES = tuple(instances(path)[0] for path in RULES)
TURNS = 25


def words(ids, count):
    bits = sum(1 << number for number in ids)
    return [bits >> 64 * at & (1 << 64) - 1 for at in range(-(-count // 64))]


def play_beside(batch, seed, turns):
    """Step a batch and its mirrors, and compare all that is told."""
    game, choose = batch.game, chooser(seed)
    mirrors = [Mirror(game, seed, number) for number in range(batch.count)]
    told = batch.reset(seed)
    returned = [None] * batch.count
    for _ in range(turns):
        for at, (mirror, won) in enumerate(zip(mirrors, returned, strict=True)):
            state = mirror.state
            assert np.flatnonzero(told.legal[at]).tolist() == list(state.legal_ids)
            assert told.actors[at] == state.current_player
            assert told.done[at] == (won is not None)
            assert told.rewards[at].tolist() == [
                float(part) for part in won or [0] * told.rewards.shape[1]
            ]
            row = read_row(batch.observation_layout, told.observations[at])
            holds(row, state.observation(state.current_player))
        actions = [choose(mirror.state) for mirror in mirrors]
        told = batch.step(actions)
        returned = [mirror.step(action) for mirror, action in zip(mirrors, actions, strict=True)]


@pytest.mark.parametrize("instance", gated(GAMES), ids=str)
def test_a_batch_is_the_reference_many_times(instance):
    play_beside(batch_of(instance.game), 7, TURNS)


@pytest.mark.parametrize("instance", few(SMALL_TEXTS, 2), ids=str)
def test_a_batch_of_a_small_text_is_the_reference_many_times(instance):
    play_beside(batch_of(instance.game), 3, TURNS)


@pytest.mark.soak
@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_every_instance_in_a_batch_is_the_reference_many_times(path):
    for instance in instances(path):
        play_beside(batch_of(instance.game), 13, 4 * TURNS)


def test_games_begin_again_and_chance_goes_on():
    batch = batch_of(shipped("kuhn_poker"))
    play_beside(batch, 11, 60)
    assert batch.step([0] * batch.count).done.dtype == np.bool_


def told_after(batch, seed, turns, first=0):
    """Return copies of all that is told along a play; each game chooses by its own numbers."""
    numbers = [np.random.default_rng(first + i) for i in range(batch.count)]
    told = batch.reset(seed)
    found = []
    for _ in range(turns):
        found.append([array.copy() for array in told])
        told = batch.step(
            [
                generator.choice(np.flatnonzero(legal))
                for generator, legal in zip(numbers, told.legal, strict=True)
            ]
        )
    return found


@pytest.mark.parametrize("name", ["kuhn_poker", "backgammon"])
def test_a_game_does_not_depend_on_how_many_there_are_or_who_steps_them(name):
    game = shipped(name)
    whole = told_after(batch_of(game, 7), 5, 40)
    threads = told_after(batch_of(game, 7, threads=3), 5, 40)
    parts = [
        told_after(batch_of(game, 3), 5, 40),
        told_after(batch_of(game, 4, first=3), 5, 40, first=3),
    ]
    for at, arrays in enumerate(whole):
        for place, array in enumerate(arrays):
            assert (array == threads[at][place]).all()
            joined = np.concatenate([part[at][place] for part in parts])
            assert (array == joined).all()


def test_two_seeds_give_two_plays_and_one_gives_one():
    batch = batch_of(shipped("kuhn_poker"), 32)
    first = batch.reset(1).observations.copy()
    assert (batch.reset(1).observations == first).all()
    assert (batch.reset(2).observations != first).any()


@pytest.mark.parametrize("name", ["tic_tac_toe", "agamemnon", "pergamon"])
def test_packed_masks_have_the_same_bits(name):
    game, choose = shipped(name), chooser(1)
    packed = batch_of(game, 3, packed=True)
    mirrors = [Mirror(game, 4, number) for number in range(3)]
    told = packed.reset(4)
    for _ in range(TURNS):
        for bits, mirror in zip(told.legal.tolist(), mirrors, strict=True):
            assert bits == words(mirror.state.legal_ids, game.num_distinct_actions)
        actions = [choose(mirror.state) for mirror in mirrors]
        told = packed.step(actions)
        for mirror, action in zip(mirrors, actions, strict=True):
            mirror.step(action)


def test_nothing_is_observed_where_nobody_reads_it():
    batch = batch_of(shipped("tic_tac_toe"), 2, observe=False)
    batch.reset()
    told = batch.step([3, 4])
    assert told.observations.shape == (2, 0)
    assert told.legal.sum() == 16


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("wrong", [4, 9, 64, -1, 1 << 40, -(1 << 63)])
def test_an_action_that_is_not_legal_is_refused_and_nothing_changes(wrong, packed):
    batch = batch_of(shipped("tic_tac_toe"), 3, packed=packed)
    batch.reset()
    before = [array.copy() for array in batch.step([4, 4, 4])]
    with pytest.raises(IllegalAction, match=rf"game 2: action {wrong} is not legal: "):
        batch.step([0, 1, wrong])
    after = batch.step([0, 1, 2])
    assert [array.tolist() for array in before] != [array.tolist() for array in after]
    other = batch_of(shipped("tic_tac_toe"), 3, packed=packed)
    other.reset()
    other.step([4, 4, 4])
    for one, two in zip(after, other.step([0, 1, 2]), strict=True):
        assert (one == two).all()


def test_the_refusal_has_the_words_of_the_rules():
    batch = batch_of(shipped("tic_tac_toe"), 3)
    batch.reset()
    batch.step([4, 4, 4])
    with pytest.raises(IllegalAction, match="game 1: action 4 is not legal: b2 is taken"):
        batch.step([0, 4, 4])


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 1], r"each of 3 games; these have the shape \(2,\)"),
        ([[0, 1, 2]], r"the shape \(1, 3\)"),
        (0, r"the shape \(\)"),
        ([0, [], 2], "no even array"),
        ([0, 1.5, 2], "that of game 1 is 1.5"),
        ([0, 1, "2"], "that of game 2 is '2'"),
        ([True, False, True], "that of game 0 is True"),
        (np.zeros(3), "these are of type float64"),
        (np.zeros(3, np.bool_), "these are of type bool"),
    ],
)
def test_what_are_no_actions_is_refused(actions, message):
    batch = batch_of(shipped("tic_tac_toe"), 3)
    batch.reset()
    with pytest.raises(TypeError, match=message):
        batch.step(actions)


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int32, np.uint64])
def test_whole_numbers_of_any_size_are_actions(kind):
    batch = batch_of(shipped("tic_tac_toe"), 3)
    batch.reset()
    assert batch.step(np.array([0, 4, 8], kind)).legal.sum() == 24


def test_a_batch_begins_with_reset():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULELANG_CACHE", "")
        batch = BatchGame(shipped("tic_tac_toe"), 2, quick=True)
    with pytest.raises(IllegalAction, match="reset"):
        batch.step([0, 0])


@pytest.mark.parametrize("how", [{"count": 0}, {"count": 1, "threads": 0}])
def test_there_is_a_game_and_a_thread(how):
    with pytest.raises(UsageError, match="at least one"):
        BatchGame(shipped("tic_tac_toe"), **how)


def written(folder, text):
    file = folder / "shares.rules"
    file.write_text(text, encoding="utf-8")
    return load(str(file))


LUCKY = """
game "Lucky"
players 2

var parts: 0..2 = 0
var share: 0..12

play:
    random n in 0..2: set parts to n
    set share to 12 / parts rounded down
    each turn of p, at most 9:
        p chooses:
            wait "{p} waits":
                stop
    end: draw
"""


def test_a_fault_at_the_beginning_is_told_by_the_reference(tmp_path):
    batch = batch_of(written(tmp_path, LUCKY), 1)
    seed = next(seed for seed in range(50) if scaled(word("chance", seed, 0, 0), 3) == 0)
    with pytest.raises(RuleFault, match="divide") as fault:
        batch.reset(seed)
    assert fault.value.__notes__ == ["in game 0 of the batch, at its beginning"]
    with pytest.raises(IllegalAction, match="reset"):
        batch.step([0])


def test_a_fault_before_any_chance_is_told_when_the_batch_is_made(tmp_path):
    text = LUCKY.replace("play:", "setup:\n    set share to 12 / parts rounded down\nplay:")
    game = written(tmp_path, text)
    with pytest.raises(RuleFault, match="divide"):
        BatchGame(game, 1)


def test_a_game_in_which_nobody_chooses_is_refused(tmp_path):
    batch = batch_of(written(tmp_path, 'game "None"\nplayers 2\nplay:\n    end: draw\n'), 2)
    with pytest.raises(UsageError, match="None is over before anybody chooses"):
        batch.reset()


SHARES = """
game "Shares"
players 2

var parts: 0..3 = 3
var share: 0..12

play:
    each turn of p, at most 9:
        p chooses:
            less "{p} leaves less":
                take 1 from parts
                set share to 12 / parts rounded down
            same "{p} leaves it":
                set share to 12 / parts rounded down
    end: draw
"""


def test_a_fault_in_a_step_is_told_by_the_reference(tmp_path):
    batch = batch_of(written(tmp_path, SHARES), 3)
    batch.reset()
    batch.step([1, 1, 0])
    batch.step([1, 1, 0])
    with pytest.raises(RuleFault, match="divide") as fault:
        batch.step([1, 1, 0])
    assert fault.value.__notes__ == ["in game 2 of the batch, by action 0"]
    with pytest.raises(IllegalAction, match="reset"):
        batch.step([1, 1, 1])
    assert batch.reset().legal.all()


def test_what_is_told_can_only_be_read():
    batch = batch_of(shipped("tic_tac_toe"), 3)
    for array in batch.reset():
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0


# ---------------------------------------------------------------- the layout


@pytest.mark.parametrize("instance", [*gated(GAMES), *few(SMALL_TEXTS, 2)], ids=str)
def test_the_layout_has_no_gaps_and_no_part_twice(instance):
    batch = batch_of(instance.game)
    parts = batch.observation_layout
    assert [part.start for part in parts] == [
        sum(part.size for part in parts[:at]) for at in range(len(parts))
    ]
    assert len({(part.name, part.sort) for part in parts}) == len(parts)
    assert batch.reset().observations.shape == (4, sum(part.size for part in parts))


@pytest.mark.parametrize("instance", gated(GAMES), ids=str)
def test_the_code_that_observes_is_sound(instance):
    module = with_observing(instance.game.layout).module
    row = next(part for part in reversed(batch_of(instance.game).observation_layout))
    size = module.size + ENTRY * (row.start + row.size)
    verify(Module(module.functions, module.tables, max(8, size)))


def test_a_state_of_another_game_is_refused():
    batch = batch_of(shipped("tic_tac_toe"))
    with pytest.raises(UsageError, match="no state of"):
        batch.observe(shipped("kuhn_poker").start(seed=1), 0)
    with pytest.raises(UsageError, match="no player of"):
        batch.observe(shipped("tic_tac_toe").start(), 2)


def test_every_player_sees_his_own_row():
    batch = batch_of(text("high_card"))
    state = Mirror(batch.game, 1, 0).state
    for player in range(len(batch.game.players)):
        row = read_row(batch.observation_layout, batch.observe(state, player))
        holds(row, state.observation(player))


NONE_OF_THEM = """
game "None of them"
players 2

token Coin in purse(P1): 1
component Relic in cellar(P1):
    | name | copies |
zone purse(Player): Coin set, owner sees
zone cellar(Player): Relic row, owner sees

play:
    each turn of p, at most 4:
        p chooses:
            wait "{p} waits"
    end: draw
"""


def test_of_a_zone_for_which_there_is_nothing_a_row_says_how_many_lie_there(tmp_path):
    batch = batch_of(written(tmp_path, NONE_OF_THEM), 1)
    play_beside(batch, 1, 3)
    sorts = [part.sort for part in batch.observation_layout if "cellar" in part.name]
    assert sorts == ["number", "number"]


def test_whole_numbers_that_are_too_large_for_an_array_are_told_by_their_type():
    batch = BatchGame(load("tic_tac_toe"), 2)
    batch.reset(seed=1)
    with pytest.raises((TypeError, UsageError, IllegalAction), match="object"):
        batch.step([2**70, 1])
