"""What may be taken back tells nothing: whether, and why not, follows from what the actor sees."""

import pytest

from interpreter import IllegalAction, load
from interpreter.knowledge.taking_back import before_agreed

TEXT = """game "Back"
players A, B
component Card in deck:
    | name | copies |
    | low  | 1      |
    | high | 1      |
zone deck: Card bag, hidden
zone under: Card one, hidden
var bid(p: Player): 0..3, owner sees
var mark: 0..3, hidden
setup:
    draw 1 from deck to under
    if under is high: set mark to 2
play:
    repeat 2:
        A chooses:
{}
    end: draw
"""
GRANTED, LEARNT = "granted", "the choice has told you something: it stands"
SEEN, MAYBE = (f"B {what} seen what the choice did: it stands" for what in ("has", "may have"))
COUNTED = """do(n in 1..2):
                for k in 1..n: set bid(A) to k
                repeat until bid(A) > 0, at most 2: add 1 to bid(A)"""
CASES = {
    "what he knew": ("do(n in 1..2): set bid(A) to n", GRANTED, GRANTED),
    "what follows from what he sees": ("do: set bid(A) to min(3, bid(A) + 1)", GRANTED, GRANTED),
    "what is said that follows": ('do: say "noted" to A', GRANTED, GRANTED),
    "what nobody sees": ("do: set mark to 3", GRANTED, GRANTED),
    "what was chosen and counted": (COUNTED, GRANTED, GRANTED),
    "a private variable": ("do: set bid(A) to mark", LEARNT, LEARNT),
    "what a private variable is not": (
        "do:\n                if mark > 1: set bid(A) to 3",
        LEARNT,
        LEARNT,
    ),
    "what is said": ('do: say "{mark}" to A', LEARNT, LEARNT),
    "what another alone sees": ("do: set bid(B) to 2", MAYBE, MAYBE),
    "what another alone may see": ("do: set bid(B) to mark", MAYBE, MAYBE),
    "what another sees in one case": (
        "do:\n                if mark > 1: set bid(B) to 3",
        LEARNT,
        LEARNT,
    ),
    "what another is told": ('do: say "psst" to B', SEEN, SEEN),
    "what another is told in one case": (
        'do:\n                if mark > 1: say "psst" to B',
        LEARNT,
        LEARNT,
    ),
    "what all see": ('do: say "there"', SEEN, SEEN),
    "what all see, with what is news": ('do: say "it is {mark}"', SEEN, SEEN),
}


def verdict(path, engine, card):
    """Return what comes of taking back the first choice where this card lies under."""
    state = load(str(path), engine=engine).start()
    names = {state.outcome_name(number): number for number, _ in state.chance_outcomes}
    state = state.child(names[f"draw({card})"])
    after = state.child(state.legal_ids[0])
    try:
        back = after.undo(0)
    except IllegalAction as refusal:
        return str(refusal)
    assert back == state
    return GRANTED


@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize(("arm", "low", "high"), CASES.values(), ids=list(CASES))
def test_the_same_comes_of_it_whatever_he_does_not_see(arm, low, high, engine, tmp_path):
    path = tmp_path / "back.rules"
    path.write_text(TEXT.format(f"            {arm}"))
    assert [verdict(path, engine, card) for card in ("low", "high")] == [low, high]


AGREED = """game "Agreed"
players A, B
var open: 0..9
var secret: 0..9, hidden
play:
    A chooses:
        {}
    A chooses:
        un: add 1 to open
        deux: add 2 to open
    end: draw
"""
TOLD = """loud: add 1 to open
        louder: add 2 to open"""
ALIKE = """honest: add 1 to open
        sly:
            add 1 to open
            set secret to 1"""
PLACES = """plain: set secret to 1
        asking:
            A chooses:
                yes: set secret to 2
                no: set secret to 3"""


@pytest.mark.parametrize(
    ("arms", "names", "is_granted"),
    [
        (TOLD, ("loud",), True),
        (TOLD, ("loud", "un"), True),
        (ALIKE, ("honest",), False),
        (PLACES, ("plain", "un"), False),
    ],
    ids=["told", "told twice", "of two arms alike", "where play may stand elsewhere"],
)
def test_others_let_back_what_they_could_tell_and_nothing_else(arms, names, is_granted, tmp_path):
    path = tmp_path / "agreed.rules"
    path.write_text(AGREED.format(arms))
    before = state = load(str(path), engine="reference").start()
    for name in names:
        before, state = state, state.child(state.find(name, []))
    if is_granted:
        assert before_agreed(state, 0, (1,)) == before
        return
    with pytest.raises(IllegalAction, match="somebody has learnt something since"):
        before_agreed(state, 0, (1,))
