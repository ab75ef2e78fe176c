"""Games played or gone through to count something.

`simulate` and `rollouts` play at random, `perft` and `traversal` go through all there is.
`coverage` says which lines of a text are reached; `facts.coverage_points` and `watching` note it
on either engine.
"""
