"""The protocol: what a client asks, answered by the desk; what changes, told to the client.

All state is the desk's. Messages are handled one after the other; a look at a text waits until
none has come for a moment, so that a thousand edits at once cost one look. Nothing but the
protocol goes to standard output: what else is printed goes to standard error.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TypeAlias, assert_never

import attrs
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

from interpreter.editor import converting as c
from interpreter.editor import prover as p
from interpreter.editor.desk import (
    WATCHED,
    Added,
    Change,
    Desk,
    Outcome,
    Proved,
    Text,
    look,
    shown,
    still_open,
)
from interpreter.editor.from_play import SavedPlays
from interpreter.editor.measured import Summaries
from interpreter.editor.positions import Encoding, Lines
from interpreter.editor.showing import Stage
from rulelang.diagnostics import Diagnostic
from rulelang.obligations import new_since, told
from rulelang.source import Source
from rulelang.workbench import Draft

QUIET_S = 0.05
"""How long no change must come before a text is looked at."""
AT_MOST_S = 0.3
"""How long changes may put that off."""
_Handled: TypeAlias = Iterator[tuple[object, tuple[object, ...], None]]


class _Protocol(LanguageServerProtocol):
    """Leaves open texts to the desk: the library would build each anew at every change."""

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> _Handled:
        yield from self._handled(types.TEXT_DOCUMENT_DID_OPEN, params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> _Handled:
        yield from self._handled(types.TEXT_DOCUMENT_DID_CHANGE, params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> _Handled:
        yield from self._handled(types.TEXT_DOCUMENT_DID_CLOSE, params)

    def _handled(self, method: str, params: object) -> _Handled:
        yield self.fm.features[method], (params,), None


@attrs.define(eq=False)
class Editor:
    """What the server knows besides the protocol: the desk, and who proves."""

    server: LanguageServer
    desk: Desk = attrs.field(factory=Desk)
    stage: Stage = attrs.field(factory=Stage)
    summaries: Summaries = attrs.field(factory=Summaries)
    saved: SavedPlays = attrs.field(factory=SavedPlays)
    loop: asyncio.AbstractEventLoop | None = None
    number: int = 0
    proving: Text | None = None
    job: p.Job | None = None
    waiting: list[Text] = attrs.field(factory=list)
    timers: dict[str, tuple[float, asyncio.TimerHandle]] = attrs.field(factory=dict)
    has_snippets: bool = False
    refreshes: bool = False
    watches: bool = False
    shows_types: bool = False
    ways_in: dict[str, str] = attrs.field(factory=dict)
    progress: str | None = None
    _prover: p.Prover | None = None

    # ------------------------------------------------------------ texts

    def begin(self, params: types.InitializeParams) -> None:
        """Take what the client can do."""
        found = self.server.workspace.position_encoding
        encoding = str(getattr(found, "value", found))
        known: dict[str, Encoding] = {"utf-8": "utf-8", "utf-32": "utf-32"}
        self.desk.encoding = known.get(encoding, "utf-16")
        text, workspace = params.capabilities.text_document, params.capabilities.workspace
        item = text.completion.completion_item if text and text.completion else None
        self.has_snippets = bool(item and item.snippet_support)
        lens = workspace.code_lens if workspace else None
        self.refreshes = bool(lens and lens.refresh_support)
        files = workspace.did_change_watched_files if workspace else None
        self.watches = bool(files and files.dynamic_registration)
        asked = params.initialization_options
        wanted = asked if isinstance(asked, dict) else {}
        self.shows_types = wanted.get("inlayTypes") is True
        lenses = (("debugLenses", "debug", c.DEBUG), ("tableLenses", "play from here", c.TABLE))
        self.ways_in = {title: run for asks, title, run in lenses if wanted.get(asks) is True}

    def begun(self) -> None:
        """Ask the client to tell of files beside rule texts that change where it has none open."""
        if self.watches:
            watched = [types.FileSystemWatcher(f"**/*{suffix}") for suffix in WATCHED]
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            options = types.DidChangeWatchedFilesRegistrationOptions(watched)
            asked = types.Registration("files beside rule texts", method, options)
            self.server.client_register_capability(types.RegistrationParams([asked]))

    def open(self, document: types.TextDocumentItem) -> None:
        """Open a text, and look at it soon."""
        text = self.desk.open(c.path_of(document.uri), document.text, document.version)
        self.touched(text)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Change a text. What is older than what is known is left alone."""
        text = self.desk.text(c.path_of(params.text_document.uri))
        if text is None or params.text_document.version < text.version:
            return
        text.change([_change(one) for one in params.content_changes], params.text_document.version)
        self.touched(text)

    def close(self, uri: str) -> None:
        """Close a text, and take its findings away."""
        text = self.desk.close(c.path_of(uri))
        if text is None:
            return
        for file in text.told:
            self.publish(file, [], None)
        if not text.is_rules:
            self.touched(text)
        if self.proving is text:
            self.proving = None

    def touched(self, text: Text) -> None:
        """Look at what a change touches when no other one has come for a moment."""
        for one in self.desk.changed(text):
            if one is not text:
                one.seen += 1
            self._soon(one)

    def _soon(self, text: Text) -> None:
        loop = self.loop = asyncio.get_running_loop()
        now = loop.time()
        first, timer = self.timers.get(text.path, (now, None))
        if timer is not None:
            timer.cancel()
        wait = max(0.0, min(QUIET_S, first + AT_MOST_S - now))
        self.timers[text.path] = (first, loop.call_later(wait, self.look, text))

    def look(self, text: Text) -> None:
        """Find what is wrong with a text as it is now; then have it proved."""
        self.timers.pop(text.path, None)
        if self.desk.text(text.path) is not text:
            return
        draft = self.desk.draft(text)
        look(text, draft)
        self.show(text, draft)
        self.prove(text)

    # ------------------------------------------------------------ findings

    def lines_of(self, draft: Draft, file: str) -> Lines:
        """Return the lines of a file that a text tells of."""
        return self.desk.lines(file, draft)

    def show(self, text: Text, draft: Draft) -> None:
        """Tell the client the findings of a text, in each file that they are in."""
        text.shown = shown(text, draft)
        lines = partial(self.lines_of, draft)
        files: dict[str, list[types.Diagnostic]] = {text.path: []}
        for found in text.shown:
            file = found.span.file or text.path
            files.setdefault(file, []).append(c.diagnostic(found, lines))
        for claim in still_open(text):
            is_new = text.proved is not None and claim in text.proved.new
            told_of = c.obligation(claim, lines, is_new=is_new)
            files.setdefault(claim.span.file, []).append(told_of)
        for file in text.told - files.keys():
            self.publish(file, [], None)
        for file, listed in files.items():
            self.publish(file, listed, text.version if file == text.path else None)
        text.told = frozenset(files)

    def publish(self, file: str, told: list[types.Diagnostic], version: int | None) -> None:
        """Tell the client the findings in a file."""
        self.server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(c.uri_of(file), told, version)
        )

    def prove(self, text: Text) -> None:
        """Have a text proved: at once if nothing else is, or this one was."""
        if self.proving is not None and self.proving is not text:
            if text not in self.waiting:
                self.waiting.append(text)
            return
        if self._prover is None:
            self._prover = p.Prover(self._heard)
        self.number += 1
        self.proving = text
        self.job = p.Job(self.number, text.path, text.lines.text, self.desk.unsaved)
        self._begin_progress(text)
        self._prover.ask(self.job)

    def _heard(self, report: p.Report) -> None:
        """Take a report, which comes in a thread of the prover, to where messages are handled."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.heard, report)

    def heard(self, report: p.Report) -> None:
        """Take what the process that proves tells; not what it tells of an older text."""
        text, job = self.proving, self.job
        if text is None or job is None or report.number != self.number:
            return
        match report:
            case p.Begun():
                pass
            case p.Progress(done=done, of=of):
                self._report_progress(done, of)
            case p.Checked():
                self._take(text, job, report)
            case p.Added(findings=findings, sources=sources) if job.text == text.lines.text:
                draft = self.desk.draft(text)
                text.added = Added(job.text, draft.anchors, findings, sources)
                self.show(text, draft)
            case p.Added():
                pass  # of an older text
            case p.Ran(outcomes=outcomes, standing=standing):
                text.outcomes, text.standing = dict(outcomes), standing
                self._end_progress()
                self._refresh()
                self.proving = None
                if self.waiting:
                    self.prove(self.waiting.pop(0))
            case _:
                assert_never(report)

    def _take(self, text: Text, job: p.Job, report: p.Checked) -> None:
        if job.text != text.lines.text:
            return
        draft = self.desk.draft(text)
        known = {(found.code, found.span) for found in text.glance}
        more = tuple(found for found in report.findings if (found.code, found.span) not in known)
        claims = tuple(claim for claim in report.obligations if claim.is_open)
        texts = {text.path: Source(text.path, job.text)}
        if text.first is None and all(found.severity != "error" for found in report.findings):
            text.first = told(claims, texts)
        new = () if text.first is None else new_since(text.first, claims, texts)
        text.proved = Proved(
            text.version, job.text, draft.anchors, report.findings, more, claims, new
        )
        self.show(text, draft)

    def _refresh(self) -> None:
        if self.refreshes:
            self.server.workspace_code_lens_refresh(None)

    # ------------------------------------------------------------ progress

    def _begin_progress(self, text: Text) -> None:
        self._end_progress()
        window = self.server.client_capabilities.window
        if window is None or not window.work_done_progress:
            return
        self.progress = f"rulelang-{self.number}-{time.monotonic_ns()}"
        self.server.work_done_progress.create(self.progress)
        begin = types.WorkDoneProgressBegin(
            title="Proving", message=Path(text.path).name, percentage=0
        )
        self.server.work_done_progress.begin(self.progress, begin)

    def _report_progress(self, done: int, of: int) -> None:
        if self.progress is not None:
            told = types.WorkDoneProgressReport(
                message=f"{done} of {of} variants", percentage=100 * done // max(1, of)
            )
            self.server.work_done_progress.report(self.progress, told)

    def _end_progress(self) -> None:
        if self.progress is not None:
            self.server.work_done_progress.end(self.progress, types.WorkDoneProgressEnd())
            self.progress = None

    # ------------------------------------------------------------ asked

    def asked(
        self, uri: str, position: types.Position
    ) -> tuple[Text, Draft, str | None, tuple[int, int]] | None:
        """Return the text to ask, the table in it if that is meant, and our line and column."""
        path = c.path_of(uri)
        found = self.desk.of(path)
        if found is None:
            return None
        text, draft, table = found
        lines = self.desk.lines(path, draft)
        place = lines.place(lines.offset(position.line, position.character))
        return text, draft, table, place

    def findings_at(
        self, text: Text, draft: Draft, file: str, where: types.Range
    ) -> list[Diagnostic]:
        """Return the findings with a mend that a stretch of a text or of its table touches."""
        found = []
        for one in text.shown:
            if one.mend and one.span.file == file:
                here = c.range_of(one.span, self.lines_of(draft, one.span.file))
                if _touch(here, where):
                    found.append(one)
        return found

    def run(self, uri: str, name: str) -> Outcome | None:
        """Return what came of a scenario, as far as it is known."""
        text = self.desk.text(c.path_of(uri))
        return None if text is None else text.outcomes.get(name)

    def end(self) -> None:
        """End the process that proves."""
        if self._prover is not None:
            self._prover.close()


def _change(one: types.TextDocumentContentChangeEvent) -> Change:
    if isinstance(one, types.TextDocumentContentChangePartial):
        start, end = one.range.start, one.range.end
        where = ((start.line, start.character), (end.line, end.character))
        return Change(one.text, where)
    return Change(one.text)


def _touch(one: types.Range, other: types.Range) -> bool:
    def place(at: types.Position) -> tuple[int, int]:
        return at.line, at.character

    return place(one.start) <= place(other.end) and place(other.start) <= place(one.end)


def make(version: str) -> tuple[LanguageServer, Editor]:
    """Return a server with nothing open, and what it knows."""
    from interpreter.editor.answering import answer  # noqa: PLC0415 - it knows this file

    server = LanguageServer(
        "rulelang", version, protocol_cls=_Protocol, converter_factory=default_converter
    )
    editor = Editor(server)
    answer(server, editor)
    return server, editor


def serve(version: str) -> None:
    """Serve one client over standard input and output, until it goes."""
    mine = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a rule, a bot or a library prints belongs into no protocol
    sys.stdout = sys.stderr
    server, editor = make(version)
    try:
        server.start_io(sys.stdin.buffer, mine)
    finally:
        editor.end()
