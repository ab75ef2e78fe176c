"""Modules that import each other are read together or not at all: at most two do."""

import pytest

from tests.support.circles import between_rooms, circles, imports

MOST = 2


@pytest.fixture(scope="module")
def graph():
    return imports()


def test_no_circle_has_more_than_two_modules(graph):
    assert len(graph) > 500
    assert [circle for circle in circles(graph) if len(circle) > MOST] == []


@pytest.mark.parametrize("house", ["rulelang", "interpreter.native"])
def test_no_rooms_go_in_a_circle(graph, house):
    rooms = between_rooms(graph, house)
    assert len(rooms) > 6
    assert circles(rooms) == []


def test_of_the_rooms_of_the_interpreter_looks_and_pictures_alone_know_each_other(graph):
    """What a look says lies below pictures, and what checks it above: two contracts hold that."""
    rooms = between_rooms(graph, "interpreter")
    assert len(rooms) > 25
    assert circles(rooms) == [["interpreter.look", "interpreter.picture"]]


def test_native_code_names_no_game_and_no_state_even_in_its_types():
    """What only types ask for counts here: native code is known by a protocol, and knows one."""
    asked = imports(types=True)
    above = {"interpreter.game", "interpreter.state"}
    house = [name for name in asked if name.startswith("interpreter.native.")]
    assert len(house) > 80
    assert [name for name in house if asked[name] & above] == []


def test_no_circle_of_what_types_ask_for_has_more_than_three_modules():
    """But through `Game.report`, which notebooks want: it is above all that it measures."""
    asked = imports(types=True)
    assert "interpreter.report.model" in asked["interpreter.game"]
    asked["interpreter.game"] -= {"interpreter.report.model"}
    assert [circle for circle in circles(asked) if len(circle) > MOST + 1] == []


def test_a_circle_is_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
