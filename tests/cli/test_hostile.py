"""What nobody would write: it is answered with findings, soon, and with little memory.

Each command runs in `support/confined.py`: 20 seconds of the processor, 1 GiB of addresses.
"""

import json
import os
from random import Random

import pytest
from hypothesis import settings

from tests.support.games import RULES, TEXTS
from tests.support.hostile.confined import Confined
from tests.support.sampling import gated, passed_over

HEAD = 'game "H"\nplayers 2\n'
END = "play: end: draw\n"
BIG = 2**63
FULL = 980_000  # characters: nearly as many as a rule text may have


@pytest.fixture(scope="module")
def confined():
    process = Confined()
    yield process
    process.close()


def held(outcome):
    """Return what was said, if it was said by somebody who understood."""
    assert outcome.code in (0, 1, 2), (outcome.code, outcome.text[-500:])
    assert "Traceback" not in outcome.text
    return outcome.text


def game(*declarations, play=END):
    return "\n".join((HEAD + declarations[0], *declarations[1:], play))


def playing(*lines):
    return HEAD + "play:\n" + "".join(f"    {line}\n" for line in lines) + "    end: draw\n"


def filled(line):
    return playing(*[line] * (FULL // (len(line) + 5)))


LARGE = {
    "range": (game(f"var x: 0..{BIG}"), "the limit is 1,000,000,000"),
    "loop": (playing(f"for n in 1..{BIG}: pass"), "the limit is 1,000,000,000"),
    "repeat": (playing(f"repeat {BIG}: pass"), "the limit is 1,000,000,000"),
    "draw": (playing(f"draw {BIG} from a to b"), "the limit is 1,000,000,000"),
    "players": (f'game "H"\nplayers 2..{BIG}\n{END}', "the limit is 64"),
    "grid": (game("space C on grid 90000 x 90000"), "90,000 × 90,000 = 8,100,000,000"),
    "kinds": (
        game("zone z: T set, open", "token T(0..999, 0..999) in z: 1 each"),
        "1,000 × 1,000 = 1,000,000",
    ),
    "faces": (game("zone z: D set, open", "die D in z: 1, faces 0..15000"), "15,001"),
    "zones": (
        game("zone z(0..9999, 0..9999): T set, open", "token T in z(0, 0): 1"),
        "10,000 × 10,000 = 100,000,000",
    ),
    "table": (
        game("table t(0..9999, 0..99): 0..1:\n    | a | b | c |"),
        "10,000 × 100 = 1,000,000",
    ),
    "actions": (
        game(
            "space C on grid 64 x 64",
            play="play:\n    P1 chooses:\n        a(x in C, y in C): pass\n    end: draw\n",
        ),
        "16,777,216 actions",
    ),
    "relation": (
        game("space C on ring 4096", play=playing("if clockwise(C1, C2) > 3: pass")[len(HEAD) :]),
        "4,096 × 4,096 = 16,777,216",
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_large_is_said_with_the_sum_that_leads_there(confined, tmp_path, name):
    text, told = LARGE[name]
    file = tmp_path / "large.rules"
    file.write_text(text, encoding="utf-8")
    assert told in held(confined.run("check", file))


@pytest.mark.parametrize("words", [["test"], ["check", "--search", "1"], ["play"], ["simulate"]])
def test_no_command_plays_what_goes_through_too_much(confined, tmp_path, words):
    """How a text is laid out does not hang on its size, so `fmt` takes it."""
    loops = "".join(f"{'    ' * at}for n{at} in 0..99:\n" for at in range(1, 7))
    file = tmp_path / "wide.rules"
    file.write_text(f"{HEAD}play:\n{loops}{'    ' * 7}pass\n    end: draw\n", encoding="utf-8")
    outcome = confined.run(words[0], file, *words[1:], folder=tmp_path)
    assert "100 × 100 × 100 × 100 × 100 = 10,000,000,000" in held(outcome)
    assert confined.run("fmt", "--check", file).code == 0


FIVE = " and ".join(f"{name} in 0..99" for name in "abcde")
NESTED = "".join(f"some q{i} in 0..99 where q{i} is not v and (" for i in range(12))
TWICE = [
    f"let near{i}x(n) = count d in 0..9 where near{i - 1}x(d) > near{i - 1}x(n)"
    for i in range(1, 20)
]
ASKING = {
    "combinations": ([], f"some {FIVE} where a + b + c + d + e is 500 + v"),
    "searches in each other": ([], f"{NESTED}q0 is 3{')' * 12}"),
    "facts that ask twice": (["let near0x(n) = n + v", *TWICE], "near19x(v) > 1"),
}


@pytest.mark.parametrize("name", ASKING)
def test_queries_are_checked_whatever_they_may_go_through(confined, tmp_path, name):
    facts, test = ASKING[name]
    file = tmp_path / "asking.rules"
    play = playing(f"if {test}: set v to 3")[len(HEAD) :]
    file.write_text(game("var v: 0..9", *facts, play=play), encoding="utf-8")
    outcome = confined.run("check", file)
    assert outcome.code == 0, outcome.text
    assert "proved" in outcome.text


ODD = {
    "nothing": "",
    "null bytes": "\0" * 10_000,
    "controls": "".join(map(chr, range(32))) + game(""),
    "separators": game("var x\u2028: 0..1", "var y\x85: 0..1", "let a = 1\u00a0+ 1"),
    "other digits": game("var x: 0..٣", "var y: ²..3"),
    "carriage returns alone": game("").replace("\n", "\r"),
    "line ends": "\n" * (FULL // 16),
    "brackets": game("let x = " + "(" * 900),
    "square brackets": "[" * FULL,
    "square brackets in a line": game("let x = " + "[" * FULL),
    "square brackets in comments": filled("pass # " + "[a" * 480),
    "square brackets behind": filled("pass " + "[a" * 480),
    "spaces in comments": filled("pass # " + " " * 950 + "a"),
    "bars": game("space S:\n" + f"    {'|' * 900}\n" * 100),
    "blocks": HEAD + "play:\n" + "".join(" " * i + "if true:\n" for i in range(1, 500)),
    "signs": game("let x = -" + "not " * 200 + "1"),
    "a chain of facts": game(*(f"let f{i}(n) = f{i + 1}(n) + f{i + 1}(n)" for i in range(150))),
    "a chain of effects": game(*(f"to f{i}:\n    f{i + 1}\n    f{i + 1}" for i in range(300))),
    "many declarations": game(*(f"var v{i}: 0..1" for i in range(5000))),
    "one declaration often": game(*["var v: 0..1"] * 5000),
    "many unknown names": playing(*(f"set a{i} to b{i}" for i in range(1000))),
    "use of itself": game("use drawing", "use drawing"),
    "use from outside": game("use ../drawing"),
    "the text as its table": game('space S from "odd.rules"'),
    "a table with a hole": game('space S from "{map}.csv"'),
    "a table without a name": game('space S from ""'),
    "a table that cannot be": game('space S from "a\0b"'),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_texts_get_findings(confined, tmp_path, name):
    file = tmp_path / "odd.rules"
    file.write_bytes(ODD[name].encode())
    assert held(confined.run("check", file))
    held(confined.run("fmt", "--check", file))


@pytest.mark.parametrize("path", ["../t.csv", "/etc/passwd", "a/../../t.csv"])
def test_a_table_outside_the_folder_is_not_read(confined, tmp_path, path):
    file = tmp_path / "x.rules"
    file.write_text(game(f'space S from "{path}"'), encoding="utf-8")
    assert "outside-folder" in held(confined.run("check", file))


def test_line_ends_of_another_system_are_the_same(confined, tmp_path):
    file = tmp_path / "x.rules"
    text = game('space S from "t.csv":\n    n: 0..9', "var v(S): 0..1", play=playing("pass")[18:])
    file.write_bytes(("\ufeff" + text).replace("\n", "\r\n").encode())
    (tmp_path / "t.csv").write_bytes("\ufeffname,n\r\na,1\r\n".encode())
    outcome = confined.run("check", file)
    assert outcome.code == 0, outcome.text


TABLES = {
    "nothing": b"",
    "null bytes": b"name,n\n\0,1\n",
    "another encoding": b"name,n\n\xff,1\n",
    "a quotation mark": b'name,n\n"a,1\n',
    "carriage returns alone": b"name,n\ra,1\rb,2\r",
    "a large cell": b"name,n\n" + b"a" * 200_000 + b",1\n",
    "many columns": b"name,n" + b",x" * 100_000 + b"\na,1\n",
    "many rows": b"name,n\n" + b"".join(b"a%d,1\n" % i for i in range(30_000)),
    "equal rows": b"name,n\n" + b"a,1\n" * 19_000,
    "long rows": b"name,n\n" + b"a-,x,3\n" * 19_000,
    "wrong cells": b"name,n\n" + b"".join(b"a%d,99\n" % i for i in range(19_000)),
    "wide rows": b"name,n\n" + (b"a" + b",1" * 450 + b"\n") * 4_000,
    "commas": b"," * 3_999_999,
    "line ends": b"\n" * 3_999_999,
    "quotation marks": b'"' * 3_999_999,
    "a large number": b"name,n\na," + b"9" * 900 + b"\n",
    "other digits": "name,n\na,²\nb,٣\n".encode(),
}


LIKE_OTHERS = {"long rows", "equal rows"}
"""Tables of as many findings as those with wrong cells, which take a second each."""


@pytest.mark.parametrize(
    "name", [passed_over(name) if name in LIKE_OTHERS else name for name in TABLES]
)
def test_odd_tables_get_findings(confined, tmp_path, name):
    (tmp_path / "t.csv").write_bytes(TABLES[name])
    file = tmp_path / "x.rules"
    file.write_text(game('space S from "t.csv":\n    n: 0..9'), encoding="utf-8")
    assert "error[" in held(confined.run("check", file))


@pytest.mark.parametrize("words", [["check"], ["fmt", "--check"], ["test"], ["play"], ["replay"]])
def test_what_is_no_file_is_not_waited_for(confined, tmp_path, words):
    os.mkfifo(tmp_path / "pipe.rules")
    for name in ("pipe.rules", "/dev/zero"):
        outcome = confined.run(*words, name, folder=tmp_path)
        assert held(outcome)
        assert outcome.code == 2


@pytest.mark.parametrize(
    ("make", "answer"),
    [
        (os.mkfifo, "is no file to read"),
        (lambda path: path.symlink_to("/dev/zero"), "lies outside the folder"),
    ],
)
def test_a_table_that_is_no_file_is_not_waited_for(confined, tmp_path, make, answer):
    make(tmp_path / "t.csv")
    file = tmp_path / "x.rules"
    file.write_text(game('space S from "t.csv"'), encoding="utf-8")
    assert answer in held(confined.run("check", file))


WORDS = (
    ("check", "\udce9\ud800"),
    ("check", "--json", "\udce9"),
    ("check", "a" * 5000),
    ("fmt", "\0"),
    ("play", "../\udce9"),
    ("replay", "\udce9\ud800"),
    ("replay", "\0"),
    ("new", "\0"),
    ("explain", "../\ud800"),
    ("schema", "../../schema"),
    ("simulate", "kuhn_poker", "--option", "\ud800=\udce9"),
    ("simulate", "kuhn_poker", "--players", "9" * 5000),
    ("simulate", "kuhn_poker", "--seed", "9" * 5000),
    ("perft", "kuhn_poker", "9" * 5000),
    ("\ud800",),
)


@pytest.mark.parametrize("words", WORDS, ids=ascii)
def test_odd_words_on_the_command_line_are_refused(confined, tmp_path, words):
    outcome = confined.run(*words, folder=tmp_path)
    assert held(outcome)
    assert outcome.code == 2


PLAYS = {
    "nothing": "",
    "null bytes": "\0" * 50,
    "deep": "[" * 200_000,
    "deep entries": '{"a":' * 100_000,
    "a large number": '{"choices": [' + "9" * 5000 + "]}",
    "many numbers": '{"choices": [' + "0, " * 1_000_000 + "0]}",
    "a list": "[]",
    "an entry twice": '{"a": 1, "a": 2}',
    "half a character": json.dumps({"game": "\ud800"}),
    "another format": json.dumps({"format": "x" * 10_000, "version": 10**40}),
}


@pytest.mark.parametrize("command", ["replay", "show"])
@pytest.mark.parametrize("name", PLAYS)
def test_odd_playthroughs_are_refused(confined, tmp_path, name, command):
    file = tmp_path / "play.json"
    file.write_text(PLAYS[name], encoding="utf-8")
    outcome = confined.run(command, file)
    assert held(outcome)
    assert outcome.code in (1, 2)


# ---------------------------------------------------------------- texts that somebody spoilt


def spoilt(text, random):
    """Return a text with a few words swapped, doubled, left out or made up, or cut off."""
    parts = text.split(" ")
    for _ in range(random.randint(1, 5)):
        at, other = random.randrange(len(parts)), random.randrange(len(parts))
        match random.randrange(6):
            case 0:
                parts[at], parts[other] = parts[other], parts[at]
            case 1:
                parts[at] = ""
            case 2:
                parts.insert(at, parts[other])
            case 3:
                parts[at] = "".join(random.sample(parts[at], len(parts[at])))
            case 4:
                parts[at] += random.choice('\0\n\t"[](){}|,:.#é9') * random.randint(1, 3)
            case _:
                parts = parts[: max(1, len(parts) * random.randint(1, 9) // 10)]
    return " ".join(parts)


TRIED = max(1, settings.default.max_examples // 50)
SMALL = tuple(path for path in (*RULES, *TEXTS) if path.stat().st_size < 6_000)


@pytest.mark.parametrize("path", gated(SMALL), ids=lambda path: path.stem)
def test_a_spoilt_text_gets_findings(confined, tmp_path, path):
    text = path.read_text(encoding="utf-8")
    for seed in range(TRIED):
        file = tmp_path / f"{path.stem}_{seed}.rules"
        file.write_bytes(spoilt(text, Random(f"{path.stem} {seed}")).encode())
        held(confined.run("check", file))


def test_any_bytes_get_findings(confined, tmp_path):
    for seed in range(TRIED):
        file = tmp_path / f"{seed}.rules"
        file.write_bytes(Random(seed).randbytes(200 << seed % 8))
        held(confined.run("check", file))
