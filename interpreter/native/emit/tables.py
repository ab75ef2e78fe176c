"""The tables of a game in LLVM's text: one constant, so that a function has one address for all.

before:  @t0 = constant [64 x i8] […]   @t1 = constant [12 x i64] […]
after:   @tables = constant <{[12 x i64], [64 x i8]}> <{…}>, and where in it each begins
"""

from __future__ import annotations

from typing import Final

from interpreter.native.ir.nodes import Module, Table, Width

NAMED: Final = ("asks", "labels", "sorts")
"""The tables that `runtime` reads: each is a constant of its own."""

SHARED: Final = ("asks",)
"""Those that the code of the game reads too, where all others are."""


def tables_of(module: Module, prefix: str) -> tuple[str, dict[str, int]]:
    """Return the text of all tables, and where in their one constant each begins.

    The widest come first, so that each lies at a multiple of what its entries take.
    """
    tables = sorted(module.tables.values(), key=lambda table: -min(8, table.bytes))
    places: dict[str, int] = {}
    kinds: list[str] = []
    inside: list[str] = []
    named: list[str] = []
    size = 0
    for table in tables:
        kind, entries = _typed(table)
        if table.name in NAMED:
            named.append(f"@{prefix}{table.name} = private unnamed_addr constant {entries}")
            if table.name not in SHARED:
                continue
        kinds.append(kind)
        inside.append(entries)
        places[table.name] = size
        size += table.bytes * len(table.entries)
    whole = f"<{{{', '.join(kinds)}}}> <{{{', '.join(inside)}}}>, align 64"
    return "\n".join((f"@{prefix}tables = private unnamed_addr constant {whole}", *named)), places


def _typed(table: Table) -> tuple[str, str]:
    """Return the type of a table, and its entries."""
    # LLVM pads an array of wide numbers to their alignment, so that masks are written as words.
    bits, words = (64, table.bytes // 8) if table.bytes > 8 else (8 * table.bytes, 1)
    parts = [entry >> 64 * word for entry in table.entries for word in range(words)]
    entries = ", ".join(f"i{bits} {literal(part, bits)}" for part in parts)
    kind = f"[{len(parts)} x i{bits}]"
    return kind, f"{kind} [{entries}]"


def between(table: Table) -> str:
    """Return what tells LLVM between which numbers all entries lie; nothing where it is any.

    >>> between(Table("rank", 1, (0, 1, 0, 1)))
    ', !range !{i8 0, i8 2}'
    """
    bits = 8 * table.bytes
    low, past = min(table.entries, default=0), max(table.entries, default=0) + 1
    if bits > 64 or not -(1 << bits - 1) <= low < past < 1 << bits - 1:
        return ""
    return f", !range !{{i{bits} {low}, i{bits} {past}}}"


def literal(value: int, bits: Width) -> str:
    """Return a constant, read as signed."""
    if bits == 1:
        return "true" if value & 1 else "false"
    value &= (1 << bits) - 1
    return str(value - (1 << bits) if value >> bits - 1 else value)
