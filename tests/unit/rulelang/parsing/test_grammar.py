"""The grammar is LALR(1) without a conflict.

A reduce/reduce conflict stops the library; a shift/reduce conflict it only notes in its log.
"""

import logging

from lark import Lark, logger

from rulelang.messages.names import BEGINNING
from rulelang.parsing.library import beginnings
from tests.support.games import ROOT


class Notes(logging.Handler):
    """Keeps what the library says about conflicts."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.conflicts = []

    def emit(self, record):
        if "Shift/Reduce" in record.getMessage():
            self.conflicts.append(record.getMessage())


def conflicts(grammar, start):
    """Return the conflicts of a grammar, as the library notes them."""
    notes, level = Notes(), logger.level
    logger.addHandler(notes)
    logger.setLevel(logging.DEBUG)
    try:
        Lark(grammar, start=start, parser="lalr", lexer="contextual", debug=True)
    finally:
        logger.removeHandler(notes)
        logger.setLevel(level)
    return notes.conflicts


def test_the_grammar_has_no_conflict():
    grammar = (ROOT / "grammar.lark").read_text(encoding="utf-8")
    assert conflicts(grammar, ["start", "expr"]) == []


def test_a_conflict_would_be_found():
    dangling = 'start: "if" start | "if" start "else" start | "x"'
    assert conflicts(dangling, "start")


def test_all_words_are_known_with_which_sentences_begin():
    """Effects of such names are refused. Values begin with the others; arms begin with needs."""
    found = beginnings("play:\n ", "start") - {"true", "false", "none"}
    assert found | {"need"} == BEGINNING
