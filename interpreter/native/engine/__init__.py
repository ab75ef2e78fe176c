"""Machine code of a game as an engine: made in tiers, kept on disk, called from Python.

| modules | what is there |
|---|---|
| `engine`, `calls` | the engine of one game; the calls into its code |
| `tiers`, `cache`, `shared` | where code comes from: levels, the disk, what all games share |
| `readiness`, `measures` | all code made ahead of need; how much there is, and what it takes |
| `playouts`, `counting`, `recording` | many random plays: on threads, counted, recorded |
| `tree` | search trees |
| `batch` | many games stepped at once |
| `observers`, `chains` | what one player sees of steps; plays that agree with it |
| `coverage` | which rules are reached |
"""
