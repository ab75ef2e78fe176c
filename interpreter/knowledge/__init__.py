"""What the seats of a play see, and what they may conclude and be told.

`views` is what a player sees and has seen; `redeal` makes plays that he could not tell from the
real one, out of a `table` of all or by `chains` that are moved about; `explain` says why
what he asked for is refused.
"""
