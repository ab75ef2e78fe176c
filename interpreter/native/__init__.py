"""The native engine: from the core tree over an intermediate representation to machine code.

Its rooms, from the ground up; none imports from one that is named behind it:

| room | what is there |
|---|---|
| `ir` | instructions, and how they are built, printed, verified and cleaned; knows no game |
| `plan` | what can be said of rules before code is written |
| `memory` | where a position lies in a flat state, and what of it counts |
| `evaluate` | the IR of expressions, conditions, searches and sets |
| `lower` | the IR of statements, of points where play waits, of whole games |
| `emit` | LLVM's text of IR, and machine code of it |
| `runtime` | LLVM's text that is the same for every game, or nearly so |
| `engine` | machine code made in tiers, kept, and called |

`errors` has the refusal of a game that native code cannot hold.

It shares with the reference the core tree, the numbering of actions (`interpreter.layout`) and the
form of a position, no code that says what a rule means. `interpreter.engines.native` makes an
engine of it; `interpreter.knowledge` follows plays by what `engine.observers` logs. What others
use is handed on here, and imported when it is asked for.
"""

from typing import TYPE_CHECKING

from rulelang.late import handed_on

if TYPE_CHECKING:
    from interpreter.native.emit.llvm import NativeMissingError
    from interpreter.native.engine.batch import BatchEngine, batch_engine
    from interpreter.native.engine.calls import Playouts
    from interpreter.native.engine.chains import FlatChain, FlatTrail, OpenPoints
    from interpreter.native.engine.counting import Counted
    from interpreter.native.engine.coverage import NativeWatch, find_watch
    from interpreter.native.engine.engine import Engine, engine_of, find_engine
    from interpreter.native.engine.measures import Measures, measure
    from interpreter.native.engine.observers import ObserverLog, find_observer_log
    from interpreter.native.engine.playouts import counted_playouts
    from interpreter.native.engine.readiness import hasten_all, link_all
    from interpreter.native.engine.recording import Recorder, Replayer, Rows
    from interpreter.native.engine.tiers import hasten
    from interpreter.native.engine.tree import Limits, NativeTree
    from interpreter.native.ir.nodes import Module
    from interpreter.native.ir.show import show_function, show_module
    from interpreter.native.lower.middle import PassName
    from interpreter.native.memory.observation import Part, observation_size
    from interpreter.native.runtime.batch import BATCH_ARGUMENTS, words_of_mask
else:
    __getattr__ = handed_on(
        __name__,
        {
            "emit.llvm": "NativeMissingError",
            "engine.batch": "BatchEngine batch_engine",
            "engine.calls": "Playouts",
            "engine.chains": "FlatChain FlatTrail OpenPoints",
            "engine.counting": "Counted",
            "engine.coverage": "NativeWatch find_watch",
            "engine.engine": "Engine engine_of find_engine",
            "engine.measures": "Measures measure",
            "engine.observers": "ObserverLog find_observer_log",
            "engine.playouts": "counted_playouts",
            "engine.readiness": "hasten_all link_all",
            "engine.recording": "Recorder Replayer Rows",
            "engine.tiers": "hasten",
            "engine.tree": "Limits NativeTree",
            "ir.nodes": "Module",
            "ir.show": "show_function show_module",
            "lower.middle": "PassName",
            "memory.observation": "Part observation_size",
            "runtime.batch": "BATCH_ARGUMENTS words_of_mask",
        },
    )

__all__ = [
    "BATCH_ARGUMENTS",
    "BatchEngine",
    "Counted",
    "Engine",
    "FlatChain",
    "FlatTrail",
    "Limits",
    "Measures",
    "Module",
    "NativeMissingError",
    "NativeTree",
    "NativeWatch",
    "ObserverLog",
    "OpenPoints",
    "Part",
    "PassName",
    "Playouts",
    "Recorder",
    "Replayer",
    "Rows",
    "batch_engine",
    "counted_playouts",
    "engine_of",
    "find_engine",
    "find_observer_log",
    "find_watch",
    "hasten",
    "hasten_all",
    "link_all",
    "measure",
    "observation_size",
    "show_function",
    "show_module",
    "words_of_mask",
]
