"""Dice: tokens with a face, which `roll` changes where they lie.

before:  die Die(owner: Player) in cup(owner): 5 each, faces 1..6
after:   a token with one more index, `face`; its kinds for one owner are each other's faces,
         and all copies begin with the lowest
"""

from __future__ import annotations

from rulelang import core, surface
from rulelang.elaborate.context import Context
from rulelang.evolving import evolve
from rulelang.messages import flow

FACE = "face"
MAX_FACES = 200


def as_token(node: surface.Die) -> surface.Token:
    """Return the token that a die is, apart from rolling."""
    faces = surface.RangeType(node.low, node.high, node.span)
    face = surface.Parameter(surface.Name(FACE, node.span), faces, node.span)
    return surface.Token(node.name, (*node.index, face), node.home, node.copies, node.span)


def has_too_many_faces(c: Context, node: surface.Die) -> bool:
    """Report a die with more faces than are worth a table of what each turns into."""
    faces = node.high - node.low + 1
    if faces <= MAX_FACES:
        return False
    c.report(flow.too_large(f"`{node.name.text}` has too many faces", faces, MAX_FACES, node.span))
    return True


def set_faces(c: Context, node: surface.Die) -> None:
    """Tell the kinds of a die which are its faces, and which face it begins with."""
    mine = c.kinds_of(node.name.text)
    sides = max(1, node.high - node.low + 1)
    for at, number in enumerate(mine):
        first = at - at % sides
        faces = tuple(mine[first : first + sides])
        starts = c.kinds[number].copies if number == faces[0] else 0
        c.kinds[number] = evolve(c.kinds[number], starts=starts, faces=faces)


def has_dice(c: Context, zone: core.Zone) -> bool:
    """Return whether a zone may hold something to roll."""
    return any(c.kinds[kind].faces for kind in zone.kinds)
