"""Hold documents against the schemas that ship."""

import json
from functools import cache

from jsonschema import Draft202012Validator

from interpreter.formats import schema


@cache
def validator(name, version=None):
    """Return what judges documents of a kind."""
    return Draft202012Validator(schema(name, version))


def hold(name, document):
    """Fail unless a document, as it goes over a wire, is one of this kind."""
    validator(name).validate(json.loads(json.dumps(document)))


def hold_older(name, version, document):
    """Fail unless a reader of an older version finds in a document all that he reads."""
    known = schema(name, version)["properties"]
    read = {key: document[key] for key in known}
    read["version"] = version
    for action in read.get("legal_actions", ()):
        assert action.keys() >= {"id", "name", "arguments", "text", "sentence"}
    read["legal_actions"] = [
        {key: part for key, part in action.items() if key not in {"arm", "refs"}}
        for action in document["legal_actions"]
    ]
    validator(name, version).validate(json.loads(json.dumps(read)))
