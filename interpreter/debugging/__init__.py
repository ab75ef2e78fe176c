"""Debug rules: go through a play line by line, forwards and back, and ask about it."""

from interpreter.debugging.asking import Asker, AskError
from interpreter.debugging.debugger import Breakpoint, Debugger
from interpreter.debugging.legs import Stop, play_of
from interpreter.debugging.looking import EVERYTHING

__all__ = ["EVERYTHING", "AskError", "Asker", "Breakpoint", "Debugger", "Stop", "play_of"]
