"""The order of the passes, written here and nowhere else.

    read      file → surface tree
    build     file, players, options → one core specification
    check     file → every instance, all findings, all obligations
    glance    file → one instance, what is wrong with its words, names and types
    elaborate_all   file → every instance and all scenarios, without proofs

Rule files, their tables and the standard library are the only files touched; nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import attrs

from rulelang import settings, standard, surface
from rulelang.collecting import seldom_collected
from rulelang.diagnostics import Diagnostic, Sink, moved
from rulelang.elaborate.bodies import Scenarios
from rulelang.elaborate.context import Setting
from rulelang.elaborate.instance import elaborate
from rulelang.elaborate.requests import Instance, Request
from rulelang.elaborate.sharing import Shelf
from rulelang.evolving import evolve
from rulelang.examining import examined
from rulelang.files import Folder, read_source
from rulelang.findings import lets, once
from rulelang.findings.causes import by_cause
from rulelang.findings.denials import denials
from rulelang.findings.merging import InstanceFindings, merge
from rulelang.findings.unreached import unreached
from rulelang.freezing import frozen
from rulelang.obligations import merged, with_places
from rulelang.parse import anchors_of, parse
from rulelang.parsing.kept import KeptTrees
from rulelang.parsing.spacing import Spaced, Spacing
from rulelang.prove.memory import Memory
from rulelang.results import Built, Checked, Elaborated, Parsed
from rulelang.rule_spans import rule_spans
from rulelang.source import Source


@frozen
class Desk:
    """What an author has before him: tables that are not saved yet, and what was read before.

    `tables`: texts that count in place of what files hold, by their resolved paths. `heard`: told
    how many instances of how many are checked, before each; what it raises is not caught.
    `spacing`: where there is one, a text is checked with room between its declarations, so that
    less is made anew when lines are added and taken out.
    """

    tables: Mapping[str, str] = attrs.field(factory=dict)
    trees: KeptTrees = attrs.field(factory=KeptTrees)
    shelf: Shelf = attrs.field(factory=Shelf)
    pieces: standard.Pieces = attrs.field(factory=dict)
    heard: Callable[[int, int], None] | None = None
    spacing: Spacing | None = None


def read(path: str, text: Source | None = None, desk: Desk | None = None) -> Parsed:
    """Read a rule file and the library pieces that it uses.

    `text`: what to read in place of what the file holds, as an editor may have it.

    >>> any_game = min(Path("games").glob("*.rules"))
    >>> read(str(any_game)).text is not None
    True
    >>> [found.code for found in read("nowhere.rules").diagnostics]
    ['unreadable']
    """
    sink = Sink()
    sources: dict[str, Source] = {}
    at = Desk() if desk is None else desk
    folder = Folder(Path(path).parent, sources, at.tables)
    source = read_source(path) if text is None else text
    if isinstance(source, Diagnostic):
        return Parsed(None, (), (source,), sources, folder.read, folder.asked)
    sources[source.name] = source
    tree = parse(source, sink, at.trees)
    library = () if tree is None else standard.library(tree, sink, sources, at.pieces)
    if tree is not None and not sink.has_errors:
        for problem in (*once.problems(tree), *settings.problems(tree)):
            sink.add(problem)
    return Parsed(tree, library, sink.found, sources, folder.read, folder.asked)


def mentioning(path: str, *words: str) -> surface.RuleText | None:
    """Return those declarations of a rule file in whose lines one of some words stands.

    None where it cannot be read. To read the whole takes many times as long.

    >>> any_game = str(min(Path("games").glob("*.rules")))
    >>> len(mentioning(any_game, "players").declarations) < len(read(any_game).text.declarations)
    True
    """
    source = read_source(path)
    return (
        None if isinstance(source, Diagnostic) else parse(source, Sink(), words=frozenset(words))
    )


def variants(path: str) -> tuple[tuple[int, ...], dict[str, tuple[str, ...]]]:
    """Return the player counts and the options (default first) of a rule file.

    Empty where it cannot be read.

    >>> variants("nowhere.rules")
    ((), {})
    """
    text = mentioning(path, "players", "option")
    return ((), {}) if text is None else (settings.player_counts(text), settings.options_of(text))


def build(
    path: str,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    elaborating: Callable[[Request, Sink], Instance] = elaborate,
    parsed: Parsed | None = None,
) -> Built:
    """Elaborate one instance of a rule file.

    `players` None: the fewest. Options that are not given have their defaults. `elaborating`: who
    does it, for those who keep more of it than comes out. `parsed`: the file, where it was read.

    >>> any_game = min(Path("games").glob("*.rules"))
    >>> build(str(any_game)).spec is not None, build("nowhere.rules").spec is not None
    (True, False)
    """
    parsed = read(path) if parsed is None else parsed
    if parsed.text is None or any(d.severity == "error" for d in parsed.diagnostics):
        return Built(None, None, parsed.diagnostics, (), parsed.sources, {})
    setting = settings.chosen(parsed.text, players, options or {})
    if isinstance(setting, Diagnostic):
        return Built(None, None, (*parsed.diagnostics, setting), (), parsed.sources, {})
    sink = Sink()
    mine = [
        node
        for node in _scenarios(parsed.text)
        if settings.of_scenario(parsed.text, node) == setting
    ]
    request = Request(parsed.text, parsed.library, setting, mine, parsed.read_file)
    instance = elaborating(request, sink)
    found = by_cause((*parsed.diagnostics, *sink.found), parsed.sources)
    return Built(
        setting,
        instance.spec,
        found,
        instance.scenarios,
        parsed.sources,
        parsed.text.citations,
        parsed.tables,
    )


def _scenarios(text: surface.RuleText) -> list[surface.Scenario]:
    return [node for node in text.declarations if isinstance(node, surface.Scenario)]


def instance_of(
    parsed: Parsed,
    setting: Setting,
    mine: Sequence[surface.Scenario],
    sink: Sink,
    shelf: Shelf | None = None,
) -> Instance:
    """Elaborate one instance of a text that was read, with these of its scenarios.

    `shelf`: what it shares with others.
    """
    assert parsed.text is not None
    request = Request(parsed.text, parsed.library, setting, mine, parsed.read_file, shelf)
    return elaborate(request, sink)


def check(
    path: str,
    memory: Memory | None = None,
    text: Source | None = None,
    desk: Desk | None = None,
) -> Checked:
    """Elaborate every instance of a rule file, with all its scenarios; merge the findings.

    `memory`: what was proved before, of this text or another one, which is not proved again; what
    is proved now is added to it. `text`: what to check in place of what the file holds.

    >>> any_game = min(Path("games").glob("*.rules"))
    >>> check(str(any_game)).ok, check("nowhere.rules").ok
    (True, False)
    """
    known = Memory() if memory is None else memory
    with seldom_collected():
        if desk is None or desk.spacing is None:
            return _checked(read(path, text, desk), known, desk)
        source = read_source(path) if text is None else text
        if isinstance(source, Diagnostic):
            return Checked((source,), (), (), (), {})
        spaced = desk.spacing.spaced(source)
        return _at_home(_checked(read(path, spaced.source, desk), known, desk), source, spaced)


def _at_home(found: Checked, source: Source, spaced: Spaced) -> Checked:
    """Return what was found of a text that was laid out, with the places of the text itself."""
    home = spaced.home
    return attrs.evolve(
        found,
        diagnostics=tuple([moved(one, home) for one in found.diagnostics]),
        obligations=tuple([evolve(one, span=home(one.span)) for one in found.obligations]),
        sources={**found.sources, source.name: source},
        home=home,
    )


def _checked(parsed: Parsed, known: Memory, desk: Desk | None) -> Checked:
    if parsed.text is None or _cannot_be(parsed):
        return Checked(parsed.diagnostics, (), (), (), parsed.sources)
    whole = Sink()
    for diagnostic in parsed.diagnostics:
        whole.add(diagnostic)
    shelf = Shelf() if desk is None else desk.shelf
    shelf.begin()
    if _is_part(parsed):
        return _as_far_as_read(parsed, parsed.text, whole, shelf)
    for finding in (*unreached(parsed.text), *denials(parsed.text)):
        whole.add(finding)
    todo = settings_of(parsed.text, whole)
    known.begin(anchors_of(parsed.text.source))
    done: list[InstanceFindings] = []
    for setting, mine in todo:
        if desk is not None and desk.heard is not None:
            desk.heard(len(done), len(todo))
        done.append(_one(parsed, known, shelf, setting, mine))
    shelf.end()
    return _merged(parsed, whole, done)


def glance(parsed: Parsed) -> Checked:
    """Elaborate the first instance of a text that was read, with its scenarios; prove nothing.

    What play needs is not known then, nor what is used in no other instance.

    >>> any_game = min(Path("games").glob("*.rules"))
    >>> len(glance(read(str(any_game))).instances)
    1
    """
    if parsed.text is None or _cannot_be(parsed):
        return Checked(parsed.diagnostics, (), (), (), parsed.sources)
    whole = Sink()
    for diagnostic in parsed.diagnostics:
        whole.add(diagnostic)
    if _is_part(parsed):
        return _as_far_as_read(parsed, parsed.text, whole, most=1)
    for finding in (*unreached(parsed.text), *denials(parsed.text)):
        whole.add(finding)
    setting, mine = settings_of(parsed.text, whole)[0]
    instance = instance_of(parsed, setting, mine, whole)
    found = by_cause(whole.found, parsed.sources)
    return Checked(found, (setting,), (), instance.scenarios, parsed.sources, parsed.tables)


def _cannot_be(parsed: Parsed) -> bool:
    """Return whether a text is wrong, and not only because parts of it are yet to come."""
    is_wrong = any(found.severity == "error" for found in parsed.diagnostics)
    return is_wrong and not _is_part(parsed)


def _is_part(parsed: Parsed) -> bool:
    """Return whether parts of a text cannot be read, or are yet to be written."""
    errors = [found for found in parsed.diagnostics if found.severity == "error"]
    is_begun = bool(errors) and all(found.code == "incomplete-game" for found in errors)
    return is_begun or (parsed.text is not None and parsed.text.unread != ())


def _as_far_as_read(
    parsed: Parsed,
    text: surface.RuleText,
    whole: Sink,
    shelf: Shelf | None = None,
    most: int | None = None,
) -> Checked:
    """Add what is wrong with the declarations that could be read; nothing is proved of them.

    What follows from those that could not be read, or are yet to come, is no finding.
    """
    sorts = {node.sort for node in text.unread}
    has_players = any(isinstance(node, surface.Players) for node in text.declarations)
    has_play = text.unread or any(isinstance(n, surface.Play) for n in text.declarations)
    problems = tuple(settings.problems(text)) if text.unread else ()
    cannot_be = any(found.severity == "error" for found in problems)
    for problem in problems:
        whole.add(problem)
    todo = settings_of(text, Sink()) if has_players and not cannot_be else ()
    done = []
    for setting, mine in todo[:most]:
        sink = Sink()
        told = () if {"option", ""} & sorts or not has_play else mine
        instance = instance_of(parsed, setting, told, sink, shelf)
        # What parameters may be follows from all calls, and some of those could not be read.
        found = tuple(d for d in sink.found if d.code != "out-of-range")
        done.append(InstanceFindings(instance, found, ()))
    return attrs.evolve(_merged(parsed, whole, done), instances=(), scenarios=(), specs=())


def settings_of(
    text: surface.RuleText, whole: Sink
) -> tuple[tuple[Setting, list[surface.Scenario]], ...]:
    """Return every instance of a text with its scenarios; what they name may make more of them."""
    todo: dict[str, tuple[Setting, list[surface.Scenario]]] = {
        str(s): (s, []) for s in settings.instances(text)
    }
    settings_told: dict[str, Diagnostic] = {}
    for node in _scenarios(text):
        setting = settings.of_scenario(text, node)
        if isinstance(setting, Diagnostic):
            whole.add(settings_told.setdefault(setting.title, setting))
        else:
            todo.setdefault(str(setting), (setting, []))[1].append(node)
    return tuple(todo.values())


def elaborate_all(path: str) -> Elaborated:
    """Elaborate every instance of a rule file, with all its scenarios; nothing is proved.

    >>> any_game = min(Path("games").glob("*.rules"))
    >>> len(elaborate_all(str(any_game)).specs) > 0, elaborate_all("nowhere.rules").specs
    (True, ())
    """
    parsed = read(path)
    if parsed.text is None or any(d.severity == "error" for d in parsed.diagnostics):
        return Elaborated(parsed.diagnostics, (), (), (), parsed.sources)
    whole = Sink()
    for diagnostic in parsed.diagnostics:
        whole.add(diagnostic)
    todo = settings_of(parsed.text, whole)
    made = [instance_of(parsed, setting, mine, whole) for setting, mine in todo]
    if whole.has_errors:
        return Elaborated(by_cause(whole.found, parsed.sources), (), (), (), parsed.sources)
    return Elaborated(
        by_cause(whole.found, parsed.sources),
        tuple(instance.spec for instance in made if instance.spec is not None),
        tuple(scenario for instance in made for scenario in instance.scenarios),
        rule_spans(parsed.text),
        parsed.sources,
        parsed.tables,
    )


def _one(
    parsed: Parsed,
    memory: Memory,
    shelf: Shelf,
    setting: Setting,
    mine: Sequence[surface.Scenario],
) -> InstanceFindings:
    sink = Sink()
    instance = instance_of(parsed, setting, mine, sink, shelf)
    if instance.spec is None:
        return InstanceFindings(instance, sink.found, ())
    known = examined(instance.spec, memory)
    found = (*sink.found, *known.found)
    return InstanceFindings(instance, found, known.obligations, dict(known.tests))


def _merged(parsed: Parsed, whole: Sink, done: Sequence[InstanceFindings]) -> Checked:
    merge(whole, done, () if parsed.text is None else _scenarios(parsed.text))
    if parsed.text is not None and not whole.has_errors:
        for finding in lets.unused(parsed.text):
            whole.add(finding)
    return Checked(
        by_cause(whole.found, parsed.sources),
        tuple(one.instance.setting for one in done),
        with_places(merged(claim for one in done for claim in one.obligations), parsed.sources),
        Scenarios([one.instance for one in done]),
        parsed.sources,
        parsed.tables,
        tuple(one.instance.spec for one in done if one.instance.spec is not None),
    )
