"""The tables by which texts are read, made of `grammar.lark` by a library.

    before:  the grammar
    after:   its words and patterns, its rules, and for each state what may come there

Nobody else knows the library. To import it takes longer than to read a declaration, and to make
tables longer than to read a game: those of the grammar as it is ship beside this (`tables.json`),
those of a grammar that was changed are kept on disk, and nothing of the library is needed then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

import attrs

from rulelang.freezing import frozen

if TYPE_CHECKING:  # imported where tables are made
    from lark import Lark
    from lark.grammar import Rule as Ruled
    from lark.grammar import Symbol
    from lark.lexer import TerminalDef

STARTS: Final = ("start", "expr")
"""The rules that a text may be read by."""
ALWAYS: Final = frozenset({"_NL", "_ELSE_IF"})
"""Line ends may come anywhere: within brackets they mean nothing."""
WRITTEN: Final = "tables 1"
"""Changes when tables are written in another way."""


@frozen
class Terminal:
    """What may stand at a place of a text: a word, or what a pattern matches.

    `reads`: the names of the words that a pattern matches, too.
    """

    name: str
    text: str
    is_word: bool
    reads: frozenset[str]


@frozen
class Rule:
    """A rule of the grammar, and what is made of its parts, of which there are `size`.

    `kept`: the places of those that count, and whether their own parts take their place.
    `is_spare`: where one part is left, it is all that is made.
    """

    origin: str
    name: str
    size: int
    kept: tuple[tuple[int, bool], ...]
    is_spare: bool


@frozen
class Tables:
    """What texts are read by.

    `terminals`: in the order in which they are tried; `ignored`: the names of those that mean
    nothing. `starts`: the first and the last state, by the rule that a text is read by. `symbols`:
    the names of terminals and rules; `rows`: for each state numbers, as they are written: of a
    symbol that may come, and its goal: the next state, or below zero the rule that is complete.
    """

    terminals: tuple[Terminal, ...]
    ignored: frozenset[str]
    rules: tuple[Rule, ...]
    starts: Mapping[str, tuple[int, int]]
    symbols: tuple[str, ...]
    rows: tuple[str, ...] = attrs.field(repr=False)

    def row(self, state: int) -> dict[str, int]:
        """Return the goals of all symbols that may come in a state; a rule is inverted."""
        numbers = iter(map(int, self.rows[state].split()))
        return {self.symbols[symbol]: goal for symbol, goal in zip(numbers, numbers, strict=True)}


def written(tables: Tables) -> bytes:
    """Return tables as JSON."""
    whole = {
        "terminals": [(t.name, t.text, t.is_word, sorted(t.reads)) for t in tables.terminals],
        "ignored": sorted(tables.ignored),
        "rules": [(r.origin, r.name, r.size, r.kept, r.is_spare) for r in tables.rules],
        "starts": tables.starts,
        "symbols": tables.symbols,
        "rows": tables.rows,
    }
    return json.dumps(whole, separators=(",", ":")).encode()


def read(data: bytes) -> Tables | None:
    """Return the tables that were written; None where they are something else."""
    try:
        found = json.loads(data)
        return Tables(
            tuple(
                [
                    Terminal(name, text, is_word, frozenset(reads))
                    for name, text, is_word, reads in found["terminals"]
                ]
            ),
            frozenset(found["ignored"]),
            tuple(
                [
                    Rule(
                        origin, name, size, tuple([(at, laid_out) for at, laid_out in kept]), spare
                    )
                    for origin, name, size, kept, spare in found["rules"]
                ]
            ),
            {start: (found["starts"][start][0], found["starts"][start][1]) for start in STARTS},
            tuple(found["symbols"]),
            tuple(found["rows"]),
        )
    except (LookupError, TypeError, ValueError, RecursionError):
        return None


# ---------------------------------------------------------------- made of a grammar


def made_of(grammar: str) -> Tables:
    """Return the tables of a grammar: that takes a fifth of a second."""
    from lark import Lark  # noqa: PLC0415 - see above

    kept = SimpleNamespace(always_accept=tuple(ALWAYS))  # though no rule names them
    how = {"parser": "lalr", "lexer": "contextual", "maybe_placeholders": False}
    return told_by(Lark(grammar, start=list(STARTS), postlex=kept, **how))


def told_by(made: Lark) -> Tables:
    """Return the tables of a reader of the library."""
    table = made.parser.parser._parse_table  # noqa: SLF001 - it is all that is made for us
    rules = {rule: ~number for number, rule in enumerate(made.rules)}
    goals = {
        state: {name: rules.get(to, to) for name, (_, to) in sorted(row.items())}
        for state, row in table.states.items()
    }
    states = _numbered([table.start_states[start] for start in STARTS], goals)
    symbols = sorted({name for row in goals.values() for name in row})
    numbers = {name: number for number, name in enumerate(symbols)}

    def written(name: str, to: int) -> str:
        return f"{numbers[name]} {to if to < 0 else states[to]}"

    rows = [" ".join(written(*goal) for goal in goals[state].items()) for state in states]
    return Tables(
        tuple(_terminals(made.lexer_conf.terminals)),
        frozenset(made.lexer_conf.ignore),
        tuple(map(_rule, made.rules)),
        {
            start: (states[table.start_states[start]], states[table.end_states[start]])
            for start in STARTS
        },
        tuple(symbols),
        tuple(rows),
    )


def _numbered(starts: Iterable[int], goals: Mapping[int, Mapping[str, int]]) -> dict[int, int]:
    """Return numbers of all states by theirs in the library, which differ from run to run."""
    numbered = {state: number for number, state in enumerate(starts)}
    ahead = list(numbered)
    for state in ahead:
        for to in goals[state].values():
            if to >= 0 and to not in numbered:
                numbered[to] = len(numbered)
                ahead.append(to)
    return numbered


def _terminals(known: Collection[TerminalDef]) -> Iterable[Terminal]:
    """Return terminals in the order in which the library tries them."""
    words = [one for one in known if _is_word(one)]
    for one in sorted(known, key=_order):
        is_word = _is_word(one)
        reads = () if is_word else _read(one, words)
        text = one.pattern.value if is_word else one.pattern.to_regexp()
        yield Terminal(one.name, text, is_word, frozenset(reads))


def _order(one: TerminalDef) -> tuple[int, int, int, str]:
    return -one.priority, -one.pattern.max_width, -len(one.pattern.value), one.name


def _is_word(one: TerminalDef) -> bool:
    return one.pattern.type == "str" and not one.pattern.flags


def _read(pattern: TerminalDef, words: Iterable[TerminalDef]) -> Iterable[str]:
    """Return the names of the words that a pattern reads."""
    match = re.compile(pattern.pattern.to_regexp()).match
    for word in words:
        found = match(word.pattern.value) if word.priority == pattern.priority else None
        if found is not None and found.group() == word.pattern.value:
            yield word.name


def _rule(rule: Ruled) -> Rule:
    whole = rule.options.keep_all_tokens
    parts = enumerate(rule.expansion)
    kept = [(at, _is_laid_out(symbol)) for at, symbol in parts if whole or _is_kept(symbol)]
    is_spare = rule.options.expand1 and not rule.alias
    name, origin = str(rule.alias or rule.origin.name), str(rule.origin.name)
    return Rule(origin, name, len(rule.expansion), tuple(kept), is_spare)


def _is_kept(symbol: Symbol) -> bool:
    """Return whether something is a part of the tree; the words of the language are not."""
    return not symbol.is_term or not symbol.filter_out  # type: ignore[attr-defined]  # of terms


def _is_laid_out(symbol: Symbol) -> bool:
    """Return whether a rule is replaced by its parts."""
    return not symbol.is_term and symbol.name.startswith("_")
