"""The rule language: from text to a checked core tree. The public API.

    read(path)                      what a rule file says, as a tree
    build(path, players, options)   one instance of it, ready to be played
    check(path)                     every instance, and all findings
    variants(path)                  for how many players it is, and which options it has
    render_all(findings, sources)   findings as text

Mistakes of an author never raise: they are `Diagnostic`s in what comes back. The modules behind
this are imported when something of them is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostic, Label
    from rulelang.pipeline import Built, Checked, Parsed, build, check, read, variants
    from rulelang.render import render_all, to_json
    from rulelang.source import Source, Span
else:
    _HOMES = {
        "Built": "rulelang.pipeline",
        "Checked": "rulelang.pipeline",
        "Diagnostic": "rulelang.diagnostics",
        "Label": "rulelang.diagnostics",
        "Parsed": "rulelang.pipeline",
        "Source": "rulelang.source",
        "Span": "rulelang.source",
        "build": "rulelang.pipeline",
        "check": "rulelang.pipeline",
        "read": "rulelang.pipeline",
        "render_all": "rulelang.render",
        "to_json": "rulelang.render",
        "variants": "rulelang.pipeline",
    }

    def __getattr__(name):  # noqa: ANN001, ANN202  checkers read the imports above
        if name not in _HOMES:
            raise AttributeError(f"module `rulelang` has no `{name}`")
        return getattr(import_module(_HOMES[name]), name)


__all__ = [
    "Built",
    "Checked",
    "Diagnostic",
    "Label",
    "Parsed",
    "Source",
    "Span",
    "build",
    "check",
    "read",
    "render_all",
    "to_json",
    "variants",
]
