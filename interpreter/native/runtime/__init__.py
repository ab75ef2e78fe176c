"""Functions that are the same for every game, or nearly so, as LLVM's text.

`runtime` drives a game and plays it out, `batch` steps many at once, `counting` counts what comes
of playouts, `search_text` grows trees, `telling_text` notes what one player sees, `noting_text`
which rules are reached.
"""
