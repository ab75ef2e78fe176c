"""What counts, as a seat sees it: a sum with something hidden in it is told to who sees that."""

from interpreter import load
from interpreter.play.score import scores

TEXT = """\
game "Wishes"
players 2
token Card(value: 1..6) in deck: 2 each
zone deck: Card bag, hidden
zone hand(Player): Card set, owner sees
zone wish(Player): Card one, owner sees
zone won(Player): Card set, open
let points(p) = (sum of c.value for c in won(p)) + 2 * wish(p).value + count hand(p)
setup:
    deal 2 each from deck to hand(p) for p in Player
    deal 1 each from deck to wish(p) for p in Player
play:
    each turn of p, at most 4:
        p chooses:
            lay(c in hand(p)) "{p} lays {c}": move c from hand(p) to won(p)
    end: p with most points(p) wins
"""


def test_a_seat_is_told_its_own_sum_with_a_wish_that_only_it_sees(tmp_path):
    file = tmp_path / "wishes.rules"
    file.write_text(TEXT)
    state = load(file).start(seed=3)
    state = state.apply(state.legal_actions[0])
    whole = [line.split() for line in scores(state, None).splitlines()[2:]]
    assert [row[0] for row in whole] == ["P1", "P2"]
    for seat, own in enumerate(whole):
        told = [line.split() for line in scores(state, seat).splitlines()[2:]]
        assert told[seat] == own
        assert told[1 - seat] == [f"P{2 - seat}", "?"]
