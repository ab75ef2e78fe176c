"""A client of the language server, as an editor is one: a process, messages, and time limits."""

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path

import attrs

PATIENCE_S = 120
VS_CODE = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}},
    "window": {"workDoneProgress": True},
    "workspace": {
        "codeLens": {"refreshSupport": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
}
NEOVIM = {"general": {"positionEncodings": ["utf-8", "utf-16", "utf-32"]}}
EMACS = {"general": {"positionEncodings": ["utf-32", "utf-8", "utf-16"]}}
PLAIN: dict = {}
"""A client that says nothing of what it can do."""


def uri_of(path):
    return Path(path).resolve().as_uri()


@attrs.define(eq=False)
class Client:
    """Starts `rulelang lsp`; `all` is every message that came."""

    capabilities: dict
    program: tuple = ("-m", "interpreter.cli.main", "lsp")
    options: dict = attrs.field(factory=dict)
    all: list = attrs.field(factory=list)
    number: int = 0
    encoding: str = ""
    process: subprocess.Popen = attrs.field(init=False)
    messages: queue.Queue = attrs.field(factory=queue.Queue)

    def __enter__(self):
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, *self.program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        )
        threading.Thread(target=self._listen, daemon=True).start()
        found = self.ask(
            "initialize",
            processId=None,
            rootUri=None,
            capabilities=self.capabilities,
            initializationOptions=self.options,
        )
        self.encoding = found["capabilities"]["positionEncoding"]
        self.tell("initialized")
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.ask("shutdown")
            self.tell("exit")
            self.process.wait(PATIENCE_S)
        self.process.stdin.close()
        self.process.stdout.close()

    def _listen(self):
        out = self.process.stdout
        while line := out.readline():
            length = int(line.split(b":")[1])  # whatever else is printed there breaks this
            while out.readline().strip():
                pass
            self.messages.put(json.loads(out.read(length)))
        self.messages.put(None)

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method, **params):
        self.send(method=method, params=params)

    def ask(self, method, **params):
        answer = self.answer(method, **params)
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def answer(self, method, **params):
        self.number += 1
        mine = self.number
        if method == "shutdown":
            self.send(id=mine, method=method)
        else:
            self.send(id=mine, method=method, params=params)
        return self.wait(lambda m: m.get("id") == mine and "method" not in m, method)

    def wait(self, wanted, what):
        """Return the next message that is wanted; requests of the server are granted."""
        while True:
            message = self.messages.get(timeout=PATIENCE_S)
            assert message is not None, f"the server ended before {what}"
            self.all.append(message)
            if "id" in message and "method" in message:
                self.send(id=message["id"], result=None)
            if wanted(message):
                return message

    def open(self, path, text, version=1):
        document = {"uri": uri_of(path), "languageId": "rules", "version": version, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)

    def change(self, path, changes, version):
        document = {"uri": uri_of(path), "version": version}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=changes)

    def findings(self, path, version, fits=lambda _: True, what="findings"):
        """Return the findings of a version that fit, when they come."""

        def wanted(message):
            params = message.get("params") or {}
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and params["uri"] == uri_of(path)
                and params.get("version") in {version, None}
                and fits(params["diagnostics"])
            )

        return self.wait(wanted, what)["params"]["diagnostics"]

    def at(self, method, path, line, character, **more):
        where = {"line": line, "character": character}
        return self.ask(method, textDocument={"uri": uri_of(path)}, position=where, **more)


def codes(findings):
    return sorted(found["code"] for found in findings if found["severity"] < 4)
