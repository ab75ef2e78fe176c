"""The entries of a JSON file that somebody may have changed: each is checked where it is read.

What is wrong is a `PlaythroughError` that names the file, the place and a mend.
"""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Collection, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final, TypeGuard

from interpreter.faults import PlaythroughError
from interpreter.formats import READABLE, VERSIONS, format_of
from interpreter.hosting.kinds import refuse_other

_FRACTION: Final = re.compile(r"-?[0-9]{1,100}(/0*[1-9][0-9]{0,99})?")


def bytes_of(path: Path) -> bytes:
    """Return what a file holds; waits for nobody: a pipe or a device is refused.

    Raises:
        OSError: it cannot be read.
        PlaythroughError: it is no file, or no file can be called so.
    """
    try:
        mode = path.stat().st_mode
    except ValueError as error:
        raise PlaythroughError(f"no file can be called {str(path)!a}: {error}") from error
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise PlaythroughError(f"{path} is no file to read: a pipe or a device")
    return path.read_bytes()


def text_of(path: Path) -> str:
    """Return the text in a file; waits for nobody, as `bytes_of`.

    Raises:
        PlaythroughError: it cannot be read, or is no text.
    """
    try:
        return bytes_of(path).decode("utf-8")
    except OSError as error:
        raise PlaythroughError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise PlaythroughError(f"{path}, byte {error.start}: not UTF-8 text") from error


def parse_json(text: str, origin: str, first_line: int = 1) -> object:
    """Return what a text of JSON holds; `first_line` is the number of its first line in the file.

    Raises:
        PlaythroughError: it is cut off, no JSON, or has an entry twice.
    """
    try:
        parsed: object = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        cut = not text[error.pos :].strip()
        why = (
            "the file ends too early, perhaps it was cut off" if cut else f"not JSON: {error.msg}"
        )
        place = f"{origin}, line {error.lineno + first_line - 1}, column {error.colno}"
        raise PlaythroughError(f"{place}: {why}; take a complete copy") from error
    except (ValueError, RecursionError) as error:
        raise PlaythroughError(
            f"{origin}: not a playthrough: {error}; take another file"
        ) from error
    return parsed


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the entry `{twice}` stands there twice")
    return entries


class Entries:
    """The entries of a parsed file; `origin` is what messages call it."""

    def __init__(self, origin: str, parsed: object) -> None:
        self.origin = origin
        if not isinstance(parsed, dict):
            raise PlaythroughError(
                f'{origin}: not a document that begins {{"format": "rulelang/...'
            )
        self.entries: dict[str, object] = parsed

    @classmethod
    def of_line(cls, path: Path, number: int, line: str) -> Entries:
        """Return what a line of a file holds, one document a line; the first has the number 1."""
        return cls(f"{path}, line {number}", parse_json(line, str(path), number))

    def fault(self, name: str, wanted: str) -> PlaythroughError:
        """Return the fault of one entry: what it should have been."""
        return PlaythroughError(f"{self.origin}, entry `{name}`: {wanted}; take an unchanged copy")

    def get(self, name: str) -> object:
        """Return an entry, whatever it is."""
        if name not in self.entries:
            raise self.fault(name, "it is missing")
        return self.entries[name]

    def check_format(self, name: str, entries: Collection[str]) -> None:
        """Raise unless this is a document of that name with no entries but these."""
        kind = self.entries.get("format")
        other = next((one for one in VERSIONS if kind == format_of(one)), None)
        refuse_other(other, name, self.origin)
        if kind != format_of(name):
            raise PlaythroughError(
                f'{self.origin}, entry `format`: it must be "{format_of(name)}"'
            )
        version = self.get("version")
        readable = READABLE.get(name, (VERSIONS[name],))
        if version not in readable or isinstance(version, bool):
            known = f"{' and '.join(map(str, readable))} {'are' if readable[1:] else 'is'} known"
            raise PlaythroughError(
                f"{self.origin}, entry `version`: it is {json.dumps(version)}, and only {known} "
                "here; read it with the release that wrote it"
            )
        self.check_names(name, {"format", "version", *entries})

    def check_names(self, what: str, known: Collection[str]) -> None:
        """Raise where there are entries that `what` does not have."""
        for name in self.entries:
            if name not in known:
                raise self.fault(name, f"a {what} has no such entry")

    def text(self, name: str) -> str:
        """Return an entry that is a text."""
        value = self.get(name)
        if not isinstance(value, str):
            raise self.fault(name, "it must be a text in quotes")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return an entry that is a list of texts."""
        return tuple(self._text_in(name, at, value) for at, value in self._listed(name))

    def options(self) -> tuple[tuple[str, str], ...]:
        """Return the options, in the order of the file."""
        value = self.get("options")
        if not isinstance(value, dict):
            raise self.fault("options", 'it must be names and values: {"name": "value"}')
        return tuple((key, self._text_in("options", key, text)) for key, text in value.items())

    def number(self, name: str) -> int:
        """Return an entry that is a whole number."""
        value = self.get(name)
        if not is_number(value):
            raise self.fault(name, "it must be a whole number")
        return value

    def number_or_none(self, name: str) -> int | None:
        """Return an entry that is a whole number or null."""
        value = self.get(name)
        if value is None or is_number(value):
            return value
        raise self.fault(name, "it must be a whole number or null")

    def amount(self, name: str) -> float:
        """Return an entry that is a number, whole or not."""
        value = self.amount_or_none(name)
        if value is None:
            raise self.fault(name, "it must be a number")
        return value

    def amount_or_none(self, name: str) -> float | None:
        """Return an entry that is a number, whole or not, or null."""
        value = self.get(name)
        if value is None or isinstance(value, float) or is_number(value):
            return value
        raise self.fault(name, "it must be a number or null")

    def part(self, name: str) -> Entries:
        """Return an entry that has entries of its own."""
        value = self.get(name)
        if not isinstance(value, dict):
            raise self.fault(name, 'it must be names and values: {"name": "value"}')
        return Entries(f"{self.origin}, entry `{name}`", value)

    def choices(self) -> tuple[int, ...]:
        """Return the numbers of the choices."""
        numbers: list[int] = []
        for at, value in self._listed("choices"):
            if not is_number(value) or value < 0:
                raise self.fault(f"choices[{at}]", "it must be a whole number from 0")
            numbers.append(value)
        return tuple(numbers)

    def _listed(self, name: str) -> Iterator[tuple[int, object]]:
        value = self.get(name)
        if not isinstance(value, list):
            raise self.fault(name, "it must be a list in square brackets")
        return enumerate(value)

    def _text_in(self, name: str, place: object, value: object) -> str:
        if not isinstance(value, str):
            raise self.fault(f"{name}[{place}]", "it must be a text in quotes")
        return value


def is_number(value: object) -> TypeGuard[int]:
    """Return whether a value of JSON is a whole number; `true` is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def fraction_of(value: object) -> Fraction | None:
    """Return the fraction that a text says, as returns are written; None where it says none.

    Of "1e999999999", which `Fraction` takes too, it would work out all the digits.

    >>> fraction_of("-1/2"), fraction_of("1e999999999")
    (Fraction(-1, 2), None)
    """
    written = isinstance(value, str) and _FRACTION.fullmatch(value)
    return Fraction(written.group()) if written else None
