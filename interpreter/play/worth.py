"""Which events of a step are worth a line, for somebody who has just read what was chosen.

Left out is what the sentence of the choice has said already, what ends as it was, bookkeeping that
goes back to none, false or 0, and the stop on the way of what goes on at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from interpreter.document.model import Variable
from interpreter.labels import label
from interpreter.play.look import Look, nothing
from interpreter.play.phases import PhaseOver, Told
from interpreter.position import Run
from interpreter.reference.events import Changed, Chose, Moved, PhaseBegan, Said, TurnBegan
from interpreter.state import State
from rulelang.rule_types import Flag, Maybe, Member, Number, Type, Word

_WORD: Final = re.compile(r"\w+|\?")
_UNTOLD: Final = {"?", "unseen"}
"""What sentences have in the place of something that is not told."""


def unsaid(state: State, events: Sequence[Told], sentence: str) -> Iterator[Told]:
    """Yield what happened in a step but that a sentence before it has told.

    `sentence`: what was chosen, "" where that is not known; another's choice is among the events.

    >>> from interpreter import load
    >>> state = load("tic_tac_toe").start().child(4)
    >>> len(state.events()), len(list(unsaid(state, state.events(), "X marks b2")))
    (2, 1)
    """
    told = sentence
    said = _words(told)
    chosen = {sentence, *(event.sentence for event in events if isinstance(event, Chose))}
    for event in events:
        if isinstance(event, Said) and event.text in chosen:
            continue  # the arm says its sentence to all, who hear of the choice as well
        if isinstance(event, Chose):
            told = event.sentence
            said = _words(told)
        names = _names(state, event, said) or _set_to(state, event, told)
        if names and names <= said:
            # so it told this one, and no later one of the same; who it was is told of all
            said = said - (names - _players(state))
        else:
            yield event


def _names(state: State, event: Told, said: set[str]) -> set[str]:
    """Return all that a sentence must name to have told an event; none where none can.

    A move is told by what moves and the place it goes to, or whose it is then; a change by the
    index and the value, one of which is a place. Which of somebody's own places it is by number
    need not be told of what has a name of its own.
    """
    layout, spec = state.game.layout, state.game.spec
    match event:
        case Moved(kinds=(kind,), target=target):
            found = spec.kinds[kind]
            own = _words(found.label) - {found.component.casefold()}
            is_named = not own <= _players(state)
            at = _index(layout.names[target], layout.zone_of[target].index, numbers=not is_named)
            return own | at if at else set()
        case Moved(kinds=None, amount=1, target=target):
            at = _index(layout.names[target], layout.zone_of[target].index, numbers=False)
            thing = said & (_UNTOLD | _things(state))
            return thing | at if at and thing else set()
        case Changed(cell=cell, value=now) if now is not None:
            variable = layout.variable_of[cell - len(layout.zone_of)]
            if not any(map(_is_place, (*variable.index, _inner(variable.type)))):
                return set()
            is_named = _is_place(_inner(variable.type))
            at = _index(layout.names[cell], variable.index, numbers=not is_named)
            return _words(label(now, variable.type, spec)) | at if at else set()
        case _:
            return set()


def _set_to(state: State, event: Told, sentence: str) -> set[str]:
    """Return the value of a variable that is alone of its name, where it is a word or somebody.

    Who chose is named by every sentence, so of him no value is told by that.
    """
    layout = state.game.layout
    if not isinstance(event, Changed) or event.value is None:
        return set()
    variable = layout.variable_of[event.cell - len(layout.zone_of)]
    kind = _inner(variable.type)
    if variable.index or not isinstance(kind, Word | Member):
        return set()
    name = label(event.value, kind, state.game.spec)
    return set() if sentence.startswith(name) else _words(name)


def _index(name: str, kinds: Sequence[Type], *, numbers: bool) -> set[str]:
    """Return the words in the brackets of `stone(Brown)`, with those of numbers or without."""
    inside = name.partition("(")[2].removesuffix(")")
    parts = inside.split(", ") if inside else []
    if len(parts) != len(kinds):  # a name with a comma in it
        return _words(inside)
    told = (
        part
        for part, kind in zip(parts, kinds, strict=True)
        if numbers or not isinstance(kind, Number)
    )
    return {word for part in told for word in _words(part)}


def _players(state: State) -> set[str]:
    return {word for name in state.game.players for word in _words(name)}


def _things(state: State) -> set[str]:
    """Return the words of all that may lie somewhere."""
    kinds = state.game.spec.kinds
    return {w for kind in kinds for w in _words(kind.label)} - _players(state)


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}


def lasting(events: Iterable[Told], before: State | None, after: State) -> Iterator[Told]:
    """Yield what is left of what happened between two states.

    Of a variable that is the last value that it got, unless that is the one before, or is nothing
    and only bookkeeping, or none and alone of its name, or the place of what has gone; of what
    moves on in the next event where it came from and where it is now; of phases that are over
    before anything happens in them nothing.
    """
    told = list(_through(events, before, after))
    last = {event.cell: at for at, event in enumerate(told) if isinstance(event, Changed)}
    phases = _phases(after)
    gone = _emptied(told, after)
    for at, event in enumerate(told):
        match event:
            case Changed(cell=cell) if last[cell] != at or _is_idle(event, before, after):
                pass
            case Changed() if _is_of(event, gone, after):
                pass
            case PhaseBegan(name=name) if name not in phases and _is_empty(told[at + 1 :]):
                pass
            case _:
                yield event


def passing(event: Told, first: State | None, last: State) -> bool:
    """Return whether what an event tells is over at the end of a telling, and was not before it.

    So it is with bookkeeping that is none, false or 0 again, and with a stop on the way of what
    goes on at the same place: what brought it there has told of the place.
    """
    match event:
        case Changed(cell=cell):
            now = last.position.cells[cell]
            return _is_kept(_variable(last, cell)) and nothing(now, _variable(last, cell).type)
        case Moved(source=source, target=target, kinds=kinds) if kinds is not None:
            here, there = (_place(last, cell) for cell in (source, target))
            return here == there != () and not _is_used(source, first, last)
        case _:
            return False


def _place(state: State, cell: int) -> tuple[object, ...]:
    """Return at which places a zone is; () for one that is somebody's, or nobody's."""
    layout = state.game.layout
    kinds = layout.zone_of[cell].index
    if not kinds or not all(map(_is_place, kinds)):
        return ()
    return (*kinds, _written_index(state, cell))


def _emptied(events: Sequence[Told], after: State) -> set[tuple[object, ...]]:
    """Return the indices of the zones that were emptied, as declared and as they are written."""
    layout = after.game.layout
    sources = {event.source for event in events if isinstance(event, Moved)}
    empty = (cell for cell in sources if after.position.cells[cell] == ())
    return {(layout.zone_of[cell].index, _written_index(after, cell)) for cell in empty}


def _is_of(event: Changed, gone: set[tuple[object, ...]], after: State) -> bool:
    """Return whether a variable was the place of what lay in an emptied zone of the same index.

    That it lies nowhere now is told by its move.
    """
    variable = _variable(after, event.cell)
    if event.value is not None or not (variable.index and _is_place(_inner(variable.type))):
        return False
    return (variable.index, _written_index(after, event.cell)) in gone


def _written_index(state: State, cell: int) -> str:
    """Return what stands in the brackets of `stone(Brown)`, with the last of them."""
    return state.game.layout.names[cell].partition("(")[2]


def _phases(state: State) -> set[str]:
    """Return the phases in progress."""
    found = state.game.layout.phases
    frames = (f for f in state.position.control if isinstance(f, Run))
    return {found[frame.block] for frame in frames if frame.block in found}


def _is_empty(following: Sequence[Told]) -> bool:
    """Return whether nothing happens before the next heading."""
    return not following or isinstance(following[0], PhaseBegan | PhaseOver | TurnBegan)


def _through(events: Iterable[Told], before: State | None, after: State) -> Iterator[Told]:
    """Yield events, of what stops on the way at a place that is empty before and after one move.

    Where other things lie at the stop, another one may have gone on from there.
    """
    found: list[Told | None] = []
    for event in events:
        onward = event
        if isinstance(event, Moved) and event.kinds is not None:
            came = _way_there(found, event)
            if came is not None and not _is_used(event.source, before, after):
                first = found[came]
                assert isinstance(first, Moved), "only moves lead somewhere"
                onward, found[came] = event._replace(source=first.source), None
        found.append(onward)
    return (event for event in found if event is not None)


def _way_there(events: Sequence[Told | None], move: Moved) -> int | None:
    """Return which of some events last brought what moves on; None where it goes back."""
    for at, event in reversed(tuple(enumerate(events))):
        if isinstance(event, Moved) and event.target == move.source and event.kinds == move.kinds:
            return None if event.source == move.target else at
    return None


def _is_used(cell: int, before: State | None, after: State) -> bool:
    """Return whether anything lies in a zone before or after; how many do all know."""
    found = (state.position.cells[cell] for state in (before, after) if state is not None)
    return any(held != () for held in found)


def _is_idle(event: Changed, before: State | None, after: State) -> bool:
    """Return whether a variable is as it was, or is bookkeeping: a flag, or nothing now.

    So is what the look of the game hides, and what stood for something that is over: of whom or
    what a variable alone of its name told, such as who is attacked, the sentences before told.
    """
    variable, now = _variable(after, event.cell), event.value
    if variable.name in Look(after).said.variables.hide:
        return True
    if before is not None and before.position.cells[event.cell] == now:
        return True
    if now is None and not variable.index:
        return True
    is_flag = isinstance(_inner(variable.type), Flag)
    return _is_kept(variable) and (is_flag or nothing(now, variable.type))


def _is_kept(variable: Variable) -> bool:
    """Return whether a variable is bookkeeping: of effects, of what was, or of one turn."""
    return variable.role in ("inner", "history") or variable.fresh


def was(event: Changed, before: State | None, after: State) -> str:
    """Return what a variable was, in words; "" where that was nothing, true or false.

    >>> from interpreter import load
    >>> start = load("leduc_poker").start(seed=1).past_chance()
    >>> after = start.child(start.legal_ids[-1])
    >>> [was(event, start, after) for event in after.events() if isinstance(event, Changed)]
    ['', ' (was 1)']
    """
    kind = _variable(after, event.cell).type
    value = None if before is None else before.position.cells[event.cell]
    if nothing(value, kind) or isinstance(value, tuple) or isinstance(_inner(kind), Flag):
        return ""
    return f" (was {label(value, kind, after.game.spec)})"


def _variable(state: State, cell: int) -> Variable:
    layout = state.game.layout
    declared = layout.variable_of[cell - len(layout.zone_of)]
    return next(v for v in state.game.document().variables if v.name == declared.name)


def _inner(kind: Type) -> Type:
    return kind.of if isinstance(kind, Maybe) else kind


def _is_place(kind: Type) -> bool:
    """Return whether values of a type are individuals, but not those at the table."""
    return isinstance(kind, Member) and kind.family not in ("Player", "Team")
