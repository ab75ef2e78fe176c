"""Bare code and code of full speed: the same results, replaced while play goes on."""

import fcntl
import os
import subprocess
import sys
import threading
import time

import pytest

from interpreter import Belief, load, rollouts, simulate
from interpreter import batch as batches
from interpreter.batch import BatchGame
from interpreter.bots import SeatView, TreeSearch, clock
from interpreter.native.emit import llvm as llvm_module
from interpreter.native.emit.llvm import BARE, FAST, QUICK, llvm
from interpreter.native.emit.text import emit
from interpreter.native.engine import engine as engines
from interpreter.native.engine import observers, tiers
from interpreter.native.engine.batch import batch_engine
from interpreter.native.engine.engine import engine_of
from interpreter.native.engine.observers import find_observer_log
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Module, Return
from tests.support.games import ROOT

pytestmark = pytest.mark.skipif(llvm is None, reason="llvmlite is not installed")

ENDING = """
import sys, threading, time
from interpreter.native.emit.llvm import QUICK, compile_text
text, compiled = sys.stdin.read(), threading.Event()
def compile_on():
    while True:
        compile_text(text, QUICK)
        compiled.set()
threading.Thread(target=compile_on, daemon=True).start()
compiled.wait()
time.sleep(float(sys.argv[1]))
sys.exit(3)
"""
# A process that ends while another compiles for it; the other has a lock as long as it runs.
LEAVING = """
import sys, threading
from pathlib import Path
from interpreter.native.emit import llvm
from interpreter.native.engine import tiers
llvm.__file__, begun = sys.argv[1], Path(sys.argv[2])
threading.Thread(target=tiers.compiled_apart, args=("",), daemon=True).start()
while not begun.exists():
    pass
"""
SLOW = """
import fcntl, sys, time
from pathlib import Path
held = open(Path(sys.argv[0]).with_name("held"), "w")
fcntl.flock(held, fcntl.LOCK_EX)
Path(sys.argv[0]).with_name("begun").touch()
time.sleep(60)
"""
GAMES = ("tic_tac_toe", "kuhn_poker", "carnival")
PLAYED = 500


@pytest.fixture(autouse=True)
def _nothing_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    monkeypatch.setattr(engines, "_engines", {})


def sums(engine):
    begin = engine.native.start(engine.home)
    return engine.native.sums(begin, PLAYED, 3)


@pytest.mark.parametrize("name", GAMES)
def test_all_levels_play_the_same(name):
    game = load(name, engine="native")
    engine = engine_of(game, BARE)
    found = []
    for level in (BARE, QUICK, FAST):
        engine.tiers.reach(level)
        assert engine.tiers.level == level
        found.append(sums(engine))
    assert len(set(found)) == 1
    assert found[0][0] == 0


def test_play_at_length_goes_over_to_full_speed(monkeypatch):
    monkeypatch.setattr(tiers, "PATIENCE_S", 0)
    game = load("kuhn_poker", engine="native")
    start = game.start(seed=1)
    engine = game.native()
    assert engine.tiers.level == BARE
    begin = engine.native.start(engine.home)
    before = sums(engine)
    told = [rollouts(start, 20, seed=at).choices for at in range(3)]
    until = time.monotonic() + 60
    while engine.tiers.level < FAST and time.monotonic() < until:
        assert sums(engine) == before
    assert engine.tiers.level == FAST
    assert game.native() is engine
    assert engine.native.start(engine.home) == begin
    assert sums(engine) == before
    assert [rollouts(start, 20, seed=at).choices for at in range(3)] == told
    # It was kept: whoever plays next has it at once.
    monkeypatch.setattr(engines, "_engines", {})
    assert game.native().tiers.level == FAST


def test_beliefs_at_length_go_over_to_full_speed(monkeypatch):
    monkeypatch.setattr(observers, "_observer_logs", {})
    game = load("liars_dice", engine="native", players=3)
    state = game.start(seed=2)
    for _ in range(8):
        state = state.child(state.legal_ids[0])
    belief = Belief.start(game, state.current_player, width=4)
    belief.follow(state)
    assert not belief.is_exact
    follower = find_observer_log(game).tiers
    assert follower.level == BARE
    before = [belief.sample(seed).history for seed in range(5)]
    monkeypatch.setattr(tiers, "PATIENCE_S", 0)
    until = time.monotonic() + 60
    while follower.level < FAST and time.monotonic() < until:
        assert [belief.sample(seed).history for seed in range(5)] == before
    assert follower.level == FAST
    assert [belief.sample(seed).history for seed in range(5)] == before
    # It was kept: whoever follows a play next has it at once.
    monkeypatch.setattr(observers, "_observer_logs", {})
    assert find_observer_log(game).tiers.level == FAST


def test_prepare_waits_for_beliefs_at_full_speed(monkeypatch):
    monkeypatch.setattr(observers, "_observer_logs", {})
    game = load("kuhn_poker", engine="native")
    game.prepare(whole=False)
    assert find_observer_log(game).tiers.level == BARE
    game.prepare()
    assert find_observer_log(game).tiers.level == FAST


def test_a_few_playouts_do_not_pay_for_full_speed():
    game = load("tic_tac_toe", engine="native")
    simulate(game, 10, seed=1, workers=1)
    assert game.native().tiers.level == BARE


def test_prepare_waits_for_full_speed():
    game = load("kuhn_poker", engine="native")
    game.prepare(whole=False)
    assert game.native().tiers.level == BARE
    game.prepare()
    assert game.native().tiers.level == FAST


def test_prepare_compiles_play_and_beliefs_at_once_and_writes_each_once(monkeypatch):
    monkeypatch.setattr(observers, "_observer_logs", {})
    monkeypatch.setattr(tiers, "_PERIOD_S", 0.01)
    both, heard = threading.Barrier(2, timeout=60), threading.Event()
    written, told = [], []

    def apart(text):
        both.wait()
        assert heard.wait(60)
        return compiled_apart(text)

    def hear(seconds):
        told.append(seconds)
        heard.set()

    def write(*how, **more):
        written.append(more)
        return lower(*how, **more)

    compiled_apart, lower = tiers.compiled_apart, observers.lower
    monkeypatch.setattr(tiers, "compiled_apart", apart)
    monkeypatch.setattr(observers, "lower", write)
    load("kuhn_poker", engine="native").prepare(progress=hear)
    assert written == [{"logs": True}]
    assert told == sorted({*told})
    told.clear()
    load("kuhn_poker", engine="native").prepare(progress=hear)
    assert not told


def test_prepare_does_nothing_for_the_reference(monkeypatch):
    monkeypatch.setattr(tiers, "compile_text", None)
    load("tic_tac_toe", engine="reference").prepare()


@pytest.mark.parametrize("program", ["", "/nowhere/python"])
def test_where_no_process_can_be_had_quick_code_comes_from_a_thread(program, monkeypatch):
    monkeypatch.setattr(tiers, "PATIENCE_S", 0)
    monkeypatch.setattr(sys, "executable", program)
    game = load("tic_tac_toe", engine="native")
    engine = game.native()
    found = [sums(engine) for _ in range(3)]
    engine.tiers.worker.join(60)
    assert engine.tiers.level == QUICK
    assert sums(engine) == found[0]


def test_a_batch_that_stays_quick_does_so(monkeypatch):
    monkeypatch.setattr(tiers, "PATIENCE_S", 0)
    np = pytest.importorskip("numpy")
    made = []

    def engine_of_batch(*game):
        made.append(batch_engine(*game))
        return made[-1]

    monkeypatch.setattr(batches, "batch_engine", engine_of_batch)
    batch, quick = (BatchGame(load("kuhn_poker"), 4, quick=quick) for quick in (False, True))
    for one in (batch, quick):
        told = one.reset(seed=2)
        for _ in range(5):
            told = one.step(np.argmax(told.legal, axis=1))
    batch.prepare()
    assert [engine.tiers.level for engine in made] == [FAST, BARE]
    assert [engine.tiers.worker is None for engine in made] == [False, True]


def test_a_batch_goes_over_to_full_speed_between_two_steps(monkeypatch):
    np = pytest.importorskip("numpy")
    monkeypatch.setattr(tiers, "PATIENCE_S", 0)
    made = []

    def engine_of_batch(*game):
        made.append(batch_engine(*game))
        return made[-1]

    monkeypatch.setattr(batches, "batch_engine", engine_of_batch)
    game = load("carnival")
    bare, replaced = BatchGame(game, 6, quick=True), BatchGame(game, 6, threads=2)
    one, other = bare.reset(seed=4), replaced.reset(seed=4)
    until, behind = time.monotonic() + 60, 0
    while behind < 30 and time.monotonic() < until:
        behind += made[1].tiers.level == FAST
        actions = np.argmax(one.legal, axis=1)
        one, other = bare.step(actions), replaced.step(actions)
        assert all(np.array_equal(*arrays) for arrays in zip(one, other, strict=True))
    assert [engine.tiers.level for engine in made] == [BARE, FAST]
    told = []
    replaced.prepare(told.append)
    assert not told


def test_a_bot_thinks_for_its_seconds_after_all_is_compiled(monkeypatch):
    waited = []

    def slowly(text, level):
        waited.append(level)
        time.sleep(0.3)
        return llvm_module.compile_text(text, level)

    monkeypatch.setattr(tiers, "compile_text", slowly)
    monkeypatch.setenv("RULELANG_CACHE", "")
    monkeypatch.setattr(observers, "_observer_logs", {})
    monkeypatch.setattr(clock, "_preparing", {})
    state = load("tic_tac_toe", engine="native").start()
    view = SeatView(state, Belief.start(state.game, 0))
    assert clock.prepared(state.game, time.monotonic() + 60)
    assert waited == [BARE, BARE]
    found = TreeSearch(seconds=1, seed=1).tried(view)
    assert waited == [BARE, BARE]
    assert sum(tried.visits for tried in found) > 1000


@pytest.mark.parametrize("seconds", [0, 0.01, 0.03, 0.05])
def test_a_process_may_end_while_a_thread_compiles(seconds):
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-c", ENDING, str(seconds)],
        input=emit(counting(1000)),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (3, "")


def test_where_a_process_ends_nothing_more_is_compiled(monkeypatch):
    ending = threading.Event()
    monkeypatch.setattr(llvm_module, "_ending", ending)
    text = emit(counting(1))
    assert llvm_module.compile_text(text, BARE)
    ending.set()
    with pytest.raises(SystemExit):  # which ends a thread, and is told nowhere
        llvm_module.compile_text(text, BARE)


def test_a_process_that_ends_leaves_none_that_compiles(tmp_path):
    slow, begun = tmp_path / "slow.py", tmp_path / "begun"
    slow.write_text(SLOW)
    command = [sys.executable, "-c", LEAVING, str(slow), str(begun)]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)  # noqa: S603
    until = time.monotonic() + 20
    with (tmp_path / "held").open() as held:
        while True:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                assert time.monotonic() < until
                time.sleep(0.01)


def test_what_ctrl_c_ended_begins_anew(monkeypatch):
    game = load("tic_tac_toe", engine="native")
    engine = game.native()

    def ended(_):
        raise tiers.EndedError

    with monkeypatch.context() as context:
        context.setattr(tiers, "compiled_apart", ended)
        engine.tiers.begin()
        while engine.tiers.worker is not None:
            time.sleep(0.001)
    assert engine.tiers.level == BARE
    engine.tiers.reach(FAST)
    assert engine.tiers.level == FAST


def test_a_process_that_somebody_ends_is_told_from_one_that_fails(tmp_path, monkeypatch):
    program = tmp_path / "program.py"
    monkeypatch.setattr(llvm_module, "__file__", str(program))
    program.write_text("import os, signal\nos.kill(os.getpid(), signal.SIGTERM)")
    with pytest.raises(tiers.EndedError):
        tiers.compiled_apart("")
    program.write_text("raise SystemExit(1)")
    assert tiers.compiled_apart("") is None


def test_what_was_made_meanwhile_is_neither_compiled_nor_put_in_place_again(monkeypatch):
    game = load("tic_tac_toe", engine="native")
    engine = game.native()
    compiled, replaced = [], []

    def apart(_):
        engine.tiers.reach(QUICK)

    def compile_text(text, level):
        compiled.append(level)
        return llvm_module.compile_text(text, level)

    def replace(code):
        replaced.append(code)
        type(engine.native).replace(engine.native, code)

    monkeypatch.setattr(tiers, "compiled_apart", apart)
    monkeypatch.setattr(tiers, "compile_text", compile_text)
    monkeypatch.setattr(engine.native, "replace", replace)
    engine.tiers.begin()
    engine.tiers.worker.join(60)
    assert (engine.tiers.level, compiled, len(replaced)) == (QUICK, [QUICK], 1)


def test_the_logs_of_a_few_games_are_kept(monkeypatch):
    kept = {}
    monkeypatch.setattr(observers, "_observer_logs", kept)
    monkeypatch.setattr(observers, "KEPT", 1)
    logs = [find_observer_log(load(name, engine="native")) for name in GAMES[:2]]
    assert list(kept.values()) == logs[-1:]


@pytest.mark.parametrize(("length", "is_rolled"), [(5, False), (80, True)])
def test_large_loops_are_not_unrolled(length, is_rolled):
    text = emit(counting(length))
    assert ("br label %b1, !llvm.loop !0" in text) == is_rolled
    assert "br label %b1" in text


def counting(length):
    """Return code with a loop of so many additions."""
    b = Builder("coroutine0", 1, 64)
    total = b.variable()

    def body(at):
        for _ in range(length):
            b.set(total, b.op("add", b.get(total), at))

    b.count_up(0, 7, body)
    b.end(Return(b.get(total)))
    return Module(functions={"coroutine0": b.function})
