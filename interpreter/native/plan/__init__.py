"""What can be said of rules before any code is written: of core trees alone, for native code.

`effects`: what is read; `suspension`: what may wait; `effort`: what a loop may cost;
`static`: what reads nothing of a position; `rulelang.core.constants` has its value.
"""
