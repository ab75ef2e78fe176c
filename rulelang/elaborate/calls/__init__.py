"""Calls of facts and effects.

A fact is elaborated for the types of each call, so its parameters need no types of their own;
equal results are one fact. An effect is elaborated once for the places that it is called with,
after all its callers, so that the types of its parameters are the join over all calls; one that
reaches itself once for each depth (`circles`).
"""

from rulelang.elaborate.calls.asked import again
from rulelang.elaborate.calls.effects import AN_EFFECT, effect, effect_scope, no_effect
from rulelang.elaborate.calls.facts import fact, found_in_fact, uncalled

__all__ = [
    "AN_EFFECT",
    "again",
    "effect",
    "effect_scope",
    "fact",
    "found_in_fact",
    "no_effect",
    "uncalled",
]
