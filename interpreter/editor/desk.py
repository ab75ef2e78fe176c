"""The texts that are open in an editor, and what is known of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from interpreter.editor.positions import Encoding, Lines
from interpreter.findings.look_files import belongs_to_look
from rulelang import pipeline
from rulelang.anchors import Anchors
from rulelang.diagnostics import Diagnostic, moved
from rulelang.files import read_source
from rulelang.obligations import Obligation, Told
from rulelang.parsing.kept import KeptTrees
from rulelang.source import Source, lines_of
from rulelang.workbench import Draft, resolved

if TYPE_CHECKING:  # it plays, which only the process that proves does
    from interpreter.editor.at_play import Standing

SUFFIX = ".rules"
BESIDE = (".csv", ".toml", ".svg")
"""How files end that lie beside rule texts: tables, looks and what these name."""

WATCHED = (".csv", ".look.toml", ".svg")
"""How those end that are of use: other programs have files of settings too."""


@attrs.frozen
class Change:
    """What an editor changed: from one place to another, each a line and a character.

    `where` None: the whole text.
    """

    text: str
    where: tuple[tuple[int, int], tuple[int, int]] | None = None


@attrs.frozen
class Proved:
    """What the process that proves found of a version of a text.

    `more`: findings that a glance at the same text does not have. `new`: those of `open` that the
    text did not have when it was opened.
    """

    version: int
    text: str
    anchors: Anchors = attrs.field(repr=False)
    findings: tuple[Diagnostic, ...]
    more: tuple[Diagnostic, ...]
    open: tuple[Obligation, ...]
    new: tuple[Obligation, ...]


@attrs.frozen
class Added:
    """What the process found of a version of a text by native code and in its look.

    `sources`: the files besides the text in which something was found, as they were then.
    """

    text: str
    anchors: Anchors = attrs.field(repr=False)
    findings: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, Source] = attrs.field(factory=dict, repr=False)


@attrs.frozen
class Outcome:
    """What came of a scenario: `message` says why it does not hold; "" where it does."""

    message: str
    line: int = 0


@attrs.define(eq=False)
class Text:
    """An open text. `seen`: how often it has changed; versions are the editor's.

    `shown`: the findings that are shown of it now; `told`: in which files some are. `first`: what
    was open when it was first proved. `standing`: where the newest saved play of it stands.
    """

    path: str
    lines: Lines
    version: int
    seen: int = 0
    trees: KeptTrees = attrs.field(factory=KeptTrees)
    draft: Draft | None = None
    glance: tuple[Diagnostic, ...] = ()
    proved: Proved | None = None
    added: Added | None = None
    first: tuple[Told, ...] | None = None
    outcomes: dict[str, Outcome] = attrs.field(factory=dict)
    standing: Standing | None = None
    shown: tuple[Diagnostic, ...] = ()
    told: frozenset[str] = frozenset()

    @property
    def is_rules(self) -> bool:
        """Return whether this is a rule text, and no table or look."""
        return not self.path.endswith(BESIDE)

    def change(self, changes: Sequence[Change], version: int) -> None:
        """Make the changes of an editor, one after the other."""
        for one in changes:
            text = one.text
            if one.where is not None:
                start, end = (self.lines.offset(*place) for place in one.where)
                start, end = min(start, end), max(start, end)
                text = self.lines.text[:start] + one.text + self.lines.text[end:]
            self.lines = Lines(text, self.lines.encoding)
        self.version = version
        self.seen += 1


@attrs.define
class Desk:
    """All open texts, by their resolved paths."""

    encoding: Encoding = "utf-16"
    texts: dict[str, Text] = attrs.field(factory=dict)
    _drafts: dict[str, tuple[int, Draft]] = attrs.field(factory=dict)

    def open(self, path: str, text: str, version: int) -> Text:
        """Open a text."""
        made = Text(path, Lines(text, self.encoding), version)
        self.texts[resolved(path)] = made
        self._drafts.clear()
        return made

    def close(self, path: str) -> Text | None:
        """Close a text: what its file holds counts again."""
        self._drafts.clear()
        return self.texts.pop(resolved(path), None)

    def text(self, path: str) -> Text | None:
        """Return an open text."""
        return self.texts.get(resolved(path))

    def at_rest(self, path: str) -> Draft | None:
        """Return a rule text, open or not; None where there is none to read."""
        mine = self.text(path)
        if mine is not None:
            return self.draft(mine) if mine.is_rules else None
        source = read_source(path) if path.endswith(SUFFIX) else None
        if not isinstance(source, Source):
            return None
        return Draft.of(path, source, pipeline.Desk(self.unsaved))

    @property
    def unsaved(self) -> dict[str, str]:
        """Return the files that are open beside rule texts."""
        return {p: t.lines.text for p, t in self.texts.items() if not t.is_rules}

    def changed(self, text: Text) -> tuple[Text, ...]:
        """Return the rule texts that a change of a text touches."""
        self._drafts.clear()
        return (text,) if text.is_rules else tuple(self.with_file(text.path))

    def with_file(self, path: str) -> Iterator[Text]:
        """Yield the open rule texts that a file beside them is part of: by table, or by look."""
        tables = {text.path for text in self.with_table(path)}
        for text in self.texts.values():
            if text.is_rules and (
                text.path in tables or belongs_to_look(path, text.path, self.unsaved)
            ):
                yield text

    def with_table(self, path: str) -> Iterator[Text]:
        """Yield the open rule texts that read a table, or asked for it."""
        wanted = Path(resolved(path))
        for text in self.texts.values():
            if text.is_rules and text.draft is not None:
                folder = Path(resolved(text.path)).parent
                if any(folder / table == wanted for table in text.draft.parsed.tables):
                    yield text

    def draft(self, text: Text) -> Draft:
        """Return a rule text as it is now, read as far as it can be."""
        key = resolved(text.path)
        known = self._drafts.get(key)
        if known is not None and known[0] == text.seen:
            return known[1]
        desk = pipeline.Desk(self.unsaved, text.trees)
        made = Draft.of(text.path, Source(text.path, text.lines.text), desk, text.draft)
        self._drafts[key] = (text.seen, made)
        text.draft = made
        return made

    def of(self, path: str) -> tuple[Text, Draft, str | None] | None:
        """Return the rule text to ask about a file, and the file if it is a table of that."""
        mine = self.text(path)
        if mine is not None and mine.is_rules:
            return mine, self.draft(mine), None
        for text in self.with_table(path):
            draft = self.draft(text)
            for name in draft.parsed.sources:
                if resolved(name) == resolved(path):
                    return text, draft, name
        return None

    def lines(self, path: str, draft: Draft | None = None) -> Lines:
        """Return the lines of a file, open or not; of a look as they were when it was read."""
        text = None if draft is None else self.text(draft.path)
        if text is not None and text.added is not None and path in text.added.sources:
            return Lines(text.added.sources[path].text, self.encoding)
        mine = self.text(path)
        if mine is not None:
            return mine.lines
        source = None if draft is None else draft.parsed.sources.get(path)
        return Lines("" if source is None else source.text, self.encoding)


def look(text: Text, draft: Draft) -> tuple[Diagnostic, ...]:
    """Return what is wrong with words, names and types of a text as it is now."""
    text.glance = pipeline.glance(draft.parsed).diagnostics
    return text.glance


def shown(text: Text, draft: Draft) -> tuple[Diagnostic, ...]:
    """Return the findings to show of a text.

    All that are known of it as it is now; of earlier states those in declarations that are still
    the same, and those in its look.
    """
    proved, added = text.proved, text.added
    more = () if added is None else added.findings
    if added is not None and added.text != text.lines.text:
        kept = (_still(one, added, draft) if one.span.file == text.path else one for one in more)
        more = tuple(one for one in kept if one is not None)
    if proved is None:
        return (*text.glance, *more)
    if proved.text == text.lines.text:
        return (*proved.findings, *more)
    known = (_still(found, proved, draft) for found in proved.more)
    return (*text.glance, *(found for found in known if found is not None), *more)


def _still(found: Diagnostic, proved: Proved | Added, draft: Draft) -> Diagnostic | None:
    """Return a finding where it stands now; None where its declaration has changed."""
    anchor, first = proved.anchors.around(found.span)
    if anchor is None:
        return None
    try:
        now = draft.anchors.line(anchor)
        count = found.span.end_line - first + 1
        before = lines_of(proved.text)[first - 1 : first - 1 + count]
        if list(draft.lines[now - 1 : now - 1 + count]) != list(before):
            return None
        return moved(found, lambda span: proved.anchors.moved(span, draft.anchors))
    except KeyError:
        return None


def still_open(text: Text) -> tuple[Obligation, ...]:
    """Return what is not proved of the text as it is now, as far as that is known."""
    proved = text.proved
    return proved.open if proved is not None and proved.text == text.lines.text else ()
