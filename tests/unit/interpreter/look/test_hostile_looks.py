"""Looks that nobody would write: each is answered with findings, and nothing of it runs."""

import os
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import load
from interpreter.look import LookError, look_of
from interpreter.look.art import ATTRIBUTES, ELEMENTS, Fault, read_art
from interpreter.look.places import BadLine, Places, read_places
from interpreter.look.reading import read
from interpreter.look_model import Art
from rulelang.diagnostics import Sink
from rulelang.source import Source
from tests.support.games import ROOT

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
RULES = (ROOT / "games" / "tic_tac_toe.rules").read_text(encoding="utf-8")
_WORDS = """look = 1|[board.Cell]|[zone]|hide|=|[|]|{|}|"|'|'''|,|.|names|true|#|\n|1e999|nan
|0x1|a.b|[[x]]|places|art|[card.Card.text]|2026-11-22|\\u0000|by"""
_NAMES = "svg g rect path script style use image a foreignObject text circle animate"
_KEYS = "id d x fill style onclick href xlink:href class transform clip-path"
_ROWS = 'name,x,y|\n|a,1,2|,|"|#|\r|b,9e9,1'
WORDS = st.sampled_from(_WORDS.split("|"))
NAMES = st.sampled_from(_NAMES.split())
KEYS = st.sampled_from(_KEYS.split())
ROWS = st.lists(st.sampled_from(_ROWS.split("|"))).map("".join)
VALUES = st.one_of(
    st.text(max_size=20),
    st.sampled_from(["url(#a)", "url(http://x)", "javascript:1", "translate(1e999)", "M0 0L9 9z"]),
)


@given(st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=40).map(" ".join)))
def test_any_text_is_a_look_or_has_findings(text):
    sink = Sink()
    found = read(Source("x.look.toml", text), sink)
    assert found is not None or sink.has_errors
    for finding in sink.found:
        assert finding.code.startswith("look-")
        assert finding.span.file == "x.look.toml"


@pytest.mark.parametrize(
    "text",
    [
        "look = 1\na = " + "[" * 3000,
        "look = 1\na = " + "[" * 3000 + "]" * 3000,
        "look = 1\n" + ".".join("a" * 1900) + " = 1",
        "\n".join("a." * 900 + "a" + str(n) + " = 1" for n in range(90)),
        "look = 1\nx = " + "9" * 3900,
        "look = 1\nx = " + "{a=" * 1300,
        "[" + "a." * 1900 + "a]",
        "x" * 5000,
    ],
    ids=range(8),
)
def test_deep_and_long_looks_are_answered_soon(text):
    sink = Sink()
    read(Source("x.look.toml", text), sink)
    assert sink.has_errors


@given(
    st.text(max_size=300)
    | st.lists(st.sampled_from(["name,x,y", "\n", "a,1,2", ",", '"', "#", "\r", "b,9e9,1"])).map(
        "".join
    )
)
def test_any_text_is_places_or_has_a_bad_line(text):
    found = read_places(text)
    assert isinstance(found, Places | BadLine)
    if isinstance(found, Places):
        assert all(0 <= x <= 1000 and 0 <= y <= 1000 for x, y in found.points.values())


def harmless(art):
    """Hold what is drawn of a file to the lists of what is harmless."""
    assert isinstance(art, Art)
    for element in ET.fromstring(f"{SVG}{art.body}</svg>").iter():  # noqa: S314 - ours
        name = element.tag.rpartition("}")[2]
        assert name in ELEMENTS
        for key, value in element.attrib.items():
            assert key in ATTRIBUTES | {"data-place"}
            assert "url(" not in value.lower() or value.lower().count("url(#p-") == value.count(
                "url"
            )


@given(st.binary(max_size=300))
def test_any_bytes_are_a_drawing_or_refused(data):
    assert isinstance(read_art(data, "p-"), Fault)


@st.composite
def drawings(draw, depth=3):
    name = draw(NAMES)
    pairs = draw(st.dictionaries(KEYS, VALUES, max_size=3))
    inner = "".join(draw(st.lists(drawings(depth - 1), max_size=2))) if depth else ""
    quoted = "".join(f" {key}={_quoted(value)}" for key, value in pairs.items() if ":" not in key)
    return f"<{name}{quoted}>{inner}</{name}>"


def _quoted(text):
    clean = "".join(c for c in text if c.isprintable() and c not in '<&"')
    return f'"{clean}"'


@given(st.lists(drawings(), max_size=3))
def test_what_is_accepted_of_a_drawing_is_harmless(parts):
    found = read_art(f"{SVG}{''.join(parts)}</svg>".encode(), "p-")
    if not isinstance(found, Fault):
        harmless(found)


LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 9))


@pytest.mark.parametrize(
    "text",
    [
        f'<!DOCTYPE svg [<!ENTITY a0 "ha">{LAUGHS}]>{SVG}<text>&a8;</text></svg>',
        f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>{SVG}<text>&x;</text></svg>',
        '<!DOCTYPE svg SYSTEM "http://example.com/x.dtd">' + SVG + "</svg>",
        f"{SVG}<script>1</script></svg>",
        f"{SVG}<style>*{{}}</style></svg>",
        f'{SVG}<a href="http://example.com"><rect/></a></svg>',
        f'{SVG}<use href="#x"/></svg>',
        f"{SVG}<rect fill=\"URL( 'http://x' )\"/></svg>",
        f'{SVG}<rect fill="u&#114;l(http://x)"/></svg>',
        f'{SVG}<rect fill="url(http://x"/></svg>',
        f'<?xml-stylesheet href="x.css"?>{SVG}</svg>',
        f"{SVG}{'<g>' * 100}{'</g>' * 100}</svg>",
        f"{SVG}{'<g/>' * 30_000}</svg>",
        f'{SVG}<rect id="a&quot; onload=&quot;x"/></svg>',
    ],
    ids=range(14),
)
def test_drawings_that_run_link_or_swell_are_refused(text):
    assert isinstance(read_art(text.encode(), "p-"), Fault)


def test_what_drawing_programs_note_for_themselves_is_left_out():
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:i="http://www.inkscape.org/x" '
        'viewBox="0 0 9 9" i:version="1"><metadata><x>secret</x></metadata>'
        '<i:grid><script>1</script></i:grid><rect i:label="b" width="3" height="3"/></svg>'
    )
    found = read_art(text.encode(), "p-")
    harmless(found)
    assert "secret" not in found.body
    assert "script" not in found.body
    assert "label" not in found.body


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "game.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


def looked(game, look):
    game.with_name("game.look.toml").write_text(look, encoding="utf-8")
    return look_of(load(game).document())


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "../secret.csv", "a\\\\b.csv", "\\u0000.csv", "link.csv", "pipe.csv", "."],
)
def test_places_outside_of_the_folder_and_pipes_are_refused(game, path, tmp_path_factory):
    secret = tmp_path_factory.mktemp("other") / "secret.csv"
    secret.write_text("name,x,y\na1,0,0\n", encoding="utf-8")
    game.with_name("link.csv").symlink_to(secret)
    os.mkfifo(game.with_name("pipe.csv"))
    with pytest.raises(LookError) as refused:
        looked(game, f'look = 1\n[board.Cell]\nplaces = "{path}"\n')
    assert {d.code for d in refused.value.diagnostics} <= {"look-missing-file"}


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"look = 1\n" * 40_000, b"\x00"])
def test_bytes_that_are_no_look_are_refused(game, data):
    game.with_name("game.look.toml").write_bytes(data)
    with pytest.raises(LookError) as refused:
        look_of(load(game).document())
    assert refused.value.diagnostics[0].code == "look-unreadable"


def test_a_pipe_beside_a_rule_text_is_no_look_to_wait_for(game):
    os.mkfifo(game.with_name("game.look.toml"))
    with pytest.raises(LookError):
        look_of(load(game).document())
