"""What people write who know other languages, or as they say it at the table: what to write here.

    before:  Stop at `+` in `points(p) += 2`
    after:   write `add 2 to points(p)`

Each habit is one function of a stop; the first that knows it answers, with a hint.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rulelang.parsing.slips import claims, reckoning
from rulelang.parsing.slips.foreign import sentence
from rulelang.parsing.stops import Scene, Stop, wants_text
from rulelang.parsing.words import in_words
from rulelang.suggest import nearest
from rulelang.surface.reserved import OPENING

_SHAPE: Final = (
    "what is chosen from is a `set`, a shuffled deck a `bag`, one in an order a `row`,"
    " a place for one thing a `one`"
)
_SIGHT: Final = (
    "who sees it is `open`, `hidden`, `owner sees` or who is named: `p and partner(p) see`"
)


def instead(stop: Stop, scene: Scene) -> str:
    """Return what may be meant at a stop, beside a word nearly the same; "" where nobody knows."""
    for habit in _HABITS:
        hint = habit(stop, scene)
        if hint:
            return hint
    return ""


def _shape(stop: Stop, scene: Scene) -> str:
    bare = re.match(r"(zone [^:]+:) ?(bag|set|row|one)(?:,|$)", scene.line.code)
    if bare is not None:
        return f"say first what lies there: `{bare[1]} Card {bare[2]}`"
    return _SHAPE if {"bag", "row"} <= stop.expected else ""


def is_sight(stop: Stop, scene: Scene) -> bool:
    """Return whether a line ends where it was telling who sees something."""
    is_zone = scene.first_word == "zone" and {",", "of"} <= stop.expected
    return stop.ends_line and ("sees" in stop.expected or is_zone)


def _sight(stop: Stop, scene: Scene) -> str:
    return _SIGHT if is_sight(stop, scene) else ""


def _opening(stop: Stop, scene: Scene) -> str:
    """Find `x + count`, where `count` was meant as a name."""
    found = re.search(r"(?<![.\w])([a-z]+)$", scene.before(stop))
    if found is None or found[1] not in OPENING or stop.text.isalnum() or stop.text == "(":
        return ""
    return f"`{found[1]}` is a word of the language: it cannot be a name"


def _for_each(stop: Stop, scene: Scene) -> str:
    if scene.line.code.split()[:2] == ["for", "each"] and "in" in stop.expected:
        rest = scene.rest(stop)
        begun = re.match(r"(?:p|P)layer(?: \w+)?,? (?:starting|beginning) \w+ (\w+)", rest)
        if begun is not None:
            return f"turns begin with somebody so: `each turn of p from {begun[1]}, at most 60:`"
        found = re.match(r"(?:player|Player) (\w+):", rest)
        return f"write `for {found[1]} in Player:`" if found else f"write `for {stop.text} in …`"
    if re.match(r"each [Pp]layers?:", scene.line.code.strip()) and "in" in stop.expected:
        return "write `for p in Player:`, or `each turn of p, at most 60:` for turns"
    return ""


_WINS = re.compile(r"(?:.*: )?(\w+ (?:wins|with (?:most|least) .* wins))")


def _wins(stop: Stop, scene: Scene) -> str:
    ending = _WINS.fullmatch(scene.line.code.strip())
    if ending is None or stop.text not in ("wins", "with"):
        return ""
    return f"the game ends with `end: {ending.group(1)}`"


def _begun(stop: Stop, scene: Scene) -> str:
    """Return what stands before the stop of its sentence, which may have begun behind a `:`."""
    return re.split(r":[ \t]+", scene.before(stop))[-1]


def _sentence(stop: Stop, scene: Scene) -> str:
    """Find `if over: print level`, where `print` was read as the name of an effect."""
    told = sentence(_begun(stop, scene)) if "NL" in stop.expected else ""
    is_arm = {"(", ":"} <= stop.expected and scene.before(stop) == scene.first_word
    return _as_arm(scene.first_word) if told and is_arm else told


def _as_arm(name: str) -> str:
    return f"an arm is a name, with what is chosen in brackets: `{name}(c in hand(p)):`"


_PLACE = re.compile(r"[A-Za-z]\w*(?:\([^()]*\))?")
_SIGN = re.compile(r"(?P<sign>:?=|\+=|-=|\+\+|--)[ \t]*(?P<value>.*)")


def _assignment(stop: Stop, scene: Scene) -> str:
    """Find `level = 3` and `points(p) += 2` where a sentence is expected."""
    found = _SIGN.match(scene.rest(stop))
    place = _begun(stop, scene)
    if found is not None and found["sign"] == ":=" and "=" in stop.expected:
        return "write `=`"
    if found is None or "NL" not in stop.expected or not _PLACE.fullmatch(place):
        return ""
    value = found["value"]
    more = re.match(re.escape(place) + r" ([+-]) (.+)", value)
    sign, amount = (more[1], more[2]) if more else (found["sign"][0], value or "1")
    match sign:
        case "+":
            return f"write `add {amount} to {place}`"
        case "-":
            return f"write `take {amount} from {place}`"
        case _:
            return _changed_or_named(place, value, scene)


def _changed_or_named(place: str, value: str, scene: Scene) -> str:
    """Return what `c = lowest(n)` says: a variable of the game changes, all else gets a name."""
    known = scene.heads.known.get(place)
    is_slip = known is None and nearest(place, scene.heads.variables()) is not None
    if "(" in place or is_slip or (known is not None and known.sort == "var"):
        return f"write `set {place} to {value}`"
    if known is not None or scene.is_bound(place):
        return f"`{place}` stays what it is: what changes is a variable, `var {place}: 0..20`"
    return f"write `let {place} = {value}`"


_SAID_IS: Final = re.compile(r"is (?!(?:in|not|empty|a|an|the)\b)(\S.*)")


def _settled(stop: Stop, scene: Scene) -> str:
    """Find `favoured is g` where a sentence is expected; in an arm it may be a `need`."""
    found, place = _SAID_IS.fullmatch(scene.rest(stop)), _begun(stop, scene)
    if found is None or "NL" not in stop.expected or not _PLACE.fullmatch(place):
        return ""
    sentence_to = f"write `set {place} to {found[1]}`"
    above = [line.code for line in scene.around()][1:2]
    if '"' in found[1]:
        return f"what must hold is needed: `need {place} is {found[1]}`"
    if above and "chooses" in above[0]:
        return f'{sentence_to}, or, for what must hold, `need {place} is {found[1]} else "…"`'
    return sentence_to


def _set_or_let(stop: Stop, scene: Scene) -> str:
    found = re.match(r"(?::?=|be|is|to)[ \t]+(.+)", scene.rest(stop))
    begun = _begun(stop, scene)
    first = begun.split(" ")[0]
    if found is None or first not in ("set", "let"):
        return ""
    sign = "to" if first == "set" else "="
    return f"write `{begun} {sign} {found[1]}`" if sign in stop.expected else ""


def _comment(stop: Stop, scene: Scene) -> str:
    return "a comment begins with `#`" if scene.rest(stop).startswith(("//", "/*")) else ""


def _words_of_a_kind(stop: Stop, scene: Scene) -> str:
    found = re.match(r"kind[^:]*: *(.+)", scene.line.code.strip())
    if found is None or stop.text != ",":
        return ""
    words = " | ".join(word.strip() for word in found[1].split(","))
    return f"put `|` between the words: `{words}`"


def _quotes(stop: Stop, scene: Scene) -> str:
    """Find `game My Game` and `say level`."""
    if not wants_text(stop):
        return ""
    begun, rest = _begun(stop, scene), scene.rest(stop)
    if begun == "say" and "{" not in rest:
        return f'write `say "{{{rest}}}"` for a value, `say "{rest}"` for the words'
    words, colon, _ = (rest, "", "") if begun.endswith("else") else rest.partition(":")
    return f'write `{begun} "{words}"{colon}`'


def _home(stop: Stop, scene: Scene) -> str:
    """Find `token Coin: 30`, `die Die: 1..6` and `token Fire on House: 30`."""
    is_thing = scene.first_word in ("token", "component", "die")
    if not is_thing or "in" not in stop.expected:
        return ""
    begun, place = scene.before(stop), re.match(r"on (\w+)\b", scene.rest(stop))
    if place is not None:
        name = re.findall(r"\w+", begun)[1]
        zone = f"zone {name.lower()}({place[1]}): {name} one, open"
        return (
            f"things begin in a zone: `{begun} in bank: 30`; where they may lie is one: `{zone}`"
        )
    if stop.text != ":":
        return ""
    rest, faces = scene.rest(stop), re.match(r": *(\d+\.\.\d+)$", scene.rest(stop))
    if scene.first_word == "die" and faces is not None:
        rest = f": 1, faces {faces[1]}"
    return f"say in which zone they begin: `{begun} in bank{rest}`"


def _repeat(stop: Stop, scene: Scene) -> str:
    if stop.text == ":" and scene.before(stop).endswith("repeat"):
        return "say how often: `repeat 3:`, or `repeat until deck is empty, at most 20:`"
    return ""


def _next_line(stop: Stop, scene: Scene) -> str:
    """Find `sum of points(p)` whose `for` begins the next line."""
    if not stop.ends_line:
        return ""
    below = next((x for x in scene.lines if x.number > scene.line.number and x.code), None)
    word = "" if below is None else below.code.split()[0].strip("(:")
    if below is None or word not in stop.expected or below.indent <= scene.line.indent:
        return ""
    return (
        f"`{word}` stands in the next line, which does not go on with it: put it at the end of "
        "this line, or the whole into brackets, inside which a line may end anywhere"
    )


_DREW = re.compile(r"draw (?:(\d+) \w+|an? \w+) (from .+)")


def _drawing(stop: Stop, scene: Scene) -> str:
    """Find `draw a card from deck to hand(p)`."""
    found = _DREW.search(scene.line.code)
    if found is None or "from" not in stop.expected:
        return ""
    return f"what comes is not named: `draw {found[1] or 1} {found[2]}`"


_OTHER_WORDS: Final = {"into": "to", "onto": "to", "max": "at most", "maximum": "at most"}


def _other_word(stop: Stop, _scene: Scene) -> str:
    """Find `move c from hand(p) into done` and `repeat until over, max 12:`."""
    meant = _OTHER_WORDS.get(stop.text, "")
    return f"write `{meant}`" if meant.split(" ")[0] in stop.expected else ""


def _choosing(stop: Stop, scene: Scene) -> str:
    """Find `p picks:` and `p chooses one of:`."""
    found = re.match(r"(\S+) (may\b)?.*:$", scene.line.code.strip())
    is_verb = "choose" in scene.before(stop) and stop.text == "one"
    if found is None or not ("chooses" in stop.expected or is_verb):
        return ""
    return f"write `{found[1]} chooses{' or passes' if found[2] else ''}:` and the arms below"


def _in_two_words(stop: Stop, scene: Scene) -> str:
    """Find `draw one:`, an arm whose name has a blank."""
    found = re.match(r"([a-z]\w*) ([a-z]\w*)(?=[:(]| \")", scene.line.code.strip())
    if found is None or found[2] != stop.text or not {"(", ":"} <= stop.expected:
        return ""
    is_sentence = found[1] in scene.statements and found.string[found.end() :][:1] == "("
    if is_sentence:  # `set burns(p) to true`, among arms
        return ""
    return f"a name is one word: `{found[1]}_{found[2]}`"


def _unbounded(stop: Stop, scene: Scene) -> str:
    """Find `var score = 0`."""
    if scene.first_word != "var" or stop.text != "=" or ":" not in stop.expected:
        return ""
    start = scene.rest(stop)
    kind = "flag" if re.search(r"\b(?:true|false)$", start) else "0..20"
    return f"say first which values it may have: `{scene.before(stop)}: {kind} {start}`"


def _among_what(stop: Stop, scene: Scene) -> str:
    """Find `play_card(c):`."""
    found = re.search(r"\((\w+)$", scene.before(stop))
    if found is None or stop.text not in (")", ",") or "in" not in stop.expected:
        return ""
    return f"say among what is chosen: `{found[1]} in hand(p)`"


_EVERYBODY: Final = re.compile(r"(?:all|every|each|both)(?: of the)? [Pp]layers? chooses?\b(.*)")


def _everybody(_stop: Stop, scene: Scene) -> str:
    """Find `all players choose:`, one after the other or at once."""
    found = _EVERYBODY.match(scene.line.code.strip())
    if found is None:
        return ""
    return (
        f"one after the other: `for p in Player:`, and below it `p chooses{found[1]}`; all before"
        f" anybody knows what others chose: `each p in Player chooses{found[1]}`"
    )


def _side_by_side(stop: Stop, _scene: Scene) -> str:
    """Find `edge Link joins Cell orthogonal` and `groups of … joined orthogonally`."""
    if stop.text not in ("orthogonal", "orthogonally"):
        return ""
    return (
        "which cells are beside each other is said of the grid: `space Cell on grid 9 x 9,"
        " orthogonal`; its edges, neighbours and groups follow"
    )


def _turns(stop: Stop, scene: Scene) -> str:
    match _begun(stop, scene), stop.text:
        case "next", "player":
            return "turns go on clockwise by themselves; else write `next turn of q`"
        case "pass" | "end", "turn":
            return (
                "a turn is over where its block ends;"
                " `stop` leaves a `repeat`, `pass` does nothing"
            )
        case ("end", "game" | "the") | ("the", "game"):
            return "write `end: draw`, `end: p wins` or `end: p with most points(p) wins`"
        case _:
            return ""


def _arm(stop: Stop, scene: Scene) -> str:
    """Find a sentence of play, or an arm without a name, among arms."""
    if stop.kind == "STRING" and in_words(stop.expected) == ("a name",):
        return f"an arm has a name before its sentence: `go {stop.text}:`"
    begins_arm = {"STRING", ":", "NL", "("} <= stop.expected
    if scene.first_word not in scene.statements or scene.before(stop) != scene.first_word:
        return ""
    if not begins_arm:
        return ""
    return (
        "an arm has a name; what it does stands indented below it, what comes after the choice in"
        " the column of the line that says who chooses"
    )


def _names(stop: Stop, scene: Scene) -> str:
    """Find `players Ann Bob` and `players Ann and Bob`."""
    words = scene.line.code.split()
    if words[:1] == ["players"] and {*words} & {"team", "teams"} and stop.text in ("in", "team"):
        return "teams are named: `players North, East, South, West in teams NS, EW`"
    if words[:1] != ["players"] or "," not in stop.expected or {"to", "or"} & {*words}:
        return ""
    named, _, teams = scene.line.code.strip().removeprefix("players ").partition(" in teams ")
    parts = [re.findall(r"\b(?!and\b)\w+", part) for part in (named, teams) if part]
    listed = f"players {' in teams '.join(map(', '.join, parts))}"
    return "" if listed == scene.line.code.strip() else f"write `{listed}`"


_LISTED: Final = re.compile(r"(\w+) ?[:=] ?(\w+(?:(?:, ?| ?\| ?)\w+)+)")


def _listed(stop: Stop, scene: Scene) -> str:
    """Find `suits: red, blue` among declarations."""
    found = _LISTED.fullmatch(scene.line.code.rstrip())
    if found is None or not scene.declarations <= stop.expected:
        return ""
    name = found[1].removesuffix("s").capitalize()
    return f"words are listed so: `kind {name}: {' | '.join(re.split(r'[,| ]+', found[2]))}`"


_HABITS: tuple[Callable[[Stop, Scene], str], ...] = (
    _next_line,
    _shape,
    _sight,
    _opening,
    _for_each,
    _wins,
    _sentence,
    _comment,
    _assignment,
    _settled,
    _set_or_let,
    reckoning.ranged,
    _words_of_a_kind,
    _quotes,
    _unbounded,
    _home,
    _repeat,
    reckoning.one_of_two,
    reckoning.comparing,
    reckoning.division,
    _drawing,
    reckoning.counting,
    _other_word,
    claims.asked,
    claims.best,
    claims.end,
    _everybody,
    _side_by_side,
    _choosing,
    _in_two_words,
    _among_what,
    _turns,
    _arm,
    _names,
    _listed,
    claims.expected,
    claims.begun,
)
