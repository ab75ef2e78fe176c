"""A rule fault in play happens only at a line that `check` listed as open. Ref §25."""

import random
import re

import pytest

from interpreter.faults import RuleFault
from interpreter.game import Game
from interpreter.tree import followers
from rulelang import pipeline
from rulelang.prove.prover import prove
from tests.support.cases import NOBODY, counted
from tests.support.games import ROOT, RULES, SKETCHES, TEXTS, game_of, instances
from tests.support.generated.damage import damaged
from tests.support.sampling import gated_but

FAULTY = tuple(sorted((ROOT / "tests" / "texts" / "faults").glob("*.rules")))
# Not `paying`: what it looks ahead for, a damaged text may look for without end. Nor `stones`:
# it came later, and each seed damages the text that it always did.
FLOW = ROOT / "tests" / "texts" / "to_damage" / "flow.rules"
TO_DAMAGE = (
    FLOW,
    *(path for path in TEXTS if path.stem not in {"paying", "stones"}),
    *FAULTY,
    *(path for path in RULES if path.stem in {"backgammon", "breakthrough", "carnival", "kalah"}),
    *(path for path in RULES if path.stem in {"leduc_poker", "liars_dice", "tic_tac_toe"}),
)
PLAYS = 60
DAMAGES = 60
CHOICES = 120
SLOW = {"othello", "hex"}


def open_lines(obligations):
    return {(claim.span.file, claim.span.line) for claim in obligations if claim.is_open}


def fault_of(game, seed, choices=CHOICES):
    """Return the fault that a random play meets; None where it meets none."""
    rng = random.Random(seed)
    try:
        state = game.start()
        for _ in range(choices):
            if state.is_terminal:
                return None
            state = state.child(rng.choice(followers(state)))
    except RuleFault as fault:
        return fault
    return None


@pytest.mark.parametrize(
    "path",
    gated_but(("antike_duellum", "pergamemnon", "pergamon"), [*RULES, *SKETCHES, *TEXTS]),
    ids=lambda p: p.stem,
)
def test_plays_fail_only_where_a_line_is_open(path):
    listed = open_lines(pipeline.check(str(path)).obligations)
    choices = 10 if path.stem in SLOW else CHOICES
    for seed, instance in enumerate(instances(path)[:: max(1, len(instances(path)) // 3)]):
        fault = fault_of(game_of(instance), seed, choices)
        assert fault is None or (fault.span.file, fault.span.line) in listed, fault
        counted(path, "plays")


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_every_sort_of_fault_happens_where_it_is_listed(path):
    checked = pipeline.check(str(path))
    assert not checked.diagnostics
    text = path.read_text(encoding="utf-8").splitlines()
    marked = {(str(path), n + 1) for n, line in enumerate(text) if line.endswith("# fails")}
    game = game_of(instances(path)[0])
    faults = [fault for seed in range(PLAYS) if (fault := fault_of(game, seed)) is not None]
    assert {(fault.span.file, fault.span.line) for fault in faults} == marked
    assert marked <= open_lines(checked.obligations)


def faults_of_damaged(tmp_path, seeds):
    """Yield texts made wrong, each with the places that may fail and a fault that play met."""
    for seed in seeds:
        path = TO_DAMAGE[seed % len(TO_DAMAGE)]
        text = damaged(path.read_text(encoding="utf-8"), seed)
        file = tmp_path / f"damaged_{seed}.rules"
        file.write_text(text, encoding="utf-8")
        spec = pipeline.build(str(file)).spec
        if spec is None:
            continue
        proof = prove(spec)
        expected = open_lines(proof.obligations)
        expected |= {(found.span.file, found.span.line) for found in proof.failures}
        fault = fault_of(Game(spec), seed)
        if fault is not None:
            yield text, expected, fault


def assert_expected(tmp_path, seeds):
    faults = list(faults_of_damaged(tmp_path, seeds))
    assert faults
    counted(NOBODY, "faults", len(faults))
    for text, expected, fault in faults:
        assert (fault.span.file, fault.span.line) in expected, f"{fault}\n{text}"


def test_damaged_texts_fail_only_where_a_line_is_open(tmp_path):
    assert_expected(tmp_path, range(DAMAGES))


@pytest.mark.soak
def test_many_damaged_texts_fail_only_where_a_line_is_open(tmp_path):
    assert_expected(tmp_path, range(DAMAGES, 10_000))


def test_nothing_is_open_in_a_text_that_asks_before_it_acts():
    checked = pipeline.check(str(FLOW))
    assert not checked.diagnostics
    assert not open_lines(checked.obligations)
    assert len(checked.obligations) > 100


def raised_messages():
    """Return the beginnings of all messages with which the interpreter raises a `RuleFault`."""
    found = set()
    for file in sorted((ROOT / "interpreter").rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        found |= set(re.findall(r"RuleFault\(\s*f?\"([^\"]*)\"", source))
    return found


def test_every_message_of_a_fault_is_met_by_a_text_that_has_it():
    met = set()
    for path in FAULTY:
        game = game_of(instances(path)[0])
        met |= {str(f.message) for seed in range(PLAYS) if (f := fault_of(game, seed))}
    # No play comes to these: `score` is refused by `check`, and only bots of a table try all.
    refused = (
        "there is no score yet",
        "the score {score} is not",
        "the rules fail behind every choice",
    )
    for message in raised_messages():
        pattern = re.sub(r"\\\{.*?\\\}", ".*", re.escape(message))
        assert message.startswith(refused) or any(re.match(pattern, text) for text in met), message
