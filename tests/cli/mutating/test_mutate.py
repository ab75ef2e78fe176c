"""`mutate`: changes of a rule text, who notices them, and how play differs where nobody does."""

import json
import signal
from itertools import count
from threading import Thread

import pytest

from interpreter.cli.mutating import judging, mutate
from interpreter.cli.mutating.limits import EndlessError, limited
from rulelang import pipeline
from rulelang.mutations.changes import changes_of

MATCHES = """\
game "Matches"
players P1, P2

token Match in heap: 5
zone heap: Match row, open
zone gone: Match row, open
zone never: Match row, open

play:
    each turn of p, at most 5:
        p chooses:
            take(n in 1..3) "{p} takes {n}":
                need n <= count heap else "there are not so many left"
                draw n from heap to gone
        if heap is empty: end: p wins
    end: draw

scenario "who takes the last match wins":
    play take(3), take(2)
    expect P2 wins
"""
REFUSES_FOUR = """
scenario "nobody takes four":
    expect not offered take(4)
"""


@pytest.fixture
def matches(tmp_path):
    """Return the rule file."""
    file = tmp_path / "matches.rules"
    file.write_text(MATCHES, encoding="utf-8")
    return file


@pytest.fixture
def mutated(command, matches):
    """Return a function that runs the command: the exit code and the document that it writes."""

    def run(*words):
        code, out, _ = command("mutate", matches, "--json", *words)
        return code, json.loads(out)

    return run


def outcome(document, line, change):
    return next(
        found
        for found in document["changes"]
        if (found["line"], found["change"]) == (line, change)
    )


@pytest.mark.parametrize(
    ("line", "change", "expected"),
    [
        (12, "2 for 3", "scenario"),
        (12, "never allowed", "scenario"),
        (15, "the contrary", "scenario"),
        (15, "the opponent of `p`", "scenario"),
        (2, "one player fewer", "refused"),
        (12, "0 for 1", "survived"),
        (12, "4 for 3", "survived"),
        (5, "hidden for open", "survived"),
        (10, "6 for 5", "same"),
        (7, "hidden for open", "same"),
    ],
)
def test_every_change_is_told_with_what_came_of_it(mutated, line, change, expected):
    code, document = mutated("--line", line)
    assert outcome(document, line, change)["outcome"] == expected
    assert code == int(any(one["outcome"] == "survived" for one in document["changes"]))


def test_a_need_that_is_left_out_is_noticed_without_scenarios(mutated):
    _, document = mutated("--line", 13)
    found = outcome(document, 13, "left out")
    assert found["outcome"] in {"proof", "fault", "refused"}
    assert found["outcome"] in judging.NOTICED


def test_who_survives_is_told_with_a_play_that_shows_the_difference(command, matches):
    code, out, _ = command("mutate", matches, "--line", 12)
    told = out[out.index("12: 4 for 3") :]
    assert code == 1
    assert "what is legal: nothing besides | changed: take(4) besides" in told
    assert "changes that make a difference" in out.splitlines()[-1]


def test_where_no_difference_was_seen_it_is_told_how_long_it_was_looked_for(command, matches):
    code, out, _ = command("mutate", matches, "--line", 7)
    told = out[out.index("7: hidden for open") :].splitlines()
    assert (code, told[1].startswith("  no difference seen in ")) == (0, True)
    assert told[1].endswith(" plays, in 1 instance")


def test_once_time_is_up_nothing_more_is_tried(mutated, monkeypatch):
    times = count(0, 100)
    monkeypatch.setattr(mutate, "monotonic", lambda: next(times))
    _, document = mutated("--seconds", 150)
    assert len(document["changes"]) == 1 < document["possible"]


def test_the_play_that_shows_a_difference_is_short(mutated):
    _, document = mutated("--line", 16)
    found = outcome(document, 16, "left out")
    assert found["outcome"] in {"same", "proof", "refused"}
    _, document = mutated("--line", 10)
    fewer = outcome(document, 10, "4 for 5")
    assert fewer["outcome"] == "survived"
    assert sum("takes 1" in line for line in fewer["play"]) == 4
    assert fewer["by"].startswith("the end: the game goes on | changed: the game is over")


def test_what_is_kept_is_not_tried_again(mutated, tmp_path, monkeypatch):
    file = tmp_path / "kept.jsonl"
    _, first = mutated("--kept", file, "--sample", 10)

    def judge(*_):
        raise AssertionError("all of it is kept")

    with monkeypatch.context() as patched:
        patched.setattr(judging.Judge, "judge", judge)
        _, again = mutated("--kept", file, "--sample", 10)
    assert again == first
    assert len(first["changes"]) == 10 < first["possible"]


def test_a_line_of_what_is_kept_may_be_cut_off(mutated, tmp_path):
    file = tmp_path / "kept.jsonl"
    _, first = mutated("--kept", file, "--sample", 10)
    text = file.read_text(encoding="utf-8")
    file.write_text(text[:-20], encoding="utf-8")
    assert mutated("--kept", file, "--sample", 10)[1] == first


def test_an_outcome_that_is_unknown_is_found_again(mutated, tmp_path):
    file = tmp_path / "kept.jsonl"
    _, first = mutated("--kept", file, "--line", 12)
    text = file.read_text(encoding="utf-8")
    assert '"outcome": "survived"' in text
    file.write_text(text.replace('"outcome": "survived"', '"outcome": "lost"'), encoding="utf-8")
    assert mutated("--kept", file, "--line", 12)[1] == first


def test_another_table_is_tried_from_the_beginning(mutated, matches, tmp_path):
    file, table = tmp_path / "kept.jsonl", tmp_path / "areas.csv"
    text = MATCHES.replace("token Match", 'space Area from "areas.csv"\ntoken Match')
    matches.write_text(text, encoding="utf-8")
    heads = []
    for areas in ("name\nNorth\nSouth\n", "name\nNorth\nSouth\n", "name\nEast\nWest\n"):
        table.write_text(areas, encoding="utf-8")
        mutated("--kept", file, "--line", 8)
        heads.append(json.loads(file.read_text(encoding="utf-8").splitlines()[0])["rules"])
    assert heads[0] == heads[1] != heads[2]


def test_a_new_scenario_is_asked_about_what_survived(mutated, matches, tmp_path):
    file = tmp_path / "kept.jsonl"
    _, before = mutated("--kept", file, "--line", 12)
    matches.write_text(MATCHES + REFUSES_FOUR, encoding="utf-8")
    _, after = mutated("--kept", file, "--line", 12)
    assert outcome(before, 12, "4 for 3")["outcome"] == "survived"
    assert outcome(after, 12, "4 for 3")["by"] == "nobody takes four"
    assert outcome(after, 12, "0 for 1") == outcome(before, 12, "0 for 1")
    assert after["noticed"] == before["noticed"] + 1


def test_other_rules_are_tried_from_the_beginning(mutated, matches, tmp_path):
    file = tmp_path / "kept.jsonl"
    mutated("--kept", file, "--line", 12)
    matches.write_text(MATCHES.replace("heap: 5", "heap: 9").replace("take(2)", "take(3), take(3)")
                       .replace("P2 wins", "P1 wins"), encoding="utf-8")  # fmt: skip
    _, after = mutated("--kept", file, "--line", 12)
    assert outcome(after, 12, "2 for 3")["outcome"] == "scenario"
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1 + len(after["changes"])


def test_an_interrupt_keeps_what_is_done(command, matches, tmp_path, monkeypatch):
    tried = []
    judge = judging.Judge.judge

    def interrupted(self, change):
        tried.append(change)
        if len(tried) == 4:
            signal.raise_signal(signal.SIGINT)
        return judge(self, change)

    monkeypatch.setattr(judging.Judge, "judge", interrupted)
    code, out, err = command("mutate", matches, "--json", "--kept", tmp_path / "kept.jsonl")
    assert code == 130
    assert "interrupted" in err
    assert len(json.loads(out)["changes"]) == 3


def test_a_text_must_hold_as_it_is(command, failing, broken):
    code, _, err = command("mutate", failing)
    assert (code, "the scenario `the other one` fails" in err) == (2, True)
    code, _, err = command("mutate", broken)
    assert code != 0
    assert "error" in err
    broken.write_text('game "Broken"\nplayers 2\n\nplay:\n    end nobody\n', encoding="utf-8")
    code, _, err = command("mutate", broken)
    assert (code, f"{broken}:5:" in err) == (1, True)


def test_the_seed_decides_which_changes_are_tried(mutated):
    picked = [
        [c["key"] for c in mutated("--sample", 8, "--seed", n)[1]["changes"]] for n in (1, 2, 1)
    ]
    assert picked[0] == picked[2] != picked[1]


TELLS = """\
game "Tells"
players P1, P2

token Card in deck: 4
zone deck: Card row, hidden
zone table: Card row, open
zone gone: Card row, hidden
var here: 0..1
var there: 0..1

play:
    each turn of p, at most 2:
        p chooses:
            take:
                if p is P2:
                    say "well done" to p
                reveal gone
                show deck to p
                draw 1 from deck to table
                draw 1 from table to gone
                set here to 1
                set there to 1
        set here to 0
        set there to 0
    end: draw
"""


@pytest.fixture(params=["native", "reference"])
def telling(request, command, tmp_path, monkeypatch):
    """Return a function that changes the text which tells: the exit code and the document."""
    monkeypatch.setenv("RULELANG_ENGINE", request.param)
    file = tmp_path / "tells.rules"
    file.write_text(TELLS, encoding="utf-8")

    def run(*words):
        code, out, _ = command("mutate", file, "--json", "--playouts", 20, *words)
        return code, json.loads(out)

    return run


@pytest.mark.parametrize(
    ("line", "change", "by"),
    [
        (16, "left out", "what P2 is told: well done besides | changed: nothing besides"),
        (16, "the opponent of `p`", "what P1 is told: nothing besides | changed: well done"),
        (17, "left out", "what P1 is told: gone is revealed: Card besides | changed: nothing"),
        (18, "left out", "what P1 is told: deck is shown to P1: 4 Card besides | changed: noth"),
        (6, "hidden for open", "what P1 is told: Card moves from deck to table; Card moves from"),
        (21, "left out", "what P1 is told: here is 1; here is 0 besides | changed: nothing besi"),
        (14, "statement 6 before statement 5", None),
    ],
)
def test_what_is_told_in_passing_makes_a_difference_and_its_order_none(telling, line, change, by):
    _, document = telling("--line", line)
    found = outcome(document, line, change)
    assert found["outcome"] == ("same" if by is None else "survived")
    assert by is None or found["by"].startswith(by)


def test_what_is_seldom_said_is_waited_for(command, tmp_path):
    file = tmp_path / "seldom.rules"
    text = TELLS.replace("            take:", "            go(n in 1..12):")
    file.write_text(text.replace("if p is P2:", "if n is 12:"), encoding="utf-8")
    _, out, _ = command("mutate", file, "--json", "--line", 16, "--playouts", 20)
    found = outcome(json.loads(out), 16, "left out")
    assert found["outcome"] == "survived"
    assert any("well done" in told for told in found["play"])


def test_what_seemed_the_same_when_less_was_compared_is_tried_again(mutated, tmp_path):
    file = tmp_path / "kept.jsonl"
    _, first = mutated("--kept", file, "--line", 7)
    head, *others = file.read_text(encoding="utf-8").splitlines()
    before = {name: held for name, held in json.loads(head).items() if name != "compared"}
    wrong = [line.replace('"alike": ', '"alike": 9') for line in others]
    for kept, same in ((before, first["changes"]), (json.loads(head), None)):
        file.write_text("\n".join([json.dumps(kept), *wrong]) + "\n", encoding="utf-8")
        _, again = mutated("--kept", file, "--line", 7)
        assert (again["changes"] == first["changes"]) == (same is not None)


def test_what_does_not_end_is_stopped():
    with pytest.raises(EndlessError), limited(0.05):
        any(number < 0 for number in count())


def test_in_another_thread_nothing_is_stopped():
    done = []

    def work():
        with limited(0.001):
            done.append(sum(range(100_000)))

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert done == [4_999_950_000]


AT_ONCE = """game "At once"
players 2
var bid(Player): 0..3, owner sees

play:
    each p in Player chooses:
        offer(n in 1..3): set bid(p) to n
    end: each p scores bid(p)
"""


def test_a_choice_of_all_at_once_may_be_left_out(command, tmp_path):
    path = tmp_path / "at_once.rules"
    path.write_text(AT_ONCE, encoding="utf-8")
    _, out, _ = command("mutate", path, "--json", "--line", 6)
    found = outcome(json.loads(out), 6, "left out")
    ended = "the end: the game goes on | changed: the game is over, P1 0, P2 0"
    assert (found["outcome"], found["by"]) == ("survived", ended)


def test_every_sort_of_further_fault_is_made(matches):
    labels = {change.label for change in changes_of(pipeline.read(str(matches)))}
    assert labels >= {"a draw", "the opponent of `p`", "statement 2 before statement 1"}


EVERY_SORT = """game "Every sort of fault"
players 2
component Coin in bank:
    worth: 1..3
    metal: tin | brass
    | name  | worth | metal | copies |
    | penny | 1     | tin   | 2      |
    | crown | 3     | tin   | 1      |
zone bank: Coin set, open
zone line: Coin row, open
var n: -3..9 = 0
let price(m) = match m:
    3: 1
    4: 1
    else: 2
play:
    each turn of p in Player where n < 8 and n > -4, at most 5:
        p chooses any number of times:
            lay(c in bank):
                move c from bank to line, beneath
                need n < 5 else "enough"
        otherwise: add 1 to n
        set n to price(n)
        let a = 3
        set n to a
        set n to a
    P1 chooses any number of times:
        raise: add 1 to n
    end: draw
"""


def test_faults_are_made_of_choices_turns_and_signs(tmp_path):
    path = tmp_path / "every.rules"
    path.write_text(EVERY_SORT, encoding="utf-8")
    labels = [change.label for change in changes_of(pipeline.read(str(path)))]
    assert {*labels} >= {
        "without `where`",
        "`or` for `and`",
        "without the minus",
        "on top",
    }
    assert (labels.count("once only"), labels.count("without `otherwise`")) == (2, 1)
    assert labels.count("as in the next case") == 2  # two of three cases say the same
    assert not any(label.startswith("metal ") for label in labels)  # no row has another one
    assert "statement 5 before statement 4" not in labels  # they are alike
    assert labels.count("statement 4 before statement 3") == 0  # a `let` stays where it is
