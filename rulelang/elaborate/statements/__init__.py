"""What is done: blocks of statements, and what players choose among.

`blocks.block` is what others ask; its files lie above those of declarations.
"""
