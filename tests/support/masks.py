"""Games of which all is asked at once by masks: whether that is right, and takes no loops."""

from functools import lru_cache

from interpreter import load
from interpreter.native.ir.show import show_function
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform


def game_of(tmp_path, text):
    file = tmp_path / "board.rules"
    file.write_text(text, encoding="utf-8")
    return load(str(file))


@lru_cache(maxsize=1)
def module_of(game):
    """Return what a game is lowered to; what a test asks of it is asked of one."""
    return lower(game.layout).module


def same(game, plays=3, most=9, *, points=20):
    """Return whether both engines begin some games in the same way, in code that is sound."""
    verify(module_of(game))
    found = conform(game, plays, most=most)
    return found.difference is None and found.choice_points > points


def loops(game):
    """Return how many loops over bits the legal actions of a game take."""
    functions = module_of(game).functions
    return sum(show_function(functions[n]).count(" bits\n") for n in functions if "legal" in n)
