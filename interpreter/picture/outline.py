"""The picture in words: what is drawn, region by region, as a reader that speaks says it."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

_SVG = "{http://www.w3.org/2000/svg}"


def outline(svg: str) -> str:
    """Return the sentences of a picture, one a line; what may be chosen begins with `*`.

    They are those of the picture's own labels, in the order in which they are read out.

    >>> print(
    ...     outline(
    ...         '<svg xmlns="http://www.w3.org/2000/svg" aria-label="Go">'
    ...         '<g role="img" data-ref="a1" aria-label="a1: empty"/></svg>'
    ...     )
    ... )
    Go
      a1: empty
    """
    return "\n".join(_lines(ET.fromstring(svg), 0))  # noqa: S314 - it is of our own making


def _lines(element: ET.Element, depth: int) -> Iterator[str]:
    if element.tag in {f"{_SVG}defs", f"{_SVG}style"} or element.get("aria-hidden"):
        return
    label = element.get("aria-label")
    if label is not None:
        mark = "* " if element.get("data-act") else ""
        yield "  " * depth + mark + label
        depth += 1
    if element.get("role") in {"img", "button"}:
        return
    for child in element:
        yield from _lines(child, depth)
