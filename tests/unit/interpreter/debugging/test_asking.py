"""What is asked of a play is answered in the scope of the line where it stands."""

from interpreter.debugging.opening import open_game

GIFTS = """
game "Gifts"
players 2
token Coin in bank: 9
zone bank: Coin set, open
zone purse(Player): Coin set, open

to give(place, n):
    let more = 2
    match n:
        1: move more Coin from bank to place
        2: move 1 Coin from bank to place
        else: pass

play:
    for n in 1..3: give(purse(P1), n)
    end: draw
"""


def test_places_and_constants_can_be_asked_for_and_at_the_end_what_all_know(tmp_path):
    file = tmp_path / "gifts.rules"
    file.write_text(GIFTS, encoding="utf-8")
    debugger = open_game(str(file)).debugger
    line = GIFTS.split("\n").index("        2: move 1 Coin from bank to place") + 1
    debugger.break_at(line)
    assert debugger.run().line == line
    assert debugger.locals() == {"n": "2", "more": "2"}  # a place is no value
    assert debugger.ask("count place + more") == "4"
    while debugger.run().kind != "end":
        pass
    assert (debugger.routines, debugger.locals()) == ((), {})
    assert debugger.ask("count bank") == "6"
