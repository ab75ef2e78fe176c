"""From the lines of a rule file, and what the grammar makes of them, to the surface tree."""
