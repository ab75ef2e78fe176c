"""What tells a secret is found, in the line where it does; what looks like it is not. Ref §25.

`told.md` has what must be found, `kept.md` what must not. Texts begin with the frame of `told.md`.
"""

import re
from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.secrecy import leaks as secrecy
from tests.support.games import RULES, SKETCHES, TEXTS
from tests.support.sampling import DEEP, gated_but

HERE = Path(__file__).parent
MOST = 3
"""Variants of a text that the gate looks at, or a few more."""

_CASE = re.compile(
    r"^## (?P<title>[^\n]+)\n.*?^```rules\n(?P<rules>.*?)^```$", re.MULTILINE | re.DOTALL
)
_FRAME = re.compile(r"^```frame\n(?P<rules>.*?)^```$", re.MULTILINE | re.DOTALL)


def frame():
    return _FRAME.search((HERE / "told.md").read_text(encoding="utf-8"))["rules"]


def cases(name):
    text = (HERE / name).read_text(encoding="utf-8")
    return [pytest.param(found["rules"], id=found["title"]) for found in _CASE.finditer(text)]


def text_of(rules):
    """Return a text with the frame; what a case declares itself takes the place of the frame's."""
    head = frame()
    if re.search(r"^setup:", rules, re.MULTILINE):
        own = re.search(r"^setup:(?P<line>.*)\n(?P<body>(?:    .*\n)*)", rules, re.MULTILINE)
        more = own["body"] or f"    {own['line'].strip()}\n"
        rules = rules.replace(own[0], "")
        head += more
    return head + rules


def told(text, folder):
    """Return the lines that are found, and those that are marked."""
    marked = {n for n, line in enumerate(text.splitlines(), 1) if line.endswith("# here")}
    assert marked
    return leaks(text, folder), marked


def leaks(text, folder, code=("hidden-read",)):
    """Return the lines of a text, with the findings about secrecy; nothing else may be wrong."""
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    found = pipeline.check(str(path)).diagnostics
    other = [d.title for d in found if d.severity == "error" and d.code != "hidden-read"]
    assert other == []
    return {d.span.line for d in found if d.code in code}


@pytest.mark.parametrize("rules", [*cases("told.md"), *cases("told_traces.md")])
def test_what_tells_a_secret_is_found_in_its_line(rules, tmp_path):
    found, marked = told(text_of(rules), tmp_path)
    assert found == marked


@pytest.mark.parametrize("rules", cases("told_elsewhere.md"))
def test_it_is_found_in_whole_games_too(rules, tmp_path):
    found, marked = told(rules, tmp_path)
    assert found == marked


@pytest.mark.parametrize("rules", cases("kept.md"))
def test_what_keeps_its_secrets_is_left_alone(rules, tmp_path):
    assert leaks(text_of(rules), tmp_path) == set()


@pytest.mark.parametrize("rules", cases("kept_elsewhere.md"))
def test_whole_games_are_left_alone(rules, tmp_path):
    assert leaks(rules, tmp_path) == set()


@pytest.mark.parametrize("rules", cases("counted.md"))
def test_how_many_move_unseen_is_warned_of(rules, tmp_path):
    text = text_of(rules)
    marked = {n for n, line in enumerate(text.splitlines(), 1) if line.endswith("# here")}
    assert leaks(text, tmp_path) == set()
    assert leaks(text, tmp_path, ("hidden-count",)) == marked


@pytest.mark.parametrize(
    "path",
    gated_but(
        ("pergamemnon",), [*RULES, *SKETCHES, *TEXTS]
    ),  # its errors are found by `make texts`
    ids=lambda path: path.stem,
)
def test_the_games_keep_their_secrets(path):
    specs = pipeline.elaborate_all(str(path)).specs
    assert specs
    if not DEEP:  # `make texts` looks at all variants of the games
        specs = specs[:: max(1, len(specs) // MOST)]
    found = [one for spec in specs for one in secrecy.leaks(spec).found]
    assert [str(one.span) for one in found if one.severity == "error" or path in RULES] == []


def test_a_text_too_large_to_be_followed_leaves_the_claim_open(tmp_path):
    names = "abcde"
    effects = []
    for n in range(5):
        head = ", ".join(names[:n])
        called = "".join(f"    e{n + 1}({', '.join((*names[:n], str(k)))})\n" for k in range(10))
        effects.append(f"\nto e{n}({head}):\n{called}" if n else f"\nto e0:\n{called}")
    effects.append(f"\nto e5({', '.join(names)}):\n    set n to e\n")
    text = (
        'game "Deep"\nplayers 2\nvar n: 0..9\ntoken Chip(owner: Player) in bag: 3 each\n'
        "zone bag: Chip bag, hidden\nzone seen(Player): Chip one, owner sees\n"
        f"\nplay:\n    draw 1 from bag to seen(P1)\n    e0\n    end: draw\n{''.join(effects)}"
    )
    file = tmp_path / "deep.rules"
    file.write_text(text, encoding="utf-8")
    checked = pipeline.check(str(file))
    assert [d.title for d in checked.diagnostics if d.severity == "error"] == []
    assert [o.status for o in checked.obligations if o.guarantee == "G5"] == ["open"]
