"""What a game is made of and what a seat sees of it, as data that programs draw from.

`model` has the classes of the static document, `sight` those of one moment as a seat sees it.
"""
