"""The Debug Adapter Protocol: requests of an editor, answered by a debugger.

One play, which the protocol calls a thread. Everything happens while a request is answered, so
that messages follow from requests alone. `stepBack` goes back by what was gone last: a line, a
choice, a turn. What is typed into the console of the editor is answered as at a terminal.

Source: https://microsoft.github.io/debug-adapter-protocol/specification.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import unquote, urlparse

from interpreter.debugging.asking import AskError
from interpreter.debugging.console import WAYS, Console
from interpreter.debugging.debugger import Debugger
from interpreter.debugging.legs import Stop, is_library
from interpreter.debugging.opening import Opened, opened_as_asked
from interpreter.debugging.variables import Variables
from interpreter.faults import PlaythroughError
from interpreter.formats import Json
from interpreter.load import RulesError, UsageError

Arguments: TypeAlias = Mapping[str, Json]
Message: TypeAlias = dict[str, Json]

_THREAD: Final = 1
_NOTHING: Final = "nothing was launched yet"
_CAPABILITIES: Final[Message] = {
    "supportsConfigurationDoneRequest": True,
    "supportsConditionalBreakpoints": True,
    "supportsEvaluateForHovers": True,
    "supportsStepBack": True,
    "supportsBreakpointLocationsRequest": True,
    "supportsExceptionInfoRequest": True,
    "supportsLoadedSourcesRequest": True,
    "supportsTerminateRequest": True,
}


class RequestError(Exception):
    """A request cannot be met; the message says why."""


class Adapter:
    """Answers the requests of one editor.

    >>> adapter = Adapter()
    >>> [answer["type"] for answer in adapter.answer({"seq": 1, "command": "initialize"})]
    ['response']
    >>> adapter.answer({"seq": 2, "command": "dance"})[0]["message"]
    'there is no request `dance` here'
    """

    def __init__(self) -> None:
        self.is_over = False
        self._sent = 0
        self._out: list[Message] = []
        self._after: list[Callable[[], None]] = []
        self._opened: Opened | None = None
        self._console: Console | None = None
        self._variables: Variables | None = None
        self._way = "step"
        self._first_line, self._first_column = 1, 1
        self._stop_on_entry = True
        self._requests: dict[str, Callable[[Arguments], Message | None]] = {
            "initialize": self._initialize,
            "launch": self._launch,
            "setBreakpoints": self._set_breakpoints,
            "setExceptionBreakpoints": lambda _: {},
            "setFunctionBreakpoints": lambda _: {"breakpoints": []},
            "configurationDone": self._configured,
            "breakpointLocations": self._locations,
            "loadedSources": lambda _: {"sources": [self._source()]},
            "threads": self._threads,
            "stackTrace": self._stack,
            "scopes": self._scopes,
            "variables": self._inside,
            "evaluate": self._evaluate,
            "exceptionInfo": self._exception,
            "continue": self._continue,
            "reverseContinue": lambda _: self._goes("run", back=True),
            "stepBack": lambda _: self._goes(self._way, back=True),
            "pause": lambda _: self._later(lambda: self._stopped("pause")),
            "terminate": self._terminate,
            "disconnect": self._disconnect,
            "next": lambda _: self._goes("over", back=False),
            "stepIn": lambda _: self._goes("step", back=False),
            "stepOut": lambda _: self._goes("out", back=False),
        }

    def answer(self, message: Arguments) -> list[Message]:
        """Return what is answered to a message: the response, and events behind it."""
        self._out, self._after = [], []
        command = str(message.get("command", ""))
        given = message.get("arguments")
        arguments = given if isinstance(given, dict) else {}
        body: Message | None = None
        wrong = ""
        try:
            body = self._requests.get(command, partial(_unknown, command))(arguments)
        except (RequestError, AskError, UsageError, PlaythroughError) as error:
            wrong = str(error)
        except RulesError as error:
            wrong = error.findings() or str(error)
        response: Message = {
            "type": "response",
            "request_seq": message.get("seq", 0),
            "command": command,
            "success": not wrong,
        }
        if wrong:
            response["message"] = wrong
            response["body"] = {"error": {"id": 1, "format": wrong, "showUser": True}}
            self._after = []
        elif body is not None:
            response["body"] = body
        self._send(response)
        for what in self._after:
            what()
        return self._out

    # ------------------------------------------------------------ beginning and end

    def _initialize(self, arguments: Arguments) -> Message:
        self._first_line = 0 if arguments.get("linesStartAt1") is False else 1
        self._first_column = 0 if arguments.get("columnsStartAt1") is False else 1
        return dict(_CAPABILITIES)

    def _launch(self, arguments: Arguments) -> None:
        self._opened = _opened(arguments)
        self._console = Console(self._opened)
        self._variables = Variables(self._debugger)
        self._stop_on_entry = arguments.get("stopOnEntry") is not False
        for remark in self._opened.remarks:
            self._later(partial(self._say, remark, "important"))
        self._later(lambda: self._event("initialized"))

    def _configured(self, _: Arguments) -> None:
        if self._stop_on_entry:
            self._later(lambda: self._stopped("entry"))
        else:
            self._goes("run", back=False)

    def _terminate(self, _: Arguments) -> None:
        self._later(lambda: self._event("terminated"))

    def _disconnect(self, _: Arguments) -> None:
        self.is_over = True

    # ------------------------------------------------------------ going

    def _goes(self, way: str, *, back: bool) -> None:
        """Go, and tell behind the response where play stopped."""
        debugger = self._debugger
        if way != "run":
            self._way = way
        before = debugger.stop
        getattr(debugger, way)(back=back)
        self._words.enter()
        self._later(lambda: self._arrived(way, before))

    def _continue(self, _: Arguments) -> Message:
        self._goes("run", back=False)
        return {"allThreadsContinued": True}

    def _arrived(self, way: str, before: Stop) -> None:
        debugger = self._debugger
        at = any(one.line == debugger.stop.line for one in debugger.breakpoints)
        if debugger.failed:
            self._say(debugger.failed, "important")
        if debugger.stop.kind == "fault":
            self._stopped("exception")
        elif debugger.stop == before:
            self._stopped("step", "The play goes no further")
        elif way == "run" and at:
            self._stopped("breakpoint")
        else:
            self._stopped("step")

    def _stopped(self, reason: str, description: str = "") -> None:
        self._shown.forget()
        body: Message = {"reason": reason, "threadId": _THREAD, "allThreadsStopped": True}
        if reason == "exception":
            body["text"] = self._debugger.stop.told
        if description:
            body["description"] = description
        self._event("stopped", body)

    # ------------------------------------------------------------ breakpoints

    def _set_breakpoints(self, arguments: Arguments) -> Message:
        debugger = self._debugger
        asked = arguments.get("breakpoints")
        wanted = asked if isinstance(asked, list) else []
        if not self._is_text(arguments.get("source")):
            told = "this text is not played here"
            return {"breakpoints": [{"verified": False, "message": told} for _ in wanted]}
        debugger.breakpoints = ()
        return {"breakpoints": [self._breakpoint(one) for one in wanted]}

    def _breakpoint(self, asked: Json) -> Json:
        if not isinstance(asked, dict):
            raise RequestError("a breakpoint is an object with a `line`")
        line = _whole(asked, "line") + 1 - self._first_line
        added = self._debugger.break_at(line, str(asked.get("condition") or ""))
        if added is None:
            told = "nothing is done from here on, in this variant"
            return {"verified": False, "message": told}
        return {"verified": True, "line": added.line - 1 + self._first_line}

    def _locations(self, arguments: Arguments) -> Message:
        first = _whole(arguments, "line") + 1 - self._first_line
        last = _whole(arguments, "endLine", first - 1 + self._first_line) + 1 - self._first_line
        known = self._debugger.lines() if self._is_text(arguments.get("source")) else ()
        lines = [line for line in known if first <= line <= last]
        return {"breakpoints": [{"line": line - 1 + self._first_line} for line in lines]}

    def _is_text(self, source: Json) -> bool:
        path = source.get("path") if isinstance(source, dict) else None
        return isinstance(path, str) and _resolved(path) == self._path

    # ------------------------------------------------------------ looking

    def _threads(self, _: Arguments) -> Message:
        fork = " (a fork)" if self._debugger.is_fork else ""
        return {"threads": [{"id": _THREAD, "name": self._text.title + fork}]}

    def _stack(self, arguments: Arguments) -> Message:
        debugger = self._debugger
        frames: list[Json] = []
        for number, routine in enumerate(debugger.routines):
            frame: Message = {
                "id": number + 1,
                "name": routine.name,
                "line": max(0, routine.span.line - 1 + self._first_line),
                "column": max(0, routine.span.column - 1 + self._first_column),
            }
            if is_library(routine.span):
                frame["presentationHint"] = "subtle"
            else:
                frame["source"] = self._source()
            frames.append(frame)
        if frames and debugger.stop.line and isinstance(frames[0], dict):
            frames[0]["line"] = debugger.stop.line - 1 + self._first_line
            frames[0]["column"] = debugger.stop.span.column - 1 + self._first_column
        if not frames:
            told = "the game is over" if debugger.stop.kind == "end" else "nothing is in progress"
            frames = [{"id": 1, "name": told, "line": 0, "column": 0, "presentationHint": "label"}]
        start, levels = _whole(arguments, "startFrame", 0), _whole(arguments, "levels", 0)
        shown = frames[start : start + levels if levels else None]
        return {"stackFrames": shown, "totalFrames": len(frames)}

    def _scopes(self, arguments: Arguments) -> Message:
        return {"scopes": self._shown.scopes(_whole(arguments, "frameId") - 1)}

    def _inside(self, arguments: Arguments) -> Message:
        number = _whole(arguments, "variablesReference")
        start, count = _whole(arguments, "start", 0), _whole(arguments, "count", 0)
        if arguments.get("filter") == "indexed":
            return {"variables": []}
        try:
            return {"variables": self._shown.inside(number, start, count)}
        except KeyError:
            raise RequestError("play has gone on since; open it again") from None

    def _evaluate(self, arguments: Arguments) -> Message:
        text = str(arguments.get("expression", "")).strip()
        frame = _whole(arguments, "frameId", 1) - 1
        if arguments.get("context") == "repl" and self._is_word(text):
            return {"result": self._typed(text), "variablesReference": 0}
        return {"result": self._debugger.ask(text, frame), "variablesReference": 0}

    def _is_word(self, text: str) -> bool:
        return text.partition(" ")[0] in self._words.words

    def _typed(self, text: str) -> str:
        """Answer a word of the console; where it went somewhere, the editor is told."""
        debugger, before, was_fork = self._debugger, self._debugger.stop, self._debugger.is_fork
        told = "\n".join(self._words.answer(text))
        if self._debugger is not debugger:
            self._variables = Variables(self._debugger)
            self._later(lambda: self._stopped("step"))
            return told
        word = text.partition(" ")[0]
        if word in WAYS and word != "run":
            self._way = word
        if self._debugger.stop != before or self._debugger.is_fork != was_fork:
            self._later(lambda: self._arrived(word, before))
        return told

    def _exception(self, _: Arguments) -> Message:
        stop = self._debugger.stop
        if stop.kind != "fault":
            raise RequestError("no rule fails here")
        return {"exceptionId": "rule fault", "description": stop.told, "breakMode": "always"}

    # ------------------------------------------------------------ inside

    @property
    def _text(self) -> Opened:
        if self._opened is None:
            raise RequestError(_NOTHING)
        return self._opened

    @property
    def _debugger(self) -> Debugger:
        return self._words.debugger

    @property
    def _shown(self) -> Variables:
        if self._variables is None:
            raise RequestError(_NOTHING)
        return self._variables

    @property
    def _words(self) -> Console:
        if self._console is None:
            raise RequestError(_NOTHING)
        return self._console

    @property
    def _path(self) -> Path:
        return _resolved(self._text.source.name)

    def _source(self) -> Message:
        return {"name": self._path.name, "path": str(self._path)}

    def _later(self, what: Callable[[], None]) -> None:
        self._after.append(what)

    def _say(self, text: str, category: str) -> None:
        self._event("output", {"category": category, "output": f"{text}\n"})

    def _event(self, name: str, body: Message | None = None) -> None:
        event: Message = {"type": "event", "event": name}
        self._send(event if body is None else {**event, "body": body})

    def _send(self, message: Message) -> None:
        self._sent += 1
        self._out.append({"seq": self._sent, **message})


def _unknown(command: str, _: Arguments) -> Message:
    raise RequestError(f"there is no request `{command}` here")


def _opened(arguments: Arguments) -> Opened:
    """Return what a launch asks for.

    A `program`, with a `scenario` of it or a `play`, or with `players`, `options` and a `seed`.
    """
    options = arguments.get("options")
    chosen = options if isinstance(options, dict) else {}
    return opened_as_asked(
        _text(arguments, "program"),
        scenario=_text(arguments, "scenario"),
        load=_text(arguments, "play"),
        table=_text(arguments, "table"),
        players=_whole(arguments, "players", -1) if "players" in arguments else None,
        options={name: str(value) for name, value in chosen.items()},
        seed=_whole(arguments, "seed", -1) if "seed" in arguments else None,
    )


def _text(arguments: Arguments, name: str) -> str | None:
    given = arguments.get(name)
    if given is None or given == "":
        return None
    if not isinstance(given, str):
        raise RequestError(f"`{name}` is a text")
    return given


def _whole(arguments: Arguments, name: str, usual: int | None = None) -> int:
    """Return a number that a request names."""
    given = arguments.get(name, usual)
    if isinstance(given, bool) or not isinstance(given, int):
        raise RequestError(f"`{name}` is a whole number")
    return given


def _resolved(path: str) -> Path:
    """Return the file that a path or the URI of a file names."""
    named = unquote(urlparse(path).path) if path.startswith("file:") else path
    return Path(named).resolve()
