"""Between what we know and what the protocol calls it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from lsprotocol import types
from pygls import uris

from interpreter.editor.desk import Outcome, Text
from interpreter.editor.measured import Measured
from interpreter.editor.positions import Lines
from rulelang import standard
from rulelang.diagnostics import Diagnostic, Edit, Label
from rulelang.obligations import Obligation
from rulelang.source import Span
from rulelang.workbench import (
    KINDS,
    Coloured,
    Draft,
    Entry,
    Fold,
    Hover,
    Inlay,
    Item,
    Offer,
    Signature,
    outline,
)

LinesOf = Callable[[str], Lines]
SOURCE = "rulelang"
RUN = "rulelang.runScenario"
DEBUG = "rulelang.debug"
"""A command of clients that can debug: the address of a text, and the name of a scenario."""
TABLE = "rulelang.table"
"""A command of clients that can open tables, as `DEBUG`."""
WRITE = "rulelang.writeScenario"
SCENARIOS = "rulelang/scenarios"
"""A request that the protocol does not have: `{uri}`; the scenarios of that text, open or not."""
_ITEMS = {
    "keyword": types.CompletionItemKind.Keyword,
    "pattern": types.CompletionItemKind.Snippet,
    "player": types.CompletionItemKind.EnumMember,
    "team": types.CompletionItemKind.EnumMember,
    "option": types.CompletionItemKind.Constant,
    "kind": types.CompletionItemKind.Enum,
    "word": types.CompletionItemKind.EnumMember,
    "space": types.CompletionItemKind.Class,
    "edge": types.CompletionItemKind.Class,
    "component": types.CompletionItemKind.Class,
    "place": types.CompletionItemKind.EnumMember,
    "piece": types.CompletionItemKind.EnumMember,
    "attribute": types.CompletionItemKind.Field,
    "zone": types.CompletionItemKind.Folder,
    "table": types.CompletionItemKind.Function,
    "fact": types.CompletionItemKind.Function,
    "effect": types.CompletionItemKind.Function,
    "arm": types.CompletionItemKind.Event,
    "library": types.CompletionItemKind.Module,
}
_SYMBOLS = {
    "game": types.SymbolKind.Package,
    "option": types.SymbolKind.Boolean,
    "kindofwords": types.SymbolKind.Enum,
    "space": types.SymbolKind.Class,
    "edge": types.SymbolKind.Class,
    "component": types.SymbolKind.Class,
    "token": types.SymbolKind.Class,
    "die": types.SymbolKind.Class,
    "zone": types.SymbolKind.Array,
    "var": types.SymbolKind.Variable,
    "table": types.SymbolKind.Constant,
    "fact": types.SymbolKind.Function,
    "effect": types.SymbolKind.Function,
    "setup": types.SymbolKind.Module,
    "play": types.SymbolKind.Module,
    "phase": types.SymbolKind.Namespace,
    "arm": types.SymbolKind.Event,
    "scenario": types.SymbolKind.Method,
}
_MODIFIERS = ["declaration"]
LEGEND = types.SemanticTokensLegend(list(KINDS), _MODIFIERS)


def path_of(uri: str) -> str:
    """Return the file of an editor's name for it; the name itself where there is no file."""
    return uris.to_fs_path(uri) or uri if uris.uri_scheme(uri) == "file" else uri


def uri_of(file: str) -> str:
    """Return the editor's name for a file."""
    if file.startswith("std/"):
        file = str(standard.STD / file.removeprefix("std/"))
    if uris.uri_scheme(file):
        return file
    return uris.from_fs_path(str(Path(file).resolve())) or file


def range_of(span: Span, lines: Lines) -> types.Range:
    """Return a span as the protocol has it."""
    start, end = lines.range_of(span)
    return types.Range(types.Position(*start), types.Position(*end))


def diagnostic(found: Diagnostic, lines_of: LinesOf) -> types.Diagnostic:
    """Return a finding as the protocol has it: title, what was found, and what to type."""
    parts = [found.title, *([found.text] if found.text else [])]
    if found.hint:
        parts.append(f"hint: {found.hint}")
    is_idle = found.code in {"never-used", "never-reached"}
    return types.Diagnostic(
        range=range_of(found.span, lines_of(found.span.file)),
        message="\n".join(parts),
        severity=types.DiagnosticSeverity.Error
        if found.severity == "error"
        else types.DiagnosticSeverity.Warning,
        code=found.code,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if is_idle else None,
        related_information=[_related(label, lines_of) for label in found.related],
    )


def _related(label: Label, lines_of: LinesOf) -> types.DiagnosticRelatedInformation:
    where = types.Location(
        uri_of(label.span.file), range_of(label.span, lines_of(label.span.file))
    )
    return types.DiagnosticRelatedInformation(where, label.text or "see here")


def obligation(claim: Obligation, lines_of: LinesOf, *, is_new: bool) -> types.Diagnostic:
    """Return what is not proved as a hint: play may fail there; what is new is told aloud."""
    severity = types.DiagnosticSeverity
    return types.Diagnostic(
        range=range_of(claim.span, lines_of(claim.span.file)),
        message=f"{'new: ' if is_new else ''}not proved: {claim.claim}; {claim.mend}",
        severity=severity.Information if is_new else severity.Hint,
        code="open",
        source=SOURCE,
    )


def completions(
    offer: Offer, lines: Lines, offset: int, *, snippets: bool
) -> types.CompletionList:
    """Return what may be written, each with the part of a word that it takes the place of."""
    start = types.Position(*lines.position(offset - offer.written))
    here = types.Range(start, types.Position(*lines.position(offset)))
    items = [_item(item, here, snippets=snippets) for item in offer.items]
    return types.CompletionList(is_incomplete=False, items=items)


def _item(item: Item, here: types.Range, *, snippets: bool) -> types.CompletionItem:
    is_pattern = "$" in item.insert
    insert = item.insert if snippets or not is_pattern else item.label
    return types.CompletionItem(
        label=item.label,
        kind=_ITEMS.get(item.what, types.CompletionItemKind.Variable),
        detail=item.detail or None,
        documentation=item.text or None,
        sort_text=f"{item.rank}{item.label}",
        preselect=item.is_best or None,
        filter_text=item.label,
        text_edit=types.TextEdit(here, insert),
        insert_text_format=types.InsertTextFormat.Snippet
        if is_pattern and snippets
        else types.InsertTextFormat.PlainText,
    )


def hover(found: Hover, lines: Lines) -> types.Hover:
    """Return what is said of a word."""
    content = types.MarkupContent(types.MarkupKind.Markdown, found.markdown)
    return types.Hover(content, range_of(found.span, lines))


def signature(found: Signature) -> types.SignatureHelp:
    """Return the arguments of a call."""
    parameters = [types.ParameterInformation(label=name) for name in found.arguments]
    active = min(found.active, max(0, len(parameters) - 1))
    one = types.SignatureInformation(found.label, found.text or None, parameters)
    return types.SignatureHelp([one], 0, active)


def symbol(entry: Entry, lines: Lines) -> types.DocumentSymbol:
    """Return an entry of the outline."""
    return types.DocumentSymbol(
        name=entry.name or "…",
        kind=_SYMBOLS.get(entry.sort, types.SymbolKind.Object),
        range=range_of(entry.span, lines),
        selection_range=range_of(entry.name_span, lines),
        detail=entry.detail or None,
        children=[symbol(inner, lines) for inner in entry.inner],
    )


def fold(found: Fold) -> types.FoldingRange:
    """Return lines that can be folded."""
    kind = types.FoldingRangeKind.Comment if found.is_remark else types.FoldingRangeKind.Region
    return types.FoldingRange(found.first - 1, found.last - 1, kind=kind)


def tokens(found: Iterable[Coloured], lines: Lines) -> types.SemanticTokens:
    """Return colours, each place told from the one before."""
    data: list[int] = []
    last = (0, 0)
    for one in found:
        start = lines.offset_of(one.line, one.column)
        line, character = lines.position(start)
        end = lines.position(start + one.length)
        if end[0] != line or (line, character) < last:
            continue
        step = character - last[1] if line == last[0] else character
        width = end[1] - character
        data += [line - last[0], step, width, KINDS.index(one.kind), int(one.declares)]
        last = (line, character)
    return types.SemanticTokens(data)


def workspace_edit(edits: Iterable[Edit], lines_of: LinesOf) -> types.WorkspaceEdit:
    """Return changes of texts, by file."""
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        where = range_of(edit.span, lines_of(edit.span.file))
        changes.setdefault(uri_of(edit.span.file), []).append(types.TextEdit(where, edit.text))
    return types.WorkspaceEdit(changes=dict(changes))


def action(found: Diagnostic, lines_of: LinesOf) -> types.CodeAction:
    """Return the mend of a finding."""
    title = found.hint or f"mend: {found.title}"
    return types.CodeAction(
        title=title[:1].upper() + title[1:],
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(found, lines_of)],
        edit=workspace_edit(found.mend, lines_of),
        is_preferred=True,
    )


def lenses(
    text: Text, draft: Draft, outcomes: Mapping[str, Outcome], ways_in: Mapping[str, str]
) -> Sequence[types.CodeLens]:
    """Return what came of each scenario, above it; and the ways into it that a client has.

    `ways_in`: the commands by their titles.
    """
    found = []
    for node in (*draft.read, *draft.earlier):
        if type(node).__name__ == "Scenario":
            title = "▷ run"
            name = getattr(node, "name", "")
            outcome = outcomes.get(name)
            if outcome is not None:
                why = f"✗ line {outcome.line}: {outcome.message}"
                title = "✓ passed" if not outcome.message else why
            where = range_of(node.span, text.lines)
            for told, command in ((title, RUN), *ways_in.items()):
                asked = types.Command(told, command, arguments=[uri_of(text.path), name])
                found.append(types.CodeLens(where, asked))
    return found


def scenarios(draft: Draft, lines: Lines) -> list[dict[str, str | types.Range]]:
    """Return the scenarios of a text: the name of each, and its lines."""
    found = (entry for entry in outline(draft) if entry.sort == "scenario")
    return [{"name": one.name, "range": range_of(one.span, lines)} for one in found]


def arms(text: Text, draft: Draft, measured: Mapping[str, Measured]) -> Iterator[types.CodeLens]:
    """Yield what plays said of each arm, above it."""
    waiting = list(outline(draft)) if measured else []
    while waiting:
        entry = waiting.pop()
        waiting += entry.inner
        if entry.sort == "arm" and entry.name in measured:
            command = types.Command(str(measured[entry.name]), "")
            yield types.CodeLens(range_of(entry.name_span, text.lines), command)


def inlay(found: Inlay, lines: Lines) -> types.InlayHint:
    """Return a type that is shown behind a name."""
    where = types.Position(*lines.position(lines.offset_of(found.line, found.column)))
    return types.InlayHint(where, found.text, types.InlayHintKind.Type)


def writing(text: Text, saved: Path) -> types.CodeAction:
    """Return that the scenario of a saved play may be added to a text."""
    title = f"Add the scenario of {saved.name}"
    command = types.Command(title, WRITE, arguments=[uri_of(text.path), str(saved)])
    return types.CodeAction(title=title, kind=types.CodeActionKind.Source, command=command)
