"""Ranges go out and come together: each is done once, is in the log, and again if it was lost."""

import json
import os
from itertools import chain

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import (
    BotFault,
    BudgetExceeded,
    PlaythroughError,
    RuleFault,
    load,
    simulate,
)
from interpreter.bots import BotPolicy
from interpreter.cli.bots import bot_kind
from interpreter.cluster.here import Here
from interpreter.cluster.log import open_log
from interpreter.cluster.playing import Playouts, Simulated, simulate_with
from interpreter.cluster.processes import Processes
from interpreter.cluster.run import Care, fitting, gaps, run
from interpreter.cluster.sent import SentGame
from interpreter.cluster.work import ClusterError, Piece, Range
from tests.support.games import ROOT
from tests.support.journals import plain_lines, write_lines
from tests.support.processes.cluster import Astray, Deadly, Fatal, Mortal, Noted, figures
from tests.support.schemas import hold

FAULTS = ROOT / "tests" / "texts" / "faults"
PARTS = st.builds(Range, st.integers(0, 40), st.integers(1, 15))


@attrs.frozen
class Squares:
    """Work that shows what was done."""

    def title(self):
        return {"kind": "squares"}

    def begin(self):
        return lambda part: [number**2 for number in range(part.first, part.past)]


def numbers(parts):
    """Return all numbers of ranges."""
    return [number for part in parts for number in range(part.first, part.past)]


@given(st.lists(PARTS), st.integers(0, 50))
def test_what_fits_and_what_is_left_are_all_that_is_asked(parts, asked):
    kept = [piece.part for piece in fitting([Piece(part, None) for part in parts], asked)]
    assert set(kept) <= set(parts)
    assert sorted(numbers(kept) + numbers(gaps(kept, asked))) == list(range(asked))


@pytest.mark.parametrize("asked", [0, 1, 2, 999])
def test_every_number_is_done_once(asked):
    done = dict(run(Squares(), asked, Here()))
    assert sorted(numbers(done)) == list(range(asked))
    assert sorted(chain(*done.values())) == [number**2 for number in range(asked)]


@pytest.mark.parametrize("most", [1, 3, 8])
def test_no_range_is_longer_than_was_said(most):
    parts = [piece.part for piece in run(Squares(), 50, Here(), care=Care(most=most))]
    assert max(part.length for part in parts) == most
    assert sorted(numbers(parts)) == list(range(50))


def test_what_is_lost_again_and_again_may_have_an_answer_all_the_same():
    told = []
    care = Care(told.append, "thing", most=1, instead=lambda part, why: [part.first, why])
    done = {piece.part.first: piece.done for piece in run(Fatal(), 6, Processes(2), care=care)}
    assert {number: found for number, found in done.items() if number != 4} == {
        number: ["done"] for number in (0, 1, 2, 3, 5)
    }
    number, why = done[4]
    assert (number, why[-17:]) == (4, "ended by signal 9")
    assert [line.partition("; ")[2] for line in told] == ["its thing 4 is done again"] * 2


def test_what_is_in_the_log_is_not_done_again(tmp_path):
    file = tmp_path / "log"
    list(run(Squares(), 50, Here(), open_log(file, Squares().title())))
    lines = plain_lines(file)
    wrong = {**json.loads(lines[3]), "result": "as it is in the log"}
    write_lines(file, [*lines[:3], json.dumps(wrong), *lines[4:]])
    log = open_log(file, Squares().title())
    assert "as it is in the log" in [piece.done for piece in run(Squares(), 50, Here(), log)]
    assert len(file.read_text().splitlines()) == len(lines)
    del log
    more = list(run(Squares(), 60, Here(), open_log(file, Squares().title())))
    assert sorted(numbers(piece.part for piece in more)) == list(range(60))


@pytest.fixture(scope="module")
def plain():
    return figures(simulate(load("tic_tac_toe"), 400, seed=5))


@pytest.mark.parametrize("crew", [Here(), Processes(1), Processes(3)], ids=str)
def test_totals_are_those_of_one_process(crew, plain, tmp_path):
    how = Simulated(crew, tmp_path / "log")
    told = []
    done = simulate_with(how, load("tic_tac_toe"), 400, seed=5, progress=told.append)
    assert figures(done) == plain
    assert not done.interrupted
    assert told == sorted(told)
    assert told[-1] == 400
    for line in (tmp_path / "log").read_text().splitlines():
        hold("ranges", json.loads(line))


@pytest.mark.parametrize(
    "game", [pytest.param("kuhn_poker", marks=pytest.mark.soak), "leduc_poker"]
)
def test_totals_with_chance_and_fractions(game):
    loaded = load(game)
    done = simulate_with(Simulated(Processes(2)), loaded, 300, seed=1)
    assert figures(done) == figures(simulate(loaded, 300, seed=1))


def test_bots_play_the_same_in_other_processes():
    game, bots = load("kuhn_poker"), BotPolicy(bot_kind("mc:20").simulated)
    done = simulate_with(Simulated(Processes(2)), game, 12, seed=1, policy=bots, who="mc:20")
    again = BotPolicy(bot_kind("mc:20").simulated)
    assert figures(done) == figures(simulate(game, 12, seed=1, policy=again))


def test_a_killed_process_costs_its_range_alone(plain, tmp_path):
    mortal, told = Mortal(tmp_path), []
    how = Simulated(Processes(2), tmp_path / "log", notice=told.append)
    done = simulate_with(how, load("tic_tac_toe"), 400, seed=5, policy=mortal)
    assert mortal.has_killed
    assert figures(done) == plain
    (notice,) = told
    assert "ended by signal 9; its range " in notice


def test_a_range_that_kills_everybody_ends_the_work(tmp_path):
    how = Simulated(Processes(1), tmp_path / "log")
    with pytest.raises(ClusterError, match="was lost 3 times, the last time because process"):
        simulate_with(how, load("tic_tac_toe"), 10, policy=Deadly())


def test_a_fault_of_one_place_is_told_as_such():
    said = "the range 0 went wrong where it was done: LookupError: nothing is here"
    with pytest.raises(ClusterError, match=said) as told:
        simulate_with(Simulated(Processes(1)), load("tic_tac_toe"), 5, policy=Astray(os.getpid()))
    assert 'raise LookupError("nothing is here")' in told.value.__notes__[0]


def test_what_goes_wrong_in_this_process_comes_through():
    with pytest.raises(LookupError, match="nothing is here"):
        simulate_with(Simulated(Here()), load("tic_tac_toe"), 5, policy=Astray(0))


@pytest.mark.parametrize("name", ["dead_end", "no_end", "range"])
def test_a_fault_of_the_rules_shows_as_ever(name):
    game = load(str(FAULTS / f"{name}.rules"))
    with pytest.raises((RuleFault, BudgetExceeded)) as plainly:
        simulate(game, 5)
    with pytest.raises((RuleFault, BudgetExceeded)) as apart:
        simulate_with(Simulated(Processes(1)), game, 5)
    assert type(apart.value) is type(plainly.value)
    assert str(apart.value) == str(plainly.value)
    assert apart.value.span == plainly.value.span


def test_what_went_wrong_elsewhere_is_not_done_once_more_here(tmp_path):
    noted = Noted(tmp_path / "who")
    with pytest.raises(BotFault, match="never again"):
        simulate_with(Simulated(Processes(1)), load("tic_tac_toe"), 1, policy=noted)
    (who,) = noted.file.read_text(encoding="utf-8").split()
    assert int(who) != os.getpid()


def test_what_cannot_be_sent_is_refused():
    with pytest.raises(ClusterError, match="cannot be sent to other processes"):
        simulate_with(
            Simulated(Processes(1)),
            load("tic_tac_toe"),
            5,
            policy=lambda state, _: state.legal_ids[0],
        )


def test_rules_that_are_others_where_they_arrive_are_refused():
    game = load("tic_tac_toe")
    with pytest.raises(ClusterError, match="install the same release"):
        Playouts(SentGame(game.spec, "0" * 64), 1).begin()


def kept(path):
    """Write a log of 60 plays, and return its path."""
    simulate_with(Simulated(Here(), path), load("tic_tac_toe"), 60, seed=5)
    return path


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("kuhn_poker", {"seed": 5}, '`game` is "Tic-Tac-Toe" there'),
        ("tic_tac_toe", {"seed": 6}, "`seed` is 5 there and 6 here"),
        ("tic_tac_toe", {"seed": 5, "who": "mc"}, '`bots` is "random" there and "mc" here'),
    ],
)
def test_the_log_of_other_work_is_refused_and_stays(game, options, said, tmp_path):
    log = kept(tmp_path / "log")
    before = log.read_bytes()
    with pytest.raises(PlaythroughError, match=said):
        simulate_with(Simulated(Here(), log), load(game), 60, **options)
    assert log.read_bytes() == before


def test_a_half_line_is_dropped(tmp_path):
    log = kept(tmp_path / "log")
    log.write_bytes(log.read_bytes()[:-10])
    game = load("tic_tac_toe")
    done = simulate_with(Simulated(Here(), log), game, 60, seed=5)
    assert figures(done) == figures(simulate(game, 60, seed=5))
    for line in log.read_text().splitlines():
        hold("ranges", json.loads(line))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda line: {**line, "length": 0}, "`length`: a range begins at 0"),
        (lambda line: {**line, "length": 7}, "it must be 7 whole numbers"),
        (lambda line: {**line, "more": 7}, "has no such entry"),
        (
            lambda line: {**line, "result": {**line["result"], "returns": []}},
            "must be the returns",
        ),
        (
            lambda line: {**line, "result": {**line["result"], "returns": [[["1"], 1]]}},
            "must be the returns",
        ),
        (
            lambda line: {
                **line,
                "result": {**line["result"], "returns": [[["1e999999999", "0"], line["length"]]]},
            },
            "must be the returns",
        ),
        (lambda line: {**line, "result": {**line["result"], "lengths": ["x"]}}, "whole numbers"),
        (lambda line: {**line, "result": 3}, "not a document"),
    ],
)
def test_a_damaged_line_is_told(change, said, tmp_path):
    log = kept(tmp_path / "log")
    head, first, *others = plain_lines(log)
    write_lines(log, [head, json.dumps(change(json.loads(first))), *others])
    with pytest.raises(PlaythroughError, match=said):
        simulate_with(Simulated(Here(), log), load("tic_tac_toe"), 60, seed=5)


def test_two_may_not_write_one_log(tmp_path):
    log, title = tmp_path / "log", Squares().title()
    first = open_log(log, title)
    first.add(Piece(Range(0, 1), [0]))
    with pytest.raises(PlaythroughError, match="somebody else is writing to it"):
        open_log(log, title)
    del first
    open_log(log, title).add(Piece(Range(1, 1), [1]))
    assert len(open_log(log, title).pieces) == 2
