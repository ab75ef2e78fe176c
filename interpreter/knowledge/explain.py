"""Why an action is refused, for what somebody typed: `mark(b2)`, `mark b2` or only `mark`.

Answers say no more than refusals do (Ref §9): they come from the asked player's own choice point.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Final

from interpreter.reference.choice import NO_SUCH_OPTION
from interpreter.state import CHANCE, State

_MOST = 8
_QUOTED = 60
_EXAMPLES = 3
_GAP: Final = "…"
_WORD: Final = re.compile(r"[^\W_]+")
_TELLING: Final = 2
"""Words by which a refused action is known: one alone is the beginning of too many."""
_REASONS: Final = 2
_LOOKS: Final = 5_000
"""Candidates looked at for what some words tell of; a choice may have thousands."""


def why_not(state: State, text: str) -> str:
    """Return why what `text` asks for cannot be done now, or that it can.

    A name alone is answered for all its arguments, grouped by reason: `a1, b1: taken`, or
    `(a1, king), (b1, king): taken` where an action has several. Words that name one refused
    action, in the words of its sentence too, are answered with its reason.
    """
    if state.is_terminal:
        return "the game is over"
    if state.current_player == CHANCE:
        return "chance is to decide, not a player"
    name, arguments = parse_action(text)
    names = state.arm_names
    if not name:
        return f"name an action: {listed(names)}"
    if name not in names:
        found = _refused(state, text) or _elsewhere(state, name)
        return found or unknown_name(name, _open(state), text)
    if arguments:
        reason = state.refusal(name, arguments)
        if reason == NO_SUCH_OPTION:
            return _refused(state, text) or _none_such(state, name, text)
        return f"{written(name, arguments)} is legal" if reason is None else reason
    return _why_none(state, name)


def _open(state: State) -> Sequence[str]:
    """Return the arms by which something may be done; all on offer where nothing is looked at."""
    found = tuple(dict.fromkeys(action.name for action in state.legal_actions))
    return found or state.arm_names


def _elsewhere(state: State, name: str) -> str:
    """Say of an action of other choices that it is not on offer, and in which phases it is.

    "" where no choice has it, or this one has it in other letters.
    """
    wanted = name.casefold()
    arms = [arm for arm in state.game.document().arms if arm.name.casefold() == wanted]
    if not arms or wanted in (here.casefold() for here in state.arm_names):
        return ""
    phases = dict.fromkeys(arm.phase for arm in arms)
    here = state.sight(None).phases
    told = [phase.replace("_", " ") for phase in phases if phase is not None]
    is_later = len(told) == len(phases) and phases.keys().isdisjoint(here)
    where = f", but in {' and '.join(told)}" if is_later else ""
    return f"`{arms[0].name}` is not on offer now{where}; there is {listed(_open(state))}"


def parse_action(text: str) -> tuple[str, tuple[str, ...]]:
    """Return name and arguments of a typed action; brackets inside an argument stay with it.

    >>> parse_action("place(king(P1), s2)") == parse_action("place king(P1) s2")
    True
    """
    words = _words(text)
    if len(words) == 1 and "(" in words[0] and words[0].endswith(")"):
        name, _, inside = words[0].partition("(")
        return name, tuple(_words(inside[:-1]))
    return (words[0], tuple(words[1:])) if words else ("", ())


def written(name: str, arguments: Sequence[str | int]) -> str:
    """Return an action as rule texts write it.

    >>> written("step", ("a1", "a2")), written("pass", ())
    ('step(a1, a2)', 'pass')
    """
    return f"{name}({', '.join(map(str, arguments))})" if arguments else name


def listed(items: Sequence[str], most: int = _MOST) -> str:
    """Return items separated by commas, the number of the rest behind the first `most`.

    >>> listed(("a", "b", "c"), 2)
    'a, b and 1 more'
    """
    shown = ", ".join(items[:most])
    return shown if len(items) <= most else f"{shown} and {len(items) - most} more"


def unknown_name(name: str, names: Sequence[str], text: str = "") -> str:
    """Return that there is no such action now, and which one may have been meant.

    `text`: all that was typed, which may be a sentence that begins with another word.
    """
    if name == "pass":
        return f"you may not pass now; there is {listed(names)}"
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    if near:
        return (
            f"there is no action `{name}` now; did you mean {' or '.join(f'`{n}`' for n in near)}?"
        )
    meant = name if "(" in text else " ".join(text.split())[:_QUOTED] or name
    return f"there is no action `{meant}` now; there is {listed(names)}"


def _words(text: str) -> list[str]:
    """Split at commas and blanks outside brackets; a blank before a bracket does not split."""
    words: list[str] = []
    word = ""
    depth = 0
    for place, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth <= 0 and (char == "," or char.isspace()):
            if not text[place:].lstrip().startswith("("):
                words.append(word)
                word = ""
        elif not char.isspace():
            word += char
    return [found for found in [*words, word] if found]


def _none_such(state: State, name: str, text: str) -> str:
    """Say that the arguments that were typed stand for nothing here, and which ones would."""
    typed = " ".join(text.split())[:_QUOTED]
    asked = f"there is no `{typed}` now"
    legal = [str(action) for action in state.legal_actions if action.name == name]
    return f"{asked}; there is {listed(legal, _EXAMPLES)}" if legal else asked


def _why_none(state: State, name: str) -> str:
    """Say for each candidate of an arm what stands against it, grouped by reason."""
    legal = [str(action) for action in state.legal_actions if action.name == name]
    reasons: dict[str, list[str]] = {}
    several: set[str] = set()
    for action, reason in state.candidates(name):
        if reason is not None:
            shown = ", ".join(action.labels)
            if len(action.labels) > 1:
                several.add(shown)
            reasons.setdefault(reason, []).append(shown)
    lines = [f"legal: {listed(legal)}"] if legal else []
    for wording, found in _alike(reasons).items():
        shown = listed([f"({one})" if one in several else one for one in dict.fromkeys(found)])
        lines.append(f"{shown}: {wording}" if shown else wording)
    return "\n".join(lines) or f"{name} has nothing to be done with now"


def _alike(reasons: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return reasons that differ in what was asked for alone as one, with all that it is said of.

    >>> _alike({"a1 is taken": ["a1, king", "a1, man"], "b2 is taken": ["b2, man"]})
    {'… is taken': ['a1', 'b2']}
    >>> _alike({"a1 is taken": ["a1, king"], "too late": ["b2, man"]})
    {'a1 is taken': ['a1, king'], 'too late': ['b2, man']}
    """
    named: dict[str, dict[str, str]] = {}
    for reason, found in reasons.items():
        common = set.intersection(*({*one.split(", ")} for one in found))
        for label in common:
            wording = re.sub(_whole(label), _GAP, reason) if label else reason
            if wording != reason:
                named.setdefault(wording, {})[reason] = label
    folded: dict[str, list[str]] = {}
    for reason, found in reasons.items():
        shared = max((w for w, by in named.items() if reason in by), key=_many(named), default="")
        if shared and len(named[shared]) > 1:
            folded.setdefault(shared, []).append(named[shared][reason])
        else:
            folded.setdefault(reason, []).extend(found)
    return folded


def _many(named: Mapping[str, Mapping[str, str]]) -> Callable[[str], tuple[int, str]]:
    """Return how wordings are ordered: by how many reasons they stand for."""
    return lambda wording: (len(named[wording]), wording)


def _whole(label: str) -> str:
    return rf"(?<!\w){re.escape(label)}(?!\w)"


def _refused(state: State, text: str) -> str | None:
    """Return why what some words tell of is refused, where that is for one reason or two.

    One word alone has to be a whole argument: `d6`, whatever might be done there. Of several,
    those do not matter that no candidate has, as long as two do: `the warrior on s24`.
    """
    asked = {*_WORD.findall(text.casefold())}
    candidates = [
        (action, reason, {*_WORD.findall(f"{action} {action.sentence}".casefold())})
        for name in state.arm_names
        for action, reason in islice(state.candidates(name), _LOOKS)
    ]
    known = asked.intersection(word for _, _, told in candidates for word in told)
    if len(known) < _TELLING:
        found = (
            (action, reason)
            for action, reason, _ in candidates
            if text.strip().casefold() in {label.casefold() for label in action.labels}
        )
    else:
        found = ((action, reason) for action, reason, told in candidates if known <= told)
    reasons = dict.fromkeys(reason for _, reason in found)
    is_clear = 0 < len(reasons) <= _REASONS and None not in reasons
    return "; ".join(reason for reason in reasons if reason) if is_clear else None
