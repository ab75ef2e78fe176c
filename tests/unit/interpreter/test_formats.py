import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

import interpreter
from interpreter import Session, load
from interpreter.formats import VERSIONS, schema
from tests.support.schemas import hold, validator

FOLDER = Path(interpreter.__file__).parent / "schemas"


def objects(part):
    """Return every object of a schema that lists properties."""
    if isinstance(part, dict):
        if "properties" in part:
            yield part
        for inside in part.values():
            yield from objects(inside)
    elif isinstance(part, list):
        for inside in part:
            yield from objects(inside)


def test_each_kind_of_document_has_a_schema_and_none_is_left_over():
    assert sorted(file.stem for file in FOLDER.glob("*.json")) == sorted(VERSIONS)


@pytest.mark.parametrize("name", VERSIONS)
def test_a_schema_is_one_by_its_own_standard(name):
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["$id"] == f"urn:rulelang:schema:{name}:{VERSIONS[name]}"
    assert schema(name)["title"]
    assert schema(name)["description"]


@pytest.mark.parametrize("name", VERSIONS)
def test_a_schema_lets_nothing_through_that_it_does_not_name(name):
    assert all("additionalProperties" in part for part in objects(schema(name)))


@pytest.mark.parametrize("name", ["observation", "view", "playthrough", "seat-record"])
def test_the_head_of_a_document_is_its_format_and_version(name):
    found = schema(name)["properties"]
    assert found["format"] == {"const": f"rulelang/{name}"}
    assert found["version"] == {"const": VERSIONS[name]}


def test_schemas_judge():
    view = Session(load("tic_tac_toe"), seed=1).view("X")
    hold("view", view)
    for wrong in (
        {**view, "version": 2},
        {**view, "more": 1},
        {**view, "legal_actions": [{"id": 1}]},
        {**view, "observation": {**view["observation"], "zones": {"supply": 5}}},
    ):
        with pytest.raises(ValidationError):
            hold("view", wrong)


def test_a_schema_needs_no_other_file():
    assert set(schema("view")["$defs"]) == {"action", "observation"}
    assert "$defs" not in json.loads((FOLDER / "view.json").read_text(encoding="utf-8"))
    assert set(schema("seat-lines")["$defs"]) == {"action", "event"}
    assert validator("seat-lines").is_valid(
        {"number": 1, "event": "said", "text": "hello", "player": None, "sentence": "hello"}
    )


def test_a_name_that_is_none_is_refused():
    with pytest.raises(KeyError):
        schema("../view")
