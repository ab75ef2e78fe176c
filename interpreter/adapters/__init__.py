"""Games of ours in the clothes of other frameworks. Users of the public API alone."""
