"""What an engine is to everybody else, and who takes a step that native code gives up.

`held` is the protocol; `interpreter.reference.held` implements it slowly and plainly, and `native`
over machine code. `holding` puts positions of redeals on the engine that plays their game.
"""
