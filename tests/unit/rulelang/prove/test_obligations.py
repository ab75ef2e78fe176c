"""What the prover proves, leaves open and refuses: each sort of claim. Ref §25."""

import re
from textwrap import dedent, indent

import pytest

from rulelang import pipeline
from rulelang.obligations import Obligation, merged
from rulelang.source import Span

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


@pytest.mark.parametrize("claim", LINES)
def test_lines_are_proved_or_open(tmp_path, claim):
    for lines in paragraphs(dedent(LINES[claim])):
        assert_as_marked(tmp_path, lines, claim)


def paragraphs(lines):
    """Return the statements, each with the unmarked ones before it."""
    found = [""]
    for line in lines.strip().splitlines(keepends=True):
        if "# " in found[-1] and not line.startswith((" ", "else")):
            found.append("")
        found[-1] += line
    return found


def assert_as_marked(tmp_path, lines, claim):
    found, path = checked(tmp_path, UNKNOWN + indent(lines, " " * 8))
    assert not [d.title for d in found.diagnostics if d.severity == "error"]
    told = {o.span.line: o.status for o in found.obligations if o.claim == claim}
    text = path.read_text(encoding="utf-8").splitlines()
    wanted = {
        number + 1: marked[1]
        for number, line in enumerate(text)
        if (marked := re.search(r"# (proved|open)$", line))
    }
    assert {text[n - 1]: told.get(n) for n in wanted} == {
        text[n - 1]: s for n, s in wanted.items()
    }


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ("set level(marked) to 1", "`level` is asked for `none`, which is no index of it"),
        ("set coins to 5\nset step(coins) to 1", "`step` is asked outside its index 1..4"),
        ("let n = coins + 5\nset coins to n - 6", "`coins` would be -1; it holds 0..9"),
        ("set debts to 9 / coins rounded down", "this divides by 0"),
        ("let n = 2 - 4\nrepeat n: pass", "this number is below 0"),
        ('say "hello" to friend', "`none` stands here where a player is wanted"),
        ("end: friend wins", "`none` wins here"),
        (
            "end: each p scores score(p)",
            "`score` is known only when the game is over, in `expect` lines",
        ),
        ("move line.first from line to deck", "`none` is moved here"),
        ("move 4 Stone from bowl to heap", "`bowl` cannot have what is taken from it"),
        ("draw 5 from deck to line", "`deck` cannot have what is taken from it"),
        (
            "move all from bowl to on(Field1)",
            "`on` has room for 1 only, which is not enough here",
        ),
        (
            (
                "for x in shop: move x from shop to heap\n"
                "for x in heap where x is not Stone: move x from heap to rack"
            ),
            "`rack` takes nothing of what comes here",
        ),
        ("random c in line: pass", "chance has nothing to pick from here"),
        ("P1 chooses:\n    lay(c in line): pass", "no action is ever legal here"),
        (
            "for c in line clockwise from Scroll(1): pass",
            "the order begins at one that is not part of it",
        ),
    ],
)
def test_what_always_fails_is_refused(tmp_path, lines, title):
    found, _ = checked(tmp_path, indent(lines, "    "))
    errors = [d for d in found.diagnostics if d.severity == "error"]
    assert [(d.code, d.title) for d in errors] == [("always-fails", title)]


def test_play_must_end(tmp_path):
    claim = "play ends before its last line is done"
    for lines, status in (
        ("    if rich: end: P1 wins\n    else: end: draw", "proved"),
        ("    P1 chooses:\n        win: end: P1 wins\n        stay: end: draw", "proved"),
        ("    if rich: end: P1 wins\n    else if coins > 1: end: draw", "open"),
        ("    each turn of p, at most 3: end: draw", "open"),
    ):
        found, _ = checked(tmp_path, "    random n in 0..9: set coins to n\n" + lines, end="")
        assert [o.status for o in found.obligations if o.claim == claim] == [status], lines


def test_effects_and_facts_know_what_every_call_knows(tmp_path):
    declared = """
let deep(f) = level(f) + 1
to raise_high(f):
    if deep(f) < 4: add 1 to level(f)
to spend(n): take n from coins
to waste(n): take n from coins
"""
    calls = """
    if marked is not none: raise_high(marked)
    if coins > 3: spend(3)
    if coins > debts: spend(debts)
    if coins > 3: waste(3)
    waste(debts)
"""
    found, _ = checked(tmp_path, UNKNOWN + calls, declared)
    open_ = [(o.span.line, o.claim) for o in found.obligations if o.is_open]
    at = DECLARED.count("\n") + declared.count("\n")
    assert open_ == [(at, "`coins` stays within 0..9")]


def test_a_standing_may_be_asked_of_anybody_at_any_time(tmp_path):
    for value, status in (
        ("12 / coins rounded down", "open"),
        ("12 / (coins + 1) rounded down", "proved"),
        ("12 / (if p is P2 then coins else 1) rounded down", "open"),
        ("if coins > 0 then 12 / coins rounded down else 0", "proved"),
    ):
        found, _ = checked(tmp_path, "    set coins to 3", f"\nstanding(p) = {value}\n")
        assert [o.status for o in found.obligations if "divi" in o.claim] == [status], value


def test_the_set_up_is_followed_step_by_step(tmp_path):
    declared = """
setup:
    for p in Player: deal_to(p)
    for f in Field where f is not Field4: move Stone from bowl to on(f)
to deal_to(p): draw 1 from deck to hand(p)
"""
    found, _ = checked(tmp_path, "    set coins to count bowl", declared)
    assert not [o for o in found.obligations if o.is_open]


def test_what_an_anytime_arm_changes_is_not_known_at_a_choice(tmp_path):
    lines = """
    anytime P1, at most 3 times:
        pay: set coins to 0
    P2 chooses:
        rest: pass
    if coins > 4:
        P1 chooses:
            spend: take 4 from coins
"""
    found, _ = checked(tmp_path, UNKNOWN + lines)
    open_ = [o.claim for o in found.obligations if o.is_open]
    assert open_ == ["`coins` stays within 0..9"]


def test_an_anytime_arm_may_be_taken_at_every_choice_below(tmp_path):
    declared = "to ask(p):\n    p chooses:\n        rest: pass\n"
    lines = """
    anytime P1, at most 3 times:
        pay: set coins to 0
    set coins to 9
    {}
    take 4 from coins
"""
    for asking, is_open in (
        ("ask(P1)", True),
        ("for p in Player: ask(p)", True),
        ("repeat 3: ask(P2)", True),
        ("set debts to 3", False),
    ):
        found, _ = checked(tmp_path, UNKNOWN + lines.format(asking), declared)
        claim = "`coins` stays within 0..9"
        assert [o.is_open for o in found.obligations if o.claim == claim][-1] == is_open, asking


def test_a_call_that_is_never_reached_fails_nowhere(tmp_path):
    declared = """setup:
    set coins to 2
    if coins > 4: spend(3)
to spend(n):
    take n from coins
    set coins to 4 / (coins + 1) rounded down - 3
"""
    found, _ = checked(tmp_path, "    pass", declared)
    assert not [d for d in found.diagnostics if d.severity == "error"]
    assert not [o for o in found.obligations if o.is_open]


def test_what_a_choice_that_was_left_has_done_is_not_that_of_its_pass(tmp_path):
    lines = """
        q chooses up to 3 times:
            earn(n in 0..9):
                set coins to n
                stop
            pass: set coins to 9
        take 4 from coins
"""
    found, _ = checked(tmp_path, UNKNOWN + lines)
    open_ = [o.claim for o in found.obligations if o.is_open]
    assert open_ == ["`coins` stays within 0..9"]
    found, _ = checked(tmp_path, UNKNOWN + lines.replace("                stop\n", ""))
    assert not [o for o in found.obligations if o.is_open]


def test_what_was_asked_of_a_turn_is_set_back_when_it_begins(tmp_path):
    declared = "var picks: 0..5 = 5, fresh each turn\nvar kept: 0..5 = 5\n"
    drops = "drop: set picks to 0\n            less: set kept to 0\n            rest:"
    lines = """
    each turn of q in Player where picks < 5 and kept < 5, at most 9:
        add 1 to picks
        add 1 to kept
"""
    found, _ = checked(tmp_path, UNKNOWN.replace("rest:", drops) + lines, declared)
    assert [o.claim for o in found.obligations if o.is_open] == ["`picks` stays within 0..5"]


def test_a_claim_is_open_if_it_is_open_in_any_instance():
    here = Span("a.rules", 3, 1, 3, 5)
    proved = Obligation("G1", "it fits", here, "proved")
    open_ = Obligation("G1", "it fits", here, "open")
    other = Obligation("G1", "it fits", Span("a.rules", 2, 1, 2, 5), "proved")
    assert merged((proved, open_, proved, other)) == (other, open_)
