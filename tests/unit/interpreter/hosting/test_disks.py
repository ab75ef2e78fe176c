"""Files of plays on disks of other sorts, where locks, links or room are missing."""

import errno
import fcntl
import os

import pytest

from interpreter import PlaythroughError, Session, load
from interpreter.hosting import drafts, locks
from interpreter.hosting.entries import Entries, bytes_of
from interpreter.hosting.journal import Journal, whole_lines

LINES = ['{"format": "rulelang/ranges", "version": 2}', '{"first": 0}']


@pytest.fixture
def path(tmp_path):
    return tmp_path / "log"


def failing(number):
    def fail(*_, **__):
        raise OSError(number, os.strerror(number))

    return fail


def test_where_there_are_no_links_a_file_is_written_under_its_name(path, monkeypatch):
    monkeypatch.setattr(os, "link", failing(errno.EPERM))
    file = drafts.create(path, b"whole")
    assert path.read_bytes() == b"whole"
    assert [one.name for one in path.parent.iterdir()] == ["log"]
    with path.open("rb") as other:
        assert not locks.take(other.fileno())
    os.close(file)


def test_a_disk_that_is_full_meanwhile_is_told(path, monkeypatch):
    write, written = drafts.write_all, []

    def full(file, data):
        written.append(data)
        if len(written) > 1:
            failing(errno.ENOSPC)()
        write(file, data)

    monkeypatch.setattr(os, "link", failing(errno.EPERM))
    monkeypatch.setattr(drafts, "write_all", full)
    with pytest.raises(OSError, match="No space left"):
        drafts.create(path, b"whole")
    assert len(written) == 2


@pytest.mark.parametrize("made", [drafts.create, drafts.replace])
def test_where_open_files_keep_their_names_they_are_closed_first(path, monkeypatch, made):
    monkeypatch.setattr(drafts, "_CLOSES_FIRST", True)
    file = made(path, b"whole")
    assert path.read_bytes() == b"whole"
    assert [one.name for one in path.parent.iterdir()] == ["log"]
    if file is not None:
        os.close(file)


def test_a_draft_that_somebody_took_for_an_orphan_is_begun_again(path, monkeypatch):
    take, asked = locks.take, []

    def late(file):
        asked.append(file)
        return len(asked) > 1 and take(file)

    monkeypatch.setattr(locks, "take", late)
    drafts.replace(path, b"whole")
    assert path.read_bytes() == b"whole"
    assert len(asked) > 1


def test_where_nothing_can_be_locked_one_writes_without(path, monkeypatch):
    monkeypatch.setattr(fcntl, "flock", failing(errno.ENOLCK))
    journal = Journal.create(path, LINES)
    journal.append(['{"first": 1}'])
    journal.close()
    journal.close()
    assert path.read_bytes().count(b"\n") == 3


def test_a_file_that_cannot_be_claimed_is_told(path, monkeypatch):
    Journal.create(path, LINES).close()
    _, journal = whole_lines(path, path.read_bytes(), "ranges")
    monkeypatch.setattr(os, "open", failing(errno.EACCES))
    with pytest.raises(PlaythroughError, match=r"log cannot be written: Permission denied"):
        journal.claim()


def test_a_file_that_is_no_text_is_told_with_the_byte(path):
    with pytest.raises(PlaythroughError, match=r"log, byte 43: not UTF-8 text"):
        whole_lines(path, LINES[0].encode() + b"\xff\n", "ranges")


def test_a_name_that_no_file_can_have_is_told(tmp_path):
    with pytest.raises(PlaythroughError, match=r"no file can be called '.*a\\x00b'"):
        bytes_of(tmp_path / "a\0b")


def test_a_summary_that_cannot_be_written_is_told(tmp_path, monkeypatch):
    session = Session(load("tic_tac_toe"), seed=1)
    session.record(tmp_path / "sum.json")
    monkeypatch.setattr(drafts, "replace", failing(errno.EROFS))
    for seat, number in zip("XOXO", [0, 3, 1, 4], strict=True):
        session.submit(seat, number)
    with pytest.raises(PlaythroughError, match=r"sum.json cannot be written: Read-only"):
        session.submit("X", 2)
    assert session.state.is_terminal


def test_entries_say_what_they_must_be():
    entries = Entries("file.json", {"half": 0.5, "none": None, "word": "x"})
    assert (entries.amount("half"), entries.amount_or_none("none")) == (0.5, None)
    for ask, wanted in (
        (lambda: entries.amount("none"), "entry `none`: it must be a number"),
        (lambda: entries.amount_or_none("word"), "entry `word`: it must be a number or null"),
        (lambda: entries.part("word"), "entry `word`: it must be names and values"),
    ):
        with pytest.raises(PlaythroughError, match=wanted):
            ask()
