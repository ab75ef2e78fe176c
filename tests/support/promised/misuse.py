"""What `check` says of each text in `tests/secrecy/`, and what it proves of the games."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import attrs

from rulelang import pipeline
from tests.secrecy import test_secrecy as corpus
from tests.support.games import RULES

TOLD = ("told.md", "told_traces.md", "told_elsewhere.md")
KEPT = ("kept.md", "kept_elsewhere.md")
WHOLE = {"told_elsewhere.md", "kept_elsewhere.md"}


@attrs.frozen
class Misuse:
    """One text: what is wrong with it, or only seems to be, and what `check` says.

    `findings`: the code, the line of the text, and the words of each. `expected`: they are in the
    lines that are marked, in all of them and in no others.
    """

    file: str
    title: str
    findings: tuple[tuple[str, str, str], ...]
    expected: bool


def misuse(name: str) -> list[Misuse]:
    """Return what `check` says of the texts in a file of the corpus."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.rules"
        return [
            _checked(name, each.id, _whole(name, each.values[0]), path)
            for each in corpus.cases(name)
        ]


def _whole(name: str, rules: str) -> str:
    return rules if name in WHOLE else corpus.text_of(rules)


def _checked(name: str, title: str, text: str, path: Path) -> Misuse:
    path.write_text(text, encoding="utf-8")
    lines = text.splitlines()
    marked = {at for at, line in enumerate(lines, 1) if line.endswith("# here")}
    found = [each for each in pipeline.check(str(path)).diagnostics if each.severity == "error"]
    told = tuple(
        (each.code, lines[each.span.line - 1].removesuffix("# here").strip(), each.title)
        for each in found
    )
    return Misuse(name, title, told, {each.span.line for each in found} == marked)


def proofs() -> dict[str, dict[str, object]]:
    """Return for each game its variants, errors, and how many claims are proved and are open."""
    found = {}
    for path in RULES:
        checked = pipeline.check(str(path))
        counts = Counter((claim.guarantee, claim.is_open) for claim in checked.obligations)
        named = sorted({guarantee for guarantee, _ in counts})
        found[path.stem] = {
            "variants": len(pipeline.elaborate_all(str(path)).specs),
            "errors": sum(each.severity == "error" for each in checked.diagnostics),
            "claims": {name: [counts[name, False], counts[name, True]] for name in named},
        }
    return found
