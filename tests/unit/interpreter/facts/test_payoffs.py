"""How long a play can get and what it brings, as read from a text; by hand, and gone through."""

from textwrap import indent

import pytest

from interpreter import CHANCE, histories, load
from interpreter.facts.bounds import BEYOND
from interpreter.facts.longest import Count, walked
from interpreter.facts.payoffs import payoffs

TEXT = """game "Coins"
players {players}
{more}
zone cup: Coin bag, hidden
token Coin in cup: 3
var won(Player): 0..9
var luck: 0..2

play:
    each turn of p, at most 4:
        p chooses:
            take "{{p}} takes":
                draw 1 from cup to cup
                {effect}
            pass "{{p}} passes":
                stop
    end: {end}
"""


def facts_of(folder, end, effect="add 1 to won(p)", players=2, more=""):
    path = folder / "coins.rules"
    path.write_text(TEXT.format(end=end, effect=effect, players=players, more=more))
    return load(str(path)).facts


def test_choices_and_chances_are_multiplied_out(tmp_path):
    facts = facts_of(tmp_path, "draw")
    assert (facts.most_choices, facts.most_chances) == (4, 4)
    facts = facts_of(tmp_path, "draw", effect="for n in 1..3: draw 2 from cup to cup")
    assert (facts.most_choices, facts.most_chances) == (4, 4 + 4 * 3 * 2)


@pytest.mark.parametrize(
    ("effect", "chances"),
    [
        ("for n in (if luck is 1 then two else four): draw 1 from cup to cup", 4 + 4 * 4),
        ("for n in (if luck is 1 then two else four): draw n from cup to cup", 4 + 4 * 4 * 5),
        ("let coins = all c in cup\nfor c in coins: draw 1 from cup to cup", None),
    ],
)
def test_a_loop_runs_as_often_as_the_set_may_have_elements(tmp_path, effect, chances):
    """What a name stands for is looked at where it is one value, not where it is a set."""
    effect = effect.replace("two", "(all k in 1..2)").replace("four", "(all k in 2..5)")
    facts = facts_of(tmp_path, "draw", effect=indent(effect, " " * 16).strip())
    assert facts.most_chances == chances


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ("draw", (-1, 1, 0)),
        ("each p scores won(p)", (0, 9, None)),
        ("each p scores won(p) - won(opponent(p))", (-9, 9, 0)),
        ("each p scores 5 - won(p)", (-4, 5, None)),
        ("each p scores if won(p) > won(opponent(p)) then 3 else 1", (1, 3, None)),
        ("each p scores if luck is 1 then won(p) else 2 - won(p)", (-7, 9, None)),
        ("each p scores if p is {P1} then 7 else 3", (3, 7, 10)),
        ("each p scores if luck is 0 then 1 else -1", (-1, 1, None)),
        ("each p scores if p is {P1} then won(P2) * 2 else 0 - 2 * won(P2)", (-18, 18, 0)),
        ("each p scores won(P1) * won(P2)", (0, 81, None)),
    ],
)
def test_returns(tmp_path, end, expected):
    facts = facts_of(tmp_path, end.replace("{P1}", "P1"))
    assert (facts.least_return, facts.highest_return, facts.sum_of_returns) == expected


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        # More cases than are looked at:
        (
            "end: each q scores "
            + " + ".join(f"(if won(P1) > {n} then 1 else 0)" for n in range(9)),
            (-BEYOND, BEYOND, None),
        ),
        # What is in a set that has a name is not looked at:
        (
            """let found = all n in 1..9 where n > won(p)
end: each q scores highest of n for n in found else 0""",
            (-BEYOND, BEYOND, None),
        ),
    ],
    ids=["cases", "set"],
)
def test_returns_of_an_end_in_between(tmp_path, effect, expected):
    facts = facts_of(tmp_path, "each p scores 2", effect=indent(effect, " " * 16).strip())
    assert (facts.least_return, facts.highest_return, facts.sum_of_returns) == expected


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        ("longest trail of r in Road where owner(r) is p", (0, 3, None)),
        ("luck * (Ash is within luck of Oak)", (0, 2, None)),
    ],
    ids=["trail", "within"],
)
def test_returns_that_hang_on_roads(tmp_path, score, expected):
    """A trail goes over each road once at most, and a place is within reach of another or not."""
    more = """
space Town:
    | name |
    | Ash  |
    | Elm  |
    | Oak  |
edge Road joins Town:
    | a   | b   |
    | Ash | Elm |
    | Elm | Oak |
    | Oak | Ash |
var owner(Road): Player or none
"""
    facts = facts_of(tmp_path, f"each p scores {score}", more=more)
    assert (facts.least_return, facts.highest_return, facts.sum_of_returns) == expected


def test_several_players_win_more(tmp_path):
    facts = facts_of(tmp_path, "p with most won(p) wins", players=3)
    assert (facts.least_return, facts.highest_return, facts.sum_of_returns) == (-1, 2, 0)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_small_games_reach_their_bounds(name):
    game = load(name)
    ends = [state for state in histories(game) if state.is_terminal]
    choosing = {
        len(end.history) - sum(at.current_player == CHANCE for at in end.path) for end in ends
    }
    returns = {part for end in ends for part in end.returns}
    facts = game.facts
    assert max(choosing) == facts.most_choices
    assert (min(returns), max(returns)) == (facts.least_return, facts.highest_return)


def test_what_the_text_does_not_tell_is_not_said():
    """The cards of Kuhn poker never tie, but that is no matter of its last line."""
    facts = load("kuhn_poker").facts
    assert facts.sum_of_returns is None
    spec = load("leduc_poker").spec
    whole, scored = walked(spec)
    assert whole == Count(8, 3)
    assert len(scored) == 2
    assert payoffs(spec, scored) == (-13, 13, 0)


def test_secrets():
    assert not load("tic_tac_toe").facts.secrets
    assert not load("backgammon").facts.secrets
    assert load("kuhn_poker").facts.secrets
