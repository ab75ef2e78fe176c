"""Put faults into words for whoever gave the command, and choose the exit code."""

from __future__ import annotations

import attrs

from interpreter.cli.findings import counted, exit_code, shown, sources_of
from interpreter.cli.output import remark
from interpreter.cluster import ClusterError
from interpreter.faults import BudgetExceeded, IllegalAction, PlaythroughError, RuleFault
from interpreter.knowledge.redeal import RedealExhausted
from interpreter.load import RulesError, UsageError
from interpreter.look import LookError
from interpreter.measuring.perft import PerftTooLarge
from rulelang.diagnostics import Diagnostic, Label

_FOUND = 1
_REFUSED = 2
_OURS = ("interpreter", "rulelang")


def report(error: Exception) -> int | None:
    """Say what went wrong and return the exit code; None: nobody expected this fault."""
    match error:
        case UsageError() | PlaythroughError() | PerftTooLarge() | RedealExhausted():
            remark(f"rulelang: {error}")
            return _REFUSED
        case IllegalAction() | ClusterError():
            remark(f"rulelang: {error}")
            return _REFUSED
        case RulesError(diagnostics=found, path=path, sources=sources):
            remark(shown(found, sources))
            remark(f"rulelang: {path} cannot be played: {counted(found)}")
            return exit_code(found)
        case LookError(diagnostics=found, path=path, sources=sources):
            remark(shown(found, sources))
            remark(f"rulelang: {path} cannot be drawn with: {counted(found)}")
            return exit_code(found)
        case RuleFault() | BudgetExceeded():
            finding = as_finding(error)
            search = f"`rulelang check {error.span.file} --search 10`"
            finding = attrs.evolve(finding, hint=f"{search} looks for a short play that does it")
            remark(shown([finding], sources_of(finding)))
            return _FOUND
        case ModuleNotFoundError(name=str(name)) if name.partition(".")[0] not in _OURS:
            remark(f"rulelang: it needs {name}, which is not installed: pip install rulelang")
            return _REFUSED
        case OSError() if error.strerror:
            name = f"{error.filename}: " if error.filename else ""
            remark(f"rulelang: {name}{error.strerror}")
            return _REFUSED
        case _:
            return None


def as_finding(fault: RuleFault | BudgetExceeded) -> Diagnostic:
    """Return what went wrong in play as a finding."""
    if isinstance(fault, RuleFault):
        return Diagnostic("rule-fault", fault.message, Label(fault.span, "happened here"))
    return Diagnostic("endless-rules", fault.message, Label(fault.span, "was running"))
