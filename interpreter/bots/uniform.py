"""A bot that chooses any legal action, each as likely."""

from __future__ import annotations

import attrs

from interpreter.action import Action
from interpreter.arguments import seed_of
from interpreter.bots.bot import View
from interpreter.chance import Numbers


@attrs.frozen
class Uniform:
    """Chooses any legal action; the same one at the same moment of a play with the same seed.

    >>> from interpreter import Session, load
    >>> Session(load("tic_tac_toe"), {"X": Uniform(1), "O": Uniform(2)}, seed=1).state.is_terminal
    True
    """

    seed: int = 0

    def __attrs_post_init__(self) -> None:
        """Refuse what is no seed.

        Raises:
            TypeError: it is no whole number.
        """
        seed_of(self.seed)

    def choose(self, view: View) -> Action:
        """Return one of the legal actions."""
        actions = view.legal_actions
        return actions[Numbers("random bot", self.seed, view.moment).below(len(actions))]
