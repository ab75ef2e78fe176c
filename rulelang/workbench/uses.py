"""What each name in a rule text stands for, locals included.

before:  the declarations of a text
after:   its definitions, and all uses of them
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import assert_never

import attrs

from rulelang import surface as s
from rulelang.freezing import define
from rulelang.workbench.declaring import declared_in, parts
from rulelang.workbench.names import Definition, Names, Scope, Use

_WORD = re.compile(r"[A-Za-z]\w*")


def names_of(
    declarations: Iterable[s.Declaration], library: Iterable[s.Declaration] = ()
) -> Names:
    """Return what some declarations declare, with all uses in them; none in the library."""
    mine = tuple(declarations)
    found = declared_in(mine, library)
    _walk_all(found, mine, mine)
    return found


def uses_of_some(
    declared: Names, declarations: Sequence[s.Declaration], some: Sequence[s.Declaration]
) -> list[Use]:
    """Return the uses in some of the declarations, and where all names are declared."""
    found = attrs.evolve(declared, uses=list(declared.uses))
    effects = {node.name.text for node in some if isinstance(node, s.Effect)}
    cases = [n for n in declarations if isinstance(n, s.Effect) and n.name.text in effects]
    _walk_all(found, declarations, [*cases, *(n for n in some if not isinstance(n, s.Effect))])
    return found.uses


def _walk_all(found: Names, all_: Sequence[s.Declaration], some: Iterable[s.Declaration]) -> None:
    effects = Counter(node.name.text for node in all_ if isinstance(node, s.Effect))
    walk = _Walk(found, frozenset(name for name, often in effects.items() if often > 1))
    for node in some:
        walk.declaration(node)


@define
class _Walk:
    """Notes what each name stands for. `cases`: effects that are written once for each value.

    `alike`: what the first case of each calls its parameters, as all others have to.
    """

    found: Names
    cases: frozenset[str] = frozenset()
    alike: dict[tuple[str, str], Definition] = attrs.field(factory=dict)

    def use(self, name: s.Name, scope: Scope, *stocks: str) -> None:
        """Note a use of a name, if it is known."""
        known = scope.get(name.text) or self.found.find(name.text, *(stocks or ("names", "word")))
        if known is not None and name.span.line:
            self.found.uses.append(Use(name.span, known))

    def bound(
        self, name: s.Name, node: object, scope: Scope, known: Definition | None = None
    ) -> Scope:
        """Return a scope in which a name is bound as well; `known`: to what stands elsewhere."""
        made = known or Definition(name.text, "local", name.span, node)
        self.found.uses.append(Use(name.span, made))
        return {**scope, name.text: made}

    def declaration(self, node: s.Declaration) -> None:  # noqa: C901 - a flat dispatch
        """Note the names in a declaration."""
        match node:
            case s.Effect():
                self._effect(node)
            case s.Fact(parameters=parameters, value=value):
                self.walk(value, self._parameters(node, parameters))
            case s.Standing(fact=fact):
                self.walk(fact.value, self._parameters(node, fact.parameters))
            case s.Setup(body=body) | s.Play(body=body):
                self.block(body, {})
            case s.Scenario(lines=lines):
                for line in lines:
                    self._scene(line)
            case s.Option(settings=settings):
                for setting in settings:
                    self._setting(setting)
            case s.Use(name=name):
                library = Definition(name.text, "library", name.span, node)
                self.found.uses.append(Use(name.span, library))
            case s.Zone() | s.Var() | s.Table() | s.Token() | s.Die() | s.Component():
                self._indexed(node)
            case s.Memory() | s.Edge() | s.Space():
                self._thing(node)
            case s.Game() | s.Note() | s.Doc() | s.Players() | s.Length() | s.KindOfWords():
                pass
            case _:
                assert_never(node)

    def _effect(self, node: s.Effect) -> None:
        if node.deepest is not None:
            self.walk(node.deepest, {})
        self.block(node.body, self._parameters(node, node.parameters))

    def _thing(self, node: s.Memory | s.Edge | s.Space) -> None:
        match node:
            case s.Memory(families=families, most=most):
                for name in families:
                    self.use(name, {}, "names")
                self.walk(most, {})
            case s.Edge(joins=joins, other=other, table=table):
                for space in (joins, *([] if other is None else [other])):
                    self.use(space, {}, "names")
                self._cells(table)
            case s.Space(table=table, cut=cut, corners_of=board):
                if board is not None:
                    self.use(board, {}, "names")
                if cut is not None:
                    self.walk(cut.where, self.bound(cut.name, cut, {}))
                self._cells(table)
            case _:
                assert_never(node)

    def _parameters(self, node: object, parameters: Iterable[s.Name]) -> Scope:
        """Return the scope of a body.

        A declared name as a parameter is the row it is for, or the word, where there are cases.
        """
        scope: Scope = {}
        is_case = isinstance(node, s.Effect) and node.name.text in self.cases
        stocks = ("names", "word") if is_case else ("names",)
        for name in parameters:
            if self.found.find(name.text, *stocks) is not None:
                self.use(name, {}, *stocks)
            elif isinstance(node, s.Effect) and is_case and name.text != "else":
                known = self.alike.get((node.name.text, name.text))
                scope = self.bound(name, node, scope, known)
                self.alike[node.name.text, name.text] = scope[name.text]
            elif name.text != "else":
                scope = self.bound(name, node, scope)
        return scope

    def _indexed(self, node: s.Zone | s.Var | s.Table | s.Token | s.Die | s.Component) -> None:
        scope: Scope = {}
        for parameter in node.index:
            self._type(parameter.type)
            if parameter.name is not None:
                known = self.found.find(parameter.name.text, "attribute")
                if known is None or isinstance(node, s.Zone | s.Var | s.Table):
                    scope = self.bound(parameter.name, parameter.type, scope)
                else:
                    scope = {**scope, parameter.name.text: known}
        self._in_scope(node, scope)

    def _in_scope(
        self, node: s.Zone | s.Var | s.Table | s.Token | s.Die | s.Component, scope: Scope
    ) -> None:
        match node:
            case s.Zone(holds=holds, capacity=capacity, sight=sight):
                for name in holds:
                    self.use(name, {}, "names")
                self.walk(capacity, scope)
                self.walk(sight, scope)
            case s.Var():
                self._type(node.type)
                self.walk(node.initial, scope)
                self.walk(node.sight, scope)
                if node.fresh is not None:
                    self.use(node.fresh, {}, "phase", "names")
            case s.Table(type=type_, table=table):
                self._type(type_)
                self._cells(table)
            case s.Token(home=home, copies=copies) | s.Die(home=home, copies=copies):
                self.walk(home, scope)
                self.walk(copies, scope)
            case s.Component(home=home, table=table):
                self.walk(home, scope)
                self._cells(table)
            case _:
                assert_never(node)

    def _type(self, type_: s.TypeText) -> None:
        match type_:
            case s.WordsType(names=names) | s.MaybeType(names=names):
                for name in names:
                    self.use(name, {}, *(("names",) if len(names) == 1 else ("word", "names")))
            case s.RangeType() | s.FlagType():
                pass
            case _:
                assert_never(type_)

    def _cells(self, table: s.TableText) -> None:
        for attribute in table.attributes:
            self._type(attribute.type)
        if not table.rows:
            return
        types = {name.text: one.type for one in table.attributes for name in one.names}
        header, *rows = table.rows
        for cell in header.cells:
            self.use(cell, {}, "attribute")
        for row in rows:
            for column, cell in zip(header.cells, row.cells, strict=False):
                if column.text != "name":
                    self.use(cell, {}, "names", "word")
                    if not isinstance(types.get(column.text), s.WordsType | s.MaybeType):
                        self._reckoned(cell)

    def _reckoned(self, cell: s.Name) -> None:
        """Note the names in a cell whose number is reckoned: `2 * decks`."""
        if cell.text.isidentifier():
            return
        for word in _WORD.finditer(cell.text):
            start = cell.span.column + word.start()
            end = cell.span.column + word.end()
            span = attrs.evolve(cell.span, column=start, end_column=end)
            self.use(s.Name(word[0], span), {}, "names")

    def _scene(self, line: s.SceneLine) -> None:
        match line:
            case s.With(settings=settings):
                for setting in (one for one in settings if isinstance(one, s.Setting)):
                    if setting.option is not None:
                        self.use(setting.option, {}, "names")
                    if setting.value is not None:
                        self._setting(setting.value)
            case s.Moves(actions=actions):
                for action in actions:
                    self._action(action)
            case s.Expect(value=value, action=action):
                self.walk(value, {})
                if action is not None:
                    self._action(action)
            case s.Given() | s.GivenIn() | s.Do():
                self.walk(line, {})
            case _:
                assert_never(line)

    def _setting(self, name: s.Name) -> None:
        """Note the value of an option: a player or a place, if there is one of that name."""
        known = self.found.find(name.text, "names")
        is_one = known is not None and known.sort in {"player", "team", "place", "piece"}
        self.use(name, {}, "names" if is_one else "word")

    def _action(self, action: s.Apply) -> None:
        self.use(action.name, {}, "arm", "names", "word")
        for arg in action.args:
            self.walk(arg, {})

    def block(self, body: s.Body, scope: Scope) -> None:
        """Note the names in statements: a `let` binds for those behind it."""
        for statement in body:
            self.walk(statement, scope)
            if isinstance(statement, s.Let):
                scope = self.bound(statement.name, statement.value, scope)

    def walk(self, node: object, scope: Scope) -> None:
        """Note the names in a node."""
        match node:
            case s.Apply(name=name, args=args):
                self.use(name, scope)
                for arg in args:
                    self.walk(arg, scope)
            case s.AttributeOf(subject=subject, name=name):
                self.walk(subject, scope)
                self.use(name, {}, "attribute")
            case s.Case(patterns=patterns, body=body):
                for pattern in patterns or ():
                    if isinstance(pattern, s.Name):
                        self.use(pattern, {})
                self._body(body, scope)
            case s.Let(value=value):
                self.walk(value, scope)
            case _:
                if not self._binding(node, scope):
                    for part in parts(node):
                        self.walk(part, scope)

    def _body(self, body: object, scope: Scope) -> None:
        if isinstance(body, tuple):
            self.block(body, scope)
        else:
            self.walk(body, scope)

    def _binders(self, binders: s.Binders, scope: Scope) -> Scope:
        for binding in binders.bindings:
            self.walk(binding.domain, scope)
            scope = self.bound(binding.name, binding.domain, scope)
            if binding.follower is not None:
                scope = self.bound(binding.follower, binding.domain, scope)
        self.walk(binders.where, scope)
        return scope

    def _binding(self, node: object, scope: Scope) -> bool:
        """Note the names in a node that binds some; return whether it is one."""
        match node:
            case s.Quantified(number=number, binders=binders):
                self.walk(number, scope)
                self._binders(binders, scope)
            case s.Every(binders=binders, claim=claim):
                self.walk(claim, self._binders(binders, scope))
            case s.FoldOf(value=value, binders=binders, keys=keys, otherwise=otherwise):
                inner = self._binders(binders, scope)
                self.walk(value, inner)
                self.walk(keys, inner)
                self.walk(otherwise, scope)
            case s.GroupsOf() | s.TrailOf():
                inner = self._binders(node.binders, scope)
                if node.space is not None:
                    self.walk(node.joined, self.bound(node.space, None, inner))
            case s.SpaceGroups(start=start, binders=binders):
                self.walk(start, scope)
                self._binders(binders, scope)
            case s.IsWithin(edge=edge, edges=edges, where=where):
                for part in (node.operand, node.radius, node.start):
                    self.walk(part, scope)
                if edge is not None and edges is not None:
                    self.use(edges, scope)
                    domain = s.Apply(edges, (), edges.span)
                    self.walk(where, self.bound(edge, domain, scope))
            case _:
                return self._statement(node, scope)
        return True

    def _statement(self, node: object, scope: Scope) -> bool:
        match node:
            case s.For(binders=binders, keys=keys, body=body):
                inner = self._binders(binders, scope)
                self.walk(keys, inner)
                self.block(body, inner)
            case s.Random(binders=binders, body=body):
                self.block(body, self._binders(binders, scope))
            case s.Deal(count=count, source=source, target=target, binders=binders):
                inner = self._binders(binders, scope)
                for part in (count, source, target):
                    self.walk(part, inner)
            case s.Turns():
                self._turns(node, scope)
            case s.End(player=player, value=value, keys=keys) if player is not None:
                inner = self.bound(player, s.Apply(s.Name("Player")), scope)
                self.walk(value, inner)
                self.walk(keys, inner)
            case s.Arm():
                self._arm(node, scope)
            case s.Remember(memory=memory):
                self.use(memory, {}, "names")
            case _:
                return self._with_body(node, scope)
        return True

    def _with_body(self, node: object, scope: Scope) -> bool:
        match node:
            case s.If(branches=branches, otherwise=otherwise):
                for test, body in branches:
                    self.walk(test, scope)
                    self.block(body, scope)
                self.block(otherwise or (), scope)
            case s.Repeat(until=until, limit=limit, body=body):
                self.walk(until, scope)
                self.walk(limit, scope)
                self.block(body, scope)
            case s.Phase(body=body):
                self.block(body, scope)
            case s.Choose(actor=actor, limit=limit, arms=arms, otherwise=otherwise):
                self.walk(actor, scope)
                self.walk(limit, scope)
                self.walk(arms, scope)
                self.block(otherwise or (), scope)
            case _:
                return False
        return True

    def _turns(self, node: s.Turns, scope: Scope) -> None:
        self.walk(node.among, scope)
        self.walk(node.start, scope)
        self.walk(node.limit, scope)
        domain = node.among or s.Apply(s.Name("Player"))
        inner = self.bound(node.player, domain, scope)
        self.walk(node.where, inner)
        self.block(node.body, inner)

    def _arm(self, node: s.Arm, scope: Scope) -> None:
        for choice in node.choices:
            self.walk(choice.domain, scope)
            scope = self.bound(choice.name, choice.domain, scope)
            if choice.second is not None:
                scope = self.bound(choice.second, choice.domain, scope)
            self.walk(choice.where, scope)
        self.walk(node.sentence, scope)
        self.walk(node.needs, scope)
        self.block(node.body, scope)
