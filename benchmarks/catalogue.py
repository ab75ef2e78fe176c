"""Which games are measured and who else plays them. Data only: a new game is a new entry."""

from __future__ import annotations

import attrs


@attrs.frozen
class Program:
    """A program in `references/`: the name of the peer, the source, what is defined for it."""

    peer: str
    source: str
    defines: tuple[str, ...] = ()


@attrs.frozen
class Entry:
    """One game: its rule text, its name in OpenSpiel, programs by hand.

    `differs`: where the game that OpenSpiel plays is not quite ours. `quick`: whether it is
    measured in a short run too.
    """

    name: str
    openspiel: str | None = None
    programs: tuple[Program, ...] = ()
    differs: str = ""
    quick: bool = False


ENTRIES = (
    Entry(
        "tic_tac_toe",
        "tic_tac_toe",
        (
            Program("c_natural", "tic_tac_toe_natural.c"),
            Program("c_bitboard", "tic_tac_toe_bitboard.c"),
        ),
        quick=True,
    ),
    Entry(
        "connect_four",
        "connect_four",
        (
            Program("c_natural", "connect_four_natural.c"),
            Program("c_bitboard", "connect_four_bitboard.c"),
        ),
        quick=True,
    ),
    Entry(
        "breakthrough",
        "breakthrough",
        (
            Program("c_natural", "breakthrough_natural.c"),
            Program("c_bitboard", "breakthrough_bitboard.c"),
            Program("c_vector", "breakthrough_bitboard.c", ("VECTOR",)),
        ),
        quick=True,
    ),
    Entry("agamemnon", programs=(Program("c_natural", "agamemnon_natural.c"),), quick=True),
    Entry("hex", "hex(board_size=11)"),
    Entry("othello", "othello"),
    Entry(
        "english_draughts", "checkers", differs="OpenSpiel draws sooner, after any 40 idle turns"
    ),
    Entry("kalah", "mancala"),
    Entry("nine_mens_morris", "nine_mens_morris"),
    Entry(
        "backgammon",
        "backgammon",
        differs="both dice are one action in OpenSpiel, here each checker is one",
    ),
    Entry("kuhn_poker", "kuhn_poker"),
    Entry("leduc_poker", "leduc_poker(suit_isomorphism=True)"),
    Entry("liars_dice"),
    Entry("battleships"),
    Entry("go", "go(board_size=9)"),
    Entry("chess", "chess"),
    Entry("dots_and_boxes", "dots_and_boxes(num_rows=4,num_cols=4)"),
    Entry("y", "y(board_size=9)"),
    Entry("amazons", "amazons"),
    Entry("havannah", "havannah"),
    Entry("lines_of_action", "lines_of_action"),
    Entry("hearts", "hearts"),
    Entry("phantom_tic_tac_toe", "phantom_ttt(obstype=reveal-numturns)"),
    Entry("dark_hex", "dark_hex(board_size=4,obstype=reveal-numturns)"),
    Entry(
        "gin_rummy",
        "gin_rummy",
        differs="to knock is two choices in OpenSpiel, and what is left is asked for",
    ),
    Entry("quoridor", "quoridor"),
    Entry("euchre", "euchre"),
    Entry("kuhn_poker_for_more", "kuhn_poker(players=3)"),
    Entry("klondike"),
    Entry("chinese_checkers", "chinese_checkers(players=2)"),
    Entry("market_road"),
    Entry("picnic"),
    Entry("millbrook"),
    Entry("gomoku"),
    Entry("goofspiel"),
    Entry("rising_tide"),
    Entry("saltmarsh"),
    Entry("whist"),
    Entry("carnival"),
    Entry("pergamon"),
    Entry("pergamemnon"),
    Entry("egemonia"),
    Entry("antike_duellum"),
)
