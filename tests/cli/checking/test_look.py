"""`rulelang look`: what boards there are, and the places of maps."""

import sys

import pytest

MAP = """\
# Made for this test.
game "Roads"
players 2
space Town:
    | name |
    | Rome |
    | Bari |
    | Como |
edge Road joins Town:
    | a    | b    |
    | Rome | Bari |
    | Bari | Como |
    | Rome | Como |
zone lies(Town): Man one, open
zone box: Man set, open
token Man in box: 3
play:
    each turn of p, at most 3:
        p chooses:
            go(t in Town where lies(t) is empty):
                move Man from box to lies(t)
    end: draw
"""


@pytest.fixture
def rules(tmp_path):
    path = tmp_path / "roads.rules"
    path.write_text(MAP, encoding="utf-8")
    return path


def test_places_are_written_with_a_look_and_never_overwritten(rules, command):
    code, out, _ = command("look", rules, "--places")
    assert code == 0
    assert "0 crossings" in out
    places = rules.with_name("roads") / "town_places.csv"
    first = places.read_text(encoding="utf-8")
    assert first.startswith("# places of ")
    assert 'places = "roads/town_places.csv"' in rules.with_name("roads.look.toml").read_text()
    code, _, err = command("look", rules, "--places")
    assert code == 2
    assert "--force overwrites it" in err
    assert command("look", rules, "--places", "--force")[0] == 0
    assert places.read_text(encoding="utf-8") == first
    code, out, _ = command("look", rules)
    assert "Town: rule B1, 3 places, 3 edges" in out
    assert command("check", rules)[0] == 0


def test_a_game_without_a_map_and_a_sketch_of_another_are_refused(rules, command, tmp_path):
    code, _, err = command("look", "tic_tac_toe", "--places")
    assert code == 2
    assert "no map to lay out" in err
    sketch = tmp_path / "sketch.csv"
    sketch.write_text("name,x,y\nPisa,0,0\n", encoding="utf-8")
    code, _, err = command("look", rules, "--places", "--from", sketch)
    assert code == 2
    assert "`Town` has no place `Pisa`" in err
    assert not rules.with_name("roads").exists()


@pytest.mark.parametrize("words", [("--force",), ("--from", "sketch.csv")])
def test_places_are_asked_for_by_name(rules, command, words):
    code, _, err = command("look", rules, *words)
    assert (code, err) == (2, "rulelang: --from and --force go with --places\n")


def test_a_sketch_that_is_none_is_refused_with_its_line(rules, command, tmp_path):
    sketch = tmp_path / "sketch.csv"
    sketch.write_text("name,x,y\nRome,far,0\n", encoding="utf-8")
    code, _, err = command("look", rules, "--places", "--from", sketch)
    assert (code, f"rulelang: {sketch}:2: this is no file of places: " in err) == (2, True)


def test_a_look_that_is_there_is_told_what_it_lacks(rules, command, monkeypatch):
    look = rules.with_name("roads.look.toml")
    look.write_text("look = 1\n", encoding="utf-8")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    code, _, err = command("look", rules, "--places")
    told = f'add to {look}:\n[board.Town]\nplaces = "roads/town_places.csv"\n'
    assert (code, err.endswith(f"rulelang: to draw with these places, {told}")) == (0, True)
    assert "\r\x1b[K" in err
    assert look.read_text(encoding="utf-8") == "look = 1\n"


def test_maps_of_variants_do_not_share_a_file(command, tmp_path):
    """Names of places may be the same where roads follow an option."""
    before, behind = MAP.split("edge Road")
    roads = 'edge Road joins Town from "maps/{side}_roads.csv"\n'
    rules = tmp_path / "roads.rules"
    rules.write_text(
        f"{before}{roads}{behind[behind.index('zone lies') :]}".replace(
            "space", "option side: east | west\nspace"
        ),
        encoding="utf-8",
    )
    (tmp_path / "maps").mkdir()
    for side, other in (("east", "Bari"), ("west", "Como")):
        roads = tmp_path / "maps" / f"{side}_roads.csv"
        roads.write_text(f"a,b\nRome,{other}\n", encoding="utf-8")
    assert command("look", rules, "--places")[0] == 0
    kept = sorted(path.name for path in (tmp_path / "maps").glob("*_places.csv"))
    assert kept == ["east_places.csv", "west_places.csv"]
    look = rules.with_name("roads.look.toml")
    look.write_text('look = 1\n[board.Town]\nplaces = "towns.csv"\n', encoding="utf-8")
    code, _, err = command("look", rules, "--places")
    assert (code, "towns.csv would be for two maps; let `places` of [board.Town]" in err) == (2, 1)


def test_a_path_with_an_option_that_is_none_is_refused(rules, command):
    look = rules.with_name("roads.look.toml")
    look.write_text('look = 1\n[board.Town]\nplaces = "{side}.csv"\n', encoding="utf-8")
    code, _, err = command("look", rules, "--places")
    assert (code, err) == (2, "rulelang: `{side}.csv` names an option that there is not\n")


def test_without_networkx_one_line_says_what_to_install(rules, command, monkeypatch):
    monkeypatch.setitem(sys.modules, "networkx", None)
    monkeypatch.delitem(sys.modules, "interpreter.look.layouts.starts", raising=False)
    code, _, err = command("look", rules, "--places")
    assert code == 2
    assert "pip install 'rulelang[look]'" in err
    assert not rules.with_name("roads").exists()


@pytest.mark.parametrize("words", [(), ("--svg", "-")])
def test_show_says_what_a_look_names_that_is_not_there(rules, command, words):
    look = rules.with_name("roads.look.toml")
    look.write_text('look = 1\n[zone]\nhide = ["cellar"]\n', encoding="utf-8")
    code, out, err = command("show", rules, *words)
    assert code == 0
    assert out
    assert "error[look-unknown-name]: the rule text has no zone `cellar`" in err
    assert "roads.look.toml:3:" in err


def test_show_says_nothing_of_what_another_variant_may_have(rules, command):
    tools = 'option side: east | west\ncomponent Tool in box from "roads/{side}.csv"\n'
    text = MAP.replace("zone lies", f"{tools}zone lies").replace("box: Man", "box: Man or Tool")
    rules.write_text(text, encoding="utf-8")
    rules.with_name("roads").mkdir()
    for side, tool in (("east", "saw"), ("west", "axe")):
        rules.with_name("roads").joinpath(f"{side}.csv").write_text(f"name\n{tool}\n")
    look = rules.with_name("roads.look.toml")
    look.write_text('look = 1\n[card.Tool.text]\naxe = "cuts"\nadze = "too"\n', encoding="utf-8")
    code, _, err = command("show", rules)
    assert code == 0
    assert "`adze`" in err
    assert "`axe`" not in err


def test_show_says_that_a_look_with_errors_is_not_drawn_with(rules, command):
    look = rules.with_name("roads.look.toml")
    look.write_text("look = 1\n[zone]\nhide = 3\n", encoding="utf-8")
    code, out, err = command("show", rules)
    assert code == 0
    assert "Roads" in out
    assert "roads.look.toml:3:" in err
    assert "rulelang: drawn without" in err
    code, out, err = command("show", rules, "--svg", "-")
    assert code == 1
    assert out == ""
    assert "roads.look.toml:3:" in err
    assert "cannot be drawn with: 1 error" in err
