"""What the seats of a play see, and what they may conclude and be told.

`views` is what a player sees and has seen; `redeal` makes plays that he could not tell from the
real one, step by step (`crossing`) and by the `evidence` he has; `explain` says why what he asked
for is refused.
"""
