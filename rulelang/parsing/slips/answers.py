"""What can be put in more than one way, or of which something is missing: what to write here.

before:  Stop at `probability` in `with probability 1/6:`
after:   chance is a sentence: `random n in 1..6:`, and below it `if n is 1: …`
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rulelang.parsing.slips.rewriting import DEEP
from rulelang.parsing.stops import Scene, Stop
from rulelang.parsing.words import OF_VALUES

_ITEM: Final = rf"(?:\d+ )?{DEEP}"
_CHANCE: Final = "(?:with (?:a )?(?:probability|chance)|chance|probability)"
_IN: Final = "(?:/| in | out of )"
_RECKONED: Final = (
    "size|length|number|count|amount|top|bottom|first|last|next"
    f"|{OF_VALUES}|groups|all|most|least|best"
)
_FIRST: Final = (
    (
        r"^ +expect (?:the |that the )?game (?:is )?over\b",
        "say how it has ended: `expect P1 wins`, `expect draw`, `expect all lose`",
        "",
    ),
    (
        r"^([a-z]\w*) ?= ?(\d+)$",
        r"what stays so is `let \1 = \2`; what changes is a variable: `var \1: 0..20 = \2`",
        "let",
    ),
    (
        r"\b([a-z]\w*) has (\d+) (?!actions\b|moves\b|choices\b|or\b)([a-z]\w*)",
        r"how many somebody has is compared: `\3(\1) >= \2`",
        "",
    ),
    (
        (
            rf"(?<!given )\b({DEEP}) (?:has|contains|holds) (\d+) ([A-Z]\w*(?:\([^()]*\))?)"
            r"(?= else|:|$)"
        ),
        r"how many of a kind lie there is compared: `number of \3 in \1 >= \2`",
        "",
    ),
    (
        r"(?:(?<== )|(?<=to ))random (\d+\.\.\d+)",
        r"chance is a sentence: `random n in \1:`; what follows from `n` stands below it",
        "",
    ),
    (
        r"^(?:start|preparation|beginning|begin|init|initial)\b",
        "what is done before play stands below `setup:`",
        "",
    ),
    (
        r"^ +([a-z]\w*)-([a-z]\w*)(?=[:(]| \")",
        r"a name is one word: `\1_\2`",
        "",
    ),
    (
        r"\bthere (?:is|are) (?:more|less|fewer|at least|at most|exactly)(?: than)? \w+ [a-z]",
        "how many lie there is `count hand(p)`, of one kind `number of Coin in purse(p)`",
        "",
    ),
    (
        r"^ *(\w+) (?:takes|gets|has|does|performs|makes) \w+ (?:actions|moves|choices):$",
        (
            r"up to so often: `\1 chooses up to 3 times:`; just so often: `repeat 3:`, and"
            r" below it `\1 chooses:`"
        ),
        "",
    ),
    (
        r"\bend: (?:all [a-z]\w*|you|the team|our team|team|nobody|no one) (?:wins?|loses?)$",
        "say who wins: `end: p wins`; where all play together, `end: all win` or `end: all lose`",
        "",
    ),
    (
        rf"\b{_CHANCE} (?:of )?1{_IN}(\d+)",
        r"chance is a sentence: `random n in 1..\1:`, and below it `if n is 1:`",
        "",
    ),
    (
        rf"\b{_CHANCE} (?:of )?(\d+){_IN}(\d+)",
        r"chance is a sentence: `random n in 1..\2:`, and below it `if n <= \1:`",
        "",
    ),
    (
        (
            r"\bif (?:any|a|some|one) player (?:has|with) ([a-z]\w*)"
            r" (<=|>=|<|>|is) (\w+(?:\([^()]*\))?)"
        ),
        r"ask whether there is one: `if some q in Player where \1(q) \2 \3:`",
        "",
    ),
    (
        r"\b(?:finish|complete|play out) (?:the |this )?(?:last )?round\b",
        (
            "play goes on to an `end:`: a round is over behind the loop over its players,"
            " so ask there what ends the game"
        ),
        "",
    ),
    (
        r"\bthere (?:is|are) (?:an? |one )?(\d+) (?:in|among) ([a-z]\w*(?:\([^()]*\))?)",
        r"ask whether there is one: `some d in \2 where d.face is \1`",
        "",
    ),
    (
        r"(?:\b\w+(?:\([^()]*\))? ?:?= ?)?\broll 1?d(\d+)\b",
        r"chance is a sentence: `random n in 1..\1:`; what follows from `n` stands below it",
        "",
    ),
    (
        rf"(?:(?<= the )|(?<== ))(?!(?:the|{_RECKONED})\b)([a-z]\w*) of (?:{DEEP})$",
        (
            r"of one thing ask `c.\1` or `\1(c)`; one of all is found by what holds for it:"
            r" `the c in D where … else none`"
        ),
        "in",
    ),
)
"""Patterns, what to say, and what must be expected at the stop: before whatever else is known."""
_LAST: Final = (
    (
        r"(?:^|:) +draw$",
        "the game ends with `end: draw`; what is drawn: `draw 1 from deck to hand(p)`",
        "",
    ),
    (
        r"^ *random (\d+\.\.\d+)(?=:)",
        r"what comes gets a name: `random n in \1:`",
        "",
    ),
    (
        r"^ +expect (refused|offered|not offered)(?: because\b|$)",
        r"say which action: `expect \1 buy(Brim)`, with the name of its arm",
        "",
    ),
    (r"\bchooses up to times\b", "say how often: `p chooses up to 3 times:`", ""),
    (
        rf"\b({DEEP}) is (?:adjacent|next|near|close|beside)(?: to)? ({DEEP})",
        r"write `\1 is in neighbours(\2)`",
        "",
    ),
    (
        rf"\bsome ([A-Z]\w*(?:\([^()]*\))?) in ({DEEP})",
        r"whether it lies there is asked so: `\1 is in \2`; of any thing: `\2 is not empty`",
        "where",
    ),
    (
        r"\bsome [a-z]\w* in ([a-z]\w*(?:\((?:[^()]|\([^()]*\))*\))?)(?= else|:|$)",
        r"say what holds for it, `some x in \1 where …`; of any thing: `\1 is not empty`",
        "where",
    ),
    (
        rf"^ +given ({DEEP}) (?:has|contains|holds) ({_ITEM}(?:, ?{_ITEM}){{0,9}})$",
        r"if nothing else lies there, write `given \1 is \2`; of one more: `given c is in \1`",
        "",
    ),
    (
        r"^(option \w+)(?: ?\"[^\"]*\")? ?[:=] ?(\d+)\.\.(\d+)",
        r"settings are listed, the usual one first: `\1: \2 | \3`",
        "",
    ),
    (
        r"^(option \w+)(?: ?\"[^\"]*\")? ?= ?(?:true|yes|on)\b",
        r"an option without settings is a flag, off unless somebody asks for it: `\1`",
        "",
    ),
    (
        r"^option (\w+)(?: ?\"[^\"]*\")? ?= ?(\w+)",
        (
            r"settings are listed, the usual one first: `option \1: \2 | …`;"
            r" what never changes is `let \1 = \2`"
        ),
        "",
    ),
    (
        rf"\bno ([A-Z]\w*(?:\([^()]*\))?) in ({DEEP})",
        r"that it does not lie there is said so: `\1 is not in \2`; nothing at all: `\2 is empty`",
        "where",
    ),
    (
        rf"^ +({DEEP})$",
        r"an action is played: `play \1`; an effect is done: `do \1`",
        "given",
    ),
    (
        r"^(die [^:]+: \d+(?: each)?)$",
        r"say which faces it has: `\1, faces 1..6`",
        "",
    ),
    (
        r"\b(?:count|number of) (?:the |all )?[a-z]\w+(?= where\b)",
        r"each gets a name, of what is behind `in`: `count x in D where …`, such as `Cell` for D",
        "",
    ),
    (
        r"\bfor (?:every|each|all) ([a-z]\w+) ([a-z])(?= where\b|:)",
        r"say after `in` what is gone through: `for \2 in D`, such as `Cell` for D",
        "",
    ),
    (
        r"^ +given (?:it is .* turn|\w+ (?:to move|to choose|is to choose|to play))$",
        "who is asked follows from play: `play pass` up to there, or `do` an effect that asks",
        "",
    ),
    (
        r"(?:^|:) +return\b",
        "an effect gives nothing back: a value is a fact, `let best(p) = …`; `stop` leaves a loop",
        "",
    ),
    (
        r"\brepeat while\b",
        "say when it is over, and a bound: `repeat until deck is empty, at most 20:`",
        "",
    ),
    (
        r"(?:^|:) +\w+ loses\b",
        "the game ends with those who win: `end: opponent(p) wins`, `end: all lose`",
        "",
    ),
    (r"\bat ?\(", "`at` is a word of the language: it cannot be a name", "least"),
    (
        r"\bend: (?:victory|defeat|win|lose|success|failure|over|game over)$",
        "say who wins: `end: p wins`; where all play together, `end: all win` or `end: all lose`",
        "",
    ),
)
"""The same, where nothing else is known."""


def answered(stop: Stop, scene: Scene) -> str:
    """Return what to say of a sentence that covers a stop, whatever its words are like."""
    return _found(_FIRST, stop, scene)


def last(stop: Stop, scene: Scene) -> str:
    """Return what to say where no habit and no word that is like another covers a stop."""
    return "" if stop.in_text else _found(_LAST, stop, scene)


def _found(answers: Iterable[tuple[str, str, str]], stop: Stop, scene: Scene) -> str:
    code, at = scene.line.code.rstrip(), stop.span.column - 1
    for pattern, hint, wants in answers:
        if wants and wants not in stop.expected:
            continue
        for found in re.finditer(pattern, code):
            if found.start() <= at <= found.end() + 1:
                return found.expand(hint)
    return ""
