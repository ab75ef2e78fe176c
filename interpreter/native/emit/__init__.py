"""From IR to LLVM's text and machine code.

`text` writes functions, `tables` the constant tables of a game; `llvm` compiles, and is the only
module that knows llvmlite.
"""
