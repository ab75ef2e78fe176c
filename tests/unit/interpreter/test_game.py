import attrs

from interpreter import Game, load
from rulelang.core import Binder, Const, Contents, Interval, Random, Search
from rulelang.source import Span
from tests.unit.interpreter.support import BOX, DRAW_GAME, block, box, small_poker, three_in_a_row


def test_facts():
    facts = Game(three_in_a_row()).facts
    assert (facts.players, facts.actions, facts.length) == (2, 9, 9)
    assert not facts.chance
    assert not facts.hidden_information
    assert facts.max_chance_outcomes == 0
    poker = Game(small_poker()).facts
    assert poker.chance
    assert poker.hidden_information
    assert poker.max_chance_outcomes == 3


def test_outcomes_of_random_are_bounded_by_its_domain():
    def outcomes(domain):
        pick = Random(60, Search((Binder(0, domain),), None), block(61))
        return Game(box(pick, DRAW_GAME)).facts.max_chance_outcomes

    assert outcomes(Interval(Const(1), Const(6))) == 7
    assert outcomes(Const((2, 4))) == 5
    assert outcomes(Contents(BOX, ())) >= 3


def test_what_a_game_says_of_itself():
    game = Game(box(DRAW_GAME, options=(("map", "west"),)))
    assert (game.name, game.players, game.options) == ("Box", ("P1", "P2"), {"map": "west"})
    assert game.num_distinct_actions == 100


def test_the_specification_hash_leaves_out_where_rules_stand():
    spec = three_in_a_row()
    moved = attrs.evolve(
        spec, zones=tuple(attrs.evolve(z, span=Span("f", 1, 1, 1, 9)) for z in spec.zones)
    )
    assert Game(moved).specification_hash == Game(spec).specification_hash
    assert len(Game(spec).specification_hash) == 64
    assert Game(attrs.evolve(spec, length=8)).specification_hash != Game(spec).specification_hash
    assert Game(spec) == Game(three_in_a_row())
    assert hash(Game(spec)) == hash(Game(three_in_a_row()))


def test_what_is_shown_to_one_player_hides_something_from_others(tmp_path):
    path = tmp_path / "shown.rules"
    path.write_text(
        'game "A"\nplayers 2\ntoken Coin in bank: 2\nzone bank: Coin set, hidden\n'
        "play:\n    P1 chooses:\n        look: show bank to P1\n    end: draw\n"
    )
    assert load(str(path)).facts.hidden_information
