"""The words that tell with which settings a finding holds select just those."""

from hypothesis import given
from hypothesis import strategies as st

from rulelang.elaborate.context import Setting
from rulelang.findings.deciding import deciding, in_words

EVERY = [
    Setting(players, {"map": where, "storms": storms})
    for players in (2, 3, 4)
    for where in ("east", "west")
    for storms in ("off", "on")
]


@given(st.sets(st.integers(0, len(EVERY) - 1), min_size=1, max_size=len(EVERY) - 1))
def test_what_is_told_selects_what_was_found_and_no_other(numbers):
    found = [EVERY[number] for number in sorted(numbers)]
    others = [setting for setting in EVERY if setting not in found]
    axes, values = deciding(found, others)
    selected = [
        setting
        for setting in EVERY
        if tuple(str(setting.players) if a == "" else setting.options[a] for a in axes) in values
    ]
    assert selected == found


def test_only_what_decides_is_told():
    def told(holds):
        found = [setting for setting in EVERY if holds(setting)]
        return in_words(found, [setting for setting in EVERY if not holds(setting)])

    assert told(lambda s: s.players > 2) == "Found with 3 or 4 players."
    assert told(lambda s: s.options["map"] == "west") == "Found with map west."
    assert (
        told(lambda s: s.players == 4 and s.options["storms"] == "on")
        == "Found with 4 players, storms on."
    )
    both = told(lambda s: s.players == 2 or s.options["storms"] == "on")
    assert both.endswith("2 players, storms on; 3 players, storms on, and 1 more.")


def test_more_options_than_are_tried_together_are_told_in_full():
    names = ("map", "storms", "long", "night")
    found = Setting(2, dict.fromkeys(names, "on"))
    others = [Setting(2, {**found.options, name: "off"}) for name in names]
    assert in_words([found], others) == "Found with map on, storms on, long on, night on."
