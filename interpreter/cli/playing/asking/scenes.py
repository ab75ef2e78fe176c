"""From play to text: the scenario that leads where a play stands, added to a file."""

from __future__ import annotations

from pathlib import Path

from interpreter.play import has_secrets
from interpreter.state import State
from interpreter.testing.writing import scenario_text


def add_scenario(state: State, name: str) -> str:
    """Add the scenario of a position at the end of a file; return what to say of it.

    Args:
        state: the position.
        name: of the file, which may be the rule text itself; "" if none was named.
    """
    if not name:
        return "Name the file to add it to: `x scenarios.txt`, or the rule text itself"
    path = Path(name)
    steps = len(state.path) - 1
    try:
        told = scenario_text(state, f"after {steps} steps of a play")
        is_new = not path.exists() or not path.stat().st_size
        with path.open("a", encoding="utf-8") as file:
            file.write(told if is_new else f"\n{told}")
    except ValueError as error:
        return f"Nothing was written: {error}; a scenario begins after the set-up"
    except OSError as error:
        return f"Nothing was written: {path}: {error.strerror or error}"
    secrets = " It tells what is hidden too." if has_secrets(state.game) else ""
    return f"The scenario of this position is at the end of {path}.{secrets}"
