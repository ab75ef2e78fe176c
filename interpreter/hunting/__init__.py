"""Look for faults of rules by play that goes where play at random seldom comes. See `hunt`."""

from interpreter.hunting.hunt import Fault, Hunt, hunt

__all__ = ["Fault", "Hunt", "hunt"]
