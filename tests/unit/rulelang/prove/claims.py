"""Lines of each sort of claim, marked where they are open, and the text that they stand in."""

from rulelang import pipeline

DECLARED = """game "Example"
players 3
space Field on track 4
kind Colour: red | blue
token Stone in bowl: 3
token Gem(Colour) in shop: 2 each
token Key in chest: 2
token Scroll(number: 1..4) in deck: 1 each
zone bowl: Stone set, open
zone shop: Gem set, open
zone heap: Stone or Gem set, open
zone rack: Stone set of 3, open
zone case: Gem set of 2, open
zone chest: Key set, open
zone box: Key set of 1, open
zone deck: Scroll bag, hidden
zone hand(Player): Scroll set of 3, open
zone line: Scroll row, open
zone on(Field): Stone one, open
var level(Field): 0..3
var step(1..4): 0..3
var coins, debts: 0..9
var friend: Player or none
var marked: Field or none
let rich = coins > 4
let marked_high = marked is not none and level(marked) > 1
"""


# So that nothing is known of what these variables hold, nor of where things lie.
UNKNOWN = """
    each turn of q, at most 9:
        q chooses:
            count_on(n in 0..9, m in 0..9):
                set coins to n
                set debts to m
            befriend(p in Player): set friend to p
            lose: set friend to none
            mark(f in Field): set marked to f
            wipe: set marked to none
            raise_it(f in Field, n in 0..3): set level(f) to n
            lay(f in Field):
                need on(f) is empty and bowl is not empty else "no"
                move Stone from bowl to on(f)
            clear(f in Field): move all from on(f) to bowl
            heap_up(f in Field):
                move all from on(f) to heap
                move all from shop to heap
            sort(x in heap):
                if x is Stone: move x from heap to bowl
                else: move x from heap to shop
            draw_one(p in Player):
                need count hand(p) < 3 and deck is not empty else "no"
                draw 1 from deck to hand(p)
            show(p in Player, c in hand(p)): move c from hand(p) to line
            put_back(c in line): move c from line to deck
            lock:
                need box is empty else "no"
                move Key from chest to box
            unlock(k in box): move k from box to chest
            rest: pass
"""


# Of each sort: lines of play that are proved, and lines that are open.
LINES = {
    "`level` is not asked for `none`": """
        if marked is not none: set level(marked) to 1            # proved
        if marked is not none and level(marked) > 0: stop        # proved
        if marked is none or level(marked) > 0: stop             # proved
        if marked is none: stop
        else: set level(marked) to 1                             # proved
        let it = marked
        if it is not none and marked is Field1: set level(it) to 1       # proved
        set coins to if marked is none then 0 else level(marked) # proved
        if marked_high: set level(marked) to 1                   # proved
        for f in Field where marked is not none and level(marked) > 1: set coins to 1    # proved
        if coins > 0: set level(marked) to 1                     # open
        if coins > 1 or level(marked) > 0: set marked to none    # open
        if coins > 1:
            set marked to none
            if marked is Field2: set level(marked) to 1          # proved
        let before = marked
        if marked is Field1:
            set coins to 1
            set marked to before
            set level(marked) to 1                               # proved
        let before = marked
        if marked is not none:
            set marked to none
            if coins > 1: set marked to before
            set level(marked) to 1                               # open
        if marked is none: stop
        set level(marked) to 1                                   # proved
    """,
    "`step` is asked within its index": """
        for n in 1..4: set step(n) to 1                          # proved
        if coins >= 1 and coins < 5: set step(coins) to 1        # proved
        if coins > 0: set step(coins) to 1                       # open
    """,
    "`coins` stays within 0..9": """
        if coins < 9: add 1 to coins                             # proved
        if not coins is 9: add 1 to coins                        # proved
        if coins >= debts: take debts from coins                 # proved
        if coins + debts < 10: add debts to coins                # proved
        take min(debts, coins) from coins                        # proved
        set coins to max(0, coins - debts)                       # proved
        let least = min(coins, debts)
        set debts to debts - least
        take least from coins                                    # proved
        let half = coins / 2 rounded down
        take half from coins                                     # proved
        set coins to if coins > 3 then coins - 3 else coins      # proved
        if rich: take 4 from coins                               # proved
        set coins to count f in Field where level(f) > 1         # proved
        add 1 to coins                                           # open
        if coins > 3 or debts > 3: take 2 from coins             # open
        if coins >= debts:
            set debts to 9
            take debts from coins                                # open
    """,
    "the divisor is not 0": """
        if coins > 0: set debts to 9 / coins rounded down        # proved
        set debts to 9 / (coins + 1) rounded up                  # proved
        set debts to 9 / coins rounded down                      # open
        if debts mod max(1, coins) is 0: stop                    # proved
    """,
    "this number is not below 0": """
        draw up to max(0, 3 - coins) from deck to line           # proved
        draw up to 3 - count hand(q) from deck to line           # proved
        draw up to 3 - coins from deck to line                   # open
    """,
    "the order begins at one of its own": """
        for p in Player clockwise from q: add 0 to coins         # proved
        for f in Field clockwise after (if marked is none then Field1 else marked): stop # proved
        for c in line clockwise from Scroll(1): stop             # open
        if Scroll(1) is in line:
            for c in line clockwise from Scroll(1): stop         # proved
    """,
    "a player is named here": """
        if friend is not none: say "hello" to friend             # proved
        next turn of (if friend is none then q else friend)      # proved
        if coins > 0: say "hello" to friend                      # open
        friend chooses:                                          # open
            go: set coins to 1
        if friend is q:
            friend chooses:                                      # proved
                go: set coins to 1
    """,
    "the winner is not `none`": """
        if friend is not none: end: friend wins                  # proved
        if coins is 5: end: friend wins                          # open
    """,
    "what is moved is not `none`": """
        if line is not empty: move line.first from line to deck  # proved
        let best = the c in line with most c.number else none
        move best from line to deck                              # open
        for f in Field where on(f) is not empty: move on(f) from on(f) to bowl   # proved
    """,
    "`line` has what is taken from it": """
        let best = the c in line with most c.number else none
        if best is not none: move best from line to deck         # proved
        let last = line.last
        if last is not none: move last from line to deck         # proved
        for c in line where c.number > 1: move c from line to deck       # proved
        random c in line: move c from line to deck               # proved
        if Scroll(2) is in line: move Scroll(2) from line to deck        # proved
        move Scroll(2) from line to deck                         # open
        for c in line:
            move c from line to deck                             # open
            if c is Scroll(1): move c from line to hand(q)       # open
        if line is not empty: draw 1 from line to deck           # proved
        draw up to 2 from line to deck
    """,
    "`bowl` has what is taken from it": """
        if count bowl >= 2: move 2 Stone from bowl to heap       # proved
        move Stone from bowl to heap                             # open
        if count bowl > 1:
            move Stone from bowl to heap                         # proved
            move Stone from bowl to heap                         # proved
            move Stone from bowl to heap                         # open
    """,
    "`chest` has what is taken from it": """
        if box is empty: move Key from chest to box              # proved
    """,
    "`on` has room for what comes": """
        for f in Field where on(f) is empty: move Stone from bowl to on(f)       # proved
        for f in Field where on(f) is empty: move Stone from bowl to on(Field1)  # open
        if on(Field1) is empty: move Stone from bowl to on(Field1)       # proved
        for f in Field:
            move all from on(f) to bowl
            move Stone from bowl to on(f)                        # proved
        for f in Field:
            if on(f) is empty: move Stone from bowl to on(f)     # proved
        q chooses or passes:
            put(f in Field):
                need on(f) is empty else "no"
                if coins > 0: add 1 to coins
                move Stone from bowl to on(f)                    # proved
            put_two(f, g in Field where on(f) is empty and on(g) is empty):
                move Stone from bowl to on(f)                    # proved
                move Stone from bowl to on(g)                    # open
    """,
    "`rack` has room for what comes": """
        move all from bowl to rack                               # proved
    """,
    "`rack` takes what comes": """
        for x in heap where x is Stone: move x from heap to rack # proved
        for x in heap where x is not Stone or coins > 1: move x from heap to rack        # open
    """,
    "chance has something to pick from": """
        random n in 1..6: set coins to n                         # proved
        if line is not empty:
            random c in line: stop                               # proved
        random c in line: stop                                   # open
    """,
    "some action is legal here": """
        q chooses or passes:                                     # proved
            go(f in Field):
                need level(f) > 0 else "no"
        q chooses:                                               # proved
            high:
                need coins > 4 else "no"
            low:
                need coins <= 4 else "no"
        q chooses:                                               # open
            high:
                need coins > 4 else "no"
            low:
                need coins < 4 else "no"
        q chooses:                                               # proved
            at(f in Field): pass
        if some f in Field where level(f) > 1 and on(f) is empty:
            q chooses:                                           # proved
                at(f in Field where level(f) > 1):
                    need on(f) is empty else "no"
        if hand(q) is not empty:
            q chooses:                                           # proved
                lay(c in hand(q)): pass
        q chooses:                                               # open
            lay(c in hand(q)): pass
    """,
    "`pass` is legal after the last pick": """
        q chooses up to 3 times:                                 # proved
            earn: set coins to 1
        q chooses up to 3 times:                                 # proved
            earn: set coins to 9
            pass:
                need coins > 4 else "no"
        q chooses up to 3 times:
            earn: stop
            pass:
                need coins > 4 else "no"
        if coins > 0:
            q chooses up to 3 times:                             # open
                earn(n in 0..9): set coins to n
                pass:
                    need coins > 4 else "no"
        q chooses up to 3 times:                                 # open
            earn(n in 0..9): set coins to n
            pass:
                need coins > 4 else "no"
    """,
}


def checked(tmp_path, lines, declared="", end="    end: draw\n"):
    """Check a text with some lines in `play:`."""
    path = tmp_path / "game.rules"
    path.write_text(f"{DECLARED}{declared}play:\n{lines}\n{end}", encoding="utf-8")
    return pipeline.check(str(path)), path
