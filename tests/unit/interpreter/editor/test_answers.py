"""What the server answers and tells, message by message, in this process."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
import pytest

from interpreter.editor import prover, serving
from interpreter.editor.desk import Outcome
from rulelang import pipeline
from rulelang.diagnostics import Diagnostic
from rulelang.messages.engines import slow_play
from rulelang.parsing.spacing import Spacing
from rulelang.source import Span
from tests.support.editing.drafts import GAME
from tests.support.editing.editors import VS_CODE, codes, uri_of

START = {"line": 0, "character": 0}
END = {"line": 999, "character": 0}


@attrs.define
class Prover:
    """Keeps what is asked; tells what is found, and `more`, at once if it `works`."""

    heard: object
    works: bool = False
    more: tuple[Diagnostic, ...] = ()
    asked: list[prover.Job] = attrs.field(factory=list)
    memory: prover.Watching = attrs.field(factory=prover.Watching)
    desk: pipeline.Desk = attrs.field(factory=lambda: pipeline.Desk(spacing=Spacing()))

    def ask(self, job):
        self.asked.append(job)
        if self.works:
            prover.do(self, job, self.memory, self.desk)

    def poll(self):
        return False

    def send(self, report):
        if isinstance(report, prover.Added):
            report = attrs.evolve(report, findings=(*report.findings, *self.more))
        self.heard(report)

    def close(self):
        pass


class Session:
    """A server and its client; `sent`: what the client was told."""

    def __init__(self, monkeypatch):
        monkeypatch.setattr(serving, "QUIET_S", 0)
        self.provers = []
        monkeypatch.setattr(prover, "Prover", self._prover)
        self.server, self.editor = serving.make("0")
        self.sent = []
        self.works, self.more = False, ()
        self.server.protocol.set_writer(self, include_headers=False)

    def _prover(self, heard):
        self.provers.append(Prover(heard, self.works, self.more))
        return self.provers[-1]

    def begin(self):
        self.ask("initialize", processId=None, rootUri=None, capabilities=VS_CODE)
        self.tell("initialized")

    def write(self, data):
        self.sent.append(json.loads(data))

    def close(self):
        pass

    def send(self, **message):
        protocol = self.server.protocol
        protocol.handle_message(protocol.structure_message({"jsonrpc": "2.0", **message}))

    def tell(self, method, **params):
        self.send(method=method, params=params)

    def answer(self, method, **params):
        number = len(self.sent)
        self.send(id=number, method=method, params=params)
        return next(one for one in self.sent[::-1] if one.get("id") == number)

    def ask(self, method, **params):
        answer = self.answer(method, **params)
        assert "error" not in answer, answer["error"]
        return answer.get("result")

    def open(self, path, text):
        uri = path if isinstance(path, str) else uri_of(path)
        document = {"uri": uri, "languageId": "rules", "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)

    def change(self, path, text, version=2):
        document = {"uri": uri_of(path), "version": version}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])

    def findings(self, path):
        """Return what was told last of a file."""
        uri = path if isinstance(path, str) else uri_of(path)
        told = [
            one["params"] for one in self.sent if one.get("method", "").endswith("Diagnostics")
        ]
        return next(params["diagnostics"] for params in told[::-1] if params["uri"] == uri)


def in_session(monkeypatch, play, *, works=False, more=()):
    """Have a client play a part, a coroutine of a session."""

    async def all_of_it():
        session.begin()
        await play(session)

    session = Session(monkeypatch)
    session.works, session.more = works, more
    with ThreadPoolExecutor(1) as threads:  # where tests of browsers ran here, this one has a loop
        threads.submit(asyncio.run, all_of_it()).result()
    return session


async def looked():
    """Wait until texts were looked at, and what was told of them has come."""
    for _ in range(3):
        await asyncio.sleep(0.001)


AT = {"position": START}
EVERYWHERE = {"range": {"start": START, "end": END}}
NOT_OPEN = {
    "textDocument/completion": (AT, None),
    "textDocument/hover": (AT, None),
    "textDocument/signatureHelp": (AT, None),
    "textDocument/definition": (AT, None),
    "textDocument/references": ({**AT, "context": {"includeDeclaration": True}}, []),
    "textDocument/documentHighlight": (AT, []),
    "textDocument/prepareRename": (AT, None),
    "textDocument/rename": ({**AT, "newName": "more"}, None),
    "textDocument/semanticTokens/full": ({}, None),
    "textDocument/semanticTokens/range": (EVERYWHERE, None),
    "textDocument/documentSymbol": ({}, []),
    "textDocument/foldingRange": ({}, []),
    "textDocument/formatting": ({"options": {"tabSize": 4, "insertSpaces": True}}, None),
    "textDocument/codeAction": ({**EVERYWHERE, "context": {"diagnostics": []}}, []),
    "textDocument/codeLens": ({}, []),
    "textDocument/inlayHint": (EVERYWHERE, []),
}


def test_of_a_text_that_is_not_open_nothing_is_said(monkeypatch, tmp_path):
    path = tmp_path / "closed.rules"

    async def play(session):
        for method, (params, wanted) in NOT_OPEN.items():
            document = {"textDocument": {"uri": uri_of(path)}}
            assert session.ask(method, **document, **params) == wanted, method
        told = len(session.sent)
        session.tell("textDocument/didSave", textDocument={"uri": uri_of(path)})
        session.tell("textDocument/didClose", textDocument={"uri": uri_of(path)})
        session.change(path, GAME)
        await looked()
        assert len(session.sent) == told
        arguments = [uri_of(path), "play.json"]
        assert run(session, "rulelang.writeScenario", *arguments) == ""
        assert "has not been played yet" in run(session, "rulelang.runScenario", *arguments)

    in_session(monkeypatch, play)


def run(session, command, *arguments):
    return session.ask("workspace/executeCommand", command=command, arguments=[*arguments])


def at(text, words, more=0):
    """Return the place of some words in a text, for a request."""
    before = text[: text.index(words)]
    line, character = before.count("\n"), len(before) - before.rfind("\n") - 1 + more
    return {"position": {"line": line, "character": character}}


def test_what_is_no_name_is_told_of_and_not_renamed(monkeypatch, tmp_path):
    document = {"textDocument": {"uri": uri_of(tmp_path / "a.rules")}}

    async def play(session):
        session.open(tmp_path / "a.rules", GAME)
        told = session.ask("textDocument/hover", **document, **at(GAME, "chooses"))
        assert told["contents"]["value"].startswith("**chooses**")
        refused = session.answer("textDocument/prepareRename", **document, **at(GAME, "chooses"))
        assert refused["error"]["message"] == "there is no name of the text here"
        found = session.ask(
            "textDocument/references", **document, **at(GAME, "chooses"),
            context={"includeDeclaration": True},
        )  # fmt: skip
        assert found == []

    in_session(monkeypatch, play)


def test_an_effect_of_the_library_leads_to_its_file(monkeypatch, tmp_path):
    text = (
        GAME.replace("edge Road", "use drawing\nedge Road") + "\nto act(p): top_up(hand(p), 3)\n"
    )
    document = {"textDocument": {"uri": uri_of(tmp_path / "a.rules")}}

    async def play(session):
        session.open(tmp_path / "a.rules", text)
        found = session.ask("textDocument/definition", **document, **at(text, "top_up"))
        file = Path(found["uri"].removeprefix("file://"))
        line = file.read_text(encoding="utf-8").split("\n")[found["range"]["start"]["line"]]
        assert line.startswith("to top_up(")

    in_session(monkeypatch, play)


def test_a_text_without_a_file_is_told_of_by_its_own_name(monkeypatch):
    async def play(session):
        session.open("untitled:Untitled-1", GAME.replace("setup:", "setup"))
        await looked()
        assert codes(session.findings("untitled:Untitled-1")) == ["missing-colon"]

    in_session(monkeypatch, play)


def test_where_else_to_look_is_told_with_a_finding(monkeypatch, tmp_path):
    text = GAME.replace("var noon: flag", "var noon: flag\nvar noon: flag")

    async def play(session):
        session.open(tmp_path / "a.rules", text)
        await looked()
        (found,) = session.findings(tmp_path / "a.rules")
        (other,) = found["relatedInformation"]
        assert other["location"]["range"]["start"] == at(text, "noon")["position"]
        assert other["message"]

    in_session(monkeypatch, play)


def test_mends_are_offered_where_they_are_and_once_the_text_was_looked_at(monkeypatch, tmp_path):
    path = tmp_path / "a.rules"
    text = GAME.replace("setup:", "setup")
    asked = {"textDocument": {"uri": uri_of(path)}, "context": {"diagnostics": []}}

    def offered(session, where):
        return session.ask("textDocument/codeAction", **asked, range=where)

    async def play(session):
        session.open(path, text)
        assert offered(session, {"start": START, "end": END}) == []
        await looked()
        (found,) = session.findings(path)
        assert len(offered(session, found["range"])) == 1
        assert offered(session, {"start": START, "end": START}) == []
        session.change(path, text + "\n")
        assert offered(session, {"start": START, "end": END}) == []

    in_session(monkeypatch, play)


def test_a_text_that_was_closed_at_once_is_not_looked_at(monkeypatch, tmp_path):
    path = tmp_path / "a.rules"

    async def play(session):
        session.open(path, GAME.replace("setup:", "setup"))
        session.tell("textDocument/didClose", textDocument={"uri": uri_of(path)})
        await looked()
        assert not any("Diagnostics" in one.get("method", "") for one in session.sent)

    session = in_session(monkeypatch, play)
    assert session.provers == []


def test_texts_wait_for_each_other_and_what_was_saved_is_proved_again(monkeypatch, tmp_path):
    first, second = tmp_path / "first.rules", tmp_path / "second.rules"

    async def play(session):
        session.open(first, GAME)
        await looked()
        session.open(second, GAME)
        await looked()
        session.change(second, GAME + "\n# more\n")
        await looked()
        (mine,) = session.provers
        assert [job.path for job in mine.asked] == [str(first)]
        assert "has not been played yet" in run(
            session, "rulelang.runScenario", uri_of(first), "one is laid"
        )
        mine.heard(prover.Ran(1, {"one is laid": Outcome("")}))
        await looked()
        assert run(session, "rulelang.runScenario", uri_of(first), "one is laid") == (
            "“one is laid” passed"
        )
        assert [(job.path, job.text) for job in mine.asked[1:]] == [
            (str(second), GAME + "\n# more\n")
        ]
        session.tell("textDocument/didSave", textDocument={"uri": uri_of(second)})
        await looked()
        assert [job.path for job in mine.asked[2:]] == [str(second)]

    session = in_session(monkeypatch, play)
    told = len(session.sent)
    session.provers[0].heard(prover.Ran(3, {}))  # nobody is there any more
    assert len(session.sent) == told


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        (("# a market", "# a large market"), ["always-fails"]),
        (("\nsetup:", "\n\n# how it begins\nsetup:"), ["always-fails"]),
        (("    move n Coin", "    pass\n    move n Coin"), []),
        (("to pay(p, n):", "to pay(p,  n):"), []),
    ],
)
def test_what_was_found_is_shown_until_its_declaration_has_changed(
    monkeypatch, tmp_path, change, kept
):
    path = tmp_path / "a.rules"
    text = "# a market\n" + GAME.replace("pay(p, 1)", "pay(p, 30)")
    whole = slow_play("it is too large", "make it smaller", Span(str(path), 1, 1, 1, 1))

    async def play(session):
        session.open(path, text)
        await looked()
        assert codes(session.findings(path)) == ["always-fails", "slow-play"]
        session.provers[0].works = False
        session.change(path, text.replace(*change))
        await looked()
        assert codes(session.findings(path)) == kept

    in_session(monkeypatch, play, works=True, more=(whole,))


def test_a_remark_that_an_editor_has_in_two_lines_is_not_coloured(monkeypatch, tmp_path):
    path = tmp_path / "a.rules"

    async def play(session):
        session.open(path, 'game "A"\n# one\rline\nplayers 2\n')
        document = {"textDocument": {"uri": uri_of(path)}}
        data = session.ask("textDocument/semanticTokens/full", **document)["data"]
        lines = [sum(data[: at + 1 : 5]) for at in range(0, len(data), 5)]
        assert lines == [0, 0, 3, 3]

    in_session(monkeypatch, play)


def test_what_a_zone_holds_is_told_of_one_line_after_the_other(monkeypatch, tmp_path):
    path = tmp_path / "a.rules"
    text = GAME + "    expect points(P1) is 0\n    expect purse(P1) is empty\n"
    document = {"textDocument": {"uri": uri_of(path)}}

    async def play(session):
        session.open(path, text)
        for words, told in (("points(P1) is", "`points(P1)`: 0"), ("purse(P1) is", "Here"),
                            ("points(P1) is", "`points(P1)`: 0")):  # fmt: skip
            found = session.ask("textDocument/hover", **document, **at(text, words))
            assert told in found["contents"]["value"]

    in_session(monkeypatch, play)


def test_of_a_table_that_is_not_there_nothing_is_said(monkeypatch, tmp_path):
    async def play(session):
        session.open(tmp_path / "a.rules", GAME + '\nspace Booth from "booths.csv"\n')
        await looked()
        assert "unreadable" in codes(session.findings(tmp_path / "a.rules"))
        document = {"textDocument": {"uri": uri_of(tmp_path / "booths.csv")}}
        assert session.ask("textDocument/hover", **document, **AT) is None

    in_session(monkeypatch, play)
