"""Plays that look alike to somebody: he must be told alike of what others chose."""

from collections import defaultdict

from interpreter import load
from interpreter.tree import followers


def assert_told_alike(path, most):
    """Hold that in all plays of a text, cut after some choices, those who see the same hear it."""
    start = load(str(path), engine="reference").start()
    ends = list(plays(start, most))
    for player in (None, *range(len(start.game.players))):
        told = defaultdict(set)
        for end in ends:
            telling = tuple(at.told(player) for at in end.path)
            for at, what in zip(end.path, telling, strict=True):
                assert what is None or is_true(what, at), (player, what)
            for length in range(1, len(end.path) + 1):
                told[seen(end.path[length - 1], player)].add(telling[:length])
        apart = [ways for ways in told.values() if len(ways) > 1]
        assert not apart, (player, sorted(apart[0], key=str))


def plays(state, most):
    """Yield the last states of all plays, cut after some choices."""
    if state.is_terminal or len(state.history) == most:
        yield state
        return
    for number in followers(state):
        yield from plays(state.child(number), most)


def seen(state, player):
    """Return all that leads to a player besides what he is told of choices; None: an onlooker."""
    found = []
    for at in state.path:
        own = at.action if at.previous and at.previous.current_player == player else None
        asked = at.legal_ids if at.current_player == player else ()
        found.append((at.current_player, own, asked, at.effects(player)))
    return tuple(found)


def is_true(told, state):
    """Return whether what was told of a choice is what was chosen."""
    legal = state.previous.legal_actions
    action = legal[state.previous.legal_ids.index(state.action)]
    return (told.name, told.player) == (action.name, state.previous.current_player)
