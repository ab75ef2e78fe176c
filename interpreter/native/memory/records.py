"""The tags of the records that tell one player what happens: see `runtime.telling`."""

MOVED, HIDDEN_BACKS, HIDDEN, CHANGED, REVEALED, SHOWN, SHOWN_OTHERS, ROLLED, SORTED = range(1, 10)
TURN, PHASE, SAID, ENDED = range(10, 14)
