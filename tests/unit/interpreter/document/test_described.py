"""What documents say of arms and variables, and what follows of a play from where it stands."""

import attrs
import pytest

from interpreter import Game, document_data, load
from interpreter.document.build import seen
from interpreter.document.over import causes_of_end
from interpreter.document.quoting import line_at, source_of
from interpreter.document.refusing import refused_at
from interpreter.reference import values
from rulelang import core
from rulelang.rule_types import Flag, Maybe, Member, Number, SetOf
from rulelang.source import Span
from tests.unit.interpreter.support import small_poker

RULES = """game "Described"
players 2
space Cell on grid 2 x 2
component Card in deck:
    | name  | copies |
    | plain | 2      |
    | fine  | 2      |
zone deck: Card set, open
zone pile: Card set, open
zone hand(Player): Card set, open
var past(1..60, Player): 0..9
var round: 0..90
var marks(Cell): 0..9
let near(x) = sum of marks(y) for y in Cell where y is not x
let mine(p) = all c in hand(p) where round < 80
let source = if count pile > 0 then all c in pile else all c in deck
let older = highest of past(n, P1) for n in 1..9 else 0

play:
    each turn of p, at most 6:
        p chooses:
            grab(c in source):
                if c is in pile: move c from pile to hand(p)
                else: move c from deck to hand(p)
            take(c in deck clockwise from fine):
                move c from deck to hand(p)
            give(c in mine(p)):
                move c from hand(p) to pile
            name(k in {plain, fine}):    # of a kind [4.2]
                add 1 to round
            mark(x in Cell):
                set marks(x) to 1
            never(k in {}): add 1 to round
            only(k in {fine}): add 1 to round
            wait:
                need older < 9 or round < 99 else "late"
                add 1 to round
                set past(round, p) to 1
        if round > 2: end: draw
        if count hand(p) > 2: end: draw
        for x in Cell where marks(x) > 0:
            if marks(x) > 0 and near(x) > 2: end: draw
    end: draw
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    path = tmp_path_factory.mktemp("described") / "described.rules"
    path.write_text(RULES, encoding="utf-8")
    return load(path, engine="reference")


def test_pieces_that_an_arm_asks_for_come_from_what_its_facts_go_through(game):
    arms = {arm["name"]: arm for arm in document_data(game.document())["actions"]}
    assert arms["grab"]["parameters"][0]["sources"] == ["pile", "deck"]
    assert arms["take"]["parameters"][0]["sources"] == ["deck"]
    assert arms["give"]["parameters"][0]["sources"] == ["hand"]
    assert arms["name"]["parameters"][0]["sources"] == []


def test_kinds_are_named_by_their_components_where_all_of_them_may_be_chosen(game):
    arms = {arm["name"]: arm for arm in document_data(game.document())["actions"]}
    assert arms["grab"]["parameters"][0]["type"] == {"components": ["Card"]}
    assert arms["only"]["parameters"][0]["type"] == {"kinds": [1]}
    assert "never" not in arms


def test_what_was_is_told_from_what_is(game):
    found = {one["name"]: one["role"] for one in document_data(game.document())["variables"]}
    assert found == {"past": "history", "round": "state", "marks": "state"}


def test_values_are_told_as_texts_write_them(game):
    document, cell = game.document(), Member("Cell", 4)
    assert document.label((0, 3), SetOf(cell, 4)) == "a1, b2"
    assert document.label((0, None), Maybe(SetOf(Maybe(cell), 4))) == "a1, none"
    assert document.label((1, 2), Number(0, 9)) == "1, 2"
    assert document.label(1, Flag()) == "true"


def test_who_is_not_to_choose_is_refused_nothing(game):
    state = game.start()
    assert list(refused_at(state, 1, lambda _: True)) == []


def test_what_caused_the_end_is_told_with_the_names_of_players(game):
    def ended(*chosen):
        state = game.start()
        for name, arguments in chosen:
            state = state.child(state.find(name, arguments).id)
        (*_, cause) = causes_of_end(state)
        return cause.values

    grab, pass_by = ("grab", [0]), ("name", [0])
    assert ended(grab, pass_by, grab, pass_by, ("grab", [1])) == ("count hand(P1) 3",)
    marks = [("mark", [cell]) for cell in range(4)]
    assert ended(*marks) == ("marks(x) 1", "near(x) 3")


def test_who_sees_cells_is_said_in_a_word_whatever_else_numbers_them():
    player, number = Member("Player", 2), Number(0, 1)
    assert seen((number, player), ((0,), (1,), (0,), (1,)), 2) == "owner"
    assert seen((number, player), ((1,), (0,), (1,), (0,)), 2) == "others"
    assert seen((number, player), ((0,), (1,), (0,), (0,)), 2) == "listed"


def test_teams_of_a_tree_without_a_text_are_told_as_teams():
    tree = small_poker()
    families = (*tree.families, core.Family("Team", ("Reds", "Blues")))
    document = Game(attrs.evolve(tree, families=families)).document()
    assert {one.name: one.sort for one in document.families}["Team"] == "teams"


def test_before_the_end_nothing_caused_it(game, monkeypatch):
    state = game.start()
    assert causes_of_end(state) == ()
    while not state.is_terminal:
        state = state.child(state.find("wait", []).id)
    (cause,) = causes_of_end(state)
    assert cause.span.line == 39
    monkeypatch.setattr(values, "EFFORT", 0)  # native code may have gone on where we give up
    assert causes_of_end(state) == ()


def test_lines_are_quoted_without_what_stands_behind(game):
    (place,) = [n for n, line in enumerate(RULES.splitlines(), 1) if "name(k" in line]
    assert line_at(Span(game.rules, place, 13, place, 14)) == "name(k in {plain, fine}):"
    assert source_of(Span(game.rules, place, 13, place, 17)) == "name"
    assert source_of(Span(game.rules, place, 13, place + 1, 3)) == ""
    assert source_of(Span("nowhere.rules", 1, 1, 1, 2)) == ""
    assert line_at(Span(game.rules, 900, 1, 900, 2)) == ""


def test_what_ends_before_anybody_chooses_has_no_cause(tmp_path):
    (tmp_path / "over.rules").write_text('game "Over"\nplayers 2\nplay:\n    end: draw\n')
    assert causes_of_end(load(tmp_path / "over.rules", engine="reference").start()) == ()
