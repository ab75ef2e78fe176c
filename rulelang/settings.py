"""The ways to play a game: player counts and options.

Also which instances are checked, and what a scenario's `with` names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product

from rulelang import surface
from rulelang.diagnostics import Diagnostic
from rulelang.elaborate.context import Setting
from rulelang.elaborate.scenes import settings_of
from rulelang.messages import flow
from rulelang.source import NOWHERE, Span
from rulelang.suggest import did_you_mean

MAX_INSTANCES = 64
Options = Mapping[str, tuple[str, ...]]


def player_counts(text: surface.RuleText) -> tuple[int, ...]:
    """Return how many may play, ascending; () where the text does not say."""
    for node in text.declarations:
        if isinstance(node, surface.Players):
            return (len(node.names),) if node.names else tuple(range(node.low, node.high + 1))
    return ()


def options_of(text: surface.RuleText) -> dict[str, tuple[str, ...]]:
    """Return the options with their values, the default first; a flag is `off` or `on`."""
    found: dict[str, tuple[str, ...]] = {}
    for node in text.declarations:
        if isinstance(node, surface.Option):
            found[node.name.text] = tuple(setting.text for setting in node.settings) or (
                "off",
                "on",
            )
    return found


def chosen(
    text: surface.RuleText, players: int | None, options: Mapping[str, str], span: Span = NOWHERE
) -> Setting | Diagnostic:
    """Return the setting that a choice of players and options names, or what is wrong with it."""
    counts, offered = player_counts(text), options_of(text)
    if players is not None and players not in counts:
        return flow.wrong_setting(
            f"{players} cannot play this game", _listed([str(n) for n in counts]), span
        )
    values = {name: listed[0] for name, listed in offered.items()}
    for name, value in options.items():
        if name not in offered:
            near = did_you_mean(name, offered)
            return flow.wrong_setting(
                f"no option is named `{name}`", near or _listed(list(offered)), span
            )
        if value not in offered[name]:
            return flow.wrong_setting(
                f"`{name}` cannot be `{value}`", _listed(offered[name]), span
            )
        values[name] = value
    return Setting(players if players is not None else min(counts, default=0), values)


def _listed(values: Sequence[str]) -> str:
    return ", ".join(f"`{value}`" for value in values) or "none"


def of_scenario(text: surface.RuleText, node: surface.Scenario) -> Setting | Diagnostic:
    """Return the setting that a scenario is about."""
    players: int | None = None
    options: dict[str, str] = {}
    span = node.span
    for setting in settings_of(node):
        span = setting.span
        if setting.players is not None:
            players = setting.players
        elif setting.option is not None:
            options[setting.option.text] = "on" if setting.value is None else setting.value.text
    return chosen(text, players, options, span)


def instances(text: surface.RuleText) -> tuple[Setting, ...]:
    """Return the instances to check.

    All of them up to 64, else a set in which every pair of choices occurs (Ref §26).
    """
    counts, offered = player_counts(text), options_of(text)
    axes: list[tuple[str, ...]] = [tuple(str(n) for n in counts), *offered.values()]
    total = 1
    for axis in axes:
        total *= len(axis)
    rows = list(product(*axes)) if total <= MAX_INSTANCES else _pairwise(axes)
    return tuple(Setting(int(row[0]), dict(zip(offered, row[1:], strict=True))) for row in rows)


def _pairwise(axes: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return rows that hold every pair of values of two axes.

    Among them the row of all first values and the row of all last values.
    """
    missing = {
        (i, a, j, b)
        for i, j in combinations(range(len(axes)), 2)
        for a in axes[i]
        for b in axes[j]
    }
    rows: list[tuple[str, ...]] = []

    def take(row: tuple[str, ...]) -> None:
        rows.append(row)
        missing.difference_update(
            (i, row[i], j, row[j]) for i, j in combinations(range(len(axes)), 2)
        )

    take(tuple(axis[0] for axis in axes))
    take(tuple(axis[-1] for axis in axes))
    while missing:
        i, a, j, b = min(missing)
        row = [axis[0] for axis in axes]
        row[i], row[j] = a, b
        for k, axis in enumerate(axes):
            if k not in (i, j):
                row[k] = max(
                    axis, key=lambda value: _gain(missing, [*row[:k], value, *row[k + 1 :]])
                )
        take(tuple(row))
    return rows


def _gain(missing: set[tuple[int, str, int, str]], row: Sequence[str]) -> int:
    return sum((i, row[i], j, row[j]) in missing for i, j in combinations(range(len(row)), 2))
