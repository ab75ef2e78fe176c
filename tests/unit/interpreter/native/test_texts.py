"""LLVM's text in files: each is a module by itself and says what it is; nothing in it is dead."""

import re
from collections import defaultdict
from itertools import count
from pathlib import Path

import pytest

from interpreter.native.emit import text as emitted
from interpreter.native.emit.llvm import llvm
from interpreter.native.ir.runtime_calls import RUNTIME
from interpreter.native.runtime import chains, counting, recording, search
from interpreter.native.runtime.texts import ROOM, NumberedText, joined

FILES = sorted(ROOM.rglob("*.ll"))
MOST_LINES = 400
DEFINED = re.compile(r"^define (?:internal )?\w+ @rulelang_(\w+)\(", re.MULTILINE)
HIDDEN = re.compile(r"^define internal \w+ @rulelang_(\w+)\(", re.MULTILINE)
COMMENTED = re.compile(r"^; .*\ndefine (?:internal )?\w+ @rulelang_(\w+)\(", re.MULTILINE)
BODY = re.compile(r"^define (?:.|\n)*?^\}", re.MULTILINE)
CALLED = re.compile(r"\bcall \w+ @rulelang_(\w+)\(")
# A definition, a declaration or a call: what it gives, its name, and what it takes.
NAMED = re.compile(
    r"(?:\bcall|^declare|^define(?: internal)?) (\w+) @rulelang_(\w+)\(([^)]*)\)", re.MULTILINE
)

needs_llvm = pytest.mark.skipif(llvm is None, reason="llvmlite is not installed")
each = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def text_of(file):
    return file.read_text(encoding="utf-8")


def verified(text):
    module = llvm.parse_assembly(text)
    module.verify()
    return module


@needs_llvm
@each
def test_a_file_is_a_module_by_itself_whatever_its_numbers_are(file):
    template = NumberedText(text_of(file))
    numbers = dict(zip(template.get_identifiers(), count(8), strict=False))
    module = verified(template.substitute(numbers))
    assert any(not function.is_declaration for function in module.functions)


@needs_llvm
@pytest.mark.parametrize(
    "text", [chains.chains, counting.counting, recording.recording, search.search]
)
def test_what_all_games_share_is_a_module_when_it_is_put_together(text):
    module = verified(text())
    assert not any(f.is_declaration and "rulelang" in f.name for f in module.functions)


def test_a_name_without_a_number_is_not_passed_over():
    with pytest.raises(KeyError, match="noted_bytes"):
        joined(("game/noting",), {"points": 3})


@each
def test_a_file_begins_with_what_its_functions_are(file):
    text = text_of(file)
    head, _, body = text.partition("\n\n")
    assert all(line.startswith(";") for line in head.splitlines())
    told = {*re.findall(r"\w+", head), *COMMENTED.findall(body)}
    assert [name for name in DEFINED.findall(text) if name not in told] == []
    assert len(text.splitlines()) <= MOST_LINES


def test_functions_take_and_give_the_same_wherever_they_are_named():
    """LLVM's verifier does not look: a pointer to a function says nothing of its type."""
    found = defaultdict(set)
    for file in FILES:
        for gives, name, takes in NAMED.findall(text_of(file)):
            kinds = (part.split()[0] for part in takes.split(",") if part.strip())
            found[name].add((gives, *kinds))
    assert len(found) > 100
    assert {name: kinds for name, kinds in found.items() if len(kinds) > 1} == {}


@each
def test_nothing_is_read_that_nobody_asks_for(file):
    for function in BODY.findall(text_of(file)):
        for register in re.findall(r"^  (%\w+) = ", function, re.MULTILINE):
            assert len(re.findall(rf"{register}\b", function)) > 1, register


def test_what_games_call_takes_and_gives_what_the_ir_knows_of_it():
    found = defaultdict(set)
    for file in FILES:
        for whole in BODY.findall(text_of(file)):
            gives, name, takes = NAMED.search(whole).groups()
            found[name].add((takes.count(",") - 1, {"i64": 64, "void": 0}.get(gives)))
    known = {name: {(one.parameters, one.result)} for name, one in RUNTIME.items()}
    assert {name: found[name] for name in RUNTIME} == known


def test_what_is_stateless_hands_the_state_to_no_other_function_and_does_not_read_it():
    stateless = {name for name, one in RUNTIME.items() if one.is_stateless}
    for whole in (whole for file in FILES for whole in BODY.findall(text_of(file))):
        if NAMED.search(whole)[2] in stateless:
            body = whole.partition("{")[2]
            handed_on = re.findall(r"call \w+ @rulelang_(\w+)\(ptr %s\b", body)
            assert set(handed_on) <= stateless
            assert len(re.findall(r"%s\b", body)) == len(handed_on)


def test_no_function_is_dead():
    texts = [text_of(file) for file in FILES]
    called = {name for text in texts for name in CALLED.findall(text)}
    called |= {*RUNTIME, *re.findall(r"\w+", text_of(Path(emitted.__file__)))}
    assert {name for text in texts for name in HIDDEN.findall(text)} - called == set()
