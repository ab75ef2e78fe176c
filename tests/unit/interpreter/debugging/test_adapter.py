"""The debugger of editors: all messages keep to the protocol's own schema, and say what is so."""

import inspect
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from interpreter import load
from interpreter.debugging import adapter
from interpreter.debugging.adapter import Adapter
from interpreter.debugging.wire import WireError, messages, written
from interpreter.hosting.playthrough import save
from tests.support.editing.dap import keep_to
from tests.unit.interpreter.debugging.test_debugger import MARKET, line_of


def test_what_the_protocol_does_not_know_is_refused():
    event = {"seq": 1, "type": "event", "event": "stopped", "body": {"reason": "step"}}
    keep_to(event)
    for wrong in (
        {**event, "body": {}},
        {**event, "body": {"reason": "step", "where": 3}},
        {**event, "extra": 1},
        {**event, "seq": "1"},
    ):
        with pytest.raises(jsonschema.ValidationError):
            keep_to(wrong)
    with pytest.raises(AssertionError, match="no DancedEvent"):
        keep_to({**event, "event": "danced"})


class Client:
    """Asks an adapter, and holds each answer to the schema."""

    def __init__(self):
        self.adapter = Adapter()
        self.sent = 0
        self.last = 0

    def ask(self, command, **arguments):
        self.sent += 1
        request = {"seq": self.sent, "type": "request", "command": command}
        found = self.adapter.answer({**request, "arguments": arguments})
        for message in found:
            keep_to(message)
            assert message["seq"] == self.last + 1
            self.last = message["seq"]
        response, *self.events = found
        assert response["request_seq"] == self.sent
        return response

    def body(self, command, **arguments):
        """Ask as the protocol has it, and return what is answered."""
        request = {"seq": 1, "type": "request", "command": command, "arguments": arguments}
        keep_to(request)
        response = self.ask(command, **arguments)
        assert response["success"], response
        return response["body"]

    def stopped(self):
        (event,) = [one for one in self.events if one["event"] == "stopped"]
        return event["body"]

    def top(self):
        return self.body("stackTrace", threadId=1)["stackFrames"][0]

    def scope(self, name, frame=1):
        scopes = self.body("scopes", frameId=frame)["scopes"]
        return next(one for one in scopes if one["name"] == name)["variablesReference"]

    def inside(self, number, **paging):
        found = self.body("variables", variablesReference=number, **paging)["variables"]
        return {one["name"]: one for one in found}


@pytest.fixture
def market(tmp_path):
    file = tmp_path / "stalls.rules"
    file.write_text(MARKET, encoding="utf-8")
    return file


@pytest.fixture
def client(market):
    client = Client()
    client.body("initialize", adapterID="rulelang", linesStartAt1=True)
    assert client.ask("launch", program=str(market))["success"]
    assert [one["event"] for one in client.events] == ["initialized"]
    return client


def begin(client):
    assert client.ask("configurationDone")["success"]
    return client.stopped()["reason"]


def test_a_session_of_an_editor(client, market):
    arm, add = line_of(MARKET, "earn(n in 1..2)"), line_of(MARKET, "    add n to bid(p)")
    source = {"path": str(market)}
    asked = [{"line": arm - 1}, {"line": add, "condition": "n is 2"}, {"line": 9_999}]
    found = client.body("setBreakpoints", source=source, breakpoints=asked)["breakpoints"]
    assert [one["verified"] for one in found] == [True, True, False]
    assert [one.get("line") for one in found] == [arm - 1, add, None]
    assert begin(client) == "entry"
    assert client.body("threads")["threads"][0]["name"] == "Stalls"
    assert client.body("continue", threadId=1) == {"allThreadsContinued": True}
    assert client.stopped()["reason"] == "breakpoint"
    assert client.top()["line"] == arm - 1
    client.body("evaluate", expression="choice", context="repl")
    assert client.stopped()["reason"] == "step"
    assert "earn(1)" in client.body("evaluate", expression="legal", context="repl")["result"]
    client.body("evaluate", expression="take earn(2)", context="repl")
    client.ask("continue", threadId=1)
    frames = client.body("stackTrace", threadId=1)["stackFrames"]
    assert [(one["name"], one["line"]) for one in frames] == [
        ("to pay", add),
        ("play", line_of(MARKET, "                pay(p, n)")),
    ]
    assert frames[0]["source"]["path"] == str(market)
    assert {k: v["value"] for k, v in client.inside(client.scope("Locals")).items()} == {
        "p": "P1",
        "n": "2",
    }
    asked = {"expression": "count purse(p) + n", "frameId": 1, "context": "watch"}
    assert client.body("evaluate", **asked)["result"] == "5"


def test_what_a_seat_sees_is_kept_from_what_is_so(client):
    begin(client)
    client.body("evaluate", expression="choice", context="repl")
    everything = client.inside(client.scope("Everything"))
    assert everything["bank"]["value"].startswith("7 Coin")
    purses = client.inside(everything["purse"]["variablesReference"])
    assert purses["purse(P2)"]["value"] == "Coin"
    seen = client.inside(client.scope("As P1 sees it"))
    assert client.inside(seen["purse"]["variablesReference"])["purse(P2)"]["value"] == "1 unseen"
    assert client.inside(seen["bid"]["variablesReference"])["bid(P2)"]["value"] == "unseen"
    assert everything["purse"]["namedVariables"] == 2
    paged = client.inside(everything["purse"]["variablesReference"], start=1, count=1)
    assert list(paged) == ["purse(P2)"]
    told = client.inside(client.scope("Told since the last choice"))
    assert "Coin moves from bank to purse(P1)" in told["1"]["value"]
    legal = client.inside(client.scope("Legal"))
    assert legal["earn(1)"]["value"] == "P1 earns 1"


def test_numbers_of_what_can_be_opened_hold_until_play_goes_on(client):
    begin(client)
    number = client.scope("Everything")
    client.ask("stepIn", threadId=1)
    assert client.ask("variables", variablesReference=number)["success"] is False


def test_back_goes_by_what_was_gone_last(client):
    begin(client)
    places = []
    for _ in range(3):
        places.append(client.top()["line"])
        client.ask("stepIn", threadId=1)
        assert client.stopped()["reason"] == "step"
    for line in reversed(places):
        client.ask("stepBack", threadId=1)
        assert client.top()["line"] == line
    client.ask("stepBack", threadId=1)
    assert client.stopped()["description"] == "The play goes no further"
    client.body("evaluate", expression="choice", context="repl")
    first = client.top()
    client.body("evaluate", expression="take pass", context="repl")
    client.body("evaluate", expression="choice", context="repl")
    client.ask("stepBack", threadId=1)
    assert client.top() == first
    client.ask("reverseContinue", threadId=1)
    assert client.top()["line"] == places[0]


def test_a_breakpoint_at_a_need_shows_who_is_judged(client, market):
    need = line_of(MARKET, "need count bank >= n")
    asked = [{"line": need, "condition": "n is 2"}]
    found = client.body("setBreakpoints", source={"path": str(market)}, breakpoints=asked)
    assert found == {"breakpoints": [{"verified": True, "line": need}]}
    begin(client)
    client.ask("continue", threadId=1)
    assert client.stopped()["reason"] == "breakpoint"
    assert client.top()["line"] == need
    assert client.top()["name"] == "would P1 be allowed to earn(2)?"
    told = client.body("evaluate", expression="count bank - n", frameId=1, context="watch")
    assert told["result"] == "5"
    client.ask("stepIn", threadId=1)
    assert client.stopped()["reason"] == "step"
    client.body("evaluate", expression="leave", context="repl")
    assert client.top()["name"] == "play"


def test_a_fork_is_named(market):
    client = Client()
    client.ask("initialize")
    client.ask("launch", program=str(market), scenario="earns")
    begin(client)
    client.body("evaluate", expression="choice", context="repl")
    client.body("evaluate", expression="take rob", context="repl")
    told = client.body("evaluate", expression="why rob", context="repl")["result"]
    assert "P1 is not poor" in told or "under way" in told
    client.body("evaluate", expression="take pass", context="repl")
    assert "a fork" in client.body("threads")["threads"][0]["name"]


def test_a_rule_that_fails_is_an_exception(tmp_path):
    file = tmp_path / "fails.rules"
    text = MARKET.replace("move n Coin from bank to purse(p)", "move 9 Coin from bank to purse(p)")
    file.write_text(text, encoding="utf-8")
    client = Client()
    client.ask("launch", program=str(file), stopOnEntry=False)
    client.ask("configurationDone")
    client.body("evaluate", expression="take 0", context="repl")
    client.ask("continue", threadId=1)
    stopped = client.stopped()
    assert stopped["reason"] == "exception"
    assert client.body("exceptionInfo", threadId=1)["description"] == stopped["text"]
    assert client.top()["line"] == line_of(text, "move 9 Coin")


@pytest.mark.parametrize(
    ("command", "arguments", "said"),
    [
        ("dance", {}, "there is no request `dance`"),
        ("launch", {"program": "nowhere"}, "no game is named"),
        ("launch", {}, "name a game"),
        ("launch", {"program": 7}, "`program` is a text"),
        ("launch", {"program": "tic_tac_toe", "players": "many"}, "whole number"),
        ("launch", {"program": "tic_tac_toe", "scenario": "no such"}, "has no scenario"),
        ("launch", {"play": "nowhere.json"}, "cannot be read"),
        ("stackTrace", {"threadId": 1}, "nothing was launched"),
        ("setBreakpoints", {"source": {}}, "nothing was launched"),
        ("variables", {"variablesReference": 3}, "nothing was launched"),
        ("threads", {}, "nothing was launched"),
        ("loadedSources", {}, "nothing was launched"),
    ],
)
def test_what_cannot_be_is_answered_with_a_sentence(command, arguments, said):
    client = Client()
    response = client.ask(command, **arguments)
    assert not response["success"]
    assert said in response["message"]
    assert client.events == []


@pytest.mark.parametrize(
    ("command", "arguments", "said"),
    [
        ("evaluate", {"expression": "nowhere"}, "nothing is named"),
        ("evaluate", {"expression": ""}, ""),
        ("variables", {"variablesReference": True}, "whole number"),
        ("scopes", {}, "`frameId` is a whole number"),
        ("exceptionInfo", {"threadId": 1}, "no rule fails here"),
        ("setBreakpoints", {"source": {"path": "/"}, "breakpoints": []}, None),
        ("variables", {"variablesReference": 1, "filter": "indexed"}, None),
    ],
)
def test_what_cannot_be_asked_later(client, command, arguments, said):
    begin(client)
    response = client.ask(command, **arguments)
    assert response["success"] is (said is None)
    assert said is None or said in response["message"]


def test_a_text_with_errors_is_shown_as_check_shows_it(tmp_path):
    file = tmp_path / "broken.rules"
    file.write_text('game "Broken"\nplayers 2\n\nplay:\n    end: nobody wins\n', encoding="utf-8")
    response = Client().ask("launch", program=str(file))
    assert "broken.rules:5" in response["message"]


def test_another_text_has_no_breakpoints_and_lines_may_count_from_0(market):
    client = Client()
    client.body("initialize", adapterID="rulelang", linesStartAt1=False, columnsStartAt1=False)
    client.ask("launch", program=str(market))
    add = line_of(MARKET, "    add n to bid(p)")
    asked = {"breakpoints": [{"line": add - 1}]}
    (other,) = client.body("setBreakpoints", source={"path": "/x.rules"}, **asked)["breakpoints"]
    assert not other["verified"]
    uri = {"path": market.as_uri()}
    (mine,) = client.body("setBreakpoints", source=uri, **asked)["breakpoints"]
    assert mine["line"] == add - 1
    found = client.body("breakpointLocations", source=uri, line=add - 1, endLine=add)
    assert found == {"breakpoints": [{"line": add - 1}]}
    client.ask("configurationDone")
    assert client.top()["line"] == line_of(MARKET, "for p in Player: move") - 1


def test_a_breakpoint_is_an_object_and_what_its_condition_lacks_is_said(client, market):
    source = {"path": str(market)}
    refused = client.ask("setBreakpoints", source=source, breakpoints=[3])
    assert refused["message"] == "a breakpoint is an object with a `line`"
    line = line_of(MARKET, "for p in Player: move")
    asked = [{"line": line, "condition": "coins(p) > 3"}]
    client.body("setBreakpoints", source=source, breakpoints=asked)
    begin(client)
    client.ask("continue", threadId=1)
    (said,) = [one["body"] for one in client.events if one["event"] == "output"]
    assert "nothing is named `coins`" in said["output"]
    assert said["category"] == "important"


def test_what_has_to_be_said_of_a_play_is_said_when_it_is_launched(market, tmp_path):
    save(load(market).start(), tmp_path / "play.json", rules=str(market))
    market.write_text(MARKET.replace("at most 6", "at most 5"), encoding="utf-8")
    client = Client()
    client.ask("launch", play=str(tmp_path / "play.json"))
    assert [one["body"]["output"] for one in client.events if one["event"] == "output"] == [
        "it was recorded under other rules\n"
    ]


def test_behind_a_pass_and_at_the_end_there_is_no_line(client):
    begin(client)
    for _ in range(6):
        client.body("evaluate", expression="choice", context="repl")
        client.body("evaluate", expression="take pass", context="repl")
    assert client.top()["line"] == line_of(MARKET, "            pass")
    client.ask("continue", threadId=1)
    assert client.top()["name"] == "the game is over"
    names = [one["name"] for one in client.body("scopes", frameId=1)["scopes"]]
    assert names[0] == "Everything"


def test_a_routine_of_the_library_has_no_source(tmp_path):
    text = MARKET.replace("token Coin in bank: 9", "use drawing\ntoken Coin in bank: 9")
    text = text.replace("zone bank", "zone urn: Coin bag, hidden\nzone bank").replace(
        "setup:\n", "setup:\n    top_up(purse(P1), 2, urn, bank)\n"
    )
    file = tmp_path / "drawn.rules"
    file.write_text(text, encoding="utf-8")
    client = Client()
    client.ask("launch", program=str(file))
    begin(client)
    client.ask("continue", threadId=1)
    frames = client.body("stackTrace", threadId=1)["stackFrames"]
    assert [(one["name"], one.get("presentationHint")) for one in frames] == [
        ("to top_up", "subtle"), ("setup", None),
    ]  # fmt: skip
    assert "source" not in frames[0]


def test_the_end_and_the_rest(client):
    begin(client)
    client.ask("pause", threadId=1)
    assert client.stopped()["reason"] == "pause"
    assert client.body("setExceptionBreakpoints", filters=[]) is not None
    assert client.body("setFunctionBreakpoints", breakpoints=[]) == {"breakpoints": []}
    assert len(client.body("loadedSources")["sources"]) == 1
    client.ask("stepOut", threadId=1)
    client.ask("next", threadId=1)
    client.ask("terminate")
    assert [one["event"] for one in client.events] == ["terminated"]
    client.ask("disconnect")
    assert client.adapter.is_over


def test_the_extension_offers_what_a_launch_takes():
    package = json.loads(Path("editors/vscode/package.json").read_text(encoding="utf-8"))
    (debugger,) = package["contributes"]["debuggers"]
    offered = debugger["configurationAttributes"]["launch"]["properties"]
    source = inspect.getsource(adapter).partition("def _opened(")[2].partition("\ndef ")[0]
    read = re.findall(r'arguments(?:, |\.get\()"(\w+)"', source)
    assert set(offered) == {*read, "stopOnEntry"}
    for snippet in debugger["configurationSnippets"]:
        assert set(snippet["body"]) <= {*offered, "type", "request", "name"}


def test_the_command_speaks_over_its_streams():
    asked = [
        {"seq": 1, "type": "request", "command": "initialize", "arguments": {}},
        {"seq": 2, "type": "request", "command": "disconnect", "arguments": {}},
        {"seq": 3, "type": "request", "command": "threads", "arguments": {}},
    ]
    done = subprocess.run(
        [sys.executable, "-m", "interpreter.cli.main", "dap", "--stdio"],
        input=b"".join(map(written, asked)),
        capture_output=True,
        timeout=60,
        check=True,
    )
    answers = list(messages(io.BytesIO(done.stdout)))
    assert [one["command"] for one in answers] == ["initialize", "disconnect"]


@pytest.mark.parametrize(
    "bytes_",
    [
        b"Hello\r\n\r\n",
        b"Content-Length: many\r\n\r\n{}",
        b"Content-Length: 4\r\n\r\n{",
        b"Content-Length: 2\r\n\r\n[]",
        b"Content-Length: 2\r\n\r\n{x",
        b"Content-Length: 99999999999\r\n\r\n",
    ],
)
def test_what_is_no_message_is_refused(bytes_):
    with pytest.raises(WireError):
        list(messages(io.BytesIO(bytes_)))
