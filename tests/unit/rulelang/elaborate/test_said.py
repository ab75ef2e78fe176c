"""`say` before the sentence of an arm tells it to all when the arm is taken, before its body."""

from interpreter import load
from interpreter.testing.conformance import conform
from rulelang import pipeline

TEXT = """game "Offers"
players 3
kind Good: reed | clay
token Card(good: Good) in deck: 6 each
zone deck: Card bag, hidden
zone hand(Player): Card set, owner sees
var left: 0..9 = 9
setup:
    for p in Player: draw 3 from deck to hand(p)
play:
    each turn of p, at most 6:
        p chooses:
            offer(g in Good){said} "{{p}} offers {{g}}":
                {body}
            pass say "{{p}} passes"
    end: draw
"""


def written(tmp_path, said, body="take 1 from left"):
    file = tmp_path / "offers.rules"
    file.write_text(TEXT.format(said=said, body=body), encoding="utf-8")
    return str(file)


def test_the_sentence_is_said_before_the_body(tmp_path):
    spec = load(written(tmp_path, " say")).spec
    body = 'say "{p} offers {g}"\n                take 1 from left'
    assert spec == load(written(tmp_path, "", body)).spec


def test_engines_agree(tmp_path):
    found = conform(load(written(tmp_path, " say")), 2)
    assert (found.difference, found.given_up) == (None, 0)


def test_it_tells_no_secret(tmp_path):
    text = TEXT.replace("g in Good", "c in hand(p)").replace("{{g}}", "{{c}}")
    file = tmp_path / "offers.rules"
    for said, codes in ((" say", ["hidden-read"]), ("", [])):
        file.write_text(text.format(said=said, body="take 1 from left"), encoding="utf-8")
        found = pipeline.check(str(file)).diagnostics
        assert [one.code for one in found if one.severity == "error"] == codes
