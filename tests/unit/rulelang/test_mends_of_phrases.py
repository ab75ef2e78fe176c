"""Whole sentences of the table are mended where they mean one thing, and answered elsewhere."""

import pytest

from tests.support.mender import Mender

TEXT = """\
game "Watch"
players 2..3
option lost: 4 | 3 | 2
option rich "a six counts double"

space Cell on grid 3 x 3, orthogonal
token Flame in ashes: 9
token Ranger(owner: Player) in camp: 1 each
token Villager in houses: 4
die Die in tray: 2, faces 1..6
zone ashes: Flame set, open
zone camp: Ranger set, open
zone houses: Villager set, open
zone blaze(Cell): Flame one, open
zone on(Cell): Ranger or Villager set, open
zone tray: Die row, open
var gold(Player): 0..200

let post(p) = first c in Cell where Ranger(p) is in on(c) else none
let burning = count c in Cell where blaze(c) is not empty
let worth(n) = if rich and n is 6 then 12 else n

setup:
    for p in Player: move Ranger(p) from camp to on(b2)
    move Flame from ashes to blaze(a1)

play:
    each turn of p, at most 9:
        p chooses up to 3 times:
            walk(c in neighbours(post(p))) "{p} walks to {c}":
                need blaze(c) is empty else "{c} is burning"
                move Ranger(p) from on(post(p)) to on(c)
            dig "{p} digs":
                roll tray
                add sum of worth(d.face) for d in tray to gold(p)
            pass:
                need gold(p) > 0 or burning > lost else "dig once"
        spread
        if gold(p) >= 150: end: p wins
        if burning > 3: end: all lose
        if burning is 0: end: all win
    end: p with most gold(p) wins

to spread:
    random n in 1..6:
        if n > 4 and blaze(a2) is empty: move Flame from ashes to blaze(a2)

scenario "nobody walks into fire":
    with rich, players 3
    given on(a1) is Villager
    given Ranger(P1) is in on(a2)
    play walk(b2)
    expect refused walk(a1) because "a1 is burning"
    expect gold(P1) is 0

scenario "turns go round":
    play dig, roll(Die(1)), roll(Die(1)), pass, random(1)
    expect P2 to choose
"""
MENDER = Mender()


@pytest.fixture(scope="module")
def clean():
    assert MENDER.checked(TEXT) == ()


WRITTEN = [
    *(
        ("end: all win", f"{said}")
        for said in ("end: players win", "end: all players win", "end: everybody win", "all win",
                     "everyone wins", "end: we win", "all the players win", "end: all wins",
                     "end: everybody wins", "end: everyone wins", "end: players wins",

                     "game over: all win", "End: all win", "end: players win the game",
                     "end: the players win together")
    ),
    *(
        ("end: all lose", f"{said}")
        for said in ("end: everybody loses", "end: all players lose", "players lose")
    ),
    ("p chooses up to 3 times:", "p takes up to 3 actions:"),
    ("p chooses up to 3 times:", "p may take up to three actions:"),
    ("to on(b2)", "to b2"),
    ("from on(post(p)) to on(c)", "from on(post(p)) to c"),
    ("is in on(a2)", "is in a2"),
    ("neighbours(post(p)))", "post(p).neighbours)"),
    ("if gold(p) >=", "if p.gold >="),
    ("with rich", "with Rich"),
    ("setup:", "set-up:"),
    ("setup:", "Set up:"),
    ("Ranger or Villager set", "set of Ranger and Villager"),
    ("if gold(p) >=", "if p has gold >="),
    ("random n in 1..6:", "random n from 1 to 6:"),
    ("random n in 1..6:", "roll n in 1..6:"),
    ("Ranger(P1) is in on(a2)", "Ranger(P1) at a2"),
    ("play walk(b2)", "P1: walk(b2)"),
    ("play walk(b2)", "play walk to b2"),
    ("expect refused walk", "expect refused: walk"),
    ("need blaze(c) is empty", "need blaze(c) empty"),
    ("need blaze(c) is empty", "need empty blaze(c)"),
    ('option lost: 4 | 3 | 2\n', 'option lost: 4/3/2\n'),
    ("with rich, players 3", "with rich and 3 players"),
    ("expect refused walk(a1)", "expect walk(a1) is not allowed"),
    ("expect P2 to choose", "expect P2 is to choose"),
    ("gold(P1) is 0", "P1's gold is 0"),
    ("to spread:", "rule spread:"),
    ("setup:", "set up:"),
    ("walk(c in neighbours(post(p)))", "walk(c where c in neighbours(post(p)))"),
    ("walk(c in neighbours(post(p)))", "walk to c in neighbours(post(p))"),
    ("Ranger(p) is in on(c) else", "Ranger(p) in on(c) else"),
    ("Ranger(p) is in on(c) else", "on(c) has Ranger(p) else"),
    ("Ranger(P1) is in on(a2)", "Ranger(P1) in on(a2)"),
    ("option lost: 4 | 3 | 2", "option lost = 4, 3, 2"),
    ("option lost: 4 | 3 | 2", "option lost: 4, 3, 2"),
    ("option lost: 4 | 3 | 2", "option lost: 4 or 3 or 2"),
    ('option rich "', 'option rich = false "'),
    ("faces 1..6", "faces 1,2,3,4,5,6"),
    (": 2, faces 1..6", ": 2 faces 6"),
    ("players 2..3", "players 2, 3"),
    ("Ranger or Villager", "Ranger, Villager"),
    ("Ranger or Villager", "Ranger | Villager"),
    ("with rich, players 3", "with rich = true, players = 3"),
    ("with rich, players 3", "with rich, 3 players"),
    ("with rich, players 3", "with: rich, players 3"),
    ("play walk(b2)", "play: walk(b2)"),
    ("play walk(b2)", "play P1 walk(b2)"),
    ("is Villager\n", ": Villager\n"),
    ("expect refused walk(a1)", "expect walk(a1) refused"),
    ("expect refused walk(a1)", "expect not walk(a1)"),
    ("expect refused walk(a1)", "refuse walk(a1)"),
    ("expect P2 to choose", "expect P2 turn"),
    ("expect P2 to choose", "expect it is P2's turn"),
    ("expect P2 to choose", "expect turn of P2"),
    ("gold(P1) is 0", "gold of P1 is 0"),
    ("if rich and n is 6 then 12 else n", "if rich and n == 6: 12 else: n"),
    ("to spread:", "spread:"),
    ("to spread:", "effect spread:"),
    ("    spread\n", "    call spread\n"),
    ('lost else "dig', 'lost otherwise "dig'),
]  # fmt: skip


@pytest.mark.usefixtures("clean")
@pytest.mark.parametrize(("meant", "written"), WRITTEN)
def test_what_means_one_thing_is_mended(meant, written):
    assert meant in TEXT
    found = MENDER.mended(TEXT.replace(meant, written, 1))
    assert found.removed
    assert found.source.text == TEXT


@pytest.mark.parametrize(
    ("old", "written", "meant"),
    [
        ("need blaze(c) is empty", "need not blaze(c) has Flame", "need Flame is not in blaze(c)"),
        ("need blaze(c) is empty", "need blaze(c) does not have Flame",
         "need Flame is not in blaze(c)"),
        ("need blaze(c) is empty", "need blaze(c) contains no Flame",
         "need Flame is not in blaze(c)"),
        ("need blaze(c) is empty", "need Villager in on(post(p))",
         "need Villager is in on(post(p))"),
        ("need blaze(c) is empty", "need on(c) has a Villager", "need Villager is in on(c)"),
        ("count c in Cell where blaze(c) is not empty",
         "count(c in Cell where blaze(c) is not empty)",
         "(count c in Cell where blaze(c) is not empty)"),
        ("walk(c in neighbours(post(p)))", "walk(c: Cell)", "walk(c in Cell)"),
        ("walk(c in neighbours(post(p)))", "walk(Cell c)", "walk(c in Cell)"),
        ("walk(c in neighbours(post(p)))", "walk(c in Cell where c in neighbours(post(p)))",
         "walk(c in Cell where c is in neighbours(post(p)))"),
        ("given on(a1) is Villager", "given on(a1) = Ranger(P2) and Villager",
         "given on(a1) is Ranger(P2), Villager"),
        ("given on(a1) is Villager", "given on(a1) is Ranger(P2) and Villager",
         "given on(a1) is Ranger(P2), Villager"),
        ("move Ranger(p) from camp to on(b2)", "place Ranger(p) on b2",
         "move Ranger(p) to on(b2)"),
        ("option lost: 4 | 3 | 2", 'option lost "fires": 4, 3, 2',
         'option lost: 4 | 3 | 2 "fires"'),
        ("with rich, players 3", "with lost 3, players = 3", "with lost is 3, players 3"),
        ("expect gold(P1) is 0", "expect dig not offered", "expect not offered dig"),
        ("expect gold(P1) is 0", "expect everybody win", "expect all win"),
        ("expect gold(P1) is 0", "expect everybody wins", "expect all win"),
        ("        spread\n", "        p.gold += 3\n", "        add 3 to gold(p)\n"),
        ("        spread\n", "        set gold(p) -= 3\n", "        take 3 from gold(p)\n"),
        ("        spread\n", "        add 3 to gold of p\n", "        add 3 to gold(p)\n"),
        ("then 12 else n", "then n^2 else n ** 3", "then n * n else n * n * n"),
    ],
)  # fmt: skip
def test_what_is_put_in_another_way_is_mended(old, written, meant):
    assert old in TEXT
    after = MENDER.mended(TEXT.replace(old, written, 1)).source.text
    assert after == TEXT.replace(old, meant, 1)


@pytest.mark.parametrize(
    ("old", "written", "hint"),
    [
        ("end: all win", "end: win", "`end: all win`"),
        ("end: all win", "end: team wins", "`end: all win`"),
        ("end: all win", "end: team win", "`end: all win`"),
        ("end: all win", "end: nobody wins", "`end: draw`"),
        ("p chooses up to 3 times:", "p has 3 actions:", "`repeat 3:`"),
        ("setup:", "start:", "`setup:`"),
        ("if gold(p) >= 150:", "if p has 3 gold:", "`gold(p) >= 3`"),
        ("if gold(p) >= 150:", "if tray has 2 Die(1):", "`number of Die(1) in tray >= 2`"),
        ("end: all win", "end: all p win", "`end: all win`"),
        ("play walk(b2)", "walk(b2)", "`play walk(b2)`"),
        ("        spread\n", "        let n = random 1..6\n", "`random n in 1..6:`"),
        ("need blaze(c) is empty", "need no Flame in blaze(c)", "`Flame is not in blaze(c)`"),
        ("if gold(p) >= 150:", "if there are more than 12 flames:", "`count hand(p)`"),
        ('option rich "', 'option rich = true "', "off unless"),
        ("end: all win", "end: Player wins", "`end: p wins`"),
        ("move Flame from ashes to blaze(a1)", "move all from ashes to a1",
         "`blaze(a1)`, `on(a1)`"),
        ("random n in 1..6:", "with probability 1/6:", "`if n is 1:`"),
        ("random n in 1..6:", "with a chance of 2 in 6:", "`if n <= 2:`"),
        ("random n in 1..6:", "random 1..6:", "`random n in 1..6:`"),
        ("if gold(p) >= 150: end: p wins", "if any player has gold >= 150: end: p wins",
         "`if some q in Player where gold(q) >= 150:`"),
        ("if gold(p) >= 150: end: p wins", "if gold(p) >= 150: finish the round", "`end:`"),
        ("if gold(p) >= 150:", "if there is a 1 in tray:", "`some d in tray where d.face is 1`"),
        ("if gold(p) >= 150:", "if some d in tray:", "`tray is not empty`"),
        ("each turn of p, at most 9:", "while p has not stopped:", "`repeat until deck is empty"),
        ("        spread\n", "        d = roll 1d6\n", "`random n in 1..6:`"),
        ("        spread\n", "        let d = roll d6\n", "`random n in 1..6:`"),
        ("expect refused walk(a1)", "expect refused", "say which action"),
        ("up to 3 times", "up to times", "say how often"),
        ("need blaze(c) is empty", "need c is next to post(p)", "`c is in neighbours(post(p))`"),
        ("first c in Cell where Ranger(p) is in on(c) else none", "the cell of Ranger(p)",
         "`the c in D where … else none`"),
        ("given on(a1) is Villager", "given on(a1) has Villager", "if nothing else lies there"),
        ("option lost: 4 | 3 | 2", "option lost: 2..40", "`option lost: 2 | 40`"),
        (", faces 1..6", "", "`die Die in tray: 2, faces 1..6`"),
        ("count c in Cell where", "count cells where", "`count x in D where …`"),
        ("for p in Player: move", "for every ranger p: move", "`for p in D`"),
        ("end: p with most gold(p)", "end: p with most at(p)", "`at` is a word"),
    ],
)  # fmt: skip
def test_what_may_mean_several_things_is_answered(old, written, hint):
    assert old in TEXT
    slipped = TEXT.replace(old, written, 1)
    assert any(hint in found.hint for found in MENDER.checked(slipped))
    assert MENDER.mended(slipped).source.text == slipped


def test_an_arm_in_two_words_is_no_second_finding_in_scenarios():
    for written in ("dig out", "dig-out"):
        slipped = TEXT.replace('dig "', f'{written} "').replace("play dig,", "play dig_out,")
        assert len(MENDER.checked(slipped)) == 1


def test_a_column_too_many_and_one_too_few_are_one_with_another_name():
    table = """\
component Tool in shed:
    cost: 0..5
    | name | cost |
    | pick | 2 |
    | lamp | 3 |
zone shed: Tool set, open
"""
    text = TEXT.replace("var gold", f"{table}var gold")
    (found,) = MENDER.checked(text.replace("| cost |", "| price |"))
    assert found.hint == "did you mean `cost`?"
    slipped = text.replace("| cost |", "| price |")
    assert MENDER.mended(slipped).source.text == text
