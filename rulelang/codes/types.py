"""Paragraphs about findings on what does not fit where it stands."""

from __future__ import annotations

TYPES: dict[str, str] = {
    "type-mismatch": """
        A value of one sort stands where another is needed: a player where a number is meant, a
        zone that does not hold such a thing, two branches of one `if … then … else …` that have
        nothing in common. A zone is not a number; how many lie there is one: `hand(p) > 7` becomes
        `count hand(p) > 7`.
        """,
    "not-a-claim": """
        What stands after `if`, `where`, `need`, `not`, `until`, and on both sides of `and` and
        `or`, is true or false. `or` joins whole claims: `p is North or South` becomes
        `p is North or p is South`. A number is no claim: `if points(p): …` becomes
        `if points(p) > 0: …`.
        """,
    "never-equal": """
        The two sides have nothing in common, so that the comparison always gives the same answer;
        one of them is not what was meant. `hand(p) is king` asks whether a whole hand is a card;
        write `king is in hand(p)`. `c.suit is king` compares a suit with a card.
        """,
    "same-for-all": """
        What stands behind `most` and `least` is asked of each thing that is compared, by the name
        that stands for it. Here it says nothing of that name, so all are equal: in a turn of `p`,
        `end: player with most points(p) wins` asks for the points of `p` once for each player.
        Write `end: player with most points(player) wins`.
        """,
    "not-a-collection": """
        A loop, a query or an arm goes through something with elements: all of a type
        (`p in Player`), what lies in a zone (`c in hand(p)`), numbers (`n in 1..3`), neighbours
        (`s in neighbours(t)`). `for n in 3: …` becomes `for n in 1..3: …`. Likewise only such
        things can be counted or be empty; a number is compared: `points(p) is 0`.
        """,
    "out-of-range": """
        The value is never one of those that fit. Nothing is capped silently. Either the range is
        too narrow, `var points(Player): 0..9`, or the sentence means something else, perhaps
        `min(9, points(p) + 3)`. A range begins with its lower number.
        """,
    "no-start": """
        A variable begins at the least value of its range, unless `=` says otherwise. Of a range
        that begins below 0 that is hardly what anybody means, so it has to be said:
        `var heat: -6..400 = 0`.
        """,
    "too-large": """
        A text has at most 5,000 declarations. Everything in a game is listed before play: places,
        zones, variables, tables, kinds, the numbers that a loop may go through. The finding shows
        how the size comes about. Say the true limits (`0..200`, not `0..1000000`), or give fewer
        indices: instead of `var seen(Cell, Cell, Player): flag`, perhaps
        `var seen(Cell, Player): flag`.

        Loops in each other multiply, also through the effects that they call; together they may
        go round a billion times. Go through less at a time: through `neighbours(c)` instead of
        all of `Cell`, and through one loop after the other where neither needs the other.
        """,
    "not-listed": """
        Every action of a game has a number, and so has what chance picks, so that an arm can only
        offer, and `random` only pick, what can be listed beforehand: a player, a space, an edge, a
        component, a word, a flag, or a number with a range. Instead of a whole line of cells let
        the player choose its ends: `row_of(a in Cell, b in Cell): …`.
        """,
    "cases-missing": """
        A `match` says what holds for each value of what stands behind it, so that nothing is
        forgotten when a word is added. Add the missing case, or end with `else: …`. A value that
        may be `none` needs a case `none: …`.
        """,
    "divided-by-zero": """
        The number after `/` or `mod` is always 0. Where it can be 0 only sometimes, ask first:
        `if n is 0 then 0 else total / n rounded down`.
        """,
}
