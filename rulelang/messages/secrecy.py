"""Wording of what would tell a player something that the rules hide. Ref §25, G5."""

from __future__ import annotations

import attrs

from rulelang.diagnostics import Diagnostic, Label
from rulelang.source import NOWHERE, Span


@attrs.frozen
class Hidden:
    """What is told: its name, who sees it, and where it is used, read and declared.

    `name` is "" where it is no place but what somebody has chosen.
    """

    is_zone: bool

    name: str
    sight: str
    use: Span
    read: Span
    declared: Span

    @property
    def what(self) -> str:
        """Return what is told, in a sentence."""
        return f"`{self.name}`" if self.name else "a choice"


def _leak(title: str, hidden: Hidden, text: str, hint: str, *more: Label) -> Diagnostic:
    related = list(more)
    if hidden.read not in (hidden.use, NOWHERE):
        related.append(Label(hidden.read, "read here"))
    if hidden.declared != NOWHERE:
        related.append(Label(hidden.declared, "who sees it is set here"))
    return Diagnostic(
        "hidden-read",
        title,
        Label(hidden.use, hidden.sight),
        related=tuple(related),
        text=text,
        hint=hint,
    )


def _shown(hidden: Hidden, who: str) -> str:
    if not hidden.name:
        return "tell it first: `say`, or an open variable that holds it"
    if not hidden.is_zone:
        return f"put what `{hidden.name}` holds into an open variable first, or let {who} see it"
    return f"`reveal {hidden.name}…` first, or let {who} see `{hidden.name}`"


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


def said_by_silence(hidden: Hidden, said_at: Span) -> Diagnostic:
    """Report a `say` that is said only where something hidden is so."""
    return _leak(
        f"whether something is told depends on {hidden.what}, which not everybody sees",
        hidden,
        "Silence tells the other case.",
        "`say` something in both cases, or `reveal` first",
        Label(said_at, "told in one case only"),
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
