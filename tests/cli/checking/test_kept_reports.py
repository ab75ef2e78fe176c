"""A text that has not changed is not checked again, and what is said of it stays the same."""

import attrs
import pytest

from interpreter.cli.checking import proofs, walks
from interpreter.cli.main import main
from interpreter.findings import looks as looks_of
from interpreter.findings import natively, outlines
from interpreter.keeping import entries, plain
from rulelang import core, pipeline
from rulelang.keeping import disk
from rulelang.prove.kept import Kept
from rulelang.prove.memory import Memory
from rulelang.secrecy import bodies
from rulelang.secrecy.common import Common
from tests.support.games import ROOT

GAME = """\
game "Prices"
players 2..3
table price(1..2): 1..3 from "prices.csv"
token Coin in bank: 12 each
zone bank: Coin bag, open
zone purse(Player): Coin bag, open

play:
    each turn of p, at most 6:
        p chooses:
            buy(n in 1..2):
                move price(n) Coin from bank to purse(p)
            pass
    end: p with most count purse(p) wins
"""
PRICES = "n,price\n1,1\n2,3\n"


@pytest.fixture
def said(tmp_path, monkeypatch, capsys):
    """Return what `check` says of the game, and whether it looked at the text."""
    monkeypatch.setenv(disk.FOLDER, str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "prices.csv").write_text(PRICES, encoding="utf-8")
    looked = []
    check = pipeline.check
    monkeypatch.setattr(
        pipeline,
        "check",
        lambda name, memory, desk: looked.append(name) or check(name, memory, desk=desk),
    )

    def run(*arguments):
        looked.clear()
        code = main(["check", "game.rules", *arguments])
        return code, capsys.readouterr().out, bool(looked)

    return run


def test_what_has_not_changed_is_not_checked_again(said):
    code, text, looked = said("--open")
    assert (code, looked) == (0, True)
    assert "open: game.rules:" in text
    assert said("--open") == (code, text, False)
    assert said("--json")[2] is False


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("game.rules", GAME.replace("12 each", "11 each")),
        ("prices.csv", PRICES.replace("2,3", "2,2")),
        ("prices.csv", PRICES.replace("2,3", "2,9")),
        ("game.look.toml", "look = 1\n"),
        ("game.look.toml", "look = 9\n"),
    ],
)
def test_every_file_counts(said, tmp_path, file, text):
    first = said("--open")
    path = tmp_path / file
    before = path.read_text(encoding="utf-8") if path.exists() else None
    path.write_text(text, encoding="utf-8")
    assert said("--open")[2]
    assert not said("--open")[2]
    if before is None:
        path.unlink()
    else:
        path.write_text(before, encoding="utf-8")
    assert said("--open")[:2] == first[:2]


def test_a_file_that_a_look_may_name_counts(said, tmp_path):
    look = (ROOT / "games" / "agamemnon.look.toml").read_text(encoding="utf-8")
    (tmp_path / "game.look.toml").write_text(look, encoding="utf-8")
    said()
    assert not said()[2]
    (tmp_path / "agamemnon").mkdir()
    (tmp_path / "agamemnon" / "loom_places.csv").write_text("place,x,y\n", encoding="utf-8")
    assert said()[2]


def test_a_table_that_goes_is_missed(said, tmp_path):
    said()
    (tmp_path / "prices.csv").unlink()
    code, text, looked = said()
    assert (code, looked) == (2, True)
    assert "prices.csv" in text
    assert said() == (code, text, False)


def test_findings_are_shown_with_their_lines_again(said, tmp_path):
    (tmp_path / "game.rules").write_text(GAME.replace("bank to", "bnk to"), encoding="utf-8")
    code, text, looked = said()
    assert (code, looked) == (1, True)
    assert "move price(n) Coin from bnk to purse(p)" in text
    assert said() == (code, text, False)


def test_a_damaged_entry_is_made_anew(said, tmp_path):
    first = said()
    for entry in (tmp_path / "kept").glob("*.found"):
        entry.write_bytes(b"nothing of ours")
    assert said() == first


def test_a_spoilt_proof_is_made_anew(said, tmp_path):
    said()
    (tmp_path / "game.rules").write_text(GAME.replace("12 each", "11 each"), encoding="utf-8")
    (proved,) = (tmp_path / "kept").glob("*.proved")
    proved.write_bytes(proved.read_bytes()[:-9])
    code, text, looked = said("--open")
    assert (code, looked) == (0, True)
    with disk.nothing_kept():
        assert said("--open")[:2] == (code, text)


def test_spoilt_declarations_are_read_anew(said, tmp_path):
    said()
    (tmp_path / "game.rules").write_text(GAME.replace("12 each", "11 each"), encoding="utf-8")
    (read,) = (tmp_path / "kept").glob("*.read")
    read.write_bytes(read.read_bytes()[:-9])
    code, text, looked = said("--open")
    assert (code, looked) == (0, True)
    with disk.nothing_kept():
        assert said("--open")[:2] == (code, text)


def test_what_cannot_be_packed_is_not_kept(said, tmp_path, monkeypatch):
    def unpackable(_):
        raise plain.UnreadableError("it is nested too deeply")

    with monkeypatch.context() as patched:
        patched.setattr(plain, "packed", unpackable)
        (tmp_path / "game.rules").write_text(HIDDEN, encoding="utf-8")
        found = [said("--open") for _ in range(2)]
    assert [looked for _, _, looked in found] == [True, True]
    assert [file.name for file in (tmp_path / "kept").rglob("*.*")] == []
    assert said("--open") == found[0]


def test_a_report_is_not_kept_where_its_look_may_name_any_file(said, tmp_path):
    (tmp_path / "game.look.toml").write_bytes(b"look = 1 # \xe9\n")
    found = [said() for _ in range(2)]
    assert [looked for _, _, looked in found] == [True, True]
    assert "game.look.toml" in found[0][1]


@pytest.mark.parametrize("part", ["a piece", "what a piece is about"])
def test_proofs_of_which_a_part_is_missing_are_made_anew(said, tmp_path, monkeypatch, part):
    written, keep = {}, entries.keep
    monkeypatch.setattr(entries, "keep", lambda *of: written.update([of]) or keep(*of))
    said()
    (name,) = (name for name in written if name.endswith(proofs.SORT))
    entry = written[name]
    known = plain.unpacked(entry.pieces[0], Kept)
    assert known.known
    spoilt = plain.packed(attrs.evolve(known, known={})) if part != "a piece" else b"nothing"
    keep(name, attrs.evolve(entry, pieces=(spoilt,)))
    (tmp_path / "game.rules").write_text(GAME.replace("12 each", "11 each"), encoding="utf-8")
    reasons = []
    monkeypatch.setattr(disk, "spoilt", reasons.append)
    code, text, looked = said("--open")
    assert [reason.startswith("is no proof (") for reason in reasons] == [True]
    assert (code, looked) == (0, True)
    with disk.nothing_kept():
        assert said("--open")[:2] == (code, text)


HIDDEN = """\
game "Secrets"
players 2
token Card(rank: 1..4) in deck: 2 each
zone deck: Card bag, hidden
zone vault: Card set, hidden
zone hand(Player): Card set of 9, owner sees
var chips(Player): 0..9

setup:
    deal 2 each from deck to hand(p) for p in Player
    draw 2 from deck to vault

play:
    each turn of p, at most 9:
        p chooses:
            show(c in hand(p)):
                gain(p, 1)
                move c from hand(p) to deck
            pass
    end: draw

to gain(p, n):
    set chips(p) to n
"""
TELLING = HIDDEN.replace("chips(p) to n", "chips(p) to 2\n    tell")
TELLING += '\nto tell:\n    say "{count c in vault where c.rank is 1}"\n'


def walked(said, tmp_path, monkeypatch, texts):
    """Return how many bodies are walked for secrets in each of some texts, and what is said."""
    found, asked, block = [], [], bodies.Bodies.block
    monkeypatch.setattr(bodies.Bodies, "block", lambda *of: asked.append(of) or block(*of))
    for text in texts:
        (tmp_path / "game.rules").write_text(text, encoding="utf-8")
        asked.clear()
        _, told, looked = said("--open")
        assert looked
        found.append((len(asked), told))
    return found


def test_only_what_was_edited_is_walked_for_secrets_by_another_process(
    said, tmp_path, monkeypatch
):
    numbers = [HIDDEN.replace("gain(p, 1)", f"gain(p, {n})") for n in range(2, 5)]
    found = walked(said, tmp_path, monkeypatch, [HIDDEN, *numbers, TELLING])
    assert [count for count, _ in found][:-1] == [3, 2, 2, 2]
    assert "tells" in found[-1][1]
    with disk.nothing_kept():
        assert said("--open")[1] == found[-1][1]


def test_walks_of_what_was_edited_are_kept_once_something_else_is(said, tmp_path, monkeypatch):
    large = "".join(f"    if chips(p) is {n}: set chips(p) to n\n" for n in range(8))
    edited = f"{HIDDEN}{large}"
    elsewhere = [edited.replace("draw 2", f"draw {n}") for n in (3, 4, 5)]
    found = walked(said, tmp_path, monkeypatch, [HIDDEN, edited, *elsewhere])
    assert [count for count, _ in found] == [3, 1, 2, 1, 1]


@pytest.mark.parametrize("is_ours", [False, True])
def test_spoilt_walks_are_made_anew(said, tmp_path, monkeypatch, is_ours):
    other = HIDDEN.replace("gain(p, 1)", "gain(p, 2)")
    walked(said, tmp_path, monkeypatch, [HIDDEN, other])
    (kept,) = (tmp_path / "kept").glob("*.walked")
    if is_ours:
        disk.write(kept.name, plain.packed((1, "no walks")))
    else:
        kept.write_bytes(kept.read_bytes()[:-9])
    (tmp_path / "game.rules").write_text(TELLING, encoding="utf-8")
    reasons = []
    monkeypatch.setattr(disk, "spoilt", reasons.append)
    _, text, looked = said("--open")
    assert ["list of walks" in reason for reason in reasons] == [is_ours]
    with disk.nothing_kept():
        assert (looked, said("--open")[1]) == (True, text)


def test_walks_of_declarations_that_were_asked_for_last_are_kept(tmp_path, monkeypatch):
    monkeypatch.setenv(disk.FOLDER, str(tmp_path / "kept"))
    monkeypatch.setattr(Common, "for_another", lambda *_: Common())
    monkeypatch.setattr(walks, "MOST", 2)
    for asked in (["a", "b"], ["a"], ["c"]):
        memory = Memory(text=2, all_common={name: (2, Common()) for name in asked})
        walks.find("game.rules").keep(memory)
    known = walks.find("game.rules")
    assert [known.found(name, Common) is not None for name in "abc"] == [True, False, True]


def test_walks_that_cannot_be_read_are_not_known():
    def found(key, data):
        entry = walks.Entry("one", {"a": data}, frozenset())
        return walks.Walks("one", entry).found(key, Common)

    disk.forget_said()
    with pytest.warns(RuntimeWarning, match="is no walk"):
        assert found("a", b"nothing of ours") is None
    assert found("b", plain.packed(Common())) is None


SCENARIO = """
scenario "a coin for the first thing":
    play buy(1)
    expect count purse(P1) is 1
"""
LOOK = 'look = 1\n\n[zone.names]\npurse = "in the purse"\n'
EDITED = {
    "an example more": ("game.rules", GAME + SCENARIO),
    "a remark": ("game.rules", GAME.replace("play:", "# who buys\nplay:")),
    "a remark in an example": ("game.rules", GAME + SCENARIO + "    # and no more\n"),
    "an example that names nothing": ("game.rules", GAME + SCENARIO.replace("purse", "purze")),
    "a zone with another name": ("game.rules", GAME.replace("purse", "pouch")),
    "a look that names nothing": ("game.look.toml", LOOK.replace("purse =", "purze =")),
    "a table that grows": ("prices.csv", PRICES.replace("1,1", "1,2")),
    "an example for three": ("game.rules", GAME + SCENARIO + "    with players 3\n"),
}


@pytest.mark.parametrize("edit", EDITED)
def test_after_an_edit_all_is_said_as_if_nothing_were_kept(said, tmp_path, edit):
    (tmp_path / "game.look.toml").write_text(LOOK, encoding="utf-8")
    before = said("--open")
    file, text = EDITED[edit]
    path = tmp_path / file
    first = path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    after = said("--json")[:2]
    with disk.nothing_kept():
        assert said("--json")[:2] == after
    path.write_text(first, encoding="utf-8")
    assert said("--open")[:2] == before[:2]


def test_native_code_and_looks_are_asked_again_only_where_something_of_theirs_changed(
    said, tmp_path, monkeypatch
):
    asked = []
    lowers, looks = natively.refused, looks_of.with_look
    monkeypatch.setattr(
        natively, "refused", lambda *of: asked.append("native code") or lowers(*of)
    )
    monkeypatch.setattr(looks_of, "with_look", lambda *of: asked.append("look") or looks(*of))

    def asked_by(text):
        (tmp_path / "game.rules").write_text(text, encoding="utf-8")
        asked.clear()
        said()
        return set(asked)

    (tmp_path / "game.look.toml").write_text(LOOK, encoding="utf-8")
    assert asked_by(GAME) == {"native code", "look"}
    assert asked_by(GAME + SCENARIO) == set()
    assert asked_by("# of prices\n" + GAME) == set()
    longer = GAME.replace("at most 6", "at most 7")
    assert asked_by(longer) == {"native code"}
    assert asked_by(GAME.replace("            pass", "            wait")) == {
        "native code",
        "look",
    }
    assert asked_by(GAME.replace("token", "var paid: 0..9\ntoken")) == {"native code", "look"}
    (tmp_path / "game.look.toml").write_text(LOOK + "\n", encoding="utf-8")
    assert asked_by(GAME) == {"look"}
    (tmp_path / "game.look.toml").write_text(LOOK + '[zone]\nhide = ["bank"]\n', encoding="utf-8")
    assert asked_by(GAME) == {"look"}
    assert asked_by(longer) == set()
    named = GAME.replace("to purse(p)\n", 'to purse(p)\n                say "{count bank}"\n')
    assert asked_by(named) == {"native code", "look"}, "what rules need must not be hidden"
    assert asked_by(named.replace("{count", "Left: {count")) == {"native code"}


HIDING = """\
game "Marks"
players 2
var marks(1..2): 0..9
var paid(Player): 0..9

play:
    each turn of p, at most 6:
        p chooses:
            buy(n in 1..2):
                need worth(n) < 5 else "dear"
                set marks(1) to 1
                pay(p, n)
            pass
    end: p with most 0 wins

let worth(n) = marks(2)

to pay(p, n):
    set paid(p) to 1
    set marks(2) to 2
"""
NEEDED = {
    "an arm": ("set marks(1)", "set marks(n)"),
    "an effect": ("set marks(2)", "set marks(n)"),
    "a fact": ("worth(n) = marks(2)", "worth(n) = marks(n)"),
    "the end": ("most 0", "most paid(p)"),
}


def is_told(said, tmp_path, edit):
    """Return whether it is told that something hidden is needed after an edit."""
    look = tmp_path / "game.look.toml"
    look.write_text('look = 1\n[variable]\nhide = ["marks", "paid"]\n', encoding="utf-8")
    for text in (HIDING, HIDING.replace(*edit)):
        (tmp_path / "game.rules").write_text(text, encoding="utf-8")
        found = "look-hides-needed" in said()[1]
    return found


@pytest.mark.parametrize("edit", NEEDED)
def test_what_rules_need_after_an_edit_must_not_be_hidden(said, tmp_path, edit):
    assert HIDING.count(NEEDED[edit][0]) == 1
    assert is_told(said, tmp_path, NEEDED[edit])


@pytest.mark.parametrize("edit", NEEDED)
def test_a_need_for_what_is_hidden_is_missed_where_that_is_left_out(
    said, tmp_path, monkeypatch, edit
):
    parts, is_fact = outlines.parts_of, edit == "a fact"
    monkeypatch.setattr(
        outlines,
        "parts_of",
        lambda body: [] if isinstance(body, core.Block) != is_fact else parts(body),
    )
    assert not is_told(said, tmp_path, NEEDED[edit])
