"""The reference engine: what a rule text means, in plain Python, one small step after another.

`stepping` is where others enter. Below it are the rules between two choice points (`flow`,
`effects`, and `machine`, the working copy they change), the choice points (`points`, `choice`,
`lookahead`), and what all of them ask (`values`, `queries`). `events` are what happens meanwhile,
`wording` puts values, actions and events in words. The native engine imports nothing of this.
"""
