"""What an author may have meant where the grammar could not go on.

    before:  Stop at the end of `phase work`, where `:` would have gone on
    after:   the finding `missing-colon`

Each mistake that has a message of its own is one function; the first that knows the stop answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from rulelang.diagnostics import Diagnostic
from rulelang.messages import loops, syntax
from rulelang.parsing.slips import (
    answers,
    characters,
    claims,
    foreign,
    habits,
    levels,
    mending,
    misplaced,
    patterns,
    phrases,
    rewriting,
    rows,
    splitting,
    trying,
)
from rulelang.parsing.stops import IF, TEXT, Scene, Stop, aligned, sentence_of
from rulelang.parsing.words import expected_words, in_words
from rulelang.source import Span, blanked
from rulelang.suggest import nearest


def explain(stop: Stop, scene: Scene) -> Diagnostic:
    """Return what is wrong at `stop`, as precisely as its surroundings tell."""
    stop, scene = rewriting.above(stop, scene)
    known = misplaced.other_branch(stop, scene) or trying.word(stop, scene)
    known = known or levels.shifted(stop, scene)
    known = known or phrases.meant(stop, scene)
    if known is not None:
        return known
    found = _explained(stop, scene)
    apart = splitting.split(stop, scene)
    if apart:
        return attrs.evolve(phrases.put(found, apart[0], stop, scene), mend=apart)
    if found.mend:
        return found
    mend = mending.mend(stop, scene, found.hint)
    articles = (
        () if mend or found.hint or stop.in_text else rewriting.without_articles(stop, scene)
    )
    if articles:
        return attrs.evolve(phrases.put(found, articles[0], stop, scene), mend=articles)
    is_habit = not stop.in_text and len(mend) == 1 and mend == rewriting.rewritten(stop, scene)
    if is_habit and (found.code in ("unexpected-word", "unfinished") or stop.text == "'"):
        found = phrases.put(found, mend[0], stop, scene)
    elif is_habit and found.code in ("unknown-statement", "unknown-declaration"):
        found = attrs.evolve(found, hint=f"write `{mend[0].text.strip()}`")
    answer = "" if mend or found.hint else answers.last(stop, scene)
    return attrs.evolve(found, mend=mend, hint=found.hint or answer)


def _explained(stop: Stop, scene: Scene) -> Diagnostic:
    for mistake in _MISTAKES:
        found = mistake(stop, scene)
        if found is not None:
            return found
    wanted = in_words(stop.expected)
    hint = "" if stop.in_text else habits.instead(stop, scene)
    if stop.ends_line:
        slip = (
            nearest(_word_before(stop, scene), _SIGHTS) if habits.is_sight(stop, scene) else None
        )
        if slip is not None:
            return _slip_before(stop, scene, slip)
        found = syntax.unfinished(stop.span, wanted, in_text=stop.in_text, hint=hint)
        return attrs.evolve(found, text="" if stop.in_text else patterns.told(stop, scene))
    span, word = stop.span, stop.text
    known = (*expected_words(stop.expected), *_joining(stop, scene))
    before = _word_before(stop, scene)
    lone = phrases.swallowed(stop, scene)
    if lone is not None:
        found = phrases.lone_word(lone, scene, hint)
        return attrs.evolve(found, text=patterns.told(stop, scene))
    slip = nearest(before, known) if before and not nearest(word, known) else None
    if slip is not None and _may_be_slip(before, slip, scene):
        word = before  # `move x form y` goes on to `y`, as if `form` were a place
        start = scene.line.text.rindex(word, 0, span.column - 1) + 1
        span = attrs.evolve(span, column=start, end_column=start + len(word))
    found = syntax.unexpected_word(span, word, wanted, known, hint)
    return attrs.evolve(found, text="" if stop.in_text else patterns.told(stop, scene))


def _may_be_slip(word: str, meant: str, scene: Scene) -> bool:
    """Return whether a word may be a misspelt one; `Stone`, declared or not, is no `one`."""
    if word in scene.heads.known:
        return False
    return word[0].islower() or word[0].lower() == meant[0]


_CLAIMED = re.compile(r"(?:\b(?:need|if|where|until|has|expect)\b|=).*(?:\w|\))[ \t]*$")


def _joining(stop: Stop, scene: Scene) -> tuple[str, ...]:
    """Return the words that join claims; where a name follows one, it is read to its end."""
    is_name = stop.kind == "NAME" and not stop.in_text and "and" not in stop.expected
    return ("and", "or") if is_name and _CLAIMED.search(scene.before(stop)) else ()


_SIGHTS = ("open", "hidden")


def _slip_before(stop: Stop, scene: Scene, meant: str) -> Diagnostic:
    """Return that the word before a stop, which was read as a name, is like another one."""
    word = _word_before(stop, scene)
    start = scene.line.text.rindex(word, 0, stop.span.column - 1) + 1
    span = attrs.evolve(stop.span, column=start, end_column=start + len(word))
    return syntax.unexpected_word(span, word, (f"`{meant}`",), (meant,))


def _word_before(stop: Stop, scene: Scene) -> str:
    found = re.search(r"(\w+)[ \t]*$", scene.line.text[: stop.span.column - 1])
    return found.group(1) if found else ""


_ALL_OF_ONE = re.compile(r"\bmove[ \t]+all[ \t]+(\w+)[ \t]*$")


def _move_all(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find `move all Card from deck to done`, read as the beginning of `all c in D`."""
    found = _ALL_OF_ONE.search(scene.line.text[: stop.span.column - 1])
    if found is None or stop.expected != {"in"} or stop.in_text:
        return None
    span = attrs.evolve(stop.span, column=found.start(1) + 1, end_column=found.end(1) + 1)
    wanted = ("from", "to")
    hint = "for all of one sort: `for c in deck where …: move c from deck to done`"
    made = syntax.unexpected_word(span, found[1], in_words(frozenset(wanted)), wanted, hint)
    return attrs.evolve(made, text=patterns.told(stop, scene))


_CHOOSE = re.compile(r"chooses?(?=[ \t]|:)[ \t]*(\w+(?:\([^()]*\))?)?(.*)")
_PASS = re.compile(r"\bor pass\b")
_NOBODY = frozenset({"a", "an", "any", "between", "either", "from", "one", "up"})
# Who acts, where that is a value of several words, or begins with a word of the language.
_ACTOR = re.compile(
    r"(?P<anytime>anytime[ \t]+)?(?P<who>(?:(?:if|first|the)\b[^:\"]*?)|\w+(?:\([^:\"]*\))?)"
    r"(?P<rest>(?(anytime)[ \t]*,[ \t]*at[ \t]+most|[ \t]+chooses)\b.*)"
)


def _choose_order(stop: Stop, scene: Scene) -> Diagnostic | None:
    found = _CHOOSE.fullmatch(scene.line.code.strip())
    if stop.in_text or found is None:
        return None
    who, rest = found.groups()
    is_named = who is not None and who not in _NOBODY
    if not is_named:
        who, rest = "p", ""
    column = scene.line.indent + 1
    span = attrs.evolve(
        stop.span,
        line=scene.line.number,
        column=column,
        end_line=scene.line.number,
        end_column=column + max(found.end(1), len("choose")),
    )
    rest = _PASS.sub("or passes", rest)
    sentence = f"{who} chooses{rest if rest.endswith(':') else rest + ':'}"
    return syntax.choose_order(span, sentence, sentence_of(stop, scene.line) if is_named else None)


def _actor(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find `the q in Player … chooses:`, whose actor must be bracketed."""
    found = _ACTOR.fullmatch(scene.line.code.strip())
    if stop.in_text or found is None:
        return None
    who = found["who"]
    first = re.split(r"\W", who, maxsplit=1)[0]
    reserved = scene.statements - {"next", "anytime"} | {"first", "the"}
    start = scene.line.indent + found.start("who") + 1
    if first not in reserved or not start <= stop.span.column <= start + len(who):
        return None
    span = attrs.evolve(stop.span, column=start, end_column=start + len(who))
    sentence = f"{found['anytime'] or ''}({who}){found['rest']}"
    return syntax.bracketed_actor(span, sentence, sentence_of(stop, scene.line))


_AFTER = {
    "phase": "after the phase name",
    "if": "after the condition",
    "for": "after what it runs over",
    "match": "after the value",
    "random": "after what it is drawn from",
    "repeat": "after the bound",
    "each": "after the bound",
    "anytime": "after the bound",
    "to": "after the name of the effect",
    "scenario": "after the name of the scenario",
    "setup": "after `setup`",
    "play": "after `play`",
    "otherwise": "after `otherwise`",
    "else": "after `else`",
}
_WITH_CONTENT = frozenset({"zone", "var", "kind", "token", "die", "table", "end"})


def _colon(stop: Stop, scene: Scene) -> Diagnostic | None:
    """`:` is wanted, and the line ends or goes on as if it stood there."""
    labelled = stop.expected - {"STRING"}  # a label before the colon is nobody's duty
    goes_on = stop.text in scene.statements or in_words(labelled) == ("`:`",)
    if ":" not in stop.expected or stop.in_text or not (stop.ends_line or goes_on):
        return None
    plain = blanked(scene.rest(stop), TEXT)
    if plain.startswith("||"):
        return None
    if goes_on and stop.text not in scene.statements and ":" in plain:
        return None  # `if next player is p: stop` has it, further on
    is_said_otherwise = (
        habits.instead(stop, scene)
        or rewriting.rewritten(stop, scene)
        or rewriting.without_articles(stop, scene)
    )
    if stop.text not in scene.statements and is_said_otherwise:
        return None  # `if hand(p) contains x:`, `repeat 3 times:`
    before, rest = scene.before(stop), scene.rest(stop)
    first = "end" if before.endswith((" end", ":end")) else scene.first_word
    before = "end" if first == "end" and not rest else before
    content = rest.lstrip(", ") or ("…" if first in _WITH_CONTENT else "")
    after = _AFTER.get(first, "here" if rest else "at the end of this line")
    if first in _WITH_CONTENT:
        after = f"after {syntax.quoted(before)}"
    column = len(scene.line.code[: stop.span.column - 1].rstrip()) + 1
    number = scene.line.number
    comma = 1 if rest.startswith(",") else 0
    at = Span(stop.span.file, number, column, number, column + comma)
    is_all = not content or bool(rest)
    header = f"{before}: {content}".rstrip()
    return syntax.missing_colon(stop.span, after, header, at if is_all else None)


_BOUNDS = {"each": "60", "repeat": "20", "anytime": "5 times"}


def _bound(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find `each turn of p:`, which does not say how many turns there are at most."""
    bound = _BOUNDS.get(scene.first_word)
    goes_on = stop.text in (":", "at") or stop.ends_line
    if bound is None or stop.in_text or "," not in stop.expected or not goes_on:
        return None
    before, rest = scene.before(stop), scene.rest(stop)
    sentence = f"{before}, {rest}" if stop.text == "at" else f"{before}, at most {bound}:"
    return loops.missing_bound(stop.span, sentence)


def _else(stop: Stop, scene: Scene) -> Diagnostic | None:
    if "else" not in stop.expected or not stop.ends_line or stop.in_text:
        return None
    if scene.head.code.lstrip().startswith("need"):
        return syntax.missing_reason(stop.span, scene.line.code.strip())
    return syntax.missing_else(stop.span)


def _at_line_start(stop: Stop, scene: Scene) -> bool:
    return stop.span.column == scene.line.indent + 1 and not stop.in_text


def _after_first_word(stop: Stop, scene: Scene) -> bool:
    """Return whether the first word of the line was read as a name, and the second ends that."""
    start = scene.line.indent + len(scene.first_word)
    between = scene.line.text[start : stop.span.column - 1]
    begun = stop.span.column > start and not between.strip()
    return begun and "chooses" in stop.expected and not stop.in_text


def _first_words(stop: Stop, scene: Scene) -> Diagnostic | None:
    if not (_at_line_start(stop, scene) or _after_first_word(stop, scene)):
        return None
    match scene.first_word:
        case "else" if scene.follows_if() and ":" not in scene.line.code.split('"')[0]:
            at = _first_word_span(stop, scene).end
            written = f"else: {scene.line.code.strip()[4:].strip()}"
            return syntax.missing_colon(at, "after `else`", written.strip(), at)
        case "else":
            above = next((x for x in scene.around() if IF.match(x.code)), None)
            with_it = () if above is None else scene.since(scene.line)
            mend = aligned(stop.span.file, with_it, 0 if above is None else above.indent)
            return syntax.stray_else(_first_word_span(stop, scene), mend)
        case "need":
            return syntax.misplaced_need(_first_word_span(stop, scene))
        case _:
            return None


def _first_word_span(stop: Stop, scene: Scene) -> Span:
    start = scene.line.indent + 1
    return attrs.evolve(stop.span, column=start, end_column=start + len(scene.first_word))


def _declaration(stop: Stop, scene: Scene) -> Diagnostic | None:
    if not (scene.declarations <= stop.expected and _at_line_start(stop, scene)):
        return None
    if stop.text in scene.statements:
        return syntax.not_a_declaration(stop.span, stop.text)
    hint = foreign.declared(stop.text) or habits.instead(stop, scene)
    same = foreign.SAME_DECLARED.get(stop.text)
    known = sorted(scene.declarations)
    return syntax.unknown_declaration(stop.span, stop.text, known, hint, same)


_GOING_ON = frozenset({"=", ":", "+", "-", "is"})


def _statement(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Doubt the first word of a line like `mov x to y`, read as the name of an effect."""
    first = scene.first_word
    if first in scene.statements or not _after_first_word(stop, scene) or stop.ends_line:
        return None
    if nearest(stop.text, expected_words(stop.expected)):  # the second word tells more
        return None
    if stop.text in _GOING_ON:  # `level = 3`
        return None
    meant = nearest(first, scene.statements)
    habit = claims.until(scene) or foreign.sentence(first)
    hint = habit or (f"did you mean `{meant}`?" if meant else "")
    span = _first_word_span(stop, scene)
    same = foreign.SAME.get(first) or (None if habit else meant)
    return syntax.unknown_statement(span, first, hint, same) if hint else None


_MISTAKES: tuple[Callable[[Stop, Scene], Diagnostic | None], ...] = (
    _choose_order,
    _actor,
    _move_all,
    characters.decimal,
    rows.unclosed,
    rows.bare,
    characters.comparison,
    characters.character,
    levels.outline,
    misplaced.returned,
    misplaced.arm_outside,
    misplaced.block_on_line,
    _bound,
    _colon,
    _else,
    _first_words,
    _declaration,
    _statement,
)
