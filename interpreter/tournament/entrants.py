"""Who plays in a tournament: bots that ship, and bots of an author's own, named by text.

`module:Name`, `module:Name(depth=3)` or `path/to/file.py:Name(...)`: the class or function is
called with these arguments, which are literals, and with `seed` where it takes one.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import attrs

from interpreter.bots import Bot
from interpreter.load import UsageError


@attrs.frozen
class Entrant:
    """A bot of a tournament: `make` makes one from a seed, anew for each game.

    `fingerprint`: a digest of its program, so that a log notices when it was changed; "" for
    bots that ship. Other processes get it pickled.

    >>> from interpreter import Uniform
    >>> Entrant("random", Uniform).make(7)
    Uniform(seed=7)
    """

    name: str
    make: Callable[[int], Bot] = attrs.field(eq=False)
    fingerprint: str = ""


@attrs.frozen
class _Own:
    """A bot of somebody's own: where it is, and what it is made with."""

    target: str
    name: str
    arguments: tuple[object, ...]
    keywords: tuple[tuple[str, object], ...]

    def make(self, seed: int) -> Bot:
        """Return such a bot."""
        maker = self.maker()
        keywords = dict(self.keywords)
        if "seed" not in keywords and _takes_seed(maker):
            keywords["seed"] = seed
        made: Bot = maker(*self.arguments, **keywords)
        return made

    def maker(self) -> Callable[..., Bot]:
        """Return the class or function that makes it.

        Raises:
            UsageError: there is none.
        """
        found: object = getattr(_module(self.target), self.name, None)
        if found is None:
            raise UsageError(f"there is no `{self.name}` in `{self.target}`")
        if not callable(found):
            raise UsageError(f"`{self.name}` in `{self.target}` is no class that makes a bot")
        return found


def own_bot(text: str) -> Entrant:
    """Return the bot that `module:Name(...)` or `file.py:Name(...)` names; it is tried once.

    Raises:
        UsageError: the text is none of that, or the bot is not there or cannot be made.
    """
    own = _parsed(text)
    own.maker()
    try:
        made = own.make(0)
    except Exception as error:
        raise UsageError(f"`{text}` cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(made, "choose", None)):
        raise UsageError(f"`{text}` is no bot: it has no method `choose(view)`")
    return Entrant(text, own.make, _fingerprint(_module(own.target)))


def named_apart(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Return bots of which no two have the same name.

    >>> from interpreter import Uniform
    >>> [bot.name for bot in named_apart([Entrant("random", Uniform)] * 2)]
    ['random', 'random (2)']
    """
    found: dict[str, Entrant] = {}
    for entrant in entrants:
        name, number = entrant.name, 1
        while name in found:
            number += 1
            name = f"{entrant.name} ({number})"
        found[name] = attrs.evolve(entrant, name=name)
    return tuple(found.values())


def _parsed(text: str) -> _Own:
    head, bracket, rest = text.partition("(")
    target, colon, name = head.rpartition(":")
    if not (target and colon and name.isidentifier()):
        raise UsageError(
            f"`{text}` names no bot; write module:Name, file.py:Name or file.py:Name(depth=3)"
        )
    arguments, keywords = _arguments(text, rest) if bracket else ((), ())
    return _Own(target, name, arguments, keywords)


def _arguments(text: str, rest: str) -> tuple[tuple[object, ...], tuple[tuple[str, object], ...]]:
    """Return what stands in brackets, without and with names; `rest` begins behind the first."""
    refusal = UsageError(f"`{text}`: what stands in brackets must be numbers, texts and the like")
    try:
        call = ast.parse(f"bot({rest}", mode="eval").body
    except SyntaxError as error:
        raise refusal from error
    if not isinstance(call, ast.Call):
        raise refusal
    try:
        arguments = tuple(ast.literal_eval(value) for value in call.args)
        named = {word.arg or "": ast.literal_eval(word.value) for word in call.keywords}
    except ValueError as error:
        raise refusal from error
    if "" in named:
        raise refusal
    return arguments, tuple(named.items())


def _module(target: str) -> ModuleType:
    """Return the module that holds a bot.

    Raises:
        UsageError: it is not there, or fails when it is imported.
    """
    try:
        if target.endswith(".py"):
            return _from_file(Path(target).resolve())
        _also_from(Path.cwd())
        return import_module(target)
    except UsageError:
        raise
    except Exception as error:
        raise UsageError(
            f"`{target}` cannot be imported: {type(error).__name__}: {error}"
        ) from error


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise UsageError(f"there is no file `{path}`")
    name = f"bots_in_{hashlib.sha256(str(path).encode()).hexdigest()[:16]}"
    known = sys.modules.get(name)
    if known is not None:
        return known
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"`{path}` is no file of Python")
    _also_from(path.parent)
    module = module_from_spec(spec)
    sys.modules[name] = module  # before it runs: data classes look themselves up
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _also_from(folder: Path) -> None:
    """Let modules be imported from a folder too, as Python does for its scripts."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _fingerprint(module: ModuleType) -> str:
    file = module.__file__
    if file is None or not Path(file).is_file():
        return ""
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


def _takes_seed(maker: Callable[..., Bot]) -> bool:
    try:
        return "seed" in inspect.signature(maker).parameters
    except (TypeError, ValueError):
        return False
