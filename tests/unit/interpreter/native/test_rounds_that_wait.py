"""Loops each of whose rounds waits for a player or for chance count no rounds of their own."""

import pytest

from interpreter import load
from interpreter.native.ir.nodes import Spend
from interpreter.native.lower.game import lower

TEXT = """game "Rounds"
players A, B
var coins: 0..9 = 5

play:
    each turn of p, at most 9:
{body}
    end: draw

to ask(p):
    p chooses:
        stay: set coins to 5

to pay(p):
    if coins > 5: set coins to 1
    else: ask(p)
"""

WAITS = {
    "choose": ["p chooses:", "    stay: set coins to 1"],
    "effect": ["ask(p)"],
    "both": ["if coins is 5: ask(p)", "else:", "    p chooses:", "        go: set coins to 4"],
    "random": ["random n in 1..6: set coins to n"],
    "stop": ["if coins > 8: stop", "ask(p)"],
    "pass": ["p chooses:", "    stay:", '        need coins is 3 else "no"', "otherwise: pass"],
}
MAY_NOT = {
    "one branch": ["if coins is 5: ask(p)"],
    "effect": ["pay(p)"],
    "otherwise": [
        "p chooses:",
        "    stay:",
        '        need coins is 3 else "no"',
        "otherwise: set coins to 1",
    ],
    "repeatedly": ["p chooses up to 3 times:", "    stay:", '        need coins is 3 else "no"'],
    "inner loop": ["repeat coins: ask(p)"],
}


def spends(tmp_path, body):
    file = tmp_path / "rounds.rules"
    text = TEXT.format(body="\n".join("        " + line for line in body))
    file.write_text(text, encoding="utf-8")
    functions = lower(load(str(file)).layout).module.functions.values()
    nodes = [
        node for function in functions for block in function.blocks for node in block.instructions
    ]
    return [node.loop for node in nodes if isinstance(node, Spend)]


@pytest.mark.parametrize("body", WAITS.values(), ids=WAITS)
def test_a_loop_that_waits_in_every_round_spends_nothing(tmp_path, body):
    assert not spends(tmp_path, body)


@pytest.mark.parametrize("body", MAY_NOT.values(), ids=MAY_NOT)
def test_a_loop_with_rounds_that_may_not_wait_spends(tmp_path, body):
    assert spends(tmp_path, body)
