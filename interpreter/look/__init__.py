"""The look of a game: an optional text beside the rule text, `NAME.look.toml`.

It says how what a seat sees is drawn, and is no rule: it changes no hash, no choice and no result.
`model` has what a look says, `reading` reads one, `checking` holds it against the rule text.
"""
