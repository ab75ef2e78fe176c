"""What an author's editor asks of a rule text that is being written: pure, and without protocol.

A `Draft` is one state of a text. Every query takes one, and places in code points, lines and
columns from 1, as spans have them. No query raises for what a text says, be it broken.
"""
