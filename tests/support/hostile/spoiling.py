"""Spoil texts: words, signs, lines, numbers and pieces of others, where they do the most harm."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random

PIECE = re.compile(r'\w+|"[^"\n]*"|[^\w\s]|\s+')
_NUMBER = re.compile(r"\d+")
NUMBERS = ("0", "1", "-1", "63", "64", "65", "4097", str(2**31), str(2**63), str(2**64), "9" * 40)
SIGNS = (*"\0\n\t\r\"'\\[](){}<>|,.:;#=+-*/é9²٣\u2028\ufeff", "..", "    ", "\ud7ff", "🂡", "𝟙")
FEW = 5


def spoilt(text: str, others: Sequence[str], random: Random) -> str:
    """Return a text with one to five things wrong; `others`: texts that pieces come from."""
    for _ in range(random.randint(1, FEW)):
        text = random.choice(_WAYS)(text, random.choice(others), random)
    return text


def _words(text: str, other: str, random: Random) -> str:
    """Delete, double, exchange or replace a word or sign."""
    pieces = PIECE.findall(text)
    if not pieces:
        return other
    at, to = random.randrange(len(pieces)), random.randrange(len(pieces))
    match random.randrange(4):
        case 0:
            pieces[at] = ""
        case 1:
            pieces[at] += " " + pieces[to]
        case 2:
            pieces[at], pieces[to] = pieces[to], pieces[at]
        case _:
            pieces[at] = random.choice(PIECE.findall(other) or [""])
    return "".join(pieces)


def _lines(text: str, other: str, random: Random) -> str:
    """Delete, double, exchange, indent or replace a line."""
    lines, theirs = text.split("\n"), other.split("\n")
    at, to = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(5):
        case 0:
            lines[at] = ""
        case 1:
            lines.insert(to, lines[at])
        case 2:
            lines[at], lines[to] = lines[to], lines[at]
        case 3:
            lines[at] = " " * random.choice((1, 4, 8, 40)) + lines[at]
        case _:
            lines[at] = random.choice(theirs)
    return "\n".join(lines)


def _number(text: str, other: str, random: Random) -> str:
    """Replace a number."""
    found = list(_NUMBER.finditer(text))
    if not found:
        return _words(text, other, random)
    one = random.choice(found)
    return text[: one.start()] + random.choice(NUMBERS) + text[one.end() :]


def _splice(text: str, other: str, random: Random) -> str:
    """Let a text begin as one and go on as another."""
    return text[: random.randint(0, len(text))] + other[random.randint(0, len(other)) :]


def _signs(text: str, other: str, random: Random) -> str:  # noqa: ARG001 - as the others have it
    """Write signs into it."""
    at = random.randint(0, len(text))
    return text[:at] + random.choice(SIGNS) * random.choice((1, 1, 2, 130, 1001)) + text[at:]


def _cut(text: str, other: str, random: Random) -> str:  # noqa: ARG001 - as the others have it
    """Take a piece out."""
    at = random.randint(0, len(text))
    return text[:at] + text[at + random.choice((1, 10, 10_000)) :]


_WAYS = (_words, _words, _words, _lines, _lines, _number, _number, _splice, _signs, _cut)


# ---------------------------------------------------------------- values of JSON

VALUES: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 7, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 1.0, 0.5, -0.0),
    *(1e308, float("nan"), float("inf"), "", "0", "\0", "\ud800", "é" * 50, "x" * 5_000),
    *([], [[]], {}, {"": None}, [0] * 500, [None], {"seat": "a", "bot": {"kind": "Uniform"}}),
)


def spoilt_value(value: object, random: Random) -> object:
    """Return a value of JSON with something wrong in it."""
    match value:
        case dict() if value and random.random() < 0.8:
            name = random.choice(list(value))
            if random.random() < 0.2:
                return {key: one for key, one in value.items() if key != name}
            if random.random() < 0.1:
                return {**value, random.choice((name + "s", "", "seed")): value[name]}
            return {**value, name: spoilt_value(value[name], random)}
        case list() if value and random.random() < 0.8:
            at = random.randrange(len(value))
            match random.randrange(4):
                case 0:
                    return value[:at]
                case 1:
                    return [*value[: at + 1], *value[at:]]
                case _:
                    return [*value[:at], spoilt_value(value[at], random), *value[at + 1 :]]
        case int() if random.random() < 0.5:
            return value + random.choice((-1, 1, 2, 10))
        case str() if value and random.random() < 0.5:
            return _words(value, value, random)
    return random.choice(VALUES)


def written(value: object, random: Random) -> str:
    """Return a value as JSON; now and then its text is spoilt too."""
    text = json.dumps(value)
    return spoilt(text, (text, "[]", "{}"), random) if random.random() < 0.2 else text
