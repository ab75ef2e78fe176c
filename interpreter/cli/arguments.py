"""Arguments that several commands share, and what they mean."""

from __future__ import annotations

import argparse
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.load import SUFFIX, UsageError, find, load

if TYPE_CHECKING:  # not every command plays
    from interpreter.game import Game

_SEEDS = 2**64


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name a game and its variant."""
    parser.add_argument("game", metavar="GAME", help="a rule file, or the name of a game")
    add_variant(parser)


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name a variant of a game."""
    parser.add_argument("--players", type=natural, metavar="N", help="how many play")
    parser.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a variant; may be given several times",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add `--seed`."""
    parser.add_argument("--seed", type=seed, metavar="N", help="what decides all chance")


def add_scenario(parser: argparse.ArgumentParser) -> None:
    """Add `--scenario`, for commands that play."""
    parser.add_argument(
        "--scenario",
        metavar="NAME",
        help="begin where a scenario of the text has come to: its name, or part of it",
    )


def add_engine(parser: argparse.ArgumentParser, otherwise: str = "native") -> None:
    """Add `--engine`; `otherwise`: who plays where neither it nor the environment says so."""
    from interpreter.game import ENGINES  # noqa: PLC0415 - see above

    parser.add_argument(
        "--engine",
        choices=ENGINES,
        help=f"who plays; what happens is the same (RULELANG_ENGINE, else {otherwise})",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="write the result as JSON")


def load_game(parsed: argparse.Namespace) -> Game:
    """Return the game that the arguments of `add_game` name."""
    return load(
        parsed.game, players=parsed.players, options=dict(parsed.option), engine=parsed.engine
    )


def load_begun(parsed: argparse.Namespace) -> Game:
    """Return the game that the arguments of `add_game` and `add_scenario` name."""
    if parsed.scenario is None:
        return load_game(parsed)
    if parsed.players is not None or parsed.option:
        raise UsageError("a scenario brings its own players and options")
    from interpreter.testing.beginning import game_at  # noqa: PLC0415 - see above

    return game_at(parsed.game, parsed.scenario, engine=parsed.engine)


def natural(text: str) -> int:
    """Return a whole number from 0, or say that `text` is none."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"`{text}` is no whole number from 0, such as 12")
    return int(text)


def seed(text: str) -> int:
    """Return a seed, or say that `text` is none."""
    if not (text.isascii() and text.isdigit()) or int(text) >= _SEEDS:
        raise argparse.ArgumentTypeError(
            f"`{text}` is no seed; give a whole number from 0 below 2^64, such as 7"
        )
    return int(text)


def seat_of(game: Game, name: str) -> int:
    """Return the player with this name, whose case does not matter.

    Raises:
        UsageError: nobody is called so.
    """
    names = [player.casefold() for player in game.players]
    if name.casefold() in names:
        return names.index(name.casefold())
    near = get_close_matches(name.casefold(), names, n=1)
    mend = f"did you mean `{game.players[names.index(near[0])]}`?" if near else ""
    raise UsageError(
        f"no seat is named `{name}`; {mend or 'there are ' + ', '.join(game.players)}"
    )


def rule_files(names: list[str]) -> list[str]:
    """Return the rule files that `names` are, or that lie in them, in order and once.

    What is no file and no folder here may be the name of a shipped game.

    Raises:
        UsageError: no such file, folder or game, or a folder without rule files.
    """
    found: dict[str, None] = {}
    for name in names:
        path = Path(name)
        if path.is_dir():
            files = sorted(str(file) for file in path.rglob(f"*{SUFFIX}") if file.is_file())
            if not files:
                raise UsageError(f"there is no rule file (*{SUFFIX}) in `{name}`")
            found.update(dict.fromkeys(files))
        elif path.exists():
            found[name] = None
        elif path.name == name:
            found[find(name)] = None
        else:
            raise UsageError(f"there is no file or folder `{name}`")
    return list(found)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        shown = f"{name}=VALUE, or {name}=on" if name else "NAME=VALUE"
        raise argparse.ArgumentTypeError(f"`{text}` names no value; write --option {shown}")
    return name.strip(), value.strip()
