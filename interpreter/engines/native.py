"""Positions on the native engine.

Who acts, what is legal and what follows comes from native code. What it does not say, the
reference says of the position, which is decoded when it is asked for. Where native code gives a
step up, the reference takes it: only here it is decided who goes on.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from interpreter.engines.held import Held
from interpreter.layout import Layout
from interpreter.position import CHANCE, CHANCE_POINT, PLAYER, TERMINAL
from interpreter.reference import stepping
from interpreter.reference.events import Event
from interpreter.reference.held import PlainHeld

if TYPE_CHECKING:
    from interpreter.native import Engine


class NativeEngine:
    """Native code as who plays a game."""

    __slots__ = ("engine", "layout", "native")

    def __init__(self, engine: Engine, layout: Layout) -> None:
        self.engine = engine
        self.native = engine.native
        self.layout = layout

    def begin(self) -> Held:
        """As `Engine.begin`."""
        flat = self.native.start(self.engine.home)
        if self.native.context.fault:
            return PlainHeld(self.layout, *stepping.start(self.layout))
        return NativeHeld(self, flat)

    def at(self, flat: bytes) -> Held:
        """Return the position that some bytes are."""
        return NativeHeld(self, flat)

    def held(self, plain: PlainHeld) -> Held:
        """Return a position as native code holds it; `plain` where it has no such point."""
        flat = self.engine.codec.encode(plain.position)
        return plain if flat is None else NativeHeld(self, flat, plain)


class NativeHeld:
    """A position in a few hundred bytes, `flat`: a `Compiled` one.

    `sort`, `actor` and `legal_ids` are as `Held` says. A step that comes to a choice tells them;
    elsewhere they are asked when they are first read.
    """

    __slots__ = ("_plain", "actor", "by", "flat", "legal_ids", "sort")

    sort: int
    actor: int
    legal_ids: tuple[int, ...]

    def __init__(self, by: NativeEngine, flat: bytes, plain: PlainHeld | None = None) -> None:
        """Hold bytes, and the same position as the reference holds it where that is known."""
        self.by = by
        self.flat = flat
        self._plain = plain

    if not TYPE_CHECKING:  # else every name would do

        def __getattr__(self, name: str) -> int | tuple[int, ...]:
            """Find out what has not been read yet: its slot is empty."""
            if name == "sort":
                self.sort = self.by.native.sort(self.flat)
            elif name in {"actor", "legal_ids"}:
                self._ask(name)
            else:
                raise AttributeError(name)
            return getattr(self, name)

    def _ask(self, name: str) -> None:
        """Ask native code for what is legal, and who chooses.

        Where it gives up the reference is asked for `name` alone: what is legal may be a fault
        where who chooses is none.
        """
        if self.sort != PLAYER:
            self.actor = CHANCE if self.sort == CHANCE_POINT else TERMINAL
            self.legal_ids = ()
            return
        native = self.by.native
        legal, context = native.legal_ids(self.flat), native.context
        if not context.fault:
            self.actor, self.legal_ids = context.actor, legal
        elif name == "actor":
            self.actor = self.plain.actor
        else:
            self.legal_ids = self.plain.legal_ids

    @property
    def compiled(self) -> NativeHeld:
        """As `Held.compiled`."""
        return self

    @property
    def engine(self) -> Engine:
        """As `Compiled.engine`."""
        return self.by.engine

    @property
    def plain(self) -> PlainHeld:
        """As `Held.plain`."""
        found = self._plain
        if found is None:
            by = self.by
            found = self._plain = PlainHeld(by.layout, by.engine.codec.decode(self.flat))
        return found

    @property
    def events(self) -> tuple[Event, ...] | None:
        """As `Held.events`: known where the reference took the step."""
        plain = self._plain  # another thread may forget it meanwhile
        return None if plain is None else plain.events

    @property
    def key(self) -> Hashable:
        """As `Held.key`."""
        return self.by.engine.codec.canonical.key(self.flat)

    @property
    def control_key(self) -> Hashable:
        """As `Held.control_key`."""
        return self.by.engine.codec.canonical.control_key(self.flat)

    @property
    def cells_key(self) -> Hashable:
        """As `Held.cells_key`."""
        return self.by.engine.codec.canonical.cells_key(self.flat)

    def forget(self) -> bool:
        """As `Held.forget`."""
        plain = self._plain
        if plain is None:
            return False
        if plain.events is not None:
            return plain.forget()
        self._plain = None
        return True

    # ------------------------------------------------------------ going on

    @property
    def outcomes(self) -> tuple[tuple[int, int], ...]:
        """As `Held.outcomes`."""
        if self.sort != CHANCE_POINT:
            return ()
        native = self.by.native
        listed = native.outcomes(self.flat)
        return self.plain.outcomes if native.context.fault else listed

    def takes(self, number: int) -> bool:
        """As `Held.takes`."""
        if self.sort == CHANCE_POINT:
            return any(number == outcome for outcome, _ in self.outcomes)
        return number in self.legal_ids

    def step(self, number: int) -> Held:
        """As `Held.step`."""
        by = self.by
        flat, count, actor, legal = by.native.onward(self.flat, number)
        if count < 0:
            return by.held(self.plain.step(number))
        made = NativeHeld(by, flat)
        if count:
            made.sort, made.actor, made.legal_ids = PLAYER, actor, legal
        return made

    def likewise(self, other: PlainHeld) -> Held:
        """As `Held.likewise`."""
        return self.by.held(other)

    def beside(self, flat: bytes) -> NativeHeld:
        """As `Compiled.beside`."""
        return NativeHeld(self.by, flat)
