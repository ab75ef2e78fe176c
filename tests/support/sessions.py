"""Sessions of plays that were drawn elsewhere."""

from interpreter import Session, playthrough
from interpreter.hosting.journal import chained
from interpreter.hosting.session_file import Entry, header, lines
from interpreter.position import CHANCE


def hosted(state, folder):
    """Return a session of the play that led to a state; everybody is a person."""
    game = state.game
    entries = []
    for at in state.path[1:]:
        actor = at.previous.current_player
        kind = "chance" if actor == CHANCE else "choice"
        entries.append(Entry(kind, at.action, "" if actor == CHANCE else game.players[actor]))
    file = folder / f"{len(list(folder.iterdir()))}.jsonl"
    begun = playthrough.record(game.start().with_seed(1))
    seats = {player: player for player in game.players}
    text, _ = chained([header(begun, seats, {}), *lines(entries, first=1)])
    file.write_text(text, encoding="utf-8")
    return Session.load(file, game=game)


def settled(play):
    """Return the last state of a play at which chance is not to decide, or None."""
    return next((s for s in reversed(play.states) if s.current_player != CHANCE), None)
