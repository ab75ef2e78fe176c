"""How a step of native code ends, mostly where it does not end well."""

from typing import Final

STOP: Final = -1
"""What a root returns at a point that waits, and at the end; else the label to go on with."""

FAULT: Final = 1
"""The rules did what they must not do."""
DEAD_END: Final = 2
"""A player is to choose and nothing is legal."""
SPENT: Final = 3
"""No point was reached within the budget of the native code."""
CROWDED: Final = 4
"""There are more legal actions, or looks ahead, than the buffers hold."""

MOST_GONE_THROUGH: Final = 4_000_000
"""Elements that the loops of native code go through from one point to the next, where they count
them: as many as those of the reference may; a test holds it equal to that one's."""
