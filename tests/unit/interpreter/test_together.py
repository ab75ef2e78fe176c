"""All win or all lose: what everybody gets, in play, in words and as a standing."""

from fractions import Fraction

import pytest

from interpreter import load, standing
from interpreter.document.sighting import outcome
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.picture.headline import verdict_of
from interpreter.play.board import outcome as in_words
from interpreter.testing.conformance import conform

TEXT = """game "Together"
players 1..3
var built: 0..6
standing(p) = 300 * built - 400
play:
    each turn of p, at most 6:
        p chooses:
            build: add 1 to built
            rest: pass
        if built is 3: end: all win
    end: all lose

scenario "all win":
    play build, build, build
    expect all win
    expect score(P1) is 1
scenario "all lose":
    play rest, rest, rest, rest, rest, rest
    expect all lose
scenario "wrong":
    play build, build, build
    expect all lose
scenario "no draw":
    play build, build, build
    expect draw
scenario "too early":
    play build
    expect all win
"""


@pytest.fixture(scope="module", params=[1, 3])
def game(request, tmp_path_factory):
    file = tmp_path_factory.mktemp("together") / "together.rules"
    file.write_text(TEXT, encoding="utf-8")
    return load(str(file), players=request.param)


def _played(game, *names):
    state = game.start()
    for name in names:
        state = state.apply(next(a for a in state.legal_actions if a.name == name))
    return state


def test_engines_agree_about_ends_of_all(game):
    verify(lower(game.layout).module)
    found = conform(game, 12)
    assert found.difference is None


def test_everybody_gets_the_same(game):
    count = len(game.players)
    won, lost = _played(game, *["build"] * 3), _played(game, *["rest"] * 6)
    assert won.returns == (1,) * count
    assert lost.returns == (-1,) * count
    assert outcome(won).winners == tuple(range(count))
    assert outcome(lost).winners == ()
    assert game.facts.sum_of_returns is None
    assert (game.facts.least_return, game.facts.highest_return) == (-1, 1)


def test_it_is_told_as_what_it_is(game):
    won, lost = _played(game, *["build"] * 3), _played(game, *["rest"] * 6)
    alone = len(game.players) == 1
    assert [in_words(won), in_words(lost)] == (
        ["won by P1", "lost by P1"] if alone else ["won by all", "lost by all"]
    )
    assert [verdict_of(outcome(end), game.players) for end in (won, lost)] == (
        ["Won by P1", "Lost"] if alone else ["All win", "All lose"]
    )


def test_a_standing_is_shared_and_cut(game):
    parts = [standing(_played(game, *["build"] * built))[-1] for built in range(3)]
    assert parts == [-1, -1, Fraction(2 * 200, 1000) - 1]
