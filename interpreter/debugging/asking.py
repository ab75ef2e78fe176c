"""Expressions that somebody asks while debugging: `count hand(P1)`, `coins(p) > 3`.

They are understood by the front end, in the scope of the line where play stands, and evaluated by
the reference engine; they change nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.labels import label
from interpreter.layout import Layout, build_layout
from interpreter.position import Env
from interpreter.reference.values import World, value
from rulelang import core
from rulelang.core import Value
from rulelang.diagnostics import Diagnostic
from rulelang.elaborate.asking import Answerable, Inquiry


class AskError(Exception):
    """What was asked cannot be understood here, or has no value; the message says why."""


class Asker:
    """Answers what is asked about positions of one game."""

    def __init__(self, inquiry: Inquiry) -> None:
        self._inquiry = inquiry
        self._understood: dict[tuple[str, bool, tuple[int, ...], int], Answerable | str] = {}
        self._layouts: dict[tuple[int, int, int], Layout] = {}

    def locals(self, blocks: Sequence[int], env: Env) -> dict[str, str]:
        """Return the named values around a place, in words."""
        scope = self._inquiry.scope(blocks, len(env))
        found = self._inquiry.locals(scope)
        spec = self._inquiry.spec
        return {
            name: label(env[slot], kind, spec)
            for name, (slot, kind) in found.items()
            if slot < len(env) and not _is_idle(name, env[slot])
        }

    def told(self, text: str, world: World, blocks: Sequence[int] = (), env: Env = ()) -> str:
        """Return the value of an expression in words.

        Raises:
            AskError: it cannot be understood here, or has no value.
        """
        self._refuse_idle(text, blocks, env)
        asked = self._answerable(text, blocks, len(env), claim=False)
        found = self._value(asked, world, env)
        return label(found, asked.type, asked.spec) or "nothing"

    def holds(self, text: str, world: World, blocks: Sequence[int] = (), env: Env = ()) -> bool:
        """Return whether a claim holds.

        Raises:
            AskError: it cannot be understood here, is no claim, or has no value.
        """
        self._refuse_idle(text, blocks, env)
        return bool(self._value(self._answerable(text, blocks, len(env), claim=True), world, env))

    def _refuse_idle(self, text: str, blocks: Sequence[int], env: Env) -> None:
        """Raise where a number of turns is asked for that play does not count."""
        if "turn" in re.findall(r"\w+", text):
            found = self._inquiry.locals(self._inquiry.scope(blocks, len(env))).get("turn")
            if found is not None and found[0] < len(env) and _is_idle("turn", env[found[0]]):
                raise AskError("no rule reads `turn` here, and so these turns are not counted")

    def _answerable(
        self, text: str, blocks: Sequence[int], depth: int, *, claim: bool
    ) -> Answerable:
        key = (text, claim, tuple(blocks), depth)
        if key not in self._understood:
            scope = self._inquiry.scope(blocks, depth)
            found = self._inquiry.understand(text, scope, claim=claim)
            self._understood[key] = (
                found
                if isinstance(found, Answerable)
                else "; ".join(map(_sentence, found[:1])) or "this cannot be understood"
            )
        asked = self._understood[key]
        if isinstance(asked, str):
            raise AskError(asked)
        return asked

    def _value(self, asked: Answerable, world: World, env: Env) -> Value:
        here = World(self._layout(asked.spec, world.layout), world.cells, world.result)
        here.memories = world.memories
        try:
            return value(asked.expr, here, env)
        except (RuleFault, BudgetExceeded) as fault:
            raise AskError(f"this has no value here: {fault.message}") from None

    def _layout(self, spec: core.Spec, usual: Layout) -> Layout:
        """Return the tables of a specification that has grown by what was asked."""
        size = (len(spec.facts), len(spec.tables), len(spec.words))
        known = (len(usual.spec.facts), len(usual.spec.tables), len(usual.spec.words))
        if size == known:
            return usual
        if size not in self._layouts:
            self._layouts[size] = build_layout(spec)
        return self._layouts[size]


def _is_idle(name: str, held: Value) -> bool:
    """Return whether a local is the number of a turn that no rule reads; others begin at 1."""
    return name == "turn" and held == 0


def _sentence(found: Diagnostic) -> str:
    """Return a finding in words; what is typed here stands in no braces, as it would in a text."""
    title = "this ends too early" if found.code == "unfinished" else found.title
    return f"{title} ({found.hint})" if found.hint else title
