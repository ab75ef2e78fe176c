"""Who plays, and who gets killed at it: to be had by other processes, so it stands in a module."""

import os
import signal
from pathlib import Path

import attrs

from interpreter import BotFault
from interpreter.measuring.simulate import uniform

FIGURES = (
    "games",
    "returns",
    "seats",
    "draws",
    "choice_points",
    "all_chance_points",
    "shortest",
    "longest",
    "mean_branching",
    "max_branching",
    "lengths",
    "chance_points",
)


def figures(simulation):
    """Return all that a simulation says, but for how long it took."""
    return {name: getattr(simulation, name) for name in FIGURES}


@attrs.frozen
class Mortal:
    """Chooses as random players do; whoever gets to choose number `after` first is killed."""

    marks: Path
    after: int = 200

    def __call__(self, state, pick):
        with (self.marks / str(os.getpid())).open("ab") as file:
            file.write(b".")
            worn = file.tell() >= self.after
        if worn:
            try:
                (self.marks / "killed").touch(exist_ok=False)
            except FileExistsError:
                return uniform(state, pick)
            os.kill(os.getpid(), signal.SIGKILL)
        return uniform(state, pick)

    @property
    def has_killed(self):
        """Return whether it has happened."""
        return (self.marks / "killed").exists()


@attrs.frozen
class Deadly:
    """Kills whoever chooses at the third choice."""

    def __call__(self, state, pick):
        if len(state.history) == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return uniform(state, pick)


@attrs.frozen
class Fatal:
    """Work that kills whoever does number 4."""

    def begin(self):
        return self.done

    def done(self, part):
        if 4 in range(part.first, part.past):
            os.kill(os.getpid(), signal.SIGKILL)
        return ["done"] * part.length


@attrs.frozen
class Astray:
    """Fails, but not in the process that began all."""

    home: int

    def __call__(self, state, pick):
        if os.getpid() != self.home:
            raise LookupError("nothing is here")
        return uniform(state, pick)


@attrs.frozen
class Noted:
    """Notes in which process it was to choose, and fails as a bot does."""

    file: Path

    def __call__(self, state, pick):  # noqa: ARG002 - as a policy has it
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{os.getpid()}\n")
        raise BotFault("never again")
