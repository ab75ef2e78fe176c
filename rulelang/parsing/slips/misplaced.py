"""What stands in the wrong place: a block behind the `:` of another, an arm beside its choice.

before:  an arm in the column of `p chooses:`, stopped at its text
after:   the arm, and what stands below it, in the column of the other arms
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Final

import attrs

from rulelang.diagnostics import Diagnostic, Edit
from rulelang.messages import layout, syntax
from rulelang.parsing.lines import Line
from rulelang.parsing.slips.foreign import OTHERS
from rulelang.parsing.stops import Scene, Stop, edit_at, sentence_of
from rulelang.source import Span

_BLOCK: Final = re.compile(
    r":[ \t]+(?P<word>if|for|match|random|repeat|each|phase|let|anytime)[ \t]+$"
    r"|:[ \t].*?(?P<last>chooses)$"
)
_CHOICE: Final = re.compile(r"chooses\b[^:\"]*:$")
_ARM: Final = re.compile(
    rf"(?!(?:{OTHERS})\b)[a-z]\w*(?:\([a-z]\w* in .*\)| \"[^\"]*\{{[^\"]*\"| \"[^\"]*\":).*"
)
_DRAW: Final = re.compile(r" {4}draw$")


def block_on_line(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find `if a: if b:`, whose second `if` was read as the name of an effect."""
    end = stop.span.column - 1 + (len(stop.text) if stop.text == "chooses" else 0)
    found = _BLOCK.search(scene.line.text[:end])
    if found is None or stop.in_text:
        return None
    group = "word" if found["word"] else "last"
    span = attrs.evolve(stop.span, column=found.start(group) + 1, end_column=found.end(group) + 1)
    return syntax.block_on_line(span, found[group])


def other_branch(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find `otherwise` below an `if`, in its column: the other branch is `else:`."""
    if stop.in_text or scene.first_word != "otherwise" or not scene.follows_if():
        return None
    start = scene.line.indent
    end = start + len("otherwise")
    colon = re.match(r"[ \t]*[:,]?[ \t]*", scene.line.code[end:])
    span = attrs.evolve(stop.span, column=start + 1, end_column=end + 1)
    more = end + (colon.end() if colon else 0)
    rest = scene.line.code[more:].strip()
    found = syntax.unexpected_word(span, "otherwise", ("`else:`",), (), "write `else:`")
    edit = edit_at(stop, scene, start, more, "else: " if rest else "else:")
    return attrs.evolve(found, mend=(edit,))


def arm_outside(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find `rest "{p} rests"` in the column of `p chooses:`, below the other arms."""
    line = scene.line
    is_arm = _ARM.fullmatch(line.code.strip()) and scene.first_word not in scene.statements
    if stop.in_text or not is_arm or line.has_tabs:
        return None
    arms = _arms_above(scene)
    if not arms:
        return None
    column = arms[0].indent
    below = takewhile(lambda x: _is_below(x, line, column), scene.since(line)[1:])
    with_it, blank = [line, *below], " " * (column - line.indent)
    edits = [Edit(_begin(stop, one), blank) for one in with_it if one.text.strip()]
    return layout.arm_outside(sentence_of(stop, line), len(blank), tuple(edits))


def _arms_above(scene: Scene) -> list[Line]:
    """Return the lines below the choice in whose column that of a stop stands; [] without one."""
    above = [x for x in scene.lines if x.number < scene.line.number and x.code]
    below = [*takewhile(lambda x: x.indent > scene.line.indent, reversed(above))][::-1]
    head = above[-1 - len(below)] if below and len(below) < len(above) else None
    is_choice = head is not None and head.indent == scene.line.indent
    return below if is_choice and head and _CHOICE.search(head.code) else []


def _is_below(line: Line, arm: Line, column: int) -> bool:
    """Return whether a line belongs to an arm; `column`: that of the arms before it."""
    is_arm = line.indent == column and _ARM.fullmatch(line.code.strip())
    return not line.code or (line.indent > arm.indent and not is_arm)


def _begin(stop: Stop, line: Line) -> Span:
    return Span(stop.span.file, line.number, 1, line.number, 1)


_FACT: Final = re.compile(r"let \w+(?:\([^()]*\))?(?P<sign> ?=? ?:)$")
_RETURN: Final = re.compile(r" +return (?P<value>\S.*)")


def returned(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find `let total(t):` above `return …`, as functions are written elsewhere."""
    code = scene.line.code.rstrip()
    fact, below = _FACT.match(code), [x for x in scene.since(scene.line)[1:] if x.code]
    value = _RETURN.fullmatch(below[0].code.rstrip()) if below else None
    if stop.in_text or stop.text != ":" or fact is None or value is None:
        return None
    start, last = fact.start("sign") + 1, below[0]
    between = attrs.evolve(
        stop.span, column=start, end_line=last.number, end_column=value.start("value") + 1
    )
    span = attrs.evolve(stop.span, column=start, end_column=len(code) + 1)
    head = f"{code[: start - 1]} ="
    found = syntax.unexpected_word(span, ":", ("`=`",), (), f"write `{head} {value['value']}`")
    is_whole = len(below) == 1
    return attrs.evolve(found, mend=(Edit(between, " = "),) if is_whole else ())


def drawn(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `draw` as the last sentence of play: what somebody drew there would be for nothing."""
    is_last = not any(line.code for line in scene.since(scene.line)[1:])
    if not is_last or not scene.lines[0].code.startswith("play"):
        return ()
    return (edit_at(stop, scene, 4, 8, "end: draw"),) if _DRAW.match(scene.line.code) else ()
