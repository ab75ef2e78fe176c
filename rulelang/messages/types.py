"""Wording of findings about types: what does not fit where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rulelang.diagnostics import Diagnostic, Edit, Label
from rulelang.messages.names import listed
from rulelang.source import Span


def not_a_number(found: str, span: Span, hint: str = "", instead: str = "") -> Diagnostic:
    """Report something else where a number is meant; `instead`: what to write in its place."""
    return Diagnostic(
        "type-mismatch",
        f"a number is needed here, but this is {found}",
        Label(span, f"this is {found}"),
        hint=hint,
        mend=(Edit(span, instead),) if instead else (),
    )


def not_a_claim(
    found: str, span: Span, hint: str, counted: Span | None = None, instead: str = ""
) -> Diagnostic:
    """Report something else where true or false is meant.

    `counted`: the query in it that a comparison was meant for, which its condition has taken in;
    `instead`: what to write in the place of all of it.
    """
    mend: tuple[Edit, ...] = (Edit(span, instead),) if instead else ()
    if counted is not None:
        hint = (
            "the condition reaches to the end of the line: put the query in brackets, `(count …)`"
        )
        mend = (Edit(counted.begin, "("), Edit(counted.end, ")"))
    return Diagnostic(
        "not-a-claim",
        f"this must be true or false, but it is {found}",
        Label(span, f"this is {found}"),
        hint=hint,
        mend=mend,
    )


def query_goes_on(query: Span, domain: Span) -> Diagnostic:
    """Report a query that takes in what was meant to stand behind it. `domain`: its last part."""
    behind = domain.end.to(query)
    return Diagnostic(
        "type-mismatch",
        "a query reaches as far as it can, and takes this in",
        Label(behind, "meant to stand behind it"),
        hint="put the query in brackets: `(sum of … in …) + …`",
        mend=(Edit(query.begin, "("), Edit(domain.end, ")")),
    )


def never_equal(
    left: str, right: str, span: Span, hint: str = "", instead: str = ""
) -> Diagnostic:
    """Report a comparison that can never hold; `instead`: what to write in its place."""
    return Diagnostic(
        "never-equal",
        f"{left} can never be {right}",
        Label(span, "nothing in common"),
        hint=hint or "compare things of one sort",
        mend=(Edit(span, instead),) if instead else (),
    )


def same_for_all(text: str, name: str, instead: str, span: Span) -> Diagnostic:
    """Report things that are compared by what is the same for all; `instead`: what was meant."""
    return Diagnostic(
        "same-for-all",
        f"`{text}` is the same for each `{name}`, so that this compares nothing",
        Label(span, f"says nothing of `{name}`"),
        hint=f"write `{instead}`" if instead else f"say what of `{name}` is compared",
        severity="warning",
        mend=(Edit(span, instead),) if instead else (),
    )


def bound_in_words(span: Span, instead: str) -> Diagnostic:
    """Report `x is 3 or more`; `instead`: the comparison that it is."""
    return Diagnostic(
        "not-a-claim",
        "`or` stands between two claims, and this is one comparison",
        Label(span, "in words"),
        hint=f"write `{instead}`",
        mend=() if "…" in instead else (Edit(span, instead),),
    )


def not_compared(span: Span, hint: str, instead: str) -> Diagnostic:
    """Report a comparison of two collections; `instead`: what to write in its place."""
    return Diagnostic(
        "never-equal",
        "`is` compares single values, and these are two collections",
        Label(span, "each may have several values"),
        hint=hint,
        mend=(Edit(span, instead),) if instead else (),
    )


def lying(zone: str, things: Sequence[str], *, are_all: bool = True) -> str:
    """Return how a claim says that these lie in a zone; `are_all`: and nothing else.

    >>> lying("deck", ["king", "2 Coin", "Coin"])
    'king is in deck and number of Coin in deck is 3 and count deck is 4'
    >>> lying("deck", ["1 Coin"], are_all=False)
    'number of Coin in deck is 1'
    """
    amounts, alone = Counter[str](), set[str]()
    for thing in things:
        amount, _, name = thing.partition(" ") if thing[0].isdigit() else ("", "", thing)
        alone |= set() if amount or name in amounts else {name}
        amounts[name] += int(amount or 1)
    told = [
        f"{name} is in {zone}"
        if amount == 1 and name in alone
        else f"number of {name} in {zone} is {amount}"
        for name, amount in amounts.items()
    ]
    if are_all:
        told.append(f"count {zone} is {amounts.total()}")
    return " and ".join(told)


def never_in(found: str, elements: str, span: Span) -> Diagnostic:
    """Report a membership that can never hold."""
    return Diagnostic(
        "never-equal",
        f"{found} can never be among {elements}",
        Label(span, "nothing in common"),
        hint="ask for something that can be there",
    )


def not_held(what: str, zone: str, holds: str, span: Span, meant: str | None = None) -> Diagnostic:
    """Report a component that a zone does not hold; `meant`: a local name of one."""
    return Diagnostic(
        "type-mismatch",
        f"`{zone}` does not hold {what}",
        Label(span, "does not go there"),
        hint=f"`{zone}` holds {holds}" + (f"; did you mean `{meant}`?" if meant else ""),
        mend=(Edit(span, meant),) if meant else (),
    )


def moves_a_set(zone: str, source: str, target: str, span: Span) -> Diagnostic:
    """Report a `move` of several things that are named by a set, or by the whole `zone`."""
    whole = f"move all from {zone} to {target}"
    is_whole = zone != "" and "…" not in whole
    mend = Edit(span, "all") if source else Edit(span.begin, "all from ")
    some = f"for c in …: move c from {source or '…'} to {target}"
    return Diagnostic(
        "type-mismatch",
        "a `move` names one kind of component, and these are several",
        Label(span, "a collection"),
        hint=f"write `{whole}`" if is_whole else f"move each of them: `{some}`",
        mend=(mend,) if is_whole else (),
    )


def names_a_set(zone: str, span: Span) -> Diagnostic:
    """Report several things, named by a set or a zone, where a scenario says what lies there."""
    return Diagnostic(
        "type-mismatch",
        f"what lies in `{zone}` is named kind by kind, and these are several",
        Label(span, "a collection"),
        hint="list what lies there: `given hand(P1) is 2 Coin, king`",
    )


def is_zero(span: Span) -> Diagnostic:
    """Report a division by what is always 0."""
    return Diagnostic(
        "divided-by-zero",
        "nothing can be divided by 0",
        Label(span, "always 0"),
    )


def does_not_fit(
    found: str, wanted: str, span: Span, hint: str = "", instead: str = ""
) -> Diagnostic:
    """Report an argument, value or branch of the wrong type."""
    return Diagnostic(
        "type-mismatch",
        f"{wanted} is needed here, but this is {found}",
        Label(span, f"this is {found}"),
        hint=hint,
        mend=(Edit(span, instead),) if instead else (),
    )


def joined_things(joins: Sequence[Span]) -> Diagnostic:
    """Report `given hand(P1) is king and jack`; `joins`: the space that each `and` takes."""
    return _without_commas("what lies somewhere is listed, but this is a claim", joins)


def run_together(between: Sequence[Span]) -> Diagnostic:
    """Report `given hand(P1) is king jack`; `between`: the spaces where a comma is missing."""
    return _without_commas("what lies somewhere is listed with commas", between)


def _without_commas(title: str, instead: Sequence[Span]) -> Diagnostic:
    return Diagnostic(
        "type-mismatch",
        title,
        Label(instead[0], "a comma is needed"),
        hint="put commas between the things: `given hand(P1) is king, 2 jack`",
        mend=tuple(Edit(span, ", ") for span in instead),
    )


_COLLECTED = {
    "in": ("a collection is needed after `in`", "write a type, a zone, or numbers: `1..n`"),
    "is empty": ("only a zone or a collection can be empty", "compare it: `… is 0`, `… is none`"),
    "count": (
        "only a zone or a collection can be counted",
        "write `count` and a zone, or `count x in …`",
    ),
}


def not_a_collection(found: str, span: Span, use: str) -> Diagnostic:
    """Report a value that has no elements where `use` asks for them."""
    title, hint = _COLLECTED[use]
    return Diagnostic(
        "not-a-collection",
        f"{title}, but this is {found}",
        Label(span, f"this is {found}"),
        hint=hint,
    )


def out_of_range(value: str, held: str, span: Span) -> Diagnostic:
    """Report a value that lies outside for certain."""
    return Diagnostic(
        "out-of-range", f"{value} is never within {held}", Label(span, f"only {held} fits")
    )


def no_start(name: str, held: str, span: Span) -> Diagnostic:
    """Report a variable that may be below zero and does not say where it begins."""
    return Diagnostic(
        "no-start",
        f"`{name}` may be below 0, and does not say where it begins",
        Label(span, "begins nowhere"),
        hint=f"say so: `{name}: {held} = 0`",
        mend=(Edit(span.end, " = 0"),),
    )


def no_room(capacity: int, span: Span) -> Diagnostic:
    """Report a capacity that leaves room for nothing."""
    return Diagnostic(
        "out-of-range",
        f"a zone of {capacity} could never hold anything",
        Label(span, "at least 1"),
        hint="leave the capacity out where there is no limit",
    )


def no_steps(far: int, span: Span) -> Diagnostic:
    """Report steps on a grid that lead nowhere."""
    return Diagnostic(
        "out-of-range", f"no other cell is {far} steps away", Label(span, "at least 1")
    )


def wrong_copies(name: str, copies: int, most: int, span: Span) -> Diagnostic:
    """Report too few or too many copies of a component."""
    return Diagnostic(
        "out-of-range",
        f"there cannot be {copies:,} of `{name}`",
        Label(span, f"from 1 to {most:,}"),
    )


def leaves_range(name: str, reached: str, held: str, span: Span) -> Diagnostic:
    """Report a change after which a variable is outside its range, whatever it was before."""
    return Diagnostic(
        "out-of-range",
        f"after this, `{name}` would never be within {held}",
        Label(span, f"leads to {reached}"),
    )


def turned_round(args: Sequence[tuple[Span, str]], span: Span) -> Diagnostic:
    """Report two arguments of which each fits where the other stands; `args`: as written."""
    (first, one), (second, other) = args
    return Diagnostic(
        "type-mismatch",
        f"`{one}` and `{other}` stand in each other's place",
        Label(span, "turned round"),
        hint=f"write `{other}` first, then `{one}`",
        mend=(Edit(first, other), Edit(second, one)),
    )


def falling_range(low: int, high: int, span: Span, begun: str = "") -> Diagnostic:
    """Report a range whose end lies before its beginning; `begun`: what stands before it."""
    return Diagnostic(
        "out-of-range",
        f"nothing lies within `{low}..{high}`",
        Label(span, "the lower number comes first"),
        hint=f"write `{high}..{low}`",
        mend=(Edit(span, f"{begun}{high}..{low}"),),
    )


def no_common_type(left: str, right: str, span: Span, first: Span) -> Diagnostic:
    """Report two values that stand for one thing and have nothing in common."""
    return Diagnostic(
        "type-mismatch",
        f"this gives {left} in one case, {right} in another",
        Label(span, right),
        related=(Label(first, left),),
    )


def text_elsewhere(span: Span) -> Diagnostic:
    """Report the type `text` of something that rules reckon with."""
    return Diagnostic(
        "type-mismatch",
        "`text` is what players read in a row of a component, a space or an edge",
        Label(span, "nothing that play keeps is a text"),
        hint="a few words that rules compare are a kind, `kind Mood: calm | wild`",
    )


def text_on_the_back(span: Span) -> Diagnostic:
    """Report a text that is declared to stand on the back."""
    return Diagnostic(
        "type-mismatch",
        "a text stands on the face",
        Label(span, "backs are told apart by words and numbers"),
        hint="take `, on the back` out",
    )


def text_is_read(name: str, span: Span) -> Diagnostic:
    """Report a rule that asks for an attribute of type `text`."""
    return Diagnostic(
        "no-attribute",
        f"`{name}` is a text: players read it, rules cannot ask for it",
        Label(span, "a text"),
        hint="give the rows an attribute of words or numbers and ask for that",
    )


def not_listed(name: str, found: str, span: Span) -> Diagnostic:
    """Report an arm's argument without a finite list of values."""
    return Diagnostic(
        "not-listed",
        f"an arm cannot ask for `{name}`: it is {found}",
        Label(span, "not a list of values"),
        hint="ask for a space, an edge, a component, a word or a number with a range",
    )


def not_drawn(name: str, found: str, span: Span) -> Diagnostic:
    """Report a `random` over what has no finite list of values."""
    return Diagnostic(
        "not-listed",
        f"chance cannot pick `{name}`: it is {found}",
        Label(span, "not a list of values"),
        hint="pick a number or one of its members, and ask for what goes with that",
    )


def cases_missing(missing: str, span: Span, effect: str) -> Diagnostic:
    """Report a match, or an effect that is written for each value, that leaves values out."""
    said, for_all = (
        f"this `match` says nothing about {missing}",
        "add a line for each, or `else: …`",
    )
    if effect:
        said = f"`{effect}` is written for some values, but not for {missing}"
        for_all = "add an effect for each, or one with `else` in that place, for all others"
    return Diagnostic("cases-missing", said, Label(span, "not all cases"), hint=for_all)


def never_touch(members: str, at: str, near: Sequence[str], span: Span) -> Diagnostic:
    """Report `S at x` where nothing of S can touch a place of that family."""
    hint = f"edges that join both, or corners, would make `{members}` and `{at}` touch"
    if near:
        hint = f"what touches `{members}` is {listed(near)}"
    return Diagnostic(
        "type-mismatch",
        f"no `{members}` touches a place of `{at}`",
        Label(span, "always empty"),
        hint=hint,
    )
