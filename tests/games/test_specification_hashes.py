"""What each shipped game is, by its fingerprint: saved plays and kept engines go by it.

It changes where the rules of a game change, or what an instance compiles to; never because of what
is written beside the rules. `pytest --bless` writes the new ones down: look which games differ.
"""

import json
from pathlib import Path

from tests.support.games import RULES, instances

KEPT = Path(__file__).with_name("specification_hashes.json")


def test_no_shipped_game_has_become_another(request):
    found = {path.stem: _fingerprints(path) for path in RULES}
    if request.config.getoption("--bless"):
        KEPT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    assert found == json.loads(KEPT.read_text(encoding="utf-8"))


def _fingerprints(path):
    """Return the hash of the first and the last instance, and how many there are."""
    every = instances(path)
    first, last = (every[at].game.specification_hash for at in (0, -1))
    return {"first": first, "last": last, "instances": len(every)}
