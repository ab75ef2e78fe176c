"""What answers to each sentence of a rulebook, and whether anything would notice if it did not.

    python -m tests.support.changed.rulebooks        try what is not known yet, write the page
    python -m tests.support.changed.rulebooks --all  the same, from the beginning
    python -m tests.support.changed.rulebooks GAME   what of a game's cited lines nothing notices

The page is `docs/rulebooks.md`. Every item of a checklist cites lines, and is cited by scenarios
and tests. Each change of those lines (`rulelang/mutations/`) is made in turn, and those scenarios
run on the changed text (`noticing.py`); the tests run where no scenario notices. What came of it
is kept in `tests/rulebooks/<game>.json`, by what the change and the scenario say: so it holds
while other declarations are written anew.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

import attrs

from rulelang import pipeline, surface
from rulelang.mutations import changes
from rulelang.mutations.changes import Change
from rulelang.results import Parsed
from tests.support.changed import noticing
from tests.support.changed.checklist import Checklist, Cited
from tests.support.changed.noticing import Outcome

ROOT = Path(__file__).parents[3]
GAMES = ("agamemnon", "antike_duellum", "egemonia", "pergamemnon", "pergamon")
PAGE = ROOT / "docs" / "rulebooks.md"
# Tests are slow: of the changes of a line that no scenario notices, so many are tried with them.
TRIED_WITH_TESTS = 6
REASONS = {
    "egemonia": {"C3": "says what a turn stands for; no rule follows from it"},
}

Outcomes = dict[str, dict[str, Outcome]]


@attrs.frozen
class Tally:
    """How many of the changes of a cited line were tried, and how many noticed."""

    line: int
    noticed: int
    tried: int

    @property
    def is_noticed(self) -> bool:
        return self.noticed > 0


@attrs.frozen(slots=False)
class Book:
    """A checklist with its rule text, and what is known of changes of that text."""

    name: str

    @property
    def file(self) -> Path:
        """Where outcomes are kept."""
        return ROOT / "tests" / "rulebooks" / f"{self.name}.json"

    @property
    def rules(self) -> Path:
        return ROOT / "games" / f"{self.name}.rules"

    @property
    def tests(self) -> Path:
        return ROOT / "tests" / "games" / f"test_{self.name}.py"

    @cached_property
    def checklist(self) -> Checklist:
        return Checklist(self.file.with_suffix(".md"), self.rules, self.tests)

    @cached_property
    def parsed(self) -> Parsed:
        return pipeline.read(str(self.rules))

    @cached_property
    def scenarios(self) -> dict[str, surface.Scenario]:
        """The scenarios of the text by name."""
        assert self.parsed.text is not None
        declared = self.parsed.text.declarations
        return {node.name: node for node in declared if isinstance(node, surface.Scenario)}

    @cached_property
    def identities(self) -> dict[str, str]:
        """What names each scenario and each test, as it now is."""
        found = {name: changes.identity(node) for name, node in self.scenarios.items()}
        for node in ast.parse(self.tests.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                found[node.name] = changes.short_hash(ast.dump(node), 8)
        return found

    @cached_property
    def changes(self) -> dict[int, list[Change]]:
        """The changes that can be made, by the cited line that they belong to."""
        lines = frozenset(line for cited in self.checklist.cited.values() for line in cited.lines)
        found: dict[int, list[Change]] = {line: [] for line in lines}
        for change in changes.changes_of(self.parsed, lines):
            found[change.cited].append(change)
        return found

    @cached_property
    def outcomes(self) -> Outcomes:
        """What is known, by change and scenario or test."""
        return json.loads(self.file.read_text(encoding="utf-8")) if self.file.exists() else {}

    @cached_property
    def passed(self) -> set[str]:
        """The tests that have been seen to pass on the text as it is."""
        return set()

    # ------------------------------------------------------------ what there is to know

    def cited(self, item: str) -> Cited:
        """Return where the rule text cites an item."""
        return self.checklist.cited.get(item, Cited())

    def pairs(self) -> Iterator[tuple[Change, str]]:
        """Yield every change with the name of every scenario that has to notice it."""
        for line, changed in self.changes.items():
            names = {
                name
                for cited in self.checklist.cited.values()
                if line in cited.lines
                for name in cited.scenarios
            }
            for change in changed:
                for name in sorted(names):
                    yield change, name

    def known(self, change: Change, name: str) -> Outcome | None:
        """Return what a scenario or test makes of a change, if that is known."""
        return self.outcomes.get(change.key, {}).get(self.identities[name])

    @property
    def unknown(self) -> list[tuple[Change, str]]:
        """The pairs of changes and scenarios of which nothing is known."""
        return [pair for pair in self.pairs() if self.known(*pair) is None]

    # ------------------------------------------------------------ what follows

    def tally(self, item: str, line: int) -> Tally:
        """Return how many changes of a line are noticed by what is linked to an item."""
        by = [*self.cited(item).scenarios, *self.checklist.tested.get(item, ())]
        noticed = tried = 0
        for change in self.changes[line]:
            came = {self.known(change, name) for name in by}
            is_noticed = "noticed" in came or (change.declares and "refused" in came)
            noticed += is_noticed
            tried += is_noticed or "missed" in came
        return Tally(line, noticed, tried)

    def tallies(self, item: str) -> list[Tally]:
        """Return the tally of each line that an item cites."""
        return [self.tally(item, line) for line in self.cited(item).lines]

    def unnoticed(self) -> dict[str, list[int]]:
        """Return the items with lines of which no change is noticed; without lines, with none."""
        found = {}
        for item in self.checklist.statements:
            tallies = self.tallies(item)
            lines = [tally.line for tally in tallies if not tally.is_noticed]
            if lines or not tallies:
                found[item] = lines
        return found

    # ------------------------------------------------------------ finding out

    def find_out(self, *, with_tests: bool = True) -> None:
        """Try every pair of which nothing is known, and keep what comes of it."""
        trial = noticing.Trial(self.parsed)
        todo: dict[str, tuple[Change, list[str]]] = {}
        for change, name in self.unknown:
            todo.setdefault(change.key, (change, []))[1].append(name)
        for change, names in todo.values():
            came = trial.outcomes(change, [self.scenarios[name] for name in names])
            for name, outcome in zip(names, came, strict=True):
                self._learn(change, name, outcome)
        self._save()
        if with_tests:
            self._test()
            self._save()

    def _test(self) -> None:
        """Run the tests of items with lines that no scenario notices."""
        for item, lines in self.unnoticed().items():
            for line in lines:
                for name in sorted(self.checklist.tested.get(item, ()), key=self._breadth):
                    if not self.tally(item, line).is_noticed:
                        self._test_line(line, name)

    def _breadth(self, test: str) -> int:
        """Return how many items a test is about; one that is about few is asked first."""
        return sum(test in names for names in self.checklist.tested.values())

    def _test_line(self, line: int, name: str) -> None:
        test = f"{self.tests.relative_to(ROOT)}::{name}"
        for change in _spread(self.changes[line], TRIED_WITH_TESTS):
            if self.known(change, name) is None:
                self._passes(test)
                self._learn(change, name, noticing.tested(self.rules, change, test))
            if self.known(change, name) == "noticed":
                return

    def _passes(self, test: str) -> None:
        """Make sure that a test passes on the text as it is; else it would notice everything."""
        if test not in self.passed:
            assert noticing.tested(self.rules, None, test) == "missed", f"{test} fails"
            self.passed.add(test)

    def _learn(self, change: Change, name: str, came: Outcome) -> None:
        self.outcomes.setdefault(change.key, {})[self.identities[name]] = came

    def _save(self) -> None:
        """Write what is known of the text as it is, a change a line, in the order of the text."""
        linked = set(self.identities.values())
        lines = []
        for line in sorted(self.changes):
            for change in self.changes[line]:
                came = self.outcomes.get(change.key, {})
                kept = {name: came[name] for name in sorted(came) if name in linked}
                if kept:
                    lines.append(f"{json.dumps(change.key)}: {json.dumps(kept)}")
        self.file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _spread(changed: list[Change], number: int) -> list[Change]:
    """Return some of the changes, from all parts of the list."""
    step = max(1, len(changed) // number)
    return changed[::step][:number]


# ---------------------------------------------------------------- the page

HEAD = """# What answers to the rulebooks

Five games here follow a printed rulebook. Each was read sentence by sentence, and what it says is
an **item** of a checklist. The rule text cites the items at the lines that say them, and so do the
scenarios and tests that show them.

An item is **noticed** if a fault in its lines would be. Every one of them is changed in many small
ways: a statement is left out, a condition is its contrary, `<=` is `<`, 3 is 4, a zone is its
neighbour, a cell of a table is another. For each line some such change has to make a scenario or
test fail that is linked to the item. `7 of 9`: so many of the changes tried are noticed. Where the
checker refuses a change of what is declared, that counts as well. What makes no difference in the
instances of the scenarios is not counted.

`make rulebooks` writes this page; it tries only what is not known yet. `make rulebooks
GAME=pergamon` lists the changes that nothing notices. `tests/support/changed/rulebooks.py` says
more.
"""


def page(books: Sequence[Book]) -> str:
    """Return the page that tells all this."""
    summary = ["| game | items | noticed | of the changes tried |", "|---|---|---|---|"]
    parts = []
    for book in books:
        items, unnoticed = book.checklist.statements, book.unnoticed()
        tallies = [tally for item in items for tally in book.tallies(item)]
        noticed, tried = sum(t.noticed for t in tallies), sum(t.tried for t in tallies)
        title = _title(book)
        link = f"[{title}](#{title.lower().replace(' ', '-')})"
        share = f"{100 * noticed // max(1, tried)} %"
        summary.append(f"| {link} | {len(items)} | {len(items) - len(unnoticed)} | {share} |")
        parts.append(_section(book, title))
    return "\n".join([HEAD, *summary, "", *parts])


def _title(book: Book) -> str:
    assert book.parsed.text is not None
    return next(n.title for n in book.parsed.text.declarations if isinstance(n, surface.Game))


def _section(book: Book, title: str) -> str:
    rows = [_row(book, item, said) for item, said in book.checklist.statements.items()]
    return "\n".join(
        [
            f"## {title}",
            "",
            f"The lines are those of `games/{book.name}.rules`; tests are in `{book.tests.name}`.",
            "",
            "| item | the rulebook says | lines | scenarios and tests | noticed |",
            "|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def _row(book: Book, item: str, said: str) -> str:
    cited = book.cited(item)
    tests = [f"`{name}`" for name in book.checklist.tested.get(item, ())]
    by = "; ".join([*cited.scenarios, *tests])
    lines = f"{book.rules.name}:{', '.join(map(str, cited.lines))}" if cited.lines else ""
    return f"| {item} | {said} | {lines} | {by} | {_verdict(book, item)} |"


def _verdict(book: Book, item: str) -> str:
    reason = REASONS.get(book.name, {}).get(item)
    tallies = book.tallies(item)
    if reason is not None:
        return f"no: {reason}"
    if not tallies:
        return "**no**: no line says it"
    missing = [str(tally.line) for tally in tallies if not tally.is_noticed]
    if len(missing) == len(tallies):
        return "**no**"
    figures = f"{sum(t.noticed for t in tallies)} of {sum(t.tried for t in tallies)}"
    return f"**not {', '.join(missing)}**; {figures}" if missing else f"yes, {figures}"


def gaps(book: Book) -> Iterator[str]:
    """Yield what of the cited lines nothing notices: the items, then every such change."""
    for item, lines in book.unnoticed().items():
        where = ", ".join(map(str, lines)) or "no line cites it"
        yield f"{item} {book.checklist.statements[item]} [{where}]"
    for line, changed in sorted(book.changes.items()):
        for change in changed:
            came = set(book.outcomes.get(change.key, {}).values())
            if "missed" in came and "noticed" not in came:
                yield f"{book.rules.name}:{change.line} (cited at {line}) {change.label}"


def main(arguments: Sequence[str]) -> int:
    """Find out what is not known and write the page; list the gaps of the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.add_argument("games", metavar="GAME", nargs="*", help="list the gaps of these games")
    parser.add_argument("--quick", action="store_true", help="without the tests in Python")
    parser.add_argument("--all", action="store_true", help="try everything again")
    parsed = parser.parse_args(arguments)
    for name in parsed.games or GAMES:
        book = Book(name)
        if parsed.all:
            book.outcomes.clear()
        book.checklist.bless()
        book.find_out(with_tests=not parsed.quick)
        if parsed.games:
            sys.stdout.writelines(f"{gap}\n" for gap in gaps(book))
    PAGE.write_text(page([Book(name) for name in GAMES]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
