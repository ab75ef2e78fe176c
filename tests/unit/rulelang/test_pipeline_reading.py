"""Tables are read from the folder of the rule file, and from nowhere else."""

import pytest

from rulelang import pipeline, settings
from rulelang.parsing.spacing import Spacing
from rulelang.source import Source
from tests.support.games import RULES, TEXTS, parsed
from tests.support.sampling import gated

TEXT = """game "Linked"
players 2
space Spot from "{path}"
play:
    end: draw
"""


def codes(tmp_path, path):
    rules = tmp_path / "game" / "linked.rules"
    rules.write_text(TEXT.format(path=path), encoding="utf-8")
    return [finding.code for finding in pipeline.check(str(rules)).diagnostics]


@pytest.fixture
def home(tmp_path):
    (tmp_path / "game").mkdir()
    for folder in (tmp_path, tmp_path / "game"):
        (folder / "spots.csv").write_text("name\ns1\ns2\n", encoding="utf-8")
    return tmp_path


def test_a_table_beside_the_text_is_read(home):
    assert "outside-folder" not in codes(home, "spots.csv")


@pytest.mark.parametrize("path", ["../spots.csv", "/etc/hosts", "a/../../spots.csv"])
def test_a_path_that_leads_out_is_refused(home, path):
    assert "outside-folder" in codes(home, path)


def test_a_link_that_leads_out_is_refused(home):
    (home / "game" / "link.csv").symlink_to(home / "spots.csv")
    assert "outside-folder" in codes(home, "link.csv")


def test_a_link_to_itself_is_refused(home):
    (home / "game" / "round.csv").symlink_to(home / "game" / "round.csv")
    assert codes(home, "round.csv")


@pytest.mark.parametrize("path", gated([*RULES, *TEXTS]), ids=lambda path: path.stem)
def test_of_the_whole_text_variants_are_those_of_a_part(path):
    text = parsed(path).text
    whole = settings.player_counts(text), settings.options_of(text)
    assert pipeline.variants(str(path)) == whole


def test_where_another_declaration_is_wrong_variants_are_told(tmp_path):
    file = tmp_path / "wrong.rules"
    file.write_text('game "Wrong"\nplayers 2..4\noption large\nplay:\n    ends: drawn )\n')
    assert pipeline.variants(str(file)) == ((2, 3, 4), {"large": ("off", "on")})
    file.write_bytes(b"game \xe9")
    assert pipeline.variants(str(file)) == ((), {})


TRIED = """\
game "Tried"
players 2
var level: 0..9
let ready(p) = level > 3 {} not over
var over: flag
play:
    for p in Player:
        p chooses:
            lift "{{p}} lifts it":
                need level < 9 else "it is full"
                add 1 to level
                need ready(p) else "not yet"
            wait "{{p}} waits"
    end: draw
"""


def test_nobody_knows_whether_a_need_that_could_not_be_read_comes_too_late():
    for joined, code in (("and", []), ("und", ["unexpected-word"])):
        source = Source("game.rules", TRIED.format(joined))
        found = pipeline.check("game.rules", text=source).diagnostics
        assert [one.code for one in found] == code


def test_what_may_be_a_slip_is_told_with_all_instances(tmp_path):
    file = tmp_path / "idle.rules"
    play = "play:\n    P1 chooses:\n        skip\n        take: pass\n    end: draw\n"
    file.write_text('game "Idle"\nplayers 2..3\n' + play, encoding="utf-8")
    found = pipeline.elaborate_all(str(file))
    assert [len(spec.players) for spec in found.specs] == [2, 3]
    assert [(one.code, one.severity) for one in found.diagnostics] == [
        ("unknown-statement", "warning")
    ]


def test_an_editor_is_told_of_a_file_that_is_not_there():
    desk = pipeline.Desk(spacing=Spacing())
    (found,) = pipeline.check("nowhere.rules", desk=desk).diagnostics
    assert found.code == "unreadable"
