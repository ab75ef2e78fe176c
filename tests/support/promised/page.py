"""The page `docs/promises.md`, made from what is kept of runs; nothing here runs a test.

What it says between the tables is in `words`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import attrs

from tests.support.cases import NOBODY, ON_THE_WAY, ROOT, SKETCHES, TEXTS
from tests.support.promised import words

PAGE = ROOT / "docs" / "promises.md"
OTHERS = (TEXTS, SKETCHES)
FOLDERS = ("tests/properties", "tests/secrecy", "tests/differential", "tests/games")
EXTERNAL, JUDGES = "tests/external/", "tests/adapters/"
ALONE = "runs"
"""The unit of a test that is one case, of no game: such tests are not listed."""

RUNS_SHOWN = 8


@attrs.frozen
class Known:
    """What the page is made from.

    `runs` and `tests` are as `counting` keeps them, `misuse` and `proofs` as `misuse` finds them;
    `lockstep` gives by the name of an instance its games, points and commit, `instances` by game
    the names of its instances, each with players and options. `tables` come from other pages.
    `planted` says of each place for faults which test plants them, and how many there are.
    """

    runs: Sequence[Mapping[str, object]]
    tests: Mapping[str, Mapping[str, Mapping[str, object]]]
    misuse: Sequence[Mapping[str, object]]
    proofs: Mapping[str, Mapping[str, object]]
    lockstep: Mapping[str, Mapping[str, object]]
    instances: Mapping[str, Mapping[str, tuple[int, str]]]
    tables: Mapping[str, str]
    planted: Mapping[str, tuple[str, int]]


def page(known: Known) -> str:
    """Return the page."""
    parts = (
        words.HEAD.format(runs=_runs(known.runs)),
        words.PROOFS.format(table=_proofs(known.proofs)),
        words.PROPERTIES.format(table=_properties(known)),
        words.NOBODYS.format(table=_nobodys(known)),
        words.MISUSE.format(**_misuse(known.misuse)),
        words.KILLED.format(**known.tables, planted=_planted(known)),
        words.LOCKSTEP.format(table=_lockstep(known), external=_external(known)),
        words.JUDGED.format(table=_judges(known), algorithms=_algorithms(known)),
    )
    return "\n".join(parts)


# ---------------------------------------------------------------- tables


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(_cell(each) for each in line)} |" for line in lines)


def _cell(content: object) -> str:
    if isinstance(content, int):
        return f"{content:,}"
    return "; ".join(str(content).strip().split("\n")).replace("|", "\\|")


def _code(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _runs(runs: Sequence[Mapping[str, object]]) -> str:
    shown = [
        (run["when"], run["commit"], run["profile"], _code(str(run["arguments"])))
        for run in runs[-RUNS_SHOWN:]
    ]
    if len(runs) > RUNS_SHOWN:
        shown.insert(0, (f"{len(runs) - RUNS_SHOWN} earlier", runs[0]["commit"], "", ""))
    return table(("when (UTC)", "commit", "examples", "arguments of pytest"), shown)


def _proofs(proofs: Mapping[str, Mapping[str, object]]) -> str:
    named = sorted({name for found in proofs.values() for name in found["claims"]})
    rows = []
    for game, found in proofs.items():
        claims = [found["claims"].get(name) for name in named]
        told = ["" if each is None else f"{each[0]} of {sum(each)}" for each in claims]
        still = sum(left for _, left in found["claims"].values())
        rows.append((game, found["variants"], found["errors"], *told, still))
    return table(("game", "variants", "errors", *named, "open"), rows)


# ---------------------------------------------------------------- cases


@attrs.frozen
class Row:
    """What is known of one property: how many cases of what, by game, and where it failed.

    `positions`: how many there are in the plays, where those are counted.
    """

    name: str
    unit: str
    games: Mapping[str, int]
    failed: frozenset[str]
    positions: int = 0


def rows_of(tests: Mapping[str, Mapping[str, Mapping[str, object]]]) -> list[Row]:
    """Return a row for each test and each sort of thing that it counts."""
    rows = []
    for name in sorted(tests, key=_order):
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        failed = set()
        for found in tests[name].values():
            for game, unit, number in (*found["drawn"], *found["fixed"]):
                counts[unit][game] += number
                failed |= {game} if found["failed"] else set()
        positions = sum(counts.pop(ON_THE_WAY, Counter()).values())
        for unit, games in counts.items():
            rows.append(Row(name, unit, games, frozenset(failed), positions))
    return rows


def _order(name: str) -> tuple[int, str]:
    """Return what properties come first by."""
    folder = "/".join(name.split("/")[:2])
    return FOLDERS.index(folder) if folder in FOLDERS else len(FOLDERS), name


def said_of(name: str) -> tuple[str, str]:
    """Return the file of a test as a link, and what it says: its name, as a sentence.

    >>> said_of("tests/properties/test_ends.py::test_the_games_that_ship_end")
    ('[ends](../tests/properties/test_ends.py)', 'the games that ship end')
    """
    file, _, test = name.partition("::")
    stem = file.rpartition("/")[2].removeprefix("test_").removesuffix(".py").replace("_", " ")
    return f"[{stem}](../{file})", test.removeprefix("test_").replace("_", " ")


def _properties(known: Known) -> str:
    games = list(known.instances)
    rows = []
    for row in rows_of(known.tests):
        if row.name.startswith((EXTERNAL, JUDGES)) or set(row.games) <= {NOBODY}:
            continue
        cells = [_told(row, game) for game in (*games, *OTHERS)]
        sums = (sum(row.games.values()), row.positions or "")
        rows.append((*said_of(row.name), row.unit, *sums, *cells))
    return table(("", "property", "cases are", "all", "positions", *games, *OTHERS), rows)


def _told(row: Row, game: str) -> str | int:
    if game in row.failed:
        return "**failed**"
    return row.games.get(game, "")


def _nobodys(known: Known) -> str:
    rows = [
        (*said_of(row.name), row.unit, _told(row, NOBODY))
        for row in rows_of(known.tests)
        if set(row.games) == {NOBODY} and (row.unit != ALONE or row.failed)
    ]
    return table(("", "property", "cases are", "cases"), rows)


# ---------------------------------------------------------------- the rest


def _misuse(found: Sequence[Mapping[str, object]]) -> dict[str, object]:
    told = [each for each in found if str(each["file"]).startswith("told")]
    kept = [each for each in found if str(each["file"]).startswith("kept")]
    rows = [
        (
            each["title"],
            "<br>".join(_code(code) for code, _, _ in each["findings"]) or "**nothing**",
            "<br>".join(_code(line) for _, line, _ in each["findings"]),
            "<br>".join(said for _, _, said in each["findings"]),
        )
        for each in told
    ]
    return {
        "told": len(told),
        "found": sum(bool(each["expected"]) for each in told),
        "kept": len(kept),
        "left_alone": sum(not each["findings"] for each in kept),
        "table": table(("misuse", "code", "in the line", "what `check` says"), rows),
        "near": table(
            ("near miss", "what `check` says"),
            [(each["title"], "; ".join(f[0] for f in each["findings"]) or "–") for each in kept],
        ),
    }


def _planted(known: Known) -> str:
    rows = []
    for place, (test, many) in known.planted.items():
        items = known.tests.get(test, {}).values()
        rows.append((place, many, len(items), sum(not item["failed"] for item in items)))
    return table(("planted in", "faults", "tried", "found"), rows)


def _lockstep(known: Known) -> str:
    parts = []
    for game, named in known.instances.items():
        found = {name: known.lockstep[name] for name in named if name in known.lockstep}
        if not found:
            continue
        rows = [
            (*named[name], each["games"], each["points"], _differences(each), each["commit"])
            for name, each in found.items()
        ]
        sums = [sum(each[part] for each in found.values()) for part in ("games", "points")]
        rows.append(("all", f"{len(found)} of {len(named)} instances", *sums, "", ""))
        head = ("players", "options", "games", "points", "differences", "commit")
        parts.append(f"### {game}\n\n{table(head, rows)}\n")
    return "\n".join(parts) or "No run is kept here.\n"


def _differences(each: Mapping[str, object]) -> str:
    difference = each.get("difference")
    return "0" if difference is None else str(difference).partition("\n")[0]


def _external(known: Known) -> str:
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    failed = set()
    for row in rows_of(known.tests):
        if row.name.startswith(EXTERNAL):
            failed |= row.failed
            for game, number in row.games.items():
                sums[game][row.unit] += number
    head = ("games", "states", "plays by depth")
    rows = [
        (game, *(sums[game][unit] or "" for unit in head), "**failed**" if game in failed else 0)
        for game in known.instances
        if game in sums and any(sums[game][unit] for unit in head)
    ]
    return table(("game", *head, "differences"), rows)


def _said(known: Known) -> dict[str, dict[str, str]]:
    """Return what judges said last, by judge and by what it was about."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for name, items in sorted(known.tests.items()):
        if name.startswith(JUDGES):
            for item in items.values():
                for judge, about, text in item["said"]:
                    found[judge][re.sub(r"\(\)$|\(players=2\)$", "", about)] = text
    return found


def _is_algorithm(judge: str) -> bool:
    return "Solver" in judge


def _judges(known: Known) -> str:
    said = {judge: of for judge, of in _said(known).items() if not _is_algorithm(judge)}
    about = sorted({name for of in said.values() for name in of})
    rows = [(name, *(of.get(name, "") for of in said.values())) for name in about]
    return table(("game", *(_code(judge) for judge in said)), rows)


def _algorithms(known: Known) -> str:
    rows = [
        (_code(judge), name, text)
        for judge, of in _said(known).items()
        if _is_algorithm(judge)
        for name, text in of.items()
    ]
    return table(("algorithm", "game", "what it found"), rows)
