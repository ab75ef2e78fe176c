"""How moves of possible plays are shared out, in Python and in native code alike."""

from __future__ import annotations

from typing import Final

SHARES: Final = 32
"""Of so many moves one begins anew, `swaps` trade two draws, and the others redraw a number."""

NEAR: Final = 8
"""How near to the end half of what is drawn anew lies: so many open points, or steps."""

RETRY_COST: Final = 16
"""What a replay counts for among transitions, about."""

ARM_WORDS: Final = 4
ARGUMENT_WORDS: Final = 4
HEAD_WORDS: Final = 2
"""Names of actions: how many arms and kinds there are; for each arm its first number, the first
behind it, how many arguments it has and where; for each argument what one step of it counts, how
many values it has, where the kinds of them stand (-1: they are none), and where their places."""

UNTAKEN, TAKEN, LEFT = range(3)
"""What became of a move or a step: not taken, taken, left to the reference."""

REFUSED, AGREED, UNSAID = range(3)
"""What became of a replay: a number is impossible or shows something else; it came to the end, or
to a state that the chain had there; or the next step has to be taken by the reference."""
