"""Files that cannot be read are findings, not failures of the program."""

import pytest

from rulelang.codes import CODES
from rulelang.diagnostics import Diagnostic
from rulelang.files import MAX_BYTES, read_source
from rulelang.render import render
from rulelang.source import Source


def refusal(path):
    found = read_source(str(path))
    assert isinstance(found, Diagnostic)
    assert found.code in CODES
    assert str(path) in render(found, {})
    return found.title


def test_a_text_is_read_under_the_name_it_was_asked_for(tmp_path):
    path = tmp_path / "a.rules"
    path.write_bytes("play: # ü\r\n".encode())
    assert read_source(str(path)) == Source(str(path), "play: # ü\r\n")


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path):
    path = tmp_path / "a.rules"
    path.write_bytes(b"\xef\xbb\xbfplay:")
    assert read_source(str(path)) == Source(str(path), "play:")


def test_a_missing_file(tmp_path):
    assert "does not exist" in refusal(tmp_path / "none.rules")


def test_a_folder(tmp_path):
    assert "is a folder" in refusal(tmp_path)


def test_a_path_through_a_file(tmp_path):
    (tmp_path / "a").write_text("x")
    assert "cannot be read" in refusal(tmp_path / "a" / "b.rules")


@pytest.mark.parametrize("data", [b"play:\n\xff\n", "play:\nü".encode("latin-1")])
def test_what_is_not_utf_8_is_named_by_line(tmp_path, data):
    path = tmp_path / "a.rules"
    path.write_bytes(data)
    title = refusal(path)
    assert "UTF-8" in title
    assert "line 2" in title


def test_a_file_that_is_too_large(tmp_path):
    path = tmp_path / "a.rules"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    assert "larger" in refusal(path)


def test_a_name_that_no_file_can_have():
    found = read_source("a\0b")
    assert isinstance(found, Diagnostic)
    assert found.code == "unreadable"


def test_a_device_is_refused_before_it_is_read():
    assert "is no file to read: a pipe or a device" in refusal("/dev/null")
