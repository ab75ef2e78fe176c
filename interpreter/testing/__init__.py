"""Whether a rule text does what it says, and whether both engines mean the same by it.

`scenarios` runs the examples in a text, laid out by `staging`; `trying` makes trials of them for
tools that run tests. `conformance` and `comparing` hold the engines to each other, `shrinking`
makes a play that goes wrong short.
"""
