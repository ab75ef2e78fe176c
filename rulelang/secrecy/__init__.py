"""Where rules would tell a player what they hide from him. Ref §4, §5, §9, §25 (G5).

The walk follows set-up and play in the order in which they run, with effects entered at each call
and facts at each use. Every value carries its *secrets*: the hidden places that it was read from.
What a player may know is what he sees by declaration, and what was shown, revealed or moved in his
sight and has not changed since. A finding is made where an option, a refusal, a `say`, a pause or
a turn depends on a secret of somebody who would notice.

    secrets    what is hidden, what somebody has come to know, the values of locals
    sight      who sees what, by the declarations of one specification
    names      symbols for values that are not known before play
    here       all that is known at one place of the walk
    entering   the same by the names that hold inside a call, and back
    ranges     what a value may be, where that is listed before play
    visible    whether somebody knows a secret, in every case that is possible there
    reading    the secrets of an expression, and its name
    pauses     what others notice of the pauses of a block: choices, chance, turns
    traces     what they notice besides: what is said, shown, begun, moved from where to where
    walker     the findings, and the checks that make them
    telling, choosing, moving, statements    one function for each statement
    leaks      the whole specification

Two ways of an `if` that asks something hidden must look alike to whoever does not know it, and of
a loop whose length is hidden nothing may be noticed: `traces` says what is, for all of them.

Effects on open places tell what they do, and are meant to: rules may put what they know of hidden
cards into an open variable or move it to an open zone. Memory counts for nothing but what was
shown since the last change: what must be remembered is a variable (Ref §4).
"""
