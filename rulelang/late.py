"""Packages whose names are found when they are asked for, so that no module is imported sooner."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pkgutil import resolve_name


def found_late(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package; what it has found is kept there.

    `homes`: of each name the module below the package, and what it is called in it.

    >>> find = found_late("rulelang", {"somewhere": "source:NOWHERE"})
    >>> find("somewhere").line
    0
    """

    def find(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module `{package}` has no `{name}`")
        found = resolve_name(f"{package}.{homes[name]}")
        setattr(sys.modules[package], name, found)
        return found

    return find


def handed_on(room: str, names: Mapping[str, str]) -> Callable[[str], object]:
    """Return the `__getattr__` of a room that hands on what its modules have.

    `names`: of each module those that it gives, parted by spaces.

    >>> handed_on("rulelang", {"source": "NOWHERE Span"})("NOWHERE").line
    0
    """
    homes = {name: f"{module}:{name}" for module, given in names.items() for name in given.split()}
    return found_late(room, homes)
