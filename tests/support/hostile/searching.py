"""The door of the search for faults: texts that can be played, and mean no good.

A text with anything wrong in it is refused before play, so few spoilt texts are ever searched.
These writers change what leaves a text playable: its numbers, the order of its lines, what it says
in one place; or they write loops, draws and prices of their own, at the bounds and past them.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import attrs
import pytest

from interpreter.facts.coverage_points import points
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import Game
from interpreter.hosting import playthrough
from interpreter.hunting import Fault, hunt
from interpreter.load import load_all
from rulelang import pipeline
from rulelang.format_rules import format_rules
from rulelang.mutations.changes import changes_of
from tests.support.hostile.spoiling import spoilt

Door = Callable[[Random, list[object]], None]
Writer = Callable[[Random], str]
ROOT = Path(__file__).parents[3]
FOLDERS = ("games", "tests/texts", "tests/texts/faults", "tests/texts/watched", "tests/sketches")
SMALL = 3_000  # characters of a text that is played
SLOW = frozenset(("othello", "breakthrough"))  # a step of the reference takes long
TRIES = 20  # for a text that can be played
SEEDS = (0, 1, 98, 2**31, 2**63, 2**64 - 1, 2**64, 10**40, -1)
STEPS = (0, 1, 30, 100)
AMOUNTS = ("0", "1", "2", "3", "5", "8", "9", "64", "1000", "9999", "1000000", "999999999")
_NUMBER = re.compile(r"(?<![\w.])\d+(?!\w)")


def searched(folder: Path) -> Door:
    """Look for faults of a text that means no good; what is found can be shown and saved."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder, dirs_exist_ok=True)
    path = folder / "searched.rules"
    writers = _writers(path)

    def put(random: Random, shown: list[object]) -> None:
        write = random.choice(writers)
        for _ in range(TRIES):
            text = write(random)
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            if pipeline.check(str(path)).ok:
                break
        else:
            return
        shown.append(text)
        games = load_all(str(path)).games
        some = [random.choice(games) for _ in range(random.choice((1, 1, 2)))]
        engine = random.choice(("reference", "native"))
        shown.append(engine)
        _search([attrs.evolve(game, engine=engine) for game in some], random, shown)

    return put


def _search(games: Sequence[Game], random: Random, shown: list[object]) -> None:
    """Search some games, which may be the same one twice."""
    steps, seed = random.choice(STEPS), random.choice(SEEDS)
    seconds = random.choice((0, 1e-9, 0.05, 0.5))
    shown += [[(len(game.players), dict(game.options)) for game in games], steps, seed, seconds]
    found = hunt(games, steps=steps, seconds=seconds, seed=seed)
    assert found.reached <= {point for game in games for point in points(game.spec)}
    for fault in found.faults:
        _replay(fault)


def _replay(fault: Fault) -> None:
    """Raise unless the play of a fault can be saved, and comes to it again."""
    text = playthrough.to_text(playthrough.of_choices(fault.game, fault.choices, "searched"))
    assert playthrough.from_text(text).choices == fault.choices
    with pytest.raises((RuleFault, BudgetExceeded)) as again:
        _play(fault)
    assert again.type is type(fault.reason)
    assert again.value.span == fault.reason.span


def _play(fault: Fault) -> None:
    """Go the way of a fault; what fails may be that it is asked what is legal at its end."""
    state = fault.game.start()
    for number in fault.choices:
        state = state.child(number)
    assert state.legal_ids is None, "nothing fails"


# ---------------------------------------------------------------- texts


def _writers(path: Path) -> tuple[Writer, ...]:
    texts = [
        text
        for folder in FOLDERS
        for file in sorted((ROOT / folder).glob("*.rules"))
        if file.stem not in SLOW and len(text := file.read_text(encoding="utf-8")) < SMALL
    ]
    return (
        lambda random: spoilt(random.choice(texts), texts, random),
        lambda random: _numbers(random.choice(texts), random),
        lambda random: _lines(random.choice(texts), random),
        lambda random: _changed(random.choice(texts), path, random),
        _loops,
        _draws,
        _prices,
    )


def _numbers(text: str, random: Random) -> str:
    """Replace some numbers in what is played by others of any size."""
    head, play, body = text.partition("\nplay:")
    found = list(_NUMBER.finditer(body))
    for one in sorted(random.sample(found, min(len(found), 2)), key=lambda m: -m.start()):
        body = body[: one.start()] + random.choice(AMOUNTS) + body[one.end() :]
    return head + play + body


def _lines(text: str, random: Random) -> str:
    """Leave out, double or exchange lines of one depth, so that blocks stay blocks."""
    lines = [line for line in text.split("\n") if line.strip()]
    depth = {at: len(line) - len(line.lstrip()) for at, line in enumerate(lines)}
    within = [at for at, by in depth.items() if by and not lines[at].rstrip().endswith(":")]
    for _ in range(random.choice((1, 1, 2))):
        if not within:
            break
        at = random.choice(within)
        to = random.choice([one for one in within if depth[one] == depth[at]])
        match random.randrange(3):
            case 0:
                lines[at] = " " * depth[at] + "pass" if depth[at] > 4 else lines[at]
            case 1:
                lines[at] += "\n" + lines[to]
            case _:
                lines[at], lines[to] = lines[to], lines[at]
    return "\n".join(lines) + "\n"


def _changed(text: str, path: Path, random: Random) -> str:
    """Say something else in one place of the tree."""
    path.write_text(text, encoding="utf-8")
    parsed = pipeline.read(str(path))
    if parsed.text is None:
        return text
    changes = [change for change in changes_of(parsed) if change.file is None]
    changed = random.choice(changes).applied(parsed).text if changes else parsed.text
    assert changed is not None
    return format_rules(changed)


@attrs.define
class _Lines:
    """The lines of a text, as they are written; `depth`: that of the next."""

    random: Random
    lines: list[str] = attrs.field(factory=list)
    depth: int = 1

    def add(self, *lines: str) -> None:
        """Write some lines."""
        self.lines += ["    " * self.depth + line for line in lines]

    def text(self, head: str) -> str:
        """Return the text, with an end."""
        return f"{head}play:\n" + "\n".join(self.lines) + "\n    end: draw\n"


def _loops(random: Random) -> str:
    """Nest loops and turns at their bounds, around what counts, chooses or stops."""
    written = _Lines(random)
    high = random.choice(("3", "9", "9999"))
    for at in range(random.randint(1, 5)):
        amount = random.choice(AMOUNTS)
        written.add(
            random.choice(
                (
                    f"for n{at} in 0..{random.choice(AMOUNTS[:8])}:",
                    f"for n{at} in 0..{amount} by most n{at} mod 2 then least x:",
                    f"for q{at} in Player where x < {amount}:",
                    f"repeat {amount}:",
                    f"repeat until x > {amount}, at most {random.choice(AMOUNTS)}:",
                    f"each turn of p{at}, at most {random.choice(AMOUNTS)}:",
                    f"if x < {amount}:",
                )
            )
        )
        written.depth += 1
    written.add(
        *random.choice(
            (
                ("pass",),
                ("stop",),
                ("set x to x + 1",),
                (f"set x to {random.choice(AMOUNTS)} / x rounded down",),
                ("add 1 to x", "P1 chooses:", "    go(n in 1..3): add n to x", "    rest"),
                ("random n in 1..6 where n > x: set x to n",),
                ("P1 chooses or passes:", "    end_it: end: P1 wins"),
                ("set x to count q in Player and r in Player where q is not r",),
            )
        )
    )
    return written.text(f'game "Loops"\nplayers {random.randint(1, 4)}\nvar x: 0..{high}\n')


_HANDS = """game "Hands"
players 2
token Coin in box: {coins}
die Die in cup: {dice} each, faces 1..6
zone box: Coin {shape}, open
zone hand(Player): Coin set, {seen}
zone cup: Die bag, hidden
zone table: Die set, open
var x: 0..9
"""


def _draws(random: Random) -> str:
    """Draw, deal and move more than there is, now and then to nobody."""
    written = _Lines(random)
    amount = lambda: random.choice(("x", "2 * x", "x - 3", *AMOUNTS[:8]))  # noqa: E731 - short
    for _ in range(random.randint(1, 5)):
        written.add(
            random.choice(
                (
                    f"draw {amount()} from box to hand(P1)",
                    f"draw up to {amount()} from box to hand(P2)",
                    f"for q in Player: move {amount()} Coin from box to hand(q)",
                    "move all from hand(P1) to box",
                    "draw 1 from cup to table",
                    "roll table",
                    f"set x to {amount()}",
                    "random c in hand(P1): move c from hand(P1) to hand(P2)",
                    "reveal box",
                    f"repeat {amount()}: move Coin from hand(P2) to box",
                )
            )
        )
    written.lines = [f"    each turn of p, at most {random.choice(AMOUNTS[:9])}:"] + [
        "    " + line for line in written.lines
    ]
    head = _HANDS.format(
        coins=random.choice(("0", "1", "3", "64")),
        dice=random.choice(("1", "2", "9")),
        shape=random.choice(("bag", "set", "row")),
        seen=random.choice(("open", "owner sees")),
    )
    return written.text(head)


def _prices(random: Random) -> str:
    """Ask for prices that cannot be paid, and offer what leads nowhere."""
    written = _Lines(random)
    price, picks = random.choice(AMOUNTS[:8]), random.choice(AMOUNTS[:8])
    written.add(
        f"each turn of p, at most {random.choice(AMOUNTS[:9])}:",
        f"    anytime p, at most {random.choice(AMOUNTS[:6])} times:",
        "        sigh:",
        f'            need x > {random.choice(AMOUNTS[:6])} else "no"',
        f"    p chooses up to {picks} times:",
        f"        pay(c in 1..{random.choice('139')}{random.choice((' in order', ''))}):",
        f"            set x to {random.choice(('min(9, x + c)', 'x + c', 'c'))}",
        "        pass:",
        f'            need x {random.choice(("is", ">", "<"))} {price} else "pay {price}"',
    )
    if random.random() < 0.3:
        written.add("    otherwise: pass")
    return written.text(f'game "Prices"\nplayers {random.randint(1, 3)}\nvar x: 0..9\n')
