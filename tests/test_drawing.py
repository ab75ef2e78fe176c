"""The examples of properties are the same in every run, whatever ran before in a process."""

import os
import subprocess
import sys

from tests.support.games import ROOT

PROGRAM = """
import sys
from importlib import import_module

import tests.conftest
from hypothesis import given, strategies as st

for name in sys.argv[1:]:
    import_module(name)
drawn = []

@given(st.integers(), st.text(), st.lists(st.integers(0, 0xFFFF)))
def draw(number, text, numbers):
    drawn.append((number, text, numbers))

draw()
print(ascii(drawn))
"""
MODULES = ("rulelang.pipeline", "interpreter.cli.playing.play", "interpreter.native.lower.game")


def drawn(*modules):
    """Return what a process draws that has loaded some modules before."""
    ran = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", PROGRAM, *modules],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "HYPOTHESIS_PROFILE": "gate"},
    )
    return ran.stdout


def test_examples_do_not_hang_on_what_is_loaded():
    alone = drawn()
    assert alone.count("(") > 20
    assert drawn(*MODULES) == alone
