"""Writes `docs/gallery.md` and its pictures: every shipped game at three moments of a play.

Run by `make gallery`. Plays are random, with a seed for each game; what is drawn is what who is to
choose sees, at the end the first player.
"""

from functools import cache
from pathlib import Path
from random import Random

from interpreter import load, shipped
from interpreter.look import look_of
from interpreter.picture import picture
from interpreter.state import CHANCE

DOCS = Path(__file__).parents[3] / "docs"
FOLDER = DOCS / "gallery"
MOMENTS = ("start", "middle", "end")
SEED = 7
MOST = 2500
HEAD = """# Gallery

Every shipped game at the start, in the middle and at the end of a random play, as
`rulelang show` draws it for whoever is to choose. Nothing of it was drawn by hand: boards,
cards and mats follow from the rule texts, names and colours of some from the look beside
the text. `make gallery` draws it anew; [pictures.md](pictures.md) says how.
"""


@cache
def moments(name):
    """Return the states that are shown of a game."""
    random = Random(SEED)
    state = load(name).start(seed=SEED)
    path = [state]
    while not state.is_terminal and len(path) < MOST:
        options = state.legal_ids or [outcome for outcome, _ in state.chance_outcomes]
        state = state.apply(random.choice(options))
        path.append(state)
    asked = [at for at in path if at.current_player != CHANCE]
    return dict(zip(MOMENTS, (asked[0], asked[len(asked) // 2], path[-1]), strict=True))


def drawn(name, moment, width=1280):
    """Return the picture of a moment of a game."""
    state = moments(name)[moment]
    document = state.game.document()
    return picture(document, state.sight(max(0, state.current_player)), look_of(document), width)


def file_of(name, moment):
    """Return where a picture lies."""
    return FOLDER / f"{name}_{moment}.svg"


def page():
    """Return the page."""
    parts = [HEAD]
    for name in shipped():
        title = load(name).name
        parts.append(f"\n## {title}\n")
        for moment in MOMENTS:
            alt = f"{title}, {moment}"
            parts.append(f"![{alt}](gallery/{file_of(name, moment).name})\n")
    return "\n".join(parts)


def main():
    """Draw all and write the page."""
    FOLDER.mkdir(exist_ok=True)
    for name in shipped():
        for moment in MOMENTS:
            file_of(name, moment).write_text(drawn(name, moment), encoding="utf-8")
    (DOCS / "gallery.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
