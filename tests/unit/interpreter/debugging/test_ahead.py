"""Looking ahead, gone through: needs, and late needs on a copy; sessions and counts of turns."""

import pytest

from interpreter import Session, load
from interpreter.debugging.asking import AskError
from interpreter.debugging.opening import open_game, open_play
from interpreter.faults import IllegalAction
from tests.unit.interpreter.debugging.test_adapter import Client

LATE = """game "Late"
players 2
token Card(rank: 1..5) in deck: 1 each
zone deck: Card set, open
zone done(Player): Card set, open
var total: 0..30
play:
    each turn of p, at most 4:
        p chooses or passes:
            lay(c in deck) "{p} lays {c}":
                need total < 20 else "enough lies there"
                move c from deck to done(p)
                count_up(c.rank)
                need total <= 6 else "that makes {total}"
                say "laid"
    end: draw
to count_up(n):
    add n to total
"""


@pytest.fixture
def late(tmp_path):
    path = tmp_path / "late.rules"
    path.write_text(LATE, encoding="utf-8")
    return path


def line_of(text):
    return LATE.split(text, maxsplit=1)[0].count("\n") + 1


def test_late_needs_are_gone_through_on_a_copy(late):
    debugger = open_game(str(late)).debugger
    debugger.choice()
    debugger.take(debugger.state.find("lay", ["Card(5)"]).id)
    debugger.choice()
    before = debugger.position
    judged = debugger.ahead("lay(Card(2))")
    assert judged.routines[0].name == "would P2 be allowed to lay(Card(2))?"
    found = [(judged.stop.line, judged.ask("total"))]
    while judged.stop.kind != "verdict":
        judged.step()
        found.append((judged.stop.line, judged.ask("total")))
    assert found == [
        (line_of("need total < 20"), "5"),
        (line_of("move c"), "5"),
        (line_of("count_up(c.rank)"), "5"),
        (line_of("add n"), "5"),
        (line_of("need total <= 6"), "7"),
        (line_of("need total <= 6"), "7"),
    ]
    assert judged.stop.told == "it is refused: that makes 7"
    assert judged.locals()["c"] == "Card(2)"
    assert [judged.step(back=True).line for _ in range(2)] == [
        line_of("need total <= 6"),
        line_of("add n"),
    ]
    assert debugger.position == before
    fine = debugger.ahead("lay(Card(1))")
    assert (fine.run().kind, fine.stop.told) == ("verdict", "it is allowed")
    assert debugger.ahead("pass").run().told == "it is allowed"


def test_a_late_need_may_stand_before_another(late):
    text = LATE.replace(
        "                need total <= 6", '                need total is not 2 else "two"\n'
        "                need total <= 6",
    )  # fmt: skip
    late.write_text(text, encoding="utf-8")
    debugger = open_game(str(late)).debugger
    debugger.choice()
    for card, told in ((5, "it is allowed"), (2, "it is refused: two")):
        assert debugger.ahead(f"lay(Card({card}))").run().told == told
    debugger.take(debugger.state.find("lay", ["Card(5)"]).id)
    debugger.choice()
    needs = debugger.judged("lay(Card(3))")
    assert [(one.holds, one.reason) for one in needs[1:]] == [(False, "that makes 8")]
    assert [one.holds for one in debugger.judged("lay(Card(1))")] == [True]


def test_what_fails_while_it_is_tried_is_where_it_fails(late):
    late.write_text(LATE.replace("(c.rank)", "(c.rank * c.rank * c.rank)"), encoding="utf-8")
    debugger = open_game(str(late)).debugger
    debugger.choice()
    stop = debugger.ahead("lay(Card(4))").run()
    assert (stop.kind, stop.line) == ("fault", line_of("add n to total"))
    assert "total" in stop.told


def test_only_what_is_asked_for_is_judged(late):
    debugger = open_game(str(late)).debugger
    with pytest.raises(IllegalAction, match="go to a choice first"):
        debugger.ahead("lay(Card(2))")
    debugger.choice()
    for text in ("lay(Card(9))", "lay", "dance"):
        with pytest.raises(IllegalAction, match="nothing that is asked for here"):
            debugger.ahead(text)


def test_an_editor_is_shown_a_frame_and_goes_back_to_the_play(late):
    client = Client()
    client.body("initialize", adapterID="rulelang")
    client.ask("launch", program=str(late), stopOnEntry=True)
    client.ask("configurationDone")
    client.body("evaluate", expression="choice", context="repl")
    place = client.top()
    told = client.body("evaluate", expression="ahead lay(Card(5))", context="repl")["result"]
    assert "would P1 be allowed to lay(Card(5))?" in told
    assert client.stopped()["reason"] == "step"
    assert client.top()["name"] == "would P1 be allowed to lay(Card(5))?"
    assert client.inside(client.scope("Locals"))["c"]["value"] == "Card(5)"
    client.ask("stepIn", threadId=1)
    assert client.top()["line"] == line_of("move c")
    client.body("evaluate", expression="leave", context="repl")
    assert client.top() == place


def test_turns_that_nobody_counts_have_no_number(late):
    debugger = open_game(str(late)).debugger
    debugger.choice()
    assert debugger.locals() == {"p": "P1"}
    with pytest.raises(AskError, match="these turns are not counted"):
        debugger.ask("turn + 1")
    counted = open_game("leduc_poker", seed=1).debugger
    counted.choice()
    assert (counted.ask("turn"), counted.locals()["turn"]) == ("1", "1")


def test_a_session_of_other_rules_is_followed_as_far_as_it_goes(late, tmp_path):
    session = Session(load(late), {"P1": "a", "P2": "b"}, seed=1)
    session.save(tmp_path / "s.jsonl")
    session.submit("a", "lay(Card(5))")
    session.submit("b", "lay(Card(1))")
    session.close()
    assert open_play(tmp_path / "s.jsonl", str(late)).remarks == ()
    late.write_text(LATE.replace("total <= 6", "total <= 5"), encoding="utf-8")
    opened = open_play(tmp_path / "s.jsonl", str(late))
    assert opened.remarks[0] == "it was recorded under other rules"
    assert "followed to choice 2: that makes 6" in opened.remarks[1]
