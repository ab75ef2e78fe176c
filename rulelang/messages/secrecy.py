"""Wording of what would tell a player something that the rules hide. Ref §25, G5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulelang.diagnostics import Diagnostic, Label
from rulelang.freezing import frozen
from rulelang.source import NOWHERE, Span

UNSEEN: Final = "nobody sees this"


@frozen
class Hidden:
    """What is told: its name, who sees it, and where it is used, read and declared.

    `name` is "" where it is no place but what somebody has chosen. `by_lot`: it is which one of
    what lies there chance picks. `alone`: no more than one thing lies there.
    """

    is_zone: bool

    name: str
    sight: str
    use: Span
    read: Span
    declared: Span
    by_lot: bool = False
    alone: bool = False

    @property
    def what(self) -> str:
        """Return what is told, in a sentence."""
        return f"`{self.name}`" if self.name else "a choice"


def _leak(title: str, hidden: Hidden, text: str, hint: str, *more: Label) -> Diagnostic:
    return Diagnostic(
        "hidden-read",
        title,
        Label(hidden.use, hidden.sight),
        related=_places(hidden, more),
        text=text,
        hint=hint,
    )


def _places(hidden: Hidden, more: Sequence[Label]) -> tuple[Label, ...]:
    """Return where else to look: where it is read, and where its sight is set."""
    related = list(more)
    if hidden.read not in (hidden.use, NOWHERE):
        related.append(Label(hidden.read, "read here"))
    if hidden.declared != NOWHERE:
        related.append(Label(hidden.declared, "who sees it is set here"))
    return tuple(related)


def _shown(hidden: Hidden, who: str) -> str:
    if not hidden.name:
        return "tell it first: `say`, or an open variable that holds it"
    if hidden.by_lot:
        return (
            "move it to where it is seen, or put it into an open variable first, "
            f"or let {who} see `{hidden.name}`"
        )
    if not hidden.is_zone:
        return f"put what `{hidden.name}` holds into an open variable first, or let {who} see it"
    if hidden.alone:
        return f"`reveal {hidden.name}…` first, or let {who} see `{hidden.name}`"
    return (
        f"put what is asked of it into an open variable first (`reveal {hidden.name}…` shows it "
        f"all), or let {who} see `{hidden.name}`"
    )


def offered(hidden: Hidden) -> Diagnostic:
    """Report options that follow from what the actor does not see."""
    return _leak(
        f"what is offered here depends on {hidden.what}, which whoever chooses does not see",
        hidden,
        "The legal actions would tell this player something about it.",
        _shown(hidden, "this player") + _counted(hidden),
    )


def _counted(hidden: Hidden) -> str:
    return f"; how many lie there is public: `count {hidden.name}…`" if hidden.is_zone else ""


def refused(hidden: Hidden) -> Diagnostic:
    """Report a refusal, or the sentence of an action, with values that the actor does not see."""
    return _leak(
        f"this sentence tells the player who chooses of {hidden.what}, unseen by this player",
        hidden,
        "",
        "leave the value out, or " + _shown(hidden, "this player"),
    )


def said(hidden: Hidden, *, alone: bool) -> Diagnostic:
    """Report a `say` with values that whoever hears it does not see."""
    who = "a player" if alone else "everybody"
    unseen = "this player does not see" if alone else "not everybody sees"
    return _leak(
        f"`say` tells {who} of {hidden.what}, which {unseen}",
        hidden,
        "`say` is for what may be known already.",
        _shown(hidden, "this player" if alone else "everybody"),
    )


_HAPPENS: Final = {
    "said": "something is told",
    "revealed": "something is told",
    "shown": "something is shown, and to whom,",
    "phase": "this phase begins",
    "moved": "something moves, and where,",
}


def noticed(hidden: Hidden, kind: str, at: Span) -> Diagnostic:
    """Report what is noticed only where something hidden is so, or as often as it is."""
    told = kind in ("said", "revealed")
    return _leak(
        f"whether {_HAPPENS[kind]} depends on {hidden.what}, which not everybody sees",
        hidden,
        "Silence tells the other case." if told else "Everybody notices whether it happens.",
        "`say` something in both cases, or `reveal` first"
        if told
        else f"let the same happen in both cases; or {_shown(hidden, 'everybody')}",
        Label(at, "told in one case only" if told else "in one case only"),
    )


def moved_count(hidden: Hidden, at: Span) -> Diagnostic:
    """Warn that how many things move tells of what is hidden."""
    return Diagnostic(
        "hidden-count",
        f"how many things move here tells everybody of {hidden.what}",
        Label(hidden.use, hidden.sight),
        related=_places(hidden, [] if at == hidden.use else [Label(at, "moved here")]),
        text="What moves is hidden, but how many is not.",
        hint="move all of them, or `reveal` what they are",
        severity="warning",
    )


def how_many(hidden: Hidden) -> Diagnostic:
    """Report a number of things moved that follows from something hidden."""
    return _leak(
        f"how many things move depends on {hidden.what}, which not everybody sees",
        hidden,
        "Everybody sees how many there are.",
        _shown(hidden, "everybody") + _counted(hidden),
    )


def in_turn(hidden: Hidden) -> Diagnostic:
    """Report things that move one after the other, in an order that follows from their faces."""
    return _leak(
        f"these move in the order of what is hidden in {hidden.what}, and all see their backs",
        hidden,
        "Of a set everybody sees how many have which back, and not which of them.",
        "`move all`, or let a player choose the order",
    )


def asked(hidden: Hidden, at: Span) -> Diagnostic:
    """Report that a player is asked, or chance acts, where something hidden is so."""
    return _leak(
        f"whether play pauses depends on {hidden.what}, which not everybody sees",
        hidden,
        "Everybody notices whether somebody is asked or chance acts.",
        f"ask in any case, with `otherwise: pass`; or {_shown(hidden, 'everybody')};"
        " or `say` in both cases which it is",
        *([] if at == NOWHERE else [Label(at, "play pauses here")]),
    )


def which_asked(hidden: Hidden, at: Span) -> Diagnostic:
    """Report that what a player is asked depends on what he does not see."""
    return _leak(
        f"what is asked depends on {hidden.what}, which the player who is asked does not see",
        hidden,
        "The question itself would tell this player something about it.",
        _shown(hidden, "this player"),
        *([] if at == NOWHERE else [Label(at, "asked here")]),
    )


def who_acts(hidden: Hidden) -> Diagnostic:
    """Report an actor, or a player whose turn it is, who follows from something hidden."""
    return _leak(
        f"whose turn it is to choose depends on {hidden.what}, which not everybody sees",
        hidden,
        "Everybody notices who is asked.",
        f"{_shown(hidden, 'everybody')}; or put the player into an open variable",
    )


def how_often(hidden: Hidden) -> Diagnostic:
    """Report a number of picks or draws that follows from something hidden."""
    return _leak(
        f"how many times this happens depends on {hidden.what}, which not everybody sees",
        hidden,
        "Everybody notices how often somebody is asked or something is drawn.",
        _shown(hidden, "everybody") + _counted(hidden),
    )


def none_legal(hidden: Hidden) -> Diagnostic:
    """Report an `otherwise` that tells everybody that no arm was legal."""
    return _leak(
        f"whether somebody is asked depends on {hidden.what}, which not everybody sees",
        hidden,
        "Where no arm is legal `otherwise:` happens at once, and everybody notices.",
        "write `otherwise: pass`, or `chooses or passes`: then the player is asked in any case",
    )


def asked_again(hidden: Hidden) -> Diagnostic:
    """Report a repeating choice that goes on while something hidden is so."""
    return _leak(
        f"whether somebody is asked again depends on {hidden.what}, which not everybody sees",
        hidden,
        "Where only `pass` is left, it happens unasked, and everybody notices.",
        "ask each time: `repeat n:` with `chooses or passes` in it",
    )


def named(hidden: Hidden) -> Diagnostic:
    """Report a place or player, named to everybody, that follows from something hidden."""
    return _leak(
        f"everybody is told which one this is, and it depends on {hidden.what}",
        hidden,
        "Where something moves, is rolled or shown, and to whom, everybody notices.",
        _shown(hidden, "everybody"),
    )


def drawn_in_sight(source: str, target: str, at: Span, declared: tuple[Span, Span]) -> Diagnostic:
    """Report a hidden zone that is filled by chance from an open one."""
    return Diagnostic(
        "hidden-read",
        f"`{target}` is hidden, but what comes there by chance comes from `{source}`, in sight",
        Label(at, "everybody sees what is taken"),
        related=(
            Label(declared[0], "open"),
            Label(declared[1], "meant to be hidden"),
        ),
        text=f"Whoever sees `{source}` before and after knows what lies in `{target}`.",
        hint=f"declare `{source}` hidden",
    )
