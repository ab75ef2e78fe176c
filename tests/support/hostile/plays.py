"""Doors into play: files of plays and sessions, what is typed and submitted, trees on disk."""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
import sys
import warnings
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random

import numpy as np

from interpreter import IllegalAction, PlaythroughError, Session, playthrough
from interpreter.batch import BatchGame
from interpreter.bots import Uniform
from interpreter.cli.playing.asking.conversation import Conversation
from interpreter.cli.playing.asking.lines import Lines
from interpreter.cli.playing.asking.saving import Saver
from interpreter.game import Game
from interpreter.keeping import front_end
from interpreter.load import UsageError, load
from interpreter.play.prose import tell
from interpreter.play.table import Table
from interpreter.state import State
from rulelang.keeping import disk
from tests.support.hostile.spoiling import NUMBERS, SIGNS, VALUES, spoilt, spoilt_value, written
from tests.support.journals import plain, rechained

Door = Callable[[Random, list[object]], None]
GAMES = ("tic_tac_toe", "kuhn_poker", "leduc_poker", "liars_dice", "kalah")
REFUSED = (PlaythroughError, UsageError, IllegalAction)


def _games() -> list[Game]:
    return [
        load(name, engine=engine)
        for name, engine in zip(GAMES, ("reference", "native") * 3, strict=False)
    ]


def _played(game: Game, random: Random) -> State:
    """Return a state somewhere in a play."""
    state = game.start(seed=random.randrange(99))
    for _ in range(random.randint(0, 6)):
        if state.is_terminal:
            break
        state = state.apply(random.choice(state.legal_ids))
    return state


# ---------------------------------------------------------------- files


def playthroughs(folder: Path) -> Door:  # noqa: ARG001 - as the others have it
    """Restore and tell a spoilt playthrough; half of them have the digest of what they say."""
    plays = [
        (game, json.loads(playthrough.to_text(playthrough.record(_played(game, Random(at))))))
        for game in _games()
        for at in range(20)
    ]

    def put(random: Random, shown: list[object]) -> None:
        game, data = random.choice(plays)
        changed = data
        for _ in range(random.choice((1, 1, 2))):
            changed = spoilt_value(changed, random)
        if isinstance(changed, dict) and random.random() < 0.7:
            content = {name: one for name, one in changed.items() if name != "digest"}
            canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
            changed = {**content, "digest": hashlib.sha256(canonical.encode()).hexdigest()}
        text = written(changed, random)
        shown.append(text)
        with suppress(PlaythroughError):
            state = playthrough.restore(game, playthrough.from_text(text))
            assert playthrough.from_text(playthrough.to_text(playthrough.record(state)))
            assert "" not in list(tell(state.path))
            assert state.past_chance() is not None

    return put


def sessions(folder: Path) -> Door:
    """Load a spoilt file of a session, look at it, and go on with it.

    Most have the chain of what they say: else nothing behind that would be reached.
    """
    kept_lines = [(game, _session_lines(game, folder, at)) for game in _games() for at in range(9)]
    path = folder / "spoilt.jsonl"

    def put(random: Random, shown: list[object]) -> None:
        game, lines = random.choice(kept_lines)
        is_chained = random.random() < 0.8
        lines = plain(lines) if is_chained else list(lines)
        at = random.randrange(len(lines)) if random.random() < 0.6 else 0
        lines[at] = written(spoilt_value(json.loads(lines[at]), random), random)
        if random.random() < 0.2:
            lines = spoilt("\n".join(lines), lines, random).split("\n")
        lines = rechained(lines) if is_chained else lines
        data = "\n".join(lines) + ("\n" if random.random() < 0.8 else "")
        shown.append(data)
        path.write_bytes(data.encode("utf-8", "surrogatepass"))
        with suppress(*REFUSED), warnings.catch_warnings(action="ignore"):
            # A bot in a file may think as long as the file says, so people take all seats.
            people = {player: f"seat {player}" for player in game.players}
            _looked_at(Session.load(path, game=game, seats=people), random)

    return put


def _session_lines(game: Game, folder: Path, at: int) -> list[str]:
    path = folder / f"{game.name}-{at}.jsonl"
    random = Random(at)
    bots = {game.players[0]: Uniform(at)} if at % 2 else {}
    session = Session(game, bots, seed=at)
    session.save(path)
    for _ in range(at):
        if session.state.is_terminal:
            break
        seat = game.players[session.state.current_player]
        with suppress(IllegalAction, UsageError):
            session.submit(seat, random.choice(session.state.legal_ids))
            session.undo(seat)
    return path.read_text(encoding="utf-8").splitlines()


def _looked_at(session: Session, random: Random) -> None:
    for seat in session.seats.values():
        json.dumps([session.view(seat), session.events(seat), session.seat_lines(seat)])
    if not session.state.is_terminal:
        seat = session.seats[session.game.players[session.state.current_player]]
        session.submit(seat, random.choice(session.state.legal_ids))


# ---------------------------------------------------------------- what is typed and submitted

PARTS = (
    *("?", "v", "l", "u", "s", "q", "h", "help", "undo", "list", "pass", "y", "n", "1", "2", "3"),
    *(
        "mark",
        "mark(b2)",
        "mark b2",
        "bet",
        "call",
        "fold",
        "sow",
        "bid",
        "(",
        ")",
        ",",
        "((",
        " ",
    ),
    *("\t", "\0", "é", "²", "٣", "9" * 5_000, "x" * 300, "a/b", ".", "\ud800", "-1", *NUMBERS),
)


def _line(random: Random, state: State | None) -> str:
    """Return something to type: often what is legal, or nearly."""
    if state is not None and not state.is_terminal and random.random() < 0.6:
        actions = state.legal_actions
        action = actions[random.randrange(len(actions))]
        text = str(random.choice((action.index + 1, str(action), f"? {action}", action.id)))
        return text if random.random() < 0.5 else spoilt(text, PARTS, random)
    text = random.choice(("", " ")).join(random.choice(PARTS) for _ in range(random.randint(0, 3)))
    return text + random.choice(SIGNS) * random.choice((0, 0, 1, 2))


def typed(folder: Path) -> Door:
    """Talk to `play`: a transcript of up to twelve lines, by people alone or beside a bot."""
    games = _games()
    os.chdir(folder)
    os.environ["TMPDIR"] = str(folder)

    def put(random: Random, shown: list[object]) -> None:
        state = _played(random.choice(games), random)
        lines = [_line(random, state).replace("\n", " ") for _ in range(random.randint(1, 12))]
        shown += [state.game.name, list(state.history), lines]
        bots = {0: Uniform(1)} if random.random() < 0.3 else {}
        stdin, output = sys.stdin, io.StringIO()
        sys.stdin = io.StringIO("".join(f"{line}\n" for line in lines))
        try:
            with redirect_stdout(output), redirect_stderr(output):
                code = _conversation(state, bots)
        finally:
            sys.stdin = stdin
            for left in (*folder.glob("*.json"), *folder.glob("?")):
                left.unlink(missing_ok=True)
        assert code == 0

    return put


def _conversation(state: State, bots: dict[int, Uniform]) -> int:
    """Talk to those who are no bots, as `play` does; return the exit code."""
    saver = Saver(state.game.rules, (), len(state.history))
    return Conversation(Table(state, bots), saver, Lines()).run()


def submitted(folder: Path) -> Door:  # noqa: ARG001 - as the others have it
    """Ask a session for what is no action, of seats that are none; ask a state, too."""
    games = _games()
    hosted: list[Session] = []

    def put(random: Random, shown: list[object]) -> None:
        if not hosted or hosted[0].state.is_terminal or random.random() < 0.02:
            hosted[:] = [Session(random.choice(games), seed=random.randrange(99))]
        (session,) = hosted
        state = session.state
        seats = [*session.game.players] * 9 + ["", "nobody", "\0", "p1"]
        seat = random.choice(seats)
        ids = (*state.legal_ids[:3], *(one for one in VALUES if not isinstance(one, str)))
        asked = random.choice(ids) if random.random() < 0.4 else _line(random, state)
        revision = random.choice((None, None, None, 0, -1, 10**30))
        shown += [session.game.name, list(state.history), seat, asked, revision]
        _ask(session, state, (seat, asked, revision), random)

    return put


def _ask(session: Session, state: State, what: tuple[str, object, object], random: Random) -> None:
    seat, asked, revision = what
    match random.randrange(8):
        case 0:
            with suppress(IllegalAction, UsageError):
                session.undo(seat)
        case 1:
            with suppress(IllegalAction, UsageError):
                session.events(seat, since=random.choice((0, -1, 10**30, 3)))
        case 2 if isinstance(asked, int):
            with suppress(IllegalAction, UsageError):
                state.apply(asked)
        case 3 if isinstance(asked, int):
            with suppress(IllegalAction, UsageError):
                state.child(asked)
            assert state.refusal_of(asked) is None or asked not in state.legal_ids
        case _:
            with suppress(IllegalAction, UsageError):
                session.submit(seat, asked, revision=revision)


# ---------------------------------------------------------------- trees on disk, batches


def kept(folder: Path) -> Door:
    """Load a text whose kept tree is damaged: the tree is that of the text all the same."""
    os.environ[disk.FOLDER] = str(folder / "trees")
    front_end.digest = lambda: "one"  # whoever edits it meanwhile keeps nothing
    rules = folder / "kept.rules"
    rules.write_text('game "Kept"\nplayers 2\nplay: end: draw\n', encoding="utf-8")
    right = load(str(rules), engine="reference").spec
    (entry,) = (folder / "trees").glob("*.tree")
    whole = entry.read_bytes()
    others = [pickle.dumps(value) for value in VALUES]

    def put(random: Random, shown: list[object]) -> None:
        data = bytearray(random.choice((whole, whole, random.choice(others))))
        for _ in range(random.randint(0, 3)):
            at = random.randint(0, len(data))
            data[at : at + random.choice((0, 1, 30))] = random.randbytes(random.choice((0, 1, 9)))
        if data[32:] != whole[32:] and random.random() < 0.3:
            value = pickle.dumps((random.choice(VALUES), right, entry.name))
            data = bytearray(hashlib.sha256(value).digest() + value)
        shown.append(bytes(data))
        entry.write_bytes(data)
        assert load(str(rules), engine="reference").spec == right

    return put


def batch(folder: Path) -> Door:  # noqa: ARG001 - as the others have it
    """Step many games at once by what are no actions."""
    made = [BatchGame(load(name), 4, quick=True) for name in ("tic_tac_toe", "kuhn_poker")]

    def put(random: Random, shown: list[object]) -> None:
        games = random.choice(made)
        told = games.reset(random.choice((0, 1, -1, 2**64, 10**40)))
        good = [row.nonzero()[0][0] for row in told.legal]
        actions: object = list(good)
        match random.randrange(4):
            case 0:
                actions[random.randrange(4)] = random.choice((*VALUES, -1, 10**30))
            case 1:
                actions = random.choice((*VALUES, [], good[:3], [good] * 4, np.zeros((4, 0))))
            case 2:
                sorts = ("u8", "i1", "f4", "?", "c16", "O", "U3", "M8[s]", "i8")
                actions = np.array([random.choice((0, 1, 8)) for _ in good]).astype(
                    random.choice(sorts)
                )
            case _:
                actions[random.randrange(4)] = random.choice((-1, 9, 2**31, 2**62, -(2**63)))
        shown.append(actions)
        with suppress(IllegalAction, TypeError), warnings.catch_warnings(action="ignore"):
            games.step(actions)

    return put
