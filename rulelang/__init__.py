"""The rule language: from text to a checked core tree. The public API.

    read(path)                      what a rule file says, as a tree
    parse_text(source, sink)        what a text says, without a file
    format_text(tree)               a tree as text, in the one layout that all texts share
    build(path, players, options)   one instance of it, ready to be played
    check(path)                     every instance, and all findings
    elaborate_all(path)             every instance and all scenarios, without proofs
    variants(path)                  for how many players it is, and which options it has
    render_all(findings, sources)   findings as text

Mistakes of an author never raise: they are `Diagnostic`s in what comes back. The modules behind
this are imported when something of them is asked for.
"""

from typing import TYPE_CHECKING

from rulelang.late import found_late

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostic, Label, Sink
    from rulelang.format_rules import format_rules as format_text
    from rulelang.parse import parse as parse_text
    from rulelang.pipeline import build, check, elaborate_all, read, variants
    from rulelang.render import render_all, to_json
    from rulelang.results import Built, Checked, Elaborated, Parsed
    from rulelang.source import Source, Span
else:
    _HOMES = {
        "Built": "results:Built",
        "Checked": "results:Checked",
        "Diagnostic": "diagnostics:Diagnostic",
        "Elaborated": "results:Elaborated",
        "Label": "diagnostics:Label",
        "Parsed": "results:Parsed",
        "Sink": "diagnostics:Sink",
        "Source": "source:Source",
        "Span": "source:Span",
        "build": "pipeline:build",
        "check": "pipeline:check",
        "elaborate_all": "pipeline:elaborate_all",
        "format_text": "format_rules:format_rules",
        "parse_text": "parse:parse",
        "read": "pipeline:read",
        "render_all": "render:render_all",
        "to_json": "render:to_json",
        "variants": "pipeline:variants",
    }
    __getattr__ = found_late(__name__, _HOMES)


__all__ = [
    "Built",
    "Checked",
    "Diagnostic",
    "Elaborated",
    "Label",
    "Parsed",
    "Sink",
    "Source",
    "Span",
    "build",
    "check",
    "elaborate_all",
    "format_text",
    "parse_text",
    "read",
    "render_all",
    "to_json",
    "variants",
]
