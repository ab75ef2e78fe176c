"""Lines that stand too far to the right are told as that, and put back."""

import pytest

from rulelang import pipeline
from rulelang.mends import applied
from rulelang.source import Source

TEXT = """\
game "Ferries"
players 2
space Bank:
    size: 1..3
    | name  | size |
    | East  | 1    |
    | West  | 2    |
token Goat in pen: 3
zone pen: Goat bag, open
zone on(Bank): Goat set, open
var trips: 0..9
let busy = if trips > 3
    then true
    else false
setup:
    for b in Bank: draw 1 from pen to on(b)
    set trips to 1
play:
    each turn of p, at most 12:
        p chooses:
            row(g in on(East)) "{p} rows {g}":
                need trips < 9
                    else "no more trips"
                need not busy else "busy"
                add 1 to trips
                if trips is 3: say "three"
                else if trips is 4: say "four"
                else:
                    say "again"
                    stop
                move g from on(East) to on(West)
            rest "{p} rests"
            wait "{p} waits": pass
        say "next"
        if busy: end: draw
    end: p with most trips wins
"""
LINES = TEXT.split("\n")
INDENTED = [number for number, line in enumerate(LINES) if line.startswith(" ")]
CONTINUED = [number for number in INDENTED if LINES[number].split()[0] in ("then", "else")]


def moved(number, by):
    """Return the text with a line, and those below it that are deeper, further to the right."""
    indent = len(LINES[number]) - len(LINES[number].lstrip())
    end = number + 1
    while LINES[end].startswith(" " * (indent + 1)):
        end += 1
    block = [" " * by + line for line in LINES[number:end]]
    return "\n".join([*LINES[:number], *block, *LINES[end:]])


def found(text):
    return pipeline.read("game.rules", Source("game.rules", text)).diagnostics


def test_the_text_can_be_read():
    assert found(TEXT) == ()


@pytest.mark.parametrize("number", [n for n in INDENTED if n not in CONTINUED])
def test_what_stands_too_far_to_the_right_is_put_back(number):
    one, *_ = found(moved(number, 2)) or (None,)
    if one is None:  # alone in its block: any indentation will do
        return
    assert one.code == "indentation"
    if one.hint.startswith("indent it by "):  # of two blocks one ends here: nobody knows which
        assert one.mend == ()
    else:
        assert applied(moved(number, 2), one.mend) == TEXT


def test_an_else_is_put_below_its_if():
    number = next(n for n in INDENTED if "else if" in LINES[n])
    for by in (2, 4):
        one, *_ = found(moved(number, by))
        assert one.code == "stray-else"
        assert applied(moved(number, by), one.mend) == TEXT


def test_an_arm_without_a_sentence_may_be_meant_to_open_a_block():
    text = TEXT.replace('rest "{p} rests"', "rest").replace(
        "            wait", "                wait"
    )
    (one,) = found(text.replace('wait "{p} waits": pass', "add 1 to trips"))
    assert "or end that line with `:`: `rest:`" in one.hint
    assert one.mend == ()
    (one,) = found(text)
    assert one.hint == "align it with the line above"
