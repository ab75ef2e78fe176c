"""Put grammar.lark and games/ into the wheel, inside the package `rulelang`.

A table `force-include` in pyproject.toml would do the same, but hatchling also copies what it
names into an editable install, where the copies grow stale. This adds them to a standard wheel
only; in a checkout the code reads the files where they are.
"""

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = {"grammar.lark": "rulelang/grammar.lark", "games": "rulelang/games"}


class ShipRuleTexts(BuildHookInterface):
    """The build hook that hatchling finds in this file."""

    def initialize(self, version: str, build_data: dict[str, dict[str, str]]) -> None:
        """Add what ships to `build_data`, unless `version` is "editable"."""
        if version == "standard":
            build_data["force_include"].update(SHIPPED)
