"""Compiled games on disk: whatever is wrong with what is kept, games are played all the same."""

import mmap
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter import load
from interpreter.native.emit import llvm as emitting
from interpreter.native.emit.llvm import llvm
from interpreter.native.engine import cache, shared
from interpreter.native.engine import engine as engines
from interpreter.native.engine.calls import pages
from interpreter.native.engine.measures import measure
from interpreter.native.lower import game as lower
from interpreter.native.runtime.counting import counting
from rulelang.keeping import disk
from tests.support.accidents import damages

pytestmark = pytest.mark.skipif(llvm is None, reason="llvmlite is not installed")


@pytest.fixture(autouse=True)
def _nothing_in_memory(monkeypatch):
    monkeypatch.setattr(engines, "_engines", {})
    disk.forget_said()


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Return the folder where compiled games are kept."""
    monkeypatch.setenv(disk.FOLDER, str(tmp_path / "kept"))
    return tmp_path / "kept"


def forget(monkeypatch):
    monkeypatch.setattr(engines, "_engines", {})


def play():
    """Play a little, silently: a warning is an error in these tests."""
    game = load("kuhn_poker", engine="native")
    state = game.start(seed=3)
    assert type(state.held).__name__ == "NativeHeld"
    while not state.is_terminal:
        state = state.apply(state.legal_ids[-1])
    assert state == load("kuhn_poker", engine="reference").start(seed=3).apply(1).apply(1)


def entries(folder):
    """Return the compiled games; core trees lie beside them."""
    return [entry for entry in folder.iterdir() if len(entry.name) == 64]


def the_entry(folder):
    (entry,) = entries(folder)
    return entry


def test_a_game_is_compiled_once(kept, monkeypatch):
    play()
    forget(monkeypatch)
    monkeypatch.setattr(lower, "lower", None)  # who compiled now would stumble
    play()
    assert cache.read(the_entry(kept).name) is not None


def test_what_is_kept_belongs_to_the_user(kept):
    play()
    assert kept.stat().st_mode & 0o777 == 0o700
    assert the_entry(kept).stat().st_mode & 0o077 == 0


def test_a_damaged_entry_is_compiled_again_and_mended(kept, monkeypatch):
    play()
    entry = the_entry(kept)
    for damage in damages(entry.read_bytes()):
        entry.write_bytes(damage)
        disk.forget_said()
        with pytest.warns(RuntimeWarning, match="damaged, or was not written by you"):
            assert cache.read(entry.name) is None
        forget(monkeypatch)
        play()
        assert cache.read(entry.name) is not None


def test_an_entry_of_somebody_else_is_not_read(kept, monkeypatch):
    play()
    entry = the_entry(kept)
    assert cache.read(entry.name) is not None
    somebody = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody)
    with pytest.warns(RuntimeWarning, match="belongs to somebody else"):
        assert cache.read(entry.name) is None
    forget(monkeypatch)
    play()


def test_an_entry_of_another_compiler_is_not_read(kept, monkeypatch):
    play()
    forget(monkeypatch)
    monkeypatch.setattr(cache, "_compiler", lambda: "another")
    play()
    assert len(entries(kept)) == 2


def test_all_that_becomes_machine_code_is_digested(monkeypatch):
    digested, read = set(), Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda file: digested.add(file) or read(file))
    cache._compiler.__wrapped__()  # noqa: SLF001 - it is asked once in a process
    native = Path(cache.__file__).parents[1]
    files = [file for file in native.rglob("*") if file.suffix in (".py", ".ll")]
    assert {file.suffix for file in files} == {".py", ".ll"}
    assert set(files) <= digested


def test_where_its_files_cannot_be_read_the_compiler_is_told_by_its_release(monkeypatch):
    def missing(file):
        raise NotADirectoryError(file)

    monkeypatch.setattr(Path, "read_bytes", missing)
    digests = []
    for release in ("1.0", "1.0", "1.1"):
        monkeypatch.setattr(disk, "release", lambda release=release: release)
        digests.append(cache._compiler.__wrapped__())  # noqa: SLF001 - it is asked once
    assert digests[0] == digests[1] != digests[2]


def test_without_llvm_a_game_is_measured_as_far_as_it_is_lowered(monkeypatch):
    monkeypatch.setattr(emitting, "llvm", None)
    found = measure(load("kuhn_poker").layout)
    assert found.instructions > found.blocks > found.functions > 0
    assert (found.code_bytes, found.quick, found.fast) == (None, None, None)


def test_a_folder_that_is_a_file_is_no_hindrance(kept):
    kept.write_text("in the way", encoding="utf-8")
    play()
    assert kept.read_text(encoding="utf-8") == "in the way"


def test_a_folder_that_cannot_be_written_is_no_hindrance(kept):
    kept.mkdir(mode=0o500)
    play()
    kept.chmod(0o700)


def test_a_full_disk_leaves_nothing_half_written(kept):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        play()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [file.name for file in kept.iterdir()] == [disk.KEY]


def test_nothing_is_kept_where_that_is_wanted(tmp_path, monkeypatch):
    monkeypatch.setenv(disk.FOLDER, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    play()
    assert list(tmp_path.iterdir()) == []


def test_without_a_word_it_is_where_the_system_keeps_such(tmp_path, monkeypatch):
    monkeypatch.delenv(disk.FOLDER, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    play()
    assert disk.folder() == tmp_path / "rulelang"
    assert the_entry(tmp_path / "rulelang").is_file()


def test_what_was_not_read_for_longest_goes_first(kept, monkeypatch):
    monkeypatch.setattr(disk, "MOST", 2)
    play()
    used = the_entry(kept)
    entry = cache.read(used.name)
    os.utime(used, (1, 1))
    for at, name in enumerate(("a" * 64, "b" * 64)):
        cache.write(name, entry)
        os.utime(kept / name, (10 + at, 10 + at))
        assert cache.read(used.name) is not None
    assert {file.name for file in entries(kept)} == {used.name, "b" * 64}


@pytest.mark.usefixtures("kept")
def test_a_kept_game_begins_without_the_front_end_and_the_compiler():
    code = (
        "import sys; from interpreter import load;"
        "load('kuhn_poker', engine='native').start(seed=3);"
        "print(*sys.modules)"
    )
    command = [sys.executable, "-c", code]
    slow = {"rulelang.pipeline", "interpreter.native.lower.game"}
    for needed in (slow, set()):
        ran = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
        assert slow & set(ran.stdout.split()) == needed


def test_what_all_games_share_is_compiled_once(kept, monkeypatch):
    def refuse(*_):
        raise AssertionError("compiled again")

    code = shared.shared_code(counting())
    (entry,) = kept.glob("*" + shared.SORT)
    monkeypatch.setattr(shared, "compile_text", refuse)
    assert shared.shared_code(counting()) == code
    entry.write_bytes(b"damaged")
    with pytest.warns(RuntimeWarning, match="damaged"), pytest.raises(AssertionError):
        shared.shared_code(counting())


@pytest.mark.usefixtures("kept")
def test_threads_that_ask_at_once_get_the_same_code_which_nobody_unloads():
    """The code of all but one was unloaded while it ran: a first `simulate` crashed."""
    code = (
        "from concurrent.futures import ThreadPoolExecutor as Pool\n"
        "from interpreter.native.engine import counting, tree\n"
        "for get in counting.counting_code, tree.search_code:\n"
        "    found = list(Pool(8).map(lambda _: get(), range(8)))\n"
        "    assert len(set(map(id, found))) == 1\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603  our own text


@pytest.mark.parametrize("is_private", [True, False])
def test_pages_for_play_are_had_and_empty_on_any_system(monkeypatch, is_private):
    if not is_private:
        monkeypatch.delattr(mmap, "MAP_PRIVATE")  # as on Windows
    whole = pages(1 << 16)
    assert whole[:] == bytes(1 << 16)
    whole[-1:] = b"x"
    assert whole[-1:] == b"x"
