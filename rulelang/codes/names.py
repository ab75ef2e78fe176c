"""Paragraphs about findings on names."""

from __future__ import annotations

NAMES: dict[str, str] = {
    "unknown-name": """
        Nothing of that name is declared, or it is a local name that holds only in its own block.
        Where a declared name is nearly the same, the hint names it: `move all from hand(p) to
        discrad` becomes `… to discard`. A name of a loop, a turn or a `let` ends with its block;
        an effect sees it only as an argument: not `to score: add 1 to points(p)` but
        `to score(p): add 1 to points(p)`. Capitals matter.
        """,
    "declared-twice": """
        Players, places, rows of tables, zones, variables, facts, effects and options share one
        stock of names, so that a reader never asks which is meant; and a list says each thing
        once. Rename one of the two: `zone bank: Coin set, open` and `var bank: 0..9` become, say,
        `bank` and `debt`. `game`, `players`, `setup`, `play`, `length` and `standing` stand once
        in a text.
        """,
    "shadowed": """
        A local name (from `let`, `for`, `each turn of`, an arm, a query, or a parameter) is in use
        already: as a local name around it, or as something that the game declares. A reader would
        take one for the other. Choose a new name: within `each turn of p`, not
        `for p in Player: …` but `for q in Player: …`. No name can be a word that begins a value,
        such as `count`, `first` or `true`: it would be read as that. Nor can an effect be called
        by a word that begins a sentence, such as `deal` or `draw`.
        """,
    "wrong-arity": """
        What is declared with something in brackets is used with as much in brackets. With
        `zone hand(Player): …`, say whose: `draw 1 from deck to hand` becomes
        `draw 1 from deck to hand(p)`. What has no brackets where it is declared has none where it
        is used. An action of a scenario names a value for each choice of its arm. A `standing` is
        asked of one player: `standing(p) = …`.
        """,
    "wrong-sort": """
        The name is known, but it stands for something else than is needed here. Components lie in
        zones and are moved, `move 2 Coin from bank to purse(p)`; variables have a value and are
        changed, `set points(p) to 2`. An effect does something and stands on a line of its own; a
        fact is a value and stands within a sentence. A type, such as `Player`, is not one of its
        values: to go through all of them write `for p in Player: …`.
        """,
    "no-attribute": """
        Behind the dot stands an attribute of a component, a space or an edge. It is declared below
        their head, `size: 1..3`, and has a column in their table; an index with a name, as in
        `token Card(suit: Suit)`, is an attribute as well. A zone has none, but each thing in it
        has: `hand(p).rank` becomes `highest of c.rank for c in hand(p) else 0`. What players have
        are variables: `var strength(Player): 0..9`.
        """,
    "never-read": """
        Rules set this variable, and nothing depends on what it is: no rule reads it, and no
        scenario expects anything of it. A line that adds to it does not read it. Often the line
        that should read it was forgotten, or reads another one. Where it is there to be looked at
        by those who play, say in a scenario what it should show.
        """,
    "never-used": """
        No rule uses this name. It may be a slip of the pen where it should be used, or be left
        over. What is not used is checked as far as it goes without knowing what it would be used
        with. Scenarios are examples and do not count. A local name (`let k = …` in a body) is used
        by what stands below it there. Use it, or take it out.
        """,
}
