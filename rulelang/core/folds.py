"""What folds there are, and what holds of each without playing: the table that analyses read.

    count c in Cell where on(c) is X     →   FOLDS["count"]: a number, as many as are found

A fold makes one value of what a search finds. What it makes of it is its meaning, which stands
once in each engine (`interpreter/reference/queries.py`, `interpreter/native/evaluate/queries.py`)
and in the evaluator of constants (`rulelang/core/constants.py`). `docs/internals.md` has the steps
by which a fold is added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from rulelang.core.expressions import Expr, Fold, FoldName
from rulelang.freezing import frozen

Ends: TypeAlias = tuple[int, int]
"""The least and the highest that a number can be."""

MOST: Final = 10**30
"""Powers stop here: no type and no number of native code is so large."""


@frozen
class FoldRule:
    """One fold.

    `text`: how rule texts begin it; `phrase`: how plain sentences do; `gist`: what editors say of
    it, where it stands on values. `gives`: a flag, a number of
    its own, one of its values, one of the elements, or those themselves. `has_value`: it asks for
    a value in each find. `has_otherwise`: the text says what it is where it finds nothing.
    `stops`: its first find settles it. `settled`: what is found settles it; if not, it may be
    `otherwise` all the same. `reach`: from the ends of its values and of how many there are, its
    own. `mutant`: a fold that an author may have meant, with an `else` if this one has it, and
    what that mistake is called.
    """

    text: str
    phrase: str
    gives: Literal["flag", "number", "value", "element", "elements"]
    reach: Callable[[Ends, Ends], Ends]
    has_value: bool = False
    has_otherwise: bool = False
    stops: bool = False
    settled: bool = True
    mutant: tuple[FoldName, str] | None = None
    gist: str = ""


def _whether(_: Ends, found: Ends) -> Ends:
    return min(1, found[0]), min(1, found[1])


def _how_many(_: Ends, found: Ends) -> Ends:
    return found


def _one_of(value: Ends, _: Ends) -> Ends:
    return value


def _sum(value: Ends, found: Ends) -> Ends:
    (low, high), (least, most) = value, found
    return low * (most if low < 0 else least), high * (most if high > 0 else least)


def _product(value: Ends, found: Ends) -> Ends:
    """Return the ends of products; of several with signs the largest has all at an end.

    >>> _product((2, 3), (1, 2)), _product((-2, 3), (0, 3)), _product((5, 5), (0, 0))
    ((2, 9), (-18, 27), (1, 1))
    """
    (low, high), (least, most) = value, found
    if low > high or most <= 0:
        return 1, 1
    if low >= 0:
        ends = [_power(end, count) for end in (low, high) for count in (least, most)]
        return min(ends), max(ends)
    largest = max(-low, high)
    return low * _power(largest, most - 1), _power(largest, most)


def _power(base: int, times: int) -> int:
    """Return a power of a number that is not below 0, `MOST` at most."""
    if base <= 1 or times <= 0:
        return 1 if times <= 0 else base
    return MOST if times >= MOST.bit_length() else min(MOST, base**times)


FOLDS: Final[Mapping[FoldName, FoldRule]] = {
    "some": FoldRule("some", "some", "flag", _whether, stops=True),
    "count": FoldRule("count", "the number of", "number", _how_many),
    "sum": FoldRule(
        "sum of",
        "the sum of",
        "number",
        _sum,
        has_value=True,
        mutant=("count", "counted, not summed"),
        gist="The values of all, added up.",
    ),
    "product": FoldRule(
        "product of",
        "the product of",
        "number",
        _product,
        has_value=True,
        mutant=("sum", "summed, not multiplied"),
        gist="The values of all, multiplied.",
    ),
    "highest": FoldRule(
        "highest of",
        "the highest",
        "value",
        _one_of,
        has_value=True,
        has_otherwise=True,
        mutant=("lowest", "the other extreme"),
        gist="The highest value of all; `else` where there is none.",
    ),
    "lowest": FoldRule(
        "lowest of",
        "the lowest",
        "value",
        _one_of,
        has_value=True,
        has_otherwise=True,
        mutant=("highest", "the other extreme"),
        gist="The lowest value of all; `else` where there is none.",
    ),
    "first": FoldRule("first", "the first", "element", _one_of, has_otherwise=True, stops=True),
    "only": FoldRule("the", "the", "element", _one_of, has_otherwise=True, settled=False),
    "all": FoldRule("all", "all", "elements", _how_many),
}
"""Every fold by its name."""

FOLD_OF: Final[Mapping[str, FoldName]] = {
    rule.text.removesuffix(" of"): name for name, rule in FOLDS.items() if rule.has_value
}
"""The folds of values by the words that begin them."""


def value_of(e: Fold) -> Expr:
    """Return what a fold asks in each find; only for those that ask."""
    assert e.value is not None, f"`{e.fold}` asks for no value"
    return e.value


def otherwise_of(e: Fold) -> Expr:
    """Return what a fold is where nothing settles it; only for those that say so."""
    assert e.otherwise is not None, f"`{e.fold}` has a value of its own"
    return e.otherwise
