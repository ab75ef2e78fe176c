"""Where a position lies in a flat state: slots, tables, frames, and what of it counts.

| modules | what is there |
|---|---|
| `slots`, `classes`, `pictures` | zones, variables and memories; kinds that share a board; tags |
| `tables` | constant tables, and sets by number |
| `frames` | where control lies |
| `cells`, `codec`, `encode` | flat states as positions, and back |
| `canonical` | which flat states are one position |
| `observation` | what a player sees, as a row of numbers |
| `coverage` | the numbers of what instrumented code notes |
| `records`, `shares` | tags in observer logs; how moves of possible plays are shared out |
| `lowered` | what is kept of a game beside its machine code |
"""
