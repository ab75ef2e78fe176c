"""Wording of findings about the course of play: loops, ends, choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.diagnostics import Diagnostic, Edit, Label
from rulelang.evolving import evolve
from rulelang.messages.obligations import fails_always, play_ends
from rulelang.source import NOWHERE, Span


def alone(span: Span) -> Diagnostic:
    """Report that who plays alone wins: there is nobody to win it from."""
    return Diagnostic(
        "plays-alone",
        "nobody can win from nobody: where one plays alone, this is a draw",
        Label(span, "0, as for a draw"),
        hint="write `end: all win` or `end: all lose`; or a score, `end: each p scores …`",
    )


def recursion(path: tuple[str, ...], span: Span, hint: str) -> Diagnostic:
    """Report facts or effects that call themselves."""
    way = " → ".join(f"`{name}`" for name in path)
    return Diagnostic(
        "recursion",
        f"`{path[0]}` calls itself: {way}",
        Label(span, "never ends"),
        hint=hint,
    )


def never_deep(name: str, span: Span) -> Diagnostic:
    """Report a bound on an effect that does not reach itself."""
    return Diagnostic(
        "never-deep",
        f"`{name}` never comes to be in itself, so this bound says nothing",
        Label(span, "idle"),
        hint="take it out",
        severity="warning",
    )


def deep_twice(name: str, span: Span, first: Span) -> Diagnostic:
    """Report a second bound on how deep an effect that is written case by case may be."""
    return Diagnostic(
        "declared-twice",
        f"how deep `{name}` may be is said twice",
        Label(span, "again"),
        related=(Label(first, "said here"),),
        hint="the bound is one for all cases: say it once",
    )


def never_remembered(name: str, span: Span) -> Diagnostic:
    """Report a memory that nothing fills."""
    return Diagnostic(
        "never-remembered",
        f"`{name}` keeps nothing: no rule remembers",
        Label(span, "always empty"),
        hint=f"write `remember {name}` where a position is to be kept",
        severity="warning",
    )


def only_grows(variable: str, memory: str, span: Span) -> Diagnostic:
    """Report a memory of a variable that only grows, so that no picture equals an earlier one."""
    return Diagnostic(
        "never-remembered",
        f"`{variable}` only grows: with it in `{memory}` nothing is ever the same again",
        Label(span, "only added to"),
        hint="leave it out of the memory",
        severity="warning",
    )


def stop_outside(span: Span) -> Diagnostic:
    """Report `stop` with nothing to leave."""
    return Diagnostic(
        "stop-outside",
        "there is no loop here that `stop` could leave",
        Label(span, "not in a loop of this effect"),
        hint="`stop` leaves `each turn`, `for`, `repeat` or `chooses up to`;"
        " to end the game write `end: …`",
    )


def need_too_late(what: str, need: Span, above: Span) -> Diagnostic:
    """Report a need below something that cannot be tried on a copy."""
    return Diagnostic(
        "need-too-late",
        f"this `need` stands below {what}, which cannot be tried",
        Label(need, "judged before the action is offered"),
        related=(Label(above, f"{what} stands above it"),),
        hint="move the `need` up, or let `if` decide what happens here",
    )


def not_at_once(what: str, span: Span, each: Span, hint: str = "") -> Diagnostic:
    """Report what keeps players from choosing at once; `hint`: what to write instead."""
    usual = (
        "hide it till then (`owner sees`), put it below the choices of all, or ask one after"
        " the other: `for p in Player:`, and `p chooses:` below it"
    )
    return Diagnostic(
        "not-at-once",
        f"all are to choose at once, and {what}",
        Label(span, "here"),
        related=(Label(each, "each chooses before he knows what others chose"),),
        hint=hint or usual,
    )


def memory_of_hidden(name: str, span: Span, declared: Span) -> Diagnostic:
    """Report a memory of what some player does not see."""
    return Diagnostic(
        "memory-of-hidden",
        f"a memory keeps what all players see, and `{name}` is not open to all",
        Label(span, "kept here"),
        related=(Label(declared, "declared here"),),
        text="Whether a position has been before would tell what somebody does not see.",
        hint="leave it out, or keep what matters of it in a variable that all see",
    )


def need_could_be_early(need: Span, above: Span) -> Diagnostic:
    """Report a need that asks nothing of what stands above it."""
    return Diagnostic(
        "need-could-be-early",
        "this `need` asks of nothing that is done above it",
        Label(need, "the same before and after"),
        related=(Label(above, "tried for nothing"),),
        hint="move it up, directly below its arm",
        severity="warning",
    )


def missing_block(what: str, example: str, file: str) -> Diagnostic:
    """Report a game without `game`, `players` or `play:`."""
    return Diagnostic(
        "incomplete-game",
        f"the text has no `{what}`",
        Label(Span(file, 1, 1, 1, 1)),
        hint=f"add {example}",
    )


def nothing_is_played(play: Span) -> Diagnostic:
    """Report a `play:` in which, in this variant, nothing is done."""
    return fails_always(play_ends(), _first(play, len("play:")))


def second_block(what: str, span: Span, first: Span) -> Diagnostic:
    """Report `play:` or another single declaration twice."""
    word = what.split(maxsplit=1)[0]
    return Diagnostic(
        "declared-twice",
        f"`{word}` stands twice",
        Label(_first(span, len(word)), "again here"),
        related=(Label(_first(first, len(word)), "first here"),),
        hint="keep one of them",
    )


def _first(span: Span, length: int) -> Span:
    """Return the span of so many characters at the beginning of another."""
    return Span(span.file, span.line, span.column, span.line, span.column + length)


def too_many_actions(count: int, limit: int, arm: str, reckoning: str, span: Span) -> Diagnostic:
    """Report more action numbers than are handed out."""
    return Diagnostic(
        "too-many-actions",
        f"the game would have {count:,} actions; at most {limit:,} are numbered",
        Label(span, f"`{arm}` alone: {reckoning}"),
        hint="let the player choose in two steps, one after the other",
    )


def unfit_source(shape: str, span: Span, turned: tuple[Edit, ...] = ()) -> Diagnostic:
    """Report `draw` from where nothing can come by chance; `turned`: its zones, the other way."""
    return Diagnostic(
        "draw-from-set",
        f"nothing says which component comes first out of a {shape}",
        Label(span, f"a {shape}"),
        hint="make the zone a `bag` or a `row`, or name the component: `move x from …`"
        + (f"; or turn it round: `draw … from {turned[0].text} to …`" if turned else ""),
        mend=turned,
    )


def no_players(span: Span) -> Diagnostic:
    """Report a game that nobody plays."""
    return Diagnostic(
        "out-of-range", "somebody must play", Label(span, "at least 1"), hint="write `players 2`"
    )


def no_opponent(span: Span) -> Diagnostic:
    """Report `opponent` in a game that others can play than two."""
    return Diagnostic(
        "no-opponent",
        "`opponent` is for games of exactly two players",
        Label(span, "which of them?"),
        hint="write `next(p)`, or go through the others: `for q in Player where q is not p`",
    )


def unknown_use(name: str, known: str, span: Span) -> Diagnostic:
    """Report `use` of a library that is not there."""
    return Diagnostic(
        "unknown-library",
        f"there is no library `{name}`",
        Label(span, "not found"),
        hint=f"there are: {known}",
    )


def wrong_setting(what: str, allowed: str, span: Span = NOWHERE) -> Diagnostic:
    """Report an option or a number of players that the game does not have."""
    return Diagnostic(
        "unknown-setting",
        what,
        Label(span, "not a way to play this game"),
        hint=allowed,
    )


def too_large(what: str, amount: int, limit: int, span: Span, reckoning: str = "") -> Diagnostic:
    """Report a declaration whose size would exhaust the machine, with how it comes about."""
    label = f"{reckoning} = {amount:,}" if reckoning else f"{amount:,}"
    return Diagnostic("too-large", f"{what}; the limit is {limit:,}", Label(span, label))


def nested_too_deeply(span: Span) -> Diagnostic:
    """Report expressions, blocks, cases or facts that use each other without end."""
    return Diagnostic(
        "too-deep",
        "facts, cases and conditions are nested too deeply here",
        Label(span, "too deep from here"),
        hint="use a `table` for long lists of cases, a query for what repeats",
    )


def too_many_versions(what: str, limit: int, span: Span) -> Diagnostic:
    """Report facts or effects of which too many versions are needed."""
    return Diagnostic(
        "too-large",
        f"{what} are needed in too many versions; the limit is {limit:,}",
        Label(span, "one version too many"),
        text="There is one for each sort of values, or each place, that they are called with.",
        hint="call them with fewer different ones",
    )


def home_too_small(name: str, amount: int, capacity: int, span: Span) -> Diagnostic:
    """Report a zone in which more components begin than it has room for."""
    return Diagnostic(
        "home-too-small",
        f"{amount:,} components begin in `{name}`, which holds at most {capacity:,}",
        Label(span, f"room for {capacity:,}"),
        hint="leave its capacity out, or let some begin elsewhere",
    )


def no_owner(name: str, indices: int, span: Span) -> Diagnostic:
    """Report `owner sees` where no index says who the owner is."""
    return Diagnostic(
        "no-owner",
        "nobody is the owner of this",
        Label(span, "no player among its indices"),
        hint=f"give it one for each player, `{name}(Player{', …' if indices else ''})`, "
        "or write `open` or `hidden`",
    )


def no_fixed_player(found: str, span: Span, named: str = "") -> Diagnostic:
    """Report a sight of somebody who is not settled before play; `named` lacks an index."""
    index = f"name the index and speak of it: `{named}(p: Player)`, `next(p) sees`"
    changing = "sight is settled before play: `show` it once, or move it to another zone"
    return Diagnostic(
        "type-mismatch",
        f"a fixed player is needed here, but this is {found}",
        Label(span, f"this is {found}"),
        hint=index if named else changing,
    )


def unnamed_index(name: str, span: Span, index: Span) -> Diagnostic:
    """Report a sight that speaks of an index which has no name."""
    return Diagnostic(
        "unknown-name",
        f"nothing is named `{name}` here",
        Label(span, "not declared"),
        related=(Label(index, "has no name"),),
        hint=f"give the index a name to speak of it: `({name}: Player)`",
        mend=(Edit(index.begin, f"{name}: "),),
    )


def never_reached(span: Span, last: Span) -> Diagnostic:
    """Report a sentence that play never comes to."""
    return Diagnostic(
        "never-reached",
        "play never comes to this sentence",
        Label(span, "never reached"),
        related=(Label(last, "play does not go on behind this"),),
        hint="move it up, take it out, or put what ends under an `if`",
        severity="warning",
    )


def never_holds(span: Span) -> Diagnostic:
    """Report a condition that holds in no variant."""
    return Diagnostic(
        "never-holds",
        "this condition never holds",
        Label(span, "always false"),
        text="Whatever is chosen and drawn, and whatever the options.",
        hint="look at the ranges and bounds that it compares, or take it out",
        severity="warning",
    )


def always_holds(span: Span) -> Diagnostic:
    """Report a condition that holds in all variants, whenever play comes to it."""
    return Diagnostic(
        "always-holds",
        "this condition always holds",
        Label(span, "always true"),
        text="Whatever is chosen and drawn, and whatever the options.",
        hint="look at the ranges and bounds that it compares, or take it out",
        severity="warning",
    )


def denied(found: Diagnostic, part: Span) -> Diagnostic:
    """Tell of a condition that says nothing which of its parts denies one before it."""
    related = (Label(part, "this denies what stands before it"),)
    hint = "take one of them out, or name what was meant"
    return evolve(found, related=related, text="", hint=hint)


def uneven_teams(players: int, teams: Sequence[str], span: Span) -> Diagnostic:
    """Report teams of which some have more players than others."""
    larger, least = players % len(teams), players // len(teams)
    told = ", ".join(f"`{name}` {least + (i < larger)}" for i, name in enumerate(teams))
    return Diagnostic(
        "uneven-teams",
        f"{players} players do not fill {len(teams)} teams evenly",
        Label(span, told),
        text="Players belong to the teams in turn.",
        hint="name as many players for each team",
        severity="warning",
    )


def flag_with_settings(name: str, at: Span, settings: Span, *, is_off_first: bool) -> Diagnostic:
    """Report an option that lists words for on and off; `at`: where its name stands.

    `is_off_first`: so it is off by default, as a flag is.
    """
    taken = Span(at.file, at.end_line, at.end_column, settings.end_line, settings.end_column)
    return Diagnostic(
        "no-choice",
        f"option `{name}` is on or off: it has no settings",
        Label(settings, "these are no settings"),
        hint=f"write `option {name}`, which is off unless somebody asks for it",
        mend=(Edit(taken, ""),) if is_off_first else (),
    )


def no_choice(name: str, only: str, span: Span) -> Diagnostic:
    """Report an option with one setting."""
    return Diagnostic(
        "no-choice",
        f"option `{name}` offers nothing to choose",
        Label(span, "its only setting"),
        hint=f"list another one, `option {name}: {only} | …`, or leave the option out",
    )


def no_teams(name: str, span: Span) -> Diagnostic:
    """Return the finding on `team` or `partner` in a game where everybody plays alone."""
    return Diagnostic(
        "no-teams",
        f"`{name}` needs teams, but the players have none",
        Label(span, "everybody plays alone"),
        hint="declare them: `players North, East, South, West in teams NS, EW`",
    )


def factors(sizes: Iterable[int]) -> str:
    """Return sizes as a product: `8 × 8`; nothing for a single one."""
    shown = [f"{size:,}" for size in sizes]
    return " × ".join(shown) if len(shown) > 1 else ""
