"""Write the scenario that holds where a play stands, so that play becomes text.

    before:  a saved play of four choices
    after:   scenario "…":
                 play place(spear, a3), draw(king), …
                 expect P2 to choose

A scenario sets up by chance's first seed and the first legal action of every choice (Ref §24);
where the play was set up otherwise, `given` lines say what lies where. From there on everything
that was chosen or drawn is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from interpreter.facts.together import ended_together
from interpreter.game import Game
from interpreter.labels import label
from interpreter.position import CHANCE, Cell
from interpreter.reference.stepping import begin
from interpreter.state import State
from interpreter.testing.scenarios import run
from interpreter.tree import onward
from rulelang import core

_WIDTH = 99
_INDENT = "    "
_MOST_OFFERED = 3


def scenario_text(state: State, name: str) -> str:
    """Return a scenario that leads to a state and says who may do what there.

    Args:
        state: of a play from the start of its game.
        name: of the scenario; quotes and ends of lines become spaces.

    Raises:
        ValueError: the play is still being set up; a scenario begins after that.

    >>> from interpreter import load, shipped
    >>> state = load(shipped()[-1]).start().child(0)
    >>> scenario_text(state, "a card is dealt").splitlines()[0]
    'scenario "a card is dealt":'
    """
    kept = "".join(
        " " if letter in '"\\' or not letter.isprintable() else letter for letter in name
    )
    return f'scenario "{kept}":\n' + "".join(f"{line}\n" for line in _lines(state))


def _lines(state: State) -> Iterator[str]:
    game, path = state.game, state.path
    ready, steps = _set_up(path)
    yield from _with(game)
    yield from _given(game, ready)
    played = [_told(before, after.action) for before, after in pairwise(path[steps:])]
    yield from _packed(played)
    yield from (f"{_INDENT}expect {claim}" for claim in _claims(state))


def _set_up(path: tuple[State, ...]) -> tuple[tuple[Cell, ...], int]:
    """Return what lay where after the set-up of a play, and how many steps that took."""
    game = path[0].game
    position, _ = begin(game.layout, game.layout.start, game.spec.setup.number, ())
    state, steps = State(game, position), 0
    while not state.is_terminal and steps + 1 < len(path):
        number = path[steps + 1].action
        assert number is not None
        state, steps = onward(state, number), steps + 1
    if not state.is_terminal:
        raise ValueError(f"the game is being set up for its first {steps} steps and longer")
    return state.position.cells, steps


def _with(game: Game) -> Iterator[str]:
    """Yield the variant: the number of players where texts differ in it, and the options."""
    settings = [f"players {len(game.players)}"]
    for option in game.document().options:
        if option.setting != option.settings[0]:
            is_flag = option.settings == ("off", "on")
            settings.append(option.name if is_flag else f"{option.name} is {option.setting}")
    yield f"{_INDENT}with {', '.join(settings)}"


def _given(game: Game, ready: tuple[Cell, ...]) -> Iterator[str]:
    """Yield a line for each cell that a scenario would set up otherwise."""
    if game.begun is not None:  # the text has another set-up
        game = Game(game.begun.scenario.spec)
    result = run(core.Scenario("", game.spec, ()), game)
    assert result.given is not None
    usual, layout = result.given.position.cells, game.layout
    for cell, (wanted, found) in enumerate(zip(ready, usual, strict=True)):
        if wanted != found:
            yield f"{_INDENT}given {layout.names[cell]} is {_content(game, cell, wanted)}"


def _content(game: Game, cell: int, found: Cell) -> str:
    layout, spec = game.layout, game.spec
    if isinstance(found, tuple):
        is_row = cell < len(layout.zone_of) and layout.zone_of[cell].shape == "row"
        copies = [(kind, 1) for kind in found] if is_row else sorted(Counter(found).items())
        items = (
            spec.kinds[kind].label if number == 1 else f"{number} {spec.kinds[kind].label}"
            for kind, number in copies
        )
        return ", ".join(items) or "empty"
    return label(found, layout.variable_of[cell - len(layout.zone_of)].type, spec)


def _told(before: State, number: int | None) -> str:
    """Return what scenarios call what was done at a state."""
    assert number is not None
    if before.current_player == CHANCE:
        return before.outcome_name(number)
    return str(next(action for action in before.legal_actions if action.id == number))


def _packed(played: Iterable[str]) -> Iterator[str]:
    """Yield lines `play a, b, …` that are no wider than rule texts are."""
    line = ""
    for act in played:
        if line and len(line) + len(act) + 2 > _WIDTH:
            yield line
            line = ""
        line = f"{line}, {act}" if line else f"{_INDENT}play {act}"
    if line:
        yield line


def _claims(state: State) -> Iterator[str]:
    """Yield what holds at a state: who won, or who chooses and between what."""
    game = state.game
    if state.is_terminal:
        yield from _result(state)
        return
    if state.current_player == CHANCE:
        return
    yield f"{game.players[state.current_player]} to choose"
    actions = state.legal_actions
    yield from (f"offered {actions[at]}" for at in range(min(_MOST_OFFERED, len(actions))))


def _result(state: State) -> Iterator[str]:
    returns, spec = state.returns, state.game.spec
    best = max(returns)
    won = [player for player, score in enumerate(returns) if score == best]
    together = ended_together(spec, returns)
    if together:
        yield f"all {together}"
    elif len(won) == len(returns):
        if len(won) > 1:
            yield "draw"
    elif spec.teams is not None and len({spec.teams[player] for player in won}) == 1:
        team = spec.teams[won[0]]
        yield f"{spec.families[1].labels[team]} wins"
    elif len(won) == 1:
        yield f"{state.game.players[won[0]]} wins"
