"""What native code has that is the same for every game: LLVM's text, in `.ll` files.

`game` is compiled with each game, `shared` once; each file says what its functions are. `texts`
puts files together and numbers in. The other modules say what lies where in memory, and which
files and numbers go together: `runtime` drives a game and plays it out, `batch` steps many at
once, `counting` and `recording` tell what comes of playouts, `search` grows trees,
`observer_log` records what one player sees, `chains` replays plays by that, `noting` notes which
rules are reached.
"""
