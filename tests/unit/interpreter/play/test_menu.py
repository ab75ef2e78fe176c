from interpreter.action import Action
from interpreter.game import Game
from interpreter.load import load
from interpreter.play.menu import (
    entry_at,
    listing,
    menu,
    menu_of,
    options_in,
    order_told,
    parent_of,
    within,
)
from tests.unit.interpreter.support import small_poker


def go(*labels, number=0, sentence=None):
    return Action(
        number, "go", labels, labels, number, lambda: sentence or f"go {' '.join(labels)}"
    )


def actions(count):
    return [
        go(str(n), number=n, sentence=f"go to {n} {'north' if n % 2 else ''}")
        for n in range(count)
    ]


def placing():
    """Return 60 ways to put three things on twenty places, and one to pass."""
    pairs = [(thing, f"s{place}") for thing in ("king", "queen", "man") for place in range(20)]
    found = [go(*pair, number=n) for n, pair in enumerate(pairs)]
    return [*found, Action(60, "pass", (), (), 60, lambda: "pass")]


def test_few_actions_get_a_line_each():
    state = Game(small_poker()).start().child(0).child(1)
    assert menu(menu_of(state.legal_actions), 80) == "  1. bet\n  2. pass"


def test_a_number_that_opens_more_is_told_with_the_words_before_it():
    trades = [
        go(str(gives), str(n), number=10 * gives + n, sentence=f"gives {gives} iron for {n} gold")
        for gives in range(3)
        for n in range(10)
    ]
    lines = menu(menu_of([*trades, go(number=30, sentence="pass")]), 80).splitlines()
    assert lines == ["  1. go (30)", "  2. pass"]
    assert menu(menu_of(trades), 80).splitlines()[1:] == [
        f"  {n + 1}. gives {n} iron for ... (10)" for n in range(3)
    ]


def test_actions_with_one_sentence_are_told_apart():
    first, second, third = (
        Action(n, "bid", (n,), (str(n),), n, lambda n=n: "a bid" if n else "nothing")
        for n in range(3)
    )
    lines = menu(menu_of([first, second, third]), 80).splitlines()
    assert lines == ["  1. nothing", "  2. a bid: bid(1)", "  3. a bid: bid(2)"]


def test_many_actions_stand_in_columns_under_their_arm():
    root = menu_of(actions(20))
    assert menu(root, 60).splitlines()[0] == "go:"
    lines = menu(root, 60, words={"go": "walk over"}).splitlines()
    assert lines[0] == "go, walk over:"
    assert len(lines) < 21
    assert max(map(len, lines)) <= 60


def test_more_actions_are_folded_by_arm_and_then_by_argument():
    root = menu_of(placing())
    assert menu(root, 80) == "  1. go (60)\n  2. pass"
    go_on = root.entries[0]
    assert menu(go_on, 80).splitlines() == [
        "go ...:",
        "  1. king (20)",
        "  2. queen (20)",
        "  3. man (20)",
    ]
    assert "  4. go queen s3 " in menu(go_on.entries[1], 80)
    assert parent_of(root, go_on.entries[1]) == go_on
    assert parent_of(root, root) == root


def test_numbers_name_entries_from_anywhere():
    root = menu_of(placing())
    men = root.entries[0].entries[2]
    assert entry_at(root, root, "1") is root.entries[0]
    assert entry_at(root, men, "4") is men.entries[3]
    assert entry_at(root, root, "1.3.4") is men.entries[3]
    assert entry_at(root, men, "1.3.4.") is men.entries[3]
    for nothing in ("0", "21", "1.9", "1.", "x", "", ".", "²", "9" * 5_000):
        found = entry_at(root, men, nothing)
        assert found is None or nothing == "1."


def test_an_argument_that_all_share_is_no_part_of_the_menu():
    root = menu_of([go("king", f"s{n}", number=n) for n in range(30)])
    assert len(root.entries) == 30
    assert root.entries[4].title == "s4"


def test_actions_that_only_their_sentences_tell_apart_are_options_of_one_entry():
    deals = [
        go(str(n), number=2 * n + sold, sentence=f"{'sells' if sold else 'buys'} {n}")
        for n in range(15)
        for sold in (False, True)
    ]
    root = menu_of(deals)
    assert "  4. 3 (2)" in menu(root, 80)
    assert menu(root.entries[3], 80) == "  1. buys 3\n  2. sells 3"
    bids = [go(number=n, sentence=f"bids {n}") for n in range(25)]
    lines = menu(menu_of([*bids, Action(25, "pass", (), (), 25, lambda: "pass")]).entries[0], 30)
    assert lines.splitlines()[:2] == ["go ...:", "  1. bids 0     14. bids 13"]


def test_words_narrow_the_listing_and_keep_the_numbers():
    root = menu_of(actions(8))
    assert listing(root, 80, ["north", "3"]) == "  4. go to 3 north"
    assert listing(root, 80, ["south"]) == "No action you may take has these words in it."


def test_a_word_is_a_whole_one():
    root = menu_of(placing())
    assert listing(root, 80, ["s1"]).split("\n") == [
        "  1.1.2. go king s1",
        "  1.2.2. go queen s1",
        "  1.3.2. go man s1",
    ]


def test_a_very_long_listing_says_how_many_are_left_out():
    assert "... and 80 more" in listing(menu_of(actions(200)), 80)


def test_all_that_is_meant_is_within_one_part():
    root = menu_of(placing())
    men = root.entries[0].entries[2]
    assert within(root, men.actions) == men
    assert within(root, [men.actions[0], root.actions[-1]]) == root


def test_a_real_menu_holds_each_action_once():
    state = load("hex").start()
    root = menu_of(state.legal_actions)
    found = [option.actions[0].id for option in options_in(root)]
    assert found == list(state.legal_ids)


PICKS = """game "Picks"
players 1
component Stone in bag:
    | name  | copies |
    | agate | 1      |
    | beryl | 1      |
    | coral | 1      |
zone bag: Stone set, open
zone taken: Stone set, open
play:
    P1 chooses up to 2 times:
        take(s in bag in order) "{P1} takes {s}": move s from bag to taken
    end: draw
"""


def test_options_that_go_by_an_order_say_so_while_there_is_a_choice(tmp_path):
    text = tmp_path / "picks.rules"
    text.write_text(PICKS, encoding="utf-8")
    state = load(str(text)).start()
    assert "none of those before it" in order_told(state)
    state = state.apply(state.find("take", ("beryl",)))
    assert [str(action) for action in state.legal_actions] == ["take(coral)", "pass"]
    assert order_told(state) == ""
