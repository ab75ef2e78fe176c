"""Tournaments: who meets whom, what forfeits, and what comes of it whatever the processes."""

import hashlib
import inspect
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from unittest.mock import ANY

import attrs
import pytest

from interpreter import MonteCarlo, RuleFault, Uniform, UsageError, load
from interpreter.cluster.processes import Processes
from interpreter.cluster.work import ClusterError
from interpreter.tournament import (
    Entrant,
    Finished,
    Forfeit,
    Played,
    Tournament,
    own_bot,
    play,
    schedule,
    standings,
)
from interpreter.tournament.blaming import blamed
from interpreter.tournament.data import game_data
from interpreter.tournament.entrants import NoBotError
from interpreter.tournament.games import Games
from interpreter.tournament.ratings import ratings
from interpreter.tournament.standings import points, wilson
from tests.support.processes.inside import workers

RANDOM = Entrant("random", Uniform)

BOTS = """
import os
import pathlib
import sys
import time

import attrs


class First:
    def choose(self, view):
        return view.legal_actions[0]


class Last:
    def __init__(self, seed, offset=1):
        self.seed, self.offset = seed, offset

    def choose(self, view):
        print("this goes to standard error")
        return view.legal_actions[-self.offset]


class Raises(First):
    def choose(self, view):
        raise ValueError("no idea\\nat all")


class Leaves(First):
    def choose(self, view):
        sys.exit(3)


class Numbers(First):
    def choose(self, view):
        return 0


class Cheats(First):
    def choose(self, view):
        return attrs.evolve(view.legal_actions[0], id=4)


class Dreams(First):
    def choose(self, view):
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                pass


class Unmade(First):
    def __init__(self, seed):
        if seed:
            raise RuntimeError("not today")


class Ends(First):
    def choose(self, view):
        os._exit(7)


class EndsWhenMade(First):
    def __init__(self, seed):
        if seed:
            os.kill(os.getpid(), 9)


class Sleeps(First):
    def choose(self, view):
        time.sleep(0.02)
        return super().choose(view)


class Mortal(First):
    def choose(self, view):
        mark = pathlib.Path(__file__).with_name("killed")
        if len(view.legal_actions) == 5:
            try:
                mark.touch(exist_ok=False)  # two processes may come here at once
            except FileExistsError:
                return view.legal_actions[0]
            os.kill(os.getpid(), 9)
        return view.legal_actions[0]


class EndsLater(First):
    def choose(self, view):
        class Trap:
            __class__ = property(lambda self: os._exit(7))

        return Trap()


nobody = 12
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "their_bots.py"
    path.write_text(BOTS, encoding="utf-8")
    return path


def tournament(*entrants, game="tic_tac_toe", **known):
    return Tournament(load(game), entrants, **known)


@pytest.mark.parametrize(
    ("entrants", "game"), [(2, "kuhn_poker"), (3, "kuhn_poker"), (2, "whist")]
)
def test_everybody_sits_in_every_seat_equally_often(entrants, game):
    games = list(schedule(tournament(*[RANDOM] * entrants, game=game), 6))
    assert [each.number for each in games] == list(range(len(games)))
    for seat in range(len(games[0].seats)):
        sat = [each.seats[seat] for each in games]
        assert len({sat.count(which) for which in range(entrants)}) == 1


def test_all_games_of_a_round_share_a_seed_and_no_two_rounds_do():
    games = list(schedule(tournament(RANDOM, RANDOM, RANDOM, seed=3), 20))
    assert len({(game.round, game.seed) for game in games}) == 20
    assert len({game.seed for game in games}) == 20


def test_neighbours_change_from_round_to_round():
    games = schedule(tournament(*[RANDOM] * 4, game="whist"), 6)
    after = {(game.seats[at - 1], game.seats[at]) for game in games for at in range(4)}
    assert len(after) == 12


def test_a_game_has_its_number_however_many_rounds_are_asked_for():
    both = tournament(RANDOM, RANDOM)
    assert list(schedule(both, 3)) == list(schedule(both, 5))[:6]


def test_one_bot_alone_is_no_tournament():
    with pytest.raises(UsageError, match="two bots at least"):
        tournament(RANDOM)


def test_figures_do_not_depend_on_how_many_processes_play(file):
    both = tournament(own_bot(f"{file}:Last"), Entrant("mc", MonteCarlo), seed=5)
    alone = list(play(both, 3))
    crew = Played(Processes(2))
    together = sorted(play(both, 3, crew), key=lambda game: game.fixture.number)
    assert together == alone
    assert {len(game.seconds) for game in together} == {2}


def test_what_bots_print_is_no_result(file, capsys):
    both = tournament(own_bot(f"{file}:Last"), RANDOM)
    list(play(both, 1))
    written = capsys.readouterr()
    assert written.out == ""
    assert "this goes to standard error" in written.err


@pytest.mark.parametrize(
    ("name", "seconds", "reason"),
    [
        ("Raises", 100, "raised ValueError: no idea when it was to choose"),
        ("Leaves", 100, "raised SystemExit: 3 when it was to choose"),
        ("Numbers", 100, "chose 0, which is no action"),
        ("Unmade", 100, "raised RuntimeError: not today when it was made"),
        ("Dreams", 2, "took more than 2 s for a choice"),
    ],
)
def test_a_bot_forfeits_and_it_is_said_why(file, name, seconds, reason):
    """The other one chooses at once, on a machine that has other things to do too."""
    both = tournament(own_bot(f"{file}:{name}"), own_bot(f"{file}:First"), seconds=seconds)
    games = list(play(both, 1))
    assert [game.forfeit for game in games] == [Forfeit(0, reason), Forfeit(1, reason)]
    assert {game.returns for game in games} == {None}
    first, second = standings(both, games)
    assert (first.wins, first.share, first.mean_return) == (2, 1.0, 1)
    assert (second.forfeits, second.share, second.mean_return) == (2, 0.0, -1)


def test_what_is_not_legal_forfeits_where_it_is_not(file):
    both = tournament(own_bot(f"{file}:Cheats"), own_bot(f"{file}:First"))
    game = next(play(both, 1))
    assert game.choices == (4, 0)
    assert game.forfeit == Forfeit(
        0, "chose `mark(b1)` (number 4), which is not legal: b2 is taken"
    )


@pytest.mark.parametrize(
    ("name", "seat", "reason"),
    [
        ("Ends", 0, "ended its process with code 7 when it was to choose"),
        pytest.param(
            *("Ends", 1, "ended its process with code 7 when it was to choose"),
            marks=pytest.mark.soak,
        ),
        ("EndsWhenMade", 1, "ended its process by signal 9 when it was made"),
    ],
)
def test_a_bot_that_ends_its_process_forfeits(file, name, seat, reason):
    own = own_bot(f"{file}:{name}")
    pair = (own, RANDOM) if seat == 0 else (RANDOM, own)
    told = []
    game = next(play(tournament(*pair), 1, Played(Processes(1), notice=told.append)))
    assert game.fixture.number == 0
    assert game.forfeit == Forfeit(seat, reason)
    assert [line[-26:] for line in told] == ["; its game 0 is done again"] * 2


def test_a_killed_process_costs_its_game_alone(file):
    both = tournament(own_bot(f"{file}:Mortal"), own_bot(f"{file}:Last"))
    told = []
    how = Played(Processes(2), notice=told.append)
    together = sorted(play(both, 4, how), key=lambda game: game.fixture.number)
    assert [line.partition("; its game")[0][-17:] for line in told] == ["ended by signal 9"]
    assert together == list(play(both, 4))
    assert {game.forfeit for game in together} == {None}


def test_where_no_bot_is_to_blame_nobody_forfeits(file):
    both = tournament(own_bot(f"{file}:EndsLater"), RANDOM)
    with pytest.raises(ClusterError, match="no bot was to choose then, so nobody forfeits"):
        list(play(both, 1, Played(Processes(1))))


def test_a_file_goes_along_as_it_was_when_it_was_read(file):
    both = tournament(own_bot(f"{file}:First"), own_bot(f"{file}:Last"))
    alone = list(play(both, 2))
    file.unlink()
    together = sorted(play(both, 2, Played(Processes(1))), key=lambda game: game.fixture.number)
    assert together == alone
    assert {game.forfeit for game in together} == {None}


@pytest.fixture
def inside(monkeypatch):
    """Let processes be threads of this one."""
    with workers(monkeypatch):
        yield


@pytest.mark.usefixtures("inside")
def test_a_game_that_was_lost_again_and_again_is_played_if_no_bot_ends_it(file):
    both = tournament(own_bot(f"{file}:First"), own_bot(f"{file}:Raises"))
    for number, game in enumerate(play(both, 1)):
        assert blamed(Games.of(both, 1), number) == {
            **game_data(game),
            "seconds": ANY,
            "longest": ANY,
        }


@pytest.mark.usefixtures("inside")
def test_what_goes_wrong_with_a_game_that_was_lost_again_and_again_is_told(file):
    both = tournament(own_bot(f"{file}:First"), RANDOM)
    wrong = attrs.evolve(Games.of(both, 1), entrants=(RANDOM, Entrant("gone", missing)))
    said = "cannot be played: .* the last one with NoBotError: away; no bot was to choose then"
    with pytest.raises(ClusterError, match=said):
        blamed(wrong, 0)
    with pytest.raises(NoBotError, match="away"):
        list(play(attrs.evolve(both, entrants=wrong.entrants), 1))


def missing(_seed):
    raise NoBotError("away")


def test_where_nobody_can_be_interrupted_it_is_found_out_who_was_late(file):
    """Games that are not played on the main thread: the alarm clock rings there alone."""
    both = tournament(own_bot(f"{file}:Sleeps"), own_bot(f"{file}:First"), seconds=0.01)
    with ThreadPoolExecutor(1) as pool:
        game = pool.submit(lambda: next(play(both, 1))).result()
    assert game.forfeit.seat == 0
    said = r"took [0-9.]+ s for a choice, which is more than 0.01 s"
    assert re.fullmatch(said, game.forfeit.reason)


FAILING = """game "Failing"
players A, B
var left: 0..9 = 5
play:
    each turn of p, at most 9:
        p chooses:
            jump "{p} jumps": set left to left - 9
            take "{p} takes": set left to left - 8
    end: draw
"""


def test_a_fault_of_the_rules_is_no_fault_of_a_bot(tmp_path):
    rules = tmp_path / "failing.rules"
    rules.write_text(FAILING, encoding="utf-8")
    both = tournament(Entrant("mc", MonteCarlo), RANDOM, game=str(rules))
    with pytest.raises(RuleFault, match="`left` would be -"):
        list(play(both, 1))


def test_what_a_file_needs_and_is_not_there_is_told(file):
    (file.parent / "beside_it.py").write_text("best = 4", encoding="utf-8")
    file.write_text("import beside_it\n" + BOTS, encoding="utf-8")
    both = tournament(own_bot(f"{file}:First"), RANDOM)
    (file.parent / "beside_it.py").unlink()
    said = "went wrong where it was done: NoBotError: .*No module named 'beside"
    with pytest.raises(ClusterError, match=f"the game [01] {said}"):
        list(play(both, 1, Played(Processes(1))))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("their_bots.py", "names no bot"),
        ("mcst:400", "names no bot of your own: those are module:Name"),
        ("no_such_file.py:First", "there is no file"),
        ("no_such_module:First", "cannot be imported"),
        ("FILE:Nobody", "there is no `Nobody`"),
        ("FILE:nobody", "is no class that makes a bot"),
        ("FILE:Last(offset=x)", "numbers, texts and the like"),
        ("FILE:Last(1", "numbers, texts and the like"),
        ("FILE:Last(offset=1, more=2)", "cannot be made: TypeError"),
        ("FILE:Last(1) + 1", "numbers, texts and the like"),
        ("FILE:Last(**{})", "numbers, texts and the like"),
        ("FILE:attrs", "is no class that makes a bot"),
        ("builtins:dict", "no method `choose"),
        ("fractions:Fraction", "no method `choose"),
    ],
)
def test_what_is_no_bot_is_refused_with_the_reason(file, text, said):
    with pytest.raises(UsageError, match=said):
        own_bot(text.replace("FILE", str(file)))


def test_a_file_that_fails_or_needs_what_does_not_go_along_is_no_bot(file):
    file.write_text("import pkgutil\npkgutil.get_data(__name__, 'weights.bin')\n")
    said = r"cannot be imported: OSError: .*/weights.bin does not go along with .*their_bots.py"
    before = set(sys.modules)
    for _ in range(2):
        with pytest.raises(UsageError, match=said):
            own_bot(f"{file}:First")
    assert not [name for name in set(sys.modules) - before if name.startswith("bots_in_")]


def test_a_log_notices_a_module_by_its_file_if_it_has_one(monkeypatch):
    found = own_bot("interpreter.bots.uniform:Uniform")
    program = Path(inspect.getfile(Uniform)).read_bytes()
    assert found.fingerprint == hashlib.sha256(program).hexdigest()
    typed = ModuleType("typed_in")
    typed.Uniform = Uniform
    monkeypatch.setitem(sys.modules, "typed_in", typed)
    assert own_bot("typed_in:Uniform").fingerprint == ""


def test_a_bot_of_ones_own_gets_its_arguments_and_a_seed(file):
    made = own_bot(f"{file}:Last(offset=2)").make(9)
    assert (made.seed, made.offset) == (9, 2)


def test_a_narrow_width_leaves_a_bot_all_that_may_be(file):
    file.write_text(
        BOTS
        + """

class Counts(First):
    def choose(self, view):
        hands = {str(view.redeal(seed).position) for seed in range(20)}
        raise LookupError(len(hands))
""",
        encoding="utf-8",
    )
    reasons = []
    for width in (1, 512):
        both = tournament(own_bot(f"{file}:Counts"), RANDOM, game="kuhn_poker", width=width)
        reasons.append(next(play(both, 1)).forfeit.reason)
    assert reasons == ["raised LookupError: 2 when it was to choose"] * 2


def finished(number, returns, forfeit=None, game="kuhn_poker"):
    both = tournament(RANDOM, RANDOM, game=game)
    fixture = next(f for f in schedule(both) if f.number == number)
    returns = None if returns is None else tuple(map(Fraction, returns))
    return Finished(fixture, returns, (), forfeit, (0.0, 0.0), (0.0, 0.0))


def test_points_are_shared_by_the_best():
    assert points(finished(0, (2, -2))) == (1, 0)
    assert points(finished(0, (1, 1))) == (Fraction(1, 2), Fraction(1, 2))
    assert points(finished(0, None, Forfeit(1, "asleep"))) == (1, 0)


def test_standings_add_up():
    games = [finished(1, (1, -1)), finished(0, (-2, 2)), finished(2, (0, 0))]
    one, other = standings(tournament(RANDOM, Entrant("b", Uniform), game="kuhn_poker"), games)
    assert (one.name, one.games, one.wins, one.draws, one.points) == ("b", 3, 2, 1, Fraction(5, 2))
    assert (other.wins, other.mean_return, one.mean_return) == (0, -1, 1)
    assert one.interval == wilson(5 / 6, 3)
    assert one.interval[0] < 5 / 6 < one.interval[1]


def test_without_what_rates_there_are_no_ratings(monkeypatch):
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    both = tournament(RANDOM, attrs.evolve(RANDOM, name="other"), game="kuhn_poker")
    assert ratings(both, []) is None


def test_ratings_rise_with_wins_and_do_not_depend_on_the_order():
    pytest.importorskip("openskill")
    both = tournament(RANDOM, attrs.evolve(RANDOM, name="other"), game="kuhn_poker")
    games = [finished(number, (1, -1) if number % 2 else (-1, 1)) for number in range(10)]
    found = ratings(both, games)
    assert found["other"].mu > 25 > found["random"].mu
    assert found["other"].sigma < 25 / 3
    assert ratings(both, reversed(games)) == found
