"""Wording of findings about names: not declared, declared twice, used as what they are not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from rulelang.diagnostics import Diagnostic, Edit, Label
from rulelang.freezing import frozen
from rulelang.messages.foreign import ASKED, ELSEWHERE, LENT, NUMBERS, SAME, TYPES, VALUES
from rulelang.source import Span
from rulelang.suggest import nearest

_UNNAMED = re.compile(r"P[1-9]")  # a player of a text that names none
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_SHOWN = 6  # names that a hint lists
NAMED: Final = "give an index a name, `token Card(rank: 1..9)`, or declare attributes in a table"


_DECLARED: Final = {
    "no effect": ", `to {name}:`",
    "no variable": ", `var {name}: 0..20`",
    "no zone": ", `zone {name}: Card set, open`",
}
"""How that is declared of which there is none."""


def unknown_name(
    name: str,
    span: Span,
    candidates: Iterable[str],
    what: str = "nothing",
    meant: str | None = None,
) -> Diagnostic:
    """Report a name that nothing declares; `meant`: the local name of such a thing."""
    known = sorted(set(candidates))
    number, value = (told.get(name) if what == "nothing" else None for told in (NUMBERS, VALUES))
    other = SAME.get(name) if what == "no effect" else None
    best = number or value or meant or nearest(name, known)
    if number:
        hint = f"numbers are written in digits: `{number}`"
    elif value:
        hint = f"write `{value}`"
    elif best:
        hint = f"did you mean `{best}`?"
    elif what == "no type" and name.casefold() in TYPES:
        hint = TYPES[name.casefold()]
    elif what == "no effect" and name in ELSEWHERE:
        hint = ELSEWHERE[name]
    elif what == "no effect" and name in LENT:
        hint = f"the library `{LENT[name]}` has it: write `use {LENT[name]}`"
    elif what == "nothing" and name in ASKED:
        hint = ASKED[name]
    elif "P1" in known and _UNNAMED.fullmatch(name):
        players = listed([one for one in known if _UNNAMED.fullmatch(one)])
        hint = f"here are {players}; with more, a scenario says `with players {name[1:]}`"
    else:
        declared = _DECLARED.get(what, "").format(name=name)
        other_way = (
            f"name another: there is {listed(known)}" if what != "nothing" and known else ""
        )
        hint = f"declare it{declared}, or {other_way or 'look for a slip of the pen'}"
    return Diagnostic(
        "unknown-name",
        f"{what} is named `{name}`",
        Label(span, "not declared"),
        hint=hint,
        mend=(Edit(span, best or other or ""),) if best or other else (),
    )


def played_not_done(name: str, action: str, span: Span) -> Diagnostic:
    """Report `do place(b2)` in a scenario, where that is an action."""
    return Diagnostic(
        "unknown-name",
        f"`{name}` is an action, not an effect",
        Label(span, "the name of an arm"),
        hint=f"actions are played: `play {action}`",
    )


def no_cell(name: str, span: Span, cells: Sequence[str]) -> Diagnostic:
    """Report a name like that of a cell, which the board has not; `cells`: those that it has."""
    column = max((cell.rstrip("0123456789") for cell in cells), key=lambda one: (len(one), one))
    row = max(int(cell.lstrip(_LETTERS)) for cell in cells)
    return Diagnostic(
        "unknown-name",
        f"nothing is named `{name}`",
        Label(span, "not on the board"),
        hint=f"the board has the columns `a` to `{column}`, and the rows 1 to {row}",
    )


def misspelt(declared: str, used: str, span: Span, uses: tuple[Label, ...]) -> Diagnostic:
    """Report a declared name that nothing uses, where several places use one nearly the same."""
    return Diagnostic(
        "unknown-name",
        f"`{declared}` is declared and not used; `{used}` is used and not declared",
        Label(span, "only here"),
        related=uses,
        hint=f"did you mean `{used}`?",
        mend=(Edit(span, used),),
    )


def listed(known: Sequence[str]) -> str:
    """Return names for a hint: all of a few, else the first of them."""
    shown = ", ".join(f"`{name}`" for name in known[:_SHOWN])
    return shown if len(known) <= _SHOWN else f"{shown}, …"


def not_in_sight(name: str, span: Span) -> Diagnostic:
    """Report a local name outside the block that it holds in."""
    return Diagnostic(
        "unknown-name",
        f"nothing is named `{name}` here",
        Label(span, "elsewhere it is a local name"),
        hint=f"use `{name}` inside its block, or pass it on as an argument",
    )


def declared_twice(name: str, span: Span, first: Span) -> Diagnostic:
    """Report two declarations with one name."""
    return Diagnostic(
        "declared-twice",
        f"`{name}` is declared twice",
        Label(span, "again here"),
        related=(Label(first, "first here"),),
        hint="give one of them another name",
    )


def cells_twice(name: str, span: Span, first: Span) -> Diagnostic:
    """Report two boards whose cells have the same names."""
    return Diagnostic(
        "declared-twice",
        f"the cells of both boards would have the same names, such as `{name}`",
        Label(span, "again here"),
        related=(Label(first, "first here"),),
        hint="for corners of cells write `on corners of`; or let one be a space with a table",
    )


def listed_twice(name: str, span: Span, first: Span) -> Diagnostic:
    """Report a name that stands twice in one list."""
    return Diagnostic(
        "declared-twice",
        f"`{name}` is listed twice",
        Label(span, "again here"),
        related=(Label(first, "first here"),),
        hint="take one of them out",
    )


def shadowed(name: str, span: Span, first: Span) -> Diagnostic:
    """Report a local name that means something else already."""
    return Diagnostic(
        "shadowed",
        f"`{name}` already stands for something here",
        Label(span, "a second meaning"),
        related=(Label(first, "the first"),),
        hint="choose another name",
    )


def word_of_language(name: str, span: Span) -> Diagnostic:
    """Report a name that the language has a meaning for where values are read."""
    return Diagnostic(
        "shadowed",
        f"`{name}` is a word of the language",
        Label(span, "cannot be a name"),
        hint="choose another name",
    )


def begins_sentence(name: str, span: Span) -> Diagnostic:
    """Report the name of an effect with which a sentence of the language begins."""
    return Diagnostic(
        "shadowed",
        f"`{name}` is a word of the language",
        Label(span, "cannot be called: a sentence begins so"),
        hint=f"choose another name, such as `{name}_all`",
    )


def not_settled(name: str, span: Span) -> Diagnostic:
    """Report what is declared, but not settled where copies are reckoned."""
    return Diagnostic(
        "wrong-sort",
        f"`{name}` is not settled before play, as copies and cells are",
        Label(span, "a constant is needed"),
        hint="reckon with numbers, players, spaces and options: `4 * count Player`",
    )


def no_case(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """Report a name that stands where the cases of an effect have kinds, words or places."""
    best = nearest(name, tuple(known))
    hint = f"did you mean `{best}`? All others are `else`" if best else "all others are `else`"
    return Diagnostic(
        "unknown-name",
        f"`{name}` is nothing that a case of this effect may be for",
        Label(span, "not a kind, place, word or player"),
        hint=hint,
        mend=() if best is None else (Edit(span, best),),
    )


def other_parameter(wanted: str, found: str, span: Span, first: Span) -> Diagnostic:
    """Report that two cases of an effect name a parameter differently."""
    return Diagnostic(
        "wrong-arity",
        f"the cases of an effect name their other parameters alike: `{wanted}`, not `{found}`",
        Label(span, "another name"),
        related=(Label(first, "named here"),),
        hint=f"write `{wanted}` here too; only one parameter tells the cases apart",
        mend=(),
    )


def counted_kind(name: str, sentence: str, span: Span) -> Diagnostic:
    """Report `count estate in supply`, where each thing there would get the name of a kind."""
    return Diagnostic(
        "shadowed",
        f"`{name}` already stands for a kind; `count x in …` names each thing anew",
        Label(span, "a second meaning"),
        hint=f"for how many of this kind lie there, write `{sentence}`",
    )


@frozen
class Indexed:
    """What takes arguments: what it is, how many, where it is declared, how it is written.

    `in_full`: what it must be here, where only one local name fits each argument. `example`: with
    some values, where nobody knows which.
    """

    what: str
    wanted: int
    span: Span
    form: str = ""
    in_full: str = ""
    example: str = ""


def wrong_arity(name: str, declared: Indexed, given: int, span: Span) -> Diagnostic:
    """Report too few or too many arguments."""
    wanted = declared.wanted
    takes = (
        "no argument" if wanted == 0 else "one argument" if wanted == 1 else f"{wanted} arguments"
    )
    told = (
        "none is given" if given == 0 else "one is given" if given == 1 else f"{given} are given"
    )
    instead = declared.in_full or ("" if wanted else name)
    hint = f"write `{instead or declared.form}`" if instead or declared.form else ""
    if not instead and declared.span.line and declared.form:
        hint = f"it is declared as `{declared.form}`"
    elif not hint and declared.example:
        hint = f"say which: `{declared.example}`, say"
    return Diagnostic(
        "wrong-arity",
        f"`{name}` is {declared.what} that takes {takes}; {told}",
        Label(span, told),
        related=(Label(declared.span, "declared here"),) if declared.span.line else (),
        hint=hint,
        mend=(Edit(span, instead),) if instead else (),
    )


def standing_of_whom(given: int, span: Span) -> Diagnostic:
    """Report a standing that is not that of one player."""
    told = "nobody is named" if given == 0 else f"{given} are named"
    return Diagnostic(
        "wrong-arity",
        f"`standing` is that of one player; {told}",
        Label(span, told),
        hint="write `standing(p) = …`",
    )


def wrong_choices(name: str, wanted: Iterable[int], given: int, span: Span) -> Diagnostic:
    """Report an action in a scenario with too few or too many values."""
    counts = sorted(set(wanted))
    values = "one value" if given == 1 else f"{given or 'no'} values"
    return Diagnostic(
        "wrong-arity",
        f"the action `{name}` has {values} here; its arm asks for "
        + " or ".join(str(count) if count else "none" for count in counts),
        Label(span, "too few" if given < counts[0] else "too many"),
    )


def not_a(name: str, what: str, wanted: str, span: Span, hint: str = "") -> Diagnostic:
    """Report a name of one sort where another is needed."""
    return Diagnostic(
        "wrong-sort",
        f"`{name}` is {what}, not {wanted}",
        Label(span, f"{wanted} is needed"),
        hint=hint,
    )


def lacks_from(name: str, zone: str, span: Span) -> Diagnostic:
    """Report `move Stone(p) supply to on(c)`, where a word is left out before a zone."""
    found = not_a(name, "a zone", "a kind of component", span, f"write `from {zone}`")
    return attrs.evolve(found, mend=(Edit(span.begin, "from "),))


def no_attribute(
    name: str, subject: str, span: Span, known: Iterable[str], declared: Span | None = None
) -> Diagnostic:
    """Report `x.name` where x has no such attribute; `declared`: what it has, if that is told."""
    has = sorted(set(known))
    best = nearest(name, has)
    return Diagnostic(
        "no-attribute",
        f"{subject} has no attribute `{name}`",
        Label(span, "not declared"),
        related=() if has or declared is None else (Label(declared, "declared here"),),
        hint=f"did you mean `{best}`?" if best else f"there is {listed(has)}" if has else NAMED,
        mend=(Edit(span, best),) if best else (),
    )


def unnamed(found: Diagnostic, asked: Sequence[Diagnostic], at: Span, meant: str) -> Diagnostic:
    """Return that types have no names, where attributes are asked for; `meant`: with names."""
    return attrs.evolve(
        found,
        primary=Label(at, "no name for it"),
        related=tuple(Label(one.span, "asked here") for one in asked[:_SHOWN]),
        hint=f"write `{meant}`" if meant else NAMED,
        mend=(Edit(at, meant),) if meant else (),
    )


def meant_instead(found: Diagnostic, name: str) -> Diagnostic:
    """Return a finding of a name that is taken, where another is used and not declared."""
    mend = (Edit(found.span, name),)
    return attrs.evolve(found, hint=f"did you mean `{name}`, which is not declared?", mend=mend)


def asked_instead(found: Diagnostic, asked: str, span: Span) -> Diagnostic:
    """Return a finding of `p.points`, which is `points(p)`; `span`: where all of it stands."""
    return attrs.evolve(found, hint=f"write `{asked}`", mend=(Edit(span, asked),))


def no_zone(found: Diagnostic, zones: Sequence[str], span: Span) -> Diagnostic:
    """Return a finding of what is no zone, with those that may be meant."""
    mend = (Edit(span, zones[0]),) if len(zones) == 1 else ()
    hint = f"write `{zones[0]}`" if mend else f"name a zone of it: {listed(zones)}"
    return attrs.evolve(found, hint=hint, mend=mend)


_COUNTED: Final = frozenset({"amount", "count", "length", "number", "size"})
_ENDS: Final = frozenset({"back", "bottom", "front", "head", "top"})


def no_attributes_of_zone(subject: str, zone: str, node: Span, at: Span, name: str) -> Diagnostic:
    """Report `hand(p).size`: a zone is asked what lies there, and how many.

    Args:
        subject: what it is, in words.
        zone: as the text writes it.
        node: where all of it stands.
        at: where the zone stands.
        name: what was asked of it.
    """
    if name in _COUNTED:
        found = no_attributes(subject, at, f"write `count {zone}`")
        is_whole = "…" not in zone
        return attrs.evolve(found, mend=(Edit(node, f"count {zone}"),) if is_whole else ())
    if name in _ENDS:
        return no_attributes(subject, at, f"a `row` has ends: `{zone}.first` and `{zone}.last`")
    return no_attributes(subject, at, f"ask what lies there: `x.{name}` for x in `{zone}`")


def no_attributes(subject: str, span: Span, hint: str = "") -> Diagnostic:
    """Report `x.name` where x is nothing that has attributes."""
    return Diagnostic(
        "no-attribute",
        f"{subject} has no attributes",
        Label(span, f"this is {subject}"),
        hint=hint,
    )


def never_read(name: str, span: Span) -> Diagnostic:
    """Report a variable that rules set and neither a rule nor a scenario reads."""
    return Diagnostic(
        "never-read",
        f"`{name}` is set, but no rule reads it",
        Label(span, "nothing depends on this"),
        hint="read it where it should count, or take it out with all that sets it",
        severity="warning",
    )


def never_used(name: str, what: str, span: Span, by: str = "no rule") -> Diagnostic:
    """Report a declaration that no rule uses, or a local name that nothing below it does."""
    return Diagnostic(
        "never-used",
        f"`{name}` is {what} that {by} uses",
        Label(span, "idle"),
        hint="use it or take it out",
        severity="warning",
    )
