"""The IR of what happens: statements, where play waits, and whole games.

`game` lowers a game; `statements` and `loops` its blocks, `moves` what lies in zones, `points` and
`actions` where a player chooses, `chance_points` and `chance` where chance decides, `records` what
one player sees of it; `middle` has the passes behind that.
"""
