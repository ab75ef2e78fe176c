"""All variants of a text on disk: what is read there is what the text says now."""

import pytest

import rulelang
from interpreter import RulesError, load_all
from interpreter.keeping import front_end, trees
from rulelang.keeping import disk
from tests.support.sampling import passed_over

TEXT = """\
game "Kept"
players 2..3
option size: small | large
space Cell from "{size}.csv":
    worth: 0..9
var total: 0..20

play:
    P1 chooses:
        take(c in Cell):
            add c.worth to total
    end: P2 wins

scenario "one takes the first":
    play take(a)
    expect total is 1
"""


@pytest.fixture
def rules(tmp_path, monkeypatch):
    """Return a rule file with two tables, where the front end is taken for unchanged."""
    monkeypatch.setenv(disk.FOLDER, str(tmp_path / "kept"))
    monkeypatch.setattr(front_end, "digest", lambda: "as it was")
    disk.forget_said()
    rules = tmp_path / "game.rules"
    rules.write_text(TEXT)
    for name, worth in (("small", 1), ("large", 2)):
        (tmp_path / f"{name}.csv").write_text(f"name,worth\na,{worth}\nb,{worth}\n")
    return rules


@pytest.fixture
def built(monkeypatch):
    """Count how often a text is read and elaborated."""
    found = []
    elaborate_all = rulelang.elaborate_all
    monkeypatch.setattr(
        rulelang, "elaborate_all", lambda path: found.append(path) or elaborate_all(path)
    )
    return found


def test_a_text_is_elaborated_once(rules, built):
    first = load_all(rules)
    again = load_all(rules)
    assert (first, len(built)) == (again, 1)
    assert len(again.games) == 4
    assert again.scenarios
    assert again.rules


def test_some_variants_are_taken_from_the_whole(rules, built):
    load_all(rules)
    some = load_all(rules, players=3, options={"size": "large"})
    assert [(len(game.players), dict(game.spec.options)) for game in some.games] == [
        (3, {"size": "large"})
    ]
    assert len(built) == 1


@pytest.mark.parametrize("name", ["game.rules", "small.csv"])
def test_what_has_changed_is_elaborated_anew(rules, built, name):
    before = load_all(rules)
    file = rules.with_name(name)
    file.write_text(file.read_text().replace("1", "2"))
    after = load_all(rules)
    assert len(built) == 2
    assert before != after


def test_a_text_with_errors_is_not_kept(rules, built):
    rules.write_text(TEXT.replace("in Cell)", "in Room)"))
    for _ in range(2):
        with pytest.raises(RulesError, match="Room"):
            load_all(rules)
    assert len(built) == 2
    assert not list((rules.parent / "kept").glob("*" + trees.WHOLE))


def test_where_the_front_end_has_changed_meanwhile_nothing_is_kept(rules, built, monkeypatch):
    monkeypatch.setattr(front_end, "digest", lambda: None)
    assert load_all(rules) == load_all(rules)
    assert len(built) == 2
    assert not list((rules.parent / "kept").glob("*" + trees.WHOLE))


def test_a_damaged_entry_is_made_anew(rules, built):
    before = load_all(rules)
    (entry,) = (rules.parent / "kept").glob("*" + trees.WHOLE)
    data = entry.read_bytes()
    entry.write_bytes(data[:-9] + b"x" + data[-8:])
    with pytest.warns(RuntimeWarning, match="damaged, or was not written by you"):
        assert load_all(rules) == before
    assert len(built) == 2


@pytest.mark.parametrize("name", ["agamemnon", passed_over("pergamon"), "whist"])
def test_a_game_is_read_as_it_was_elaborated(name, tmp_path, monkeypatch, built):
    monkeypatch.setenv(disk.FOLDER, str(tmp_path / "kept"))
    monkeypatch.setattr(front_end, "digest", lambda: "as it was")
    first, again = load_all(name), load_all(name)
    assert len(built) == 1
    hashes = [[game.specification_hash for game in text.games] for text in (first, again)]
    assert hashes[0] == hashes[1]
    assert repr(again.scenarios) == repr(first.scenarios)
    assert again.rules == first.rules
