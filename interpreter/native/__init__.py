"""The native engine: from the core tree over an intermediate representation to machine code.

Its rooms, from the ground up; each imports from those below it:

| room | what is there |
|---|---|
| `ir` | instructions, and how they are built, printed, verified and cleaned; knows no game |
| `plan` | what can be said of rules before code is written |
| `memory` | where a position lies in a flat state, and what of it counts |
| `evaluate` | the IR of expressions, conditions, searches and sets |
| `lower` | the IR of statements, of points where play waits, of whole games |
| `emit` | LLVM's text of IR, and machine code of it |
| `runtime` | LLVM's text that is the same for every game, or nearly so |
| `engine` | machine code made in tiers, kept, and called |

It shares with the reference the core tree, the numbering of actions (`interpreter.layout`) and the
form of a position, no code that says what a rule means. `interpreter.engines.native` makes an
engine of it; `interpreter.knowledge` follows plays by what `engine.observers` logs.
"""
