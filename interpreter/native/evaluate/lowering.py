"""The one lowerer: which module answers what others ask of parts of an expression."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from interpreter.native.evaluate import bitsets, conditions, expressions, queries
from interpreter.native.evaluate.lane import Lane
from interpreter.native.evaluate.sets import Loaded
from interpreter.native.evaluate.unit import Code, Env, Lowerer
from interpreter.native.ir.bits import Bitset
from interpreter.native.ir.nodes import Block, Operand
from rulelang import core
from rulelang.core.intervals import TooWideError


class _Lowerer:
    """Answers by the module that knows; a refusal says where the innermost expression stands."""

    def value(self, code: Code, e: core.Expr, env: Env) -> Loaded:
        try:
            return expressions.value(code, e, env)
        except TooWideError as reason:
            reason.stands_at(e.span)
            raise

    def condition(self, code: Code, e: core.Expr, env: Env) -> Operand:
        try:
            return conditions.condition(code, e, env)
        except TooWideError as reason:
            reason.stands_at(e.span)
            raise

    def branch_on(self, code: Code, e: core.Expr, env: Env, yes: Block, no: Block) -> None:
        try:
            conditions.branch_on(code, e, env, yes, no)
        except TooWideError as reason:
            reason.stands_at(e.span)
            raise

    def each_found(
        self,
        code: Code,
        search: core.Search,
        env: Env,
        body: Callable[[Env], None],
        *,
        distinct: bool,
    ) -> None:
        queries.each_found(code, search, env, body, distinct=distinct)

    def found_bitset(self, code: Code, search: core.Search, env: Env) -> Bitset | None:
        return bitsets.found_bitset(code, search, env)

    def lane_mask(self, code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand | None:
        return bitsets.lane_mask(code, e, env, lane)


LOWERER: Final[Lowerer] = _Lowerer()
"""How every game is lowered."""
