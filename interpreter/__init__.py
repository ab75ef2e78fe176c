"""The interpreter: from a core tree to play."""
