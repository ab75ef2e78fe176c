"""Modules that know each other are read together: three do at most, and no two rooms.

What a function imports when it is called counts like what stands at the top of its file.
"""

import pytest

from tests.support.circles import asked_in, between_rooms, circles, imports

MOST = 3
HOUSES = {"rulelang": 6, "interpreter": 25, "interpreter.cli": 6, "interpreter.native": 6}

WITHIN = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from typed import one
else:
    import other
def asks():
    with locked:
        from within import two
class Late:
    def asks(self):
        import deep.within
"""


@pytest.fixture(scope="module")
def graph():
    return imports()


def test_no_circle_has_more_than_three_modules(graph):
    assert len(graph) > 500
    assert [circle for circle in circles(graph) if len(circle) > MOST] == []


@pytest.mark.parametrize("house", HOUSES)
def test_no_rooms_go_in_a_circle(graph, house):
    rooms = between_rooms(graph, house)
    assert len(rooms) >= HOUSES[house]
    assert circles(rooms) == []


def test_native_code_names_no_game_and_no_state_even_in_its_types():
    """What only types ask for counts here: native code is known by a protocol, and knows one."""
    asked = imports(types=True)
    above = {"interpreter.game", "interpreter.state"}
    house = [name for name in asked if name.startswith("interpreter.native.")]
    assert len(house) > 80
    assert [name for name in house if asked[name] & above] == []


def test_no_circle_of_what_types_ask_for_has_more_than_three_modules():
    """But through `Game.report`, which notebooks want: it names what lies above it."""
    asked = dict(imports(types=True))
    for name in ("interpreter.game", "interpreter.reporting"):
        assert "interpreter.report.model" in asked[name]
        asked[name] -= {"interpreter.report.model"}
    assert [circle for circle in circles(asked) if len(circle) > MOST] == []


def test_a_circle_is_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]


def test_what_functions_import_counts_and_what_only_types_ask_for_does_not():
    assert asked_in(WITHIN) == {"typing", "other", "within", "deep.within"}
    assert asked_in(WITHIN, types=True) == {"typing", "typed", "other", "within", "deep.within"}
