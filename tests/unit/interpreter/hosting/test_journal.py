"""Files that only grow: one writer, chained lines, nothing acknowledged is lost."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import PlaythroughError
from interpreter.cluster.log import open_log
from interpreter.hosting import drafts
from interpreter.hosting.journal import Journal, chained, whole_lines
from tests.support.processes import writers

HEADER = json.dumps({"format": "rulelang/ranges", "version": 2, "work": {}})
OLD = json.dumps({"format": "rulelang/ranges", "version": 1, "work": {}})
LINES = [HEADER, *(json.dumps({"first": n, "note": "}"}) for n in range(4))]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "log"


def read(path):
    return whole_lines(path, path.read_bytes(), "ranges")


# ---------------------------------------------------------------- chains


def test_lines_come_back_as_they_were_written(path):
    journal = Journal.create(path, LINES[:2])
    journal.append(LINES[2:4])
    journal.append(LINES[4:])
    assert read(path)[0] == LINES
    assert path.read_text() == chained(LINES)[0]


@given(st.data())
def test_whatever_is_changed_is_found_at_its_line(tmp_path_factory, data):
    whole = chained(LINES)[0].encode()
    at = data.draw(st.integers(0, len(whole) - 2))
    changed = data.draw(st.integers(0, 127).filter(lambda code: code != whole[at]))
    path = tmp_path_factory.getbasetemp() / "changed"
    path.write_bytes(whole[:at] + bytes([changed]) + whole[at + 1 :])
    line = whole[:at].count(b"\n") + 1
    with pytest.raises(PlaythroughError) as refusal:
        open_log(path, {})
    assert line == 1 or f"line {line}: it was changed" in str(refusal.value)


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ([0, 2, 3, 4], 2),
        ([0, 1, 3, 2, 4], 3),
        ([0, 1, 1, 2, 3, 4], 3),
        ([1, 2], 1),
    ],
)
def test_lines_that_are_missing_moved_or_twice_are_found(path, order, line):
    lines = chained(LINES)[0].splitlines()
    path.write_text("".join(lines[at] + "\n" for at in order))
    if line == 1:
        assert read(path)[1].chain is None  # no header says that there is a chain
        return
    with pytest.raises(PlaythroughError, match=f"line {line}: it was changed, or a line before"):
        read(path)


def test_a_file_without_a_chain_is_read_and_goes_on_without(path):
    path.write_text(OLD + "\n")
    lines, journal = read(path)
    journal.append(LINES[1:2])
    assert lines == [OLD]
    assert path.read_text().splitlines() == [OLD, LINES[1]]
    assert read(path)[0] == [OLD, LINES[1]]


# ---------------------------------------------------------------- one writer


def test_a_second_writer_is_told_and_nothing_is_changed(path):
    first = Journal.create(path, LINES[:1])
    _, second = read(path)
    before = path.read_bytes()
    for action in (second.claim, lambda: second.append(LINES[1:2])):
        with pytest.raises(PlaythroughError, match="somebody else is writing to it; wait until"):
            action()
    assert path.read_bytes() == before
    first.append(LINES[1:2])
    first.close()
    with pytest.raises(PlaythroughError, match="somebody else has written to it; load it anew"):
        second.append(LINES[1:2])
    read(path)[1].append(LINES[2:3])
    assert read(path)[0] == LINES[:3]


def test_another_process_is_refused_too_until_the_first_has_ended(path):
    code = (
        "import sys; from pathlib import Path\n"
        "from tests.support.processes.writers import opened\n"
        "journal = opened(Path(sys.argv[1]))[1]\n"
        "print('mine', flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen(  # noqa: S603 - our own text
        [sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdout.readline() == b"mine\n"
    with pytest.raises(PlaythroughError, match="somebody else is writing to it"):
        read(path)[1].claim()
    other.kill()
    other.communicate()
    read(path)[1].append(LINES[1:2])
    assert len(read(path)[0]) == 2


def test_a_torn_end_gives_way_to_the_next_line_alone(path):
    Journal.create(path, LINES[:2]).close()
    with path.open("ab") as file:
        file.write(b'{"first": 1, "no')
    lines, journal = read(path)
    assert lines == LINES[:2]
    assert journal.sound < journal.size
    _, late = read(path)
    journal.append(LINES[2:3])
    journal.close()
    with pytest.raises(PlaythroughError, match="somebody else has written"):
        late.append(LINES[3:4])  # it would take the line for the torn end
    assert read(path)[0] == LINES[:3]


def contention(folder, count, lines, kills):
    """Let writers contend; then everything acknowledged must be in the log, once, and in order."""
    ended = writers.contend(folder, count, lines, kills, seed=7)
    found, journal = read(folder / "log")
    assert journal.sound == journal.size
    entries = [json.loads(line) for line in found[1:]]
    places = {(entry["by"], entry["number"]): at for at, entry in enumerate(entries)}
    times = Counter((entry["by"], entry["number"]) for entry in entries)
    for number in range(count):
        name = f"w{number}"
        noted = (folder / f"{name}.acknowledged").read_text().split()
        assert [int(one) for one in noted] == list(range(lines))
        mine = [places[name, one] for one in range(lines)]
        assert mine == sorted(mine)
    # What was written and not acknowledged is written again by who goes on: once for each end.
    assert sum(times.values()) - len(times) <= ended
    assert not list(folder.glob(f".*{drafts.SUFFIX}"))
    return ended


def test_of_writers_that_are_ended_nothing_acknowledged_is_lost(tmp_path):
    assert contention(tmp_path, count=4, lines=250, kills=3) == 3


@pytest.mark.soak
def test_of_sixteen_writers_and_a_hundred_thousand_lines_nothing_is_lost(tmp_path):
    assert contention(tmp_path, count=16, lines=6250, kills=200) == 200


# ---------------------------------------------------------------- new files


def test_a_draft_that_nobody_writes_any_more_is_removed(path):
    orphan = path.with_name(f".{path.name}.0123456789abcdef{drafts.SUFFIX}")
    before = path.with_name(f".{path.name}.4711{drafts.SUFFIX}")
    other = path.with_name(f".other.4711{drafts.SUFFIX}")
    for left in (orphan, before, other):
        left.write_text("half")
    Journal.create(path, LINES)
    assert sorted(file.name for file in path.parent.iterdir()) == sorted([path.name, other.name])


def test_a_draft_that_somebody_writes_is_left(path):
    with drafts._drafted(path, b"slowly") as draft:  # noqa: SLF001 - in the midst of it
        Journal.create(path, LINES)
        assert draft.path.exists()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("made", [drafts.create, drafts.replace])
def test_the_folder_of_a_new_file_is_synced(path, made, monkeypatch):
    synced = []

    def noted(file):
        synced.append(Path(f"/proc/self/fd/{file}").readlink())

    monkeypatch.setattr("os.fsync", noted)
    made(path, b"new")
    assert synced[-1] == path.parent
    assert synced[0].name.startswith(f".{path.name}.")


def test_a_file_that_cannot_be_finished_leaves_nothing(path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.write", full)
    with pytest.raises(PlaythroughError, match="No space left"):
        Journal.create(path, LINES)
    assert list(path.parent.iterdir()) == []
