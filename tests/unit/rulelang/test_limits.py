"""Texts that are too large, long or deep: refused with a finding, and quickly."""

import time

from rulelang import pipeline
from rulelang.diagnostics import Sink
from rulelang.parse import MAX_CHARACTERS, parse
from rulelang.parsing.lines import MAX_COLUMNS, MAX_DEPTH
from rulelang.source import Source


def found(text):
    sink = Sink()
    tree = parse(Source("t", text), sink)
    return tree, [d.code for d in sink.found]


def test_a_file_of_the_largest_size_is_read_and_no_larger_one():
    text = "# " + "x" * 97 + "\n"
    whole = text * (MAX_CHARACTERS // len(text))
    assert len(whole) == MAX_CHARACTERS
    tree, codes = found(whole)
    assert tree is not None
    assert codes == []
    assert found(whole + "\n") == (None, ["file-too-large"])


def test_a_line_of_the_largest_length_is_read_and_no_longer_one():
    line = 'game "' + "x" * (MAX_COLUMNS - 7) + '"'
    assert len(line) == MAX_COLUMNS
    assert found(line)[1] == []
    assert found(line + " ")[1] == ["line-too-long"]
    assert found("#" * (MAX_COLUMNS + 1))[1] == ["line-too-long"]


def test_brackets_nested_too_deeply():
    def nested(depth):
        return f"let x = {'(' * depth}1{')' * depth}\n"

    assert found(nested(MAX_DEPTH))[1] == []
    assert found(nested(MAX_DEPTH + 1))[1] == ["too-deep"]


def test_calls_nested_too_deeply():
    assert found(f"let x = {'f(' * 150}1{')' * 150}\n")[1] == ["too-deep"]


def test_calls_nested_deeply_in_a_text():
    assert found(f'play: say "{{{"f(" * 150}1{")" * 150}}}"\n')[1] == ["too-deep"]


def test_blocks_nested_too_deeply():
    lines = [" " * i + "if a:" for i in range(1, MAX_DEPTH + 2)]
    text = "\n".join(["play:", *lines, " " * (MAX_DEPTH + 2) + "stop"])
    assert found(text)[1] == ["too-deep"]


def test_a_chain_of_operators_that_is_too_long():
    assert found("let x = a\n" + "    or a\n" * 5_000)[1] == ["too-deep"]
    assert found("let x = " + "not " * 240 + "a\n")[1] == ["too-deep"]


def test_a_large_file_of_mistakes_is_read_in_reasonable_time():
    start = time.process_time()
    assert set(found("zon a\nlet x = (\nplay:\n    mov a to b\n" * 500)[1]) == {
        "unknown-declaration",
        "unclosed-bracket",
        "unknown-statement",
    }
    assert time.process_time() - start < 30


def found_in_file(tmp_path, table):
    """Return what is found of a text whose table stands in a file."""
    (tmp_path / "t.csv").write_text(table, encoding="utf-8")
    path = tmp_path / "g.rules"
    path.write_text('game "G"\nplayers 2\nspace Town from "t.csv"\nplay: end: draw\n', "utf-8")
    return [(d.code, d.primary.text) for d in pipeline.check(str(path)).diagnostics]


def test_a_line_of_a_table_in_a_file_that_is_too_long(tmp_path):
    ((code, _),) = found_in_file(tmp_path, f"name\nArden{' ' * MAX_COLUMNS}\n")
    assert code == "line-too-long"


def test_a_table_in_a_file_with_too_many_cells(tmp_path):
    row = "Arden" + "," * 499 + "\n"
    ((code, told),) = found_in_file(tmp_path, row * 401)
    assert (code, told) == ("too-large", "401 × 500 = 200,500")
