"""What somebody else puts where things are kept is never used, and that is said once."""

import os
import pickle
import secrets
import signal
import stat
import subprocess
import sys
import tempfile
import time
import warnings
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from rulelang.keeping import disk, folder

NAME = "a" * 64
SOMEBODY = 65534

ATTACKER = """\
import os, sys
if os.geteuid() == 0:
    os.setuid({somebody})
open_to_all, evil = sys.argv[1:]
place, away = open_to_all + "/cache", open_to_all + "/away"
number = 0
while True:
    number += 1
    try:
        if os.path.lexists(place):
            os.rename(place, away + str(number))  # the user's own, or our last one
        os.symlink(evil, place) if number % 2 else os.mkdir(place)
    except OSError:
        pass
"""


@pytest.fixture(autouse=True)
def _said():
    disk.forget_said()


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Return the folder where things are kept, with one entry."""
    found = tmp_path / "kept"
    monkeypatch.setenv(disk.FOLDER, str(found))
    disk.write(NAME, b"mine")
    assert disk.read(NAME) == b"mine"
    return found


def said(action):
    """Return what is said while something is done twice, and what came of it."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        results = [action(), action()]
    return [str(one.message) for one in found], results


def refused(text):
    texts, results = said(lambda: disk.read(NAME))
    assert results == [None, None]
    assert len(texts) == 1
    assert text in texts[0]


# ---------------------------------------------------------------- the folder


@pytest.mark.parametrize("mode", [0o777, 0o720, 0o1777, 0o702])
def test_a_folder_that_others_can_write_to_is_left_alone(place, mode):
    place.chmod(mode)
    refused(f"can be written by others; `chmod go-w {place}` mends that")
    disk.write("b" * 64, b"more")
    assert not (place / ("b" * 64)).exists()
    place.chmod(0o700)
    assert disk.read(NAME) == b"mine"


def test_a_folder_of_somebody_else_is_left_alone(place, monkeypatch):
    somebody = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody)
    refused(f"{place} belongs to somebody else; name one of your own in {disk.FOLDER}")


def test_a_link_to_a_folder_is_not_followed(place, monkeypatch):
    link = place.with_name("link")
    link.symlink_to(place)
    monkeypatch.setenv(disk.FOLDER, str(link))
    refused(f"{link} is a link; name the folder itself in {disk.FOLDER}")


def test_a_folder_whose_name_cannot_be_is_no_hindrance(monkeypatch):
    for name in ("/dev/null/kept", "x" * 5000):
        monkeypatch.setenv(disk.FOLDER, name)
        disk.write(NAME, b"mine")
        assert disk.read(NAME) is None


def test_nothing_is_kept_for_whoever_has_no_home(monkeypatch):
    def homeless():
        raise RuntimeError

    for name in (disk.FOLDER, "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(disk.Path, "home", homeless)
    assert disk.folder() is None
    disk.write(NAME, b"mine")
    assert disk.read(NAME) is None


@pytest.mark.parametrize("named", [None, "", "/somewhere"])
def test_where_things_are_kept_is_as_before_once_they_may_be_again(monkeypatch, named):
    if named is None:
        monkeypatch.delenv(disk.FOLDER, raising=False)
    else:
        monkeypatch.setenv(disk.FOLDER, named)
    with disk.nothing_kept():
        assert disk.folder() is None
    assert os.environ.get(disk.FOLDER) == named


def test_a_system_that_opens_no_folders_keeps_by_name(place, monkeypatch):
    monkeypatch.setattr(folder, "_HAS_HANDLES", False)
    assert disk.read(NAME) == b"mine"
    disk.write(NAME, b"anew")
    assert disk.read(NAME) == b"anew"
    assert {file.name for file in place.iterdir()} == {NAME, disk.KEY}


def test_a_checkout_that_is_not_installed_is_no_release(monkeypatch):
    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", missing)
    assert disk.release() == ""


# ---------------------------------------------------------------- files in it


@pytest.mark.usefixtures("place")
def test_an_entry_whose_name_cannot_be_is_none():
    assert disk.read("x" * 5000) is None
    assert disk.read(NAME) == b"mine"


def test_a_link_to_a_file_is_not_followed(place):
    (place / NAME).rename(place / "elsewhere")
    (place / NAME).symlink_to(place / "elsewhere")
    refused("it is a link")


def test_a_file_that_others_can_write_to_is_not_read(place):
    (place / NAME).chmod(0o666)
    refused("can be written by others")


def test_a_pipe_does_not_stop_anybody(place):
    (place / NAME).unlink()
    os.mkfifo(place / NAME)
    refused("it is no file")


@pytest.mark.usefixtures("place")
def test_a_file_too_large_is_not_read(monkeypatch):
    monkeypatch.setattr(folder, "MOST_BYTES", 10)
    refused("more than 10 bytes")


def test_what_is_signed_for_another_name_does_not_count(place):
    (place / ("b" * 64)).write_bytes((place / NAME).read_bytes())
    (place / ("b" * 64)).chmod(0o600)
    (place / NAME).unlink()
    with pytest.warns(RuntimeWarning, match="was not written by you"):
        assert disk.read("b" * 64) is None


def test_without_the_key_nothing_counts(place):
    (place / disk.KEY).unlink()
    assert disk.read(NAME) is None
    disk.write("b" * 64, b"more")
    assert disk.read("b" * 64) == b"more"
    with pytest.warns(RuntimeWarning, match="was not written by you"):
        assert disk.read(NAME) is None


@pytest.mark.parametrize("key", [b"", b"short", b"x" * 33])
def test_a_key_that_is_none_gives_way(place, key):
    (place / disk.KEY).write_bytes(key)
    assert disk.read(NAME) is None
    disk.write(NAME, b"anew")
    assert disk.read(NAME) == b"anew"
    assert (place / disk.KEY).read_bytes() != key


def test_the_key_that_another_run_has_just_made_is_taken(place, monkeypatch):
    aside, key = place / "aside", place / disk.KEY
    key.rename(aside)
    drawn = secrets.token_bytes

    def meanwhile(size):
        if aside.exists():
            aside.rename(key)  # as another run does
        return drawn(size)

    monkeypatch.setattr(secrets, "token_bytes", meanwhile)
    disk.write("b" * 64, b"more")
    assert disk.read("b" * 64) == b"more"
    assert disk.read(NAME) == b"mine"


def test_files_are_the_user_s_alone(place):
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in place.iterdir()} == {0o600}


def test_a_pickle_is_never_run(place, tmp_path):
    mark = tmp_path / "executed"

    class Evil:
        def __reduce__(self):
            return Path.touch, (mark,)

    signed = (place / NAME).read_bytes()[: -len(b"mine")]
    for data in (pickle.dumps(Evil()), signed + pickle.dumps(Evil())):
        (place / NAME).write_bytes(data)
        disk.forget_said()
        with pytest.warns(RuntimeWarning):
            assert disk.read(NAME) is None
    assert not mark.exists()


# ---------------------------------------------------------------- orphans


def test_drafts_of_runs_that_ended_early_are_removed(place):
    old, new = (place / f".{name}{folder.DRAFT}" for name in ("old", "new"))
    for draft in (old, new):
        draft.write_bytes(b"half")
    os.utime(old, (time.time() - 7200,) * 2)
    disk.write("b" * 64, b"more")
    assert not old.exists()
    assert new.exists()


# ---------------------------------------------------------------- a second user


@pytest.fixture
def crossroads():
    """Return a folder that everybody may go through: that of the tests is private."""
    with tempfile.TemporaryDirectory() as found:
        Path(found).chmod(0o711)
        yield Path(found)


def test_whoever_flips_links_in_an_open_folder_gets_nothing_run(crossroads, monkeypatch):
    """As root the attacker is another user; else he is one who cannot be told from the user."""
    shared, evil = crossroads / "open", crossroads / "evil"
    for made in (shared, evil):
        made.mkdir()
        made.chmod(0o777)
    (evil / disk.KEY).write_bytes(b"k" * 32)
    monkeypatch.setenv(disk.FOLDER, str(evil))
    signature = disk._signature(b"k" * 32, NAME, b"theirs")  # noqa: SLF001 - as he would
    (evil / NAME).write_bytes(disk.FORMAT + signature + b"theirs")
    if os.geteuid() == 0:
        for made in (evil, *evil.iterdir()):
            os.chown(made, SOMEBODY, SOMEBODY)
    monkeypatch.setenv(disk.FOLDER, str(shared / "cache"))
    code = ATTACKER.format(somebody=SOMEBODY)
    attacker = subprocess.Popen([sys.executable, "-c", code, shared, evil])  # noqa: S603
    reads, texts = set(), []
    try:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            end = time.monotonic() + 1
            while time.monotonic() < end or len(reads) < 2:
                disk.write(NAME, b"mine")
                reads.add(disk.read(NAME))
                assert time.monotonic() < end + 60
            texts = [str(one.message) for one in found]
    finally:
        attacker.send_signal(signal.SIGKILL)
        attacker.wait()
    assert reads == {None, b"mine"}
    assert texts
    assert len(texts) == len(set(texts))  # each is said once
