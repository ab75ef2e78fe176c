"""A language server for rule texts: what `rulelang lsp` runs, over `rulelang.workbench`.

    client → serving (the protocol) → desk (open texts, their state) → workbench
                                        ↓
                                      prover (another process) → pipeline, scenarios

Findings come in three levels: what cannot be read, then words, names and types, both at once here;
then what play needs, from the process that proves. Positions are converted in `positions` alone.
Only `serving` and `converting` know the protocol's library, the extra `editor`.
"""
