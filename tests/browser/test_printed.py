"""Pages made to be printed: light whatever the screen is, and no chart or picture is cut."""

import pytest

from interpreter import load
from interpreter.cli.printing.rulebook import sources
from interpreter.report import html as report_page
from interpreter.report import report
from interpreter.rulebook import book
from interpreter.rulebook import html as book_page

A4 = 297 - 2 * 10
"""Millimetres of a page between the margins that browsers leave."""
_MM = """() => [...document.querySelectorAll("figure svg, figure img")].map(
    one => one.getBoundingClientRect().height * 25.4 / 96)"""
_LIGHT = "() => getComputedStyle(document.body).backgroundColor"
_KEPT = """() => [...document.querySelectorAll("figure, tr")].every(
    one => getComputedStyle(one).breakInside === "avoid")"""
_JOINED = """() => [...document.querySelectorAll("h2, h3")].every(
    one => getComputedStyle(one).breakAfter === "avoid")"""


@pytest.fixture(scope="module")
def pages():
    """Make a report whose charts are long, and a rulebook with tall pictures."""
    found = report(load("pergamon"), 200, seed=1, effort=0)
    assert len(found.worths) > 30, "a chart that is longer than a page"
    return {
        "report": report_page(found),
        "rulebook": book_page(book(sources("agamemnon", None, {}, 1))),
    }


@pytest.mark.parametrize("which", ["report", "rulebook"])
def test_a_page_prints_light_and_whole(browser, pages, which):
    page = browser.new_page(color_scheme="dark", viewport={"width": 718, "height": 1_046})
    page.set_content(pages[which])
    assert page.evaluate(_LIGHT) == "rgb(20, 24, 28)"
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(_LIGHT) == "rgb(255, 255, 255)"
    heights = page.evaluate(_MM)
    assert heights
    assert max(heights) <= A4 - 40, "room for a heading and what is said below it"
    assert page.evaluate(_KEPT)
    assert page.evaluate(_JOINED)
    page.close()
