"""Elaborate one instance of a game: its declarations, its bodies, then its scenarios."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rulelang import core, surface
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.elaborate import again, bodies, calls, circles, numbering, scenes
from rulelang.elaborate.context import Context, EffectInstance
from rulelang.elaborate.declarations import kept, memories, standing
from rulelang.elaborate.declarations.declared import declared as told_beside
from rulelang.elaborate.declaring import declare, meant_for_use
from rulelang.elaborate.expressions import ELABORATOR
from rulelang.elaborate.places import all_placed, placed_parameters
from rulelang.elaborate.requests import Instance, Request
from rulelang.elaborate.statements.played import effect_body, whole_body
from rulelang.elaborate.symbols import EffectName, FactName, VariableName, place_of
from rulelang.elaborate.whole import blamed, picks
from rulelang.elaborate.whole.acted import check_acted
from rulelang.elaborate.whole.at_once import check_at_once
from rulelang.elaborate.whole.trials import check_trials
from rulelang.evolving import evolve
from rulelang.messages import flow
from rulelang.rule_types import Type, Unknown
from rulelang.source import Source, Span, lines_of

EMPTY_BLOCK = core.Block(0, ())


def elaborate(request: Request, sink: Sink) -> Instance:
    """Elaborate what is requested. Findings go to `sink`."""
    known = again.found(request)
    if known is not None:
        return known
    asking = again.noting(request)
    c = Context(asking.setting, sink, asking.read_file, ELABORATOR, shelf=asking.shelf)
    instance = _elaborated(asking, c)
    if c.incomplete:
        return instance
    of_idle = _wrong_in_idle(c, _meant(request))
    instance = evolve(instance, of_idle=of_idle)
    again.keep(request, c, instance)
    return instance


def elaborate_to_ask(request: Request, sink: Sink) -> tuple[Instance, Context]:
    """Elaborate what is requested, and keep what is needed to understand more of it later."""
    c = Context(request.setting, sink, request.read_file, ELABORATOR, scopes={})
    return _elaborated(request, c), c


def _elaborated(request: Request, c: Context) -> Instance:
    text, setting, sink = request.text, request.setting, c.sink
    standings = [n.fact for n in text.declarations if isinstance(n, surface.Standing)]
    declared = (*text.declarations, *request.library, *standings)
    c.broken |= {name for node in text.unread for name in node.names}
    c.incomplete = c.is_partly_read = any(node.gives_more for node in text.unread)
    declared = kept.taken(c, declared) or _declared(c, declared, standings)
    if c.incomplete:
        return Instance(setting, None, (), {})
    is_whole = not text.unread and any(isinstance(n, surface.Play) for n in text.declarations)
    if is_whole:
        memories.check_used(c, declared)
    spec = _spec(c, declared)
    blamed.settle(c)
    meant = _meant(request)
    idle = {
        name: (symbol.what, place_of(symbol))
        for name, symbol in c.symbols.items()
        if name not in c.used and name in meant
    }
    if is_whole and not sink.has_errors and not spec.play.statements:
        sink.add(flow.nothing_is_played(_played(text).span))
    if not sink.has_errors and not text.unread:
        check_trials(c, spec)
        check_at_once(c, spec)
    if not sink.has_errors:
        spec = picks.settled(c, evolve(spec, declared=told_beside(c, text, declared)))
    made = _scenarios(c, spec, request.scenarios, text.source)
    blamed.settle(c)
    variables = {s.number: name for name, s in c.symbols.items() if isinstance(s, VariableName)}
    read = frozenset(name for number, name in variables.items() if number in c.read)
    mute = c.written - c.read
    unread = {name: c.variables[n].span for n, name in variables.items() if n in mute}
    usable = not sink.has_errors and not text.unread
    if not usable:
        return Instance(setting, None, (), idle, unread, read)
    return Instance(setting, spec, made, idle, unread, read, begins=bodies.beginnings(c))


def _played(text: surface.RuleText) -> surface.Play:
    return next(node for node in text.declarations if isinstance(node, surface.Play))


def _meant(request: Request) -> frozenset[str]:
    """Return the names that rules of a text should use."""
    shelf = request.shelf
    if shelf is None:
        return meant_for_use(request.text.declarations)
    if shelf.meant is None:
        shelf.meant = meant_for_use(request.text.declarations)
    return shelf.meant


def _declared(
    c: Context, nodes: tuple[surface.Declaration, ...], standings: Sequence[surface.Fact]
) -> tuple[surface.Declaration, ...]:
    """Understand the declarations, and keep what they come to for other instances.

    Return them with the cases of each effect as one.
    """
    asked = c.symbols.asked = set()
    declared = declare(c, nodes)
    for fact in standings:
        standing.check_declared(c, fact)
    c.symbols.asked = None
    if c.incomplete:
        return declared
    options = frozenset(n.name.text for n in declared if isinstance(n, surface.Option))
    c.is_limited = any(isinstance(node, surface.Length) for node in declared)
    rules = [node for node in declared if not isinstance(node, surface.Scenario)]
    c.positions = {id(node): at for at, node in enumerate(rules)}
    c.world = bodies.world_of(c, options)
    c.arms = scenes.arms_of(
        node.body
        for node in declared
        if isinstance(node, surface.Setup | surface.Play | surface.Effect)
    )
    c.placed = all_placed(c)
    if all(n.deepest is None for n in declared if isinstance(n, surface.Effect)):
        circles.call_order(c)  # of names alone, and nothing is said of it
    kept.keep(c, nodes, declared, frozenset(asked))
    return declared


def _spec(c: Context, declared: Sequence[surface.Declaration]) -> core.Spec:
    setup = play = EMPTY_BLOCK
    title, declared_standing = "", None
    length = next((n.limit for n in declared if isinstance(n, surface.Length)), None)
    spans: dict[int, Span] = {}
    for node in declared:
        match node:
            case surface.Game(title=named):
                title = named
            case surface.Standing(fact=fact):
                declared_standing = fact
            case surface.Setup(span=span):
                setup = whole_body(c, node, bodies.base_of(c.positions[id(node)]))
                spans[setup.number] = span
            case surface.Play(span=span):
                play = whole_body(c, node, bodies.base_of(c.positions[id(node)]))
                spans[play.number] = span
            case _:
                pass
    _effect_bodies(c)
    setup, play = _numbered(c, (setup, _line(spans, setup)), (play, _line(spans, play)))
    played = (setup, play, *map(_body, c.effects))
    cut = None if declared_standing is None else standing.standing(c, declared_standing, played)
    return core.Spec(
        title=title,
        players=c.family("Player").labels,
        teams=c.teams,
        options=tuple(sorted(c.setting.options.items())),
        words=tuple(c.words),
        families=tuple(c.families),
        kinds=tuple(c.kinds),
        backs=tuple(c.backs),
        zones=tuple(c.zones),
        variables=tuple(c.variables),
        memories=tuple(c.memories),
        tables=tuple(c.tables),
        facts=tuple(c.facts),
        effects=tuple(_effect(c, e) for e in c.effects),
        setup=setup,
        play=play,
        action_count=c.next_action,
        length=length,
        standing=cut,
        notes=tuple(node.text for node in declared if isinstance(node, surface.Note)),
    )


def _numbered(c: Context, *blocks: tuple[core.Block, int]) -> tuple[core.Block, ...]:
    """Give the actions of set-up, play and all effects numbers, in the order of the text."""
    played = [*blocks, *((_body(e), e.node.span.line) for e in c.effects)]
    in_text = sorted(range(len(played)), key=lambda i: (played[i][1], i))
    numbered, c.next_action = numbering.number_actions(c, [played[i][0] for i in in_text])
    by_place = dict(zip(in_text, numbered, strict=True))
    for i, instance in enumerate(c.effects):
        instance.body = by_place[i + len(blocks)]
    return tuple(by_place[i] for i in range(len(blocks)))


def _line(spans: Mapping[int, Span], block: core.Block) -> int:
    return spans[block.number].line if block.number in spans else 0


def _effect_bodies(c: Context) -> None:
    """Elaborate the effects' bodies, callers before callees, so that parameters have types."""
    order = circles.call_order(c)
    for path, call in order.endless:
        hint = f"say how deep: `to {path[0]}(…), at most 6 deep:`; or `repeat …, at most n:`"
        c.report(flow.recursion(path, call.span, hint))
    if order.endless:
        return

    def look_at(instance: EffectInstance) -> None:
        instance.body = _effect_body(c, instance)

    for group in order.groups:
        circles.each_of(c, group, look_at)


def _effect_body(c: Context, instance: EffectInstance) -> core.Block:
    node = instance.node
    before = sum(1 for other in c.effects[: instance.number] if other.node is node)
    return effect_body(c, instance, bodies.base_of(c.positions[id(node)], before))


def _wrong_in_idle(c: Context, meant: Collection[str]) -> tuple[Diagnostic, ...]:
    """Return the errors in facts and effects that nothing uses, which were not looked at so far.

    Nothing is known of their parameters; effects that would be given a place are left alone.
    """
    symbols = [symbol for name, symbol in c.symbols.items() if name in meant]
    effects = [symbol.node for symbol in symbols if isinstance(symbol, EffectName)]
    facts = [symbol.node for symbol in symbols if isinstance(symbol, FactName)]
    called = {name for name, *_ in c.effect_instances}
    around, c.sink, c.is_settled = c.sink, Sink(), False
    for effect in effects:
        if effect.name.text not in called and not placed_parameters(c, effect):
            unknown: list[Type] = [Unknown() for _ in effect.parameters]
            c.effects.append(EffectInstance(len(c.effects), effect, {}, unknown))
    _effect_bodies(c)
    asked = {name for name, *_ in c.fact_instances}
    for fact in facts:
        if fact.name.text not in asked:
            calls.uncalled(c, fact)
    blamed.settle(c)
    found, c.sink, c.is_settled = c.sink.found, around, True
    return tuple(one for one in found if one.severity == "error")


def _body(instance: EffectInstance) -> core.Block:
    return instance.body or EMPTY_BLOCK


def _effect(c: Context, instance: EffectInstance) -> core.Effect:
    node, parameters = instance.node, tuple(instance.parameters)
    made = core.Effect(node.name.text, parameters, _body(instance), node.span)
    return made if c.shelf is None else c.shelf.effect(made)


def _scenarios(
    c: Context, spec: core.Spec, nodes: Sequence[surface.Scenario], source: Source
) -> tuple[core.Scenario, ...]:
    """Elaborate scenarios; all run on one specification, so that whoever runs them makes one game.

    Effects that only scenarios call are appended to it.
    """
    if not nodes:
        return ()
    known, told = len(c.effects), lines_of(source.text)
    spoken = []
    for node in nodes:
        lines = scenes.lines(c, node, told)
        _effect_bodies(c)
        spoken.append((node, lines, scenes.luck_of(c, node)))
    new = c.effects[known:]
    numbered, c.next_action = numbering.number_actions(c, [_body(e) for e in new], c.next_action)
    for instance, body in zip(new, numbered, strict=True):
        instance.body = body
    check_acted(c, (spec.setup, spec.play, *map(_body, c.effects)))
    grown = evolve(
        spec,
        facts=tuple(c.facts),
        tables=tuple(c.tables),
        words=tuple(c.words),
        effects=(*spec.effects, *(_effect(c, e) for e in new)),
        action_count=c.next_action,
    )
    runs_on = spec if grown == spec else picks.settled(c, grown)
    return tuple(
        core.Scenario(
            node.name,
            runs_on,
            lines,
            node.span,
            None if luck is None else luck.seed,
            luck is not None and luck.seed is None,
        )
        for node, lines, luck in spoken
    )
