"""Applying the mend of a finding removes it, and brings no new one."""

from collections import Counter

import pytest

from rulelang import mends, pipeline
from rulelang.core.folds import FOLD_OF, FOLDS
from rulelang.diagnostics import Edit
from rulelang.mends import applied, mended
from rulelang.parsing.kept import KeptTrees
from rulelang.prove.memory import Memory
from rulelang.source import Source, Span

TEXT = """\
game "Market"
players 2..3
kind Mood: merry | calm

component Card in deck:
    rank: 1..3
    | name  | rank |
    | jack  | 1    |
    | queen | 2    |
    | king  | 3    |
zone deck: Card bag, hidden
zone hand(Player): Card set, owner sees
zone done: Card set, open
var points(Player): 0..20
var mood: Mood = calm

setup:
    for p in Player: draw 1 from deck to hand(p)

play:
    each turn of p, at most 12:
        p chooses:
            lay(c in hand(p)) "{p} lays {c}":
                need c is not in done else "it lies there"
                move c from hand(p) to done
                if points(p) < 19: add 1 to points(p)
            pass
        if mood is calm and points(p) >= 2: set mood to merry
    end: p with most points(p) wins
"""
SLIPS = (
    ("add 1 to points(p)", "add 1 to pionts(p)"),
    ("zone done: Card", "zone done: Crad"),
    ("zone done: Card", "zoen done: Card"),
    ("players 2..3", "players 2-3"),
    ("players 2..3", "players 2 to 3"),
    ("draw 1 from deck", "draw 1 form deck"),
    ("move c from", "moev c from"),
    ("move c from hand(p)", "move c form hand(p)"),
    ("set mood to merry", "mood = merry"),
    ("add 1 to points(p)", "points(p) += 1"),
    ("set mood to merry", "set mood = merry"),
    ("mood is calm", "mood == calm"),
    ("points(p) >= 2", "points(p) ≥ 2"),
    ("points(p) < 19", "points(p) is less than 19"),
    ("c is not in done", "c not in done"),
    ("points(p) < 19", "points(p) is less than or equal to 18"),
    ("p chooses:", "chooses p:"),
    ("p chooses:", "p chooses"),
    ("to done", "into done"),
    ("at most 12", "max 12"),
    ("p chooses:", "p choose:"),
    ("play:", "play"),
    ("setup:", "setup"),
    ("at most 12:", "at most 12"),
    ('game "Market"', "game “Market”"),
    ('game "Market"', "game 'Market'"),
    ("| queen | 2    |", "| queen | 2"),
    ("end: p with", "end: p wtih"),
    ("var mood: Mood", "var mood: Mod"),
    ("kind Mood: merry | calm", "kind Mood: merry | clam"),
    ("            pass", "\t    pass"),
)
HABITS = (
    ("kind Mood: merry | calm", "kind Mood = merry | calm"),
    ("kind Mood: merry | calm", "kind Mood: merry, calm"),
    ("component Card in deck", "component Card from deck"),
    ("    rank: 1..3", "    rank 1..3"),
    ("zone deck: Card bag, hidden", "zone deck: Card bag hidden"),
    ("zone done: Card set, open", "zone done: set of Card, open"),
    ("for p in Player: draw", "for each p in Player: draw"),
    ("for p in Player: draw", "for p of Player: draw"),
    ("draw 1 from deck", "draw 1 card from deck"),
    ("turn of p, at most 12", "turn of p at most 12"),
    ("each turn of p", "every turn of p"),
    ("lay(c in hand(p))", "lay(c of hand(p))"),
    ("lay(c in hand(p))", "lay(c: hand(p))"),
    ("need c is not in done", "needs c is not in done"),
    ("need c is not in done", "need c isn't in done"),
    ("need c is not in done", "need not c in done"),
    ('done else "it', 'done, "it'),
    ("move c from hand(p) to done", "move c to done from hand(p)"),
    ("move c from hand(p) to done", "put c from hand(p) to done"),
    ("if points(p) < 19: add", "if points(p) < 19 then add"),
)
"""As other languages have it, or as it is said at the table."""


def checked(text):
    return pipeline.check("game.rules", text=Source("game.rules", text)).diagnostics


def test_the_text_is_good():
    assert checked(TEXT) == ()


@pytest.mark.parametrize(("before", "after"), SLIPS)
def test_a_slip_is_mended(before, after):
    assert TEXT.count(before) == 1
    slipped = TEXT.replace(before, after)
    assert checked(slipped) != ()
    done = mended("game.rules", Source("game.rules", slipped))
    assert done.removed
    assert checked(done.source.text) == ()


def test_each_text_on_the_way_is_read_only_where_it_differs_and_is_what_it_is_alone(monkeypatch):
    slipped, looked, read = TEXT, [], []
    for before, after in (SLIPS[0], SLIPS[3], SLIPS[5], SLIPS[7], SLIPS[19]):
        slipped = slipped.replace(before, after)
    look, add = mends.look, KeptTrees.add
    with monkeypatch.context() as patch:
        patch.setattr(mends, "look", lambda *of: looked.append((of, look(*of))) or looked[-1][1])
        patch.setattr(KeptTrees, "add", lambda *of: read.append(of) or add(*of))
        assert len(mended("game.rules", Source("game.rules", slipped)).removed) == 5
    declared = pipeline.read("game.rules", Source("game.rules", TEXT)).text.declarations
    added = Counter(chunk.text for _, chunk, *_ in read)
    assert set(added.values()) == {1}
    assert len(declared) <= len(added) <= len(declared) + len(looked) - 1
    for (path, source, *_), found in looked:
        assert found == look(path, source, Memory())


@pytest.mark.parametrize(("before", "after"), SLIPS)
def test_every_mend_keeps_the_law(before, after):
    for finding in checked(TEXT.replace(before, after)):
        if finding.mend:
            text = applied(TEXT.replace(before, after), finding.mend)
            assert text is not None
            assert checked(text) == ()


@pytest.mark.parametrize(("before", "after"), HABITS)
def test_a_habit_is_put_as_it_is_written_here(before, after):
    assert TEXT.count(before) == 1
    slipped = TEXT.replace(before, after)
    (found,) = checked(slipped)
    assert applied(slipped, found.mend) == TEXT


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("space Cell: grid 3 by 3", "space Cell on grid 3 x 3"),
        ("space Cell grid 3x3", "space Cell on grid 3 x 3"),
        ("space Cell = hex 5 x 5", "space Cell on hex 5 x 5"),
        ("space Cell on a grid of 3 * 3", "space Cell on grid 3 x 3"),
        ("space Cell is a ring of 12", "space Cell on ring 12"),
        ("space Cell: track 12", "space Cell on track 12"),
    ],
)
def test_a_shape_is_said_with_on(written, meant):
    text = TEXT.replace("zone deck:", f"{written}\nzone deck:", 1)
    (found,) = checked(text)
    assert f"\n{meant}\n" in applied(text, found.mend)


POT = """game "Pot"
players 2
var pot: 0..9
var score(Player): 0..9
play:
    each turn of p, at most 4:
        p chooses:
            more: set pot to 3
            keep: set score(p) to pot
        {}
    end: draw
"""


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("set pot = 0", "set pot to 0"),
        ("set score(p) := 0", "set score(p) to 0"),
        ("pot += 3", "add 3 to pot"),
        ("score(p) -= pot", "take pot from score(p)"),
        ("if pot > 3: pot++", "if pot > 3: add 1 to pot"),
        ("if pot > 3: p wins", "if pot > 3: end: p wins"),
        ("p wins", "end: p wins"),
        ("p wins the game", "end: p wins"),
        ("winner is p", "end: p wins"),
        ("repeat at most 3: set pot to 1", "repeat 3: set pot to 1"),
        ("increase score(p) by 2", "add 2 to score(p)"),
        ("if pot > 3: increment score(p)", "if pot > 3: add 1 to score(p)"),
        ("reduce pot by score(p)", "take score(p) from pot"),
        ("decrement pot", "take 1 from pot"),
        ("subtract 2 from score(p)", "take 2 from score(p)"),
        ("gain 3 pot", "add 3 to pot"),
        ("lose 1 pot", "take 1 from pot"),
        ("p gains 3 score", "add 3 to score(p)"),
        ("p pays 1 score", "take 1 from score(p)"),
        ("put p on board", "move p to board"),
        ("place 2 Coin from bank on board(p)", "move 2 Coin from bank to board(p)"),
        ('print "so"', 'say "so"'),
        ('announce("{p} goes")', 'say "{p} goes"'),
        ('tell p "so"', 'say "so" to p'),
        ('tell everybody "so"', 'say "so"'),
        ("unless pot > 3: pass", "if not (pot > 3): pass"),
    ],
)
def test_what_other_languages_say_of_numbers_and_ends_is_mended(written, meant):
    text = POT.format(written)
    (found,) = checked(text)
    assert f"\n        {meant}\n" in applied(text, found.mend)
    assert found.hint.startswith(("write `", "leave `"))


@pytest.mark.parametrize(
    "written", ["score 3", "pay 3 score", "remove 1 from score(p)", "give pot to p", "print pot"]
)
def test_what_an_example_alone_answers_is_left_alone(written):
    text = POT.format(written)
    (found,) = checked(text)
    assert (found.mend, found.hint != "") == ((), True)


ENDS = {word: " else 0" * FOLDS[fold].has_otherwise for word, fold in FOLD_OF.items()}
QUERIES = (
    *(
        (f"{word} c.rank for c in done{end}", f"{word} of c.rank for c in done{end}")
        for word, end in ENDS.items()
    ),
    ("most c.rank for c in done else 0", "highest of c.rank for c in done else 0"),
    ("max of c.rank for c in done else 0", "highest of c.rank for c in done else 0"),
    ("minimum of c.rank for c in done else 0", "lowest of c.rank for c in done else 0"),
    ("fewest c.rank for c in done else 0", "lowest of c.rank for c in done else 0"),
    ("1 + sum(c.rank for c in done)", "1 + (sum of c.rank for c in done)"),
    ("sum of c.rank in done", "sum of c.rank for c in done"),
    ("sum of done.rank", "sum of x.rank for x in done"),
    ("count of c in done", "count c in done"),
    ("the number of c in done", "count c in done"),
    ("the number of jack in done", "number of jack in done"),
    ("length of done", "count done"),
    ("the size of done", "count done"),
    ("count c in done with c.rank > 1", "count c in done where c.rank > 1"),
    ("count c in done such that c.rank > 1", "count c in done where c.rank > 1"),
    ("every c in done c.rank > 1", "every c in done has c.rank > 1"),
    ("every c in done: c.rank > 1", "every c in done has c.rank > 1"),
    ("all c in done has c.rank > 1", "every c in done has c.rank > 1"),
    ("some c in done has c.rank > 1", "some c in done where c.rank > 1"),
    ("any c in done where c.rank > 1", "some c in done where c.rank > 1"),
    ("there is a c in done where c.rank > 1", "some c in done where c.rank > 1"),
    ("sum rank of done", "sum of x.rank for x in done"),
    ("sum of the rank in done", "sum of x.rank for x in done"),
    ("number of c in done where c.rank > 1", "count c in done where c.rank > 1"),
    ("sum of c.rank for c in done > 3", "(sum of c.rank for c in done) > 3"),
    ("highest of c.rank for c in done >= 2", "(highest of c.rank for c in done else 0) >= 2"),
    ("count c in done < 2", "(count c in done) < 2"),
    ("count done // 2", "count done / 2 rounded down"),
    ("points(P1) div points(P2)", "points(P1) / points(P2) rounded down"),
)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("points(p) is at least 2", "points(p) >= 2"),
        ("points(p) at least 2", "points(p) >= 2"),
        ("points(p) is at most points(p)", "points(p) <= points(p)"),
        ("points(p) is no less than 2", "points(p) >= 2"),
        ("points(p) not more than 2", "points(p) <= 2"),
        ("points(p) exceeds 2", "points(p) > 2"),
        ("points(p) is above 2", "points(p) > 2"),
        ("points(p) is below 2", "points(p) < 2"),
        ("points(p) equals 2", "points(p) is 2"),
        ("points(p) is equal to 2", "points(p) is 2"),
        ("points(p) is the same as 2", "points(p) is 2"),
        ("(points(p) is 2 or more)", "(points(p) >= 2)"),
        ("(points(p) is points(next(p)) or less)", "(points(p) <= points(next(p)))"),
    ],
)
def test_a_comparison_in_words_is_mended(written, meant):
    slipped = TEXT.replace("points(p) >= 2", written)
    (found,) = checked(slipped)
    assert applied(slipped, found.mend) == TEXT.replace("points(p) >= 2", meant)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("points(p) is at least 2", "points(p) >= 2"),
        ("points(p) at most points(next(p))", "points(p) <= points(next(p))"),
        ("points(p) + 1 is at least 2 and mood is calm", "points(p) + 1 >= 2 and mood is calm"),
        ("not points(p) is at most (2 + 1)", "not points(p) <= (2 + 1)"),
        ("count c in hand(p) is at least 2", "(count c in hand(p)) >= 2"),
        ("if mood is calm then points(p) at least 2\n    else false",
         "if mood is calm then points(p) >= 2\n    else false"),
        ("if points(p) is at most 2 then true\n    else false",
         "if points(p) <= 2 then true\n    else false"),
    ],
)  # fmt: skip
def test_a_comparison_in_words_is_mended_in_a_fact(written, meant):
    text = TEXT.replace("setup:", f"let asked(p) = {written}\nsetup:")
    (found,) = [one for one in checked(text) if one.severity == "error"]
    assert found.code == "unexpected-word"
    assert f"\nlet asked(p) = {meant}\nsetup:" in applied(text, found.mend)


def test_the_end_of_a_row_is_said_of_the_row():
    text = TEXT.replace("zone done: Card set", "zone done: Card row")
    slipped = text.replace("move c from hand(p) to done", "move the last card from done to done")
    (found,) = [one for one in checked(slipped) if one.code == "unexpected-word"]
    assert "    move done.last from done to done\n" in applied(slipped, found.mend)


@pytest.mark.parametrize(("written", "meant"), QUERIES)
def test_a_query_as_others_say_it_is_mended(written, meant):
    text = TEXT.replace("setup:", f"let asked = {written}\nsetup:")
    found, *more = checked(text)
    assert not [other for other in more if other.severity == "error"]
    fixed = applied(text, found.mend)
    assert f"\nlet asked = {meant}\n" in fixed
    assert not [left for left in checked(fixed) if left.severity == "error"]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("max(c.rank for c in done)", "`highest of c.rank for c in hand(p) else 0`"),
        ("min(3, c.rank for c in done)", "`lowest of c.rank for c in hand(p) else 0`"),
        ("sum of c.rank + c in done", "`sum of c.rank for c in hand(p)`"),
        ("every c in done", "`every c in hand(p) has c.rank > 3`"),
        ("lowest card in done", "`the c in hand(p) with least c.rank else none`"),
    ],
)
def test_an_unfinished_query_is_told_how_it_is_said(written, told):
    (found,) = checked(TEXT.replace("setup:", f"let asked = {written}\nsetup:"))
    assert told in found.text


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("next turn", "`next turn of next(p)`"),
        ("add half points(p) to points(p)", "`add 1 to points(p)`"),
    ],
)
def test_a_sentence_that_cannot_be_guessed_is_told_how_it_is_said(written, said):
    found, *_ = checked(TEXT.replace("set mood to merry", written))
    assert (said in found.text, found.mend) == (True, ())


def test_a_loop_behind_a_sentence_stands_before_it():
    text = TEXT.replace("set mood to merry", "set points(q) to 2 for q in Player")
    (found,) = [one for one in checked(text) if one.severity == "error"]
    assert "for q in Player: set points(q) to 2\n" in applied(text, found.mend)


def test_what_a_slip_hid_further_down_is_mended_after_it():
    text = """game "Pot"
players 2
var pot: 0..9
play:
    each turn of p, at most 4:
        set pot = 3
        pot += 1
    p wins
"""
    done = mended("game.rules", Source("game.rules", text))
    assert len(done.removed) == 3
    for line in ("        set pot to 3", "        add 1 to pot", "    end: p wins"):
        assert line in done.source.text.split("\n")


def test_several_slips_are_mended_together():
    slipped = TEXT
    for before, after in (SLIPS[0], SLIPS[3], SLIPS[15], SLIPS[22]):
        slipped = slipped.replace(before, after)
    done = mended("game.rules", Source("game.rules", slipped))
    assert (checked(done.source.text), len(done.removed)) == ((), 4)


def test_a_mend_that_brings_something_new_is_left_alone():
    """`hnd` is like `hand`, which holds cards; what is meant here can be no number."""
    slipped = TEXT.replace("points(p) >= 2", "hnd(p) >= 2")
    done = mended("game.rules", Source("game.rules", slipped))
    assert (done.source.text, done.removed) == (slipped, ())


def test_changes_that_meet_are_not_made():
    one, two = Span("a.rules", 1, 1, 1, 4), Span("a.rules", 1, 3, 1, 5)
    assert applied("abcdef", [Edit(one, "x"), Edit(two, "y")]) is None
    assert applied("abcdef", [Edit(Span("a.rules", 2, 1, 2, 1), "x")]) is None
    assert applied("abc", [Edit(Span("a.rules", 1, 4, 1, 4), "d"), Edit(one, "")]) == "d"


def test_a_warning_is_mended_by_what_leaves_no_such_warning():
    slipped = TEXT.replace(
        "        if mood is calm",
        "        if points(p) > 9: end: player with most points(p) wins\n        if mood is calm",
    )
    (found,) = checked(slipped)
    assert (found.code, found.severity) == ("same-for-all", "warning")
    done = mended("game.rules", Source("game.rules", slipped))
    assert "end: player with most points(player) wins" in done.source.text


def test_so_many_mends_are_tried_in_one_text_and_no_more(monkeypatch):
    slipped = TEXT
    for before, after in (SLIPS[0], SLIPS[3], SLIPS[15]):
        slipped = slipped.replace(before, after)
    monkeypatch.setattr(mends, "MOST", 2)
    assert len(mended("game.rules", Source("game.rules", slipped)).removed) == 2
