"""The intermediate representation: instructions, their builder, printer, verifier and cleaning.

It knows no game.

| modules | what is there |
|---|---|
| `nodes`, `statuses` | the instructions; how a step may end |
| `builder`, `folding`, `bits` | what writes functions, what is known at once, masks |
| `runtime_calls` | what games call of the runtime, and what that leaves alone |
| `show` | the printer |
| `verify`, `definite_assignment` | the invariants |
| `uses`, `dataflow`, `renaming` | what passes ask of instructions, know at blocks, copy |
| `clean` | drops what nothing leads to |
| `passes` | a room: what rewrites the code of a whole game |
"""
