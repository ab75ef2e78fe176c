"""What is said of an edited text follows from that text alone, whatever was checked before."""

import gc
import re
from contextlib import suppress

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.cli.checking import proofs, reads, walks
from interpreter.keeping import plain
from rulelang import core, pipeline
from rulelang.keeping import disk
from rulelang.parsing.spacing import Spacing
from rulelang.prove import whole
from rulelang.prove.kept import Kept, kept, remembered
from rulelang.prove.memory import TEXTS as REMEMBERED
from rulelang.prove.memory import Memory
from rulelang.prove.prover import prove
from rulelang.source import Source
from tests.support.games import ROOT
from tests.support.sampling import DEEP

TEXTS = (
    ROOT / "games" / "kuhn_poker.rules",
    ROOT / "games" / "tic_tac_toe.rules",
    ROOT / "games" / "liars_dice.rules",
    ROOT / "tests" / "texts" / "workshop.rules",
    ROOT / "tests" / "texts" / "to_damage" / "flow.rules",
    ROOT / "tests" / "texts" / "edited" / "training.rules",
)
WORD = re.compile(r"\b[a-z]\w*\b")
NUMBER = re.compile(r"\b\d+\b")
DECLARED = re.compile(
    r"^(?:zone|var|token|component|kind|space|edge|option|let|to) +(\w+)", re.MULTILINE
)
AT = st.integers(0, 10_000)


def one_of(found, at):
    return found[at % len(found)]


def cut(lines, at, _):
    return lines[: at % len(lines)] + lines[at % len(lines) + 1 :]


def twice(lines, at, _):
    place = at % len(lines)
    return [*lines[:place], lines[place], *lines[place:]]


def moved(lines, at, to):
    line, rest = lines[at % len(lines)], cut(lines, at, to)
    place = to % len(lines)
    return [*rest[:place], line, *rest[place:]]


def remarked(lines, at, _):
    place = at % (len(lines) + 1)
    return [*lines[:place], "# a remark", "", *lines[place:]]


def replaced(lines, at, to, pattern, by):
    """Return lines in which a match of a pattern is another text."""
    places = [(i, m) for i, line in enumerate(lines) for m in pattern.finditer(line)]
    if not places:
        return lines
    i, match = one_of(places, at)
    line = lines[i][: match.start()] + by(places, match, to) + lines[i][match.end() :]
    return [*lines[:i], line, *lines[i + 1 :]]


def another_number(lines, at, to):
    return replaced(lines, at, to, NUMBER, lambda _, m, n: str(int(m[0]) + (n % 3) - 1))


def another_word(lines, at, to):
    return replaced(lines, at, to, WORD, lambda places, _, n: one_of(places, n)[1][0])


def cited(lines, at, to):
    """Return lines of which one ends with a citation or comment, and brackets in it."""
    place, end = at % len(lines), ("[3.1]", "[p. 3, b)]", "[(3", "# (see", "# so")[to % 5]
    return [*lines[:place], f"{lines[place]}   {end}", *lines[place + 1 :]]


def half(lines, at, to):
    """Return lines of which one is not written to its end."""
    place = at % len(lines)
    line = lines[place]
    return [*lines[:place], line[: to % (len(line) + 1)], *lines[place + 1 :]]


def same_name(lines, at, to):
    """Return lines in which something is declared by the name of something else, or of a type."""
    text = "\n".join(lines)
    found = tuple(DECLARED.finditer(text))
    if not found:
        return lines
    one, name = one_of(found, at), one_of(["Player", *(m[1] for m in found)], to)
    return (text[: one.start(1)] + name + text[one.end(1) :]).split("\n")


WAYS = (cut, twice, moved, remarked, cited, half, another_number, another_number, another_word)
EDITS = st.tuples(
    st.sampled_from((*WAYS, same_name) if DEEP else WAYS),
    AT,
    AT,
)


def told(checked):
    """Return all that is said of a text, and what is played, wherever it was laid out."""
    return (
        checked.diagnostics,
        checked.obligations,
        checked.instances,
        checked.sources,
        [
            (one.name, checked.home(one.span), one.lines, played(one.spec))
            for one in checked.scenarios
        ],
        [played(spec) for spec in checked.specs],
    )


def played(spec):
    return attrs.evolve(spec, declared=None)


@attrs.frozen
class Entry:
    """What `rulelang check` leaves on disk."""

    proved: Kept


def in_another_process(memory):
    """Return what another process knows that reads what this one has left on disk."""
    return remembered(plain.unpacked(plain.packed(Entry(kept(memory))), Entry).proved)


@settings(max_examples=max(5, settings.default.max_examples // 20), deadline=None)
@given(
    st.sampled_from(TEXTS),
    st.lists(EDITS, min_size=1, max_size=6),
    st.sets(st.sampled_from(["goes back", "is spaced"])),
    st.sets(st.integers(0, 6)),
)
def test_what_was_checked_before_changes_no_finding(tmp_path_factory, path, edits, ways, restarts):
    file = tmp_path_factory.mktemp("edited") / "game.rules"
    texts = [path.read_text(encoding="utf-8").split("\n")]
    for edit, at, to in edits:
        texts.append(edit(texts[-1], at, to) or [""])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(disk.FOLDER, str(file.parent / "kept"))
        known, proved = reads.find(str(file)), proofs.find(str(file))
        spacing = Spacing() if "is spaced" in ways else None
        desk, walked = pipeline.Desk(trees=known.trees, spacing=spacing), walks.find(str(file))
        for number, lines in enumerate([*texts, *texts[:1]] if "goes back" in ways else texts):
            if number in restarts:
                known, proved = reads.find(str(file)), proofs.find(str(file))
                desk = pipeline.Desk(trees=known.trees, spacing=spacing)
                walked = walks.find(str(file))
                proved.memory.elsewhere = walked.found
            file.write_text("\n".join(lines), encoding="utf-8")
            again = pipeline.check(str(file), proved.memory, desk=desk)
            known.keep()
            walked.keep(proved.memory)
            proved.keep()
            assert told(again) == told(pipeline.check(str(file)))


WITH_TABLES = ROOT / "games" / "nine_mens_morris.rules"
TABLES = {
    str(path.resolve()): path.read_text(encoding="utf-8").split("\n")
    for path in sorted(WITH_TABLES.with_suffix("").glob("*.csv"))
}


def another_cell(lines, at, to):
    return replaced(lines, at, to, re.compile(r"[^,]+"), lambda p, _, n: one_of(p, n)[1][0])


def no_cell(lines, at, to):
    return replaced(lines, at, to, re.compile(r",?[^,]+"), lambda *_: "")


EDITS_OF_TABLES = st.tuples(
    st.sampled_from([*TABLES]),
    st.sampled_from((cut, twice, moved, half, another_number, another_cell, no_cell)),
    AT,
    AT,
)


@pytest.mark.soak
@settings(max_examples=max(5, settings.default.max_examples // 20), deadline=None)
@given(st.lists(EDITS | EDITS_OF_TABLES, min_size=1, max_size=6), st.booleans())
def test_what_tables_said_before_changes_no_finding(edits, is_spaced):
    memory, spacing = Memory(), Spacing() if is_spaced else None
    lines, tables = WITH_TABLES.read_text(encoding="utf-8").split("\n"), dict(TABLES)
    desk = pipeline.Desk(spacing=spacing)
    for *table, edit, at, to in ((remarked, 0, 0), *edits):
        if table:
            tables[table[0]] = edit(tables[table[0]], at, to)
        else:
            lines = edit(lines, at, to) or [""]
        source = Source(str(WITH_TABLES), "\n".join(lines))
        saved = {path: "\n".join(rows) for path, rows in tables.items()}
        again = pipeline.check(source.name, memory, source, attrs.evolve(desk, tables=saved))
        afresh = pipeline.check(source.name, text=source, desk=pipeline.Desk(saved))
        assert told(again) == told(afresh)


class GivenUpError(Exception):
    pass


@attrs.define
class Patient(Memory):
    """Gives up at a walk."""

    left: int = 10_000

    def walked(self, key, make):
        self.left -= 1
        if not self.left:
            raise GivenUpError
        return super().walked(key, make)


@settings(max_examples=max(4, settings.default.max_examples // 20), deadline=None)
@given(
    st.sampled_from(TEXTS[:3]),
    st.lists(st.tuples(EDITS, st.integers(1, 40), st.integers(0, 40)), min_size=1, max_size=3),
)
def test_what_was_given_up_changes_no_finding(path, edits):
    memory, desk = Patient(), pipeline.Desk(spacing=Spacing())  # as an editor's prover has them
    lines, name = path.read_text(encoding="utf-8").split("\n"), str(path)
    for (edit, at, to), most, variants in edits:

        def heard(done, _, variants=variants):
            if done == variants:
                raise GivenUpError

        memory.left = most
        with suppress(GivenUpError):
            source = Source(name, "\n".join(lines))
            pipeline.check(name, memory, source, attrs.evolve(desk, heard=heard))
        memory.left = 0
        lines = edit(lines, at, to) or [""]
        source = Source(name, "\n".join(lines))
        again = pipeline.check(name, memory, source, desk)
        assert told(again) == told(pipeline.check(name, text=source))


def made_by(memory, file, text):
    """Return how many walks a text needs that were not made before."""
    file.write_text(text, encoding="utf-8")
    before = memory.made
    assert pipeline.check(str(file), memory).ok
    return memory.made - before


def test_a_text_is_proved_again_only_where_it_was_edited(tmp_path):
    file, memory = tmp_path / "game.rules", Memory()
    text = (ROOT / "games" / "liars_dice.rules").read_text(encoding="utf-8")
    first = made_by(memory, file, text)
    assert first > 1
    assert made_by(memory, file, text) == 0
    assert made_by(memory, file, f"# a remark\n\n{text}") == 0
    assert made_by(memory, file, text.replace("scenario", "\n# a remark\nscenario", 1)) == 0


def test_variants_share_what_is_alike():
    specs = pipeline.elaborate_all(str(ROOT / "games" / "whist.rules")).specs
    shared = Memory()
    for spec in specs:
        assert prove(spec, shared) == prove(spec)
    assert 0 < shared.made < sum(made_alone(spec) for spec in specs)


def made_alone(spec):
    memory = Memory()
    prove(spec, memory)
    return memory.made


PURSES = """\
game "Purses"
players 2

token Coin in bank: 12 each
zone bank: Coin bag, open
zone purse(Player): Coin bag of 12, open
var debt(Player): 0..3
table price(1..2): 1..3:
    | n | price |
    | 1 | 1     |
    | 2 | 3     |

let dear(n) = price(n) > 1

setup:
    for p in Player: draw 2 from bank to purse(p)

play:
    each turn of p, at most 6:
        p chooses:
            buy(n in 1..2) "{p} buys {n}":
                need not dear(n) else "too dear"
                if debt(p) < 3: owe(p, n)
            pass
    end: p with most count purse(p) wins

to owe(p, n):
    add 1 to debt(p)
    move Coin from bank to purse(p)
"""
CHANGED = (
    ("debt(p) < 3", "debt(p) < 4"),
    ("debt(p) < 3", "debt(p) > 0"),
    ("each turn of p, at most 6", "each turn of p, at most 20"),
    ("bag of 12, open", "bag of 2, open"),
    ("0..3", "0..2"),
    ("12 each", "3 each"),
    ("add 1 to", "add 2 to"),
    ("draw 2 from", "draw 1 from"),
    ("price(n) > 1", "price(n) > 5"),
    ("| 2 | 3 ", "| 2 | 1 "),
    ("to owe(p, n):", "to owe(p, n):\n    set debt(p) to 0"),
    ("if debt(p) < 3: owe(p, n)", "owe(p, n)"),
    ("draw 2 from", "draw 20 from"),
    ("price(n) > 1", "price(n) > 0"),
    ("| 1 | 1 ", "| 1 | 2 "),
)


@pytest.mark.parametrize(("before", "after"), CHANGED)
def test_what_a_proof_rests_on_is_in_its_key(tmp_path, before, after):
    file, memory = tmp_path / "game.rules", Memory()
    assert PURSES.count(before) == 1
    for text in (PURSES, PURSES.replace(before, after), PURSES):
        file.write_text(text, encoding="utf-8")
        assert told(pipeline.check(str(file), memory)) == told(pipeline.check(str(file)))


def stale(file, memory, after):
    """Return whether something else is said of a text because another one was checked before."""
    found = []
    for text in (PURSES, after):
        file.write_text(text, encoding="utf-8")
        found.append(told(pipeline.check(str(file), memory)))
    return found[-1] != told(pipeline.check(str(file)))


@pytest.mark.parametrize(
    "part", ["kinds", "zones", "variables", "tables", "facts", "effects", "setup", "play"]
)
def test_a_part_that_is_left_out_of_the_key_is_missed(tmp_path, monkeypatch, part):
    left = tuple(name for name in whole.READ if name != part)
    monkeypatch.setattr(whole, "READ", left)
    texts = [PURSES.replace(before, after) for before, after in CHANGED]
    assert any(stale(tmp_path / "game.rules", Memory(), text) for text in texts)


def test_all_that_a_specification_has_is_in_its_key_but_what_nothing_reads():
    assert {field.name for field in attrs.fields(core.Spec)} == {*whole.READ, *whole.UNREAD}


def test_another_process_proves_only_what_was_edited(tmp_path):
    file, memory = tmp_path / "game.rules", Memory()
    first = made_by(memory, file, PURSES)
    assert made_by(in_another_process(memory), file, f"# a remark\n\n{PURSES}") == 0
    again = in_another_process(memory)
    assert 0 < made_by(again, file, PURSES.replace("add 1 to", "add 2 to")) < first
    assert told(pipeline.check(str(file), again)) == told(pipeline.check(str(file)))


def test_a_text_whose_declaration_is_shorter_moves_no_place_out_of_it(tmp_path):
    file, memory = tmp_path / "game.rules", Memory()
    longer = f"{PURSES}to settle(p):\n    set debt(p) to 0\n"
    shorter = longer.replace("    move Coin from bank to purse(p)\n", "")
    for text in (longer, shorter):
        file.write_text(text, encoding="utf-8")
        pipeline.check(str(file), memory)
    again = in_another_process(memory)
    file.write_text(longer, encoding="utf-8")
    assert told(pipeline.check(str(file), again)) == told(pipeline.check(str(file)))


def test_walks_are_known_after_many_texts_in_which_variants_were_known_as_wholes(tmp_path):
    file, memory = tmp_path / "game.rules", Memory()
    scenario = 'scenario "one owes":\n    given debt(P1) is {}\n    expect debt(P1) is {}\n'
    for debt in range(2 * REMEMBERED):
        made_by(memory, file, PURSES + scenario.format(debt % 4, debt % 4))
    edited = PURSES.replace("add 1 to", "add 2 to")
    assert made_by(memory, file, edited) == made_by(in_another_process(memory), file, PURSES) + 1


def test_what_was_digested_counts_as_long_as_declarations_stand_where_they_stood(tmp_path):
    file, memory = tmp_path / "game.rules", Memory()
    made_by(memory, file, PURSES)
    known = memory.parts
    for most in range(2, REMEMBERED + 1):
        made_by(memory, file, PURSES.replace("at most 6", f"at most {most}"))
        assert memory.parts is known
    made_by(memory, file, PURSES)
    assert memory.parts is not known
    known = memory.parts
    made_by(memory, file, f"{PURSES}\nto rest:\n    pass\n")
    assert memory.parts is not known


def test_what_goes_with_a_text_goes_at_once(tmp_path):
    file, memory = tmp_path / "game.rules", Memory()
    made_by(memory, file, PURSES)
    was_on = gc.isenabled()
    gc.collect()
    gc.freeze()  # looked for below is what lies in circles of this test, not what all others hold
    gc.disable()
    try:
        for most in range(2, REMEMBERED + 3):
            made_by(memory, file, PURSES.replace("at most 6", f"at most {most}"))
        assert gc.collect() == 0  # else it would wait until somebody looks for circles
    finally:
        if was_on:
            gc.enable()


def test_what_was_made_anew_is_kept_behind_what_lies_there(tmp_path, monkeypatch):
    monkeypatch.setenv(disk.FOLDER, str(tmp_path / "kept"))
    file = tmp_path / "game.rules"
    for most in range(2, proofs.MOST + 3):
        proved = proofs.find(str(file))
        before = proved.pieces
        assert made_by(proved.memory, file, PURSES.replace("at most 6", f"at most {most}"))
        proved.keep()
        if len(before) == proofs.MOST:
            assert len(proved.pieces) == 1
        else:
            assert proved.pieces[:-1] == before
        again = proofs.find(str(file))
        assert again.pieces == proved.pieces
        assert kept(again.memory) == kept(proved.memory)
        assert made_by(again.memory, file, file.read_text(encoding="utf-8")) == 0


def test_what_no_text_asks_for_is_forgotten(tmp_path):
    file, memory = tmp_path / "game.rules", Memory()
    for most in range(2, 4 * REMEMBERED):
        text = PURSES.replace("at most 6", f"at most {most}")
        file.write_text(text, encoding="utf-8")
        pipeline.check(str(file), memory)
    assert len(memory.all_examined) <= REMEMBERED + 1
