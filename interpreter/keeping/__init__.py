"""What is kept on disk between two runs, private to the user.

`disk` reads and writes entries, `trees` are checked core trees among them.
"""
