"""A position by the names that its text gives to places and things."""


def named_cells(state):
    """Return what every zone holds, as names, and what every variable is."""
    layout = state.game.layout
    kinds = layout.spec.kinds
    return {
        layout.names[cell]: [kinds[kind].label for kind in held]
        if isinstance(held, tuple)
        else held
        for cell, held in enumerate(state.position.cells)
    }


def named_zones(state):
    """Return what lies in every zone, by name, as names."""
    return {name: held for name, held in named_cells(state).items() if isinstance(held, list)}
