"""A debugger goes through a play as it was, forwards and back, and changes nothing of it."""

import json

import attrs
import pytest

from interpreter import IllegalAction, Session, load, shipped
from interpreter.debugging import EVERYTHING, AskError, Debugger, play_of
from interpreter.debugging.looking import families
from interpreter.debugging.opening import numbers_of, open_game, open_play, open_scenario
from interpreter.faults import PlaythroughError
from interpreter.hosting.journal import chained
from interpreter.hosting.playthrough import record, save, write
from interpreter.load import RulesError, UsageError
from interpreter.testing.scenarios import run as run_scenario
from rulelang import pipeline
from tests.support.sampling import gated

SHORT = 12
MARKET = """
game "Stalls"
players 2
token Coin in bank: 9
zone bank: Coin set, open
zone purse(Player): Coin set, owner sees
var bid(Player): 0..9, owner sees

let poor(p) = count purse(p) < 2

to pay(p, n):
    if n > 0:
        move n Coin from bank to purse(p)
    add n to bid(p)

setup:
    for p in Player: move 1 Coin from bank to purse(p)

play:
    each turn of p, at most 6:
        p chooses:
            earn(n in 1..2) "{p} earns {n}":
                need count bank >= n else "the bank has too little"
                pay(p, n)
            rob "{p} robs":
                need poor(p) else "{p} is not poor"
                move 1 Coin from bank to purse(p)
            pass
    end: p with most count purse(p) wins

scenario "somebody earns":
    given purse(P1) is 3 Coin
    play earn(2), pass
    expect count purse(P1) is 5
"""


@pytest.fixture
def market(tmp_path):
    file = tmp_path / "stalls.rules"
    file.write_text(MARKET, encoding="utf-8")
    return file


def line_of(text, part):
    return next(n for n, line in enumerate(text.split("\n"), 1) if part in line)


def played(game, choices, seed=3):
    state = game.start(seed=seed)
    for at in range(choices):
        if state.is_terminal:
            break
        state = state.apply(state.legal_ids[(at * 7 + seed) % len(state.legal_ids)])
    return state


@pytest.mark.parametrize("name", gated(shipped()))
def test_the_play_in_it_is_the_play_without_it(name):
    state = played(load(name), SHORT)
    debugger = Debugger(state.game, play_of(state))
    known = [one.position for one in state.path]
    waiting = [] if debugger.stop.kind == "line" else [debugger.position]
    seen = -1
    while (debugger.stop.leg, debugger.stop.index) != seen:
        seen = (debugger.stop.leg, debugger.stop.index)
        debugger.step()
        if debugger.stop.kind in ("choice", "chance", "end") and waiting[-1:] != [
            debugger.position
        ]:
            waiting.append(debugger.position)
    assert waiting == known
    assert numbers_of(debugger) == state.history


@pytest.mark.parametrize("way", ["step", "choice", "turn"])
@pytest.mark.parametrize("name", ["kuhn_poker", "whist"])
def test_as_many_back_as_forwards_is_where_one_was(name, way):
    state = played(load(name), 20)
    debugger = Debugger(state.game, play_of(state))
    been = [getattr(debugger, way)()]
    while (reached := getattr(debugger, way)()) != been[-1] and len(been) < 60:
        been.append(reached)
    if way != "step" and reached == been[-1]:
        been.pop()  # the end of the play is no choice and no turn
    debugger.go(been[-1].leg, been[-1].index)
    assert [getattr(debugger, way)(back=True) for _ in been[1:]] == been[-2::-1]
    assert len(been) > 1


def test_going_over_a_call_comes_to_the_next_line(market):
    opened = open_game(str(market))
    debugger = opened.debugger
    debugger.choice()
    debugger.take(debugger.state.find("earn", [2]).id)
    call = line_of(MARKET, "                pay(p, n)")
    assert debugger.step().line == call
    assert [r.name for r in debugger.routines] == ["play"]
    asks = line_of(MARKET, "        p chooses:")
    assert debugger.over().line == asks
    debugger.step(back=True)
    assert debugger.routines[0].name == "to pay"
    assert debugger.locals() == {"p": "P1", "n": "2"}
    assert debugger.locals(1) == {"p": "P1", "n": "2"}
    assert debugger.out().line == asks
    assert debugger.out(back=True).kind == "line"


@pytest.mark.parametrize("back", [False, True])
def test_a_condition_holds_where_it_stops_and_nowhere_between(market, back):
    opened = open_game(str(market))
    debugger = opened.debugger
    for number in (1, 2, 1, 2):
        debugger.choice()
        debugger.take(debugger.state.find("earn", [number]).id)
    debugger.choice()
    end = debugger.stop
    debugger.break_at(line_of(MARKET, "    add n to bid(p)"), "n is 2 and bid(p) < 9")
    every = []
    first = debugger.go(0)
    while (stop := debugger.step()) != end:
        if stop.line == line_of(MARKET, "    add n to bid(p)") and debugger.ask("n") == "2":
            every.append((stop.leg, stop.index))
    found = []
    if back:
        debugger.go(end.leg, end.index)
    else:
        debugger.go(0)
    for _ in every:
        stop = debugger.run(back=back)
        found.append((stop.leg, stop.index))
        assert debugger.ask("n") == "2"
    assert found == (every[::-1] if back else every)
    assert len(every) == 2
    assert debugger.run(back=back) == (first if back else end)


def test_a_breakpoint_moves_to_the_next_line_where_something_is_done(market):
    debugger = open_game(str(market)).debugger
    assert debugger.break_at(line_of(MARKET, "to pay")).line == line_of(MARKET, "if n > 0")
    assert debugger.break_at(10_000) is None
    arm = line_of(MARKET, "earn(n in 1..2)")
    assert debugger.break_at(arm).line == arm
    debugger.choice()
    debugger.take(0)
    debugger.go(0)
    assert (debugger.run().kind, debugger.stop.line) == ("chosen", arm)


@pytest.mark.parametrize("back", [False, True])
def test_a_breakpoint_at_a_need_stops_where_it_is_asked_of_such_an_action(market, back):
    debugger = open_game(str(market)).debugger
    for number in (2, 2, 2):
        debugger.choice()
        debugger.take(debugger.state.find("earn", [number]).id)
    end = debugger.choice()
    assert debugger.ask("count bank") == "1"
    need = line_of(MARKET, "need count bank >= n")
    assert debugger.break_at(need, "n is 2 and count bank < 4").line == need
    if not back:
        debugger.go(0)
    stopped = []
    while debugger.run(back=back) and debugger.judging is not None:
        through = debugger.judging
        assert through.routines[0].name.endswith("be allowed to earn(2)?")
        assert (through.stop.line, through.ask("n")) == (need, "2")
        stopped.append((debugger.ask("count bank"), through.step().told))
    refused = ("1", "it is refused: the bank has too little")
    assert stopped == [("3", "it is allowed"), *(() if back else (refused,))]
    assert (debugger.stop == end) is not back


def test_a_need_that_tries_things_out_can_be_stopped_at(tmp_path):
    last = "                pay(p, n)\n"
    late = MARKET.replace(last, f'{last}                need bid(p) < 3 else "too much"\n')
    file = tmp_path / "late.rules"
    file.write_text(late, encoding="utf-8")
    debugger = open_game(str(file)).debugger
    need = line_of(late, "need bid(p) < 3")
    assert debugger.break_at(need, "bid(p) is 2").line == need
    debugger.run()
    assert debugger.judging.ask("bid(p)") == "2"
    assert debugger.ask("bid(p)") == "0"
    assert debugger.judging.step().told == "it is allowed"


def test_a_condition_at_a_need_that_cannot_be_told_stops_and_says_so(market):
    debugger = open_game(str(market)).debugger
    debugger.break_at(line_of(MARKET, "need poor(p)"), "coins(p) > 3")
    assert debugger.run().kind == "choice"
    assert "nothing is named `coins`" in debugger.failed


def test_a_condition_that_cannot_be_told_stops_and_says_so(market):
    debugger = open_game(str(market)).debugger
    debugger.break_at(line_of(MARKET, "for p in Player: move"), "coins(p) > 3")
    stop = debugger.run()
    assert stop.line == line_of(MARKET, "for p in Player: move")
    assert "nothing is named `coins`" in debugger.failed
    debugger.breakpoints = ()
    debugger.run()
    assert debugger.failed == ""


def test_a_seat_is_shown_what_it_sees_and_nothing_else():
    state = played(load("kuhn_poker"), 1)
    debugger = Debugger(state.game, play_of(state))
    while debugger.choice() != debugger.stop or debugger.comes is not None:
        pass
    hands = [debugger.shown(f"hand(P{n})") for n in (1, 2)]
    assert debugger.shown("hand(P1)", 0) == hands[0]
    assert debugger.shown("hand(P1)", 1) == debugger.shown("hand(P1)", None) == "1 unseen"
    assert debugger.shown("deck", 0) == "1 unseen"
    game = state.game
    for one in state.path:
        at = Debugger(game, play_of(one))
        while at.run().leg < len(at.legs) - 1:
            pass
        for seat in (0, 1, None):
            seen = one.observation(seat)
            for family in families(game.layout):
                for cell in family.cells:
                    name = game.layout.names[cell]
                    hidden = "unseen" in at.shown(name, seat)
                    known = seen["zones"].get(name, seen["variables"].get(name, {}))
                    assert hidden == isinstance(known, dict)
    with pytest.raises(KeyError):
        debugger.shown("nowhere")


def test_what_happened_is_told_as_a_seat_heard_it():
    state = load("kuhn_poker").start(seed=1)
    debugger = Debugger(state.game, play_of(state))
    debugger.choice()
    everything = debugger.told(EVERYTHING)
    assert any("moves from deck to hand(P2)" in line for line in everything)
    assert any("unseen component" in line for line in debugger.told(0))
    assert not any("unseen component" in line for line in everything)


def test_why_an_action_is_missing_is_said_need_by_need(market):
    debugger = open_game(str(market)).debugger
    assert "the rules are under way" in debugger.why("rob")
    debugger.choice()
    debugger.take(debugger.state.find("earn", [2]).id)
    debugger.choice()
    debugger.take(debugger.state.find("earn", [2]).id)
    debugger.choice()
    assert debugger.why("rob") == "P1 is not poor"
    (need,) = debugger.judged("rob")
    assert (need.span.line, need.holds) == (line_of(MARKET, "need poor"), False)
    assert all(one.holds for one in debugger.judged("earn(1)"))
    assert debugger.judged("nothing") == ()


def test_a_fork_plays_on_and_the_record_can_be_had_again(market):
    state = played(load(market), 5)
    debugger = Debugger(state.game, play_of(state))
    debugger.choice()
    debugger.choice()
    other = next(n for n in debugger.state.legal_ids if n != debugger.comes)
    debugger.take(other)
    assert debugger.is_fork
    assert debugger.comes is None
    by_hand = state.game.start().child(state.history[0]).child(other)
    assert debugger.choice().kind == "choice"
    assert debugger.position == by_hand.position
    debugger.take(by_hand.legal_ids[0])
    debugger.choice()
    assert debugger.position == by_hand.child(by_hand.legal_ids[0]).position
    debugger.rejoin()
    assert not debugger.is_fork
    assert numbers_of(debugger) == state.history
    assert debugger.comes == state.history[1]
    with pytest.raises(IllegalAction, match="no such option"):
        debugger.take(10**6)
    debugger.step()
    debugger.step()
    with pytest.raises(IllegalAction, match="go to a choice first"):
        debugger.take(0)


def test_chance_goes_on_as_the_seed_has_it():
    game = load("pergamon")
    debugger = Debugger(game, seed=7)
    debugger.choice()
    state = game.start(seed=7)
    assert debugger.position == state.position
    number = state.legal_ids[-1]
    debugger.take(number)
    debugger.choice()
    assert debugger.position == state.apply(number).position
    alone = Debugger(game)
    assert alone.choice().kind == "chance"


def test_what_fails_is_a_stop_with_its_line(tmp_path):
    file = tmp_path / "fails.rules"
    text = MARKET.replace("move n Coin from bank to purse(p)", "move 9 Coin from bank to purse(p)")
    file.write_text(text, encoding="utf-8")
    debugger = open_game(str(file)).debugger
    debugger.choice()
    debugger.take(0)
    stop = debugger.run()
    assert (stop.kind, stop.line) == ("fault", line_of(text, "move 9 Coin"))
    assert "bank" in stop.told
    assert debugger.step() == stop
    assert debugger.step(back=True).line == line_of(text, "move 9 Coin")


def test_a_scenario_is_gone_through_as_it_is_run(market):
    opened = open_scenario(str(market), "EARNS")
    debugger = opened.debugger
    (scenario,) = pipeline.build(str(market)).scenarios
    result = run_scenario(scenario)
    stop = debugger.stop
    while debugger.step() != stop:
        stop = debugger.stop
    assert debugger.position == result.reached.position
    assert debugger.ask("count purse(P1)") == "5"
    with pytest.raises(UsageError, match="does not begin where its game does"):
        numbers_of(debugger)
    with pytest.raises(UsageError, match='there is "somebody earns"'):
        open_scenario(str(market), "nobody")


def test_saved_plays_open_and_those_of_other_rules_as_far_as_they_go(market, tmp_path):
    state = played(load(market), 5)
    save(state, tmp_path / "play.json", rules=str(market))
    opened = open_play(tmp_path / "play.json")
    assert numbers_of(opened.debugger) == state.history
    assert opened.remarks == ()
    market.write_text(MARKET.replace("count bank >= n", "count bank >= n + 5"), encoding="utf-8")
    opened = open_play(tmp_path / "play.json")
    assert opened.remarks[0] == "it was recorded under other rules"
    assert "too little" in opened.remarks[1]


def test_what_cannot_be_asked_is_said(market):
    debugger = open_game(str(market)).debugger
    for text in ("1 +", "nowhere(P1)", 'a "text"', "purse(P1).first +"):
        with pytest.raises(AskError):
            debugger.ask(text)
    before = debugger.position
    assert debugger.ask("count bank + 1") == "10"
    assert debugger.ask("poor(P1)") == "true"
    assert debugger.ask("bank") == "Coin, " * 8 + "Coin"
    assert debugger.position == before
    with pytest.raises(AskError, match="nobody understands"):
        Debugger(debugger.game).ask("1")
    with pytest.raises(IndexError):
        debugger.go(99)


def test_taking_what_came_next_is_no_fork(market):
    state = played(load(market), 3)
    debugger = Debugger(state.game, play_of(state))
    debugger.choice()
    debugger.take(debugger.comes)
    assert not debugger.is_fork
    assert numbers_of(debugger) == state.history


def test_an_action_that_is_asked_for_elsewhere_is_said_to_be_there(tmp_path):
    text = MARKET.replace(
        "play:\n", "play:\n    P1 chooses:\n        begin: pass\n        wait: pass\n"
    )
    file = tmp_path / "two.rules"
    file.write_text(text, encoding="utf-8")
    debugger = open_game(str(file)).debugger
    debugger.choice()
    line = line_of(text, "rob ")
    assert debugger.why("rob").startswith(f"`rob` is not asked for here; it is at line {line}: ")
    assert debugger.judged("begin(3)") == ()


def test_what_an_asked_value_needs_besides_is_there(market):
    text = MARKET.replace("token Coin", "space Cell on grid 3 x 3\ntoken Coin")
    market.write_text(text, encoding="utf-8")
    debugger = open_game(str(market)).debugger
    for _ in range(2):
        assert debugger.ask("count neighbours(b2)") == "8"
        assert debugger.ask("count c in Cell where row(c) is 3 and column(c) > 1") == "2"
        assert debugger.ask("count l in lines(Cell, 3)") == "8"


def test_of_what_a_seat_hears_what_does_not_show_is_left_out(market):
    debugger = open_game(str(market)).debugger
    debugger.choice()
    debugger.take(debugger.state.find("earn", [2]).id)
    debugger.choice()
    heard = {eyes: debugger.told(eyes) for eyes in (EVERYTHING, 0, 1, None)}
    assert heard[EVERYTHING] == heard[0]
    assert any("bid(P1)" in line for line in heard[0])
    assert not any("bid(P1)" in line for eyes in (1, None) for line in heard[eyes])


def test_an_effect_of_a_scenario_is_gone_through(market):
    market.write_text(f'{MARKET}\nscenario "paid":\n    do pay(P1, 2)\n', encoding="utf-8")
    debugger = open_scenario(str(market), "paid").debugger
    debugger.break_at(line_of(MARKET, "    add n to bid(p)"))
    debugger.run()
    assert [one.name for one in debugger.routines] == ["to pay"]
    assert debugger.locals() == {"p": "P1", "n": "2"}
    assert (debugger.run().kind, debugger.routines) == ("done", ())


def test_a_scenario_that_cannot_be_laid_out_says_why_and_one_of_wrong_rules_too(market):
    laid = f'{MARKET}\nscenario "rich":\n    given purse(P1) is 30 Coin\n    play pass\n'
    market.write_text(laid, encoding="utf-8")
    with pytest.raises(UsageError, match=rf"stalls.rules:{line_of(laid, 'is 30 Coin')}:5: "):
        open_scenario(str(market), "rich")
    market.write_text(laid.replace("wins", "winz"), encoding="utf-8")
    with pytest.raises(RulesError):
        open_scenario(str(market), "rich")


def test_saved_plays_that_cannot_be_followed_say_why(market, tmp_path):
    state = played(load(market), 1)
    file = tmp_path / "play.json"
    saved = record(state, str(market))
    write(attrs.evolve(saved, rules=""), file)
    with pytest.raises(UsageError, match="does not say where its rules are: name the game"):
        open_play(file)
    assert numbers_of(open_play(file, str(market)).debugger) == state.history
    write(attrs.evolve(saved, choices=(*saved.choices, 999)), file, overwrite=True)
    with pytest.raises(PlaythroughError, match=r"play\.json, choice 2: no such option"):
        open_play(file)


def test_a_saved_play_whose_last_choice_fails_ends_there(market, tmp_path):
    text = MARKET.replace("move n Coin from bank to purse(p)", "move 9 Coin from bank to purse(p)")
    market.write_text(text, encoding="utf-8")
    state = load(market, engine="reference").start()
    saved = record(state, str(market))
    write(attrs.evolve(saved, choices=(state.legal_ids[0],)), tmp_path / "play.json")
    debugger = open_play(tmp_path / "play.json").debugger
    assert (debugger.run().kind, debugger.stop.line) == ("fault", line_of(text, "move 9 Coin"))


def test_a_session_that_its_own_rules_refuse_is_none(market, tmp_path):
    file = tmp_path / "s.jsonl"
    session = Session(load(market), {"P1": "a", "P2": "b"})
    session.save(file)
    session.submit("a", "pass")
    session.close()
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        del line["chain"]
    lines[-1]["choice"] = 999
    file.write_text(chained(map(json.dumps, lines))[0], encoding="utf-8")
    with pytest.raises(PlaythroughError, match=r"s\.jsonl: no such option"):
        open_play(file, str(market))
