"""A play of Pergamemnon and the books that are kept beside it, point by point."""

from __future__ import annotations

from itertools import pairwise

from interpreter.position import CHANCE
from interpreter.state import State
from tests.support.books.cells import named_zones
from tests.support.books.pergamemnon import CARDS, NATIONS, Act, Asked, Drawn, Over, Table


def hold_equal(state: State, table: Table) -> None:
    """Hold that every card lies, and every nation stands, as on the table."""
    lying = {name: sorted(held) for name, held in named_zones(state).items()}
    values = dict(zip(state.game.layout.names, state.position.cells, strict=True))
    for p in table.seats:
        seat = f"P{p + 1}"
        for pile in ("deck", "hand", "spent", "city", "secured"):
            assert lying[f"{pile}({seat})"] == sorted(getattr(table, pile)[p]), (pile, seat)
        zones = ("laid", "front", "fought")
        used = [name for zone in zones for name in lying[f"{zone}({seat})"]]
        assert sorted(used) == sorted(table.used[p])
        assert values[f"active({seat})"] == table.active[p]
        assert values[f"fallen({seat})"] == table.fallen[p]
    assert lying["display"] == sorted(table.display)
    assert lying["wild"] == sorted(table.wild)
    assert lying["gone"] == sorted(table.gone)
    assert len(lying["charisma_cards"]) == table.supply


def decided(state: State, then: State, point: Asked | Drawn) -> Act:
    """Hold one point of play to what the table says of it; return what was decided there."""
    number = then.action
    assert number is not None
    if state.current_player == CHANCE:
        assert isinstance(point, Drawn), point
        labels = dict(outcomes(state, point))
        total = point.what.total()
        for outcome, probability in state.chance_outcomes:
            assert probability * total == point.what[labels[outcome]]
        assert set(labels.values()) == set(point.what)
        return labels[number], ()
    assert isinstance(point, Asked), point
    assert state.current_player == point.player
    offered = {action.id: (action.name, tuple(action.labels)) for action in state.legal_actions}
    assert set(offered.values()) == point.options
    return offered[number]


def outcomes(state: State, point: Drawn) -> list[tuple[int, str]]:
    """Return the outcomes of chance with their names."""
    spec = state.game.layout.spec
    known = next(iter(point.what))
    found = []
    for outcome, _ in state.chance_outcomes:
        if known in CARDS:
            found.append((outcome, spec.kinds[outcome].label))
        elif known in NATIONS:
            found.append((outcome, spec.words[outcome]))
        else:
            found.append((outcome, state.game.players[outcome]))
    return found


def follow(end: State) -> tuple[Table, bool]:
    """Follow a play on a table of our own; return it, and whether the game is over there."""
    table = Table(len(end.game.players), end.game.options)
    playing = table.play()
    path = end.path
    point = next(playing)
    for state, then in pairwise(path):
        if isinstance(point, Asked) and "lead" not in state.arm_names:  # the cards lie there
            hold_equal(state, table)
        act = decided(state, then, point)
        try:
            point = playing.send(act)
        except Over:
            assert then is end
            return table, True
    return table, False
