"""Short forms of labels for the squares of a board: `mW` for `man(White)`, as a legend says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_LONG = 4
_WORD = re.compile(r"\w+")


def short_forms(labels: Iterable[str]) -> Mapping[str, str]:
    """Return a short form for each label, all different, as short as that allows.

    What all share, such as the name in `Mark(X)` and `Mark(O)`, is left out. Numbers stand as
    they are: a 10 that is cut would read as 1.

    >>> short_forms(["Mark(X)", "Mark(O)"])
    {'Mark(X)': 'X', 'Mark(O)': 'O'}
    >>> short_forms(["man(White)", "king(White)", "man(Black)"])
    {'man(White)': 'mW', 'king(White)': 'kW', 'man(Black)': 'mB'}
    >>> short_forms(["red 9", "red 10", "Wager(red)"])
    {'red 9': 'r9', 'red 10': 'r10', 'Wager(red)': 'Wr'}
    """
    names = list(dict.fromkeys(labels))
    parts = {name: tuple(_WORD.findall(name)) or (name,) for name in names}
    if len(names) > 1 and len({(words[0], len(words)) for words in parts.values()}) == 1:
        parts = {name: words[1:] or words for name, words in parts.items()}
    longest = max((len(word) for words in parts.values() for word in words), default=0)
    if all(len("".join(words)) <= _LONG for words in parts.values()):
        forms = {name: "".join(words) for name, words in parts.items()}
        if len(set(forms.values())) == len(names):
            return forms
    for letters in range(1, longest + 1):
        forms = {
            name: "".join(word if word.isdigit() else word[:letters] for word in words)
            for name, words in parts.items()
        }
        if len(set(forms.values())) == len(names):
            return forms
    return {name: name for name in names}


def legend(forms: Mapping[str, str]) -> str:
    """Return what the short forms stand for; "" where each is its label, or a word of it.

    >>> legend({"man(White)": "mW", "king(White)": "kW"})
    'mW man(White), kW king(White)'
    >>> legend({"Mark(X)": "X", "Mark(O)": "O"})
    ''
    """
    needed = any(form not in (name, *_WORD.findall(name)) for name, form in forms.items())
    return ", ".join(f"{form} {name}" for name, form in forms.items()) if needed else ""
