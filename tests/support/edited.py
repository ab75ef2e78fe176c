"""A text in six variants, and edits of all sorts of it."""

from tests.support.games import ROOT

FILE = ROOT / "tests" / "texts" / "edited" / "training.rules"
TEXT = FILE.read_text(encoding="utf-8")
NEW_CHOICE = "    p chooses:\n        high: gain(p, 3)\n"
EDITS = {
    "a number": ("if rounds < 80", "if rounds < 79"),
    "a statement more": (
        "        add n to score(p)",
        "        set tried to 2\n        add n to score(p)",
    ),
    "on the same lines": ("if rounds < 80: add 1 to", "if rounds < 80: add 2 to"),
    "what another option says": ("if pace is not slow and", "if pace is not mad and"),
    "no option": ("if pace is not slow and score(p)", "if score(p)"),
    "an option more": ("if rounds < 80", "if rounds < 80 and pace is mad"),
    "what is called with more": ("gain(p, 2)\n\nto use(p, leap)", "gain(p, 7)\n\nto use(p, leap)"),
    "what is called no more": ("    gain(p, 2)\n\n", "    add 1 to rounds\n\n"),
    "what is called besides": ("far: set tried to 1", "far: idle(p)"),
    "numbers of actions": ("train(n in 1..2)", "train(n in 1..3)"),
    "as many actions": ("train(n in 1..2)", "train(n in 2..3)"),
    "the name of an arm": ("far: set tried", "afar: set tried"),
    "a choice less": (NEW_CHOICE, "    p chooses:\n"),
    "a loop more": (
        "        draw 2 from",
        "        for c in hand(p): add 1 to rounds\n        draw 2 from",
    ),
    "the set-up": ("draw 2 from deck(p)", "draw 1 from deck(p)"),
    "play": ("rest: add 1 to rounds", "rest: add 3 to rounds"),
    "how the game ends": ("if fit(p): end: p wins", "if fit(p): end: draw"),
    "a case": ("    move dash from hand(p) to gone(p)", "    move dash from hand(p) to deck(p)"),
    "a case of another": ("to use(p, dash):", "to use(p, nap):"),
    "all cases": ("top_up(hand(p), 3,", "top_up(hand(p), 2,"),
    "a place that is changed": ("        far: set tried to 1", "        far: set rounds to 1"),
    "what nothing uses": ("add 1 to score(p)\n\nscenario", "add 2 to score(p)\n\nscenario"),
    "a fact": ("else 10", "else 11"),
    "a parameter": ("to idle(p):\n    if score(p)", "to idle(q):\n    if score(q)"),
    "a declaration more": ("var tried", "var more: 0..3\nvar tried"),
    "what there is": ("var score(Player): 0..60", "var score(Player): 0..61"),
    "an option": ("slow | quick | mad", "slow | quick | wild"),
    "a scenario": ("given score(P1) is 1", "given score(P1) is 0"),
    "a scenario more": (
        'scenario "what only',
        'scenario "nothing":\n    with players 2\n    expect rounds is 0\n\nscenario "what only',
    ),
    "a phase": ("phase training:", "phase drilling:"),
    "another value": ("far: set tried to 1", "far: set tried to 2"),
    "a comment": ("# at once", "# and soon"),
    "a citation": ("[3.1]", "[3.2]"),
    "lines": ("\nto gain", "\n# a remark\n\nto gain"),
    "a name that nothing has": ("far: set tried to 1", "far: set tired to 1"),
    "what is not idle there": ("    if score(p) < 50", "    if score(p) < fifty"),
    "a need that comes too late": (
        "far: set tried to 1",
        """far:
            draw 1 from deck(p) to hand(p)
            need score(p) > 2 else "too little\"""",
    ),
    "a library": ("use drawing\n", "use moving\nuse drawing\n"),
}


FORGETFUL = TEXT.replace("memory been of rounds, at most 3\n", "").replace("remember been", "pass")


def applied(names, text=TEXT):
    """Return a text with some edits; those whose place another one took are left out."""
    for name in names:
        text = text.replace(*EDITS[name])
    return text
