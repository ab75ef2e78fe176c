"""Pictures as files: what is written, and what is refused."""

import xml.etree.ElementTree as ET

import pytest

from interpreter import load, playthrough


@pytest.fixture
def saved(tmp_path):
    """Return a saved play of four choices."""
    state = load("tic_tac_toe").start(seed=1)
    for action in (4, 0, 8, 2):
        state = state.apply(action)
    path = tmp_path / "saved.json"
    playthrough.save(state, path, rules="tic_tac_toe")
    return path


def test_a_picture_is_written_once_and_overwritten_by_force_alone(command, tmp_path):
    file = tmp_path / "a.svg"
    assert command("show", "tic_tac_toe", "--svg", file) == (0, "", f"wrote {file}\n")
    before = file.read_bytes()
    code, out, err = command("show", "hex", "--svg", file)
    assert (code, out) == (2, "")
    assert err == f"rulelang: {file} is there already; add --force to overwrite it\n"
    assert file.read_bytes() == before
    assert command("show", "hex", "--svg", file, "--force")[0] == 0
    assert file.read_bytes() != before


def test_nothing_is_written_where_one_of_two_files_is_there(command, tmp_path):
    page, svg = tmp_path / "a.html", tmp_path / "a.svg"
    page.write_text("mine", encoding="utf-8")
    assert command("show", "hex", "--svg", svg, "--html", page)[0] == 2
    assert not svg.exists()
    assert page.read_text(encoding="utf-8") == "mine"


def test_standard_output_has_the_picture_of_who_is_named(command):
    code, out, _ = command("show", "kuhn_poker", "--svg", "-", "--width", "390", "--seat", "P2")
    root = ET.fromstring(out)  # noqa: S314 - it is of our own making
    assert (code, root.get("width")) == (0, "390")
    assert "seen by P2" in out


def test_an_onlooker_is_no_seat(command):
    assert "seen by all" in command("show", "whist", "--svg", "-", "--onlooker")[1]
    assert command("show", "whist", "--svg", "-", "--onlooker", "--seat", "North")[0] == 2


@pytest.mark.parametrize("width", ["abc", "10", "99999", "-5"])
def test_a_width_that_is_none_is_refused(command, width):
    code, out, err = command("show", "hex", "--svg", "-", f"--width={width}")
    assert (code, out) == (2, "")
    assert f"`{width}` is no width; give 320 to 2400 pixels, such as 1280" in err


def test_a_folder_that_is_not_there_is_said(command, tmp_path):
    file = tmp_path / "none" / "a.svg"
    code, _, err = command("show", "hex", "--svg", file)
    assert code == 2
    assert f"{file} cannot be written" in err


def test_the_picture_in_words_names_places_and_what_may_be_done(command):
    out = command("show", "tic_tac_toe", "--text")[1]
    assert out.startswith("Tic-Tac-Toe")
    assert "    * a1: empty" in out


def test_a_play_becomes_one_page_that_fetches_nothing(command, saved, tmp_path):
    page = tmp_path / "play.html"
    code, _, err = command("replay", saved, "--html", page)
    text = page.read_text(encoding="utf-8")
    assert (code, err) == (0, f"wrote {page}\n")
    assert "default-src 'none'" in text
    assert text.count("<svg") == 1
    assert "http://www.w3.org/2000/svg" in text
    assert text.count("http") == text.count("http-equiv") + text.count("http://www.w3.org")
    assert command("replay", saved, "--html", page)[0] == 2


def test_a_page_has_the_picture_in_widths_for_small_screens(command, tmp_path):
    file = tmp_path / "page.html"
    words = ("show", "tic_tac_toe", "--html", file, "--force", "--width")
    for width, pictures in ((700, 2), (1280, 4)):
        assert command(*words, width)[0] == 0
        assert file.read_text(encoding="utf-8").count("<svg") == pictures


def test_a_seat_steps_through_what_it_was_told(command, tmp_path):
    state = load("kuhn_poker").start(seed=1).past_chance()
    file, page = tmp_path / "play.json", tmp_path / "page.html"
    playthrough.save(state.apply(state.legal_ids[0]), file, rules="kuhn_poker")
    own, other = (state.observation(seat)["zones"][f"hand(P{seat + 1})"] for seat in (0, 1))
    words = ("replay", file, "--html", page, "--force", "--seat", "P1")
    assert command(*words)[0] == 0
    text = page.read_text(encoding="utf-8")
    assert f"{own[0]} moves from deck to hand(P1)" in text
    assert f"{other[0]} moves from deck" not in text


def test_a_text_with_mistakes_is_not_drawn(command, broken):
    code, out, err = command("show", broken, "--scenario", "any")
    assert (code, out, "nobody" in err) == (1, "", True)


def test_a_load_is_a_play_too(command, saved):
    assert "O" in command("show", "tic_tac_toe", "--load", saved, "--text")[1]
