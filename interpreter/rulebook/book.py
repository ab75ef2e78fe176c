"""The chapters of a rulebook, in the order in which a reader needs them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from interpreter.document.model import Component, Family, GameDocument, Seen, Zone
from interpreter.picture import Plan, readable
from interpreter.rulebook.index import index
from interpreter.rulebook.model import (
    Block,
    Book,
    Chapter,
    Figure,
    Grid,
    Lines,
    Part,
    Points,
    Text,
)
from interpreter.rulebook.pieces import faces
from rulelang import rule_types
from rulelang.core import Value
from rulelang.rule_types import Flag, Member, Number, Type, Word
from rulelang.wording import Item, Manual, Passage, Said, Scene, Term, TermSort, plain

_MOST_LISTED = 60
_MOST_ROWS = 40
_MOST_PLACES = 64
_FEWEST_NUMBERED = 3
_NUMBERED = re.compile(r"[a-z]{0,2}[0-9]{1,3}")
_SEEN: dict[Seen, str] = {
    "all": "open to all",
    "nobody": "hidden from all",
    "owner": "its owner alone sees it",
    "others": "all but its owner see it",
    "listed": "some see it",
}
_SHAPES = {"set": "any number", "row": "in a row", "bag": "mixed", "one": "at most one"}


@attrs.frozen
class Position:
    """A position as an onlooker sees it."""

    svg: str = attrs.field(repr=False)
    caption: str


@attrs.frozen
class Sources:
    """What a rulebook is made from.

    `documents`: one for each number of players, the fewest first, the other options as they were
    asked for. `plan`: of pictures of the first one. `starts`: a picture of the start for each.
    `scenes`: pictures of some scenarios, by name, before and after. `width`: of all pictures, in
    pixels.
    """

    manual: Manual
    documents: tuple[GameDocument, ...]
    plan: Plan
    starts: tuple[Position, ...]
    scenes: dict[str, tuple[Position, ...]]
    width: int


def book(found: Sources) -> Book:
    """Return the rulebook."""
    document = found.documents[0]
    counts = sorted({len(one.players) for one in found.documents})
    number = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    chapters = (
        _about(found),
        _components(found),
        _table(found),
        _setup(found),
        _play(found),
        _passages("Procedures", found.manual.procedures, "effect"),
        _passages("What words mean", found.manual.words, "fact"),
        _options(found),
        *_examples(found),
        _sources(found),
    )
    kept = tuple(chapter for chapter in chapters if chapter.blocks or chapter.parts)
    words = index(kept)
    kept = (*kept, words) if words.blocks else kept
    subtitle = f"for {number} player{'' if counts == [1] else 's'}"
    return Book(document.title, subtitle, kept)


def _about(found: Sources) -> Chapter:
    document = found.documents[0]
    blocks: list[Block] = [*_prose(found, ""), *(Text((note,)) for note in found.manual.notes)]
    names = ", ".join(map(readable, document.players))
    if not document.players[0].startswith("P1"):
        blocks.append(Text((f"Players: {names}.",)))
    if document.length is not None:
        blocks.append(Text((f"A game has at most {document.length:,} choices.",)))
    if document.phases:
        blocks.append(Text((f"Phases: {', '.join(map(readable, document.phases))}.",)))
    return Chapter("The game", tuple(blocks))


def _prose(found: Sources, key: str) -> Iterator[Text]:
    """Yield what the author wrote about something, a paragraph each."""
    return _texts(found.manual.prose.get(key, ()))


def _texts(paragraphs: Sequence[str]) -> Iterator[Text]:
    return (Text((paragraph,)) for paragraph in paragraphs)


def _components(found: Sources) -> Chapter:
    document = found.documents[0]
    parts = []
    for component in document.components:
        counts = {len(one.players): one.amount(component.name) for one in found.documents}
        parts.append(_component(found, component, counts))
    return Chapter("What you need", (), tuple(parts))


def _component(found: Sources, component: Component, counts: dict[int, int]) -> Part:
    document = found.documents[0]
    amounts = set(counts.values())
    total = (
        str(amounts.pop())
        if len(amounts) == 1
        else ", ".join(f"{count} for {players}" for players, count in counts.items())
    )
    heading: Said = (f"{readable(component.name)} ({total})",)
    blocks: list[Block] = [_about_line(component.origin.about)] if component.origin.about else []
    blocks += _prose(found, component.name)
    drawn = faces(found.plan, component, found.width)
    if drawn is not None:
        each = "what it shows" if component.sort == "die" else "and how many of each"
        blocks.append(Figure(drawn, f"{readable(component.name)}, {each}"))
    columns = [a for a in component.attributes if a.name != "owner"]
    if (columns or component.texts) and len(component.kinds) > 1:
        rows = _kinds(document, component)
        if drawn is None or len(rows.rows) <= _MOST_ROWS:
            blocks.append(rows)
    own = (
        Term("component", component.name, readable(component.name)),
        *(Term("attribute", name, readable(name)) for name in component.columns),
    )
    return Part(heading, component.name, tuple(blocks), component.origin.cites, own)


def _about_line(about: str) -> Text:
    return Text((about[0].upper() + about[1:] + ("" if about.endswith(".") else "."),))


def _kinds(document: GameDocument, component: Component) -> Grid:
    """Return a row for each kind; those that differ by their owner alone are one row."""
    columns = [a for a in component.attributes if a.name != "owner"]
    is_named = any(document.kinds[kind].name != component.name for kind in component.kinds)
    rows: dict[tuple[str, ...], int] = {}
    for at, kind in enumerate(component.kinds):
        known = document.kinds[kind]
        name = (readable(known.name),) if is_named else ()
        texts = (text.said[at] for text in component.texts)
        cells = (*name, *(_cell(document, a.values[at], a.type) for a in columns), *texts)
        rows[cells] = rows.get(cells, 0) + known.copies
    names = (readable(name) for name in component.columns if name != "owner")
    head = (*(("name",) if is_named else ()), *names)
    if component.sort == "die":
        return Grid(head, tuple(rows))
    return Grid((*head, "number"), tuple((*cells, str(n)) for cells, n in rows.items()))


def _cell(document: GameDocument, value: Value, kind: Type) -> str:
    if value is None:
        return "–"
    if isinstance(kind, Flag):
        return "✓" if value else ""
    return readable(document.label(value, kind))


def _table(found: Sources) -> Chapter:
    document = found.documents[0]
    places = tuple(_family(found, family) for family in document.families[1:])
    zones = tuple(_zone(document, zone) for zone in document.zones)
    of_zones = (block for zone in document.zones for block in _prose(found, zone.name))
    listed = Grid(("zone", "holds", "", "who sees it"), zones)
    names = tuple(Term("zone", z.name, z.label or readable(z.name)) for z in document.zones)
    lying = Part(("Where things lie",), "", (listed, *of_zones), declares=names)
    parts = [lying] if zones else []
    shown = [v for v in document.variables if v.shown]
    if shown:
        values = tuple(
            (
                (v.label or readable(v.name)) + _each(document, v.index),
                v.origin.about or "",
                _SEEN[v.seen],
            )
            for v in shown
        )
        of_values = (block for v in document.variables for block in _prose(found, v.name))
        kept = Grid(("", "", "who sees it"), values)
        names = tuple(Term("variable", v.name, v.label or readable(v.name)) for v in shown)
        parts.append(Part(("What is kept count of",), "", (kept, *of_values), declares=names))
    return Chapter("The table", (), (*places, *parts))


def _family(found: Sources, family: Family) -> Part:
    amount = len(family.labels)
    size = " by ".join(map(str, family.sizes))
    shape = f" on a {family.shape}" if family.shape != "table" else ""
    joins = f", each between two of {readable(family.joins)}" if family.joins else ""
    listed = "" if family.joins else f": {_labels(family.labels)}"
    said = f"{amount}{shape}{f' of {size}' if size else ''}{joins}{listed}."
    heading = (readable(family.name),)
    places = _places(found.documents[0], family)
    blocks: tuple[Block, ...] = (Text((said,)), *places, *_prose(found, family.name))
    own = (
        Term("place", family.name, readable(family.name)),
        *(Term("attribute", name, readable(name)) for name in family.columns),
    )
    return Part(heading, family.name, blocks, family.origin.cites, own)


def _places(document: GameDocument, family: Family) -> Iterator[Grid]:
    """Yield what each place says of itself, and what players read of it."""
    if family.texts or (family.attributes and len(family.labels) <= _MOST_PLACES):
        head = ("name", *map(readable, family.columns))
        columns = (
            tuple(map(readable, family.labels)),
            *(tuple(_cell(document, v, a.type) for v in a.values) for a in family.attributes),
            *(text.said for text in family.texts),
        )
        yield Grid(head, tuple(zip(*columns, strict=True)))


def _labels(labels: Sequence[str]) -> str:
    """Return names of places; those that are numbers or squares, by the first and the last one.

    >>> _labels(["s0", "s1", "s2", "s3"]), _labels(["Roma", "Ancona"])
    ('s0 to s3', 'Roma, Ancona')
    """
    if len(labels) > _FEWEST_NUMBERED and all(_NUMBERED.fullmatch(label) for label in labels):
        return f"{labels[0]} to {labels[-1]}"
    more = " …" if len(labels) > _MOST_LISTED else ""
    return ", ".join(map(readable, labels[:_MOST_LISTED])) + more


def _zone(document: GameDocument, zone: Zone) -> tuple[str, ...]:
    room = _SHAPES[zone.shape]
    if zone.capacity and zone.shape != "one":
        room = f"{room}, at most {zone.capacity}"
    about = f" ({zone.origin.about})" if zone.origin.about else ""
    holds = " or ".join(map(readable, zone.holds))
    name = (zone.label or readable(zone.name)) + _each(document, zone.index)
    return (f"{name}{about}", holds, room, _SEEN[zone.seen])


def _each(document: GameDocument, index: Sequence[Type]) -> str:
    of = " and ".join(_one_of(document, kind) for kind in index)
    return f", one for each {of}" if of else ""


def _one_of(document: GameDocument, kind: Type) -> str:
    """Return what a zone is one for each of."""
    match kind:
        case Member(family=family):
            return readable(family)
        case Word(words=words):
            return next((k.name for k in document.word_kinds if k.words == words), "")
        case Number(low=low, high=high):
            return f"number from {low} to {high}"
        case rule_types.Component(kinds=kinds):
            names = [one.name for one in document.components if {*one.kinds} & {*kinds}]
            return " and ".join(map(readable, names))
        case _:  # nothing else numbers zones but a flag
            return "yes or no"


def _setup(found: Sources) -> Chapter:
    blocks: list[Block] = [*_prose(found, "setup")]
    blocks += [Lines(found.manual.setup)] if found.manual.setup else []
    blocks += [Figure(start.svg, start.caption) for start in found.starts]
    return Chapter("Setting up", tuple(blocks))


def _play(found: Sources) -> Chapter:
    rules = (Lines(found.manual.play),) if found.manual.play else ()
    return Chapter("Play", (*_prose(found, "play"), *rules))


def _passages(title: str, passages: Sequence[Passage], sort: TermSort) -> Chapter:
    """Return procedures or words; of those that have one name, names lead to the first."""
    parts, marked = [], set[str]()
    for passage in passages:
        mark = "" if passage.name in marked else passage.name
        marked.add(passage.name)
        blocks: tuple[Block, ...] = (*_texts(passage.prose), Lines(passage.items))
        own = (Term(sort, passage.name, readable(passage.name)),)
        parts.append(Part(passage.heading, mark, blocks, declares=own))
    return Chapter(title, (), tuple(parts))


def _options(found: Sources) -> Chapter:
    document = found.documents[0]
    rows = tuple(
        (readable(o.name), o.about or "", " · ".join(map(readable, o.settings)))
        for o in document.options
    )
    told = (block for option in document.options for block in _prose(found, option.name))
    listed = Grid(("", "", "first: as usual"), rows)
    names = tuple(Term("option", o.name, readable(o.name)) for o in document.options)
    return Chapter("Variants", (listed, *told) if rows else (), declares=names)


def _examples(found: Sources) -> Iterator[Chapter]:
    """Yield those with pictures, then the others, each in the order of the text."""
    shown = [scene for scene in found.manual.scenes if found.scenes.get(scene.name)]
    others = [scene for scene in found.manual.scenes if not found.scenes.get(scene.name)]
    yield Chapter("Examples", (), tuple(_example(scene, found) for scene in shown))
    title = "More examples" if shown else "Examples"
    yield Chapter(title, (), tuple(_example(scene, found) for scene in others), is_small=True)


def _example(scene: Scene, found: Sources) -> Part:
    pictures: list[Block] = [Figure(p.svg, p.caption) for p in found.scenes.get(scene.name, ())]
    heading = (scene.name[:1].upper() + scene.name[1:],)
    blocks = (*_texts(scene.prose), Points(scene.lines), *pictures)
    return Part(heading, "", blocks, scene.cites)


def _sources(found: Sources) -> Chapter:
    """Return where the sections of the sources are followed, for texts that cite them.

    Sections that follow each other and are followed in the same places are one row.
    """
    where: dict[str, list[str]] = {}
    for title, items in _cited(found.manual):
        for item in items:
            for source in _sections(item.cites):
                known = where.setdefault(source, [])
                if title not in known:
                    known.append(title)
    rows: list[tuple[str, str, str]] = []
    for source in sorted(where, key=_order):
        places = ", ".join(where[source])
        if rows and rows[-1][2] == places and _follows(rows[-1][1], source):
            rows[-1] = rows[-1][0], source, places
        else:
            rows.append((source, source, places))
    shown = tuple(
        (first if first == last else f"{first} to {last}", places) for first, last, places in rows
    )
    blocks = (Grid(("cited", "followed in"), shown),) if shown else ()
    return Chapter("Where the rules come from", blocks, is_small=True)


def _follows(source: str, other: str) -> bool:
    """Return whether one section is the next one in the same numbering."""
    (letters, number), (others, next_one) = _order(source), _order(other)
    return letters == others and next_one == number + 1


def _order(source: str) -> tuple[str, int]:
    letters = source.rstrip("0123456789")
    number = source[len(letters) :]
    return letters.casefold(), int(number) if number else 0


def _sections(cites: str | None) -> list[str]:
    if cites is None:
        return []
    parts = (part.strip() for chunk in cites.split(";") for part in chunk.split(","))
    return [part for part in parts if part]


def _cited(manual: Manual) -> Iterator[tuple[str, list[Item]]]:
    yield "Setting up", _all(manual.setup)
    yield "Play", _all(manual.play)
    for passage in (*manual.procedures, *manual.words):
        yield plain(passage.heading), _all(passage.items)


def _all(items: Sequence[Item]) -> list[Item]:
    return [one for item in items for one in (item, *_all(item.under))]
