"""The page `docs/promises.md`: what is counted for it, and how it is written."""
