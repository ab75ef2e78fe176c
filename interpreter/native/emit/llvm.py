"""LLVM text to machine code, and that into this process. The only file that knows llvmlite.

How far code is optimised are levels:

* 0: not at all. It takes a tenth of the time of level 2, and games run at two fifths of its speed.
  What is compiled while somebody waits.
* 1: the few passes that matter most. It takes a third of the time of level 2, and most games run
  at nine tenths of its speed. Where level 2 would keep this process from ending.
* 2: LLVM's own order of passes for speed, without vectorising. The loops of rules go through the
  bits of a mask or through a handful of elements: what vectorised code would need of them is
  never there, and making it took half of the time that large games compiled.

Run as a program, it compiles what standard input holds to level 2 and writes the object file to
standard output: see `interpreter.native.engine.tiers`. It imports nothing of this project.
"""

from __future__ import annotations

import atexit
import sys
import threading
from typing import Final, NamedTuple

try:
    import llvmlite
    import llvmlite.binding as llvm
except ImportError:  # no wheel for this platform: the reference engine plays
    llvm = None

BARE, QUICK, FAST = 0, 1, 2
"""The levels."""

_MISSING: Final = "llvmlite is not installed: pip install llvmlite"


class NativeMissingError(Exception):
    """There is no native code on this machine; the message says why."""


def fingerprint() -> str:
    """Return what machine code depends on besides the game: LLVM and the processor.

    Raises:
        NativeMissingError: llvmlite is not installed.
    """
    if llvm is None:
        raise NativeMissingError(_MISSING)
    features = llvm.get_host_cpu_features().flatten()
    return f"{llvmlite.__version__} {llvm.llvm_version_info} {llvm.get_host_cpu_name()} {features}"


class Processor(NamedTuple):
    """What a processor does at once, and code of the runtime depends on.

    `deposits_bits`: it finds the n-th bit of a mask (x86's BMI2). `multiplies_eight`: it
    multiplies eight pairs of words (AVX-512).
    """

    deposits_bits: bool
    multiplies_eight: bool


def processor() -> Processor:
    """Return what this processor does at once."""
    features = {} if llvm is None else llvm.get_host_cpu_features()
    return Processor(bool(features.get("bmi2")), bool(features.get("avx512dq")))


def compile_text(text: str, level: int) -> bytes:
    """Return LLVM text as an object file, optimised at `level`.

    Raises:
        NativeMissingError: llvmlite is not installed.
    """
    with _working:
        _begin()
        return _compiled(text, level)


def _compiled(text: str, level: int) -> bytes:
    # Closed here: Ctrl-C is lost where it comes while Python clears a module away by itself.
    with llvm.parse_assembly(text) as module:
        machine = _machine(level)
        module.triple = machine.triple
        module.data_layout = str(machine.target_data)
        if level:
            options = llvm.create_pipeline_tuning_options(level)
            options.loop_vectorization = options.slp_vectorization = False
            options.loop_interleaving = False
            builder = llvm.create_pass_builder(machine, options)
            passes = _quick_passes() if level == QUICK else builder.getModulePassManager()
            passes.run(module, builder)
        return bytes(machine.emit_object(module))


def _quick_passes() -> llvm.ModulePassManager:
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.add_loop_rotate_pass()
    passes.add_new_gvn_pass()
    passes.add_simplify_cfg_pass()
    return passes


class Linked:
    """An object file in memory, as long as this object lives."""

    def __init__(self, code: bytes) -> None:
        with _working:
            _begin()
            self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(FAST))
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
            self._engine.finalize_object()

    def address(self, symbol: str) -> int:
        """Return where a function lies."""
        return int(self._engine.get_function_address(symbol))


_begun = threading.Event()
_ending = threading.Event()
_working: Final = threading.RLock()
"""Held by whoever works with LLVM."""

_END_S: Final = 10.0


@atexit.register
def _end() -> None:
    """Wait until no other thread works with LLVM, and let none begin.

    A process that ends takes LLVM's globals apart, upon which such a thread would crash. No longer
    than a while: a child that was forked meanwhile has the lock, and nobody who would release it.
    """
    _ending.set()
    _working.acquire(timeout=_END_S)


def _begin() -> None:
    if llvm is None:
        raise NativeMissingError(_MISSING)
    if _ending.is_set():
        raise SystemExit  # which ends this thread, and nothing else
    if not _begun.is_set():
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        _begun.set()


def _machine(level: int) -> llvm.TargetMachine:
    """Return what makes machine code.

    Code stays where it is linked, so that on x86-64 the addresses of tables and functions are
    numbers in it: relative ones take an addition each, and a register.
    """
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=level,
        reloc="static" if target.name == "x86-64" else "pic",
        codemodel="jitdefault",
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(compile_text(sys.stdin.buffer.read().decode(), FAST))
