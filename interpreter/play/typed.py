"""What a typed line means: the legal actions that it names, however it is written.

Case, blanks, underscores, brackets and commas do not matter, nor the order of words where that
leaves no doubt; the sentence that is shown is understood like the text of an action. Some of the
words are enough where they name one action: `polished by 2` is what `A exhibits 2, polished by 2`
says and `A exhibits 2, polished by 1` does not. Who chooses may say `I` and `me` of himself, and
words that only join others, such as `the` and `with`, where no sentence has them. Only what is
legal is looked at, so an answer says no more than the menu does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from interpreter.action import Action
from interpreter.knowledge.explain import parse_action
from interpreter.state import State

_WORD: Final = re.compile(r"(?<![^\W_])-?[^\W_]+")
_NAME: Final = re.compile(r"\w+")
_NUMBER: Final = re.compile(r"\s*\d+(?:\.\d+)*(?:\.\s+|\s+(?=\D))")
_SELF: Final = frozenset({"i", "me", "my", "myself", "mine"})
_JOINING: Final = frozenset(
    {
        *("a", "an", "and", "at", "by", "for", "from", "in", "into", "of", "off", "on", "onto"),
        *("out", "please", "the", "their", "to", "up", "want", "with", "would"),
    }
)
_BEGINNING: Final = 3  # letters by which a longer word may be meant
_LONGEST: Final = 500  # characters; nobody types more, and all words of all actions are compared


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text, as they are compared.

    >>> words_of("Place(king(P1), s0_s4)")
    ('place', 'king', 'p1', 's0', 's4')
    """
    return tuple(_WORD.findall(text.casefold()))


def meant(state: State, text: str) -> tuple[Action, ...]:
    """Return the legal actions that a line may mean: one, several where it leaves a doubt, or ().

    >>> from interpreter import load
    >>> start = load("tic_tac_toe").start()
    >>> [str(action) for action in meant(start, "B2 mark")]
    ['mark(b2)']
    >>> len(meant(start, "mark"))
    9
    >>> [str(action) for action in meant(start, "I mark the cell on b2")]
    []
    >>> [str(action) for action in meant(start, "I mark on b2")]
    ['mark(b2)']
    """
    if len(text) > _LONGEST:
        return ()
    exact = state.find(*parse_action(text))
    if exact is not None:
        return (exact,)
    found = among(state.legal_actions, text)
    if found or state.is_terminal or state.current_player < 0:
        return found
    return among(state.legal_actions, _plain(state, text))


def _plain(state: State, text: str) -> str:
    """Return a line in which who chooses is named, without the joining words that nothing has."""
    told = {w for a in state.legal_actions for w in (*words_of(str(a)), *words_of(a.sentence))}
    name = state.game.players[state.current_player]
    words = (name if w in _SELF and w not in told else w for w in words_of(text[:_LONGEST]))
    return " ".join(w for w in words if w not in _JOINING or w in told)


def among(actions: Sequence[Action], text: str) -> tuple[Action, ...]:
    """Return those of `actions` that the words of a text name best: () where none holds all.

    Those whose text or sentence is the same; else those of the same words in another order; else
    those that hold them all: one behind the other, else in that order, else in any; else those
    whose sentence tells as done by somebody what is asked as an order, `lays` for `lay`; else
    those of whose words these are beginnings, in letters alone.
    """
    asked = words_of(text[:_LONGEST])
    shorn = words_of(_NUMBER.sub("", text[:_LONGEST], count=1))  # the number of a menu
    if not asked:
        return ()
    told = [(action, words_of(str(action)), words_of(action.sentence)) for action in actions]
    likeness: tuple[Callable[[tuple[str, ...], tuple[str, ...]], bool], ...] = (
        lambda words, told: words == told,
        lambda words, told: Counter(words) == Counter(told),
    )
    for alike in likeness:
        for words in dict.fromkeys((asked, shorn)):
            found = tuple(a for a, text, said in told if alike(words, text) or alike(words, said))
            if found:
                return found
    for holds in (_in_a_row, _in_order, _in_any_order):
        held = {a: w for a, *both in told for w in reversed(both) if holds(asked, w)}
        if held:
            return _nearest(asked, list(held.items()))
    found = tuple(a for a, text, said in told if set(asked) <= {*text, *said})
    if found:
        return found
    found = tuple(a for a, text, said in told if set(asked) <= {*text, *_ordered(said)})
    return found or tuple(a for a, text, said in told if _begins(asked, {*text, *said}))


def _nearest(
    asked: tuple[str, ...], held: Sequence[tuple[Action, tuple[str, ...]]]
) -> tuple[Action, ...]:
    """Return those actions whose words hold the asked ones most closely.

    A number stands at what it counts: `3 iron for 2 gold`. `north` is a whole name, and no
    part of `north_gate`, where one has either.
    """
    pairs = [(a, b) for a, b in pairwise(asked) if a.isdigit() and b.isalpha()]
    close = [a for a, words in held if all(_in_a_row(pair, words) for pair in pairs)]
    found = close or [a for a, _ in held]
    whole = [a for a in found if not _has_a_part(f"{a} {a.sentence}", {*asked})]
    return tuple(whole or found)


def _has_a_part(told: str, asked: set[str]) -> bool:
    """Return whether a text has words that were asked for only as parts of longer names."""
    names = [{*words_of(name)} for name in _NAME.findall(told)]
    alone = {word for name in names if name <= asked for word in name}
    return any(name & asked - alone for name in names if not name <= asked)


def _in_a_row(words: tuple[str, ...], told: tuple[str, ...]) -> bool:
    starts = range(len(told) - len(words) + 1)
    return any(told[at : at + len(words)] == words for at in starts)


def _in_order(words: tuple[str, ...], told: tuple[str, ...]) -> bool:
    left = iter(told)
    return all(word in left for word in words)


def _in_any_order(words: tuple[str, ...], told: tuple[str, ...]) -> bool:
    return not Counter(words) - Counter(told)


def _ordered(said: tuple[str, ...]) -> set[str]:
    """Return the words of a sentence, and those without the ending of the third person."""
    return {word.removesuffix(ending) for word in said for ending in ("", "s", "es")}


def _begins(words: tuple[str, ...], told: set[str]) -> bool:
    """Return whether each word is told, or is the beginning of one that is: `alcib elis`."""
    return all(
        word in told
        or (len(word) >= _BEGINNING and word.isalpha() and any(w.startswith(word) for w in told))
        for word in words
    )


def holding(actions: Sequence[Action], words: Sequence[str]) -> tuple[Action, ...]:
    """Return the actions that hold all words: whole ones, so that `s4` does not find `s41`."""
    asked = {word for text in words for word in words_of(text)}
    return tuple(a for a in actions if asked <= {*words_of(str(a)), *words_of(a.sentence)})


def completions(actions: Sequence[Action], line: str) -> tuple[str, ...]:
    """Return the words that may come next in a line, or that its last word is the beginning of.

    >>> from interpreter import load
    >>> completions(load("tic_tac_toe").start().legal_actions, "mark a")
    ('a1', 'a2', 'a3')
    """
    begun = _ends_in_a_word(line)
    typed = words_of(line)
    known, last = (typed[:-1], typed[-1]) if begun and typed else (typed, "")
    found: dict[str, None] = {}
    for action in holding(actions, known):
        left = Counter(known)
        for name in (action.name, *action.labels):
            for word in words_of(name):
                if left[word]:
                    left[word] -= 1
                elif word.startswith(last):
                    found[word] = None
    return tuple(found)


def _ends_in_a_word(line: str) -> bool:
    return bool(line) and (line[-1].isalnum() or line[-1] == "-")
