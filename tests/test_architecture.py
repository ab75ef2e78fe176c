"""What holds of the whole checkout: the engine knows no game, games are text, files stay small."""

import re
from collections import Counter
from functools import cache

from rulelang import surface
from tests.support.games import ROOT, RULES, SKETCHES, parsed

ENGINE = (
    *sorted((ROOT / "rulelang").rglob("*.py")),
    *sorted((ROOT / "interpreter").rglob("*.py")),
    *sorted((ROOT / "interpreter").rglob("*.ll")),
    *sorted((ROOT / "rulelang" / "std").glob("*.rules")),
)
CODE = (
    *ENGINE,
    ROOT / "grammar.lark",
    *sorted((ROOT / "tests").rglob("*.py")),
    ROOT / "hatch_build.py",
)
ROOMS_OF_TEXT = ("game", "shared")
MOST_LINES = 500
MOST_FILES = 25
# Names in games that are words of the trade or of English too; `hex` is a shape of grids.
COMMON = {"Men", "The", "Poker", "Four", "Connect", "Dice", "Nine", "Liar", "English", "hex"}
COMMON |= {"Go", "go", "Y", "y", "Dots", "Boxes"}
COMMON |= {"Dark", "Chinese", "Checkers", "More", "Gin", "Kuhn", "Anna", "Bert"}
COMMON |= {"Lines", "Action", "Hearts", "hearts", "Market"}
COMMON |= {"Black", "White", "Red", "Blue", "Beige", "Brown", "North", "East", "South", "West"}
# An example in a docstring that runs has to load some game.
LOADED_IN_EXAMPLE = re.compile(r'(?<=>>> )(.*)\bload(?:_all)?\("\w+"\)')


def names_of(path):
    """Return what a game is called, in its text and as a file, and what its players are called."""
    text = parsed(path).text
    names = {path.stem}
    for node in text.declarations if text else ():
        if isinstance(node, surface.Game):
            names |= {node.title, *re.findall(r"[A-Z]\w{2,}", node.title)}
        if isinstance(node, surface.Players):
            names |= {name.text for name in node.names if len(name.text) > 2}
    return names


@cache
def names():
    """Return the names of all games and players that are no common words."""
    return sorted({name for path in (*RULES, *SKETCHES) for name in names_of(path)} - COMMON)


@cache
def named():
    """Return the pattern of all these names."""
    return re.compile(rf"\b({'|'.join(re.escape(name) for name in names())})\b")


def named_in(path):
    """Return the games and players that a file of the engine names."""
    text = LOADED_IN_EXAMPLE.sub(r"\1", path.read_text(encoding="utf-8"))
    return sorted(set(named().findall(text)))


def test_the_engine_names_no_game():
    found = {str(path.relative_to(ROOT)): named_in(path) for path in ENGINE}
    assert len(found) > 500
    assert {file: names for file, names in found.items() if names} == {}


def test_a_game_that_is_named_is_found(tmp_path):
    file = tmp_path / "engine.py"
    file.write_text('"""Of Trojans and tic_tac_toe, not of Trojan horses."""\n', encoding="utf-8")
    assert named_in(file) == ["Trojans", "tic_tac_toe"]


def test_the_grammar_names_no_game():
    assert named_in(ROOT / "grammar.lark") == []


def test_the_names_looked_for_are_those_of_the_games():
    assert {"tic_tac_toe", "Tic-Tac-Toe", "Agamemnon", "Trojans"} <= set(names())
    assert len(names()) > len(RULES) + len(SKETCHES)


def test_games_are_text_and_tables():
    files = [file for file in (ROOT / "games").rglob("*") if file.is_file()]
    kinds = {file.suffix for file in files if not _is_cache(file)}
    assert kinds <= {".rules", ".csv", ".toml"}


def _is_cache(file):
    """Return whether a tool has left a file, such as pytest run in the folder of games."""
    return any(
        part.startswith(".") or part == "__pycache__" for part in file.parts[len(ROOT.parts) :]
    )


def test_every_table_beside_a_game_belongs_to_a_rule_text():
    for file in (ROOT / "games").rglob("*.csv"):
        assert (ROOT / "games" / f"{file.parent.name}.rules") in RULES


def test_no_file_is_longer_than_a_reader_can_hold():
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in CODE}
    assert [str(path) for path, count in lines.items() if count > MOST_LINES] == []


def test_text_for_llvm_is_written_by_hand_in_files_of_its_own():
    native = ROOT / "interpreter" / "native"
    line = re.compile(r"^ +%\S+ = \w+ |^define |^ +ret \w+", re.MULTILINE)
    found = [path for path in ENGINE if line.search(path.read_text("utf-8"))]
    assert {path.suffix for path in found} == {".ll"}
    assert {path.parent for path in found} == {native / "runtime" / name for name in ROOMS_OF_TEXT}
    # In Python there is what is made of IR.
    piece = re.compile(r"""[ "'](?:define|ret|store|getelementptr|phi|alloca) (?:\w+ )?[%@{]""")
    python = [path for path in ENGINE if path.suffix == ".py"]
    found = {path for path in python if piece.search(path.read_text("utf-8"))}
    assert found == {native / "emit" / "text.py"}


def test_nobody_asks_of_which_class_a_position_is():
    engines = ROOT / "interpreter" / "engines"
    asks = re.compile(r"\bNativeHeld\b|isinstance\([^)]*\bPlainHeld\b")
    others = [path for path in ENGINE if path.suffix == ".py" and path.parent != engines]
    assert [str(path) for path in others if asks.search(path.read_text("utf-8"))] == []
    assert asks.search((engines / "native.py").read_text("utf-8"))


def test_no_room_has_more_files_than_one_takes_in_at_a_glance():
    rooms = Counter(path.parent for path in CODE if path.name != "__init__.py")
    assert [str(room) for room, count in rooms.items() if count > MOST_FILES] == []


def test_every_game_says_where_it_comes_from_and_shows_how_it_is_played():
    for path in RULES:
        text = path.read_text(encoding="utf-8")
        assert text.startswith("# "), f"{path.name} begins without a word on its source"
        assert text.count("\nscenario ") >= 3, f"{path.name} has fewer than three examples"
