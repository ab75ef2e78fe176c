"""Record a play as a file and restore any of its states. Ref §17.

A playthrough lists every choice and every chance outcome by number, so that nothing is random when
it is restored; the seed is a note from which play can go on. The file is JSON, one entry a line.
Its `digest` covers all other entries: an edited file is noticed, a rule text changed since is
noticed by the specification hash.

What a seat may take home is `seat_record`: its own choices and what it saw, no seed and nobody
else's numbers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from interpreter.arguments import player_of
from interpreter.faults import IllegalAction, PlaythroughError
from interpreter.formats import as_lists, head
from interpreter.game import Game
from interpreter.hosting import drafts
from interpreter.hosting.entries import Entries, parse_json, text_of
from interpreter.hosting.kinds import kind_of, refuse_other
from interpreter.state import State

_PER_LINE = 20
_RESTORE = "restore it with the rule text it was played with"


@attrs.frozen
class Playthrough:
    """One play of one game. `choices`: numbers of actions and chance outcomes, in order.

    `rules` is what the rule text was called when it was recorded. `origin` names the file it was
    read from. `scenario`: the one whose set-up it has; "" where it has that of its rules.
    """

    game: str
    rules: str
    specification: str
    players: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    seed: int | None
    choices: tuple[int, ...]
    scenario: str = ""
    origin: str = attrs.field(default="the playthrough", eq=False)


_KNOWN = {"digest", *(f.name for f in attrs.fields(Playthrough) if f.name != "origin")}


def record(state: State, rules: str = "") -> Playthrough:
    """Return the play that led to `state`; `rules` is a note: what the rule text is called."""
    return of_choices(state.game, state.history, rules, state.seed)


def of_choices(
    game: Game, choices: tuple[int, ...], rules: str = "", seed: int | None = None
) -> Playthrough:
    """Return the play with these choices and outcomes; the rules may fail in the last."""
    return Playthrough(
        game=game.name,
        rules=rules,
        specification=game.specification_hash,
        players=game.players,
        options=tuple(game.options.items()),
        seed=seed,
        choices=choices,
        scenario=game.begun.scenario.name if game.begun and game.begun.lays_out else "",
    )


def save(state: State, path: str | Path, *, rules: str = "", overwrite: bool = False) -> None:
    """Write the play that led to `state` to a file, whole or not at all.

    >>> from tempfile import TemporaryDirectory
    >>> from interpreter import load
    >>> state = load("kuhn_poker").start(seed=7)
    >>> with TemporaryDirectory() as folder:
    ...     save(state, Path(folder) / "play.json")
    ...     again = restore(state.game, read(Path(folder) / "play.json"))
    >>> again == state, again.history == state.history, again.seed
    (True, True, 7)

    Raises:
        PlaythroughError: the file exists and `overwrite` is not set, or it cannot be written.
    """
    write(record(state, rules), path, overwrite=overwrite)


def write(playthrough: Playthrough, path: str | Path, *, overwrite: bool = False) -> None:
    """Write a playthrough to a file, whole or not at all.

    Raises:
        PlaythroughError: the file exists and `overwrite` is not set, or it cannot be written.
    """
    target = Path(path)
    try:
        if target.exists() and not overwrite:
            raise PlaythroughError(
                f"{target} exists already; choose another name or ask to overwrite"
            )
        drafts.replace(target, to_text(playthrough).encode())
    except OSError as error:
        raise PlaythroughError(f"{target} cannot be written: {error.strerror}") from error
    except ValueError as error:
        raise PlaythroughError(f"no file can be called {str(target)!a}: {error}") from error


def read(path: str | Path) -> Playthrough:
    """Return the playthrough in a file.

    Raises:
        PlaythroughError: there is no such file, or it is no unchanged playthrough.
    """
    source = Path(path)
    return from_text(text_of(source), str(source))


def to_text(playthrough: Playthrough) -> str:
    """Return a playthrough as it stands in its file."""
    content = _content(playthrough)
    content["digest"] = _digest(content)
    lines = [f"  {json.dumps(key)}: {_entry(value)}" for key, value in content.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def from_text(text: str, origin: str = "the playthrough") -> Playthrough:
    """Return the playthrough that a text is; `origin` is what messages call it.

    Raises:
        PlaythroughError: it is none, or was changed since it was written.
    """
    refuse_other(kind_of(text), "playthrough", origin)
    entries = Entries(origin, parse_json(text, origin))
    entries.check_format("playthrough", _KNOWN)
    playthrough = attrs.evolve(
        begun(entries),
        seed=entries.number_or_none("seed"),
        choices=entries.choices(),
        scenario=entries.text("scenario") if "scenario" in entries.entries else "",
    )
    if entries.text("digest") != _digest(_content(playthrough)):
        raise PlaythroughError(
            f"{origin}, entry `digest`: the file was changed after it was saved, or only in part; "
            "take an unchanged copy"
        )
    return playthrough


def begun(entries: Entries) -> Playthrough:
    """Return the playthrough that a header begins, without its seed: of what game, and who plays.

    Raises:
        PlaythroughError: one of these is missing, or something else.
    """
    return Playthrough(
        game=entries.text("game"),
        rules=entries.text("rules"),
        specification=entries.text("specification"),
        players=entries.texts("players"),
        options=entries.options(),
        seed=None,
        choices=(),
        origin=entries.origin,
    )


def restore(game: Game, playthrough: Playthrough) -> State:
    """Return the last state of a playthrough, with its history; all have the seed of the record.

    Raises:
        PlaythroughError: it was recorded under other rules, or one of its choices is not possible.
    """
    *_, state = states(game, playthrough)
    return state


def states(game: Game, playthrough: Playthrough) -> Iterator[State]:
    """Yield the states of a playthrough, from the first to the last.

    Raises:
        PlaythroughError: it was recorded under other rules, or one of its choices is not possible.
        RuleFault: the rules fail there, as they did when it was recorded.
    """
    check_game(game, playthrough)
    state = game.start().with_seed(playthrough.seed)
    yield state
    for place, number in enumerate(playthrough.choices, start=1):
        try:
            state = state.child(number)
        except IllegalAction as refusal:
            raise PlaythroughError(
                f"{playthrough.origin}, choice {place} (number {number}): {refusal}"
            ) from refusal
        yield state


def seat_record(state: State, player: int) -> dict[str, object]:
    """Return what a seat may keep of a play, ready for JSON: its own choices and what it saw.

    Raises:
        ValueError: there is no such player.
        TypeError: a player is a number.
    """
    game = state.game
    player = player_of(game.players, player)
    return {
        **head("seat-record"),
        "game": game.name,
        "specification": game.specification_hash,
        "players": list(game.players),
        "options": dict(game.options),
        "seat": game.players[player],
        "entries": [as_lists(entry) for entry in state.information_state(player)],
    }


def check_game(game: Game, playthrough: Playthrough, mend: str = _RESTORE) -> None:
    """Raise unless a playthrough is one of this game; `mend` says what to do under other rules.

    Raises:
        PlaythroughError: it was recorded under other rules, by others or with other options.
    """
    pairs: Iterator[tuple[str, object, object]] = iter(
        (
            ("the game", playthrough.game, game.name),
            ("the players", ", ".join(playthrough.players), ", ".join(game.players)),
            ("the options", _listed(dict(playthrough.options)), _listed(game.options)),
        )
    )
    for what, recorded, present in pairs:
        if recorded != present:
            raise PlaythroughError(
                f"{playthrough.origin}: recorded with {what} {recorded}, but this is {present}"
            )
    if playthrough.scenario and not (game.begun and game.begun.lays_out):
        raise PlaythroughError(
            f'{playthrough.origin}: it begins at the scenario "{playthrough.scenario}"; '
            "`rulelang play` goes on with it"
        )
    if playthrough.specification != game.specification_hash:
        called = f" ({playthrough.rules})" if playthrough.rules else ""
        raise PlaythroughError(f"{playthrough.origin}: recorded under other rules{called}; {mend}")


def _listed(options: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items()) or "none"


def _content(playthrough: Playthrough) -> dict[str, object]:
    return {
        **head("playthrough"),
        "game": playthrough.game,
        "rules": playthrough.rules,
        "specification": playthrough.specification,
        "players": list(playthrough.players),
        "options": dict(playthrough.options),
        "seed": playthrough.seed,
        "choices": list(playthrough.choices),
        **({"scenario": playthrough.scenario} if playthrough.scenario else {}),
    }


def _digest(content: Mapping[str, object]) -> str:
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _entry(value: object) -> str:
    if isinstance(value, list) and len(value) > _PER_LINE:
        rows = (value[at : at + _PER_LINE] for at in range(0, len(value), _PER_LINE))
        return "[\n    " + ",\n    ".join(json.dumps(row)[1:-1] for row in rows) + "\n  ]"
    return json.dumps(value)
