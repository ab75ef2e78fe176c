"""The page on the rulebooks is true, and every item has something that notices a fault in it."""

from functools import cache

import pytest

from rulelang import surface
from rulelang.mutations import changes, table_faults
from tests.support.changed import noticing, rulebooks
from tests.support.changed.rulebooks import GAMES, PAGE, REASONS, Book

AGAIN = "find out anew with `make rulebooks`, and commit what it writes"


@cache
def book_of(name):
    return Book(name)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_kept_is_about_the_text_as_it_is(name):
    unknown = book_of(name).unknown
    assert not unknown, f"{len(unknown)} changes were not tried: {AGAIN}"


@pytest.mark.parametrize("name", GAMES)
def test_a_fault_in_the_lines_of_an_item_is_noticed(name):
    book = book_of(name)
    assert book.checklist.statements
    assert book.unnoticed().keys() == REASONS.get(name, {}).keys(), AGAIN


def test_the_page_says_what_is_known(pytestconfig):
    written = rulebooks.page([book_of(name) for name in GAMES])
    if pytestconfig.getoption("--bless"):
        PAGE.write_text(written, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == written, AGAIN


@pytest.mark.parametrize("name", GAMES)
def test_some_of_what_is_kept_comes_out_again(name):
    book = book_of(name)
    trial = noticing.Trial(book.parsed)
    pairs = list(book.pairs())
    for change, scenario in pairs[:: len(pairs) // 8]:
        came = trial.outcome(change, book.scenarios[scenario])
        assert came == book.known(change, scenario), (change, scenario)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_kept_comes_out_again(name):
    book = book_of(name)
    trial = noticing.Trial(book.parsed)
    for change, scenario in book.pairs():
        came = trial.outcome(change, book.scenarios[scenario])
        assert came == book.known(change, scenario), (change, scenario)


# ---------------------------------------------------------------- the changes themselves

TEXT = """\
game "Dice in a row"
players 2
token Chip(owner: Player) in purse(owner): 3 each                                            [C1]
zone purse(Player): Chip set, open
zone pot: Chip set of 6, open
var paid(Player): 0..3
let owing(p) = 2 - paid(p)                                                                   [C2]
play:
    for p in Player: pay(p)                                                                  [C3]
    end: p with most count purse(p) wins
to pay(p):
    p chooses:
        chip "{p} pays":                                                                     [C4]
            need owing(p) > 0
                else "nothing is owing"                                                      [C5]
            move Chip(p) from purse(p) to pot
            add 1 to paid(p)                                                                 [C6]
        pass

scenario "a chip is paid":
    play chip
    expect count pot is 1
    expect paid(P1) is 1

scenario "nobody need pay":
    play pass, pass
    expect pot is empty
"""


@pytest.fixture
def small(tmp_path):
    file = tmp_path / "small.rules"
    file.write_text(TEXT, encoding="utf-8")
    return rulebooks.pipeline.read(str(file))


def made(parsed, *cited):
    return list(changes.changes_of(parsed, frozenset(cited)))


def test_a_change_belongs_to_the_cited_line_that_it_stands_on_or_under(small):
    by_line = {}
    for change in made(small, 3, 7, 9, 13, 15, 17):
        by_line.setdefault(change.cited, set()).add((change.line, change.label))
    assert by_line[3] >= {(3, "4 for 3"), (3, "2 for 3")}
    assert (7, "`+` for `-`") in by_line[7]
    assert (9, "left out") in by_line[9]
    assert {(14, "`>=` for `>`"), (14, "the contrary"), (14, "left out")} <= by_line[15]
    assert (17, "`take` for `add`") in by_line[17]
    # The move has no citation of its own: it belongs to the action.
    assert (16, "`pot` for `purse`") not in by_line[13]
    assert {(13, "never allowed"), (13, "without effect"), (16, "left out")} <= by_line[13]


def test_nothing_is_changed_where_nothing_is_cited(small):
    assert made(small) == []


def test_changes_have_keys_of_their_own_that_do_not_depend_on_the_place(small, tmp_path):
    keys = [change.key for change in made(small, 3, 7, 9, 13, 15, 17)]
    assert len(set(keys)) == len(keys)
    moved = tmp_path / "moved.rules"
    apart = TEXT.replace("play:\n", "play:  # at last\n").replace("count pot is", "count  pot  is")
    moved.write_text("# a remark\n" + apart, encoding="utf-8")
    parsed = rulebooks.pipeline.read(str(moved))
    assert [change.key for change in made(parsed, 4, 8, 10, 14, 16, 18)] == keys
    scenes = [node for node in parsed.text.declarations if isinstance(node, surface.Scenario)]
    before = [node for node in small.text.declarations if isinstance(node, surface.Scenario)]
    assert [*map(changes.identity, scenes)] == [*map(changes.identity, before)]


def outcome(parsed, line, label, scenario):
    change = next(
        c for c in made(parsed, 3, 7, 9, 13, 15, 17) if (c.line, c.label) == (line, label)
    )
    nodes = {n.name: n for n in parsed.text.declarations if isinstance(n, surface.Scenario)}
    return noticing.Trial(parsed).outcome(change, nodes[scenario])


@pytest.mark.parametrize(
    ("line", "label", "scenario", "expected"),
    [
        (17, "left out", "a chip is paid", "noticed"),
        (17, "left out", "nobody need pay", "missed"),
        (14, "`>=` for `>`", "a chip is paid", "missed"),
        (13, "never allowed", "a chip is paid", "noticed"),
        (9, "left out", "nobody need pay", "noticed"),
        (3, "2 for 3", "a chip is paid", "missed"),
    ],
)
def test_scenarios_notice_what_they_are_about(small, line, label, scenario, expected):
    assert outcome(small, line, label, scenario) == expected


def test_what_the_checker_refuses_is_told_apart(small):
    fewer = next(change for change in made(small, 2) if change.label == "from 3")
    node = small.text.declarations[-1]
    assert noticing.Trial(small).outcome(fewer, node) == "refused"
    assert fewer.declares


# ---------------------------------------------------------------- tables in files

TABLE = """\
name,weight,colour
bean,1,green
corn,2,yellow
"""


def test_a_table_loses_a_row_and_has_other_cells():
    told = {label: text for _, label, text in table_faults.of_table(TABLE)}
    assert told["without the row bean,1,green"] == "name,weight,colour\ncorn,2,yellow\n"
    assert "bean,2,green\n" in told["bean has weight 2"]
    assert "corn,2,green\n" in told["corn has colour green"]
    assert "corn,1,yellow\n" in told["weight alike in all rows"]
    assert all(text != TABLE for text in told.values())


# ---------------------------------------------------------------- tests in Python


def test_a_test_in_python_sees_the_changed_text():
    book = book_of("agamemnon")
    cited = frozenset(book.changes)
    tiles = next(
        change
        for change in changes.changes_of(book.parsed, cited)
        if change.label == "open for hidden" and change.path[-1] == "sight"
    )
    test = "test_tiles_lie_face_down_until_they_are_turned_up"
    assert (
        noticing.tested(book.rules, tiles, f"tests/games/test_agamemnon.py::{test}") == "noticed"
    )
