"""Plain data gives back what it was made of, and nothing else."""

import json

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import load, shipped
from interpreter.keeping import plain, trees
from interpreter.keeping.plain import UnreadableError, packed, unpacked
from interpreter.native.engine.cache import Entry
from interpreter.native.lower.game import lower
from rulelang import core
from rulelang.core.intervals import TooWideError
from tests.support.sampling import gated


@attrs.frozen
class Leaf:
    """A node with each sort of field."""

    number: int | None
    text: str
    flag: bool
    code: bytes
    kind: core.Shape


@attrs.frozen
class Branch:
    """A node of nodes."""

    parts: "tuple[Leaf | Branch, ...]"
    names: "dict[int, Leaf]"
    rows: list[int]


@attrs.frozen
class Stranger:
    """What no branch names."""

    number: int


LEAVES = st.builds(
    Leaf,
    st.none() | st.integers(),
    st.text(st.characters(), max_size=4),  # lone surrogates among them
    st.booleans(),
    st.binary(max_size=4),
    st.sampled_from(["set", "row"]),
)
BRANCHES = st.deferred(
    lambda: st.builds(
        Branch,
        st.lists(LEAVES | BRANCHES, max_size=3).map(tuple),
        st.dictionaries(st.integers(), LEAVES, max_size=2),
        st.lists(st.integers(0, 3), max_size=3),
    )
)


def parts(data):
    size = int.from_bytes(data[:8], "big")
    return json.loads(data[8 : 8 + size]), data[8 + size :]


def whole(found, blobs=b""):
    text = json.dumps(found).encode()
    return len(text).to_bytes(8, "big") + text + blobs


@given(BRANCHES)
def test_what_is_read_is_what_was_written(branch):
    again = unpacked(packed(branch), Branch)
    assert again == branch
    assert repr(again) == repr(branch)  # flags are not numbers
    assert packed(again) == packed(branch)


@given(BRANCHES, st.data())
def test_nothing_but_a_branch_is_ever_read(branch, data):
    whole_data = packed(branch)
    at = data.draw(st.integers(0, len(whole_data) - 1))
    changed = bytearray(whole_data)
    changed[at] ^= data.draw(st.integers(1, 255))
    for damaged in (bytes(changed), whole_data[:at], whole_data + b"x"):
        try:
            found = unpacked(damaged, Branch)
        except UnreadableError:
            continue
        assert isinstance(found, Branch)


HOSTILE = {
    "another class": lambda f: f["classes"][0].__setitem__(0, "subprocess.Popen"),
    "a class of ours that is not meant": lambda f: f["classes"][0].__setitem__(
        0, f"{__name__}.Stranger"
    ),
    "another field": lambda f: f["classes"][0].__setitem__(1, "other"),
    "a field too many": lambda f: f["classes"][0].append("other"),
    "what is still to come": lambda f: f["values"][-1].__setitem__(1, len(f["values"]) - 1),
    "counted from the end": lambda f: f["values"][-1].__setitem__(1, -1),
    "another type": lambda f: f["values"].__setitem__(0, "7"),
    "a fraction": lambda f: f["values"].__setitem__(0, 7.5),
    "an object": lambda f: f["values"].__setitem__(0, {}),
    "an unknown sort": lambda f: f["values"].insert(0, ["set", 1]),
    "a sort that there is not": lambda f: f["values"].insert(-1, ["heap", 0]),
    "an empty row": lambda f: f["values"].insert(0, []),
    "no values": lambda f: f.__setitem__("values", []),
    "no list": lambda f: f.__setitem__("values", 7),
    "bytes that are not there": lambda f: f.__setitem__("bytes", [1 << 40]),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_is_not_as_written_is_refused(change):
    found, blobs = parts(packed(Leaf(7, "a", flag=True, code=b"x", kind="set")))
    assert unpacked(whole(found, blobs), Leaf).number == 7
    change(found)
    with pytest.raises(UnreadableError):
        unpacked(whole(found, blobs), Leaf)


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 8, whole([]), whole({}), b"\xff" * 40, whole("[" * 9)]
)
def test_what_is_no_such_thing_is_refused(data):
    with pytest.raises(UnreadableError):
        unpacked(data, Leaf)


def test_deep_nests_are_refused_both_ways():
    deep = Branch((), {}, [])
    for _ in range(5000):
        deep = Branch((deep,), {}, [])
    with pytest.raises(UnreadableError, match="too deeply"):
        packed(deep)
    text = b'{"classes":' + b"[" * 200_000
    with pytest.raises(UnreadableError):
        unpacked(len(text).to_bytes(8, "big") + text, Leaf)


def test_another_root_is_refused():
    with pytest.raises(UnreadableError):
        unpacked(packed(Stranger(7)), Branch)
    with pytest.raises(UnreadableError):
        packed(Branch(({1, 2},), {}, []))  # a set is no plain data


@pytest.mark.parametrize("name", gated(shipped()))
def test_every_game_is_plain_data(name):
    """Classes and fields follow from annotations: whoever adds some need say nothing here."""
    game = load(name)
    kept = trees._Kept("name", (), game.spec)  # noqa: SLF001 - what is kept
    again = plain.unpacked(plain.packed(kept), trees._Kept)  # noqa: SLF001
    assert again == kept
    assert list(spans(again.spec)) == list(spans(kept.spec))
    try:
        entry = Entry.of(lower(game.layout), b"code")
    except TooWideError:
        return
    assert plain.unpacked(plain.packed(entry), Entry) == entry


def spans(node):
    """Yield the fields that equality does not see: where parts were written, and wording."""
    if isinstance(node, tuple):
        for part in node:
            yield from spans(part)
    elif attrs.has(type(node)):
        for field in attrs.fields(type(node)):
            found = getattr(node, field.name)
            if not field.eq:
                yield found
            yield from spans(found)
