"""Write the rulebook of a rule text: as a page, as a PDF, or in plain text."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from interpreter.cli.arguments import add_game, natural
from interpreter.cli.files import put, refuse_existing
from interpreter.cli.output import write
from interpreter.cli.printing.picturing import look_for
from interpreter.game import Game
from interpreter.load import RulesError, UsageError, find
from interpreter.picture import picture, plan_of
from interpreter.rulebook import Position, Sources, book, html, pdf, text
from interpreter.state import State
from interpreter.testing.scenarios import run as run_scenario
from rulelang import pipeline
from rulelang.results import Built
from rulelang.settings import player_counts
from rulelang.wording import manual

EXAMPLE = "  rulelang rulebook GAME --html rules.html"
_WIDTH = 900
_EXAMPLES = 6
_PAPERS = {"a4": "a4", "letter": "us-letter"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_game(parser)
    parser.add_argument("--html", metavar="FILE", help="write a page; `-`: to standard output")
    parser.add_argument("--pdf", metavar="FILE", help="write a PDF (extra `print`)")
    parser.add_argument("--paper", choices=_PAPERS, default="a4", help="of the PDF (a4)")
    parser.add_argument(
        "--examples",
        type=natural,
        default=_EXAMPLES,
        metavar="N",
        help=f"so many scenarios get pictures, before and after ({_EXAMPLES})",
    )
    parser.add_argument("--force", action="store_true", help="overwrite files that are there")


def run(parsed: argparse.Namespace) -> int:
    """Write the rulebook."""
    refuse_existing([parsed.html, parsed.pdf], force=parsed.force)
    made = book(sources(parsed.game, parsed.players, dict(parsed.option), parsed.examples))
    if parsed.pdf is not None:
        put(parsed.pdf, pdf(made, _PAPERS[parsed.paper]), force=parsed.force)
    if parsed.html is not None:
        put(parsed.html, html(made), force=parsed.force)
    if parsed.html is None and parsed.pdf is None:
        write(text(made).rstrip("\n"))
    return 0


def sources(name: str, players: int | None, options: Mapping[str, str], examples: int) -> Sources:
    """Return what the rulebook of a game is made from.

    Args:
        name: a rule file, or the name of a game.
        players: how many play; None: for each number that the text allows.
        options: the variant; what is not named is as usual.
        examples: so many scenarios get pictures.

    Raises:
        UsageError: no such game or variant.
        RulesError: the text or its look has errors.
    """
    path = find(name)
    read = pipeline.read(path)
    if read.text is None:
        raise RulesError(path, read.diagnostics, read.sources)
    counts = player_counts(read.text) if players is None else (players,)
    built = [pipeline.build(path, count, options, parsed=read) for count in counts]
    games = [_game(path, one) for one in built]
    documents = tuple(game.document() for game in games)
    plan = plan_of(documents[0], look_for(games[0]), _WIDTH, None)
    starts = tuple(_start(game) for game in games)
    scenes = dict(islice(_scenes(built), examples))
    return Sources(manual(read.text, read.library), documents, plan, starts, scenes, _WIDTH)


def _game(path: str, built: Built) -> Game:
    if built.setting is None and built.diagnostics[-1].code == "unknown-setting":
        asked = built.diagnostics[-1]
        raise UsageError(f"{asked.title}; {asked.hint}")
    if built.spec is None:
        raise RulesError(path, built.diagnostics, built.sources)
    return Game(built.spec, rules=path, engine="reference")


def _start(game: Game) -> Position:
    """Return a picture of the first choice of a game; chance as it falls with the first seed."""
    return Position(_drawn(game.start(seed=0)), f"The start, for {len(game.players)} players")


def _drawn(state: State) -> str:
    game = state.game
    return picture(game.document(), state.sight(None), look_for(game), _WIDTH, "print")


def _scenes(built: Sequence[Built]) -> Iterator[tuple[str, tuple[Position, ...]]]:
    """Yield pictures of the scenarios of these variants in which somebody plays."""
    for one in built:
        for scenario in one.scenarios:
            result = run_scenario(scenario, Game(scenario.spec, engine="reference"))
            given, reached = result.given, result.reached
            if given is not None and reached is not None and given.position != reached.position:
                before, after = _drawn(given), _drawn(reached)
                yield scenario.name, (Position(before, "Before"), Position(after, "After"))
