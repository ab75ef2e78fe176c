"""Passes over the IR of a game: each a module with a function of its name that rewrites in place.

They know no game: `lower/middle` puts them in order, and says which fields are boards, which
functions playouts enter, and what is read behind them. `docs/internals.md` has that order with
what each does, `tests/lowering/passes` an example of each, before and after.

| modules | for which code |
|---|---|
| `count` | all of games whose loops have to count |
| `confine` | trials of late needs |
| `inline`, `tabulate` | loops of choices; all functions |
| `clone` | loops of choices, copied for playouts |
| `boards`, `dce`, `thread`, `forward` | playouts |
| `bound`, `reduce`, `specialize`, `promote` | playouts |

In `boards` the function is called `ask_boards`. `confine` uses it for trials too, as it does
`specialize` and what `promote` rewrites by.
"""
