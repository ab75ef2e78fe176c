"""Who plays in a tournament: bots that ship, and bots of an author's own, named by text.

`module:Name`, `module:Name(depth=3)` or `path/to/file.py:Name(...)`: the class or function is
called with these arguments, which are literals, and with `seed` where it takes one. A file is read
once, where the tournament begins; its content is what other processes and machines get.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.abc import SourceLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import attrs

from interpreter.bots import Bot
from interpreter.load import UsageError


class NoBotError(UsageError):
    """A bot is not to be had here: its module cannot be imported, or does not have it."""


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
    """A bot of somebody's own: where it is, and what it is made with.

    `file`: what the file holds, where it is one.
    """

    target: str
    name: str
    arguments: tuple[object, ...]
    keywords: tuple[tuple[str, object], ...]
    file: _File | None

    def make(self, seed: int) -> Bot:
        """Return such a bot.

        Raises:
            NoBotError: it is not to be had here.
        """
        maker = self.maker()
        keywords = dict(self.keywords)
        if "seed" not in keywords and _takes_seed(maker):
            keywords["seed"] = seed
        made: Bot = maker(*self.arguments, **keywords)
        return made

    def maker(self) -> Callable[..., Bot]:
        """Return the class or function that makes it.

        Raises:
            NoBotError: there is none.
        """
        found: object = getattr(self.module(), self.name, None)
        if found is None:
            raise NoBotError(f"there is no `{self.name}` in `{self.target}`")
        if not callable(found):
            raise NoBotError(f"`{self.name}` in `{self.target}` is no class that makes a bot")
        return found

    def module(self) -> ModuleType:
        """Return the module that holds it.

        Raises:
            NoBotError: it is not there, or fails when it is imported.
        """
        try:
            if self.file is not None:
                return self.file.module()
            _also_from(Path.cwd())
            return import_module(self.target)
        except (Exception, SystemExit) as error:
            raise NoBotError(
                f"`{self.target}` cannot be imported: {type(error).__name__}: {error}"
            ) from error


@attrs.frozen
class _File:
    """A file of Python as it was when it was read, wherever it is."""

    path: str
    content: bytes = attrs.field(repr=False)

    @classmethod
    def read(cls, path: Path) -> _File:
        """Return what a file holds.

        Raises:
            NoBotError: it cannot be read.
        """
        if not path.is_file():
            raise NoBotError(f"there is no file `{path}`")
        return cls(str(path), path.read_bytes())

    @property
    def digest(self) -> str:
        """The fingerprint of the content."""
        return hashlib.sha256(self.content).hexdigest()

    def module(self) -> ModuleType:
        """Return the module that it is; a file is imported once."""
        place = hashlib.sha256(self.path.encode()).hexdigest()
        name = f"bots_in_{place[:16]}_{self.digest[:16]}"
        known = sys.modules.get(name)
        if known is not None:
            return known
        spec = spec_from_loader(name, _Loader(self))
        assert spec is not None, "its loader says where it is"
        assert spec.loader is not None, "it was just given"
        _also_from(Path(self.path).parent)
        module = module_from_spec(spec)
        sys.modules[name] = module  # before it runs: data classes look themselves up
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module


class _Loader(SourceLoader):
    """Imports a file that need not be here."""

    def __init__(self, file: _File) -> None:
        self.file = file

    def get_filename(self, fullname: str) -> str:  # noqa: ARG002 - as `importlib` has it
        return self.file.path

    def get_data(self, path: str) -> bytes:
        if path != self.file.path:
            raise OSError(f"{path} does not go along with {self.file.path}")
        return self.file.content


def names_own(text: str) -> bool:
    """Return whether a text is written as a bot of somebody's own is, wherever that may be.

    >>> [names_own(text) for text in ("bots.py:Hasty", "bots:Hasty(depth=2)", "mtcs:400", "mcts")]
    [True, True, False, False]
    """
    target, _, name = text.partition("(")[0].rpartition(":")
    return target != "" and name.isidentifier()


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
    digest = own.file.digest if own.file else _fingerprint(own.module())
    return Entrant(text, own.make, digest)


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
    if not names_own(text):
        raise UsageError(
            f"`{text}` names no bot of your own: those are "
            "module:Name, file.py:Name or file.py:Name(depth=3)"
        )
    head, bracket, rest = text.partition("(")
    target, _, name = head.rpartition(":")
    arguments, keywords = _arguments(text, rest) if bracket else ((), ())
    file = _File.read(Path(target).resolve()) if target.endswith(".py") else None
    return _Own(target, name, arguments, keywords, file)


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


def _also_from(folder: Path) -> None:
    """Let modules be imported from a folder too, as Python does for its scripts."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _fingerprint(module: ModuleType) -> str:
    file = getattr(module, "__file__", None)  # what is typed in has none
    if file is None or not Path(file).is_file():
        return ""
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


def _takes_seed(maker: Callable[..., Bot]) -> bool:
    try:
        return "seed" in inspect.signature(maker).parameters
    except (TypeError, ValueError):
        return False
