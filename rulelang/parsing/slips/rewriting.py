"""What a line reads when a habit of other languages, or of the table, is put as it is put here.

    before:  if points(p) < 19 then add 1 to points(p), stopped at `then`
    after:   ` then` becomes `:`

Each habit is a pattern that covers the stop, and what stands there instead. Nothing is said of it:
it is a mend beside the hint, and whoever makes it looks whether the finding goes.
"""

from __future__ import annotations

import re
from typing import Final

import attrs

from rulelang.diagnostics import Edit
from rulelang.messages.foreign import NUMBERS
from rulelang.parsing.stops import Scene, Stop, edit_at
from rulelang.parsing.words import OF_VALUES, RANKED, TOTALS
from rulelang.source import Span

_IS: Final = r"(?: on|:| =| is)?(?: an?)? "
BEGUN: Final = r"(?:(?<=: )|^( *))"
_CELL: Final = r"\w+(?:\([^()]*\))?"
DEEP: Final = r"[A-Za-z]\w*(?:\((?:[^()]|\([^()]*\))*\))?"
"""A place, perhaps with others as its index."""
_SEVERAL: Final = rf"(?:\d+ )?{_CELL}"
_PUT: Final = "(?:put|place|transfer|discard)"
_ONTO: Final = "(?:on|onto|in|into|to)"
_VALUE: Final = r"(?:(?:\w+)?\((?:[^()]|\([^()]*\))*\)|\w+)(?:\.\w+)*"
_JOINED: Final = r"(?:\b(?:need|if|where|and|or|has|not|then|else|until)|(?<==))"
_MOST: Final = "most|highest|biggest|greatest|largest"
_LEAST: Final = "least|lowest|smallest|fewest"
_WHO: Final = "(?:whoever|who|(?:the )?(?:player|one) (?:who|that))"
_WITH: Final = "(?:with|where|whose)"
DOES: Final = "add|deal|draw|end|move|reveal|roll|say|set|stop|take"
"""The words that begin sentences which do something."""
_CHOOSES: Final = "(?:may |can |must )?(?:choose|decide)s?(?: whether)?(?: to| between)?"
_FOR: Final = r"(?=.+ for \w+ in\b)"
_HABITS: Final = (
    (
        rf"^( *)(\w+) {_CHOOSES} (\w+)(?: \w+){{0,3}}? or (?:to )?(\w+)(?: \w+){{0,3}}$",
        r"\1\2 chooses:\n\1    \3: pass\n\1    \4: pass",
    ),
    (
        r"^( *)end: if ([^:]+): ?(\w[^:]*?),? else:? ?(?!if\b)(\w[^:]*)$",
        r"\1if \2: end: \3\n\1end: \4",
    ),
    (r"\b(?:the )?(?:length|size) of (?=\w+)", "count "),
    (
        rf"\b({TOTALS}) (?:of )?(?:all |the )?([a-z]\w+) (?:of|in|on) ({_CELL})",
        r"\1 of x.\2 for x in \3",
    ),
    (r"\bfor (?:each|all|every) (\w+) in\b", r"for \1 in"),
    (r"\bfor (?:each|all|every) ([a-z]|player)(?=:)", r"for \1 in Player"),
    (
        r"\bfor (?:each |all |every )?[Pp]layers? (\w+)(?: in (?:turn|order|turn order))?(?=:)",
        r"for \1 in Player",
    ),
    (r"\bfor (\w+) of\b", r"for \1 in"),
    (rf"\b(count \w+ in {_CELL}) (?:is |are )?at least ({_VALUE})", r"(\1) >= \2"),
    (rf"\b(count \w+ in {_CELL}) (?:is |are )?at most ({_VALUE})", r"(\1) <= \2"),
    (rf"\b(?:is|are) at least ({_VALUE})", r">= \1"),
    (rf"\b(?:is|are) at most ({_VALUE})", r"<= \1"),
    (rf"({_JOINED} [^\",:]*?(?<!\bis)(?<!\bare)) at least ({_VALUE})", r"\1 >= \2"),
    (rf"({_JOINED} [^\",:]*?(?<!\bis)(?<!\bare)) at most ({_VALUE})", r"\1 <= \2"),
    (r"(?<=\S) then\b:?", ":"),
    (r"\bdraw (\d+) \w+ from\b", r"draw \1 from"),
    (r"\bdraw (?:an? \w+ )?from\b", "draw 1 from"),
    (r"\bdraw the (?:top|first|next) (?:\w+ )?(?:from|of)\b", "draw 1 from"),
    (
        r"\bmove all (?:of )?(?:the )?(?:cards|coins|dice|pieces|things|tokens) from\b",
        "move all from",
    ),
    (r"\bcount the (?=\w+ in\b)", "count "),
    (r"\b(?:for )?(?:each|every) turn of (\w+),? at most\b", r"each turn of \1, at most"),
    (r"\b(?:every|for each|for every) turn of\b", "each turn of"),
    (r"\b(?:is|are)n['’]t (in\b)?", r"is not \1"),
    (r"\bneed not (.+?) in\b", r"need \1 is not in"),
    (r"\b(bag|set|row|one|list)((?: of \d+)?) (open|hidden|owner sees)\b", r"\1\2, \3"),
    (r"^(kind \w+) ?=", r"\1:"),
    (
        rf"^(?:space|board|field|map) (\w+){_IS}(grid|hex)(?: of)? (\d+) ?(?:x|by|×|\*) ?(\d+)",
        r"space \1 on \2 \3 x \4",
    ),
    (rf"^(space \w+)(?:{_IS}| on )(grid|hex) (\d+)$", r"\1 on \2 \3 x \3"),
    (rf"^(space \w+){_IS}(grid|hex|ring|track)(?: of)?\b", r"\1 on \2"),
    (r"^players ?[:=] ?", "players "),
    (r"^(zone \w+(?:\([^()]*\))?) of (?=\w)", r"\1: "),
    (r"^(component \w+|token \w+) from\b", r"\1 in"),
    (
        r"^(?:component|token) (\w+(?:\([^()]*\))?): (\d+(?: each)?) in (\w+(?:\(\w+\))?)$",
        r"token \1 in \3: \2",
    ),
    (r"^component (\w+(?:\([^()]*\))? in [^:]+: \d+)", r"token \1"),
    (r"^(die \w+(?:\([^()]*\))? in [^:,]+?),? (faces \d+\.\.\d+)", r"\1: 1, \2"),
    (r"^(die [^:]+:) (faces \d+\.\.\d+)", r"\1 1, \2"),
    (r"^(die [^:]+: \d+(?: each)?) (faces \d+\.\.\d+)", r"\1, \2"),
    (r"^(zone .*), ?(?:visible|public|shown|face up)$", r"\1, open"),
    (r"^(zone .*), ?(?:secret|unseen|invisible|face down)$", r"\1, hidden"),
    (r"^(zone [^:]+:) (bag|set|row|one) of (\w+)", r"\1 \3 \2"),
    (r"\b(?:needs|requires?|demand|ensure)\b", "need"),
    (r"(?:,| or)(?= \"[^\"]*\"$)", " else"),
    (r"\((?:[A-Z]\w*) (\w+) in\b", r"(\1 in"),
    (r"\((\w+)(?:: ?[A-Z]\w* in| from)\b", r"(\1 in"),
    (r"(\b\w+)(?: of|:) (?=\w+\()", r"\1 in "),
    (r"\bmove (.+) to (.+) from (.+)$", r"move \1 from \3 to \2"),
    (
        rf"{BEGUN}{_PUT} ({_SEVERAL}(?: from {_CELL})?) {_ONTO} ({_CELL})$",
        r"\1move \2 to \3",
    ),
    (r"\b(?:put|place|give|transfer|discard) (?=.+ from .+ to\b)", "move "),
    (r"\bdeal (\d+) from (?=.+ for \w+ in\b)", r"deal \1 each from "),
    (r"\bdeal (\d+) from\b", r"draw \1 from"),
    (r"\badd (?!half\b)(\w+) (?=[a-z]\w*(?:\(|$))", r"add \1 to "),
    (r"\btake (\w+) (?=[a-z]\w*(?:\(|$))", r"take \1 from "),
    (rf"\b(?:change|assign|make) (?={_CELL} to\b)", "set "),
    (r"\bends:", "end:"),
    (
        r"\bend: (?:the )?(most|least) (\w+\((\w+)\))(?: for \3 in \w+)?",
        r"end: \3 with \1 \2",
    ),
    (
        rf"{BEGUN}(?:the )?(?:player|one|winner) with (?:the )?(?:{_MOST}) (\w+) wins$",
        r"\1end: @ with most \2(@) wins",
    ),
    (
        rf"{BEGUN}(?:the )?(?:player|one|winner) with (?:the )?(?:{_LEAST}) (\w+) wins$",
        r"\1end: @ with least \2(@) wins",
    ),
    (rf"\bend: (?:{_WHO} has )?(?:the )?(?:{_MOST}) (\w+)\b", r"end: @ with most \1(@)"),
    (rf"\bend: (?:{_WHO} has )?(?:the )?(?:{_LEAST}) (\w+)\b", r"end: @ with least \1(@)"),
    (r"\bend: (?:the )?(\w+) in \w+ with\b", r"end: \1 with"),
    (rf"\bend: (?:the )?(\w+) with (?:the )?(?!most)(?:{_MOST})\b", r"end: \1 with most"),
    (rf"\bend: (?:the )?(\w+) with (?:the )?(?!least)(?:{_LEAST})\b", r"end: \1 with least"),
    (rf"\bwith (?:the )?(?!most)(?:{_MOST}|max(?:imum)?)\b", "with most"),
    (rf"\bwith (?:the )?(?!least)(?:{_LEAST}|min(?:imum)?)\b", "with least"),
    (r"^([ \t]+\w+) (?=-?\d+\.\.-?\d+$)", r"\1: "),
    (r"\brepeat (?:at most|up to) (\d+)(?: times)?(?=:)", r"repeat \1"),
    (r"\b(repeat|at most) (\w+) (?:times|rounds?|turns?)\b", r"\1 \2"),
    (r"\bfor (\d+) (?:rounds|turns) of (\w+)", r"each turn of \2, at most \1"),
    (rf"\bset ({_CELL}) ?:?= ?", r"set \1 to "),
    (rf"{BEGUN}({_CELL}) ?\+= ?(.+)$", r"\1add \3 to \2"),
    (rf"{BEGUN}({_CELL}) ?-= ?(.+)$", r"\1take \3 from \2"),
    (rf"{BEGUN}({_CELL}) ?\+\+$", r"\1add 1 to \2"),
    (rf"{BEGUN}({_CELL}) ?--$", r"\1take 1 from \2"),
    (rf"{BEGUN}(?:increase|increment|raise) ({_CELL}) by (.+)$", r"\1add \3 to \2"),
    (rf"{BEGUN}increment ({_CELL})$", r"\1add 1 to \2"),
    (rf"{BEGUN}(?:decrease|decrement|reduce|lower) ({_CELL}) by (.+)$", r"\1take \3 from \2"),
    (rf"{BEGUN}decrement ({_CELL})$", r"\1take 1 from \2"),
    (rf"{BEGUN}subtract (.+) from ({_CELL})$", r"\1take \2 from \3"),
    (rf"{BEGUN}(?:gain|score) (\d+) ({_CELL})$", r"\1add \2 to \3"),
    (rf"{BEGUN}lose (\d+) ({_CELL})$", r"\1take \2 from \3"),
    (rf"{BEGUN}(\w+) (?:gains|gets|scores) (\d+) ([a-z]\w*)$", r"\1add \3 to \4(\2)"),
    (rf"{BEGUN}(\w+) (?:loses|pays) (\d+) ([a-z]\w*)$", r"\1take \3 from \4(\2)"),
    (rf"{BEGUN}(?:print|announce|write|display) (\"[^\"]*\")$", r"\1say \2"),
    (rf"{BEGUN}(?:print|announce|write|display)\((\"[^\"]*\")\)$", r"\1say \2"),
    (rf"{BEGUN}tell (?:all|everybody|everyone) (\"[^\"]*\")$", r"\1say \2"),
    (rf"{BEGUN}tell (\w+) (\"[^\"]*\")$", r"\1say \3 to \2"),
    (rf"{BEGUN}unless ([^:]+):", r"\1if not (\2):"),
    (rf"{BEGUN}(?:the )?winner(?: is|:)? (\w+)$", r"\1end: \2 wins"),
    (rf"{BEGUN}(?<!end: )(?:the )?(?:player )?(\w+ wins)(?: the game)?$", r"\1end: \2"),
    (r"\bwithin (\S+) (?:steps?|spaces?|edges?|cells?|fields?) of\b", r"within \1 of"),
    (r"\balong ([A-Z]\w*)(?! in\b)", r"along x in \1"),
    (r" *:=", " ="),
    (r"^(var [^:=]+?) ?= ?false$", r"\1: flag"),
    (r"^(var [^:]+: \w+) (\w+)$", r"\1 = \2"),
    (r" *&& *", " and "),
    (r" *\|\| *", " or "),
    (r"!=", "is not"),
    (r"\b(?:may|can|must)(?: choose)?(?: one of)?(?=:$)", "chooses"),
    (
        r"\b(?:picks?|selects?|decides?|chooses) ?(?:one|between|among|from)? ?(?:of)?(?=:$)",
        "chooses",
    ),
    (r"\b[Pp]layer (\w+) chooses?\b", r"\1 chooses"),
    (r"\bmay choose\b", "chooses"),
    (r"\b(?:the )?game (?:ends|is over)[,:;]? (?:and )?(\w+ wins|draw)\b", r"end: \1"),
    (rf"\b(?:most|max(?:imum)?|greatest|biggest|largest)(?: of)? {_FOR}", "highest of "),
    (rf"\b(?:least|min(?:imum)?|smallest|fewest)(?: of)? {_FOR}", "lowest of "),
    (rf"\b({OF_VALUES}) {_FOR}", r"\1 of "),
    (rf"\b({TOTALS})\((.+ for \w+ in .+)\)", r"(\1 of \2)"),
    (
        rf"\b(?:count|number) of (?:the )?[a-z]\w* in ({_CELL}) {_WITH} (\w+) ?(?:=|is) ",
        r"count x in \1 where x.\2 is ",
    ),
    (r"\b(?:the )?(?:count|number) of (?=[a-z] in\b)", "count "),
    (r"\bthe number of (?=\w+ in\b)", "number of "),
    (rf"\b((?:{OF_VALUES}) of (\w+)\.\w+) in\b", r"\1 for \2 in"),
    (
        rf"\b({OF_VALUES}) of ({_CELL})\.(\w+)\b(?! \w+ \w+ in\b)",
        r"\1 of x.\3 for x in \2",
    ),
    (rf"\b(every \w+ in {_CELL}):? (?=\w)", r"\1 has "),
    (rf"\ball (\w+ in {_CELL} has)\b", r"every \1"),
    (
        rf"\b(no|some) [a-z]\w* in ({_CELL}) (?:has|with) (\w+) (\w+)",
        r"\1 x in \2 where x.\3 is \4",
    ),
    (rf"\b((?:some|no) \w+ in {_CELL}) has\b", r"\1 where"),
    (r"\b(?:any|exists?|there is(?: an?)?) (?=\w+ in\b)", "some "),
    (
        rf"\b(in {_CELL}) (?:with(?! (?:the )?(?:{_MOST}|{_LEAST}))|if|when|such that)\b",
        r"\1 where",
    ),
    (r"\b(?:is )?(?:no|not) (?:less|fewer|lower|smaller) than\b", ">="),
    (r"\b(?:is )?(?:no|not) (?:more|greater|higher|larger) than\b", "<="),
    (r"\b(?:exceeds|is (?:above|over))\b(?= \w)", ">"),
    (r"\bis (?:below|under)\b", "<"),
    (r"\b(?:equals|is equal to|is the same as)\b", "is"),
    (rf"\bmove the (first|last)(?: \w+)? from ({_CELL})", r"move \2.\1 from \2"),
    (rf"(?<!\w)({_VALUE}) ?(?://|\bdiv\b) ?({_VALUE})", r"\1 / \2 rounded down"),
    (rf"\bnumber of ([a-z]\w* in {_CELL}) where\b", r"count \1 where"),
    (rf"\b((?:{TOTALS}) of [^:]+ for \w+ in {_CELL}) (?=[<>])", r"(\1) "),
    (rf"\b((?:{RANKED}) of [^:]+ for \w+ in {_CELL}) (?=[<>])", r"(\1 else 0) "),
    (rf"\b(count [a-z] in {_CELL}) (?=[<>])", r"(\1) "),
    (
        (
            r"^( *)((?:stop|add|take|set|move|draw|say|reveal|roll)\b(?!\()[^:]*?)(?<! to)"
            r" (?:if|when) (?!.* else\b)([^:]+)$"
        ),
        r"\1if \3: \2",
    ),
    (
        rf"{BEGUN}((?:move|draw|take|add|set|say|reveal|roll)\b.+) for (\w+ in .+)$",
        r"\1for \3: \2",
    ),
    (
        (
            rf"{BEGUN}((?:move|draw|take|add|set|say|reveal|roll)\b.+) for"
            r" (?:each |every |all )?players? (\w)$"
        ),
        r"\1for \3 in Player: \2",
    ),
    (
        rf"{BEGUN}(?:if|when|whenever) ([^:\"]+?)(?:,|,? and|, then) ((?:{DOES}|\w+ wins)\b)",
        r"\1if \2: \3",
    ),
    (r"\bends?(?:(?<=s)| the game)[:,]? (?:and )?(\w+ wins)(?: the game)?\b", r"end: \1"),
    (r"\bend: (\w+ wins) the game\b", r"end: \1"),
    (r"\bend the game(?:,? (?:in|as|with) a)? draw\b", "end: draw"),
    (rf"{BEGUN}(?:increase|increment|raise) (\w+) of (\w+) by (.+)$", r"\1add \4 to \2(\3)"),
    (
        rf"{BEGUN}(?:decrease|decrement|reduce|lower) (\w+) of (\w+) by (.+)$",
        r"\1take \4 from \2(\3)",
    ),
    (r"\b([a-z]\w*)['’]s (?=[a-z]\w+\b)(\w+)", r"\2(\1)"),
    (r"\b(bag|set|row) (?:of )?(?:up to|at most|max(?:imum)?) (\d+)", r"\1 of \2"),
    (
        rf"{BEGUN}(?:each|every) player draws (\d+)(?: \w+)? from (\w+) (?:in)?to (\w+)\(\w+\)$",
        r"\1for @ in Player: draw \2 from \3 to \4(@)",
    ),
    (
        rf"{BEGUN}(?:each|every) player (?:gets|gains|receives|starts with) (\d+) (\w+)$",
        r"\1for @ in Player: add \2 to \3(@)",
    ),
    (rf"\b(count [a-z] in {_CELL} where [^<>=\"]+ is [^<>=\"]+?) (?=[<>])", r"(\1) "),
    (r"^(game|doc|note) ?[:=] ?(?=\")", r"\1 "),
    (r"^(zone [^:]+:) (?:a )?single (\w+)", r"\1 \2 one"),
    (r"^(zone [^:]+:) (?:a )?(?:pile|stack|list|column) of (\w+)", r"\1 \2 row"),
    (r"^(zone [^:]+:) (?:a )?(?:hand|group|pool|collection) of (\w+)", r"\1 \2 set"),
    (r"^(zone [^:]+:) (?:a )?deck of (\w+)", r"\1 \2 bag"),
    (r"^(var [^:]+: \w+ or )(?:nothing|null|nil|nobody|empty)\b", r"\1none"),
    (r"^(?:fact|function|def|predicate) (\w+\([^()]*\)) ?[:=] ?(?=\S)", r"let \1 = "),
    (r"^(var [^:]+: )none or (\w+)$", r"\1\2 or none"),
    (
        r"^(var [^:]+: )(?:int|integer|number)(?: from| in)? \(?(\d+) ?(?:to|-|–|\.\.) ?(\d+)\)?",
        r"\1\2..\3",
    ),
    (r"\bfor (\w+) (?:from|=) ?(\d+) ?(?:to|until|\.\.) ?(\d+)", r"for \1 in \2..\3"),
    (r"^( +)then (\S.*?) (?:should be|equals|is|==?) (.+)$", r"\1expect \2 is \3"),
    (r"^( +)when (\w+(?:\([^()]*\))?)$", r"\1play \2"),
    (r"^(players \S.*?),? \(?(?:co-?op(?:erative(?:ly)?)?|together)\)?$", r"\1"),
    (r"^( +)(?:each|every) [Pp]layer ([a-z]):$", r"\1for \2 in Player:"),
)
"""Patterns, compiled where a line stops somebody, and what stands there instead.

`@`: a name that stands for nothing yet.
"""
AMOUNT: Final = rf"(\d+|{'|'.join(NUMBERS)})"
"""A number in digits, or as a word."""
_NUMBERED: Final = (
    (rf"^players (?:from )?{AMOUNT} ?(?:-|to|or|until) ?{AMOUNT}$", r"players \1..\2"),
    (rf"^players {AMOUNT}$", r"players \1"),
    (rf"^(?:for )?{AMOUNT} ?(?:-|to|or|until) ?{AMOUNT} players$", r"players \1..\2"),
    (rf"^(?:for )?{AMOUNT} players$", r"players \1"),
    (rf"\bdraw {AMOUNT} (?:\w+ )?from\b", r"draw \1 from"),
    (rf"\b(repeat|at most) {AMOUNT} (?:times|rounds?|turns?)\b", r"\1 \2"),
)
"""Those in which numbers may stand as words."""
_WORDS: Final = re.compile(
    r"^(?:kind|enum) \w+( ?[:={(] ?(\w+(?:(?:, ?| or |/| ?\| ?)\w+)+) ?[})]?)$"
)


def rewritten(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Return what to change where a line has a habit that covers a stop; () where none does."""
    code, at = scene.line.code.rstrip(), stop.span.column - 1
    words = _WORDS.match(code)
    if words is not None:
        listed = re.split(r", ?| or |/| ?\| ?", words[2])
        start, instead = words.start(1), " | ".join(listed)
        if words[1] == f": {words[2]}":
            return (edit_at(stop, scene, start + 2, words.end(1), instead),)
        return (edit_at(stop, scene, start, words.end(1), f": {instead}"),)
    for pattern, instead in (*_NUMBERED, *_HABITS):
        for found in re.finditer(pattern, code):
            if found.start() <= at <= found.end() + 1:
                unused = _unused(scene) if "@" in instead else ""
                new = found.expand(instead.replace("@", unused))
                if new == found[0]:
                    continue
                if (pattern, instead) in _NUMBERED:
                    new = re.sub(r"\w+", lambda word: NUMBERS.get(word[0], word[0]), new)
                return (edit_at(stop, scene, found.start(), found.end(), new),)
    return ()


def above(stop: Stop, scene: Scene) -> tuple[Stop, Scene]:
    """Return a stop at the end of the line above, where one that goes on with it shows a habit.

    In `let slow = if level is at most 3` the `else` below is the first that does not fit.
    """
    before = [line for line in scene.lines if line.number < scene.line.number and line.code]
    if not before or not scene.line.continues or stop.span.column > scene.line.indent + 1:
        return stop, scene
    end = len(before[-1].code.rstrip()) + 1
    span = Span(stop.span.file, before[-1].number, end, before[-1].number, end)
    last = attrs.evolve(stop, kind="NL", text="", span=span), attrs.evolve(scene, line=before[-1])
    return last if rewritten(*last) else (stop, scene)


def _unused(scene: Scene) -> str:
    """Return a name for a player that stands for nothing in the block of a stop."""
    block = (scene.line, *scene.around())
    words = {word for line in block for word in re.findall(r"\w+", line.code)}
    return next((name for name in "pqrst" if name not in words), "p")


_ARTICLE: Final = re.compile(r"\bthe (?!\w+ in\b)(?=([A-Za-z]\w*))")


def without_articles(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Return what to change in `draw 1 from the deck`; () where no article stops anybody."""
    code, at = scene.line.code.rstrip(), stop.span.column - 1
    articles = [
        found
        for found in _ARTICLE.finditer(code)
        if code.count('"', 0, found.start()) % 2 == 0 and not _begins(code, found.start())
    ]
    if not any(found.start() <= at <= found.end(1) + 1 for found in articles):
        return ()
    return tuple(edit_at(stop, scene, found.start(), found.end(), "") for found in articles)


def _begins(code: str, at: int) -> bool:
    """Return whether a sentence begins at a place of a line: it may speak of anything."""
    before = code[:at].rstrip()
    return not before or (before.endswith(":") and not before.endswith("end:"))


def in_short(edit: Edit, code: str) -> tuple[Span, str, str]:
    """Return which words an edit takes out of a line, where they stand, and what it puts there."""
    start = edit.span.column - 1
    old, new = re.split(r"(?<= )", code[start : edit.span.end_column - 1]), edit.text.split()
    words = [word.strip() for word in old]
    same = 0
    while same < min(len(words), len(new)) and words[same] == new[same]:
        same += 1
    back = 0
    while back < min(len(words), len(new)) - same and words[-1 - back] == new[-1 - back]:
        back += 1
    put = " ".join(new[same : len(new) - back])
    column = edit.span.column + sum(map(len, old[:same]))
    taken = "".join(old[same : len(old) - back]).rstrip()
    column += len(taken) - len(taken.lstrip())
    taken = taken.lstrip()
    if not taken:  # what comes next stands where something is missing
        ahead = re.match(r"[ ]*(\w+|\S)?", code[column - 1 :])
        column, width = (
            (column + ahead.start(1), len(ahead[1])) if ahead and ahead[1] else (column, 1)
        )
        return (
            Span(edit.span.file, edit.span.line, column, edit.span.line, column + width),
            "",
            put,
        )
    span = Span(edit.span.file, edit.span.line, column, edit.span.line, column + len(taken))
    return span, taken, put
