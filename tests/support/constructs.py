"""Which rule text uses which construct: patterns over texts without comments and scenarios.

The names are those of the table in `docs/language.md`, section 35.
"""

from __future__ import annotations

import re
from pathlib import Path

_REMARK = re.compile(r"[ \t]*(#.*|\[[^\]\n]*\][ \t]*)$", re.MULTILINE)
_SCENARIO = re.compile(r"^scenario .*?(?=^[a-z]|\Z)", re.MULTILINE | re.DOTALL)

PATTERNS = {
    "`players 2..5`": r"^players \d+\.\.",
    "`players … in teams …`": r"^players .* in teams",
    "`note`": r"^note ",
    "`doc`": r"^doc ",
    "`length at most`": r"^length at most",
    "`standing`": r"^standing",
    "`option` that is on or off": r'^option \w+( +"|$)',
    "`option` with words": r"^option \w+: [a-z]",
    "`option` with numbers": r"^option \w+: \d",
    "`use`": r"^use ",
    "`kind … rising`": r"^kind \w+ rising",
    "`space … on grid`": r"^space .* on grid",
    "`space … on hex`": r"^space .* on hex",
    "`space … on ring`": r"^space .* on ring",
    "`space … on track`": r"^space .* on track",
    "`space` with a table": r"^space \w+(:| from)",
    "`edge` with a table": r"^edge .*(:| from)",
    "`edge` from the shape": r"^edge \w+ joins \w+$",
    "`space … on corners of`": r"^space .* on corners of ",
    "`edge … joins A and B`": r"^edge \w+ joins \w+ and ",
    "`S at x`, S no edges": r"\b(Field|Corner|Harbour|Hut|Post|Town|Dot|Box) at \w",
    "`longest trail of`": r"longest trail of ",
    "`component` with a table": r"^component ",
    "`die`, `roll`": r"^die ",
    "`on the back`": r", on the back$",
    "`{map}` in a path": r'from "[^"\n]*\{\w+\}',
    "zone `set of 5`": r"^zone .* of \w+,",
    "zone `bag`": r"^zone .* bag\b",
    "zone `row`": r"^zone .* row\b",
    "zone `one`": r"^zone .* one,",
    "`owner sees`": r"^(zone|var) .*, owner sees",
    "`p and partner(p) see`, `next(p) sees`": (
        r"^(zone|var) [^\n]*, (?!owner)\w+(\(\w+\))?( and \w+(\(\w+\))?)* sees?$"
    ),
    "`all but p see`": r"^(zone|var) .*, all but",
    "`fresh each turn`": r"fresh each turn",
    "`fresh each` phase or effect": r"fresh each (?!turn)",
    "`table`": r"^table ",
    "an effect for each value, `to use(p, else)`": r"^to \w+\(([^)]*, )?else\b",
    "an effect `at most n deep`": r"^to .* deep:",
    "`match`": r"\bmatch ",
    "`each turn … where`": r"each turn of \w+ in .* where",
    "`next turn of`": r"next turn of",
    "`repeat until`": r"repeat until",
    "`for … by`": r"\bfor .* by (most|least)",
    "`phase`": r"\bphase \w+:",
    "`move …, beneath`": r", beneath",
    "`draw up to`": r"draw up to",
    "`deal n each`": r"\bdeal .* each",
    "`deal all`": r"\bdeal all",
    "`reveal`": r"\breveal ",
    "`show … to`": r"\bshow .* to ",
    "`say`": r'\bsay "',
    "`say … to`": r'\bsay "[^"\n]*" to ',
    "`say` before a sentence": r"(\) |^ +(?!say|else)\w+ )say \"",
    "`chooses or passes`": r"chooses or passes",
    "`chooses up to n times`": r"chooses up to",
    "`each … chooses`": r"each \w+ in .* chooses",
    "`in order`": r" in order\b",
    "a pair, `a, b in D`": r"\(\w+, \w+ in ",
    "`otherwise: pass`": r"otherwise: pass",
    "`otherwise:` with effects": r"otherwise:(?! pass)",
    "`anytime`": r"\banytime ",
    "`random`": r"\brandom \w+ in",
    "`end: p with most … wins`": r"end: \w+ with ",
    "`end: all win`, `end: all lose`": r"end: all (win|lose)",
    "`end: each p scores`": r"end: each",
    "`groups of`": r"groups of \w+ in \w+.* joined",
    "`groups of`, `group at` of spaces": r"(groups of \w+ in (?!.*joined)|\bgroup at )",
    "`space … on grid …, orthogonal`": r"^space .*, orthogonal",
    "`space … without`": r"^space .* without ",
    "a `need` below what the arm does": r"^( +)(?!need)(set|move|let|for|add) .*\n\1need ",
    "`memory`, `remember`": r"^ +remember ",
    "`all x in D where`": r"\ball \w+ in",
    "`number of k in z`": r"\bnumber of \S+ in\b",
    "a set, `{a, b}`": r"(?<!\")\{\w+, ",
    "`followed by`": r"followed by",
    "`is within`": r"is within",
    "`clockwise from`, `clockwise after`": r"(?<!anti)clockwise (from|after)",
    "`anticlockwise from`, `anticlockwise after`": r"anticlockwise (from|after)",
    "`highest of`, `lowest of`": r"(high|low)est of",
    "`exactly n`, `at least n`": r"\b(exactly|at least) \S+ \w+ in ",
    "`at most n`": r"\bat most \S+ \w+ in ",
    "`first … else`": r"\bfirst \w+ in",
    "`the … with most … else`": r"\bthe \w+ in",
    "`every … has`": r"\bevery \w+ in",
    "`sum of`": r"sum of",
    "`lines`": r"\blines\(",
    "`steps`, `between`": r"\b(steps|between)\(",
    "`next(p)`": r"\bnext\(",
    "`previous(p)`": r"\bprevious\(",
    "`team(p)`": r"\bteam\(",
    "`partner(p)`": r"\bpartner\(\w+\)(?! see)",
    "a variable that holds a kind of component": r"^var .*: (Card|Tile)\b",
}


def rules_alone(path: Path) -> str:
    """Return what a text says besides comments, citations and scenarios."""
    text = path.read_text(encoding="utf-8")
    while _REMARK.search(text):
        text = _REMARK.sub("", text)
    return _SCENARIO.sub("", text)


def uses(path: Path, construct: str) -> bool:
    """Return whether a rule text has a construct in its rules."""
    return re.search(PATTERNS[construct], rules_alone(path), re.MULTILINE) is not None
