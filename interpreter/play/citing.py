"""What the rule text says of a choice: the lines of the choose and its arms, with citations.

The text is read anew where it lies; what is there is shown, and no more is made of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final

from interpreter.document import lines_in
from interpreter.play.ending import spans_to_end
from interpreter.position import Choosing
from interpreter.reference.choice import open_arms
from interpreter.state import State
from rulelang.source import Span

_MOST: Final = 60
_GAP: Final = re.compile(r" {4,}\[(?=[^\]]*\]$)")
_HEAD: Final = re.compile(r"[\w\")]\s*:(?:\s|$)")
_NUMBERED: Final = re.compile(r" *\d+  +")
_REMARK: Final = re.compile(r'"[^"]*"|#.*|\[[^\]]*\]$')
_RULES: Final = frozenset({"setup", "play", "to", "let", "standing"})
"""What the declarations begin with that say what is done."""
_THINGS: Final = frozenset({"space", "edge", "component", "token", "die"})
"""What the declarations begin with that have attributes."""
_DECLARED: Final = (
    r"(?:let|to|var|zone|table|kind|space|edge|component|token|die|option|players|standing)"
)


def folded(text: str, width: int) -> str:
    """Return quoted lines cut at `width`; what goes on in the next line stands below its text.

    >>> print(folded("   12  for p in Player: draw(p)", 20))
       12  for p in
             Player:
             draw(p)
    """
    return "\n".join(line for whole in text.splitlines() for line in _fold(whole, width))


def _fold(line: str, width: int) -> list[str]:
    behind = _NUMBERED.match(line)
    edge = " " * ((len(behind[0]) if behind else _indent(line)) + 2)
    room = max(width, len(edge) * 2)
    found = wrap(
        line, room, subsequent_indent=edge, break_long_words=False, break_on_hyphens=False
    )
    return found or [""]


def rules_here(state: State) -> str:
    """Return the lines of the rule text by which somebody chooses now; "" where nobody does.

    >>> from interpreter import load
    >>> print(rules_here(load("tic_tac_toe").start()).splitlines()[1].strip())
    12  p chooses:
    """
    if state.current_player < 0:
        return ""
    frame = state.position.control[-1]
    assert isinstance(frame, Choosing), "a player chooses at a `Choosing` frame"
    spans = [state.game.layout.statements[frame.choice].span]
    for found in open_arms(state.position.control, state.world):
        span = found.layout.arm.span
        if not any(span.file == s.file and span.line in _block(s) for s in spans):
            spans.append(span)
    return _told([(span.file, _block(span)) for span in spans])


def rules_of_end(state: State) -> str:
    r"""Return the lines that end play, with the loops, conditions and arms that lead there.

    >>> from interpreter import load
    >>> print("\n".join(rules_of_end(load("tic_tac_toe").start()).splitlines()[1:]))
       11  each turn of p, at most 9:
       16      if some l in lines(Cell, 3) where every c in l has on(c) is Mark(p):
       17          end: p wins
       18  end: draw
    """
    found: dict[str, set[int]] = {}
    for span in spans_to_end(state.game.spec):
        found.setdefault(span.file, set()).add(span.line)
    return _told([(file, sorted(numbers)) for file, numbers in found.items()])


def rules_of_name(state: State, name: str) -> str:
    """Return the lines that declare a name in the text, with what stands inside; "" for none."""
    spans = _files(state)
    declared = re.compile(rf"\s*{_DECLARED}\s+{re.escape(name)}\b", re.IGNORECASE)
    arm = re.compile(rf"\s+{re.escape(name)}(?:\(|\s*\"|\s*:)", re.IGNORECASE)
    found: list[tuple[str, range]] = []
    for file in spans:
        for number, line in enumerate(lines_in(file), 1):
            block = _block(Span(file, number, 1, number, 1))
            is_arm = arm.match(line) and (len(block) > 1 or _HEAD.search(line))
            if declared.match(line) or is_arm:
                found.append((file, block))
    return _told(found)


def rules_about(state: State, name: str) -> Iterator[str]:
    """Yield the lines that declare a name, and then those that use it."""
    declared = rules_of_name(state, name)
    uses = [
        line for line in uses_of_name(state, name) if line.split()[0] not in _numbers(declared)
    ]
    if declared:
        yield declared
    if uses:
        yield f"{name} is used in:"
        yield from uses[:_MOST]


def _numbers(told: str) -> set[str]:
    """Return the numbers before quoted lines."""
    return {line.split()[0] for line in told.splitlines() if _NUMBERED.match(line)}


def uses_of_name(state: State, name: str) -> list[str]:
    """Return the lines of the rules in which a name is used, as `rules_of_name` shows lines.

    Declarations but those of attributes, tables, scenarios and remarks are left out.

    >>> from interpreter import load
    >>> uses_of_name(load("tic_tac_toe").start(), "Mark")[0]
    '   15  move Mark(p) from supply to on(c)'
    """
    attribute = re.compile(rf"\s+(?:\w+,\s*)*{re.escape(name)}(?:,\s*\w+)*:\s")
    before = r"\w" if _is_attribute(state, name) else r"\w."
    used = re.compile(rf"(?<![{before}]){re.escape(name)}(?!\w)")
    declared = re.compile(rf"\s*{_DECLARED}\s+{re.escape(name)}\b")
    found: list[str] = []
    for file in _files(state):
        block = ""
        for number, line in enumerate(lines_in(file), 1):
            if line.strip() and not line[0].isspace():
                block = line.split()[0].rstrip(":")
            code = _REMARK.sub("", line)
            is_use = block in _RULES and used.search(code) and not declared.match(line)
            if is_use or (block in _THINGS and attribute.match(code)):
                found.append(f"{number:>5}  {_GAP.sub('   [', line.strip())}")
    return found


def _is_attribute(state: State, name: str) -> bool:
    """Return whether components or places have an attribute of that name."""
    document = state.game.document()
    of_things = (a.name for component in document.components for a in component.attributes)
    of_places = (a.name for family in document.families for a in family.attributes)
    return name in {*of_things, *of_places}


def quoted(spans: Iterable[Span]) -> Iterator[tuple[str, tuple[str, int] | None]]:
    """Yield the lines at some places as `rules_of_end` has them, each with its file and number.

    The line that names a file has no number.
    """
    found: dict[str, set[int]] = {}
    for span in spans:
        found.setdefault(span.file, set()).add(span.line)
    for file, numbers in found.items():
        shown = list(_shown(file, sorted(numbers)))
        if shown:
            yield f"{Path(file).name}:", None
            yield from zip(shown, ((file, number) for number in sorted(numbers)), strict=False)


def _told(blocks: Iterable[tuple[str, Sequence[int]]]) -> str:
    """Return blocks of lines, each run of one file under its name."""
    found: list[str] = []
    last = ""
    for file, numbers in blocks:
        lines = list(_shown(file, numbers))
        if lines:
            found += [*([] if file == last else [f"{Path(file).name}:"]), *lines]
            last = file
    return "\n".join(found)


def _files(state: State) -> tuple[str, ...]:
    """Return the files that the rules stand in, the text itself first."""
    spec = state.game.spec
    spans = [
        *(zone.span for zone in spec.zones),
        *(variable.span for variable in spec.variables),
        *(fact.span for fact in spec.facts),
        *(effect.span for effect in spec.effects),
    ]
    return tuple(dict.fromkeys((state.game.rules, *(span.file for span in spans))))


def _block(span: Span) -> range:
    """Return the lines of a statement or arm with all that stands further in below it."""
    lines = lines_in(span.file)
    if not 1 <= span.line <= len(lines):
        return range(span.line, span.line)
    own, end = _indent(lines[span.line - 1]), span.line
    for number in range(span.line + 1, len(lines) + 1):
        text = lines[number - 1]
        if text.strip():
            if _indent(text) <= own:
                break
            end = number
    return range(span.line, end + 1)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _shown(file: str, numbers: Sequence[int]) -> Iterator[str]:
    """Yield lines of a file with their numbers; citations move up to what they stand behind."""
    lines = lines_in(file)
    told = [number for number in numbers if number <= len(lines)]  # what was cut off is not there
    edge = min((_indent(lines[n - 1]) for n in told if lines[n - 1].strip()), default=0)
    for number in told[:_MOST]:
        yield f"{number:>5}  {_GAP.sub('   [', lines[number - 1][edge:])}".rstrip()
    if len(told) > _MOST:
        yield f"       ... and {len(told) - _MOST} lines more"
