"""What a name is, in a line and in a few sentences."""

from __future__ import annotations

from typing import Final, assert_never

from rulelang import settings
from rulelang import surface as s
from rulelang.source import lines_of
from rulelang.workbench.draft import Draft
from rulelang.workbench.names import Definition

_LONGEST: Final = 100
_SORTS: Final = {
    "player": "a player",
    "team": "a team",
    "option": "an option: a variant of the rules",
    "kind": "a kind of words",
    "word": "a word",
    "space": "a family of places",
    "edge": "a family of edges, each of which joins two places",
    "component": "a component: things that move",
    "place": "a place",
    "piece": "a kind of component",
    "attribute": "an attribute",
    "zone": "a zone: where components lie",
    "variable": "a variable",
    "table": "a table of constants",
    "fact": "a fact: a name for a value",
    "effect": "an effect: sentences under a name",
    "arm": "an action that players may choose",
    "phase": "a phase: a named stretch of play",
    "local": "a name in force here alone",
    "library": "a library of effects",
}


def sort_of(known: Definition) -> str:
    """Return what sort of thing a name is, with an article."""
    return _SORTS[known.sort]


def headline(draft: Draft, known: Definition) -> str:
    """Return the line that declares a name, without what follows below it."""
    span = known.span
    source = draft.parsed.sources.get(span.file)
    if span.file == draft.source.name:
        source = draft.source
    lines = () if source is None else lines_of(source.text)
    line = lines[span.line - 1].strip() if 0 < span.line <= len(lines) else known.name
    line = line.split("#", 1)[0].rstrip() if '"' not in line else line
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def sentences(draft: Draft, known: Definition) -> list[str]:
    """Return what is to be said of a name: its type and bounds, who sees it, what it begins as."""
    node = known.node
    match node:
        case s.Zone() if known.sort == "zone":
            return [_held(node), _seen(node.sight, "what lies there")]
        case s.Var() if known.sort == "variable":
            return _variable(node)
        case s.Memory(families=families):
            kept = ", ".join(f"`{name.text}`" for name in families)
            return [f"How many of its pictures of {kept} equal what is there now."]
        case s.Option():
            return _option(draft, node)
        case s.KindOfWords(words=words) if known.sort == "kind":
            return [f"{', '.join(word.text for word in words)}."]
        case _:
            return _thing(known)


def _thing(known: Definition) -> list[str]:
    match known.node:
        case (
            s.Token(copies=copies, index=index, home=home)
            | s.Die(copies=copies, index=index, home=home)
        ):
            each = " of each kind" if index else ""
            if not isinstance(copies, int):
                return [f"At first they lie in `{home.name.text}`."]
            return [f"There are {copies}{each}; at first they lie in `{home.name.text}`."]
        case s.Component(home=home) if known.sort == "component":
            return [f"At first they lie in `{home.name.text}`."]
        case s.Attribute(type=type_, on_the_back=on_the_back) if known.sort == "attribute":
            shown = " It shows on the back: all see it." if on_the_back else ""
            return [f"Its values: {type_in_words(type_)}.{shown}"]
        case s.Parameter(type=type_) | s.Table(type=type_):
            return [f"Its values: {type_in_words(type_)}."]
        case _:
            return []


def _held(node: s.Zone) -> str:
    holds = " or ".join(f"`{name.text}`" for name in node.holds)
    each = f"One for each {_index(node.index)}. " if node.index else ""
    how = {
        "set": "unordered, chosen from",
        "bag": "unordered, drawn from by chance",
        "row": "in an order",
        "one": "room for one",
    }[node.shape]
    return f"{each}Holds {holds}: {how}."


def _index(index: tuple[s.Parameter, ...]) -> str:
    return " and ".join(type_in_words(parameter.type) for parameter in index)


def _seen(sight: s.Sight | None, what: str) -> str:
    how = "open" if sight is None else sight.how
    amount = "; how much it is, all may know"
    return {
        "open": f"All see {what}.",
        "hidden": f"Nobody sees {what}{amount}.",
        "owner": f"Only its owner sees {what}{amount}.",
        "these": f"Only those named see {what}{amount}.",
        "others": f"All but those named see {what}{amount}.",
    }[how]


def _variable(node: s.Var) -> list[str]:
    each = f"One for each {_index(node.index)}. " if node.index else ""
    told = [f"{each}Its values: {type_in_words(node.type)}."]
    if node.not_shown:
        told.append("Pictures and the terminal leave it out.")
    if node.initial is None:
        told.append("At first the first of them.")
    if node.fresh is not None:
        told.append(f"Has its first value again in each `{node.fresh.text}`.")
    told.append(_seen(node.sight, "it").replace("; how much it is, all may know", ""))
    return told


def _option(draft: Draft, node: s.Option) -> list[str]:
    text = draft.parsed.text
    values = () if text is None else settings.options_of(text).get(node.name.text, ())
    listed = ", ".join(f"`{value}`" for value in values)
    note = [f"{node.note[:1].upper()}{node.note[1:]}."] if node.note else []
    return [*note, f"Settings: {listed}; the first is the default."] if listed else note


def type_in_words(type_: s.TypeText) -> str:
    """Return the values of a type, in words."""
    match type_:
        case s.RangeType(low=low, high=high):
            return f"the numbers {low} to {high}"
        case s.FlagType():
            return "true or false"
        case s.MaybeType(names=names):
            return f"{' or '.join(f'`{name.text}`' for name in names)}, or none"
        case s.WordsType(names=names):
            return " or ".join(f"`{name.text}`" for name in names)
        case _:
            assert_never(type_)
