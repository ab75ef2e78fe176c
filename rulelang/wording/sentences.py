"""Statements as sentences, with what stands under them.

before:  p chooses:
             place(t in shown(p), s in Space) "{p} places {t} on {s}": …
after:   p chooses one:
           • “p places t on s”, for t in p's shown and s in Space

Each keeps its line, and what its line cites.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, assert_never

import attrs

from rulelang import surface as s
from rulelang.freezing import frozen
from rulelang.source import Span
from rulelang.wording.phrases import Phrases, bound_by
from rulelang.wording.terms import Item, Said, Term, listed, readable

_Simple: TypeAlias = (
    s.Move | s.Draw | s.Deal | s.Roll | s.Set | s.Remember | s.Reveal | s.Show | s.Say | s.End
    | s.NextTurn | s.Stop | s.Pass | s.CallEffect
)  # fmt: skip


@frozen
class Sentences:
    """Writes the statements of one text."""

    phrases: Phrases
    citations: Mapping[int, str]
    comments: Mapping[int, str]

    def item(self, said: Said, at: Span, under: tuple[Item, ...] = ()) -> Item:
        """Return a sentence with what its line says beside it."""
        cites, about = self.citations.get(at.line), self.comments.get(at.line)
        return Item(capital(said), "rule", at.file, at.line, cites, about, under)

    def body(self, found: s.Body) -> tuple[Item, ...]:
        """Return the sentences of a block."""
        return tuple(item for node in found for item in self._statement(node))

    def _statement(self, node: s.Statement) -> tuple[Item, ...]:  # noqa: C901 - a flat dispatch
        at, say = node.span, self.phrases
        match node:
            case s.Need():
                return (self._need(node),)
            case s.Let(name=name, value=value):
                return (self.definition(("let ", say.words.term(name.text), " be "), value, at),)
            case s.If():
                return self._if(node)
            case s.Match(subject=subject, cases=found):
                under = (self._case(case) for case in found)
                return (self.item(("by ", *say.of(subject), ":"), at, tuple(under)),)
            case s.For(at_once=True, binders=found, body=body):
                head = ("all at once, each ", *say.binders(found))
                return (self._block(head, at, body),)
            case s.For(binders=found, keys=ranked, body=body):
                by = (", by ", *say.keys(ranked, bound_by(found))) if ranked else ()
                return (self._block(("for each ", *say.binders(found), *by), at, body),)
            case s.Random(binders=found, body=body):
                return (self._block(("by lot, for one ", *say.binders(found)), at, body),)
            case s.Repeat(until=until, limit=limit, body=body):
                most = say.of(limit)
                if until is None:
                    return (self._block((*most, " times"), at, body),)
                head = ("until ", *say.of(until), ", at most ", *most, " times")
                return (self._block(head, at, body),)
            case s.Turns(body=body):
                return (self._block(self._turns(node), at, body),)
            case s.Phase(name=name, body=body):
                return (self._block(("phase ", readable(name.text)), at, body),)
            case s.Choose():
                return self._choose(node)
            case s.Anytime(actor=actor, limit=limit, arms=arms):
                times = (*say.of(limit), " times:")
                head = ("at any time ", *say.of(actor, 9), " may, at most ", *times)
                return (self.item(head, at, tuple(map(self._arm, arms))),)
            case _:
                return (self.item((*self._simple(node), "."), at),)

    def definition(self, head: Said, value: s.Expr | s.Cases, at: Span) -> Item:
        """Return what a name stands for, by cases if the text has them."""
        if not isinstance(value, s.Cases):
            return self.item((*head, *self.phrases.of(value), "."), at)
        under = tuple(map(self._case, value.cases))
        return self.item((*head, "by ", *self.phrases.of(value.subject), ":"), at, under)

    def _block(self, head: Said, at: Span, body: s.Body) -> Item:
        return self.item((*head, ":"), at, self.body(body))

    def _if(self, node: s.If) -> tuple[Item, ...]:
        found: list[Item] = []
        for number, (test, body) in enumerate(node.branches):
            head: Said = (("otherwise, if " if number else "if "), *self.phrases.of(test))
            found.append(self._block(head, test.span if number else node.span, body))
        if node.otherwise is not None:
            found.append(self._block(("otherwise",), node.otherwise[0].span, node.otherwise))
        return tuple(found)

    def _case(self, case: s.Case) -> Item:
        if case.patterns is None:
            head: Said = ("in all other cases",)
        else:
            parts = (
                (self.phrases.words.term(value.text),)
                if isinstance(value, s.Name)
                else self.phrases.of(value)
                for value in case.patterns
            )
            head = listed(parts, " or ")
        if isinstance(case.body, tuple):
            return self._block(head, case.span, case.body)
        return self.item((*head, ": ", *self.phrases.of(case.body), "."), case.span)

    def _turns(self, node: s.Turns) -> Said:
        head: Said = ("in each turn of a player ", self.phrases.words.term(node.player.text))
        if node.among is not None:
            among = (" in ", *self.phrases.domain(node.among))
            head = (*head, *among, *self.phrases.where(node.where))
        if node.start is not None:
            head = (*head, ", beginning with ", *self.phrases.of(node.start))
        return (*head, ", at most ", *self.phrases.of(node.limit), " turns")

    def _choose(self, node: s.Choose) -> tuple[Item, ...]:
        actor = self.phrases.of(node.actor, 9)
        if node.passes:
            head: Said = (*actor, " chooses one or passes:")
        elif node.limit is not None:
            head = (*actor, " may choose, up to ", *self.phrases.of(node.limit), " times:")
        elif node.any_number:
            head = (*actor, " may choose, any number of times:")
        else:
            head = (*actor, " chooses one:")
        chosen = self.item(head, node.span, tuple(map(self._arm, node.arms)))
        if node.otherwise is None:
            return (chosen,)
        none = ("if nothing can be chosen",)
        return (chosen, self._block(none, node.otherwise[0].span, node.otherwise))

    def _arm(self, node: s.Arm) -> Item:
        if node.sentence is None:
            head: Said = (Term("effect", node.name.text, readable(node.name.text)),)
        else:
            head = (*self.phrases.text(node.sentence), *((" (told to all)",) if node.said else ()))
        choices = tuple(map(self._choice, node.choices))
        head = (*head, ", for ", *listed(choices, " and ")) if choices else head
        under = (*map(self._need, node.needs), *self.body(node.body))
        made = self.item((*head, ":" if under else "."), node.span, under)
        return attrs.evolve(made, sort="action")

    def _choice(self, node: s.Choice) -> Said:
        say = self.phrases
        names: Said = (say.words.term(node.name.text),)
        if node.second is not None:
            names = (*names, " and ", say.words.term(node.second.text))
        order = " (in order)" if node.in_order else ""
        return (*names, " in ", *say.domain(node.domain), order, *say.where(node.where))

    def _need(self, node: s.Need) -> Item:
        reason = self.phrases.text(node.reason)
        said = ("only if ", *self.phrases.of(node.test), " — else ", *reason, ".")
        return attrs.evolve(self.item(said, node.span), sort="need")

    def _simple(self, node: _Simple) -> Said:  # noqa: C901 - a flat dispatch
        say = self.phrases
        match node:
            case s.Move():
                return self._move(node)
            case s.Draw(count=count, up_to=up_to, source=source, target=target):
                head = "draw up to " if up_to else "draw "
                return (head, *say.of(count, 4), *self._from_to(source, target))
            case s.Deal(count=count, source=source, target=target, binders=found):
                each: Said = ("all",) if count is None else (*say.of(count, 4), " each")
                way = self._from_to(source, target)
                return ("deal ", *each, *way, ", for each ", *say.binders(found))
            case s.Roll(place=place):
                return ("roll ", *say.place(place))
            case s.Set(how="set", place=place, value=value):
                return ("set ", *say.place(place), " to ", *say.of(value))
            case s.Set(how=how, place=place, value=value):
                side = " to " if how == "add" else " from "
                return (f"{how} ", *say.of(value, 4), side, *say.place(place))
            case s.Reveal(place=place):
                return ("reveal ", *say.place(place))
            case s.Remember(memory=memory, forgets=forgets):
                head = "forget all that is kept in " if forgets else "keep what is now in "
                return (head, say.words.term(memory.text))
            case s.Show(place=place, player=player):
                return ("show ", *say.place(place), " to ", *say.of(player, 4))
            case s.Say(text=said, player=player):
                if player is None:
                    return ("say ", *say.text(said))
                return ("tell ", *say.of(player, 4), ": ", *say.text(said))
            case s.End():
                return ("the game ends: ", *self._result(node))
            case s.NextTurn(player=player):
                return ("the next turn is that of ", *say.of(player, 4))
            case s.Stop():
                return ("stop here",)
            case s.Pass():
                return ("nothing happens",)
            case s.CallEffect(call=call):
                return say.place(call)
            case _:
                assert_never(node)

    def _move(self, node: s.Move) -> Said:
        say = self.phrases
        what: Said = ("all",) if node.what is None else say.of(node.what, 4)
        if node.count is not None:
            what = (*say.of(node.count, 4), " ", *what)
        source = () if node.source is None else (" from ", *say.place(node.source))
        beneath = ", beneath what lies there" if node.beneath else ""
        return ("move ", *what, *source, " to ", *say.place(node.target), beneath)

    def _from_to(self, source: s.Apply, target: s.Apply) -> Said:
        return (" from ", *self.phrases.place(source), " to ", *self.phrases.place(target))

    def _result(self, node: s.End) -> Said:
        value = () if node.value is None else self.phrases.of(node.value, 1)
        player: Said = () if node.player is None else (self.phrases.words.term(node.player.text),)
        match node.how:
            case "wins":
                return (*value, " wins")
            case "draw":
                return ("a draw",)
            case "all win" | "all lose" as how:
                return (how,)
            case "leads":
                one = () if node.player is None else (node.player.text,)
                by = self.phrases.keys(node.keys, one)
                return ("the player ", *player, " with ", *by, " wins")
            case "scores":
                return ("each player ", *player, " scores ", *value)
            case _:
                assert_never(node.how)


def capital(said: Said) -> Said:
    """Return a sentence with a capital in front, where it begins with a word of ours or a name.

    Bound names stay as they are: a capital letter would be another name.
    """
    match said:
        case (str() as first, *others) if first:
            return (first[0].upper() + first[1:], *others)
        case (Term(sort="effect") as first, *others):
            return (attrs.evolve(first, text=first.text[:1].upper() + first.text[1:]), *others)
        case _:
            return said
