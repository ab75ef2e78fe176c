"""What is known of a game before it is played: read from its text, as bounds.

`bounds` says which numbers can stand where, `longest` how long a play can get, `payoffs` what the
returns can be.
"""
