"""Proofs that a core tree cannot fail in play, where they are cheap. Ref §25.

The prover walks set-up, play and every effect and fact that they call once, in the order in which
they run, with what is *known* at each place: the values that expressions may have, and the claims
that hold. A condition adds to what is known, an effect takes away what it may change. Wherever the
interpreter could raise a `RuleFault` an obligation is recorded, as proved or as open.

    possible      which values an expression may have: intervals, lists, sizes
    arithmetic    operators on those
    trees         the parts of an expression; renaming its locals
    footprints    what an expression reads, what a statement may change
    world         the constants of one specification
    knowledge     what is known at one place; adding, forgetting, joining
    evaluate      the values that an expression may have, given what is known
    linear        inequalities that follow from others
    assume        what a condition adds to what is known
    contexts      what is known where facts and effects are called
    transfers     what certainly lies in a place, and what moving leaves behind
    cases         what loops and choices over constants certainly come to
    leaving, rounds    what earlier rounds of a loop cannot have changed
    completion    whether play goes on behind a statement
    expressions, moving, assigning, choosing, statements    one function per node that may fail
    prover        the whole specification

Everything here errs on the side of "open": what is not understood is never proved.
"""
