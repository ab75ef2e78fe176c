"""What the process that proves tells of a text, after those that it has seen before."""

import attrs

from interpreter import load
from interpreter.editor import prover
from interpreter.hosting.playthrough import record, to_text
from rulelang import pipeline
from rulelang.parsing.spacing import Spacing

TEXT = """\
game "Wells"
players 2
var water(Player): 0..9
play:
    each turn of p, at most 6:
        p chooses:
            wait: add 1 to water(p)
    end: draw

to pour(p):
    set water(p) to 8
    add 5 to water(p)

scenario "too much":
    do pour(P1)
scenario "less":
    given water(P1) is 2
    expect water(P1) is 3
"""


@attrs.define
class Jobs:
    """Where somebody listens who asks for nothing else."""

    told: list[object] = attrs.field(factory=list)

    def poll(self):
        return False

    def send(self, report):
        self.told.append(report)


def proved(desk, memory, text):
    jobs = Jobs()
    prover.do(jobs, prover.Job(1, "wells.rules", text, {}), memory, desk)
    return jobs.told


def stands(path, text, memory, desk):
    jobs = Jobs()
    prover.do(jobs, prover.Job(1, str(path), text, {}), memory, desk)
    return jobs.told[-1].standing


def test_it_is_told_where_the_newest_saved_play_of_these_rules_stands(tmp_path):
    path = tmp_path / "wells.rules"
    rules = TEXT.partition("to pour")[0]
    path.write_text(rules, encoding="utf-8")
    game = load(str(path), engine="reference")
    state = game.start(seed=1)
    for _ in range(3):
        state = state.child(state.legal_actions[0])
    (tmp_path / "wells.json").write_text(to_text(record(state)), encoding="utf-8")
    desk, memory = pipeline.Desk(spacing=Spacing()), prover.Watching()
    standing = stands(path, "# a well\n" + rules, memory, desk)
    assert standing.told("water", "water") == (
        "In `wells.json`, after 3 steps: `water(P1)`: 2; `water(P2)`: 1."
    )
    assert standing.told("water", "water(P2)").endswith(": `water(P2)`: 1.")
    assert standing.told("fire", "fire") == ""
    assert stands(path, rules, memory, desk) is standing
    assert stands(path, rules.replace("0..9", "0..8"), memory, desk) is None


def lines(text):
    """Return where an effect, what fails in it and what fails in examples stand."""
    found = ("to pour", "    add 5 to", "    do pour", "    expect water")
    return [1 + text[: text.index(line)].count("\n") for line in found]


def test_places_are_those_of_the_text_wherever_it_was_laid_out():
    desk, memory = pipeline.Desk(spacing=Spacing()), prover.Watching()
    moved = TEXT.replace("    set water(p) to 8", "    # eight\n    set water(p) to 8")
    for text in (TEXT, moved, moved.replace("play:", "# how\n\nplay:"), TEXT):
        *_, checked, _, ran = proved(desk, memory, text)
        effect, adds, pours, expects = lines(text)
        too_much, less = ran.outcomes["too much"], ran.outcomes["less"]
        assert (too_much.line, less.line) == (pours, expects)
        assert f"wells.rules:{adds}:" in too_much.message
        assert [one.span.line for one in checked.findings] == [effect]


def test_what_was_proved_before_is_not_proved_again():
    desk, memory = pipeline.Desk(spacing=Spacing()), prover.Watching()
    proved(desk, memory, TEXT)
    before, units = memory.made, units_of(desk)
    proved(desk, memory, TEXT.replace("\nscenario", "\n# a remark\n\nscenario", 1))
    assert memory.made == before
    assert units_of(desk) == units


def units_of(desk):
    return {id(unit) for made in desk.shelf.instances.values() for unit in made.units}
