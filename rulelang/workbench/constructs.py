"""What each word of the language means, in one sentence, and how what it begins is written.

The patterns are snippets: `${1:name}` is a place to fill in, `$0` where writing goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rulelang.core.folds import FOLD_OF, FOLDS
from rulelang.freezing import frozen


@frozen
class Construct:
    """A word of the language: what it means, its pattern, and what it begins."""

    meaning: str
    pattern: str = ""
    begins: str = ""


def _declaration(meaning: str, pattern: str) -> Construct:
    return Construct(meaning, pattern, "declaration")


def _sentence(meaning: str, pattern: str) -> Construct:
    return Construct(meaning, pattern, "sentence")


def _line(meaning: str, pattern: str) -> Construct:
    return Construct(meaning, pattern, "scenario")


DECLARATIONS: Final[Mapping[str, Construct]] = {
    "game": _declaration("The title of the game.", 'game "${1:Title}"'),
    "note": _declaration("What whoever plays should know.", 'note "$1"'),
    "doc": _declaration("Prose for the rulebook, about what is declared below it.", 'doc "$1"'),
    "use": _declaration("Takes in effects of the library.", "use ${1|drawing,moving,paying|}"),
    "players": _declaration("How many play, or who, clockwise.", "players ${1:2}..${2:4}"),
    "length": _declaration(
        "A claim about how long a play can get.", "length at most ${1:200} choices"
    ),
    "option": _declaration("A variant of the rules.", 'option ${1:name} "${2:what it changes}"'),
    "kind": _declaration("Words that values may be.", "kind ${1:Kind}: ${2:one} | ${3:two}"),
    "space": _declaration("Places that rules can name and walk.", "space ${1:Cell} on grid ${2:3} x ${3:3}"),
    "edge": _declaration("What joins two places.", "edge ${1:Link} joins ${2:Cell}"),
    "component": _declaration(
        "Things that move, each row of the table a kind.",
        "component ${1:Card} in ${2:deck}:\n    ${3:value}: ${4:1..9}\n    | name | ${3:value} | copies |\n    | ${5:one} | 1 | 1 |",
    ),
    "token": _declaration("Things that move, with copies alike.", "token ${1:Coin} in ${2:bank}: ${3:10}"),
    "die": _declaration("Dice: things with faces, which `roll` turns.", "die ${1:Die} in ${2:cup}: ${3:2}, faces 1..6"),
    "zone": _declaration(
        "Where things lie, and who sees what lies there.",
        "zone ${1:hand}(${2:Player}): ${3:Card} ${4|set,row,bag,one|}, ${5|owner sees,open,hidden|}",
    ),
    "var": _declaration(
        "A value that changes in play; always within its range.",
        "var ${1:points}(${2:Player}): ${3:0..10}",
    ),
    "memory": _declaration(
        "Positions that have been: how often what lies in some zones and variables was the same.",
        "memory ${1:times} of ${2:on}, at most ${3:100}",
    ),
    "table": _declaration(
        "A constant for each of its arguments.", 'table ${1:cost}(${2:Kind}): ${3:0..9} from "${4:costs.csv}"'
    ),
    "let": _declaration("A fact: a name for a value.", "let ${1:best(p)} = $0"),
    "standing": _declaration("How a player stands before a play is over.", "standing(${1:p}) = $0"),
    "to": _declaration("An effect: sentences under a name.", "to ${1:act}(${2:p}):\n    $0"),
    "setup": _declaration("What is done before play.", "setup:\n    $0"),
    "play": _declaration("What happens, from start to end.", "play:\n    $0"),
    "scenario": _declaration(
        "An example that is tested: given this, when played so, we expect that.",
        'scenario "${1:what it shows}":\n    given $2\n    play $3\n    expect $0',
    ),
}  # fmt: skip

SENTENCES: Final[Mapping[str, Construct]] = {
    "move": _sentence("Moves components to another zone.", "move ${1:c} from ${2:zone} to ${3:zone}"),
    "draw": _sentence("Moves components by chance, or the first of a row.", "draw ${1:1} from ${2:deck} to ${3:zone}"),
    "deal": _sentence("Gives as many to each.", "deal ${1:3} each from ${2:deck} to ${3:hand(p)} for ${4:p} in ${5:Player}"),
    "roll": _sentence("Rolls the dice in a zone.", "roll ${1:cup}"),
    "set": _sentence("Gives a variable a value.", "set ${1:variable} to ${2:0}"),
    "add": _sentence("Adds a number to a variable.", "add ${1:1} to ${2:variable}"),
    "take": _sentence("Takes a number from a variable.", "take ${1:1} from ${2:variable}"),
    "remember": _sentence("Keeps a picture of what is there now.", "remember ${1:memory}"),
    "forget": _sentence("Empties a memory.", "forget ${1:memory}"),
    "reveal": _sentence("Shows all players what lies in a zone.", "reveal ${1:zone}"),
    "show": _sentence("Shows one player what lies in a zone.", "show ${1:zone} to ${2:p}"),
    "say": _sentence("Tells the players something.", 'say "$1"'),
    "end": _sentence("Ends the game, and says who wins.", "end: ${1:p} with most ${2:points(p)} wins"),
    "next": _sentence("Says whose turn comes after this one.", "next turn of ${1:p}"),
    "stop": _sentence("Leaves the innermost loop, or a choice that repeats.", "stop"),
    "pass": _sentence("Does nothing.", "pass"),
    "let": _sentence("A name for a value, in the lines below it.", "let ${1:name} = $0"),
    "if": _sentence("Does what is below if the condition holds.", "if ${1:condition}:\n    $0"),
    "match": _sentence("Does what stands behind the case that fits.", "match ${1:value}:\n    ${2:case}: $0\n    else: pass"),
    "for": _sentence("Goes through all, in order.", "for ${1:p} in ${2:Player}:\n    $0"),
    "random": _sentence("Chance picks one, each alike.", "random ${1:p} in ${2:Player}:\n    $0"),
    "repeat": _sentence("Does it so many times, or until something holds.", "repeat until ${1:condition}, at most ${2:20}:\n    $0"),
    "each": _sentence("Turns go round; the turn is over at the end of the lines below.", "each turn of ${1:p}, at most ${2:100}:\n    $0"),
    "phase": _sentence("A named stretch of play.", "phase ${1:Name}:\n    $0"),
    "anytime": _sentence("What a player may do between other choices.", 'anytime ${1:p}, at most ${2:10} times:\n    ${3:act} "${4:{p} acts}":\n        $0'),
    "chooses": _sentence("A player picks one of the arms below: the only way in which players act.", '${1:p} chooses:\n    ${2:act}(${3:c} in ${4:zone}) "${5:{p} acts}":\n        $0'),
    "otherwise": _sentence("What is done where no arm can be chosen.", "otherwise:\n    $0"),
    "need": _sentence("An arm is offered only where this holds; else players read why not.", 'need ${1:condition} else "${2:reason}"'),
}  # fmt: skip

SCENARIO_LINES: Final[Mapping[str, Construct]] = {
    "with": _line("In which variant the example is played.", "with players ${1:2}"),
    "given": _line("What lies where, or what a variable is, before play.", "given ${1:zone} is ${2:thing}"),
    "do": _line("Does one effect.", "do ${1:effect}"),
    "play": _line("Actions that are chosen, and what chance brings.", "play ${1:action}"),
    "expect": _line("What must hold then.", "expect ${1:condition}"),
}  # fmt: skip

_VALUES: Final[Mapping[str, str]] = {
    "count": "How many there are: of a zone, or of all for which a condition holds.",
    **{word: FOLDS[fold].gist for word, fold in FOLD_OF.items()},
    "some": "Whether the condition holds for at least one.",
    "no": "Whether the condition holds for none.",
    "every": "Whether all for which `where` holds have what stands behind `has`.",
    "exactly": "Whether it holds for just so many.",
    "first": "The first for which the condition holds; `else` where there is none.",
    "the": "The one that is best; `else` where several are, or none is there.",
    "groups": "All that hang together, as sets.",
    "then": "Behind `if`: the value if it holds. Behind a key: what decides among equals.",
    "else": "What counts, or is done, where the condition does not hold.",
    "where": "Only those for which this holds.",
    "is": "Whether two values are the same, or something is in a place.",
    "within": "Whether it is at most so many edges away.",
    "along": "Only over the edges for which the condition holds.",
    "at": "What touches a place: edges at a space, corners at a field, and the other way round.",
    "empty": "Whether nothing lies there.",
    "none": "No value.",
    "true": "A flag that is set.",
    "false": "A flag that is not set.",
    "and": "Whether both hold.",
    "or": "Whether one of both holds.",
    "not": "Whether it does not hold.",
    "mod": "The rest of a division.",
    "rounded": "How a division is rounded: `up` or `down`.",
    "most": "The highest of a key; behind `at`: a bound.",
    "least": "The lowest of a key; behind `at`: a bound.",
    "by": "In which order a loop goes through all.",
    "clockwise": "Round the table or ring, beginning from or after somebody.",
    "anticlockwise": "The other way round the table or ring.",
    "open": "All see what lies there.",
    "hidden": "Nobody sees what lies there, only how much.",
    "owner": "Only the player to whom it belongs sees what lies there.",
    "sees": "Who sees what lies there.",
    "see": "Who see what lies there.",
    "all": "All that lie there, or all for which a condition holds, as a set.",
    "number": "How many of a kind lie there.",
    "each": "So many of each, or for each.",
    "beneath": "Below what lies there, not on top.",
    "fresh": "Has its first value again in each turn, phase or effect.",
    "shown": "With `not`: bookkeeping, which pictures and the terminal leave out.",
    "bag": "Unordered, and drawn from by chance.",
    "row": "In an order.",
    "one": "Room for one.",
    "wins": "Who wins.",
    "scores": "What each is paid at the end.",
    "passes": "He may also do nothing.",
    "times": "How often at most.",
    "deep": "How often an effect that calls itself is in progress at most.",
    "joins": "Of which places an edge has its ends.",
    "rising": "Its words are compared as higher and lower.",
    "flag": "True or false; counts as 1 or 0.",
    "offered": "Whether an action can be chosen there.",
    "refused": "That an action cannot be chosen there, and why.",
    "because": "The reason that players read.",
    "in": "Of all of these.",
    "faces": "The numbers on a die.",
    "followed": "Two that lie side by side in a row.",
}


def meaning(word: str, *, at_start: bool, in_scenario: bool) -> Construct | None:
    """Return what a word of the language means. `at_start`: it begins a line or a sentence.

    >>> meaning("bag", at_start=False, in_scenario=False).meaning
    'Unordered, and drawn from by chance.'
    """
    tables = [SENTENCES, DECLARATIONS]
    if in_scenario:
        tables = [SCENARIO_LINES, DECLARATIONS, SENTENCES]
    if not at_start and word in _VALUES:
        return Construct(_VALUES[word])
    for table in tables:
        if word in table:
            return table[word]
    return Construct(_VALUES[word]) if word in _VALUES else None


BUILT_IN: Final[Mapping[str, tuple[str, str]]] = {
    "opponent": ("p", "the other one of two players"),
    "next": ("x", "the next player or place"),
    "previous": ("x", "the player or place before"),
    "team": ("p", "the team of a player"),
    "partner": ("p", "the other player of a team of two"),
    "row": ("s", "the row of a cell, from 1"),
    "column": ("s", "the column of a cell, from 1"),
    "neighbours": ("s", "the places beside, or one edge away"),
    "steps": ("s, diagonal, n", "the cells exactly so many steps away in a straight line"),
    "between": ("a, b", "the cells strictly between two on a straight line"),
    "lines": ("S, n", "all straight lines of so many cells"),
    "clockwise": ("a, b", "how many steps it is from a on to b"),
    "ends": ("e", "the two spaces of an edge"),
    "touches": ("e, s", "whether an edge ends at a space"),
    "min": ("a, b", "the smaller number"),
    "max": ("a, b", "the larger number"),
    "score": ("p", "what a player is paid, at the end of a scenario"),
}
"""What the language itself can be asked: the arguments, and what it gives."""
