"""What can be wrong at one place of a rule text: the faults of each node of the surface tree.

    of(node)        steps from the node to what is replaced, what the fault is, and the replacement
    idle(text, node)  a text in which nothing is put into a variable or zone that is declared

A fault should be one that somebody could make and nobody would see: the text stays well-formed and
mostly typed. What the checker refuses all the same is told apart by whoever runs the faulty texts.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang import surface
from rulelang.core import FoldName
from rulelang.core.folds import FOLDS
from rulelang.mutations import parts as parts_of
from rulelang.mutations import table_faults
from rulelang.mutations.known_names import Known
from rulelang.mutations.table_faults import Fault

STRICTER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "is": "is not", "is not": "is"}
OTHER_SUM = {"+": "-", "-": "+", "/up": "/down", "/down": "/up"}
OTHER_QUANTIFIER = {
    "some": "no",
    "no": "some",
    "exactly": "at least",
    "at least": "at most",
    "at most": "at least",
}
OTHER_NAME = {"min": "max", "max": "min"}
OTHER_END = {"first": "last", "last": "first"}
_KEPT = surface.Pass | surface.Let | surface.Need  # not left out by themselves


# ---------------------------------------------------------------- expressions


def of(node: object, known: Known) -> Iterator[Fault]:
    """Yield the faults of a node itself, not of what is in it."""
    yield from _of_expression(node, known)
    yield from _of_parts(node)
    yield from _of_statement(node)
    yield from _of_declaration(node)


def _of_expression(node: object, known: Known) -> Iterator[Fault]:  # noqa: C901 - a flat dispatch
    match node:
        case surface.Apply(name=name, args=args):
            alike = known.zones.get(name.text, ())
            other = OTHER_NAME.get(name.text) if args else known.neighbours.get(name.text)
            for mistaken in alike if other is None else (*alike, other):
                yield ("name", "text"), f"`{mistaken}` for `{name.text}`", mistaken
            if name.text in known.players:
                opponent = surface.Apply(surface.Name("opponent", name.span), (node,), node.span)
                yield (), f"the opponent of `{name.text}`", opponent
            if name.text in ("opponent", "next") and len(args) == 1:
                yield (), f"without `{name.text}`", args[0]
        case surface.AttributeOf(name=name) if name.text in known.attributes | OTHER_END:
            other = (known.attributes | OTHER_END)[name.text]
            yield ("name", "text"), f"`.{other}` for `.{name.text}`", other
        case surface.LiteralValue(value=bool(value)):
            yield ("value",), f"`{str(not value).lower()}`", not value
        case surface.LiteralValue(value=int(value)):
            yield ("value",), f"{value + 1} for {value}", value + 1
            if value > 0:
                yield ("value",), f"{value - 1} for {value}", value - 1
        case surface.Binary(op=op, left=left, right=right):
            if op in STRICTER or op in OTHER_SUM:
                other = STRICTER.get(op) or OTHER_SUM[op]
                yield ("op",), f"`{_written(other)}` for `{_written(op)}`", other
            if op in ("and", "or", "*", "mod", "+", "-"):
                yield (), f"only what is left of `{op}`", left
            if op in ("and", "or", "*", "+"):
                yield (), f"only what is right of `{op}`", right
        case surface.Not(operand=operand):
            yield (), "without `not`", operand
        case surface.Negative(operand=operand):
            yield (), "without the minus", operand
        case surface.IsEmpty(negated=negated) | surface.IsIn(negated=negated):
            yield ("negated",), "with `not`" if not negated else "without `not`", not negated
        case surface.IfThen(then=then, other=otherwise):
            yield (), "always as with `then`", then
            yield (), "always as with `else`", otherwise
        case surface.IsWithin(where=where) if where is not None:
            yield ("where",), "without `where`", None
        case _:
            pass


def _written(op: str) -> str:
    return {"/up": "rounded up", "/down": "rounded down"}.get(op, op)


def _of_parts(node: object) -> Iterator[Fault]:  # noqa: C901 - a flat dispatch
    """Yield the faults of what stands in expressions and statements alike."""
    match node:
        case surface.Binders(where=where) if where is not None:
            yield ("where",), "without `where`", None
        case surface.Key(most=most):
            yield ("most",), "`least` for `most`" if most else "`most` for `least`", not most
        case surface.Around(backwards=backwards, after=after):
            yield ("backwards",), "the other way round", not backwards
            yield ("after",), "`from` for `after`" if after else "`after` for `from`", not after
        case surface.Quantified(quantifier=quantifier):
            other = OTHER_QUANTIFIER[quantifier]
            yield ("quantifier",), f"`{other}` for `{quantifier}`", other
        case surface.Every(binders=binders, claim=claim, span=span):
            some = attrs.evolve(binders, where=_and(binders.where, claim))
            yield (), "`some` for `every`", surface.Quantified("some", None, some, span)
        case surface.FoldOf(fold=fold) if (meant := FOLDS[fold].mutant) is not None:
            yield from _other_fold(node, *meant)
        case surface.Cases(cases=cases):
            for number, case in enumerate(cases):
                body = cases[(number + 1) % len(cases)].body
                if body != case.body:
                    yield ("cases", number, "body"), "as in the next case", body
        case surface.FoldOf(keys=keys) | surface.For(keys=keys) | surface.End(keys=keys):
            if len(keys) > 1 or (keys and isinstance(node, surface.For)):
                for number in range(len(keys)):
                    fewer = (*keys[:number], *keys[number + 1 :])
                    yield ("keys",), f"without the key {number + 1}", fewer
        case _:
            pass


def _other_fold(node: surface.FoldOf, meant: FoldName, mistake: str) -> Iterator[Fault]:
    if FOLDS[meant].has_value:
        yield ("fold",), mistake, meant
    else:
        yield (), mistake, attrs.evolve(node, fold=meant, value=None)


def _and(left: surface.Expr | None, right: surface.Expr) -> surface.Expr:
    return right if left is None else surface.Binary("and", left, right, right.span)


# ---------------------------------------------------------------- statements


def _of_statement(node: object) -> Iterator[Fault]:
    if isinstance(node, surface.Statement) and not isinstance(node, _KEPT):
        yield (), "left out", surface.Pass(node.span)
    match node:
        case surface.If(branches=branches, otherwise=otherwise):
            for number, (test, _) in enumerate(branches):
                yield ("branches", number, 0), "the contrary", surface.Not(test, test.span)
            if otherwise is not None:
                yield ("otherwise",), "without `else`", None
        case surface.Move(beneath=True):
            yield ("beneath",), "on top", False
        case surface.Draw(up_to=up_to):
            yield ("up_to",), "without `up to`" if up_to else "with `up to`", not up_to
        case surface.Set(how="add" | "take" as how):
            other = "take" if how == "add" else "add"
            yield ("how",), f"`{other}` for `{how}`", other
        case surface.Phase(body=body) | surface.Repeat(body=body) | surface.Random(body=body):
            yield ("body",), "with nothing in it", _nothing(body)
        case _:
            yield from _of_choice(node)


def _of_choice(node: object) -> Iterator[Fault]:  # noqa: C901 - a flat dispatch
    match node:
        case surface.Choose(any_number=True, otherwise=otherwise):
            yield ("any_number",), "once only", False
            if otherwise is not None:
                yield ("otherwise",), "without `otherwise`", None
        case surface.Choose(arms=arms, passes=passes, limit=limit, otherwise=otherwise):
            if len(arms) > 1 or passes:
                yield ("passes",), "without passing" if passes else "with passing", not passes
            elif limit is None and otherwise is None:
                yield ("passes",), "with passing", True
            if limit is not None:
                yield ("limit",), "once only", None
            if otherwise is not None:
                yield ("otherwise",), "without `otherwise`", None
        case surface.Arm(needs=needs, body=body, span=span):
            never = surface.Need(surface.LiteralValue(False, span), surface.Text((), span), span)
            yield ("needs",), "never allowed", (*needs, never)
            for number, need in enumerate(needs):
                allowed = attrs.evolve(need, test=surface.LiteralValue(True, need.test.span))
                yield ("needs", number), "left out", allowed
            for number, late in enumerate(body):
                if isinstance(late, surface.Need):
                    yield ("body", number), "left out", surface.Pass(late.span)
            if body and not isinstance(body[0], surface.Pass):
                yield ("body",), "without effect", (surface.Pass(span),)
        case surface.Choice(where=where, in_order=in_order):
            if where is not None:
                yield ("where",), "without `where`", None
            if in_order:
                yield ("in_order",), "without `in order`", False
        case surface.Need(test=test):
            yield ("test",), "the contrary", surface.Not(test, test.span)
        case surface.Turns(among=_, start=start, where=where):
            if start is not None:
                yield ("start",), "from the first player", None
            if where is not None:
                yield ("where",), "without `where`", None
        case surface.Case(body=tuple(body), patterns=patterns, span=span):
            if body and not isinstance(body[0], surface.Pass):
                yield ("body",), "left out", (surface.Pass(span),)
            if patterns is not None and len(patterns) > 1:
                yield ("patterns",), "without the last pattern", patterns[:-1]
        case _:
            pass


def _nothing(body: surface.Body) -> surface.Body:
    return (surface.Pass(body[0].span),)


# ---------------------------------------------------------------- declarations


def _of_declaration(node: object) -> Iterator[Fault]:  # noqa: C901 - a flat dispatch
    match node:
        case surface.Players(low=low, high=high, names=names):
            if names:
                yield ("names",), "the other way round", tuple(reversed(names))
                yield ("names",), "one player fewer", names[:-1]
            else:
                yield ("low",), f"from {low + 1}", low + 1
                yield ("high",), f"up to {high - 1}", high - 1
        case surface.Option(settings=settings) if len(settings) > 1:
            yield ("settings",), "another default", (*settings[1:], settings[0])
            yield ("settings",), "one setting fewer", settings[:-1]
        case surface.KindOfWords(words=words):
            yield ("words",), "one word fewer", words[:-1]
        case surface.Zone(capacity=capacity, sight=sight, shape=shape):
            if shape == "bag":
                yield ("shape",), "a row, not mixed", "row"
            if capacity is not None:
                yield ("capacity",), "without limit", None
            elif shape != "one":
                yield ("capacity",), "of 1", surface.LiteralValue(1, sight.span)
            yield from _of_sight(("sight",), sight)
        case surface.Var(type=type_, sight=sight, initial=initial, fresh=fresh):
            if isinstance(type_, surface.FlagType) and initial is None:
                yield ("initial",), "true at first", surface.LiteralValue(True, type_.span)
            yield from _of_variable(sight, initial, fresh)
        case surface.MaybeType(names=names, span=span):
            yield (), "never none", surface.WordsType(names, span)
        case surface.RangeType(low=low, high=high):
            yield ("low",), f"{low + 1}..{high}", low + 1
            yield ("high",), f"{low}..{high - 1}", high - 1
        case surface.Token(copies=int(copies)) | surface.Die(copies=int(copies)):
            yield ("copies",), f"{copies + 1} for {copies}", copies + 1
            yield ("copies",), f"{copies - 1} for {copies}", copies - 1
        case surface.Attribute(on_the_back=on_the_back):
            yield ("on_the_back",), "on the other side", not on_the_back
        case surface.Space(shape=shape) if shape is not None and shape.text in ("ring", "track"):
            other = "track" if shape.text == "ring" else "ring"
            yield ("shape", "text"), f"a {other}", other
        case surface.Effect(body=body):
            yield ("body",), "without effect", _nothing(body)
        case surface.TableText(rows=rows):
            yield from table_faults.of_rows(rows)
        case _:
            pass


def _of_sight(path: tuple[str, ...], sight: surface.Sight) -> Iterator[Fault]:
    for how in ("open", "hidden"):
        if sight.how != how:
            yield path, f"{how} for {sight.how}", surface.Sight(how, (), sight.span)


def _of_variable(
    sight: surface.Sight | None, initial: surface.Expr | None, fresh: surface.Name | None
) -> Iterator[Fault]:
    if sight is not None:
        yield ("sight",), "open to all", None
    if initial is not None:
        yield ("initial",), "without its first value", None
    if fresh is not None:
        yield ("fresh",), "never fresh", None


# ---------------------------------------------------------------- what is declared, and never used


def idle(
    text: surface.RuleText, node: surface.Declaration
) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Yield texts in which nothing is ever put into one of the variables or zones of `node`."""
    match node:
        case surface.Var(names=names):
            named = [name.text for name in names]
        case surface.Zone(name=declared):
            named = [declared.text]
        case surface.Option(name=declared, settings=()):
            yield "always on", tuple(_with_on(part, declared.text) for part in text.declarations)
            return
        case _:
            return
    for name in named:
        less = tuple(_without(part, name) for part in text.declarations)
        if less != text.declarations:
            yield f"nothing is put into `{name}`", less


def _without(node: object, name: str) -> object:
    """Return a part of a tree in which nothing is put into `name`."""
    match node:
        case surface.Scenario():
            return node
        case surface.Move(target=place) | surface.Draw(target=place) | surface.Deal(target=place):
            return surface.Pass(node.span) if place.name.text == name else node
        case surface.Set(place=place):
            return surface.Pass(node.span) if place.name.text == name else node
        case tuple():
            parts = tuple(_without(part, name) for part in node)
            return node if all(a is b for a, b in zip(parts, node, strict=True)) else parts
        case _:
            pass
    inner = {
        field: _without(parts_of.part(node, field), name)
        for field in parts_of.fields(node)
        if field in ("body", "branches", "otherwise", "arms", "cases")
    }
    if all(part is parts_of.part(node, field) for field, part in inner.items()):
        return node
    return parts_of.with_parts(node, inner)


def _with_on(node: object, flag: str) -> object:
    """Return a part of a tree in which an option that is a flag is on."""
    match node:
        case surface.Scenario() | surface.Option():
            return node
        case surface.Apply(name=name) if name.text == flag:
            return surface.LiteralValue(True, node.span)
        case tuple():
            return tuple(_with_on(part, flag) for part in node)
        case _:
            pass
    fields = parts_of.fields(node)
    if not fields:
        return node
    inner = {field: _with_on(parts_of.part(node, field), flag) for field in fields}
    return parts_of.with_parts(node, inner)
