"""Passes over the IR of a game: each a module with a function of its name that rewrites in place.

They know no game: `lower/middle` puts them in order, and says which fields are boards, which
functions playouts enter, and what is read behind them. `docs/internals.md` has that order with
what each does, `tests/lowering/passes` an example of each, before and after. In `boards` the
function is called `ask_boards`, since `confine` uses it too. `bound` also forgets what is known,
where no pass is to use it.
"""
