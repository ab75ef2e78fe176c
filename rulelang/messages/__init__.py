"""The wording of every finding: one function per code, by area."""
