"""Hold documents against the schemas that ship."""

import json
from functools import cache

from jsonschema import Draft202012Validator

from interpreter.formats import schema


@cache
def validator(name):
    """Return what judges documents of a kind."""
    return Draft202012Validator(schema(name))


def hold(name, document):
    """Fail unless a document, as it goes over a wire, is one of this kind."""
    validator(name).validate(json.loads(json.dumps(document)))
