"""What is kept on disk between two runs, private to the user: entries by their names.

`disk` reads and writes them, `folder` is careful with the place where they lie. Nothing is lost
with an entry but the time to make it again.
"""
