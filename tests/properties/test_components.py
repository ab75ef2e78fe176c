"""What lies where: nothing is created or lost, and every cell holds what it is declared to."""

from collections import Counter

import attrs

from interpreter.layout import indices
from rulelang.rule_types import Maybe, Number, values_of
from tests.support.plays import over_plays


def zone_cells(spec):
    """Return the zones of a specification, once for each of their cells, in order."""
    return [zone for zone in spec.zones for _ in indices(zone.index)]


def variable_cells(spec):
    return [variable for variable in spec.variables for _ in indices(variable.index)]


@over_plays()
def test_components_are_neither_created_nor_lost(play):
    spec = play.game.spec
    # A die turns from one face to another: its faces count as one kind.
    alike = [min(kind.faces, default=number) for number, kind in enumerate(spec.kinds)]
    copies = Counter({alike[number]: kind.copies for number, kind in enumerate(spec.kinds)})
    zones = len(zone_cells(spec))
    for state in play.states:
        lying = Counter(alike[kind] for cell in state.position.cells[:zones] for kind in cell)
        assert lying == +copies


@over_plays()
def test_zones_hold_what_they_may_in_their_order(play):
    zones = zone_cells(play.game.spec)
    for state in play.states:
        for zone, held in zip(zones, state.position.cells, strict=False):
            assert set(held) <= set(zone.kinds)
            assert zone.capacity is None or len(held) <= zone.capacity
            if zone.shape == "one":
                assert len(held) <= 1
            if zone.shape in ("set", "bag"):
                assert held == tuple(sorted(held))


def fits(value, kind):
    if isinstance(kind, Maybe):
        return value is None or fits(value, kind.of)
    if isinstance(kind, Number):
        return kind.low <= value <= kind.high
    return value in values_of(kind)


@over_plays()
def test_variables_stay_within_their_types(play):
    variables = variable_cells(play.game.spec)
    for state in play.states:
        values = state.position.cells[-len(variables) :] if variables else ()
        for variable, value in zip(variables, values, strict=True):
            assert fits(value, variable.type), (variable.name, value)


@over_plays(rarity=3)
def test_clocks_are_no_part_of_a_position(play):
    for state in play.states:
        position = state.position
        later = attrs.evolve(position, clocks=tuple(clock + 1 for clock in position.clocks))
        assert later == position
        assert hash(later) == hash(position)
