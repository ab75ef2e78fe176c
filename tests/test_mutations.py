"""Changes of the rule texts with rulebooks are noticed; an oracle notices them too."""

import attrs
import pytest

from interpreter.cli.mutating.mutate import Asked
from rulelang import pipeline
from rulelang.diagnostics import Sink
from rulelang.mutations.changes import changes_of
from tests.support.changed import mutations
from tests.support.changed.rulebooks import GAMES, ROOT

SAMPLE = 60
AT_LEAST = 0.9


@pytest.fixture
def turned():
    """Return a text, its first instance, and the change in which its players sit otherwise."""
    parsed = pipeline.read(str(ROOT / "games" / "agamemnon.rules"))
    change = next(
        change
        for change in changes_of(parsed)
        if change.label == "the other way round" and change.path[-1] == "names"
    )
    setting, _ = pipeline.settings_of(parsed.text, Sink())[0]
    return parsed, str(setting), change


def test_an_oracle_tells_how_a_changed_game_differs(turned):
    parsed, instance, change = turned
    assert mutations.by_oracle("agamemnon", parsed, change, instance) is not None


def test_an_oracle_agrees_where_nothing_is_changed(turned):
    parsed, instance, change = turned
    as_it_was = attrs.evolve(change, new=tuple(reversed(change.new)))
    assert mutations.by_oracle("agamemnon", parsed, as_it_was, instance, seconds=0.5) is None


def test_the_page_tells_of_every_game():
    page = mutations.PAGE.read_text(encoding="utf-8")
    assert all(f"| {name} |" in page for name in GAMES)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_most_changes_that_make_a_difference_are_noticed(name):
    asked = Asked(sample=SAMPLE, limit=mutations.LIMIT_S, seed=1)
    found = mutations.tried(name, 0, with_tests=False, fresh=asked)
    assert len(found.done.results) == SAMPLE
    assert found.noticed >= AT_LEAST * (found.noticed + len(found.survivors))
