"""The native engine: from the core tree over an intermediate representation to machine code.

`lower` writes the IR (`ir`), `emit_llvm` and `runtime` turn it into LLVM's text, `native` into
machine code, `cache` keeps that. `positions` reads flat states as the reference's positions.
`playouts` plays whole games on several threads, and `counting` counts what comes of them; `search`
grows trees of them; `standing` says what a play is worth that search cuts. `teller` runs code that
tells what one player sees of a step (`telling`), and `essence` says which flat states are one
position: `interpreter.knowledge` follows plays by both. `interpreter.native_state` makes states of
play of it.

The IR of rules is written by `statements`, `expressions`, `conditions` and `queries`; by `moves`
and `contents` for what lies in zones; by `points` and `choices` where play waits for a player, by
`chance_points` and `chance` where it waits for chance. Modules that end in `_text` hold LLVM's
text that is the same for every game, or nearly so.

It shares with the reference the core tree, the numbering of actions (`interpreter.layout`) and the
form of a position, no code that says what a rule means.
"""
