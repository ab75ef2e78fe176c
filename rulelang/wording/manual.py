"""A whole rule text in sentences: set-up, play, what its procedures do and what its words mean."""

from __future__ import annotations

import attrs

from rulelang import surface as s
from rulelang.freezing import frozen
from rulelang.wording.phrases import Phrases
from rulelang.wording.prose import Prose, about, prose
from rulelang.wording.scenes import Scene, scene
from rulelang.wording.sentences import Sentences
from rulelang.wording.terms import Item, Said, Term, listed, readable
from rulelang.wording.vocabulary import Vocabulary, vocabulary


@frozen
class Passage:
    """A named part of the rules: a procedure (`to conquer(p, c)`) or a word (`let worth(t)`)."""

    name: str
    heading: Said
    items: tuple[Item, ...]
    prose: tuple[str, ...] = ()


@frozen
class Manual:
    """The rules of one text in sentences, in its order; `notes` as the text has them.

    `prose`: of set-up, play, and what is declared by name; "": of the game.
    """

    title: str
    notes: tuple[str, ...]
    setup: tuple[Item, ...]
    play: tuple[Item, ...]
    procedures: tuple[Passage, ...]
    words: tuple[Passage, ...]
    scenes: tuple[Scene, ...]
    prose: Prose = attrs.field(factory=dict)


def manual(text: s.RuleText, library: tuple[s.Declaration, ...] = ()) -> Manual:
    """Return the sentences of a rule text.

    `library`: what the text uses of the standard library; it is worded as far as it is called.

    >>> from pathlib import Path
    >>> from rulelang.pipeline import read
    >>> found = read(str(min(Path("games").glob("*.rules"))))
    >>> rules = manual(found.text, found.library)
    >>> rules.play[0].sort, len(rules.scenes) > 0
    ('rule', True)
    """
    known = vocabulary((*library, *text.declarations))
    phrases = Phrases(known)
    told = prose(text.declarations)
    own = Sentences(phrases, text.citations, text.comments)
    borrowed = Sentences(phrases, {}, {})
    setup: list[Item] = []
    play: list[Item] = []
    procedures: list[Passage] = []
    words: list[Passage] = []
    scenes: list[Scene] = []
    for node in text.declarations:
        match node:
            case s.Setup(body=body):
                setup.extend(own.body(body))
            case s.Play(body=body):
                play.extend(own.body(body))
            case s.Effect():
                procedures.append(_told(_procedure(node, own, known), node, told))
            case s.Fact():
                words.append(_told(_word(node, own, known), node, told))
            case s.Scenario():
                made = scene(node, phrases, text.citations.get(node.span.line))
                scenes.append(attrs.evolve(made, prose=told.get(about(node), ())))
            case _:
                pass
    asked = _asked((setup, play, *(p.items for p in procedures), *(w.items for w in words)))
    for node in library:
        if isinstance(node, s.Effect) and node.name.text in asked:
            procedures.append(_procedure(node, borrowed, known))
        elif isinstance(node, s.Fact) and node.name.text in asked:
            words.append(_word(node, borrowed, known))
    title = next((n.title for n in text.declarations if isinstance(n, s.Game)), "")
    notes = tuple(n.text for n in text.declarations if isinstance(n, s.Note))
    return Manual(
        title,
        notes,
        tuple(setup),
        tuple(play),
        tuple(procedures),
        tuple(words),
        tuple(scenes),
        told,
    )


def _told(passage: Passage, node: s.Declaration, told: Prose) -> Passage:
    return attrs.evolve(passage, prose=told.get(about(node), ()))


def _procedure(node: s.Effect, sentences: Sentences, known: Vocabulary) -> Passage:
    heading = _heading(node.name.text, node.parameters, known)
    if node.deepest is not None:
        bound = sentences.phrases.of(node.deepest)
        heading = (*heading, ", at most ", *bound, " within each other")
    return Passage(node.name.text, heading, sentences.body(node.body))


def _word(node: s.Fact, sentences: Sentences, known: Vocabulary) -> Passage:
    heading = _heading(node.name.text, node.parameters, known)
    return Passage(
        node.name.text, heading, (sentences.definition(("it is ",), node.value, node.span),)
    )


def _heading(name: str, parameters: tuple[s.Name, ...], known: Vocabulary) -> Said:
    read = readable(name)
    head: Said = (read[:1].upper() + read[1:],)
    if not parameters:
        return head
    names = [_parameter(parameter.text, known) for parameter in parameters]
    return (*head, " (", *listed(names, ", "), ")")


def _parameter(name: str, known: Vocabulary) -> Said:
    return ("all others",) if name == "else" else (known.term(name),)


def _asked(parts: tuple[list[Item] | tuple[Item, ...], ...]) -> set[str]:
    """Return the names that sentences mention."""
    found: set[str] = set()
    left = [item for part in parts for item in part]
    while left:
        item = left.pop()
        found.update(part.name for part in item.said if isinstance(part, Term))
        left.extend(item.under)
    return found
