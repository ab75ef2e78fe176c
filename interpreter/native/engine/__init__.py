"""Machine code of a game as an engine: made in tiers, kept on disk, called from Python.

`engine` plays, `playouts` and `counting` play many games, `tree` grows search trees, `batch` steps
many games at once, `observers` tell what one player sees, `coverage` notes what ran.
"""
