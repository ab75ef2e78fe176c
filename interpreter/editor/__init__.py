"""A language server for rule texts: what `rulelang lsp` runs, over `rulelang.workbench`.

    client → serving (the protocol) → desk (open texts, their state) → workbench
                                        ↓
                                      prover (another process) → pipeline, findings, scenarios

Findings come in four levels: what cannot be read, then words, names and types, both at once here;
then what play needs, from the process that proves; last what native code cannot hold, and what is
wrong with the look beside the text, from the same process. Positions are converted in `positions`
alone. Only `serving`, `answering` and `converting` know the protocol's library, the extra
`editor`.
"""
