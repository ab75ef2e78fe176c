"""One cause gives one finding."""

from rulelang.findings.causes import by_cause
from rulelang.messages.names import not_a, unknown_name
from rulelang.source import Span


def at(line):
    return Span("x.rules", line, 5, line, 9)


def test_a_name_that_stands_in_many_places_is_reported_once():
    found = by_cause(unknown_name("heap", at(line), ["heep"], "no zone") for line in range(1, 8))
    assert [d.span.line for d in found] == [1]
    assert [label.span.line for label in found[0].related] == [2, 3]
    assert found[0].text == "It stands at 4 more places."


def test_two_names_are_two_causes():
    found = by_cause([unknown_name("a", at(1), []), unknown_name("b", at(2), [])])
    assert len(found) == 2


def test_other_findings_stay_as_they_are():
    same = [not_a("spear", "a card", "a zone", at(line)) for line in (1, 2)]
    assert by_cause(same) == tuple(same)
