"""The legal actions as a menu: few in one list, many folded by arm and then by argument.

A menu is a tree that hangs on the legal actions alone. Each entry of it has a number below its
parent, counted from 1, and `3.2` names entry 2 below entry 3 from anywhere: an option keeps its
number for as long as the choice stands, whatever is listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from types import MappingProxyType
from typing import Final, TypeAlias

import attrs

from interpreter.action import Action
from interpreter.play.plain import plainly
from interpreter.play.typed import holding
from interpreter.state import State

FEW: Final = 20
"""Options that stand in one list; more are folded."""

_MOST: Final = 120
_COLUMNS_FROM: Final = 10
_GAP: Final = 3
_DIGITS: Final = 18
"""Of a number that somebody types; Python reads no number of thousands of them."""

Say: TypeAlias = Callable[[str], str]
"""Tells a text as people say it (`interpreter.play.plain`)."""


@attrs.frozen
class Entry:
    """An option, or some that have their first arguments in common.

    `number`: from 1, below each parent; () for the root. `title`: what its actions share that its
    parent's do not. `entries` are () for an option, whose only action it is.
    """

    number: tuple[int, ...]
    title: str
    actions: tuple[Action, ...]
    entries: tuple[Entry, ...]

    @property
    def label(self) -> str:
        """How the number is written and typed."""
        return ".".join(map(str, self.number))


def menu_of(actions: Sequence[Action]) -> Entry:
    """Return the menu of some legal actions: its root.

    >>> from interpreter import load
    >>> [entry.title for entry in menu_of(load("tic_tac_toe").start().legal_actions).entries][:2]
    ['X marks a1', 'X marks b1']
    """
    found = tuple(actions)
    if len(found) <= FEW:
        return Entry((), "", found, _options((), found))
    groups = [tuple(group) for _, group in groupby(found, key=_form)]
    if len(groups) == 1:
        return _folded((), "", groups[0], 0)
    entries = tuple(_folded((at,), _arm(group), group, 0) for at, group in enumerate(groups, 1))
    return Entry((), "", found, entries)


def _form(action: Action) -> tuple[str, int]:
    """Return what actions of one branch have in common: arms of a name may differ in arguments."""
    return action.name, len(action.labels)


def _arm(group: Sequence[Action]) -> str:
    return group[0].sentence if len(group) == 1 else _spaced(group[0].name)


def _options(number: tuple[int, ...], actions: Sequence[Action]) -> tuple[Entry, ...]:
    """Return an entry for each action; where two have one sentence, what is typed stands by."""
    alike = Counter(action.sentence for action in actions)
    return tuple(
        Entry(
            (*number, at),
            f"{action.sentence}: {action}" if alike[action.sentence] > 1 else action.sentence,
            (action,),
            (),
        )
        for at, action in enumerate(actions, 1)
    )


def _folded(number: tuple[int, ...], title: str, group: tuple[Action, ...], at: int) -> Entry:
    """Return the entry of actions of one form that have all arguments before `at` in common."""
    if len(group) == 1:
        return Entry(number, title, group, ())
    width = len(group[0].labels)
    while at < width and len({action.labels[at] for action in group}) == 1:
        at += 1
    if at >= width:
        return Entry(number, title, group, _options(number, group))
    parts: dict[str, list[Action]] = {}
    for action in group:
        parts.setdefault(action.labels[at], []).append(action)
    if len(group) <= FEW:
        return Entry(number, title, group, _options(number, group))
    entries = tuple(
        _folded((*number, n), _shared(label, part), tuple(part), at + 1)
        for n, (label, part) in enumerate(parts.items(), 1)
    )
    return Entry(number, title, group, entries)


def _shared(label: str, part: Sequence[Action]) -> str:
    """Return what tells an entry from the others: of several, a number with what stands before."""
    if len(part) == 1 or not label.isdigit():
        return label
    sentences = [action.sentence.split() for action in part]
    words = [each[0] for each in takewhile(_are_one, zip(*sentences, strict=False))]
    return " ".join((*words, "...")) if label in words else label


def _are_one(words: Sequence[str]) -> bool:
    return len(set(words)) == 1


# ---------------------------------------------------------------- finding


def entry_at(root: Entry, here: Entry, text: str) -> Entry | None:
    """Return the entry that a number names: `4` below `here`, `3.2` below the root; or None."""
    numbers = text.rstrip(".").split(".")
    if not all(part.isascii() and part.isdigit() and len(part) <= _DIGITS for part in numbers):
        return None
    entry = here if len(numbers) == 1 else root
    for part in numbers:
        if not 1 <= int(part) <= len(entry.entries):
            return None
        entry = entry.entries[int(part) - 1]
    return entry


def parent_of(root: Entry, entry: Entry) -> Entry:
    """Return the entry above another; the root is its own parent."""
    above = root
    for number in entry.number[:-1]:
        above = above.entries[number - 1]
    return above


def within(root: Entry, actions: Sequence[Action]) -> Entry:
    """Return the innermost entry that has all these actions below it."""
    wanted = {action.id for action in actions}
    entry = root
    while True:
        inner = [e for e in entry.entries if wanted <= {action.id for action in e.actions}]
        if not inner:
            return entry
        entry = inner[0]


def options_in(entry: Entry) -> Iterator[Entry]:
    """Yield the options below an entry, or itself where it is one."""
    if not entry.entries and entry.actions:
        yield entry
    for inner in entry.entries:
        yield from options_in(inner)


# ---------------------------------------------------------------- writing


def menu(
    entry: Entry, width: int, say: Say = str, words: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Return an entry of the menu as text, in columns where it is long.

    `words`: what arms are called beside their names.
    """
    options = [e for e in entry.entries if not e.entries]
    if len(options) == len(entry.entries) and len(options) <= FEW:
        return "\n".join(_listed(options, width, say, words))
    is_cut = entry.number or options != list(entry.entries) or _is_cut(options)
    lines = [f"{say(_whole_title(entry))}:"] if is_cut and _is_one_form(entry) else []
    texts = [say(_line(inner, words)) for inner in entry.entries]
    few = len(texts) < _COLUMNS_FROM
    return "\n".join([*lines, *_columns(texts, width, one_each=few)])


def _listed(
    options: Sequence[Entry], width: int, say: Say, words: Mapping[str, str]
) -> Iterator[str]:
    """Yield the lines of options, under the names of their arms where there are many."""
    for name, group in groupby(options, key=lambda option: option.actions[0].name):
        texts = [say(_line(option, words)) for option in group]
        if len(texts) >= _COLUMNS_FROM:
            yield f"{_in_words(name, words)}:"
        yield from _columns(texts, width, one_each=len(texts) < _COLUMNS_FROM)


def _line(entry: Entry, words: Mapping[str, str]) -> str:
    number = entry.number[-1]
    if not entry.entries:
        return f"{number}. {entry.title}"
    name = entry.actions[0].name
    title = _in_words(name, words) if entry.title == _spaced(name) else entry.title
    return f"{number}. {title} ({len(entry.actions)})"


def _spaced(arm: str) -> str:
    return arm.replace("_", " ")


def _in_words(arm: str, words: Mapping[str, str]) -> str:
    """Return the name of an arm, and what it is called where that says more."""
    name, said = _spaced(arm), words.get(arm, "")
    return f"{name}, {said}" if said and said.casefold() != name else name


def _is_cut(options: Sequence[Entry]) -> bool:
    """Return whether options are written by less than their sentences."""
    return any(option.title != option.actions[0].sentence for option in options)


def _is_one_form(entry: Entry) -> bool:
    return len({_form(action) for action in entry.actions}) == 1


def _whole_title(entry: Entry) -> str:
    """Return what all actions of an entry have in common, as somebody would type it."""
    first = entry.actions[0]
    shared = []
    for at, label in enumerate(first.labels):
        if any(action.labels[at] != label for action in entry.actions):
            break
        shared.append(label)
    return " ".join((_spaced(first.name), *shared, "..."))


def listing(root: Entry, width: int, words: Sequence[str] = (), say: Say = str) -> str:
    """Return all options with their whole numbers; only those that hold all `words`, if any.

    A word is a whole one: `s4` does not list what is done on s41.
    """
    wanted = {action.id for action in holding(root.actions, words)}
    found = [option for option in options_in(root) if option.actions[0].id in wanted]
    if not found:
        return "No action you may take has these words in it."
    alike = Counter(option.actions[0].sentence for option in found)
    texts = [say(f"{option.label}. {_told(option.actions[0], alike)}") for option in found[:_MOST]]
    lines = list(_columns(texts, width, one_each=len(texts) < _COLUMNS_FROM))
    if len(found) > _MOST:
        more = len(found) - _MOST
        lines.append(f"  ... and {more} more; `l WORD` lists those with a word in them")
    return "\n".join(lines)


def _told(action: Action, alike: Counter[str]) -> str:
    return f"{action.sentence}: {action}" if alike[action.sentence] > 1 else action.sentence


def doubt(root: Entry, found: Sequence[Action], width: int, say: Say = str) -> str:
    """Return what a line may mean, with the numbers by which each can be taken."""
    wanted = {action.id for action in found}
    options = [option for option in options_in(root) if option.actions[0].id in wanted]
    alike = Counter(option.actions[0].sentence for option in options)
    texts = [say(f"{o.label}. {_told(o.actions[0], alike)}") for o in options[:FEW]]
    lines = list(_columns(texts, width, one_each=len(texts) < _COLUMNS_FROM))
    more = [f"  ... and {len(options) - FEW} more"] if len(options) > FEW else []
    return "\n".join(["That may be:", *lines, *more, "Type the number, or more words."])


def order_told(state: State) -> str:
    """Return the line that says that options go by an order, where they do; "" elsewhere."""
    ordered = {o.layout.arm.name for o in state.open_arms if o.layout.is_ordered}
    if sum(action.name in ordered for action in state.legal_actions) <= 1:
        return ""
    return "\n  (in this order: who takes one can take none of those before it any more)"


def numbered(state: State, actions: Sequence[Action], most: int) -> str:
    """Return the sentences of some legal actions, each with its number in the menu.

    >>> from interpreter import load
    >>> start = load("tic_tac_toe").start()
    >>> numbered(start, start.legal_actions[3:], 2)
    '4. X marks a2; 5. X marks b2; and 4 more'
    """
    wanted = {action.id for action in actions}
    root = menu_of(state.legal_actions)
    options = [option for option in options_in(root) if option.actions[0].id in wanted]
    told = [f"{option.label}. {option.actions[0].sentence}" for option in options[:most]]
    more = [f"and {len(options) - most} more"] if len(options) > most else []
    return plainly("; ".join((*told, *more)), state.game.document())


def _columns(texts: Sequence[str], width: int, *, one_each: bool = False) -> Iterator[str]:
    """Lay out texts downwards in as many columns as the width holds, or in a line each."""
    wide = max(map(len, texts)) + _GAP
    count = 1 if one_each else max(1, (width - 2) // wide)
    height = -(-len(texts) // count)
    for row in range(height):
        yield "  " + "".join(text.ljust(wide) for text in texts[row::height]).rstrip()
