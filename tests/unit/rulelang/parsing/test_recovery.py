"""A declaration that cannot be read hides no finding about the others, and brings none."""

import shutil

import pytest

from rulelang import pipeline
from rulelang.parsing.lines import chunks_of, lines_of
from rulelang.source import Source
from tests.support.games import ROOT
from tests.support.sampling import DEEP, gated

GAMES = ("kuhn_poker", "tic_tac_toe", "liars_dice", "whist", "carnival", "battleships")
WITH_TABLES = ("agamemnon",)


def declarations(text):
    return [
        chunk
        for chunk in chunks_of(lines_of(Source("", text)))
        if chunk.lines[0].begins_declaration
    ]


def half_typed(text, line):
    """Return a text in which somebody has not finished a line."""
    lines = text.split("\n")
    kept = lines[line.number - 1][: len(line.code) - len(line.code.split(" ")[-1])].rstrip()
    lines[line.number - 1] = f"{kept} @"
    return "\n".join(lines)


def checked(folder, text):
    file = folder / "game.rules"
    file.write_text(text, encoding="utf-8")
    return pipeline.check(str(file)).diagnostics


@pytest.mark.parametrize("name", gated(GAMES))
def test_what_cannot_be_read_brings_no_further_finding(tmp_path, name):
    text = (ROOT / "games" / f"{name}.rules").read_text(encoding="utf-8")
    for chunk in declarations(text)[:: 1 if DEEP or len(text) < 3_000 else 3]:
        lines = [line for line in chunk.lines if line.code]
        for line in {lines[0].number: lines[0], lines[-1].number: lines[-1]}.values():
            found = checked(tmp_path, half_typed(text, line))
            assert found
            for finding in found:
                assert chunk.lines[0].number <= finding.span.line <= chunk.lines[-1].number


@pytest.mark.parametrize("name", WITH_TABLES)
def test_an_option_that_names_a_table_brings_none_either(tmp_path, name):
    text = (ROOT / "games" / f"{name}.rules").read_text(encoding="utf-8")
    shutil.copytree(ROOT / "games" / name, tmp_path / name)
    for line in [line for line in lines_of(Source("", text)) if line.code.startswith("option ")]:
        assert {d.span.line for d in checked(tmp_path, half_typed(text, line))} == {line.number}


TEXT = """\
game "Two"
players 2
token Coin in bank: 12 each
zone bank: Coin bag, open
zone purse(Player): Coin bag, open

play:
    each turn of p, at most 6:
        p chooses:
            buy: grab(p)
            pass
    end: p with most count purse(p) wins

to grab(p):
    move Coin from bank to pruse(p)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("            pass", "            pass ("),
        ("    end: p with", "    end: p wiht"),
        ("zone purse(Player)", "zone purse(Player"),
        ('game "Two"', "game Two"),
        ("zone bank: Coin bag, open", "zoen bank: Coin bag, open"),
    ],
)
def test_findings_about_other_declarations_stay(tmp_path, before, after):
    assert TEXT.count(before) == 1
    found = checked(tmp_path, TEXT.replace(before, after))
    titles = [finding.title for finding in found]
    assert len(titles) == 2
    assert titles[1] == "no zone is named `pruse`"
