"""Which actions are the same but for two kinds that trade places."""

from interpreter import load
from interpreter.knowledge.naming import Namer

TEXT = """game "Naming"
players A, B
component Card in deck:
    | name | copies |
    | low  | 2      |
    | high | 2      |
component Coin in purse:
    | name | copies |
    | gold | 2      |
zone deck: Card bag, hidden
zone purse: Coin bag, hidden
zone hand(Player): Card set, owner sees
zone stake(Player): Coin set, owner sees
setup:
    deal 2 each from deck to hand(q) for q in Player
    deal 1 each from purse to stake(q) for q in Player
play:
    each turn of p, at most 2:
        p chooses:
            lay(c in hand(p)): move c from hand(p) to hand(p)
            pay(n in 1..2): say "so be it"
            pass
    end: draw
"""


def test_kinds_trade_places_only_where_an_action_may_name_both(tmp_path):
    path = tmp_path / "naming.rules"
    path.write_text(TEXT, encoding="utf-8")
    layout = load(path).layout
    kinds = {kind.label: number for number, kind in enumerate(layout.spec.kinds)}
    low, high, gold = kinds["low"], kinds["high"], kinds["gold"]
    lay, pay, _ = layout.numbering
    laid = {kind: lay.number((kind,)) for kind in (low, high)}
    beyond = max(arm.arm.first_id + arm.size for arm in layout.numbering)
    namer = Namer(layout)
    assert namer.traded(laid[low], (low, high)) == laid[high]
    assert namer.traded(laid[low], (low, gold)) == laid[low]
    assert namer.traded(pay.number((1,)), (low, high)) == pay.number((1,))
    assert namer.traded(beyond, (low, high)) == beyond
    assert namer.named(laid[low], laid[high]) == (low, high)
    assert namer.named(pay.number((1,)), pay.number((2,))) is None
    assert namer.named(laid[low], beyond) is None
