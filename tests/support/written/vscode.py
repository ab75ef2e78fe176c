"""Write what the extension for VS Code has from the language: colours and patterns.

python -m tests.support.written.vscode
"""

import json
from pathlib import Path

from rulelang.parsing.library import words_of_language
from rulelang.workbench.constructs import DECLARATIONS, SCENARIO_LINES, SENTENCES

FOLDER = Path("editors/vscode")
COLOURS = FOLDER / "syntaxes" / "rulelang.tmLanguage.json"
PATTERNS = FOLDER / "snippets" / "rulelang.json"
_OPERATORS = {"and", "or", "not", "is", "in", "mod"}
_CONSTANTS = {"true", "false", "none", "empty"}


def _words(words):
    return rf"\b({'|'.join(sorted(words))})\b"


def colours():
    """Return the grammar for colours; each rule looks at one line, so that none runs away."""
    declarations = set(DECLARATIONS)
    others = words_of_language() - declarations - _OPERATORS - _CONSTANTS
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Rulelang",
        "scopeName": "source.rulelang",
        "fileTypes": ["rules"],
        "patterns": [
            {"include": "#row"},
            {"include": "#comment"},
            {"include": "#text"},
            {"name": "entity.other.attribute-name.citation.rulelang", "match": r"\[[^\]]*\]\s*$"},
            {
                "match": rf"^({'|'.join(sorted(declarations))})\b(?:\s+([A-Za-z]\w*))?",
                "captures": {
                    "1": {"name": "keyword.declaration.rulelang"},
                    "2": {"name": "entity.name.function.rulelang"},
                },
            },
            {
                "match": r"^\s+([a-z]\w*)(?=(\(.*\))?\s*\"[^\"]*\"\s*:)",
                "captures": {"1": {"name": "entity.name.function.arm.rulelang"}},
            },
            {"include": "#value"},
        ],
        "repository": {
            "comment": {"name": "comment.line.number-sign.rulelang", "match": "#.*$"},
            "row": {
                "match": r"^\s*(\|.*\|)\s*$",
                "captures": {"1": {"name": "string.unquoted.row.rulelang"}},
            },
            "text": {
                "name": "string.quoted.double.rulelang",
                "match": r'"[^"]*"?',
                "captures": {"0": {"patterns": [{"include": "#hole"}]}},
            },
            "hole": {
                "match": r"\{([^{}]*)\}",
                "captures": {
                    "0": {"name": "meta.embedded.rulelang"},
                    "1": {"patterns": [{"include": "#value"}]},
                },
            },
            "value": {
                "patterns": [
                    {"name": "constant.numeric.rulelang", "match": r"\b\d+\b"},
                    {"name": "constant.language.rulelang", "match": _words(_CONSTANTS)},
                    {"name": "keyword.operator.word.rulelang", "match": _words(_OPERATORS)},
                    {"name": "keyword.control.rulelang", "match": _words(others | declarations)},
                    {"name": "entity.name.type.rulelang", "match": r"\b[A-Z]\w*\b"},
                    {"name": "variable.other.property.rulelang", "match": r"(?<=\.)[a-z]\w*\b"},
                    {"name": "keyword.operator.rulelang", "match": r"<=|>=|[-+*/<>=|]|\.\."},
                ]
            },
        },
    }


def patterns():
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
    for path, data in ((COLOURS, colours()), (PATTERNS, patterns())):
        path.write_text(written(data), encoding="utf-8")


if __name__ == "__main__":
    main()
