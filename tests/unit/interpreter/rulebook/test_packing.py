"""A packed PDF has the objects of the one before it, and a file of another form stays as it is."""

import re
import zlib

import pytest

from interpreter.rulebook import typeset
from interpreter.rulebook.packing import packed

SOURCE = '#set document(title: "Packed", date: none)\n= One\n' + "".join(
    f"== Part {number}\n#lorem(9)\n#table(columns: 2, [a], [b], [c], [{number}])\n"
    for number in range(30)
)


@pytest.fixture(scope="module")
def before():
    return typeset(SOURCE, {})


def stream(pdf, at):
    """Return what the stream at a place says of itself, and its content."""
    head = re.compile(rb"(\d+) 0 obj\s*<<(.*?)>>\s*stream\n", re.DOTALL).match(pdf, at)
    size = int(re.search(rb"/Length (\d+)", head[2])[1])
    return head[2], zlib.decompress(pdf[head.end() : head.end() + size])


def plain_objects(pdf):
    """Return the objects of a PDF with a table in plain text."""
    found = re.finditer(rb"(?:^|\n)(\d+) 0 obj\b\s*(.*?)\s*endobj", pdf, re.DOTALL)
    return {int(one[1]): one[2] for one in found}


def packed_objects(pdf):
    """Return the objects that the table of a packed PDF names, by number."""
    said, rows = stream(pdf, int(re.search(rb"startxref\n(\d+)\n%%EOF$", pdf)[1]))
    assert int(re.search(rb"/Size (\d+)", said)[1]) * 7 == len(rows)
    found, own = {}, set()
    for number in range(len(rows) // 7):
        kind, one, other = (
            rows[7 * number],
            int.from_bytes(rows[7 * number + 1 : 7 * number + 5], "big"),
            int.from_bytes(rows[7 * number + 5 : 7 * number + 7], "big"),
        )
        if kind == 1:
            at = re.compile(rb"(\d+) 0 obj\s*(.*?)\s*endobj", re.DOTALL).match(pdf, one)
            assert int(at[1]) == number
            found[number] = at[2]
        elif kind == 2:
            own.add(one)
            where = int.from_bytes(rows[7 * one + 1 : 7 * one + 5], "big")
            inner, content = stream(pdf, where)
            first = int(re.search(rb"/First (\d+)", inner)[1])
            places = list(map(int, content[:first].split()))
            assert places[2 * other] == number
            ends = [*places[3::2], len(content) - first]
            begin = places[2 * other + 1]
            found[number] = content[first + begin : first + ends[other]].strip()
    return {number: body for number, body in found.items() if number not in own}, said


def test_every_object_is_there_and_says_what_it_said(before):
    after = packed(before)
    found, said = packed_objects(after)
    wanted = plain_objects(before)
    assert len(wanted) > 300
    assert {number: found[number] for number in wanted} == wanted
    assert len(set(found) - set(wanted)) == 1, "the table itself is one more"
    root = re.search(rb"/Root \d+ 0 R", before)[0]
    assert root in said
    assert len(after) < len(before) / 2
    assert after == packed(before)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda _: b"%PDF-1.7\n%%EOF",
        lambda pdf: pdf.replace(b"trailer", b"tailer!"),
        lambda pdf: pdf.replace(b"xref\n0 ", b"xref\n7 ", 1),
        lambda pdf: pdf.replace(b"00000 n", b"00001 n", 1),
        lambda pdf: pdf.replace(b"\nendobj", b"\nremark", 1),
        lambda pdf: pdf.replace(b"/Root", b"/Encrypt 1 0 R/Root"),
        packed,
    ],
)
def test_a_file_of_another_form_stays_as_it_is(before, spoil):
    spoiled = spoil(before)
    assert packed(spoiled) == spoiled
