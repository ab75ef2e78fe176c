"""Whole sentences of the table that are put in one way here, or in one of a few.

    before:  end: players win, stopped at `win`
    after:   end: all win

They come before all else that is known of a stop: a word that is like another, the pattern of a
shorter habit or a hint of a single word would say less, or something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import attrs

from rulelang.diagnostics import Diagnostic, Edit
from rulelang.freezing import frozen
from rulelang.messages import syntax
from rulelang.messages.endings import EVERYBODY
from rulelang.messages.foreign import NUMBERS
from rulelang.parsing.slips import answers, brackets, declared, listing, misplaced, trying
from rulelang.parsing.slips.foreign import OTHERS
from rulelang.parsing.slips.rewriting import AMOUNT, BEGUN, DEEP, in_short
from rulelang.parsing.stops import Scene, Stop, edit_at
from rulelang.parsing.words import OF_VALUES, expected_words, in_words
from rulelang.source import Span


@frozen
class Phrase:
    """What is said, and what is written instead.

    A group `at` of the pattern is where the stop must be. `wants`, `lacks`: kinds of words that
    must be, and must not be, expected at the stop.
    """

    pattern: str
    instead: str
    wants: str = ""
    lacks: str = ""


_CELL: Final = r"[A-Za-z]\w*(?:\([^()]*\))?"
_OVER: Final = r"(?:(?:the )?game (?:ends|is over|over)[:,;]? (?:and )?)?(?:ends?[:,]? )?"

_HELD: Final = r"(?:(?<=need )|(?<=where )|(?<=and )|(?<=or )|(?<=if )|(?<=until ))"
_ASKING: Final = rf"(?:{_HELD}|(?<=given ))"
_SO: Final = r"(?= else\b| then\b| and\b| or\b|:|\)|$)"
_CLAIMS: Final = (
    Phrase(
        rf"{_HELD}not ({DEEP}) (?P<at>has|contains|includes|holds) (?:an? )?({DEEP}){_SO}",
        r"\3 is not in \1",
    ),
    Phrase(
        rf"{_HELD}(?!not\b)({DEEP}) (?P<at>does not|doesn['’]t) (?:have|contain|include|hold)"
        rf" (?:an? |any )?({DEEP}){_SO}",
        r"\3 is not in \1",
    ),
    Phrase(
        rf"{_HELD}(?!not\b)({DEEP}) (?P<at>has|contains|includes|holds) no ({DEEP}){_SO}",
        r"\3 is not in \1",
    ),
    Phrase(
        rf"{_HELD}(?!not\b|[a-z] )({DEEP}) (?P<at>has|contains|includes|holds) (?:an? )?"
        rf"(?!no )({DEEP}){_SO}",
        r"\3 is in \1",
    ),
    Phrase(rf"{_ASKING}(?!not\b)({DEEP}) (?P<at>in) (?={DEEP}{_SO})", r"\1 is in ", "", ":"),
)
"""What is asked of what lies somewhere."""
_ARTICLE: Final = Phrase(r"\bis (not )?(?:a|an) (?=[A-Z])", r"is \1")
_UNQUOTED: Final = Phrase(r"\b(is(?: not)?) \"([A-Za-z]\w*)\"", r"\1 \2")
_PLAIN: Final = r"(?!if\b)(?:[^:\"=()]|\((?:[^():\"=]|\([^():\"=]*\))*\)){1,80}?"
"""A value, with as many brackets closed as opened."""
_VALUES: Final = (
    Phrase(
        r"\bcount ?\((\w+ in [^()\"]{1,80}(?:\([^()\"]{0,80}\)[^()\"]{0,80}){0,3})\)",
        r"(count \1)",
    ),
    Phrase(r"\b([a-z]\w*) ?(?:\^|\*\*) ?2\b", r"\1 * \1"),
    Phrase(r"\b([a-z]\w*) ?(?:\^|\*\*) ?3\b", r"\1 * \1 * \1"),
    Phrase(
        r"(?<==) if ([^:\"]{1,80}): ?([^:\"]{1,80}?),? else:? ?(?=[^:\"\s])",
        r" if \1 then \2 else ",
    ),
    Phrase(
        rf"((?<== )|(?<= to )|(?<= \())({_PLAIN}) if ({_PLAIN}) else (?=\S)",
        r"if \3 then \2 else ",
    ),
    _ARTICLE,
    _UNQUOTED,
    Phrase(
        r"\b(for \w+ in|\(\w+ in) (\w+) (?:to|until|through) (\w+)(?=[:,)]|$| where\b)",
        r"\1 \2..\3",
    ),
    Phrase(rf"\b(?:all|every) (\w+ in {DEEP}) have (?=\w)", r"every \1 has "),
)
"""What is reckoned."""
_COUNT: Final = re.compile(r"(?<=chooses up to )\w+")
"""How often somebody chooses, perhaps as a word."""
_SAID: Final = r"([^:\"]{1,80}?)"
_AMOUNTS: Final = (
    Phrase(
        rf"\b(add|take) \(?{_SAID} if {_SAID} else {_SAID}\)? (to|from) ({DEEP})$",
        r"\1 if \3 then \2 else \4 \5 \6",
    ),
    Phrase(
        rf"\b(add|take) if {_SAID}: ?{_SAID},? else:? ?{_SAID} (to|from) ({DEEP})$",
        r"\1 if \2 then \3 else \4 \5 \6",
    ),
    Phrase(
        rf"\b(add|take) {_SAID} (to|from) ({DEEP}) if {_SAID} else {_SAID}$",
        r"\1 if \5 then \2 else \6 \3 \4",
    ),
    Phrase(
        rf"{BEGUN}(add|take) if {_SAID} then {_SAID} (to|from) ({DEEP})$", r"\1if \3: \2 \4 \5 \6"
    ),
    Phrase(rf"{BEGUN}(add|take) {_SAID} if {_SAID} (to|from) ({DEEP})$", r"\1if \4: \2 \3 \5 \6"),
)
"""How much comes or goes, where that depends on something."""
_REPEATED: Final = (Phrase(r"^( +)loop ([^:\"]{1,80}?)(?: times)?:$", r"\1repeat \2:"),)
_BODIES: Final = (
    *_REPEATED,
    *_AMOUNTS,
    Phrase(
        rf"{BEGUN}[a-z]\w* draws (\d+)(?: [a-z]\w*)? from ({DEEP}) (?:in)?to ({DEEP})$",
        r"\1draw \2 from \3 to \4",
    ),
    Phrase(rf"{_HELD}([a-z]\w*) (?P<at>has) ([a-z]\w*) (?=<=|>=|<|>)", r"\3(\1) "),
    Phrase(r"\brandom (\w+) ?(?:from|=|of) ?(\d+) ?(?:to|\.\.|-) ?(\d+)", r"random \1 in \2..\3"),
    Phrase(r"\broll ([a-z]\w*) in (?=\d+\.\.\d+:|[A-Z]\w*:)", r"random \1 in "),
    Phrase(r"\brandom ([a-z]\w*) (?:from|of|among) (?=[A-Z]\w*:)", r"random \1 in "),
    Phrase(r"\((\w+): ?(?=\d+\.\.)", r"(\1 in "),
    Phrase(r"^( +)(?:to|action|arm|option|choice) ([a-z]\w*(?:\(| \"|:))", r"\1\2", "("),
    Phrase(
        rf"^( +[a-z]\w*\((?:(?! where )[^:\"])+)\) (?:where|if|when) {_SAID}"
        r"(?=(?: \"[^\"]*\")?:)",
        r"\1 where \2)",
    ),
    Phrase(
        rf"^( +[a-z]\w*\((?:(?! where )[^:\"])+)\)( \"[^\"]*\") (?:where|if|when) {_SAID}(?=:)",
        r"\1 where \3)\2",
    ),
    Phrase(r"\((\w+) (?:of|from|among) (?=[A-Za-z])", r"(\1 in ", "in"),
    Phrase(rf"(?<=[ :])((?:most|least) {DEEP}),(?= then (?:most|least)\b)", r"\1"),
    Phrase(rf"(?<=[ :])((?:most|least) {DEEP}), (?=(?:most|least)\b)", r"\1 then "),
    Phrase(r"\b(if [^:\"]{1,80}? (?:and|or)) if ((?:(?!\bthen\b)[^:\"]){1,80})(?=:)", r"\1 \2"),
    Phrase(rf"{BEGUN}(let \w+): ?(?:\w+ ?= ?)?(?=\S)", r"\1\2 = ", "="),
    Phrase(
        rf"^( +each turn of (?:(?!at most)[^:\"]){{1,80}}?),? (?:for )?{AMOUNT}"
        r" (?:times|turns|rounds):",
        r"\1, at most \2:",
    ),
    Phrase(
        r"^( +)each ([a-z]\w*) in Player (?:in (?:turn|order)|by turns)"
        r"(?:,? (?:repeat|repeating|repeatedly|again and again))?:$",
        r"\1each turn of \2, at most 60:",
    ),
    Phrase(r"\(([A-Z]\w*) ([a-z]\w*)(?=[,)])", r"(\2 in \1"),
    *_CLAIMS,
    Phrase(
        rf"{BEGUN}{_OVER}{EVERYBODY} (?:wins?|(?:have|has) won)(?: together)?(?: the game)?$",
        r"\1end: all win",
    ),
    Phrase(
        rf"{BEGUN}{_OVER}{EVERYBODY} (?:loses?|(?:have|has) lost)(?: together)?(?: the game)?$",
        r"\1end: all lose",
    ),
    Phrase(r"(?:(?<=: )|(?<= ))End: ?(?=\w)", "end: "),
    Phrase(
        rf"^( +)({_CELL}) (?:takes|may take|can take|gets|has|does|performs|makes) up to "
        rf"{AMOUNT} (?:actions?|moves?|choices|times):$",
        r"\1\2 chooses up to \3 times:",
    ),
    Phrase(
        rf"^( +)([a-z]\w*) (?:to|at|from|with) ([a-z]\w*) in ({DEEP})(?=(?: \"[^\"]*\")?:$)",
        r"\1\2(\3 in \4)",
        "(",
    ),
    Phrase(r"\((\w+): ?([A-Z]\w*)(?=[,)])", r"(\1 in \2", "in"),
    Phrase(r"\((\w+) where \1 (?:is )?in (?=\w)", r"(\1 in "),
    Phrase(r"\bset ([^:\"]{1,60}?) ?\+= ?(\S.*)$", r"add \2 to \1"),
    Phrase(r"\bset ([^:\"]{1,60}?) ?-= ?(\S.*)$", r"take \2 from \1"),
    Phrase(rf"{BEGUN}(\w+)\.([a-z]\w*) ?\+= ?(\S.*)$", r"\1add \4 to \3(\2)"),
    Phrase(rf"{BEGUN}(\w+)\.([a-z]\w*) ?-= ?(\S.*)$", r"\1take \4 from \3(\2)"),
    Phrase(rf"{BEGUN}(?:call|do|perform|execute|invoke) ({DEEP})$", r"\1\2"),
    Phrase(r",? otherwise (?=\")", " else "),
    Phrase(
        rf"\b((?:add|take) (?:\w+) (?:to|from)|set) (?!(?:number|count|{OF_VALUES})\b)"
        r"([a-z]\w*) of (\w+)(?= to\b|$)",
        r"\1 \2(\3)",
    ),
    Phrase(rf"{_HELD}({DEEP}) (?P<at>empty)\b", r"\1 is empty"),
    Phrase(rf"{_HELD}empty (?P<at>{DEEP}){_SO}", r"\g<at> is empty"),
    *_VALUES,
)
"""What is said in play, in effects and in the set-up."""
_SHAPES: Final = (
    Phrase(
        r"^(zone [^:]+:) ?(?:(?:at most|max|up to) )?(?:1|one) (?:an? )?([A-Z]\w*)(?=,|$)",
        r"\1 \2 one",
    ),
    Phrase(
        r"^(zone [^:]+: [A-Z]\w*) (?:or none|single|(?:(?:at most|max|up to|of) )?1)(?=,|$)",
        r"\1 one",
    ),
)
"""Zones for one thing."""
_SCENARIOS: Final = (
    *_CLAIMS,
    _ARTICLE,
    _UNQUOTED,
    Phrase(r"^( +)(play|do|expect|with): ?(?=\w)", r"\1\2 "),
    Phrase(r"^( +)expect (refused|offered|not offered): ?(?=\w)", r"\1expect \2 "),
    Phrase(r"^( +)[A-Z]\w*: ?(?=[a-z]\w*(?:[(,]|$))", r"\1play "),
    Phrase(
        rf"^( +)(?:play |expect )?({DEEP}) (?:fails|is (?:refused|illegal|forbidden))$",
        r"\1expect refused \2",
    ),
    Phrase(
        rf"^( +)expect (?:illegal|forbidden|cannot|error|not allowed) ({DEEP})(?= because\b|$)",
        r"\1expect refused \2",
    ),
    Phrase(rf"^( +)expect ({DEEP}) (?:is )?(?:legal|allowed|possible)$", r"\1expect offered \2"),
    Phrase(
        r"^( +)play (?!pass\b)([a-z]\w*) (?:to |at |on |in |with )?([a-z]\w*)$", r"\1play \2(\3)"
    ),
    Phrase(r"^( +play .*\w\)) by [A-Z]\w*$", r"\1"),
    Phrase(r"^( +)[A-Z]\w* plays (?=[a-z]\w*(?:[(,]|$))", r"\1play "),
    Phrase(rf"^( +)draw ({DEEP})$", r"\1play draw(\2)"),
    Phrase(
        r"^( +)expect (?:(?:the )?winner(?: is|:)? ([A-Z]\w*)|([A-Z]\w*) (?:to win|has won))$",
        r"\1expect \2\3 wins",
    ),
    Phrase(rf"^( +expect {DEEP}) to be (?=empty$|not empty$)", r"\1 is "),
    Phrase(r"^( +)given (?:all|each) (?=[a-z]\w* is\b)", r"\1given every "),
    Phrase(r"^( +)given (\d+) ([a-z]\w*) (?:for|to) ([A-Z]\w*)$", r"\1given \3(\4) is \2"),
    Phrase(
        rf"^( +)given ({DEEP}) (?:is |stands |lies )?(?:on|at) ({DEEP})$", r"\1given \2 is in \3"
    ),
    Phrase(rf"^( +)given ({DEEP}) ?: ?(?=\w)", r"\1given \2 is "),
    Phrase(
        rf"^( +)expect ({DEEP}) (?:is |to be )?refused(?= because\b|$)", r"\1expect refused \2"
    ),
    Phrase(
        rf"^( +)expect ({DEEP}) is (?:not (?:allowed|legal|possible)|illegal|forbidden)"
        r"(?= because\b|$)",
        r"\1expect refused \2",
    ),
    Phrase(rf"^( +)expect ({DEEP}) not offered$", r"\1expect not offered \2"),
    Phrase(rf"^( +)expect ({DEEP}) offered$", r"\1expect offered \2"),
    Phrase(
        r"^( +)expect ([A-Z]\w*) (?:is to choose|chooses|must choose)$", r"\1expect \2 to choose"
    ),
    Phrase(
        r"^( +)expect ([A-Z]\w*)(?:['’]s)? (?!is\b)([a-z]\w*) (?=is\b|[<>])", r"\1expect \3(\2) "
    ),
    Phrase(rf"^( +)expect not ({DEEP})(?= because\b)", r"\1expect refused \2"),
    Phrase(
        rf"^( +)(?:refuse|refused|reject|deny) ({DEEP})(?= because\b|$)", r"\1expect refused \2"
    ),
    Phrase(r"^( +)play [A-Z]\w*:? (?=[a-z]\w*(?:[(,]|$))", r"\1play "),
    Phrase(
        r"^( +)expect (?:that )?(?:it is )?([A-Z]\w*)(?:['’]s)? turn$", r"\1expect \2 to choose"
    ),
    Phrase(r"^( +)expect (?:the )?turn of ([A-Z]\w*)$", r"\1expect \2 to choose"),
    Phrase(
        rf"^( +)(expect|given) (?!(?:number|count|{OF_VALUES})\b)([a-z]\w*)"
        r" of (\w+)"
        r" (?=is\b|[<>])",
        r"\1\2 \3(\4) ",
    ),
    Phrase(r"^( +)given ([A-Z]\w*) has (\d+) ([a-z]\w*)$", r"\1given \4(\2) is \3"),
    Phrase(r"\b[Pp]layer ([1-9])\b", r"P\1"),
    Phrase(rf"^( +)expect {EVERYBODY} wins?$", r"\1expect all win"),
    Phrase(rf"^( +)expect {EVERYBODY} loses?$", r"\1expect all lose"),
)
_OWNER: Final = (
    "owner only|only owner|private|owner|owner can see|hidden from others"
    "|(?:only )?(?:the |its )?owner sees|(?:visible to|seen by|known to) (?:its |the )?owner"
)
_DECLARED: Final = (
    Phrase(r"^(zone [^:]+: ?\w+) deck\b", r"\1 bag", "bag"),
    *_SHAPES,
    Phrase(rf"^((?:zone|var) .*), ?(?:{_OWNER})$", r"\1, owner sees"),
    Phrase(r"^players:? \d+ ?[:=] ?(?=[A-Za-z]\w*(?:, ?[A-Za-z]\w*)+$)", "players "),
    Phrase(
        r"^((?:token|component) \w+\([^()]+\) in [^:]+: \d+) (?:per|for each) \w+$", r"\1 each"
    ),
    *_CLAIMS,
    *_VALUES,
    Phrase(rf"^(?!(?:{OTHERS})\b)([a-z]\w*(?:\([^()]*\))?) ?:$", r"to \1:", "to"),
    Phrase(r"^[Ss]et[- ][Uu]p ?:?$", "setup:"),
    Phrase(r"^(let \w+(?:\([^()]*\))?) ?: ?(?:return )?(?=\S)", r"\1 = ", "="),
    Phrase(r"^((?!let\b)[a-z]\w*(?:\([^()]*\))?) ?= ?(?=[^=\s\d])", r"let \1 = ", "let"),
    Phrase(r"^((?:space|edge|component|zone)\b[^\"]* from )'?([\w./-]+\.csv)'?(?=:?$)", r'\1"\2"'),
    Phrase(
        r"^(?:effect|action|procedure|function|def|define|routine|rule|sub)"
        r" ([a-z]\w*(?:\([^()]*\))?) ?:$",
        r"to \1:",
    ),
    Phrase(r"^(die [^:]+: \d+(?: each)?),? faces (\d+)$", r"\1, faces 1..\2"),
    Phrase(r"^(option \w+(?: ?\"[^\"]*\")?) ?= ?(?:false|no|off)\b", r"\1"),
)
_LISTS: Final[tuple[Callable[[Stop, Scene], tuple[Edit, ...]], ...]] = (
    declared.content,
    declared.gain,
    declared.whole,
    declared.compared,
    brackets.around_query,
    brackets.around_one,
    listing.settings,
    listing.settings_of_range,
    listing.things,
    listing.numbers,
    listing.given,
    listing.given_alike,
    listing.variant,
)
_LATER: Final[tuple[Callable[[Stop, Scene], tuple[Edit, ...]], ...]] = (
    brackets.around_arguments,
    brackets.in_one_text,
    misplaced.drawn,
    trying.between,
    trying.comma,
)
"""What is looked for where no phrase is known."""


def meant(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Return the finding of a phrase that covers a stop; None where there is none."""
    called = brackets.empty(stop, scene)
    if called is not None or stop.in_text:
        return called
    edits = next((found for one in _LISTS if (found := one(stop, scene))), ())
    edits = edits or _edits(stop, scene)
    edits = edits or next((found for one in _LATER if (found := one(stop, scene))), ())
    if edits:
        return attrs.evolve(put(None, edits[0], stop, scene), mend=edits)
    hint = answers.answered(stop, scene)
    if not hint:
        return None
    return _stopped(stop, in_words(stop.expected), hint)


def swallowed(stop: Stop, scene: Scene) -> Span | None:
    """Return where a word of the language stands that was read as a name.

    In `chooses up to times:` the number is missing, and `times` was read as one.
    """
    found = re.search(r"(\w+)[ \t]*$", scene.line.text[: stop.span.column - 1])
    if found is None or stop.in_text or found[1] not in expected_words(stop.expected):
        return None
    return attrs.evolve(stop.span, column=found.start(1) + 1, end_column=found.end(1) + 1)


def lone_word(span: Span, scene: Scene, hint: str) -> Diagnostic:
    """Return the finding of a word before which something is missing."""
    word = scene.line.text[span.column - 1 : span.end_column - 1]
    return syntax.unexpected_word(span, word, ("something before it",), (), hint)


def _edits(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    code, at = scene.line.code.rstrip(), stop.span.column - 1
    in_scenario = scene.lines[0].code.startswith("scenario")
    inner: tuple[Phrase, ...] = _SCENARIOS if in_scenario else _BODIES
    for phrase in inner if scene.line.indent else _DECLARED:
        if phrase.wants not in {"", *stop.expected} or phrase.lacks in stop.expected:
            continue
        for found in re.finditer(phrase.pattern, code):
            is_at = found.start("at") == at if "at" in found.groupdict() else True
            if is_at and found.start() <= at <= found.end() + 1:
                new = found.expand(phrase.instead)
                if new == found[0]:
                    continue
                new = _COUNT.sub(lambda word: NUMBERS.get(word[0], word[0]), new)
                return (edit_at(stop, scene, found.start(), found.end(), new),)
    return ()


def _stopped(stop: Stop, wanted: tuple[str, ...], hint: str = "") -> Diagnostic:
    """Return that a line ends too early, or what does not fit."""
    if stop.ends_line:
        return syntax.unfinished(stop.span, wanted, in_text=False, hint=hint)
    return syntax.unexpected_word(stop.span, stop.text, wanted, (), hint)


def put(found: Diagnostic | None, edit: Edit, stop: Stop, scene: Scene) -> Diagnostic:
    """Return a finding about the words that a habit has and the language has not.

    `found`: what the grammar says of it.
    """
    found = found or _stopped(stop, in_words(stop.expected) if stop.ends_line else ())
    lines = [f"`{line.strip()}`" for line in edit.text.split("\n")]
    if len(lines) > 1:
        return attrs.evolve(found, hint=f"write {', and below it '.join(lines)}")
    span, taken, instead = in_short(edit, scene.line.code)
    hint = f"write `{edit.text.strip()}`" if instead or not taken else f"leave `{taken}` out"
    stands = taken or scene.line.code[span.column - 1 : span.end_column - 1]
    if not stands.strip():
        return attrs.evolve(found, hint=hint)
    made = syntax.unexpected_word(span, stands, (f"`{instead}`",) if instead else (), (), hint)
    return attrs.evolve(made, text=found.text)
