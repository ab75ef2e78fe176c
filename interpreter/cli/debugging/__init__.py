"""Debug rules: at a terminal, and for editors."""
