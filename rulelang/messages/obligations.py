"""Wording of what the prover must show, and of what certainly fails. Ref §25."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic, Label
from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.obligations import HERE, Guarantee
from rulelang.source import NOWHERE, Span


@frozen
class Claim:
    """What must hold, and what is said where it certainly does not.

    `mends`: what makes it provable, where that is something else than the hint; in it `HERE`
    stands for what is written at `place`.
    """

    guarantee: Guarantee
    text: str
    fails: str
    hint: str = ""
    mends: str = ""
    place: Span = NOWHERE

    @property
    def mend(self) -> str:
        """What the author may write so that it is proved."""
        return self.mends or self.hint or "say so before it: `need …` or `if …`"


def fails_always(claim: Claim, span: Span, *, once: bool = False) -> Diagnostic:
    """Report a line that fails whenever it is reached, or `once`: in one of the cases there."""
    when = "fails in one of its cases" if once else "fails whenever play comes here"
    return Diagnostic(
        "always-fails",
        claim.fails,
        Label(span, when),
        hint=claim.hint,
    )


def in_round(failure: Diagnostic, number: int, loop: Span) -> Diagnostic:
    """Report what fails in a round of a loop, and not in those before it."""
    at = Label(failure.span, f"fails in round {number}")
    told = f"{failure.text} Round {number} of the loop is the first in which it fails.".strip()
    return evolve(failure, primary=at, related=(Label(loop, "of this"),), text=told)


PICKS_END = "any number of times is at most "


def picks_end(most: int, because: str) -> Claim:
    """Claim that a choice made any number of times comes to an end, which is known."""
    return Claim("G3", f"{PICKS_END}{most:,} here: {because}", "")


def index_exists(name: str) -> Claim:
    """Claim that a place or variable is never asked for `none`."""
    return Claim(
        "G1",
        f"`{name}` is not asked for `none`",
        f"`{name}` is asked for `none`, which is no index of it",
        "ask first: `if … is not none`",
    )


def index_inside(name: str, held: str) -> Claim:
    """Claim that a place or variable is asked for one that there is."""
    return Claim(
        "G1",
        f"`{name}` is asked within its index",
        f"`{name}` is asked outside its index{held}",
        mends="say before it that the index is there: `need …` or `if …`",
    )


def stays_in_range(name: str, value: str, held: str) -> Claim:
    """Claim that a variable keeps its range."""
    return Claim(
        "G1",
        f"`{name}` stays within {held}",
        f"`{name}` would be {value}; it holds {held}",
        mends=f"say before it how much there is (`need …`), or give `{name}` a range with room",
    )


def room_to_remember(name: str) -> Claim:
    """Claim that a memory has room for one more picture."""
    return Claim("G1", f"`{name}` has room for one more", f"`{name}` is full here")


def not_too_deep(name: str, most: int) -> Claim:
    """Claim that an effect is not called where it is in progress as often as it may be."""
    return Claim(
        "G1",
        f"`{name}` is less than {most} deep here",
        "",
        mends=f"count down: `if left > 0: {name}(…, left - 1)`; or `at most` more `deep`",
    )


def divisor_not_zero() -> Claim:
    """Claim that nothing is divided by zero."""
    return Claim("G1", "the divisor is not 0", "this divides by 0", mends="write `max(1, …)`")


def count_not_negative() -> Claim:
    """Claim that a number of things or rounds is none below 0."""
    return Claim(
        "G1",
        "this number is not below 0",
        "this number is below 0",
        "write `max(0, …)`",
    )


def starts_among() -> Claim:
    """Claim that an order begins at one of its own."""
    return Claim(
        "G1",
        "the order begins at one of its own",
        "the order begins at one that is not part of it",
    )


def player_named() -> Claim:
    """Claim that somebody is named where a player is wanted."""
    return Claim(
        "G1",
        "a player is named here",
        "`none` stands here where a player is wanted",
        "ask first: `if … is not none`",
    )


def winner_named() -> Claim:
    """Claim that somebody is named as the winner."""
    return Claim(
        "G1",
        "the winner is not `none`",
        "`none` wins here",
        "if nobody wins, write `end: draw`",
    )


def score_known() -> Claim:
    """Claim that returns are asked for after the end; in play that never holds."""
    return Claim(
        "G1",
        "the game is over where a score is asked for",
        "`score` is known only when the game is over, in `expect` lines",
    )


def component_named() -> Claim:
    """Claim that what moves is a component."""
    return Claim(
        "G2", "what is moved is not `none`", "`none` is moved here", "ask first: `… is not none`"
    )


def lies_there(name: str) -> Claim:
    """Claim that a zone has what is taken from it."""
    return Claim(
        "G2",
        f"`{name}` has what is taken from it",
        f"`{name}` cannot have what is taken from it",
        mends=f"say before it what lies there (`need …`), or take `up to` so many from `{name}`",
    )


def lies_somewhere() -> Claim:
    """Claim that what is moved without saying from where is a face that some die shows."""
    return Claim("G2", "what is moved lies somewhere", "what is moved lies nowhere")


def has_room(name: str, room: int, count: int | None, place: Span) -> Claim:
    """Claim that a zone is not filled past its capacity.

    `count`: how much comes, where that is written; `place`: of the zone in the text.
    """
    if count is None:
        need = f"need count {HERE} + … <= {room}"
    elif count == room:
        need = f"need {HERE} is empty"
    else:
        need = f"need count {HERE} < {room - count + 1}"
    return Claim(
        "G2",
        f"`{name}` has room for what comes",
        f"`{name}` has room for {room} only, which is not enough here",
        mends=f"say `{need}` or give `{name}` room for more",
        place=place,
    )


def takes_kind(name: str) -> Claim:
    """Claim that a zone is declared to hold what comes."""
    return Claim(
        "G2",
        f"`{name}` takes what comes",
        f"`{name}` takes nothing of what comes here",
    )


def play_ends() -> Claim:
    """Claim that play does not come to its last line."""
    return Claim(
        "G3",
        "play ends before its last line is done",
        "play comes to its last line and nothing says who has won",
        "add `end: …`",
    )


def chance_has_choice() -> Claim:
    """Claim that `random` has something to pick."""
    return Claim(
        "G4",
        "chance has something to pick from",
        "chance has nothing to pick from here",
        mends="ask first: `if some …`",
    )


def action_is_legal() -> Claim:
    """Claim that whoever is to choose has a legal action."""
    return Claim(
        "G4",
        "some action is legal here",
        "no action is ever legal here",
        "add `otherwise: …`",
    )


def close_is_legal(name: str) -> Claim:
    """Claim that a repeating choice can be closed after the last pick."""
    return Claim(
        "G4",
        f"`{name}` is legal after the last pick",
        f"`{name}` is never legal",
        mends=f"leave out the needs of `{name}`",
    )
