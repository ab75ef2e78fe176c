"""Where a position lies in a flat state: slots, tables, frames, and what of it counts.

`slots` lays zones and variables out, `frames` where control is; `codec` makes positions of flat
states and back; `canonical` says which flat states are one position; `observation` what a player
sees, as a row of numbers; `coverage` numbers what instrumented code notes; `lowered` is what is
kept of a game beside its machine code.
"""
