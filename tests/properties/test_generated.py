"""Games that nobody wrote: they are checked, elaborated, played, saved and restored.

What players know of them is in `test_generated_knowledge.py`.
"""

import re
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

import attrs
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from interpreter import playthrough
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import Game
from interpreter.testing.scenarios import run as run_scenario
from interpreter.tree import followers
from rulelang import core, pipeline
from rulelang import settings as variants
from rulelang.diagnostics import Sink
from rulelang.format_rules import format_rules
from rulelang.parse import parse
from rulelang.source import Source
from rulelang.verify_core import verify
from tests.support.generated.heads import heads
from tests.support.generated.texts import Made, made

TRIED = settings.default.max_examples
QUIET = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
PICKS = st.lists(st.integers(0, 0xFFFF), min_size=8, max_size=8)
MOST = 60  # choices of a play


def tried(share=1):
    return settings(max_examples=max(5, TRIED // share), suppress_health_check=QUIET)


@contextmanager
def written(game: Made):
    """Return the path of a game's text, for as long as it is there."""
    with tempfile.TemporaryDirectory() as folder:
        yield str(game.write(Path(folder)))


def instance(path, number):
    """Return one of the instances of a text: the number goes round among them."""
    read = pipeline.read(path)
    ways = variants.instances(read.text)
    way = ways[number % len(ways)]
    return pipeline.build(path, way.players, way.options, parsed=read).spec


def wrong(checked):
    return [found for found in checked.diagnostics if found.severity == "error"]


def listed(checked):
    """Return the lines where play may fail, or certainly does."""
    lines = {claim.span.line for claim in checked.obligations if claim.is_open}
    return lines | {found.primary.span.line for found in wrong(checked)}


# Where it is certain that play fails, or somebody is told what he does not see, the checker says
# so; else what is generated has no mistake.
CERTAIN = {"always-fails", "hidden-read"}


def states_of(game, picks):
    """Yield the states of a play, as long as it goes on."""
    state = game.start()
    yield state
    for at in range(MOST):
        if state.is_terminal:
            return
        options = followers(state)
        state = state.child(options[picks[at % len(picks)] % len(options)])
        yield state


@tried(4)
@given(made(), PICKS)
def test_a_generated_game_fails_only_where_a_line_is_listed(game, picks):
    with written(game) as path:
        checked, spec = pipeline.check(path), instance(path, picks[0])
    assert {found.code for found in wrong(checked)} <= CERTAIN, (wrong(checked), str(game))
    assert spec is not None
    assert verify(spec) == ()
    try:
        last = played(spec, picks)
    except RuleFault as fault:
        if fault.span.line not in listed(checked):
            raise AssertionError(f"{fault}, and nothing said that it may\n{game}") from fault
        return
    except BudgetExceeded:
        return
    saved = playthrough.from_text(playthrough.to_text(playthrough.record(last)))
    assert playthrough.restore(last.game, saved) == last


def played(spec, picks):
    """Return the last state of a play in which nothing is lost and options are in order."""
    copies = sum(kind.copies for kind in spec.kinds if not kind.faces)
    for state in states_of(Game(spec), picks):
        assert list(state.legal_ids) == sorted(set(state.legal_ids))
        lying = [k for cell in state.position.cells if isinstance(cell, tuple) for k in cell]
        assert sum(not spec.kinds[k].faces for k in lying) == copies
    return state


@tried(10)
@given(made())
def test_what_a_generated_scenario_gives_is_there(game):
    """It fails only where the rules do: in the set-up, at a line that is listed."""
    with written(game) as path:
        checked = pipeline.check(path)
    for scenario in checked.scenarios:
        for failure in run_scenario(scenario).failures:
            place = re.match(r"the rules fail here: .*?\.rules:(\d+):", failure.message)
            assert place is not None, f"{failure.message}\n{game}"
            assert int(place[1]) in listed(checked), f"{failure.message}\n{game}"


class EnoughError(Exception):
    """All that was looked for is found."""


def node_names(tree):
    """Return the names of the classes of all nodes of a core tree."""
    names, todo = set(), [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, tuple):
            todo += [part for part in node if isinstance(part, tuple) or attrs.has(type(part))]
        elif attrs.has(type(node)):
            names.add(type(node).__name__)
            todo += [getattr(node, field.name) for field in attrs.fields(type(node))]
    return names


ALL_NODES = {
    name
    for module in (core.statements, core.expressions)
    for name, node in vars(module).items()
    if isinstance(node, type) and node.__module__ == module.__name__
}


def test_every_node_of_the_core_tree_is_generated():
    """The return of a play is asked for in scenarios alone."""
    found = {"ReturnOf"}

    @settings(
        max_examples=400,
        phases=(Phase.generate,),
        derandomize=True,
        database=None,
        suppress_health_check=QUIET,
    )
    @given(made())
    def gather(game):
        with written(game) as path:
            read = pipeline.read(path)
            way = variants.instances(read.text)[0]
            found.update(node_names(pipeline.instance_of(read, way, (), Sink()).spec))
        if found >= ALL_NODES:
            raise EnoughError

    with suppress(EnoughError):
        gather()
    assert found >= ALL_NODES


@tried(10)
@given(made())
def test_a_generated_text_is_read_and_laid_out_the_same(game):
    sink = Sink()
    tree = parse(Source("generated", game.text), sink)
    assert not sink.has_errors, (sink.found, game.text)
    laid_out = format_rules(tree)
    again = parse(Source("generated", laid_out), sink)
    assert again.declarations == tree.declarations
    assert format_rules(again) == laid_out


@tried(20)
@given(made())
def test_the_checker_says_the_same_twice(game):
    with written(game) as path:
        first, second = pipeline.check(path), pipeline.check(path)
    assert [(f.code, f.title) for f in first.diagnostics] == [
        (f.code, f.title) for f in second.diagnostics
    ]
    assert [(o.claim, o.span.line, o.status) for o in first.obligations] == [
        (o.claim, o.span.line, o.status) for o in second.obligations
    ]


def test_every_sort_of_declaration_is_generated():
    """Teams, tables beside the text, each sort of option, several numbers of players."""
    found = set()

    @settings(max_examples=300, phases=(Phase.generate,), derandomize=True, database=None)
    @given(heads())
    def gather(head):
        found.update(("teams",) if head.teams else (), head.options)
        found.update(name for name, _ in head.files)
        found.update(line for line in head.lines if line.startswith("players"))

    gather()
    assert found >= {"teams", "fast", "size", "map", "tiles.csv", "east.csv", "players 2..3"}
