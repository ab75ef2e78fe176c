"""What an author may have meant where the grammar could not go on, and how to write it.

`explain` makes the finding; `habits`, `claims`, `characters`, `foreign` and `patterns` know what
is written elsewhere, and `mending`, `rewriting` and `splitting` what to change.
"""
