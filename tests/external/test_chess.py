"""Chess against published counts of positions, and against OpenSpiel in lockstep.

Sources: the perft results of the Chess Programming Wiki; OpenSpiel's `chess`, whose draws by want
of men end nothing here.
"""

import random
from functools import cache

import pyspiel
import pytest

from interpreter import load
from interpreter.engines.native import NativeHeld
from interpreter.game import Game
from interpreter.measuring.perft import perft
from interpreter.state import State
from interpreter.testing.scenarios import run
from rulelang import pipeline
from tests.support.games import ROOT

PLAYS = (1, 20, 400, 8_902, 197_281, 4_865_609)
MEN = dict(zip("pnbrqk", ("pawn", "knight", "bishop", "rook", "queen", "king"), strict=True))
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
POSITIONS = {
    KIWIPETE: (48, 2_039, 97_862, 4_085_603),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": (14, 191, 2_812, 43_238),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -": (6, 264, 9_467, 422_333),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -": (44, 1_486, 62_379, 2_103_487),
}
RIGHTS = {"K": "white_short", "Q": "white_long", "k": "black_short", "q": "black_long"}


@cache
def game():
    return load("chess")


def scenario(fen):
    """Return the lines of a scenario that lays out a position."""
    rows, player, rights, _ = fen.split()
    assert player == "w", "White begins"
    lines = [f'scenario "{fen}":', "    given every on is empty"]
    for at, row in enumerate(rows.split("/")):
        column = 0
        for letter in row:
            if letter.isdigit():
                column += int(letter)
                continue
            owner = "White" if letter.isupper() else "Black"
            cell = f"{'abcdefgh'[column]}{8 - at}"
            lines.append(f"    given on({cell}) is Piece({owner}, {MEN[letter.lower()]})")
            column += 1
    lost = (castling for right, castling in RIGHTS.items() if right not in rights)
    lines += [f"    given lost({castling}) is true" for castling in lost]
    return "\n".join((*lines, "    expect White to choose", ""))


def laid_out(folder, fen):
    """Return a position as a state."""
    text = (ROOT / "games" / "chess.rules").read_text(encoding="utf-8")
    path = folder / "chess.rules"
    path.write_text(text[: text.index("scenario")] + scenario(fen), encoding="utf-8")
    (found,) = pipeline.build(str(path)).scenarios
    state = run(found, Game(found.spec)).reached
    assert state is not None
    compiled = load(str(path))
    held = compiled.start().held.likewise(state.held.plain)
    assert isinstance(held, NativeHeld)
    return State.of(compiled, held)


def moves(state, depth):
    """Return how many plays of so many moves there are; a promotion is part of one."""
    if depth == 0:
        return 1
    found = 0
    for number in state.legal_ids:
        child = state.child(number)
        promotes = not child.is_terminal and child.legal_actions[0].name == "become"
        found += (
            sum(moves(child.child(n), depth - 1) for n in child.legal_ids)
            if promotes
            else (moves(child, depth - 1))
        )
    return found


@pytest.mark.external
def test_plays_by_depth():
    assert perft(game(), 4).counts == PLAYS[:5]


@pytest.mark.external
@pytest.mark.soak
def test_plays_by_depth_deep():
    assert perft(game(), 5).counts == PLAYS


@pytest.mark.external
@pytest.mark.parametrize("fen", POSITIONS)
def test_moves_by_depth_from_a_position(tmp_path, fen):
    state = laid_out(tmp_path, fen)
    assert tuple(moves(state, depth) for depth in (1, 2)) == POSITIONS[fen][:2]


@pytest.mark.external
@pytest.mark.soak
@pytest.mark.parametrize("fen", POSITIONS)
def test_moves_by_depth_from_a_position_deep(tmp_path, fen):
    state = laid_out(tmp_path, fen)
    assert moves(state, 3) == POSITIONS[fen][2]


# ---------------------------------------------------------------- in lockstep


def written(action):
    """Return a move by its cells."""
    if action.name == "castle":
        rank = "1" if action.labels[0].startswith("white") else "8"
        return f"e{rank}{'g' if action.labels[0].endswith('short') else 'c'}{rank}"
    return "".join(action.labels)


def ours(state):
    """Return our moves by what theirs call them, each as one or two choices."""
    found = {}
    for action in state.legal_actions:
        child = state.child(action.id)
        if not child.is_terminal and child.legal_actions[0].name == "become":
            for after in child.legal_actions:
                letter = next(k for k, man in MEN.items() if man == after.labels[0])
                found[written(action) + letter] = (action.id, after.id)
        else:
            found[written(action)] = (action.id,)
    return found


def are_wanting(theirs):
    """Return whether hardly a man is on their board, or bishops alone, which see one colour."""
    men = [letter.lower() for letter in str(theirs).split()[0] if letter.isalpha()]
    return len(men) <= 4 or set(men) == {"k", "b"}


def lockstep(seed, most):
    """Play a game at random, ours beside theirs; return whether both ended alike.

    Of two that end, ours goes on only where men are wanting.
    """
    rng = random.Random(seed)
    state, theirs = game().start(), pyspiel.load_game("chess").new_initial_state()
    for _ in range(most):
        if theirs.is_terminal():
            break
        assert not state.is_terminal
        assert state.current_player == 1 - theirs.current_player()
        mine = {theirs.parse_move_to_action(name): ids for name, ids in ours(state).items()}
        assert sorted(mine) == theirs.legal_actions()
        number = rng.choice(sorted(mine))
        theirs.apply_action(number)
        for choice in mine[number]:
            state = state.child(choice)
    if theirs.is_terminal() and state.is_terminal:
        assert list(state.returns) == theirs.returns()[::-1]
    elif theirs.is_terminal():
        quiet = str(theirs).split()[4]
        assert are_wanting(theirs) or quiet == "100"  # who is in check then answers it first
    return state.is_terminal and theirs.is_terminal()


@pytest.mark.external
def test_in_lockstep():
    for seed in range(20):
        lockstep(seed, 40)


@pytest.mark.external
@pytest.mark.soak
def test_in_lockstep_long():
    assert sum(lockstep(seed, 1_000) for seed in range(1_000, 2_000)) > 50
