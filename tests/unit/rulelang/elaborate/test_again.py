"""An instance with another body in it is what elaboration would make of the edited text."""

from functools import cache

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang import pipeline
from rulelang.diagnostics import Sink
from rulelang.elaborate import again, bodies
from rulelang.elaborate.sharing import TEXTS, Shelf, Watched
from rulelang.elaborate.whole import trials
from rulelang.parse import anchors_of
from rulelang.prove.whole import Parts, digests
from rulelang.source import Source
from tests.support.edited import EDITS, FILE, TEXT, applied
from tests.support.sampling import thinned


@attrs.define
class Desk:
    """What an author has before him, and the tables that lie beside his text."""

    desk: pipeline.Desk = attrs.field(factory=pipeline.Desk)

    def instances(self, text, shelf):
        """Return the instances of a text with all that is said of them; `shelf`: what is known."""
        parsed = pipeline.read(str(FILE), Source(str(FILE), text), self.desk)
        if parsed.text is None or parsed.text.unread:
            return ()
        shelf.begin()
        found = []
        for setting, mine in pipeline.settings_of(parsed.text, Sink()):
            sink = Sink()
            made = pipeline.instance_of(parsed, setting, mine, sink, shelf)
            found.append(told(made, sink, anchors_of(parsed.text.source)))
        return tuple(found)


def told(made, sink, anchors):
    """Return all that is said of an instance, with places and with numbers of blocks."""
    run_on = [s.spec for s in (*made.scenarios, *bodies.scenarios_of(made))]
    specs = [one for one in (made.spec, *run_on) if one is not None]
    placed = [(digests(one, Parts(anchors)), one.declared) for one in specs]
    return attrs.astuple(made, recurse=False), placed, sink.found


@cache
def alone(text):
    """Return the instances of a text that nobody has seen, with all that is said of them."""
    return Desk().instances(text, Shelf())


@pytest.fixture
def found(monkeypatch):
    """Return whether each instance was found, and not elaborated."""
    answers = []
    find = again.found

    def noted(request):
        answers.append(find(request))
        return answers[-1]

    monkeypatch.setattr(again, "found", noted)
    return answers


def test_all_edits_are_edits():
    assert all(TEXT.count(before) == 1 for before, _ in EDITS.values())


@pytest.mark.parametrize("name", thinned(EDITS, 3))
def test_an_edited_text_is_elaborated_as_if_it_were_new(name):
    shelf, desk = Shelf(), Desk()
    for text in (TEXT, applied([name]), TEXT, applied([name]), applied([name, "a number"])):
        assert desk.instances(text, shelf) == alone(text)


@settings(max_examples=max(5, settings.default.max_examples // 20), deadline=None)
@given(st.lists(st.lists(st.sampled_from([*EDITS]), max_size=3), min_size=1, max_size=12))
def test_any_edits_say_what_a_new_text_says(edits):
    shelf, desk = Shelf(), Desk()
    for names in ([], *edits):
        text = applied(names)
        assert desk.instances(text, shelf) == alone(text)


@pytest.mark.parametrize(
    ("name", "anew"),
    [
        ("the set-up", 0),
        ("play", 0),
        ("a case", 1),  # all cases are made one where it is elaborated
        ("a comment", 0),
        ("a citation", 0),
        ("a scenario", 1),
        ("a scenario more", 2),  # the one behind it stands elsewhere
        ("what nothing uses", 0),
        ("how the game ends", 6),  # which a standing would tell
        ("a fact", 6),
        ("an option more", 6),
        ("as many actions", 6),  # another type is given to what they call
    ],
)
def test_only_where_others_may_be_different_an_instance_is_elaborated(found, name, anew):
    shelf, desk = Shelf(), Desk()
    desk.instances(TEXT, shelf)
    found.clear()
    desk.instances(applied([name]), shelf)
    assert (len(found), found.count(None)) == (6, anew)


def test_what_is_wrong_with_the_whole_is_said_of_a_body_that_is_like_another(found):
    late = TEXT.replace(
        "rest: add 1 to rounds",
        """rest:
                    need rounds < 90 else "it is over"
                    add 1 to rounds
                    need rounds < 9 and score(p) < 9 else "it is late\"""",
    )
    early = late.replace("rounds < 9 and", "score(p) > 2 and")
    shelf, desk = Shelf(), Desk()
    assert desk.instances(late, shelf) == alone(late)
    found.clear()
    made = desk.instances(early, shelf)
    assert found == [None] * 6
    assert made == alone(early)
    assert {one.code for *_, said in made for one in said} == {"need-could-be-early"}


def test_what_nobody_asked_for_is_forgotten(found):
    shelf, desk = Shelf(), Desk()
    desk.instances(TEXT, shelf)
    fewer = TEXT.replace(" | quick", "").replace("is quick", "is mad")
    for _ in range(TEXTS + 1):
        desk.instances(fewer, shelf)
    known = [f"{number} players, pace {pace}" for number in (2, 3) for pace in ("slow", "mad")]
    assert [*shelf.instances] == known
    units = sum(len(made.units) for made in shelf.instances.values())
    kept = sum(len(known) for world in shelf.worlds for known in world.units.values())
    assert kept <= units
    found.clear()
    desk.instances(fewer.replace("draw 2 from", "draw 1 from"), shelf)
    assert found.count(None) == 0  # all are still known


def test_texts_with_errors_make_nothing_forgotten(found):
    shelf, desk = Shelf(), Desk()
    desk.instances(TEXT, shelf)
    for number in range(TEXTS + 1):
        desk.instances(
            applied(["a name that nothing has"], TEXT.replace("80", f"8{number}")), shelf
        )
    found.clear()
    desk.instances(applied(["the set-up"]), shelf)
    assert found.count(None) == 0


@pytest.mark.parametrize(
    ("name", "times"),
    [
        ("the set-up", 2),  # for each number of players
        ("play", 2),
        ("what another option says", 6),  # and for each value of that option
    ],
)
def test_nothing_but_a_body_is_made_once_for_all_that_have_it_alike(monkeypatch, name, times):
    shelf, desk = Shelf(), Desk()
    desk.instances(TEXT, shelf)
    made = []
    make = bodies.made_anew
    monkeypatch.setattr(bodies, "made_anew", lambda *of: made.append(of[2]) or make(*of))
    desk.instances(applied([name]), shelf)
    assert len(made) == times
    assert len({key[0] for key in made}) == 1  # the declaration that was edited


def test_another_table_is_another_text(tmp_path, found):
    file, table = tmp_path / "game.rules", tmp_path / "cards.csv"
    rows = "    | name | worth | copies |\n"
    head, _, rest = TEXT.partition(rows)
    _, _, tail = rest.partition("\n\n")
    text = f"{head}\n{tail}".replace("in stall:", 'in stall from "cards.csv":')
    file.write_text(text, encoding="utf-8")
    shelf, desk = Shelf(), pipeline.Desk()
    for worth, expected in ((1, None), (1, True), (2, None), (2, True)):
        table.write_text(f"name,worth,copies\ndash,{worth},6\nleap,2,6\nnap,0,6\n")
        parsed = pipeline.read(str(file), desk=desk)
        assert parsed.diagnostics == ()
        shelf.begin()
        found.clear()
        for setting, mine in pipeline.settings_of(parsed.text, Sink()):
            made = pipeline.instance_of(parsed, setting, mine, sink := Sink(), shelf)
            assert made == pipeline.instance_of(parsed, setting, mine, sink, Shelf())
        assert [*parsed.tables] == ["cards.csv"]
        assert all((one is not None) is bool(expected) for one in found[::2])


def test_what_checks_look_for_in_a_body_is_found_once_in_a_text(monkeypatch):
    looked = []
    monkeypatch.setattr(
        trials, "Watched", lambda block, *of: looked.append(id(block)) or Watched(block, *of)
    )
    shelf, desk = Shelf(), Desk()
    for text in (TEXT, applied(["what another option says"]), TEXT):
        looked.clear()
        roots = [id(block) for made, *_ in desk.instances(text, shelf) for block in made[1].roots]
        assert len(looked) == len(set(looked)) < len(roots)
        assert set(roots) <= set(looked)
    shelf.end()
    assert not shelf.watched
