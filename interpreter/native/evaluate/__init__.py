"""The IR of what is asked: expressions, conditions, searches, facts and the sets they go through.

`expressions` and `conditions` are where others enter. A search becomes a loop (`queries`,
`collected`), operations on masks (`bitsets`, `boards`, `relations`, `lines`), a flood (`floods`,
`graphs`) or a table (`tabled`); `sets` has the sets, `unit` what code is written into.
"""
