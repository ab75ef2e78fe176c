"""The gallery shows what is drawn today: the same things, marks and places, if not bytes."""

import pytest

from interpreter import shipped
from tests.support import pictures
from tests.support.written import gallery

HIGHEST = 842
"""Pixels: what 1280 × 800 shows, and 42 more for what one game may lay out at once."""


@pytest.mark.parametrize("name", shipped())
def test_the_gallery_is_what_is_drawn(name):
    for moment in gallery.MOMENTS:
        kept = pictures.read(gallery.file_of(name, moment).read_text(encoding="utf-8"))
        found = pictures.read(gallery.drawn(name, moment))
        assert pictures.outline_of(found) == pictures.outline_of(kept), "run `make gallery`"
        assert len(found.svg.encode()) <= 60_000
        assert found.height <= HIGHEST


def test_the_page_names_every_game_and_moment():
    assert (gallery.DOCS / "gallery.md").read_text(encoding="utf-8") == gallery.page()
