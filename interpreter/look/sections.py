"""One table of a look: its keys are asked for by sort, and what nobody asked for is found."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from interpreter.look import messages
from interpreter.look.positions import Path, Positions
from interpreter.look_model import Paint
from rulelang.diagnostics import Sink

T = TypeVar("T", bound=str)
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_LONGEST = 400  # characters of a text


class Section:
    """The keys of one table, `[zone]` or `[card.Tile]`."""

    def __init__(self, value: Mapping[str, object], path: Path, at: Positions, sink: Sink) -> None:
        self.value, self.path, self.at, self.sink = value, path, at, sink
        self.asked: set[str] = set()

    @property
    def title(self) -> str:
        """Return how the text writes its head."""
        return f"`[{'.'.join(map(str, self.path))}]`" if self.path else "the top of a look"

    def done(self) -> None:
        """Find keys that nobody asked for."""
        for key in self.value:
            if key not in self.asked:
                span = self.at.key(*self.path, key)
                self.sink.add(messages.unknown_key(span, key, self.title, self.asked))

    def text(self, key: str) -> str | None:
        """Return a short text."""
        value = self._get(key)
        if value is None or (isinstance(value, str) and 0 < len(value) <= _LONGEST):
            return value if isinstance(value, str) else None
        self._wrong(key, f"a text of 1 to {_LONGEST} characters, in quotes")
        return None

    def letter(self, key: str) -> str | None:
        """Return one letter or digit."""
        value = self._get(key)
        if value is None or (isinstance(value, str) and len(value) == 1 and value.isalnum()):
            return value if isinstance(value, str) else None
        self._wrong(key, "one letter or digit, in quotes")
        return None

    def flag(self, key: str) -> bool | None:
        """Return true or false."""
        value = self._get(key)
        if value is None or isinstance(value, bool):
            return value
        self._wrong(key, "true or false")
        return None

    def flag_or_texts(self, key: str) -> tuple[bool | None, Mapping[str, str]]:
        """Return true or false, or else texts by name."""
        if isinstance(self.value.get(key), dict):
            return None, self.texts(key)
        return self.flag(key), {}

    def number(self, key: str, low: float, high: float) -> float | None:
        """Return a number between two others."""
        value = self._get(key)
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        if value is not None:
            self._wrong(key, f"a number from {low:g} to {high:g}")
        return None

    def whole(self, key: str, low: int, high: int) -> int | None:
        """Return a whole number between two others."""
        value = self._get(key)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        if value is not None:
            self._wrong(key, f"a whole number from {low} to {high}")
        return None

    def choice(self, key: str, options: Sequence[T]) -> T | None:
        """Return one of some words."""
        value = self._get(key)
        for option in options:
            if value == option:
                return option
        if value is not None:
            self._wrong(key, " or ".join(f'"{option}"' for option in options))
        return None

    def names(self, key: str) -> tuple[str, ...] | None:
        """Return a list of names, each once."""
        value = self._get(key)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self._wrong(key, 'a list of names, such as ["box", "stock"]')
            return None
        for n, item in enumerate(value):
            if item in value[:n]:
                span = self.at.value(*self.path, key, n)
                self.sink.add(messages.unused(span, f"`{item}`", "it stands in the list before"))
        return tuple(dict.fromkeys(value))

    def texts(self, key: str) -> Mapping[str, str]:
        """Return texts by name."""
        value = self._get(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self._wrong(key, 'a table of names and texts, such as { spot = "fame" }')
            return {}
        return {name: text for name, text in value.items() if self._is_text(key, name, text)}

    def options(self, key: str, options: Sequence[T]) -> Mapping[str, T]:
        """Return words out of a list by name."""
        found: dict[str, T] = {}
        for name, text in self.texts(key).items():
            match = next((option for option in options if option == text), None)
            if match is None:
                wanted = " or ".join(f'"{option}"' for option in options)
                span = self.at.value(*self.path, key, name)
                self.sink.add(messages.wrong_value(span, name, wanted))
            else:
                found[name] = match
        return found

    def paint(self, key: str, *, colours: bool = False, among: Sequence[str] = ()) -> Paint:
        """Return values by name, or by the value of an attribute that `by` names."""
        values = dict(self.texts(key))
        by = values.pop("by", None)
        for name, text in tuple(values.items()):
            wrong = (colours and not COLOUR.fullmatch(text)) or (among and text not in among)
            if wrong:
                wanted = 'a colour such as "#E69F00"' if colours else " or ".join(among)
                span = self.at.value(*self.path, key, name)
                self.sink.add(messages.wrong_value(span, name, wanted))
                del values[name]
        return Paint(values, by)

    def tables(self, key: str) -> dict[str, Section]:
        """Return the tables inside of one: `[card.Tile]`, `[card.Card]`."""
        value = self._get(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self._wrong(key, f"a table for each name, such as [{key}.Name]")
            return {}
        found: dict[str, Section] = {}
        for name, inner in value.items():
            if isinstance(inner, dict):
                found[name] = Section(inner, (*self.path, key, name), self.at, self.sink)
            else:
                span = self.at.key(*self.path, key, name)
                wanted = f"a table for each name, such as [{key}.Name]"
                self.sink.add(messages.wrong_value(span, key, wanted))
        return found

    def table(self, key: str) -> Section | None:
        """Return the one table of a name: `[zone]`."""
        value = self._get(key)
        if isinstance(value, dict):
            return Section(value, (*self.path, key), self.at, self.sink)
        if value is not None:
            self._wrong(key, f"a table [{key}]")
        return None

    def _get(self, key: str) -> object:
        self.asked.add(key)
        return self.value.get(key)

    def _wrong(self, key: str, wanted: str) -> None:
        self.sink.add(messages.wrong_value(self.at.value(*self.path, key), key, wanted))

    def _is_text(self, key: str, name: str, text: object) -> bool:
        if isinstance(text, str) and 0 < len(text) <= _LONGEST:
            return True
        span = self.at.value(*self.path, key, name)
        self.sink.add(messages.wrong_value(span, name, f"a text of 1 to {_LONGEST} characters"))
        return False
