"""Work on many processors or machines: ranges of numbers go out, exact totals come together.

What is to be done is `Work`: something for every number from 0 on, whose outcome follows from the
number alone. So a range may be done anywhere, in any order, and again where it was lost. `work`
says what that is, `run` hands out and gathers, `here`, `processes` and `ray_workers` are who does
it, `children` are processes that end with this one, `sent` is a game on its way, `log` keeps what
is done on disk, `playing` is the random play of games; `interpreter.tournament` has its own work.
What others use of these is handed on here.
"""

from typing import TYPE_CHECKING

from rulelang.late import handed_on

if TYPE_CHECKING:
    from interpreter.cluster.children import begun, ended, how_ended
    from interpreter.cluster.here import Here
    from interpreter.cluster.playing import Simulated, simulate_with
    from interpreter.cluster.processes import Processes
    from interpreter.cluster.ray_workers import RayCluster
    from interpreter.cluster.sent import SentGame
    from interpreter.cluster.work import ClusterError, Crew, Doer, Piece, Range
else:
    __getattr__ = handed_on(
        __name__,
        {
            "children": "begun ended how_ended",
            "here": "Here",
            "playing": "Simulated simulate_with",
            "processes": "Processes",
            "ray_workers": "RayCluster",
            "sent": "SentGame",
            "work": "ClusterError Crew Doer Piece Range",
        },
    )

__all__ = [
    "ClusterError",
    "Crew",
    "Doer",
    "Here",
    "Piece",
    "Processes",
    "Range",
    "RayCluster",
    "SentGame",
    "Simulated",
    "begun",
    "ended",
    "how_ended",
    "simulate_with",
]
