"""The page on looks runs as it is written, and its figures are those of the maps that ship."""

import re
from pathlib import Path

import pytest

from interpreter import load_all
from interpreter.cli.main import main
from interpreter.cli.printing.look_files import maps_of
from interpreter.look.layouts.measures import measured
from interpreter.look.places import read_places
from tests.support.games import ROOT, RULES

PAGE = ROOT / "docs" / "looks.md"
FILES = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```text\n(\$ rulelang check.*?)^```$", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"(\| map \| places .*\n\|[-|]+\n)((?:\|.*\n)*)")


@pytest.fixture(autouse=True)
def harbours(tmp_path, monkeypatch):
    """Put the files of the page into an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.findall(PAGE.read_text(encoding="utf-8")):
        Path(name).write_text(text, encoding="utf-8")


def test_what_the_page_shows_of_its_game_is_what_comes_out(capsys):
    block = CONSOLE.search(PAGE.read_text(encoding="utf-8"))[1]
    shown = ""
    for line in block.splitlines():
        if line.startswith("$ rulelang "):
            assert main(line.removeprefix("$ rulelang ").split()) == 0
            shown += f"{line}\n{capsys.readouterr().out}"
    assert shown == block


def test_the_game_of_the_page_keeps_what_it_promises():
    assert main(["test", "harbours.rules"]) == 0


def test_the_drawing_of_the_page_is_found_harmless_and_places_its_board(capsys):
    look = Path("harbours.look.toml").read_text(encoding="utf-8")
    drawn = look.replace('places = "harbours_places.csv"', 'art = "harbours.svg"')
    Path("harbours.look.toml").write_text(drawn, encoding="utf-8")
    assert main(["check", "harbours.rules"]) == 0
    assert "nothing found" in capsys.readouterr().out


def rows():
    """Return the rows of the table of maps."""
    found = []
    for path in RULES:
        if not re.search(r"^edge ", path.read_text(encoding="utf-8"), re.MULTILINE):
            continue
        for one in maps_of(str(path), [game.document() for game in load_all(path).games]):
            points = read_places(one.path.read_text(encoding="utf-8")).points
            good = measured([points[name] for name in one.family.labels], one.ends)
            name = one.path.relative_to(ROOT / "games")
            found.append(
                f"| `{name}` | {len(one.family.labels)} | {len(one.ends)} | {good.crossings} "
                f"| {good.clearance:.2f} | {good.nearest:.2f} |\n"
            )
    return "".join(found)


def test_the_table_of_maps_has_their_figures(request):
    text = PAGE.read_text(encoding="utf-8")
    if request.config.getoption("--bless"):
        text = TABLE.sub(lambda found: found[1] + rows(), text)
        PAGE.write_text(text, encoding="utf-8")
    assert TABLE.search(text)[2] == rows()
