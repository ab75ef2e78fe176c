"""The schema of the Debug Adapter Protocol, and what messages have to keep to of it.

`protocols/debug_adapter.json` is the protocol's own, without descriptions: it lets any key pass.
For what we send it is read strictly here: a key that the protocol does not know is refused.
"""

import json
from functools import cache
from pathlib import Path

from jsonschema import Draft4Validator

_FILE = Path(__file__).with_name("protocols") / "debug_adapter.json"
_KNOWN = json.loads(_FILE.read_text(encoding="utf-8"))["definitions"]


def keep_to(message):
    """Raise where a message does not keep to the protocol.

    Raises:
        AssertionError: the protocol has no such message.
        jsonschema.ValidationError: it has other parts.
    """
    kind = message["type"]
    what = message["event" if kind == "event" else "command"]
    name = what[0].upper() + what[1:] + kind.capitalize()
    if kind == "response" and not message["success"]:
        name = "ErrorResponse"
    assert name in _KNOWN, f"the protocol has no {name}"
    _validator(name).validate(message)


@cache
def _validator(name):
    known = _KNOWN if name.endswith("Request") else _strict()
    return Draft4Validator({"$ref": f"#/definitions/{name}", "definitions": known})


@cache
def _strict():
    return {name: _closed(node) for name, node in _KNOWN.items()}


def _closed(node):
    """Return a schema whose objects have known keys alone; what it refers to is closed as well."""
    if "$ref" in node:
        return node
    whole = dict(_whole(node))
    if whole.get("properties"):
        whole["properties"] = {key: _closed(one) for key, one in whole["properties"].items()}
        whole.setdefault("additionalProperties", False)
    if "items" in whole:
        whole["items"] = _closed(whole["items"])
    return whole


def _whole(node):
    """Return a schema that consists of parts as one."""
    if "allOf" not in node:
        return node
    found, properties, required = {}, {}, set()
    for part in node["allOf"]:
        one = _whole(_KNOWN[part["$ref"].rpartition("/")[2]] if "$ref" in part else part)
        properties |= one.get("properties", {})
        required |= set(one.get("required", ()))
        found |= one
    return {**found, "properties": properties, "required": sorted(required)}
