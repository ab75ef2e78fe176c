"""Write what the extension for VS Code has from the language: colours and patterns.

python -m tests.support.written.vscode
"""

import json
from pathlib import Path

from rulelang.workbench import patterns
from rulelang.workbench.constructs import DECLARATIONS, SCENARIO_LINES, SENTENCES

FOLDER = Path("editors/vscode")
COLOURS = FOLDER / "syntaxes" / "rulelang.tmLanguage.json"
PATTERNS = FOLDER / "snippets" / "rulelang.json"
_LOOKS = {
    "number": "constant.numeric",
    "constant": "constant.language",
    "word operator": "keyword.operator.word",
    "keyword": "keyword.control",
    "type": "entity.name.type",
    "property": "variable.other.property",
    "operator": "keyword.operator",
}


def _named(scope, pattern):
    return {"name": f"{scope}.rulelang", "match": pattern}


def _captured(pattern, **scopes):
    captures = {group[1:]: {"name": f"{scope}.rulelang"} for group, scope in scopes.items()}
    return {"match": pattern, "captures": captures}


def colours():
    """Return the grammar for colours; each rule looks at one line, so that none runs away."""
    hole = {
        "0": {"name": "meta.embedded.rulelang"},
        "2": {"patterns": [{"include": "#value"}]},
    }
    text = _named("string.quoted.double", patterns.TEXT)
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Rulelang",
        "scopeName": "source.rulelang",
        "fileTypes": ["rules"],
        "patterns": [
            {"include": "#row"},
            {"include": "#comment"},
            {"include": "#text"},
            _captured(patterns.CITATION, _1="entity.other.attribute-name.citation"),
            _captured(patterns.declaration(), _1="keyword.declaration", _3="entity.name.function"),
            _captured(patterns.ARM, _2="entity.name.function.arm"),
            {"include": "#value"},
        ],
        "repository": {
            "comment": _named("comment.line.number-sign", patterns.COMMENT),
            "row": _captured(patterns.ROW, _2="string.unquoted.row"),
            "text": {**text, "captures": {"0": {"patterns": [{"include": "#hole"}]}}},
            "hole": {"match": patterns.HOLE, "captures": hole},
            "value": {
                "patterns": [_named(_LOOKS[look], found) for look, found in patterns.values()]
            },
        },
    }


def snippets():
    """Return the patterns of all constructs."""
    found = {}
    tables = (("", DECLARATIONS), ("sentence ", SENTENCES), ("scenario ", SCENARIO_LINES))
    for where, table in tables:
        for word, construct in table.items():
            body = construct.pattern.split("\n")
            made = {"prefix": word, "body": body, "description": construct.meaning}
            found[f"{where}{word}"] = made
    return found


def written(data):
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def main():
    for path, data in ((COLOURS, colours()), (PATTERNS, snippets())):
        path.write_text(written(data), encoding="utf-8")


if __name__ == "__main__":
    main()
