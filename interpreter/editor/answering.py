"""What the server answers: one function for each request of the protocol."""

from __future__ import annotations

import re
from functools import partial

import attrs
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from interpreter.editor import converting as c
from interpreter.editor.desk import Text
from interpreter.editor.from_play import scenario_of
from interpreter.editor.serving import Editor
from interpreter.editor.showing import HAVE_VALUES, scenario_at
from interpreter.faults import UsageError
from rulelang import parse_text
from rulelang.diagnostics import Edit, Sink
from rulelang.format_rules import format_rules
from rulelang.source import Span
from rulelang.workbench import (
    Draft,
    Item,
    Offer,
    Use,
    cells_at,
    colours,
    complete,
    folds,
    headline,
    hover,
    inlays,
    outline,
    renamable,
    rename,
    signature,
    title_of,
    uses_of,
)

_REFUSED = -32803
"""The protocol's code for a request that cannot be met."""


class _RefusedError(JsonRpcException):
    CODE = _REFUSED
    MESSAGE = "refused"


def answer(server: LanguageServer, editor: Editor) -> None:
    """Have a server answer with what an editor knows."""
    _client(server, editor)
    _texts(server, editor)
    _words(server, editor)
    _names(server, editor)
    _whole(server, editor)


def _client(server: LanguageServer, editor: Editor) -> None:
    @server.feature(types.INITIALIZE)
    def _begin(params: types.InitializeParams) -> None:
        editor.begin(params)

    @server.feature(types.INITIALIZED)
    def _begun(_: types.InitializedParams) -> None:
        editor.begun()

    @server.feature(types.SHUTDOWN)
    def _end(*_: object) -> None:
        editor.end()


def _texts(server: LanguageServer, editor: Editor) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def _open(params: types.DidOpenTextDocumentParams) -> None:
        editor.open(params.text_document)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def _change(params: types.DidChangeTextDocumentParams) -> None:
        editor.change(params)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def _close(params: types.DidCloseTextDocumentParams) -> None:
        editor.close(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def _save(params: types.DidSaveTextDocumentParams) -> None:
        text = editor.desk.text(c.path_of(params.text_document.uri))
        if text is not None:
            editor.touched(text)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def _files(params: types.DidChangeWatchedFilesParams) -> None:
        paths = [c.path_of(change.uri) for change in params.changes]
        touched = {one.path: one for path in paths for one in editor.desk.with_file(path)}
        for text in touched.values():
            text.seen += 1
            editor.touched(text)


def _words(server: LanguageServer, editor: Editor) -> None:
    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[".", "{", " "])
    )
    def _complete(params: types.CompletionParams) -> types.CompletionList | None:
        asked = editor.asked(params.text_document.uri, params.position)
        if asked is None:
            return None
        _, draft, table, place = asked
        file = c.path_of(params.text_document.uri)
        lines = editor.desk.lines(file, draft)
        offset = lines.offset(params.position.line, params.position.character)
        offer = complete(draft, *place) if table is None else _in_table(draft, table, place)
        return c.completions(offer, lines, offset, snippets=editor.has_snippets)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def _hover(params: types.HoverParams) -> types.Hover | None:
        asked = editor.asked(params.text_document.uri, params.position)
        if asked is None:
            return None
        text, draft, table, place = asked
        found = hover(draft, *place, table)
        if found is not None and table is None:
            here = _here(editor, text, draft, place)
            found = attrs.evolve(found, markdown=found.markdown + here)
        lines = editor.desk.lines(c.path_of(params.text_document.uri), draft)
        return None if found is None else c.hover(found, lines)

    @server.feature(
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        types.SignatureHelpOptions(trigger_characters=["(", ","]),
    )
    def _signature(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        asked = editor.asked(params.text_document.uri, params.position)
        if asked is None or asked[2] is not None:
            return None
        found = signature(asked[1], *asked[3])
        return None if found is None else c.signature(found)


def _here(editor: Editor, text: Text, draft: Draft, place: tuple[int, int]) -> str:
    """Return what a zone or variable at a place is in the scenario around, as a paragraph.

    Outside of scenarios: what it is where the newest saved play stands.
    """
    use = draft.use_at(*place)
    if use is None or use.definition.sort not in HAVE_VALUES:
        return ""
    behind = draft.lines[use.span.line - 1][use.span.end_column - 1 :]
    brackets = _BRACKETS.match(behind)
    written = use.definition.name + (brackets[0] if brackets else "")
    line, name = use.span.line, use.definition.name
    if scenario_at(draft, line) is not None:
        told = editor.stage.told(draft, line, name, written)
    else:
        told = "" if text.standing is None else text.standing.told(name, written)
    return f"\n\n{told}" if told else ""


_BRACKETS = re.compile(r"\([^()]*\)")


def _in_table(draft: Draft, table: str, place: tuple[int, int]) -> Offer:
    found = cells_at(draft, *place, table)
    source = draft.parsed.sources[table]
    before = source.line_text(place[0])[: place[1] - 1]
    written = len(before) - len(before.rstrip(_LETTERS))
    items = [Item(one.name, one.sort, one.name, headline(draft, one)) for one in found]
    return Offer(tuple(items), written)


_IS_PLAYED = re.compile(r"play\b|scenario\b")
"""Lines at which the scenario of a saved play is offered."""
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"


def _names(server: LanguageServer, editor: Editor) -> None:  # noqa: C901 - one of each
    def use_at(uri: str, position: types.Position) -> tuple[Draft, Use] | None:
        asked = editor.asked(uri, position)
        if asked is None:
            return None
        _, draft, table, place = asked
        use = draft.use_at(*place, table)
        return None if use is None else (draft, use)

    def location(draft: Draft, span: Span) -> types.Location:
        lines = editor.lines_of(draft, span.file)
        return types.Location(c.uri_of(span.file), c.range_of(span, lines))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def _definition(params: types.DefinitionParams) -> types.Location | None:
        found = use_at(params.text_document.uri, params.position)
        return None if found is None else location(found[0], found[1].definition.span)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def _references(params: types.ReferenceParams) -> list[types.Location]:
        found = use_at(params.text_document.uri, params.position)
        if found is None:
            return []
        draft, use = found
        spans = uses_of(draft, use.definition)
        if not params.context.include_declaration:
            spans = tuple(span for span in spans if span != use.definition.span)
        return [location(draft, span) for span in spans]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def _highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        found = use_at(params.text_document.uri, params.position)
        if found is None:
            return []
        draft, use = found
        path = use.span.file
        spans = [span for span in uses_of(draft, use.definition) if span.file == path]
        return [types.DocumentHighlight(location(draft, span).range) for span in spans]

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def _prepare(params: types.PrepareRenameParams) -> types.Range | None:
        asked = editor.asked(params.text_document.uri, params.position)
        if asked is None:
            return None
        _, draft, table, place = asked
        use = renamable(draft, *place, table)
        if isinstance(use, str):
            raise _RefusedError(use)
        return location(draft, use.span).range

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def _rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        asked = editor.asked(params.text_document.uri, params.position)
        if asked is None:
            return None
        _, draft, table, place = asked
        use = renamable(draft, *place, table)
        edits = use if isinstance(use, str) else rename(draft, use.definition, params.new_name)
        if isinstance(edits, str):
            raise _RefusedError(edits)
        return c.workspace_edit(edits, partial(editor.lines_of, draft))


def _whole(server: LanguageServer, editor: Editor) -> None:  # noqa: C901 - one of each
    def draft_of(uri: str) -> Draft | None:
        text = editor.desk.text(c.path_of(uri))
        return None if text is None or not text.is_rules else editor.desk.draft(text)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, c.LEGEND)
    def _tokens(params: types.SemanticTokensParams) -> types.SemanticTokens | None:
        draft = draft_of(params.text_document.uri)
        if draft is None:
            return None
        return c.tokens(colours(draft), editor.lines_of(draft, draft.path))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, c.LEGEND)
    def _some_tokens(params: types.SemanticTokensRangeParams) -> types.SemanticTokens | None:
        draft = draft_of(params.text_document.uri)
        if draft is None:
            return None
        some = colours(draft, params.range.start.line + 1, params.range.end.line + 1)
        return c.tokens(some, editor.lines_of(draft, draft.path))

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def _outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        draft = draft_of(params.text_document.uri)
        if draft is None:
            return []
        lines = editor.lines_of(draft, draft.path)
        return [c.symbol(entry, lines) for entry in outline(draft)]

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def _folds(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        draft = draft_of(params.text_document.uri)
        return [] if draft is None else [c.fold(found) for found in folds(draft)]

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def _format(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        draft = draft_of(params.text_document.uri)
        if draft is None:
            return None
        sink = Sink()
        tree = parse_text(draft.source, sink)
        if tree is None or sink.has_errors:
            raise _RefusedError("mend first what cannot be read: it would be lost")
        laid_out = format_rules(tree)
        if laid_out == draft.text:
            return []
        whole = Span(draft.path, 1, 1, len(draft.lines), len(draft.lines[-1]) + 1)
        lines = editor.lines_of(draft, draft.path)
        return [types.TextEdit(c.range_of(whole, lines), laid_out)]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
    def _actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        asked = editor.desk.of(c.path_of(params.text_document.uri))
        if asked is None:
            return []
        text, draft, table = asked
        if editor.timers.get(text.path) is not None:  # what is shown is of an older text
            return []
        found = editor.findings_at(text, draft, table or text.path, params.range)
        mends = [c.action(one, partial(editor.lines_of, draft)) for one in found]
        if table is not None:
            return mends
        line = draft.lines[min(params.range.start.line, len(draft.lines) - 1)]
        plays = editor.saved.beside(text.path, title_of(draft)) if _IS_PLAYED.match(line) else ()
        return [*mends, *(c.writing(text, saved) for saved in plays)]

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def _lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        text = editor.desk.text(c.path_of(params.text_document.uri))
        draft = draft_of(params.text_document.uri)
        if text is None or draft is None:
            return []
        measured = editor.summaries.of(text.path, title_of(draft))
        scenarios = c.lenses(text, draft, text.outcomes, editor.ways_in)
        return [*scenarios, *c.arms(text, draft, measured)]

    @server.feature(c.SCENARIOS)
    def _scenarios(_: LanguageServer, params: object) -> list[dict[str, str | types.Range]]:
        uri = getattr(params, "uri", None)
        draft = editor.desk.at_rest(c.path_of(uri)) if isinstance(uri, str) else None
        return [] if draft is None else c.scenarios(draft, editor.lines_of(draft, draft.path))

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def _inlays(params: types.InlayHintParams) -> list[types.InlayHint]:
        draft = draft_of(params.text_document.uri)
        if draft is None or not editor.shows_types:
            return []
        lines = editor.lines_of(draft, draft.path)
        first, last = params.range.start.line + 1, params.range.end.line + 1
        return [c.inlay(one, lines) for one in inlays(draft, first, last)]

    @server.command(c.WRITE)
    def _write(uri: str, saved: str) -> str:
        text, draft = editor.desk.text(c.path_of(uri)), draft_of(uri)
        if text is None or draft is None:
            return ""
        try:
            scenario = scenario_of(saved, text.path)
        except UsageError as error:
            server.window_show_message(
                types.ShowMessageParams(types.MessageType.Error, str(error))
            )
            return str(error)
        end = Span(draft.path, len(draft.lines), len(draft.lines[-1]) + 1, len(draft.lines), 0)
        where = attrs.evolve(end, end_column=end.column)
        space = "\n" if draft.text.endswith("\n") else "\n\n"
        edit = c.workspace_edit([Edit(where, space + scenario)], partial(editor.lines_of, draft))
        server.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit, "Add a scenario"))
        return scenario

    @server.command(c.RUN)
    def _run(uri: str, name: str) -> str:
        outcome = editor.run(uri, name)
        if outcome is None:
            told = f"“{name}” has not been played yet: it waits for what is being proved"
        elif outcome.message:
            told = f"“{name}” fails in line {outcome.line}: {outcome.message}"
        else:
            told = f"“{name}” passed"
        kind = types.MessageType.Info
        server.window_show_message(types.ShowMessageParams(kind, told))
        return told
