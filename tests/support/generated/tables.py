"""Rule texts that ask much of drawing: any number of anything that lies on a table.

What is played hardly matters; what counts is how much is declared, of which shapes and names, who
sees it, and that every kind of argument is asked for: places, things in a hand, things in a pile,
players, words, numbers, nothing.
"""

from __future__ import annotations

from hypothesis import strategies as st

LONG = "a_name_of_sixty_letters_that_nobody_would_ever_print_on_a_ca"
SHAPES = ("grid", "hex", "ring", "track", "table", "web")
MOST_PLACES, MOST_ZONES = 200, 40
TURNS = 12


@st.composite
def tables(draw: st.DrawFn) -> str:
    """Draw a rule text: 1 to 8 players, 0 to 3 spaces of up to 200 places, 0 to 40 zones."""

    def number(low: int, high: int) -> int:
        return draw(st.integers(low, high))

    def one(*choices):
        return draw(st.sampled_from(choices))

    stem = one("", "", "ab", LONG[:30], LONG)
    many = number(1, 8)
    lines = ['game "Odd"', f"players {_players(many, one(stem, ''))}"]
    if words := number(0, 4):
        lines += [f"kind Mood: {' | '.join(f'{stem}m{n}' for n in range(words + 1))}"]
    spaces = [f"Field{n}" for n in range(number(0, 3))]
    for at, name in enumerate(spaces):
        most = MOST_PLACES if one(*(False,) * 9, True) else 24
        shapes = SHAPES[4:] if at else SHAPES  # names such as `a1` may be there once
        lines += _space(name, one(*shapes), number(1, most // (at + 1)), (stem, one(True, False)))
    indices = ["", "(Player)", "(Player, 1..3)", *(f"({name})" for name in spaces)]
    things = one((), ("cards",), ("chips",), ("cards", "chips", "dice", "seeds"))
    lines += _things(things, stem, number(1, 6), moods=bool(words))
    if things:
        holds = {"cards": "Card", "chips": "Chip", "dice": "Cube", "seeds": "Seed"}[things[0]]
        lines += [f"zone mine(Player): {holds} set, {one('open', 'owner sees', 'hidden')}"]
        lines += [f"zone on({name}): {holds} set, open" for name in spaces[:1]]
        lines += [f"zone row0(Player): {holds} row, open", f"zone box: {holds} set of 4, open"]
        for n in range(number(0, MOST_ZONES) if one(True, False) else number(0, 3)):
            index, shape = one(*indices), one("set", "row", "one", "bag", "set of 3")
            seen = one("open", "hidden", *(("owner sees",) if "Player" in index else ()))
            lines += [f"zone {stem}z{n}{index}: {holds} {shape}, {seen}"]
    lines += [
        "var score(Player): 0..9999",
        *_variables(number, one, spaces, stem, words=bool(words)),
    ]
    lines += ["play:", f"    each turn of p, at most {TURNS}:", "        p chooses:"]
    arms = [f"            {arm}" for arm in _arms(things, spaces, words=bool(words))]
    end = "    end: p with most score(p) wins" if many > 1 else "    end: draw"
    return "\n".join([*lines, *arms, end]) + "\n"


def _players(count: int, stem: str) -> str:
    if count == 1 or not stem:
        return str(count)
    return ", ".join(f"{stem}_w{n}" for n in range(count))


def _space(name: str, shape: str, size: int, how: tuple[str, bool]) -> list[str]:
    """Return a space, its places with attributes where it has a table, and edges of a web."""
    stem, is_rich = how
    if shape in {"grid", "hex"}:
        across = max(1, min(12, size // 2))
        return [f"space {name} on {shape} {across} x {max(1, min(12, size // across))}"]
    if shape in {"ring", "track"}:
        return [f"space {name} on {shape} {size}"]
    head = [f"space {name}:"]
    if is_rich:
        head += ["    depth: 0..9", "    wild: flag"]
    names = [f"{stem}{name.lower()}q{n}x" for n in range(size)]
    rows = [
        f"    | {label} |" + (f" {n % 9} | {'x' * (n % 2)} |" if is_rich else "")
        for n, label in enumerate(names)
    ]
    found = [*head, "    | name |" + (" depth | wild |" if is_rich else ""), *rows]
    if shape == "web" and size > 1:
        ends = [(n, n // 2) for n in range(1, size)]
        found += [f"edge Way{name} joins {name}:", *(["    toll: 0..3"] if is_rich else [])]
        found += ["    | a | b |" + (" toll |" if is_rich else "")]
        found += [
            f"    | {names[a]} | {names[b]} |" + (f" {a % 4} |" if is_rich else "")
            for a, b in ends
        ]
    return found


def _things(things: tuple[str, ...], stem: str, kinds: int, *, moods: bool) -> list[str]:
    lines = []
    if "cards" in things:
        lines += ["component Card in deck:", "    worth: 0..9", "    secret: flag"]
        lines += ["    mood: Mood"] if moods else []
        lines += ["    | name | worth | secret |" + (" mood |" if moods else "") + " copies |"]
        lines += [
            f"    | {stem}card{n} | {n} | {'x' * (n % 2)} |"
            + (f" {stem}m0 |" if moods else "")
            + " 2 |"
            for n in range(kinds)
        ]
        lines += ["zone deck: Card set, open"]
    if "chips" in things:
        lines += ["token Chip(owner: Player) in bank: 3 each", "zone bank: Chip set, open"]
    if "dice" in things:
        lines += ["die Cube in cup: 2, faces 1..6", "zone cup: Cube set, open"]
    if "seeds" in things:
        lines += ["token Seed in bag: 9", "zone bag: Seed bag, hidden"]
    return lines


def _variables(number, one, spaces: list[str], stem: str, *, words: bool) -> list[str]:
    indices = ["", "(Player)", "(Player, 0..9)", *(f"({name})" for name in spaces)]
    indices += [f"(Player, {name})" for name in spaces[:1]]
    types = ["0..9", "flag", "Player or none", *(f"{name} or none" for name in spaces)]
    types += ["Mood", "Mood or none"] if words else []
    lines = []
    for n in range(number(0, 8)):
        index = one(*indices)
        seen = one("", "", ", owner sees") if "Player" in index else ""
        lines += [f"var {stem}v{n}{index}: {one(*types)}{seen}"]
    return lines


def _arms(things: tuple[str, ...], spaces: list[str], *, words: bool) -> list[str]:
    found = ["count_up(n in 1..4): add n to score(p)", "wait: add 1 to score(p)"]
    found += ["ask(q in Player): add 1 to score(q)"]
    home = {"cards": "deck", "chips": "bank"}.get(things[0] if things else "")
    if home:
        found += [f"take(k in {home}): move k from {home} to mine(p)"]
    if home and spaces:
        found += [f"put(k in mine(p), s in {spaces[0]}): move k from mine(p) to on(s)"]
    found += [f"visit{n}(s in {name}): add 1 to score(p)" for n, name in enumerate(spaces)]
    found += ["feel(m in Mood): add 1 to score(p)"] if words else []
    return found
