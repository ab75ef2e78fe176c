import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

import interpreter
from interpreter import Session, UsageError, load
from interpreter.formats import OLDER, VERSIONS, schema, versions
from tests.support.schemas import hold, validator

EVERY = [(name, version) for name in VERSIONS for version in versions(name)]
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
    older = [f"{name}-{version}" for name, known in OLDER.items() for version in known]
    assert sorted(file.stem for file in FOLDER.glob("*.json")) == sorted([*VERSIONS, *older])


@pytest.mark.parametrize(("name", "version"), EVERY)
def test_a_schema_is_one_by_its_own_standard(name, version):
    found = schema(name, version)
    Draft202012Validator.check_schema(found)
    assert found["$id"] == f"urn:rulelang:schema:{name}:{version}"
    assert found["title"]
    assert found["description"]


@pytest.mark.parametrize(("name", "version"), EVERY)
def test_a_schema_lets_nothing_through_that_it_does_not_name(name, version):
    assert all("additionalProperties" in part for part in objects(schema(name, version)))


def test_all_of_an_older_version_is_in_the_newest():
    for name, known in OLDER.items():
        for version in known:
            assert set(schema(name, version)["required"]) <= set(schema(name)["required"])


@pytest.mark.parametrize("name", ["observation", "view", "playthrough", "seat-record", "game"])
def test_the_head_of_a_document_is_its_format_and_version(name):
    found = schema(name)["properties"]
    assert found["format"] == {"const": f"rulelang/{name}"}
    assert found["version"] == {"const": VERSIONS[name]}


def test_schemas_judge():
    view = Session(load("tic_tac_toe"), seed=1).view("X")
    hold("view", view)
    for wrong in (
        {**view, "version": 1},
        {**view, "more": 1},
        {**view, "legal_actions": [{"id": 1}]},
        {**view, "observation": {**view["observation"], "zones": {"supply": 5}}},
    ):
        with pytest.raises(ValidationError):
            hold("view", wrong)


def test_a_schema_needs_no_other_file():
    assert set(schema("view")["$defs"]) == {"observation", "score", "spot", "value"}
    assert set(schema("view", 1)["$defs"]) == {"action", "observation"}
    alone = json.loads((FOLDER / "view.json").read_text(encoding="utf-8"))
    assert set(alone["$defs"]) == {"score", "spot", "value"}
    assert set(schema("seat-lines")["$defs"]) == {"action", "event"}
    assert validator("seat-lines").is_valid(
        {"number": 1, "event": "said", "text": "hello", "player": None, "sentence": "hello"}
    )


@pytest.mark.parametrize(
    ("name", "version", "said"),
    [
        ("../view", None, "no document is called `../view`; did you mean `view`?"),
        ("zzz", None, "there are action, diagnostics"),
        ("view", 3, "the document `view` has no version 3; there is 1 and 2"),
        ("view", 0, "no version 0"),
        ("event", 2, "no version 2; there is 1"),
    ],
)
def test_a_name_or_version_that_is_none_is_refused(name, version, said):
    with pytest.raises(UsageError, match=re.escape(said)):
        schema(name, version)
