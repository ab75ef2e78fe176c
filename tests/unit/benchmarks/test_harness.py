"""Interleaved runs, medians, ratios, tables: what stands between a measurement and a reader."""

import doctest
import importlib
import json
import pkgutil
import xml.etree.ElementTree as ET

import attrs
import jsonschema
import pytest

import benchmarks
from benchmarks import __main__ as command
from benchmarks import ours, plot, report
from benchmarks.catalogue import ENTRIES
from benchmarks.comparison import Compared, interleaved, peers_of
from benchmarks.further import compile_times, copies, growth, players, threads
from benchmarks.measuring import Measurement, Missing, run_batches
from interpreter import load
from tests.support.games import ROOT

BY_NAME = {entry.name: entry for entry in ENTRIES}
SMALL = BY_NAME["tic_tac_toe"]
RATIOS = {
    "type": "object",
    "required": ["engine"],
    "properties": {
        "engine": {"enum": ["reference", "native"]},
        "other_engine": {"type": "object", "additionalProperties": {"const": "reference"}},
    },
    "additionalProperties": {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": {"type": "number", "exclusiveMinimum": 0},
    },
}
MODULES = [
    module.name
    for module in pkgutil.walk_packages(benchmarks.__path__, "benchmarks.")
    if not module.name.endswith("__main__")
]


def run_of(playouts, cpu_s=1.0, decisions=0):
    return Measurement(playouts, 2 * playouts, decisions, cpu_s, (0.0, 0.0))


@attrs.frozen
class Counted:
    """A peer that plays so many playouts a second and notes when it was asked."""

    name: str
    asked: list
    game: str = "a game"

    def run(self, seconds, seed):
        self.asked.append((self.name, seconds, seed))
        return run_of(100, seconds)


class TestRuns:
    def test_peers_take_turns_and_each_round_begins_with_another(self):
        asked = []
        peers = [Counted(name, asked) for name in "abc"]
        runs = interleaved(peers, rounds=3, seconds=2.0)
        assert "".join(name for name, seconds, _ in asked if seconds == 2.0) == "abcbcacab"
        assert {name: len(measured) for name, measured in runs.items()} == {"a": 3, "b": 3, "c": 3}

    def test_all_peers_of_a_round_have_its_seed(self):
        asked = []
        interleaved([Counted(name, asked) for name in "ab"], rounds=2, seconds=2.0)
        assert [seed for _, seconds, seed in asked if seconds == 2.0] == [1, 1, 2, 2]

    def test_batches_grow_until_the_time_is_used_up(self):
        asked = []

        def play(n, seed):
            asked.append((n, seed))
            return Measurement(n, n, n, 0.01 * n, (0.0,))

        done = run_batches(play, 1.0, 5)
        assert [n for n, _ in asked] == [1, 4, *[8] * 12]
        assert len({seed for _, seed in asked}) == len(asked)
        assert done.playouts == sum(n for n, _ in asked)
        assert 1.0 <= done.cpu_s < 1.125


class TestComparison:
    GAME = Compared(
        "a game",
        {
            "native": (run_of(400), run_of(900, 3.0), run_of(500)),
            "other": (run_of(100), run_of(300), run_of(250, decisions=500)),
        },
    )

    def test_a_rate_is_the_median_of_the_rounds(self):
        assert self.GAME.rate("native") == 400
        assert self.GAME.rate("other") == 250

    def test_a_ratio_is_the_median_of_the_ratios_within_rounds(self):
        """They are 4, 1 and 2; the ratio of the medians would be 1.6."""
        assert self.GAME.ratio("native", "other") == 2
        assert self.GAME.ratio("other", "native") == 0.5

    def test_who_does_not_count_decisions_is_given_the_share_that_another_counts(self):
        runs = {
            "native": (Measurement(10, 30, None, 1.0, (0.0, 0.0)),),
            "other": (Measurement(4, 8, 6, 1.0, (0.0, 0.0)),),
        }
        assert Compared("a game", runs).decisions_a_playout("native") == 3 * 6 / 8
        assert Compared("a game", runs).decisions_a_playout("other") == 6 / 4

    def test_ratios_for_programs(self):
        data = report.ratios([self.GAME])
        assert data["a game"] == {"other": 2}
        assert data["engine"] == "native"

    def test_a_game_that_only_the_reference_plays_says_so(self):
        game = Compared("odd", {"reference": (run_of(1),), "other": (run_of(10),)})
        data = report.ratios([self.GAME, game])
        assert data["odd"] == {"other": 0.1}
        assert data["engine"] == "native"
        assert data["other_engine"] == {"odd": "reference"}
        assert report.ratios([game])["engine"] == "reference"

    def test_the_table_has_a_line_for_each_peer_and_names_what_is_missing(self):
        gone = attrs.evolve(self.GAME, missing=(Missing("openspiel", "it is not installed"),))
        lines = report.rates([gone]).splitlines()
        assert [line.split("|")[2].strip() for line in lines[2:4]] == ["native", "other"]
        assert lines[-1] == "* a game, openspiel: it is not installed."


def test_every_peer_of_a_game_runs_and_plays_the_same_game():
    peers, missing = peers_of(SMALL)
    assert {peer.name for peer in peers} | {gone.name for gone in missing} == {
        "reference",
        "native",
        "openspiel",
        "c_natural",
        "c_bitboard",
    }
    assert ours.REFERENCE in {peer.name for peer in peers}
    for peer in peers:
        done = peer.run(0.05, 1)
        assert peer.game == "tic_tac_toe"
        assert done.cpu_s >= 0.05
        assert 5 <= done.mean_length <= 9
        assert done.decisions is None or done.playouts * 5 <= done.decisions <= done.choices
        assert sum(done.returns) == pytest.approx(0)
        assert -1 <= done.returns[0] <= 1


def test_the_command_prints_one_object_with_a_number_for_each_game_and_peer(capsys, monkeypatch):
    monkeypatch.setattr(command, "QUICK", (1, 0.02))
    games = ["--game", "tic_tac_toe", "--game", "agamemnon"]
    assert command.main(["--quick", "--json", *games]) == 0
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, RATIOS)
    assert data.keys() - {"other_engine"} == {"engine", "tic_tac_toe", "agamemnon"}


def test_a_short_run_has_the_games_that_are_written_by_hand():
    assert {entry.name for entry in ENTRIES if entry.quick} == {
        entry.name for entry in ENTRIES if entry.programs
    }


def test_every_game_that_ships_is_measured():
    assert set(BY_NAME) == {path.stem for path in (ROOT / "games").glob("*.rules")}


@pytest.mark.parametrize("family", growth.FAMILIES, ids=lambda family: family.game)
class TestGrowth:
    def test_the_size_that_ships_is_the_text_that_ships(self, family):
        text = (ROOT / "games" / f"{family.game}.rules").read_text(encoding="utf-8")
        shipped = {"hex": 11, "breakthrough": 8}[family.game]
        assert text.startswith(growth.text_of(family, shipped))

    def test_other_sizes_are_the_games_that_openspiel_plays(self, family):
        pyspiel = pytest.importorskip("pyspiel")
        for n in (family.sizes[0], family.sizes[1]):
            ours_, theirs = growth.rules_of(family, n), pyspiel.load_game(family.openspiel(n))
            assert ours_.facts.length >= theirs.max_game_length() - 1
            state, other = ours_.start(), theirs.new_initial_state()
            assert len(state.legal_ids) == len(other.legal_actions())
            while not state.is_terminal:
                state = state.child(state.legal_ids[0])
            assert sum(state.returns) == 0

    def test_a_text_that_has_changed_is_refused(self, family):
        changed = attrs.evolve(family, replaced=(("not there", str), *family.replaced))
        with pytest.raises(ValueError, match="`not there` is 0 times"):
            growth.text_of(changed, 5)


def test_a_new_process_tells_what_it_paid(tmp_path):
    told = compile_times.start("tic_tac_toe", ours.REFERENCE, str(tmp_path))
    assert told.keys() == {"import_s", "load_s", "start_s", "first_s", "second_s", "prepare_s"}
    assert all(seconds >= 0 for seconds in told.values())
    assert told["load_s"] > 0


def test_states_take_memory_and_time():
    for peer in (ours.reference("tic_tac_toe"), ours.fastest("tic_tac_toe")):
        assert copies.bytes_a_state(peer.rules) > 100
        assert copies.seconds_a_child(peer.rules, 0.01) > 0


def test_threads_play_together():
    for peer in (ours.reference("tic_tac_toe"), ours.fastest("tic_tac_toe")):
        assert threads.rate_together(peer, 2, 0.02) > 0


def test_each_of_our_engines_is_the_one_that_its_name_says():
    rules = load("tic_tac_toe", engine="native")
    assert ours.reference("tic_tac_toe", rules).rules.native() is None
    peer = ours.native("tic_tac_toe", attrs.evolve(rules, engine="reference"))
    assert isinstance(peer, Missing) or peer.rules.native() is not None


@pytest.mark.parametrize(("game", "numbers"), players.GAMES)
def test_the_numbers_of_players_are_those_that_a_text_allows(game, numbers):
    assert [len(load(game, players=number).players) for number in (numbers[0], numbers[-1])] == [
        numbers[0],
        numbers[-1],
    ]


class TestDocument:
    TEXT = command.DOCUMENT.read_text(encoding="utf-8")

    @pytest.mark.parametrize("part", [command.RATES, *command.FURTHER])
    def test_it_has_a_place_for_every_table(self, part):
        assert "\n| new |\n" in report.replace_part(self.TEXT, part, "| new |")

    def test_what_is_written_by_hand_stays(self):
        changed = report.replace_part(self.TEXT, "rates", "| new |")
        assert changed.split("<!-- rates")[0] == self.TEXT.split("<!-- rates")[0]
        assert changed.split("rates: end -->")[1] == self.TEXT.split("rates: end -->")[1]

    def test_a_part_that_is_not_there_is_refused(self):
        with pytest.raises(ValueError, match="no part `weather`"):
            report.replace_part(self.TEXT, "weather", "sunny")


def test_the_picture_has_a_dot_for_each_peer_and_faster_is_farther_right():
    game = Compared("a game", {"reference": (run_of(10),), "native": (run_of(1_000),)})
    root = ET.fromstring(plot.rates([game, attrs.evolve(game, game="b & c")]))  # noqa: S314  ours
    dots = [
        dot for dot in root.iter("{http://www.w3.org/2000/svg}circle") if dot.get("cy") != "40"
    ]
    assert len(dots) == 4
    assert float(dots[0].get("cx")) < float(dots[1].get("cx"))
    assert "b & c" in {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_docstrings_are_true(module):
    assert doctest.testmod(importlib.import_module(module)).failed == 0
