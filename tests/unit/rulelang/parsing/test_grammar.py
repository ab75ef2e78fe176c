"""The grammar is LALR(1) without a conflict.

A reduce/reduce conflict stops the library; a shift/reduce conflict it only notes in its log.
"""

import logging

from lark import Lark, logger

from rulelang.parsing.library import beginnings
from rulelang.surface.reserved import BEGINNING, OPENING
from rulelang.workbench.constructs import SENTENCES
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


RESERVED = "`rulelang/surface/reserved.py` lists them"
DESCRIBED = "`rulelang/workbench/constructs.py` says what editors offer and show for each"


def test_all_words_are_known_with_which_values_and_sentences_begin():
    """Things and effects of such names are refused. Arms begin with needs."""
    assert beginnings("", "expr") == OPENING, RESERVED
    assert beginnings("play:\n ", "start") - OPENING | {"if", "need"} == BEGINNING, RESERVED


def test_editors_describe_each_word_with_which_a_sentence_begins():
    assert set(SENTENCES) == BEGINNING | {"chooses", "otherwise"}, DESCRIBED
