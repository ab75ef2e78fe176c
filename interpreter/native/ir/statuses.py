"""How a step of native code ends, mostly where it does not end well."""

from typing import Final

STOP: Final = -1
"""What a coroutine returns at a point that waits, and at the end; else the label to go on with."""

FAULT: Final = 1
"""The rules did what they must not do."""
DEAD_END: Final = 2
"""A player is to choose and nothing is legal."""
SPENT: Final = 3
"""No point was reached within the budget of the native code."""
CROWDED: Final = 4
"""There are more legal actions, or looks ahead, than the buffers hold."""

MOST_GONE_THROUGH: Final = 1 << 28
"""Elements that the loops of native code go through from one point to the next, where they count
them. That is the most that a loop may come to, charged before its first round, and far more than
it mostly does: so many more than the reference may go through, which counts each as it comes."""
