"""Paragraphs about findings on the course of play."""

from __future__ import annotations

FLOW: dict[str, str] = {
    "incomplete-game": """
        Every text says how the game is called, who plays, and how: `game "High Card"`,
        `players 2..4`, and `play:` with the rules below it.
        """,
    "always-fails": """
        Play stops with a fault whenever it comes to this line: five coins are drawn from a zone
        that never holds more than three, a divisor can only be 0, `none` is moved. Or it does so
        in one of the cases that come up there: the fourth of `h in 1..4`, where there are three
        heaps; or in one of the rounds of a loop, since those before it leave too little or no
        room. What may fail, but need not, is no finding: `check --open` lists it.
        """,
    "plays-alone": """
        Who wins has what the others lose, so that for one player it comes to 0, as a draw does.
        Where somebody plays alone, or all play together, a game ends with `end: all win` or
        `end: all lose`, or with a number: `end: each p scores laid(p)`. If a text is for one or
        more, ask first: `if count Player is 1: end: all win`.
        """,
    "recursion": """
        A fact or an effect that calls itself, at once or by way of others, might never end. An
        effect may do so where it says how deep: `to perform(p, c), at most 6 deep: …`; what goes
        on and on is said with `repeat until deck is empty, at most 60: …`. Facts have queries: a
        chain of places is followed with `groups of`, or `a is within n of b`.
        """,
    "never-remembered": """
        A memory tells how often what it keeps was the same. Where no rule says `remember`, it
        keeps nothing; where something in it only grows, such as the number of turns, nothing is
        ever the same again. Keep in it what makes two positions one to the rules.
        """,
    "never-deep": """
        `at most n deep` says how often an effect may be in progress at one time: it calls itself,
        or effects that call it. This one is never called while it is in progress, so take the
        bound out.
        """,
    "stop-outside": """
        `stop` leaves the innermost `each turn`, `for`, `repeat` or `chooses up to` of the same
        effect. There is none around it here. To end the game write `end: …`; to leave an effect
        early put what follows under `else:`.
        """,
    "need-too-late": """
        A `need` below something that an arm does is judged when that has been done, on a copy,
        before the arm is offered. So above it stands only what can be tried: moving, setting,
        telling, `let`, and `if`, `match`, `for`, `repeat` and effects of nothing else. Who is
        asked, what chance brings, whose turn it is and how the game ends cannot be tried.
        """,
    "not-at-once": """
        `each p in Player chooses:` lets hosts ask all at once. So until all have chosen nothing
        that one of them did may be known to the others, change what they are offered, or bring in
        chance, somebody else or the end. Own hands and places that only their owner sees may
        change, the same number of things whatever is chosen; `reveal` and the like stand below
        the choices of all.
        """,
    "memory-of-hidden": """
        A memory compares what lies in some zones and variables now with what lay there before, and
        everybody may know how often it was the same. So all that it keeps has to be open to all:
        with a hidden hand in it, the rules would tell whether that hand has come back.
        """,
    "need-could-be-early": """
        Each `need` below something that an arm does costs a trial of it. This one reads nothing
        that is changed above it, so that it says the same directly below the arm, where it costs
        nothing.
        """,
    "draw-from-set": """
        `draw` takes what comes: by chance from a `bag`, the first of a `row`. From a `set` nothing
        comes by itself unless all in it are alike. Declare `zone deck: Card bag, hidden`, or name
        what is moved: `move c from deck to hand(p)`.
        """,
    "no-opponent": """
        `opponent(p)` is the other one where exactly two play. With more, or where more may play,
        `next(p)` is the one after p, and `for q in Player where q is not p: …` goes through all
        others.
        """,
    "no-owner": """
        `owner sees` means the player among the indices of the zone or variable; this one has no
        player among them. `zone hand: Card set, owner sees` becomes
        `zone hand(Player): Card set, owner sees`; what everybody sees is `open`, what nobody sees
        is `hidden`.
        """,
    "never-reached": """
        Behind `end: …` and `stop` play does not go on in this block, nor behind an `if` that ends
        on each of its ways, or behind an effect that always ends the game. What stands below is
        never done, whatever the options. Often the line above was meant to stand under an `if`.
        """,
    "never-holds": """
        Play comes to this condition, but whatever is chosen and drawn, and whatever the options,
        it does not hold: the ranges of the variables, the room in the zones or what was tested
        before leave no way to it. What stands under it is never done; an arm that needs it is
        never offered. Often a bound is off by one, as `points(p) > 10` where the range ends at 10.
        `a and not a` never holds either, whatever `a` is.
        """,
    "always-holds": """
        Play comes to this condition, and whatever is chosen and drawn, and whatever the options,
        it holds: the ranges of the variables, the room in the zones or what was tested before
        leave no way for it to fail. It says nothing, so that what stands in its `else` is never
        done, and the reason of a `need` never told. Often a bound is off by one, as
        `points(p) >= 0` where the range begins at 0, or something else was meant. `a or not a`
        always holds, whatever `a` is. Take it out.
        """,
    "uneven-teams": """
        Players belong to the teams in turn, the first to the first team. With five players and two
        teams one team has three of them. Name as many players for each team.
        """,
    "no-choice": """
        An option has at least two settings, of which the first is taken unless somebody asks for
        another: `option board: front | loom`. One that is on or off has none, and is off unless
        somebody asks for it: `option storms "with bad weather"`, and in rules `if storms:`.
        """,
    "no-teams": """
        `team(p)` and `partner(p)` need teams: `players North, East, South, West in teams NS, EW`.
        Players belong to the teams in turn.
        """,
    "too-many-actions": """
        Every action of a game has a number: one for each combination of the values that an arm
        asks for. The finding shows how many that are. Ask for them one after the other instead:
        `move_from(a in Cell): …`, and in its block `p chooses:` with `move_to(b in Cell): …`.
        """,
    "hidden-read": """
        The rules would tell a player something that they hide from him. What a player is offered
        and the sentences that refuse it must follow from what he sees, else the offer itself tells
        him; whether and how often somebody is asked, whose turn it is, and what `say` says, from
        what everybody sees. How many cards lie somewhere is public, `count hand(q)`; what they are
        is not. `reveal hand(q)` and `show hand(q) to p` make it known until the zone changes; what
        a rule puts into an open zone or variable is known too. `otherwise: pass` asks in any case.

        What happens tells as well: that something is said, revealed or shown, which phase begins,
        from where to where something moves that not everybody sees. Where an `if` asks something
        hidden, either both ways let the same happen, or both `say` which it is; a loop that goes
        on as long as something hidden is so does nothing that is noticed. Of a hidden set all see
        how many have which back, and not which: its first, or its order, tells more.
        """,
    "hidden-count": """
        Things move one by one, as many as something hidden says, from one place to another that
        not everybody sees: `for c in hand(p) where c.suit is red: move c from hand(p) to away`.
        What they are stays hidden, but everybody sees how many there are. That may be meant. If
        not, move all of them, or none; `reveal` says openly what they are.
        """,
    "home-too-small": """
        All components begin in the zone that is named after `in`, before `setup:` deals them out.
        More begin there than its capacity allows. Leave the capacity out, `zone box: Coin set,
        open`, or let each player's begin elsewhere: `in supply(owner)`.
        """,
    "slow-play": """
        Games are compiled to native code, which holds what is wide or nested up to the limit that
        the finding names. Beyond it the whole game is left to the reference engine: nothing else
        changes, but bots think less, and playouts and reports take some thousand times as long.
        What stands there can nearly always be asked for in smaller parts.
        """,
    "unknown-library": """
        `use` takes in one of the small libraries that come with the language; the hint lists them.
        """,
    "unknown-setting": """
        The game is not played so: it has no such option, no such setting of it, or is not for so
        many players. The hint lists what is possible.
        """,
}
