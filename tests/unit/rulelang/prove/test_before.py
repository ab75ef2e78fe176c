"""Keys that are told from before an edit are those that would be made of the edited text."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang import pipeline
from rulelang.prove import before, walks
from rulelang.prove.memory import TEXTS, Memory
from rulelang.source import Source
from tests.support.edited import EDITS, FILE, FORGETFUL, TEXT, applied
from tests.support.sampling import passed_over, thinned


class Author:
    """Checks one text after the other, as an editor does."""

    def __init__(self):
        self.memory, self.desk = Memory(), pipeline.Desk()

    def keys(self, text):
        """Return the keys of all variants that were proved, and what is said of the text."""
        checked = pipeline.check(str(FILE), self.memory, Source(str(FILE), text), self.desk)
        now = self.memory.text
        found = self.memory.before.proved.items()
        keys = {setting: proved.keys for setting, (last, proved) in found if last == now}
        scenarios = [(one.name, one.span, one.spec) for one in checked.scenarios]
        return keys, (checked.diagnostics, checked.obligations, checked.instances, scenarios)


@cache
def alone(text):
    """Return the keys of a text that nobody has seen, and what is said of it."""
    return Author().keys(text)


def is_as_if_it_were_new(author, text):
    keys, said = author.keys(text)
    all_keys, said_alone = alone(text)
    assert said == said_alone
    both = keys.keys() & all_keys.keys()  # of two that are alike one is proved
    assert {setting: keys[setting] for setting in both} == {s: all_keys[s] for s in both}


def hold(text, name):
    author = Author()
    for names in ([], [name], [], [name, "a number"]):
        is_as_if_it_were_new(author, applied(names, text))


@pytest.mark.parametrize("name", thinned(EDITS, 3))
def test_an_edited_text_is_proved_by_the_keys_that_it_has_alone(name):
    hold(FORGETFUL, name)


@pytest.mark.parametrize(
    "name", ["a number", passed_over("another value"), "a loop more", passed_over("play")]
)
def test_so_is_one_with_memories(name):
    hold(TEXT, name)


SMALL = """\
game "Small"
players 2
note "be kind"
note "be kind"
note "be quick"
note "be calm"
var rounds: 0..9
var left: 0..9 = 3

setup:
    begin

play:
    repeat 3:
        if rounds > 9: go
        if left > 0: take 1 from left
    end: draw

to begin: set left to 4

to go:
    deep
    set rounds to 0

to deep: set rounds to 1
"""


@pytest.mark.parametrize(
    ("old", "new", "noted"),
    [
        ("set rounds to 0", "end: draw", '"be quick"\nnote "be calm"'),
        ("set left to 4", "set left to 5", '"be quick"\nnote "be calm"'),
        ("set left to 4", "set left to 5", '"be calm"\nnote "be quick"'),
        ("set left to 4", "set left to 5", '"be kind"\nnote "be calm"'),
        ("rounds > 9", "rounds > 7", '"be quick"\nnote "be calm"'),
    ],
    ids=["who ends", "what the set-up calls", "in turn", "alike", "who is called"],
)
@pytest.mark.parametrize("begun", ["setup:\n    begin\n\n", ""])
def test_so_is_a_small_one_whatever_is_edited(begun, old, new, noted):
    text = SMALL.replace("setup:\n    begin\n\n", begun)
    edited = text.replace(old, new).replace('"be quick"\nnote "be calm"', noted)
    author = Author()
    for now in (text, edited, text):
        is_as_if_it_were_new(author, now)


@settings(max_examples=max(3, settings.default.max_examples // 40), deadline=None)
@given(st.lists(st.lists(st.sampled_from([*EDITS]), max_size=3), min_size=1, max_size=6))
def test_any_edits_are_proved_by_the_keys_that_they_have_alone(edits):
    author = Author()
    for names in ([], *edits):
        is_as_if_it_were_new(author, applied(names, FORGETFUL))


@pytest.mark.parametrize(
    ("name", "fewer"),
    [
        ("a comment", 0),
        ("another value", 4),  # for each number of players, and where `gain` changes no score
    ],
)
def test_who_is_alike_is_proved_without_being_gathered(monkeypatch, name, fewer):
    author, made = Author(), []
    make = walks.ground_of
    monkeypatch.setattr(walks, "ground_of", lambda *of: made.append(of) or make(*of))
    author.keys(FORGETFUL)
    whole = len(made)
    made.clear()
    author.keys(applied([name], FORGETFUL))
    assert len(made) == fewer < whole


@pytest.mark.parametrize("names", [[], ["what another option says"], ["no option"]])
def test_variants_of_a_text_have_the_keys_that_they_have_by_themselves(monkeypatch, names):
    made, make = [], walks.ground_of
    monkeypatch.setattr(walks, "ground_of", lambda *of: made.append(of) or make(*of))
    text = applied(names, FORGETFUL.replace("option pace", "option late\noption pace"))
    text = text.replace("if rounds < 80", "if rounds < (if late then 80 else 70)")
    first, found = Author(), []
    first.keys(text)
    for most in (before.MOST_TRIED, 0):
        monkeypatch.setattr(before, "MOST_TRIED", most)
        author = Author()
        author.memory.all_walked.update(first.memory.all_walked)  # as another process finds them
        author.memory.all_joined.update(first.memory.all_joined)
        made.clear()
        found.append((author.keys(text), len(made)))
    (together, fewer), (apart, all_of_them) = found
    assert together == apart
    assert fewer < all_of_them == len(apart[0])


def test_what_nobody_asked_for_is_forgotten():
    author = Author()
    author.keys(FORGETFUL)
    whole = len(author.memory.before.proved)
    fewer = FORGETFUL.replace(" | quick", "").replace("is quick", "is mad")
    for number in range(TEXTS + 1):
        author.keys(fewer.replace("< 80", f"< {number + 60}"))
    assert len(author.memory.before.proved) < whole
