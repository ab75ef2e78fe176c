"""The legal actions as a menu, numbered from 1 and grouped by arm; and what a typed line means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from interpreter.knowledge.explain import parse_action
from interpreter.reference.choice import Action
from interpreter.state import State

_MOST = 120
_COLUMNS_FROM = 10
_GAP = 3
_DIGITS = 18
"""Of a number that somebody types; Python reads no number of thousands of them."""


def menu(actions: Sequence[Action], width: int, words: Sequence[str] = ()) -> str:
    """Return the menu, in columns where it is long; only actions whose text holds all `words`.

    Where the rules tell two actions by one sentence, what is typed for each stands behind it.
    """
    wanted = [word.casefold() for word in words]
    lines: list[str] = []
    shown = matching = 0
    alike = Counter(action.sentence for action in actions)
    entries = (
        (action.name, _entry(action, alike[action.sentence]), f"{action} {action.sentence}")
        for action in actions
    )
    for name, group in groupby(entries, key=lambda entry: entry[0]):
        texts = [text for _, text, whole in group if _holds(whole, wanted)]
        matching += len(texts)
        texts = texts[: max(0, _MOST - shown)]
        if texts:
            shown += len(texts)
            lines += [f"{name}:"] if len(texts) >= _COLUMNS_FROM else []
            lines += _columns(texts, width)
    if not matching:
        return "No action you may take has these words in it."
    if matching > shown:
        lines.append(
            f"  ... and {matching - shown} more; `l WORD` lists those with a word in them"
        )
    return "\n".join(lines)


def action_for(state: State, text: str) -> Action | None:
    """Return the legal action that a line means: its number, `mark(b2)` or `mark b2`; or None."""
    if text.isascii() and text.isdigit():
        actions = state.legal_actions
        number = int(text) if len(text) <= _DIGITS else 0
        return actions[number - 1] if 1 <= number <= len(actions) else None
    return state.find(*parse_action(text))


def _entry(action: Action, alike: int) -> str:
    told = f"{action.sentence}: {action}" if alike > 1 else action.sentence
    return f"{action.index + 1}. {told}"


def _holds(text: str, words: Sequence[str]) -> bool:
    folded = text.casefold()
    return all(word in folded for word in words)


def _columns(texts: Sequence[str], width: int) -> Iterator[str]:
    """Lay out texts downwards in as many columns as the width holds; few texts get a line each."""
    wide = max(map(len, texts)) + _GAP
    count = max(1, (width - 2) // wide) if len(texts) >= _COLUMNS_FROM else 1
    height = -(-len(texts) // count)
    for row in range(height):
        yield "  " + "".join(text.ljust(wide) for text in texts[row::height]).rstrip()
