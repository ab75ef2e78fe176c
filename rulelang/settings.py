"""The ways to play a game: player counts and options.

Also which instances are checked, and what a scenario's `with` names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

import attrs

from rulelang import surface
from rulelang.diagnostics import Diagnostic, Edit
from rulelang.elaborate.context import Setting
from rulelang.elaborate.scenes import settings_of
from rulelang.messages import flow, types
from rulelang.source import NOWHERE, Span
from rulelang.suggest import did_you_mean, nearest

MAX_INSTANCES = 64
MAX_PLAYERS = 64
MAX_VALUES = 20  # of one option
MAX_OPTIONS = 40
MAX_PAIRS = 400  # of values of two options, each of which is an instance of its own
_OFF = frozenset({"flag", "bool", "boolean", "no", "false"})
"""Words for a flag that begin with what it is by default."""
_FLAGS = ({"flag"}, {"bool"}, {"boolean"}, {"yes", "no"}, {"true", "false"})
Options = Mapping[str, tuple[str, ...]]


def player_counts(text: surface.RuleText) -> tuple[int, ...]:
    """Return how many may play, ascending; () where the text does not say."""
    for node in text.declarations:
        if isinstance(node, surface.Players):
            return (len(node.names),) if node.names else tuple(range(node.low, node.high + 1))
    return ()


def problems(text: surface.RuleText) -> Iterator[Diagnostic]:
    """Yield what is wrong with the player counts and options, before any instance is made."""
    sizes = []
    for node in text.declarations:
        match node:
            case surface.Players(names=(), low=low, high=high, span=span):
                if low > high:
                    yield types.falling_range(low, high, span, "players ")
                elif low < 1:
                    yield flow.no_players(span)
                elif high > MAX_PLAYERS:
                    yield flow.too_large("these are too many players", high, MAX_PLAYERS, span)
                else:
                    sizes.append((high - low + 1, span))
            case surface.Players(names=names, teams=teams, span=span) if (
                teams and len(names) % len(teams) and len(names) > len(teams)
            ):
                yield flow.uneven_teams(len(names), [team.text for team in teams], span)
            case surface.Players(names=names, span=span) if len(names) > MAX_PLAYERS:
                yield flow.too_large("these are too many players", len(names), MAX_PLAYERS, span)
            case surface.Option(settings=listed, name=name):
                yield from _no_choice(name, listed)
                sizes.append((len(listed) or 2, name.span))
            case _:
                pass
    yield from _too_many_ways(text, sorted(sizes, key=lambda size: size[0], reverse=True))


def _no_choice(name: surface.Name, listed: Sequence[surface.Name]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the settings of an option; a flag has none."""
    if len(listed) > MAX_VALUES:
        what = f"`{name.text}` has too many settings"
        yield flow.too_large(what, len(listed), MAX_VALUES, name.span)
    elif {one.text for one in listed} in _FLAGS:
        at, end = listed[0].span, listed[-1].span
        span = Span(at.file, at.line, at.column, end.end_line, end.end_column)
        is_off_first = listed[0].text in _OFF
        yield flow.flag_with_settings(name.text, name.span, span, is_off_first=is_off_first)
    elif len(listed) == 1:
        yield flow.no_choice(name.text, listed[0].text, listed[0].span)


def _too_many_ways(
    text: surface.RuleText, sizes: Sequence[tuple[int, Span]]
) -> Iterator[Diagnostic]:
    """Yield a finding if checking every pair of settings would take too long."""
    options = len(options_of(text))
    if options > MAX_OPTIONS:
        what = "there are too many options"
        yield flow.too_large(what, options, MAX_OPTIONS, sizes[-1][1])
    if len(sizes) > 1 and sizes[0][0] * sizes[1][0] > MAX_PAIRS and sizes[0][0] <= MAX_PLAYERS:
        two = [size for size, _ in sizes[:2]]
        what = "there are too many ways to play this game"
        yield flow.too_large(what, two[0] * two[1], MAX_PAIRS, sizes[1][1], flow.factors(two))


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
            f"{players} cannot play this game", _possible([str(n) for n in counts]), span
        )
    values = {name: listed[0] for name, listed in offered.items()}
    for name, value in options.items():
        if name not in offered:
            near = did_you_mean(name, offered)
            return flow.wrong_setting(
                f"no option is named `{name}`", near or _possible(list(offered)), span
            )
        if value not in offered[name]:
            return flow.wrong_setting(
                f"`{name}` cannot be `{value}`", _possible(offered[name]), span
            )
        values[name] = value
    return Setting(players if players is not None else min(counts, default=0), values)


def _possible(values: Sequence[str]) -> str:
    if not values:
        return "the game has no options"
    return "possible: " + ", ".join(f"`{value}`" for value in values)


def of_scenario(text: surface.RuleText, node: surface.Scenario) -> Setting | Diagnostic:
    """Return the setting that a scenario is about."""
    players: int | None = None
    options: dict[str, str] = {}
    span, offered = node.span, options_of(text)
    for setting in settings_of(node):
        span, name = setting.span, setting.option
        if name is None:
            players = setting.players
        elif name.text not in offered:
            meant = nearest(name.text, offered)
            hint = f"did you mean `{meant}`?" if meant else _possible(list(offered))
            found = flow.wrong_setting(f"no option is named `{name.text}`", hint, name.span)
            return attrs.evolve(found, mend=(Edit(name.span, meant),) if meant else ())
        else:
            options[name.text] = "on" if setting.value is None else setting.value.text
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
