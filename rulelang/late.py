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
