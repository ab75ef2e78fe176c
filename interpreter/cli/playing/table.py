"""Open a table in the browser: a picture to point at, for people and bots, on this machine.

Needs the extra `table`. The plays are kept in one file, so a table goes on where it was left.
"""

from __future__ import annotations

import argparse
import importlib.util
import secrets
import socket
import sys
import webbrowser
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

from interpreter.bots import Bot
from interpreter.cli.arguments import (
    add_engine,
    add_scenario,
    add_seed,
    add_variant,
    load_begun,
    natural,
    seat_of,
)
from interpreter.cli.bots import KINDS, add_width, bot_kind
from interpreter.cli.output import is_terminal, write
from interpreter.cli.playing.watching import watching
from interpreter.cli.printing.rulebook import sources
from interpreter.game import Game
from interpreter.load import RulesError, UsageError, load
from interpreter.report import html as report_page
from interpreter.report import report
from interpreter.rulebook import book
from interpreter.rulebook import html as book_page
from interpreter.table import SERVED, store_at

EXAMPLE = "  rulelang table GAME --seat P1"
_PORT = 8137
_FILE = "rulelang-tables.sqlite"
_EVERYWHERE = "0.0.0.0"  # noqa: S104 - only where `--open` asks for it
_DEADLINE_S = 30.0
_OWN = ("127.0.0.1", "::1", "localhost")
PLAYS = 2_000

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from interpreter.table import Author, Hall, Opened, Store


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="a rule file, or the name of a game"
    )
    add_variant(parser)
    add_scenario(parser)
    add_seed(parser)
    add_engine(parser)
    parser.add_argument(
        "--seat",
        metavar="NAME",
        action="append",
        default=[],
        help="a person sits there; may be given several times (the first player alone)",
    )
    parser.add_argument(
        "--bot",
        type=bot_kind,
        default=bot_kind("mcts"),
        metavar="KIND",
        help=f"the others: {KINDS}",
    )
    add_width(parser)
    parser.add_argument(
        "--invite",
        action="store_true",
        help="people take their seats in the browser first; the first one starts the game",
    )
    parser.add_argument("--onlookers", action="store_true", help="a link for those who watch")
    parser.add_argument("--address", default="127.0.0.1", help="where to listen (127.0.0.1)")
    parser.add_argument("--port", type=natural, default=_PORT, help=f"on which port ({_PORT})")
    parser.add_argument(
        "--open",
        action="store_true",
        help="listen to the whole network, for several machines; unless seats are named people"
        " take them in the browser, as with --invite",
    )
    parser.add_argument(
        "--keep",
        default=_FILE,
        metavar="WHERE",
        help=f"where plays are kept: a file, or postgresql://… ({_FILE})",
    )
    parser.add_argument(
        "--serve", action="store_true", help="serve the tables that are kept, and open none"
    )
    parser.add_argument(
        "--links",
        metavar="URL",
        help="open the table, print its links at URL and end: another process serves it",
    )
    parser.add_argument(
        "--https", action="store_true", help="a proxy in front has https: cookies are for it alone"
    )
    parser.add_argument(
        "--watch",
        nargs="?",
        const="stay",
        choices=("stay", "back"),
        help="try the play again whenever the rule text changes; where it is not possible any"
        " more, stay under the old text, or go back to before the first choice that is not",
    )
    parser.add_argument(
        "--allow-upload",
        action="store_true",
        help="anybody may bring rule texts; each is read in a process with limits",
    )
    parser.add_argument("--no-browser", action="store_true", help="only say the address")


def run(parsed: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    _check_installed()
    from interpreter.table import Hall, Reader, Thinkers, serve  # noqa: PLC0415 - an extra

    if parsed.serve == (parsed.game is not None) or (parsed.serve and parsed.links):
        raise UsageError("name a game to open a table, or `--serve` to serve those that are kept")
    if parsed.watch and (parsed.serve or parsed.links):
        raise UsageError(
            "`--watch` follows the text of a table that this command opens and serves"
        )
    open_store = partial(store_at, parsed.keep)
    if parsed.links:
        hall = Hall(_opened(open_store))
        try:
            _open_table(hall, load_begun(parsed), parsed, parsed.links.rstrip("/"))
        finally:
            hall.close()
        return 0
    reader = Reader() if parsed.allow_upload else None
    game = None if parsed.serve else _game_now(parsed)
    with _listening(_EVERYWHERE if parsed.open else parsed.address, parsed.port) as door:
        hall = Hall(
            _opened(open_store), Thinkers(open_store, bot_of, _DEADLINE_S, max(1, parsed.width))
        )
        here = f"http://{_host(parsed)}:{door.getsockname()[1]}"

        def opened(game: Game) -> str:
            made = _open_table(hall, game, parsed, here)
            sys.stdout.flush()
            if made.tokens and is_terminal(sys.stdout) and not parsed.no_browser:
                webbrowser.open(f"{here}/join#{next(iter(made.tokens.values()))}")
            return made.table

        try:
            table = None if game is None else opened(game)
            if game is None:
                write(f"Serving at {here}.")
            write(f"Plays are kept in {_shown(parsed.keep)}. Ctrl-C ends the server.")
            sys.stdout.flush()
            with watching(hall, table, parsed, opened) if parsed.watch else nullcontext():
                author = author_of(parsed)
                serve(hall, door, secure=parsed.https, reader=reader, author=author)
        finally:
            hall.close()
    return 0


def author_of(parsed: argparse.Namespace) -> Author | None:
    """Return what is written for the author of a text; None where others are served too."""
    from interpreter.table import Author  # noqa: PLC0415 - as above

    alone = parsed.address in _OWN and not (parsed.open or parsed.https or parsed.serve)
    if not alone or parsed.allow_upload or parsed.keep.startswith(SERVED):
        return None
    return Author(parsed.keep, report_of, rulebook_of)


def report_of(path: Path, players: int, options: Mapping[str, str]) -> str:
    """Return the report of a rule file as a page."""
    return report_page(report(load(path, players=players, options=options), PLAYS, effort=0))


def rulebook_of(path: Path, players: int, options: Mapping[str, str]) -> str:
    """Return the rulebook of a rule file as a page."""
    return book_page(book(sources(str(path), players, options, 0)))


def _game_now(parsed: argparse.Namespace) -> Game | None:
    """Return the game; None where its text has mistakes and is watched until it has none."""
    try:
        return load_begun(parsed)
    except RulesError:
        if not parsed.watch:
            raise
        return None


def _opened(open_store: Callable[[], Store]) -> Store:
    """Return the store.

    Raises:
        UsageError: it cannot be opened.
    """
    from interpreter.table import StoreDown  # noqa: PLC0415 - as above

    try:
        return open_store()
    except StoreDown as error:
        raise UsageError(f"{error}; name another place by --keep") from error


def _open_table(hall: Hall, game: Game, parsed: argparse.Namespace, here: str) -> Opened:
    """Open a table and say its links."""
    watched: bool = parsed.onlookers
    if parsed.invite or (parsed.open and not parsed.seat):
        opened = hall.invite(parsed.game, game, parsed.seed, onlookers=watched)
    else:
        bots = _bots(game, parsed)
        opened = hall.open(parsed.game, game, bots, parsed.seed, onlookers=watched)
    for seat, token in opened.tokens.items():
        write(f"{'onlookers' if seat < 0 else game.players[seat]}: {here}/join#{token}")
    return opened


def bot_of(text: str) -> Bot:
    """Return the bot of a seat, as the store names it; called in the process of the bots."""
    return bot_kind(text).make(secrets.randbits(64), among_bots=False)


def _shown(where: str) -> str:
    """Return where plays are kept, without the password that an address may hold."""
    return "PostgreSQL" if where.startswith(SERVED) else where


def _bots(game: Game, parsed: argparse.Namespace) -> dict[str, str]:
    """Return the kinds of the bots, by player: all seats that no person takes."""
    people = {seat_of(game, name) for name in parsed.seat} or {0}
    return {name: str(parsed.bot) for n, name in enumerate(game.players) if n not in people}


def _listening(address: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        UsageError: nobody can listen there.
    """
    door = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((address, port))
        door.listen()  # who follows a link at once waits, and is not refused
    except (OSError, OverflowError) as error:
        door.close()
        raise UsageError(
            f"nobody can listen at {address}, port {port}: {error}; name another by --port"
        ) from error
    return door


def _host(parsed: argparse.Namespace) -> str:
    """Return the name or number under which browsers find this machine."""
    if parsed.open:
        return _number_in_network() or socket.gethostname()
    return f"[{parsed.address}]" if ":" in parsed.address else str(parsed.address)


def _number_in_network() -> str | None:
    """Return the number of this machine in its network, where it has one: names need a server.

    Nothing is sent: the socket is asked from where it would be.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # an address that is nobody's, RFC 5737
            number: str = asked.getsockname()[0]
        except OSError:
            return None
    return None if number.startswith(("0.", "127.")) else number


def _check_installed() -> None:
    """Raise `UsageError` where the extra is missing."""
    missing = [name for name in ("starlette", "uvicorn") if importlib.util.find_spec(name) is None]
    if missing:
        raise UsageError(f"a table needs {' and '.join(missing)}: pip install 'rulelang[table]'")
