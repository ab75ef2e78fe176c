"""The tags of the records of what one player sees: see `runtime.observer_log`."""

MOVED, HIDDEN_BACKS, HIDDEN, CHANGED, REVEALED, SHOWN, SHOWN_OTHERS, ROLLED, SORTED = range(1, 10)
TURN, PHASE, SAID, ENDED = range(10, 14)
