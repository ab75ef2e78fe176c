"""What is asked of the table: searches, sets, relations of spaces, and what is built in.

`searching` knows all queries and lies above the others, of which each knows one sort.
"""
