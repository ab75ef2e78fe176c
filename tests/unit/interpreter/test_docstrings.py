"""The examples in docstrings are runnable, in both packages; the public API has them."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import interpreter
import rulelang

ROOT = Path(interpreter.__file__).parents[1]
MODULES = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in (interpreter, rulelang)
    for file in Path(package.__file__).parent.rglob("*.py")
    if ">>> " in file.read_text(encoding="utf-8")
)
NAMES = {"Action", "Bot", "Game", "State", *interpreter.__all__} - {
    "CHANCE",
    "TERMINAL",
    "GameFacts",
    "SeatView",
    "View",
    "playthrough",
}


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name, monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testmod(import_module(name))
    assert failed == 0
    assert tried > 0


def is_fault(thing):
    return isinstance(thing, type) and issubclass(thing, Exception)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_what_is_public_is_described_with_an_example(name):
    thing = getattr(interpreter, name)
    assert thing.__doc__
    assert is_fault(thing) or ">>> " in thing.__doc__


@pytest.mark.parametrize("name", rulelang.__all__)
def test_what_the_language_offers_is_there_and_described(name):
    assert getattr(rulelang, name).__doc__
    with pytest.raises(AttributeError, match="has no `nothing`"):
        rulelang.nothing  # noqa: B018  asking is what is tested


def test_faces_of_native_code_name_all_modules_of_their_rooms():
    """The docstring of a room's `__init__` is its map: each module stands in it by its name."""
    faces = sorted(Path(interpreter.__file__).parent.joinpath("native").rglob("__init__.py"))
    faces.append(Path(interpreter.__file__).parent / "engines" / "__init__.py")
    assert len(faces) > 10
    missing = [
        f"{face.parent.name}: {module.stem}"
        for face in faces
        for module in sorted(face.parent.glob("*.py"))
        if module != face and f"`{module.stem}`" not in face.read_text(encoding="utf-8")
    ]
    assert missing == []
