"""What messages of the Debug Adapter Protocol look like: the parts of its schema that we send.

Facts of https://microsoft.github.io/debug-adapter-protocol/specification (version 1.70), in our
words: names, types, what is required. What is not listed is refused.
"""

TEXT, WHOLE, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}


def thing(required, **known):
    """Return the schema of an object; what is no key of it is refused."""
    return {
        "type": "object",
        "required": required.split(),
        "properties": known,
        "additionalProperties": False,
    }


def many(of):
    """Return the schema of a list."""
    return {"type": "array", "items": of}


SOURCE = thing("", name=TEXT, path=TEXT, sourceReference=WHOLE)
BREAKPOINT = thing("verified", id=WHOLE, verified=FLAG, message=TEXT, source=SOURCE, line=WHOLE)
FRAME = thing(
    "id name line column",
    id=WHOLE,
    name=TEXT,
    source=SOURCE,
    line=WHOLE,
    column=WHOLE,
    presentationHint={"enum": ["normal", "label", "subtle"]},
)
SCOPE = thing(
    "name variablesReference expensive", name=TEXT, variablesReference=WHOLE, expensive=FLAG
)
VARIABLE = thing(
    "name value variablesReference",
    name=TEXT,
    value=TEXT,
    variablesReference=WHOLE,
    namedVariables=WHOLE,
)
CAPABILITIES = {
    "type": "object",
    "propertyNames": {
        "enum": [
            "supportsBreakpointLocationsRequest",
            "supportsConditionalBreakpoints",
            "supportsConfigurationDoneRequest",
            "supportsEvaluateForHovers",
            "supportsExceptionInfoRequest",
            "supportsLoadedSourcesRequest",
            "supportsStepBack",
            "supportsTerminateRequest",
        ]
    },
    "additionalProperties": FLAG,
}
ERROR = thing(
    "error", error=thing("id format", id=WHOLE, format=TEXT, showUser=FLAG, variables={})
)
BODIES = {
    "initialize": CAPABILITIES,
    "setBreakpoints": thing("breakpoints", breakpoints=many(BREAKPOINT)),
    "setFunctionBreakpoints": thing("breakpoints", breakpoints=many(BREAKPOINT)),
    "setExceptionBreakpoints": thing("", breakpoints=many(BREAKPOINT)),
    "breakpointLocations": thing(
        "breakpoints", breakpoints=many(thing("line", line=WHOLE, column=WHOLE))
    ),
    "loadedSources": thing("sources", sources=many(SOURCE)),
    "threads": thing("threads", threads=many(thing("id name", id=WHOLE, name=TEXT))),
    "stackTrace": thing("stackFrames", stackFrames=many(FRAME), totalFrames=WHOLE),
    "scopes": thing("scopes", scopes=many(SCOPE)),
    "variables": thing("variables", variables=many(VARIABLE)),
    "evaluate": thing("result variablesReference", result=TEXT, variablesReference=WHOLE),
    "exceptionInfo": thing(
        "exceptionId breakMode",
        exceptionId=TEXT,
        description=TEXT,
        breakMode={"enum": ["never", "always", "unhandled", "userUnhandled"]},
    ),
    "continue": thing("", allThreadsContinued=FLAG),
}
"""The bodies of responses; those that are not listed have none."""

EVENTS = {
    "initialized": None,
    "terminated": None,
    "output": thing(
        "output",
        category={"enum": ["console", "important", "stdout", "stderr", "telemetry"]},
        output=TEXT,
    ),
    "stopped": thing(
        "reason",
        reason={
            "enum": ["step", "breakpoint", "exception", "pause", "entry", "goto"],
        },
        description=TEXT,
        threadId=WHOLE,
        text=TEXT,
        allThreadsStopped=FLAG,
    ),
}


def schema_of(message):
    """Return the schema that a message has to keep to, by what it is."""
    if message["type"] == "event":
        body = EVENTS[message["event"]]
        known = {"seq": WHOLE, "type": {"const": "event"}, "event": TEXT}
        needed = "seq type event"
    else:
        body = BODIES.get(message["command"]) if message["success"] else ERROR
        known = {
            "seq": WHOLE,
            "type": {"const": "response"},
            "request_seq": WHOLE,
            "command": TEXT,
            "success": FLAG,
            "message": TEXT,
        }
        needed = "seq type request_seq command success"
    return thing(needed, **known) if body is None else thing(f"{needed} body", body=body, **known)
