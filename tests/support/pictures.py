"""Reading pictures back: where everything is drawn, and what a picture must keep."""

import re
from collections import Counter
from xml.etree import ElementTree as ET

import attrs

from interpreter.document.sight import Spot
from interpreter.picture.ink.measure import width_of
from interpreter.picture.names import Names

SVG = "{http://www.w3.org/2000/svg}"
SPOT = Spot("", ())
LEAST = 9.0
SLACK = 1.0


@attrs.frozen
class Text:
    """A text as it stands on the page: its box in pixels."""

    words: str
    size: float
    left: float
    top: float
    right: float
    bottom: float
    haloed: bool


@attrs.define
class Drawn:
    """What is in a picture."""

    svg: str
    root: ET.Element
    width: float
    height: float
    refs: Counter = attrs.field(factory=Counter)
    acts: dict = attrs.field(factory=dict)
    texts: list = attrs.field(factory=list)
    boxes: list = attrs.field(factory=list)
    labels: list = attrs.field(factory=list)


def read(svg):
    """Return what is in a picture, with every `<use>` followed."""
    root = ET.fromstring(svg)  # noqa: S314 - it is of our own making
    found = Drawn(svg, root, float(root.get("width")), float(root.get("height")))
    symbols = {child.get("id"): child for defs in root.iter(f"{SVG}defs") for child in defs}
    _walk(root, 0.0, 0.0, symbols, found)
    return found


def _walk(element, dx, dy, symbols, found):
    tag = element.tag.removeprefix(SVG)
    if tag in {"defs", "style"}:
        return
    moved = re.fullmatch(r"translate\((\S+?)(?: (\S+))?\)", element.get("transform", ""))
    if moved:
        dx, dy = dx + float(moved[1]), dy + float(moved[2] or 0)
    assert moved or tag == "path" or not element.get("transform"), element.get("transform")
    _said(element, found)
    if tag == "use":
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        for child in symbols[element.get("href")[1:]]:
            _walk(child, dx + x, dy + y, symbols, found)
    elif tag == "text":
        found.texts.append(_text(element, dx, dy))
    elif tag in {"rect", "circle"}:
        found.boxes.append(_box(element, tag, dx, dy))
    for child in element:
        _walk(child, dx, dy, symbols, found)


def _said(element, found):
    ref = element.get("data-ref")
    if ref is not None:
        found.refs[ref] += 1
        if element.get("data-act"):
            found.acts[ref] = ids_of(element.get("data-act"))
    if element.get("aria-label"):
        found.labels.append(element.get("aria-label"))


def _box(element, tag, dx, dy):
    if tag == "rect":
        x, y, w, h = (float(element.get(k)) for k in ("x", "y", "width", "height"))
        return x + dx, y + dy, x + dx + w, y + dy + h
    x, y, r = (float(element.get(k)) for k in ("cx", "cy", "r"))
    return x + dx - r, y + dy - r, x + dx + r, y + dy + r


def _text(element, dx, dy):
    classes = element.get("class", "").split()
    size = float(element.get("font-size"))
    words = element.text or ""
    wide = width_of(words, size, bold="qb" in classes or "qbt" in classes)
    x, y = float(element.get("x")) + dx, float(element.get("y")) + dy
    left = x - wide / 2 if "qm" in classes else x - wide if "qe" in classes else x
    return Text(words, size, left, y - 0.73 * size, left + wide, y + 0.02 * size, "qh" in classes)


def ids_of(text):
    """Return the ids that a `data-act` lists."""
    found = set()
    for part in text.split():
        low, _, high = part.partition("-")
        found |= set(range(int(low), int(high or low) + 1))
    return found


def overlaps(found, slack=SLACK):
    """Return pairs of texts that lie over each other."""
    pairs = []
    texts = sorted((t for t in found.texts if t.words.strip()), key=lambda t: t.top)
    for at, one in enumerate(texts):
        for other in texts[at + 1 :]:
            if other.top >= one.bottom - slack:
                break
            if min(one.right, other.right) - max(one.left, other.left) > slack:
                pairs.append((one.words, other.words))
    return pairs


def outside(found):
    """Return boxes and texts that are not on the page."""
    bad = [
        box
        for box in found.boxes
        if box[0] < -SLACK
        or box[1] < -SLACK
        or box[2] > found.width + SLACK
        or box[3] > found.height + SLACK
    ]
    bad += [
        text
        for text in found.texts
        if text.left < -SLACK or text.right > found.width + SLACK or text.bottom > found.height
    ]
    return bad


def unreachable(found, document, sight):
    """Return legal actions that pointing does not lead to."""
    names = Names(document)
    missing = []
    for offer in sight.offers:
        arm = document.arms[offer.arm]
        if offer.id not in found.acts.get(arm.name, ()):
            missing.append((offer.text, "no button"))
        for at, argument in enumerate(offer.arguments):
            spots = [names.ref(spot) for spot in argument.spots]
            chip = f"{arm.name}.{at}={names.label(argument.value, argument.type)}"
            if not any(offer.id in found.acts.get(ref, ()) for ref in (*spots, chip)):
                missing.append((offer.text, at))
    return missing


def uncounted(found, document, sight):
    """Return what the seat sees and the picture neither draws nor counts."""
    names = Names(document)
    said = " ".join(found.labels)
    missing = []
    for cell in sight.cells:
        if cell.kinds:
            for kind in set(cell.kinds):
                ref = names.ref(attrs.evolve(SPOT, name=cell.zone, index=cell.index, kind=kind))
                if ref not in found.refs and names.kind(kind) not in said:
                    missing.append(ref)
    return missing


def hidden_kinds(document, sight):
    """Return the kinds that lie nowhere where the seat sees them and are on no offer."""
    seen = {kind for cell in sight.cells for kind in cell.kinds or ()}
    return [kind for kind in document.kinds if kind.number not in seen]


def outline_of(found):
    """Return what a picture shows and roughly where: references with their marks, texts, size."""
    return {
        "size": (round(found.width / 8), round(found.height / 8)),
        "things": [(ref, sorted(found.acts.get(ref, ()))) for ref in found.refs],
        "texts": [(text.words, round(text.left / 8), round(text.top / 8)) for text in found.texts],
    }
