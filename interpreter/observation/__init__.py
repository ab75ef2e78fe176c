"""What an observer is told of choices of others: those that follow from what he sees. Ref §2.

Whoever sees a step may be able to tell which action began it: every other action would have shown
him something else. Here that is worked out from his side alone. What he does not see is blanked,
each action that he must think possible is played on from there, and those that could not have
shown him what he saw drop out. What is left in common is told. As it is a function of what he was
told before, telling it adds nothing: plays that he cannot tell apart stay so.

    observer   who looks on, a player or an onlooker: which cells he sees, who speaks to him
    unseen     what stands for what he does not know; whatever would read it gives up
    openness   what he knows of locals, and of where the rules stand, by the core tree alone
    blanked    a position as he knows it
    options    the actions that he must think possible
    matching   the effects that he saw, one after another, held against those of an action
    playing_on rules played on by who does not know all, as far as what he saw goes
    following  whether an action may have been followed by just what he saw, and where it led
    places     places of a text at which play may stand
    where      those that he must think possible, after choices of which he was not told
    choices    what he is told
    ahead      what he will be asked, where no choice of others before that can matter

What lies below states takes of these modules what it needs; others are handed it on here.
"""

from typing import TYPE_CHECKING

from rulelang.late import handed_on

if TYPE_CHECKING:
    from interpreter.observation.ahead import asked_next, chooses_at_once
    from interpreter.observation.blanked import blanked_cells, known_world
else:
    __getattr__ = handed_on(
        __name__,
        {
            "ahead": "asked_next chooses_at_once",
            "blanked": "blanked_cells known_world",
        },
    )

__all__ = [
    "asked_next",
    "blanked_cells",
    "chooses_at_once",
    "known_world",
]
