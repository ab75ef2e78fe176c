"""`rulelang export`, and an author's own art for it and for `rulelang sheets`."""

import errno
import json
import os
import struct
import zlib

import pytest

from interpreter.hosting import drafts
from interpreter.rulebook import rasters

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}">{}</svg>'
WORDS = ("export", "whist", "--to", "csv", "--out")


def a_png(width, height):
    def part(sort, body):
        return (
            struct.pack(">I", len(body)) + sort + body + struct.pack(">I", zlib.crc32(sort + body))
        )

    lines = (b"\0" + b"\x20\x90\x40" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (part(b"IHDR", head), part(b"IDAT", zlib.compress(lines)), part(b"IEND", b""))
    )


def test_files_are_written_once(command, tmp_path):
    out = tmp_path / "pieces"
    code, _, err = command(*WORDS, out)
    assert (code, err) == (0, f"wrote 1 file to {out}\n")
    assert (out / "whist-card.csv").read_text(encoding="utf-8").count("\n") == 53
    before = (out / "whist-card.csv").stat().st_mtime_ns
    code, _, err = command(*WORDS, out)
    assert code == 2
    assert "is there already; add --force" in err
    assert (out / "whist-card.csv").stat().st_mtime_ns == before
    assert command(*WORDS, out, "--force")[0] == 0


def test_on_a_full_disk_nothing_is_left_half_written(command, tmp_path, monkeypatch):
    out, written = tmp_path / "csv", []

    def full(file, data):
        written.append(data)
        if len(written) > 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.write(file, data)

    monkeypatch.setattr(drafts, "write_all", full)
    code, _, err = command("export", "agamemnon", "--to", "nandeck", "--out", out)
    assert (code, "No space left on device" in err) == (2, True)
    assert len(written) == 2
    assert [path for path in out.rglob("*") if path.is_file()] == []
    page = tmp_path / "book.html"
    page.write_text("as it was")
    code, _, err = command("rulebook", "kuhn_poker", "--html", page, "--force")
    assert (code, "cannot be written" in err) == (2, True)
    assert [path.read_text() for path in tmp_path.glob("*book*")] == ["as it was"]


def test_images_of_a_save_have_addresses(command, tmp_path):
    here, there = tmp_path / "a", tmp_path / "b"
    code, _, err = command("export", "tic_tac_toe", "--to", "tts", "--out", here)
    assert code == 0
    assert "others see them with --url" in err
    assert f"{here.as_uri()}/board-1.png" in (here / "tic-tac-toe.json").read_text("utf-8")
    words = ("--url", "https://example.org/x")
    assert command("export", "tic_tac_toe", "--to", "tts", "--out", there, *words)[0] == 0
    save = json.loads((there / "tic-tac-toe.json").read_text("utf-8"))
    assert (
        save["ObjectStates"][0]["CustomImage"]["ImageURL"] == "https://example.org/x/board-1.png"
    )


def test_own_faces_are_drawn(command, tmp_path):
    art = tmp_path / "art"
    art.mkdir()
    (art / "mark-x.png").write_bytes(a_png(30, 30))
    cross = '<path d="M0 0L9 9" stroke="#123456"/>'
    (art / "mark-o.svg").write_text(SVG.format(9, 9, cross), encoding="utf-8")
    page = tmp_path / "p.html"
    words = ("sheets", "tic_tac_toe", "--art", art, "--html", page, "--boards")
    assert command(*words)[0] == 0
    out = tmp_path / "out"
    words = ("export", "tic_tac_toe", "--to", "sheet", "--out", out, "--art", art)
    assert command(*words)[0] == 0
    plain = tmp_path / "plain"
    assert command("export", "tic_tac_toe", "--to", "sheet", "--out", plain)[0] == 0
    assert (out / "mark.png").read_bytes() != (plain / "mark.png").read_bytes()
    assert (out / "board-1.png").read_bytes() == (plain / "board-1.png").read_bytes()


BAD = {
    "mark-x.svg": (SVG.format(9, 9, "<script>alert(1)</script>"), "has the element <script>"),
    "mark-o.svg": (SVG.format(9, 9, '<image href="http://x"/>'), "has the element <image>"),
    "mark-x.jpg": ("", "only .png and .svg files are taken"),
    "marc-x.svg": (SVG.format(9, 9, ""), "did you mean `mark-"),
    "mark-x.SVG": ("", "only .png and .svg"),
}


@pytest.mark.parametrize("name", sorted(BAD))
def test_art_that_cannot_be_used_is_refused(command, tmp_path, name):
    text, said = BAD[name]
    art, out = tmp_path / "art", tmp_path / "out"
    art.mkdir()
    (art / name).write_text(text, encoding="utf-8")
    code, _, err = command("export", "tic_tac_toe", "--to", "csv", "--out", out, "--art", art)
    assert code == 2
    assert f"{art / name}" in err
    assert said in err
    assert not out.exists()


def test_a_piece_has_one_picture_that_can_be_read(command, tmp_path):
    art, words = tmp_path / "art", ("sheets", "tic_tac_toe", "--art", tmp_path / "art")
    art.mkdir()
    (art / ".notes").write_text("of the author", encoding="utf-8")
    (art / "mark-x.png").write_bytes(a_png(30, 30))
    assert command(*words, "--html", tmp_path / "page.html")[0] == 0
    (art / "mark-x.svg").write_text(SVG.format(9, 9, ""), encoding="utf-8")
    code, _, err = command(*words)
    assert (code, "there are two files for `mark-x`" in err) == (2, True)
    (art / "mark-x.svg").unlink()
    (art / "mark-o.svg").mkdir()
    code, _, err = command(*words)
    assert (code, "mark-o.svg cannot be read: Is a directory" in err) == (2, True)


def test_backs_of_cards_may_be_drawn_too(command, tmp_path):
    (tmp_path / "art").mkdir()
    text = SVG.format(63, 88, '<circle cx="30" cy="40" r="17.25"/>')
    (tmp_path / "art" / "back.svg").write_text(text, encoding="utf-8")
    page = tmp_path / "page.html"
    assert command("sheets", "whist", "--art", tmp_path / "art", "--html", page)[0] == 0
    assert page.read_text(encoding="utf-8").count("17.25") == 52


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"GIF89a", "it is no PNG"),
        (a_png(30, 30)[:-20], "damaged, or only in part"),
        (a_png(30, 30).replace(b"IDAT", b"IDAU"), "damaged, or only in part"),
        (a_png(30, 30)[:-12], "damaged, or only in part"),
        (a_png(30, 20), "30 × 30 would fit"),
        (a_png(1, 5_000), "at most 4,096 a side"),
        (b"\x89PNG\r\n\x1a\n" + bytes(6_000_000), "at most 5,000,000 are taken"),
    ],
    ids=["gif", "in part", "changed", "no end", "shape", "pixels", "bytes"],
)
def test_a_picture_of_a_wrong_size_or_in_part_is_refused(command, tmp_path, data, said):
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "mark-x.png").write_bytes(data)
    words = ("sheets", "tic_tac_toe", "--only", "Mark", "--art", tmp_path / "art")
    code, out, err = command(*words)
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("whist", "--to", "paper", "--out", "x"), "paper"),
        (("whist", "--to", "csv"), "--out"),
        (("whist", "--to", "tts", "--out", "x", "--url", "my server"), "is no address"),
        (("whist", "--to", "csv", "--out", "x", "--art", "nowhere"), "no folder `nowhere`"),
        (("battleships", "--to", "csv", "--out", "x"), "has no pieces"),
    ],
)
def test_what_cannot_be_exported_is_said(command, words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = command("export", *words)
    assert code == 2
    assert said in err
    assert not (tmp_path / "x").exists()


def test_what_is_a_file_is_no_folder_for_pieces(command, tmp_path):
    (tmp_path / "pieces").write_text("mine", encoding="utf-8")
    code, out, err = command(*WORDS, tmp_path / "pieces")
    assert (code, out) == (2, "")
    assert f"{tmp_path / 'pieces'} cannot be written: " in err
    assert (tmp_path / "pieces").read_text(encoding="utf-8") == "mine"


def test_pictures_need_the_extra_and_tables_do_not(command, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    code, _, err = command("export", "whist", "--to", "sheet", "--out", tmp_path / "x")
    assert (code, "extra `print`" in err) == (2, True)
    assert not (tmp_path / "x").exists()
    assert command(*WORDS, tmp_path / "x")[0] == 0


def test_a_raster_has_the_size_that_was_asked():
    (data,) = rasters([SVG.format(10, 10, "")], [(40, 30)])
    assert struct.unpack(">II", data[16:24]) == (40, 30)
