"""Short forms of labels for the squares of a board: `mW` for `man(White)`, as a legend says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_LONG = 4
_WORD = re.compile(r"\w+")


def short_forms(labels: Iterable[str]) -> Mapping[str, str]:
    """Return a short form for each label, all different, as short as that allows.

    What all share, such as the name in `Mark(X)` and `Mark(O)`, is left out.

    >>> short_forms(["Mark(X)", "Mark(O)"])
    {'Mark(X)': 'X', 'Mark(O)': 'O'}
    >>> short_forms(["man(White)", "king(White)", "man(Black)"])
    {'man(White)': 'mW', 'king(White)': 'kW', 'man(Black)': 'mB'}
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
        forms = {name: "".join(w[:letters] for w in words) for name, words in parts.items()}
        if len(set(forms.values())) == len(names):
            return forms
    return {name: name for name in names}


def legend(forms: Mapping[str, str]) -> str:
    """Return what the short forms stand for; "" where each is a word of its label.

    >>> legend({"man(White)": "mW", "king(White)": "kW"})
    'mW man(White), kW king(White)'
    >>> legend({"Mark(X)": "X", "Mark(O)": "O"})
    ''
    """
    needed = any(form not in _WORD.findall(name) for name, form in forms.items())
    return ", ".join(f"{form} {name}" for name, form in forms.items()) if needed else ""
