"""What is said at the table, with articles and numbers as words, is mended or answered."""

import pytest

from rulelang.mends import applied, mended
from rulelang.source import Source
from tests.unit.rulelang.test_mends import TEXT, checked


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("draw 1 from the deck to the hand(p)", "draw 1 from deck to hand(p)"),
        ("draw two cards from deck to hand(p)", "draw 2 from deck to hand(p)"),
        ("draw a card from the deck to hand(p)", "draw 1 from deck to hand(p)"),
        ("draw the top card from deck to hand(p)", "draw 1 from deck to hand(p)"),
        ("move all the cards from done to deck", "move all from done to deck"),
        ("reveal the hand(p)", "reveal hand(p)"),
        ("if the deck is empty: add 1 to points(p)", "if deck is empty: add 1 to points(p)"),
        ("repeat two times: add 1 to points(p)", "repeat 2: add 1 to points(p)"),
        ("for c in the hand(p): stop", "for c in hand(p): stop"),
        ("the player p wins", "end: p wins"),
    ],
)
def test_articles_go_and_numbers_become_digits(written, meant):
    slipped = TEXT.replace(
        "draw 1 from deck to hand(p)\n", f"pass\n    for p in Player:\n        {written}\n"
    )
    fixed = mended("game.rules", Source("game.rules", slipped)).source.text
    assert f"\n        {meant}\n" in fixed


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("the player with the most points(p)", "player with most points(p)"),
        ("the p with the highest points(p)", "p with most points(p)"),
        ("whoever has the most points", "p with most points(p)"),
        ("the player who has the fewest points", "p with least points(p)"),
        ("most points(q) for q in Player", "q with most points(q)"),
    ],
)
def test_who_wins_is_said_of_each_player(written, meant):
    (found,) = checked(slipped := TEXT.replace("p with most points(p)", written))
    assert f"\n    end: {meant} wins\n" in applied(slipped, found.mend)


@pytest.mark.parametrize(
    ("written", "meant"), [("2 to 3 players", "2..3"), ("for 2-3 players", "2..3")]
)
def test_how_many_play_is_said_behind_players(written, meant):
    slipped = TEXT.replace("players 2..3", written)
    (found,) = checked(slipped)
    assert applied(slipped, found.mend) == TEXT.replace("players 2..3", f"players {meant}")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("stop if points(p) > 3", "if points(p) > 3: stop"),
        ("add 1 to points(p) when deck is empty", "if deck is empty: add 1 to points(p)"),
    ],
)
def test_a_condition_stands_before_its_sentence(written, meant):
    line = "if mood is calm and points(p) >= 2: set mood to merry"
    slipped = TEXT.replace(line, written)
    found, *_ = [one for one in checked(slipped) if one.severity == "error"]
    assert applied(slipped, found.mend) == TEXT.replace(line, meant)


def test_two_ends_are_said_in_two_lines():
    written = "if mood is calm: all win else: all lose"
    slipped = TEXT.replace("p with most points(p) wins", written)
    (found,) = [one for one in checked(slipped) if one.severity == "error"]
    assert found.hint == "write `if mood is calm: end: all win`, and below it `end: all lose`"
    fixed = applied(slipped, found.mend)
    assert "\n    if mood is calm: end: all win\n    end: all lose\n" in fixed
    assert not [left for left in checked(fixed) if left.severity == "error"]


@pytest.mark.parametrize("who", ["p", "player", "q"])
def test_what_is_compared_of_each_player_is_that_players(who):
    slipped = TEXT.replace("p with most points(p)", f"{who} with most points")
    slipped = slipped.replace("set mood to merry", "end: player with most points wins")
    found = [one for one in checked(slipped) if one.code == "wrong-arity"]
    assert [edit.text for one in found for edit in one.mend] == [
        "points(player)",
        f"points({who})",
    ]


@pytest.mark.parametrize(
    "reason", ["{p} may not", "no more for you", "if you can: wait", "the mood is calm"]
)
def test_a_reason_is_put_in_quotation_marks(reason):
    (found,) = checked(slipped := TEXT.replace('"it lies there"', reason))
    assert f'need c is not in done else "{reason}"\n' in applied(slipped, found.mend)


def test_a_name_that_is_brought_in_stands_for_nothing_yet():
    slipped = TEXT.replace("set mood to merry", "end: whoever has the most points wins")
    (found,) = [one for one in checked(slipped) if one.code == "unexpected-word"]
    assert "end: q with most points(q) wins\n" in applied(slipped, found.mend)


def test_a_sign_of_the_author_stays_what_it_is():
    line = "if mood is calm and points(p) >= 2: set mood to merry"
    slipped = TEXT.replace(line, 'say "mail @ noon" when points(p) > 3')
    found, *_ = [one for one in checked(slipped) if one.severity == "error"]
    assert '        if points(p) > 3: say "mail @ noon"\n' in applied(slipped, found.mend)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (
            "the player with the most points is p",
            "`(the q in Player with most points(q) else none)`",
        ),
        ("the card with least rank is c", "`(the c in hand(p) with least c.rank else none)`"),
        ("the top card of done is c", "`done.first` and `done.last`"),
    ],
)
def test_an_article_that_tells_something_is_answered(written, told):
    (found,) = checked(TEXT.replace("mood is calm and points(p) >= 2", written))
    assert (told in found.hint, found.mend) == (True, ())


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("die Die in tray, faces 1..6", "die Die in tray: 1, faces 1..6"),
        ("die Die in tray faces 1..6", "die Die in tray: 1, faces 1..6"),
        ("die Die in tray: faces 1..6", "die Die in tray: 1, faces 1..6"),
        ("die Die in tray: 4 faces 1..6", "die Die in tray: 4, faces 1..6"),
        ("token Pawn: 3 in deck", "token Pawn in deck: 3"),
    ],
)
def test_how_many_there_are_is_said_before_what_they_show(written, meant):
    text = TEXT.replace("zone deck:", f"{written}\nzone deck:", 1)
    found = next(one for one in checked(text) if one.severity == "error")
    assert f"\n{meant}\n" in applied(text, found.mend)
