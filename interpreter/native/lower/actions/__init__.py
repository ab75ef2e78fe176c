"""The IR of legal actions: rows of them, one by lot, and what is known of one that is taken.

`choices` has a function for each choice point, `arms` one for each of its arms; `bindings` goes
through what an arm binds, `digits` says which digit of an action's number stands for it,
`digit_masks` which digits it may have, `rows` where actions are listed. `drawing` and `drawn` take
one by lot as a playout does, `trials` runs what stands above a late need, and `granted` notes what
the conditions of an arm say of its places.
"""
