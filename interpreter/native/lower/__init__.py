"""The IR of what happens: statements, where play waits, and whole games.

| modules | what is there |
|---|---|
| `game`, `middle` | a whole game, and the order of all passes |
| `instances`, `flow` | the program while it is written, and where in it statements stand |
| `statements`, `loops` | blocks, conditions, calls; `for`, `repeat`, turns |
| `moves`, `contents`, `variables` | what moves, lies in zones, is set |
| `points`, `chance_points`, `chance` | where play waits for players and chance; what may come |
| `actions` | a room: legal actions |
| `records`, `standing` | what one player sees of a step; what a playout is worth that is cut |
| `budget` | what a round of each loop spends |
"""
