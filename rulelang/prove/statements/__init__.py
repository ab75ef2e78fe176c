"""What must hold where a statement is done, and what is known behind it.

`blocks.block` goes through a block; the other files know one sort of statement.
"""
