"""Expressions: from the concrete to the surface tree.

    before:  sum(name(p), +, number(2))
    after:   Binary("+", Apply(p), LiteralValue(2))

One function for each form of the grammar that has more than its parts to say; a table names it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rulelang import surface as s
from rulelang.core.folds import FOLD_OF
from rulelang.parsing.tree import (
    Form,
    Word,
    first_name,
    forms,
    name_of,
    number_of,
    optional,
    without,
    words,
)
from rulelang.source import Span


def expression(form: Form) -> s.Expr:
    """Return the expression that `form` is."""
    return _EXPRESSIONS[form.name](form)


def domain(form: Form) -> s.Domain:
    """Return the domain that `form` is: an expression, a range, edges at a space, an order."""
    match form.name:
        case "range":
            low, high = operands(form)
            return s.Range(low, high, form.span)
        case "touching":
            members, place = operands(form)
            return s.Touching(members, place, form.span)
        case "around":
            return _around(form)
        case _:
            return expression(form)


def operands(form: Form) -> tuple[s.Expr, ...]:
    """Return all forms in `form`, each as an expression."""
    return tuple(map(expression, forms(form)))


def apply(form: Form) -> s.Apply:
    """Return a place, a call or an action: a name, perhaps with arguments."""
    args = optional(form, "args")
    return s.Apply(first_name(form), operands(args) if args else (), form.span)


def binders(form: Form) -> s.Binders:
    """Return `x in D and y in E where c` (or, for a `binder`, the one binding in it)."""
    if form.name in ("binder", "closed_binder"):
        values, *where = forms(form)
        binding = s.Binding(first_name(form), None, domain(values), _over(form, values))
        return s.Binders((binding,), expression(where[0]) if where else None)
    tests = without(form, "binding")
    found = tuple(map(_binding, forms(form, "binding")))
    return s.Binders(found, expression(tests[0]) if tests else None)


def keys(form: Form | None) -> tuple[s.Key, ...]:
    """Return the keys `most e then least f` directly in `form`."""
    return tuple(map(_key, forms(form, "key"))) if form else ()


def text(form: Form) -> s.Text:
    """Return a text with its holes."""
    parts = tuple(c.text if isinstance(c, Word) else expression(c) for c in form.children)
    return s.Text(parts, form.span)


def cases(form: Form) -> s.Expr | s.Cases:
    """Return the value of a `let`: an expression, or one for each case."""
    if form.name != "cases":
        return expression(form)
    subject, *found = forms(form)
    return s.Cases(expression(subject), tuple(map(_case, found)), form.first_line)


def patterns(form: Form) -> tuple[s.LiteralValue | s.Name, ...] | None:
    """Return the patterns before the `:` of a case; None is `else`."""
    return tuple(map(_pattern, forms(form))) if form.name == "pattern" else None


def _pattern(form: Form) -> s.LiteralValue | s.Name:
    match words(form):
        case (Word(kind="NAME") as word,):
            return name_of(word)
        case (word,):
            return s.LiteralValue(number_of(word), form.span)
        case _:
            return s.LiteralValue(None, form.span)


def _case(form: Form) -> s.Case:
    pattern, value = forms(form)
    return s.Case(patterns(pattern), expression(value), form.first_line)


def _over(form: Form, last: Form) -> Span:
    return form.span.to(last.span)


def _around(form: Form) -> s.Around:
    source, how, start = forms(form)
    direction, side = words(how)
    backwards = direction.text == "anticlockwise"
    after = side.text == "after"
    return s.Around(expression(source), expression(start), backwards, after, form.span)


def _binding(form: Form) -> s.Binding:
    follower = optional(form, "follower")
    (values,) = without(form, "follower")
    second = first_name(follower) if follower else None
    return s.Binding(first_name(form), second, domain(values), form.span)


def _key(form: Form) -> s.Key:
    how, value = forms(form)
    return s.Key(words(how)[0].text == "most", expression(value), form.span)


def _name(form: Form) -> s.Expr:
    return s.Apply(first_name(form), (), form.span)


def _attribute_of(form: Form) -> s.Expr:
    (subject,) = forms(form)
    return s.AttributeOf(expression(subject), first_name(form), form.span)


def _number(form: Form) -> s.Expr:
    return s.LiteralValue(number_of(words(form)[0]), form.span)


def _constant(value: bool | None) -> Callable[[Form], s.Expr]:  # noqa: FBT001 - the value itself
    return lambda form: s.LiteralValue(value, form.span)


def _binary(op: s.Op) -> Callable[[Form], s.Expr]:
    def build(form: Form) -> s.Expr:
        left, right = operands(form)
        return s.Binary(op, left, right, form.span)

    return build


_SIGNS: dict[str, s.Op] = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "+": "+", "-": "-"}


def _signed(form: Form) -> s.Expr:
    left, right = operands(form)
    return s.Binary(_SIGNS[words(form)[0].text], left, right, form.span)


def _quotient(form: Form) -> s.Expr:
    left, right, rounding = forms(form)
    op: s.Op = "/up" if words(rounding)[0].text == "up" else "/down"
    return s.Binary(op, expression(left), expression(right), form.span)


def _unary(node: type[s.Not | s.Negative | s.Size]) -> Callable[[Form], s.Expr]:
    def build(form: Form) -> s.Expr:
        (operand,) = operands(form)
        return node(operand, form.span)

    return build


def _number_of(form: Form) -> s.Expr:
    kind, source = operands(form)
    return s.NumberOf(kind, source, form.span)


def _listed(form: Form) -> s.Expr:
    return s.Listed(operands(form), form.span)


def _all_of(form: Form) -> s.Expr:
    (found,) = forms(form)
    return s.FoldOf("all", None, binders(found), (), None, form.span)


def _empty(form: Form) -> s.Expr:
    (operand,) = operands(form)
    return s.IsEmpty(operand, form.name == "not_empty", form.span)


def _member(form: Form) -> s.Expr:
    operand, values = forms(form)
    return s.IsIn(expression(operand), domain(values), form.name == "not_member", form.span)


def _within(form: Form) -> s.Expr:
    operand, radius, start = map(expression, without(form, "along"))
    along = optional(form, "along")
    if along is None:
        return s.IsWithin(operand, radius, start, None, None, None, form.span)
    edge, edges = map(name_of, words(along))
    where = operands(along)
    return s.IsWithin(operand, radius, start, edge, edges, where[0] if where else None, form.span)


def _quantified(how: Literal["some", "no"]) -> Callable[[Form], s.Expr]:
    def build(form: Form) -> s.Expr:
        found, where = forms(form)
        return s.Quantified(how, None, _with_test(found, where), form.span)

    return build


def _exactly(form: Form) -> s.Expr:
    number, found, where = forms(form)
    bound = expression(number)
    return s.Quantified("exactly", bound, _with_test(found, where), form.span)


def _at_bound(form: Form) -> s.Expr:
    which, number, found, where = forms(form)
    how: Literal["at least", "at most"] = (
        "at least" if words(which)[0].text == "least" else "at most"
    )
    return s.Quantified(how, expression(number), _with_test(found, where), form.span)


def _with_test(found: Form, where: Form) -> s.Binders:
    return s.Binders(binders(found).bindings, expression(where))


def _every(form: Form) -> s.Expr:
    found, has = forms(form)
    (claim,) = operands(has)
    return s.Every(binders(found), claim, form.span)


def _count(form: Form) -> s.Expr:
    (found,) = forms(form)
    return s.FoldOf("count", None, binders(found), (), None, form.span)


def _fold_of(form: Form) -> s.Expr:
    """Read a fold of values, with or without what it is where nothing is found."""
    which, value, found, *otherwise = forms(form)
    fold = FOLD_OF[words(which)[0].text]
    none = expression(otherwise[0]) if otherwise else None
    return s.FoldOf(fold, expression(value), binders(found), (), none, form.span)


def _first(form: Form) -> s.Expr:
    found, otherwise = forms(form)
    return s.FoldOf("first", None, binders(found), (), expression(otherwise), form.span)


def _the(form: Form) -> s.Expr:
    found, otherwise = without(form, "key")
    return s.FoldOf("only", None, binders(found), keys(form), expression(otherwise), form.span)


def _groups(form: Form) -> s.Expr:
    found, joined = forms(form)
    return s.GroupsOf(binders(found), first_name(form), expression(joined), form.span)


def _trail(form: Form) -> s.Expr:
    found, *joined = forms(form)
    if not joined:
        return s.TrailOf(binders(found), None, None, form.span)
    space = name_of(words(form)[-1])
    return s.TrailOf(binders(found), space, expression(joined[0]), form.span)


def _all_groups(form: Form) -> s.Expr:
    (found,) = forms(form)
    return s.SpaceGroups(None, binders(found), form.span)


def _group_at(form: Form) -> s.Expr:
    start, found = forms(form)
    return s.SpaceGroups(expression(start), binders(found), form.span)


def _if_then(form: Form) -> s.Expr:
    test, then, other = operands(form)
    return s.IfThen(test, then, other, form.span)


_EXPRESSIONS: dict[str, Callable[[Form], s.Expr]] = {
    "name": _name,
    "apply": apply,
    "attribute_of": _attribute_of,
    "number": _number,
    "none": _constant(None),
    "true": _constant(True),
    "false": _constant(False),
    "or_": _binary("or"),
    "and_": _binary("and"),
    "equal": _binary("is"),
    "unequal": _binary("is not"),
    "product": _binary("*"),
    "remainder": _binary("mod"),
    "less": _signed,
    "sum": _signed,
    "quotient": _quotient,
    "not_": _unary(s.Not),
    "negative": _unary(s.Negative),
    "size": _unary(s.Size),
    "number_of": _number_of,
    "listed": _listed,
    "empty": _empty,
    "not_empty": _empty,
    "member": _member,
    "not_member": _member,
    "within": _within,
    "some": _quantified("some"),
    "no": _quantified("no"),
    "exactly": _exactly,
    "at_bound": _at_bound,
    "every": _every,
    "count": _count,
    "fold_of": _fold_of,
    "fold_of_else": _fold_of,
    "first": _first,
    "the": _the,
    "groups": _groups,
    "all_groups": _all_groups,
    "group_at": _group_at,
    "trail": _trail,
    "if_then": _if_then,
    "all_of": _all_of,
}
