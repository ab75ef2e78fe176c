"""Games that nobody wrote: they are checked, elaborated, played, saved and restored."""

import tempfile
from pathlib import Path

import attrs
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from interpreter import playthrough
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import Game
from interpreter.tree import followers
from rulelang import core, pipeline
from rulelang.diagnostics import Sink
from rulelang.format_rules import format_rules
from rulelang.parse import parse
from rulelang.source import Source
from rulelang.verify_core import verify
from tests.support.generated import texts

TRIED = settings.default.max_examples
QUIET = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
PICKS = st.lists(st.integers(0, 0xFFFF), min_size=8, max_size=8)
MOST = 60  # choices of a play


def tried(share=1):
    return settings(max_examples=max(5, TRIED // share), suppress_health_check=QUIET)


def made(text):
    """Return what the checker finds, and the first instance."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "generated.rules"
        file.write_text(text, encoding="utf-8")
        return pipeline.check(str(file)), pipeline.build(str(file))


def wrong(checked):
    return [found for found in checked.diagnostics if found.severity == "error"]


# Where it is certain that play fails, the checker says so; else what is generated has no mistake.
CERTAIN = {"always-fails"}


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


@tried()
@given(texts(), PICKS)
def test_a_generated_game_is_checked_and_played(text, picks):
    checked, built = made(text)
    if wrong(checked):
        assert {found.code for found in wrong(checked)} <= CERTAIN, (wrong(checked), text)
        return
    assert built.spec is not None
    assert verify(built.spec) == ()
    lines = {o.span.line for o in checked.obligations if o.is_open}
    game, last = Game(built.spec), None
    copies = sum(kind.copies for kind in built.spec.kinds if not kind.faces)
    try:
        for state in states_of(game, picks):
            last = state
            assert list(state.legal_ids) == sorted(set(state.legal_ids))
            lying = [k for cell in state.position.cells if isinstance(cell, tuple) for k in cell]
            assert sum(not built.spec.kinds[k].faces for k in lying) == copies
    except RuleFault as fault:
        if fault.span.line not in lines:
            raise AssertionError(f"{fault}, and nothing said that it may\n{text}") from fault
    except BudgetExceeded:
        return
    if last is not None:
        saved = playthrough.from_text(playthrough.to_text(playthrough.record(last)))
        assert playthrough.restore(game, saved) == last


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
    found = set()

    @settings(
        max_examples=400,
        phases=(Phase.generate,),
        derandomize=True,
        database=None,
        suppress_health_check=QUIET,
    )
    @given(texts())
    def gather(text):
        if ALL_NODES - found > {"ReturnOf"}:
            found.update(node_names(made(text)[1].spec))

    gather()
    assert ALL_NODES - found == {"ReturnOf"}


@tried(3)
@given(texts())
def test_a_generated_text_is_read_and_laid_out_the_same(text):
    sink = Sink()
    tree = parse(Source("generated", text), sink)
    assert not sink.has_errors, (sink.found, text)
    laid_out = format_rules(tree)
    again = parse(Source("generated", laid_out), sink)
    assert again.declarations == tree.declarations
    assert format_rules(again) == laid_out


@tried(5)
@given(texts())
def test_the_checker_says_the_same_twice(text):
    first, second = made(text)[0], made(text)[0]
    assert [(f.code, f.title) for f in first.diagnostics] == [
        (f.code, f.title) for f in second.diagnostics
    ]
    assert [(o.claim, o.span.line, o.status) for o in first.obligations] == [
        (o.claim, o.span.line, o.status) for o in second.obligations
    ]
