"""What may be typed besides actions: the words of commands, and the help that tells of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

HELP: Final = """\
A number takes that action, or opens that part of the menu; so does a word that stands there.
`3.2` is entry 2 of part 3; `..` or Enter goes back. Or type the action: `mark(b2)`, `Mark b2`,
its sentence, or as many of its words as tell it apart; Tab completes them. Besides:
  ? NAME       what a component, place, zone, variable or action is, what may be done with it
               now, and why an action you expect is missing: `? mark b2`; `?` alone: the menu
  v            the view again, with everything in it
  l WORD       all actions, those with a word in them
  score        what counts, as far as you see it, and when play is over
  map          where the places of a map lie
  log N        what happened so far, the last N lines of it
  rules NAME   what the rule text says of this choice, or of a name in it
  u            take your last choice back
  s FILE       save, to go on later with --load FILE
  x FILE       add the scenario of this position to a file, to be put into the rule text
  q            quit
  h            this help"""

OVER: Final = """\
Play is over. `score` says what counted and why it ended, `log N` tells the last N lines of it,
`rules NAME` what the rule text says, `? NAME` what something is, `v` draws the table again;
`u` takes your last choice back, `s FILE` saves the play, `x FILE` writes its scenario, `q` or
Enter quits."""

_COMMANDS: Final = {
    "h": "help", "v": "view", "l": "list", "u": "undo", "s": "save", "q": "quit",
    "x": "scenario",
}  # fmt: skip
_LONGER: Final = ("log", "map", "rules", "score")
"""Commands; where an arm on offer has the name of one, it is the arm."""


def command_of(word: str, arms: Sequence[str]) -> str:
    """Return which command a word is; "" for none. An arm on offer goes before a long word.

    >>> command_of("V", ()), command_of("?hand", ()), command_of("score", ("score",))
    ('view', '?', '')
    """
    word = word.casefold()
    if word.startswith("?"):
        return "?"
    if word in _COMMANDS:
        return _COMMANDS[word]
    is_arm = word in map(str.casefold, arms)
    return word if not is_arm and word in (*_COMMANDS.values(), *_LONGER) else ""
