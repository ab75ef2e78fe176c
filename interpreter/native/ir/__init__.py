"""The intermediate representation: instructions, their builder, printer, verifier and cleaning.

It knows no game. `nodes` has the instructions, `builder` writes them, `show` prints them, `verify`
checks them, `clean` takes out what is never reached; `bits` has sets as masks, and `passes` what
rewrites the code of a whole game.
"""
