"""Which variant of a text is meant, and what is said of one that there is not."""

import pytest

from rulelang import pipeline, settings
from rulelang.diagnostics import Diagnostic
from rulelang.source import Source
from tests.support.reading import read

TEXT = read('game "G"\nplayers 2..3\noption map: west | east\noption fast\nplay: end: draw\n')
PLAIN = read('game "G"\nplayers 2\nplay: end: draw\n')


@pytest.mark.parametrize(
    ("text", "players", "options", "title", "hint"),
    [
        (TEXT, 4, {}, "4 cannot play this game", "possible: `2`, `3`"),
        (TEXT, 2, {"maps": "west"}, "no option is named `maps`", "did you mean `map`?"),
        (TEXT, 2, {"colour": "red"}, "no option is named `colour`", "possible: `map`, `fast`"),
        (TEXT, 2, {"map": "north"}, "`map` cannot be `north`", "possible: `west`, `east`"),
        (PLAIN, 2, {"fast": "on"}, "no option is named `fast`", "the game has no options"),
    ],
)
def test_a_variant_that_there_is_not_is_told_with_those_that_are(
    text, players, options, title, hint
):
    found = settings.chosen(text, players, options)
    assert isinstance(found, Diagnostic)
    assert (found.title, found.hint) == (title, hint)


def test_settings_are_told_beside_what_cannot_be_read():
    text = 'game "G"\nplayers 4..2\noption map: west\nzone\nplay: end: draw\n'
    found = pipeline.check("g.rules", text=Source("g.rules", text)).diagnostics
    assert [one.code for one in found] == ["out-of-range", "no-choice", "unfinished"]


def test_too_many_names_of_players_are_too_many_players():
    named = ", ".join(f"N{number}" for number in range(65))
    (found,) = settings.problems(read(f'game "G"\nplayers {named}\nplay: end: draw\n'))
    assert found.title == "these are too many players; the limit is 64"


def test_a_text_that_does_not_say_has_no_player_counts():
    assert settings.player_counts(read('game "G"\nplay: end: draw\n')) == ()


UNREACHED = 'game "G"\nplayers 2\nplay:\n    end: draw\n    end: draw\n'


def test_a_glance_tells_of_what_cannot_be_read_and_of_what_is_never_reached(tmp_path):
    path = tmp_path / "g.rules"
    (missing,) = pipeline.glance(pipeline.read(str(path))).diagnostics
    assert missing.code == "unreadable"
    path.write_text(UNREACHED, encoding="utf-8")
    (found,) = pipeline.glance(pipeline.read(str(path))).diagnostics
    assert found.code == "never-reached"
