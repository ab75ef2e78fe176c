"""The command line: one file for each command; `main` finds and runs it."""
