"""The conversation with the people at a table: what they type, what is answered, what is kept.

`conversation` leads it; `lines` reads what is typed, `saving` keeps the play.
"""
