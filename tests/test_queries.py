"""What an editor is answered: a folder of golden files for each, in `queries/<query>`.

Each block stands behind the last line of the game in `tests/support/editing/drafts.py`, or is a
whole text; `‸` is where the author writes. With `--bless` the answers are written anew.
"""

from pathlib import Path

import pytest

from interpreter.editor import converting
from interpreter.editor.desk import Text
from interpreter.editor.measured import Measured
from interpreter.editor.positions import Lines
from interpreter.editor.prover import outcome_of
from interpreter.editor.showing import Stage
from rulelang import pipeline
from rulelang.mends import applied
from rulelang.source import Source
from rulelang.workbench.calling import signature
from rulelang.workbench.colouring import colours
from rulelang.workbench.completing import complete
from rulelang.workbench.hovering import hover
from rulelang.workbench.inlaying import inlays
from rulelang.workbench.outlining import folds, outline
from rulelang.workbench.renaming import renamable, rename, uses_of
from tests.support.editing.drafts import GAME, MARK, draft_of
from tests.support.literate import bless, cases

HERE = Path(__file__).parent / "queries"
NEW_NAME = "fresh_name"
OFFERED = 10
"""Items of a completion that are shown."""


def told_completion(draft, line, column):
    offer = complete(draft, line, column)
    for item in offer.items[:OFFERED]:
        best = "  (chosen beforehand)" if item.is_best else ""
        yield f"{item.label}  [{item.what}]  {item.insert!r}{best}"
    if len(offer.items) > OFFERED:
        yield f"and {len(offer.items) - OFFERED} more"


def told_hover(draft, line, column):
    found = hover(draft, line, column)
    if found is not None:
        yield underlined(draft, found.span)
        yield from found.markdown.replace("```", "~~~").split("\n")


def told_arguments(draft, line, column):
    found = signature(draft, line, column)
    if found is not None:
        yield found.label
        yield f"argument {found.active + 1}: {found.arguments[found.active]}; {found.text}"


def told_definition(draft, line, column):
    use = draft.use_at(line, column)
    if use is not None:
        yield underlined(draft, use.definition.span)


def told_uses(draft, line, column):
    use = draft.use_at(line, column)
    for span in () if use is None else uses_of(draft, use.definition):
        yield underlined(draft, span)


def told_renaming(draft, line, column):
    use = renamable(draft, line, column)
    edits = use if isinstance(use, str) else rename(draft, use.definition, NEW_NAME)
    if isinstance(edits, str):
        yield edits
        return
    for old, new in zip(draft.lines, applied(draft.text, edits).split("\n"), strict=True):
        if old != new:
            yield new


def told_colours(draft, *_):
    for one in colours(draft, mine(draft)):
        word = draft.lines[one.line - 1][one.column - 1 :][: one.length]
        yield f"{word}  {one.kind}{' (declared)' if one.declares else ''}"


def told_folds(draft, *_):
    for one in folds(draft):
        if one.first >= mine(draft):
            yield f"{one.first} to {one.last}{' (remark)' if one.is_remark else ''}"


def told_outline(draft, *_):
    def entries(found, depth):
        for one in found:
            if one.span.line >= mine(draft) or depth:
                yield f"{'    ' * depth}{one.name}  [{one.sort}]"
                yield from entries(one.inner, depth + 1)

    yield from entries(outline(draft), 0)


def told_types(draft, *_):
    lines = list(draft.lines)
    for one in reversed(list(inlays(draft, mine(draft)))):
        text = lines[one.line - 1]
        lines[one.line - 1] = text[: one.column - 1] + one.text + text[one.column - 1 :]
    yield from lines[mine(draft) - 1 :]


def told_mends(draft, *_):
    for found in pipeline.check(draft.path, None, Source(draft.path, draft.text)).diagnostics:
        if not found.mend:
            continue
        yield f"{found.code}: {found.hint}"
        mended = applied(draft.text, found.mend).split("\n")
        yield from (
            new for at, new in enumerate(mended) if [new] != list(draft.lines[at : at + 1])
        )


def told_lenses(draft, *_):
    """Tell what stands above lines: all scenarios but those called `not yet` were run."""
    text = Text(draft.path, Lines(draft.text), 1)
    found = pipeline.check(draft.path, None, Source(draft.path, draft.text))
    outcomes = {
        one.name: outcome_of(one, found.home)
        for one in found.scenarios
        if not one.name.startswith("not yet")
    }
    scenarios = converting.lenses(text, draft, outcomes, {"debug": converting.DEBUG})
    lenses = [*scenarios, *converting.arms(text, draft, MEASURED)]
    for lens in sorted(lenses, key=lambda lens: lens.range.start.line):
        if lens.range.start.line + 1 >= mine(draft):
            yield f"{draft.lines[lens.range.start.line]}"
            yield f"    {lens.command.title}"


MEASURED = {"rest": Measured(0.004, 0.25, 1_200), "shout": Measured(0, 0, 1_200)}
"""What plays said of some arms."""


def told_values(draft, line, column):
    use = draft.use_at(line, column)
    if use is not None:
        yield Stage().told(draft, line, use.definition.name)


QUERIES = {
    name.removeprefix("told_"): query
    for name, query in tuple(globals().items())
    if name.startswith("told_")
}


def mine(draft):
    """Return the first line that is not of the game before."""
    return GAME.count("\n") + 1 if draft.text.startswith(GAME) else 1


def underlined(draft, span):
    text = draft.lines[span.line - 1]
    width = span.end_column - span.column
    return f"{text}\n{' ' * (span.column - 1)}{'^' * width}"


def answer(query, given):
    written = given.rules if given.whole else GAME + given.rules
    at = written.find(MARK)
    before = written[: max(at, 0)]
    draft = draft_of(written.replace(MARK, ""))
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    lines = "\n".join(query(draft, line, column)).split("\n")
    return "".join(f"{one.rstrip()}\n" for one in lines).lstrip("\n") or "nothing\n"


@pytest.mark.parametrize(
    "path", sorted(HERE.glob("*/*.md")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_a_query_answers_as_agreed(path, request):
    query = QUERIES[path.parent.name]
    if request.config.getoption("--bless"):
        bless(path, lambda given: answer(query, given))
    for given, expected in cases(path):
        assert answer(query, given) == expected


def test_each_query_has_its_folder():
    assert {path.name for path in HERE.iterdir()} == set(QUERIES)
    assert all(len(list((HERE / query).glob("*.md"))) >= 1 for query in QUERIES)
