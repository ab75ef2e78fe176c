"""The name that an author may have meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

_ALIKE = 0.7  # so that one slip in a word of four letters is found, and two are not
_FEW = 3


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that is most like `word`, if any is like it.

    >>> nearest("discrad", ["deck", "discard", "hand"])
    'discard'
    >>> nearest("market", ["deck", "discard", "hand"]) is None
    True
    >>> nearest("fro", ["for", "in"]), nearest("ot", ["at", "to"])
    ('for', 'to')
    """
    known = sorted(set(candidates), key=lambda name: (name[:1] == word[:1], name), reverse=True)
    by_spelling = {name.lower(): name for name in reversed(known)}
    found = [turned for turned in _turned(word.lower()) if turned in by_spelling]
    found = found or get_close_matches(word.lower(), sorted(by_spelling), n=1, cutoff=_ALIKE)
    return by_spelling[found[0]] if found else None


def near(word: str, candidates: Iterable[str]) -> list[str]:
    """Return the candidates that are like `word`, the most alike first; few, and not itself.

    >>> near("ned", ["end", "need", "set"])
    ['end', 'need']
    """
    known = sorted(set(candidates))
    alike = get_close_matches(word.lower(), known, n=_FEW, cutoff=_ALIKE)
    turned = [one for one in _turned(word.lower()) if one in known]
    return [one for one in dict.fromkeys((*turned, *alike)) if one != word]


def _turned(word: str) -> Iterator[str]:
    """Yield a word with two neighbours turned round, which tells little in a short one."""
    for at in range(1, len(word)):
        yield word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """Return a hint that names the candidate most like `word`; "" if none is like it."""
    name = nearest(word, candidates)
    return f"did you mean `{name}`?" if name else ""
