"""Pages around pictures: nothing is fetched, and nothing runs but what the page itself has."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.picture.ink.svg import escaped

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src"
_STYLE = (
    ":root{color-scheme:light dark}"
    "body{margin:0;background:#f3f0e8;font-family:'DejaVu Sans',Verdana,sans-serif}"
    "@media(prefers-color-scheme:dark){body{background:#14181c;color:#f1efe9}}"
    ".w{position:absolute;width:0;height:0;overflow:hidden}.w svg{display:block;margin:0 auto;"
    "max-width:100%;height:auto}"
)


def page(title: str, pictures: Sequence[tuple[int, str]]) -> str:
    """Return a page that shows the widest of some pictures that fits the window.

    Args:
        title: of the page.
        pictures: width in pixels and SVG, narrow ones first.

    >>> from interpreter import load
    >>> from interpreter.picture import picture
    >>> state = load("tic_tac_toe").start()
    >>> document, sight = state.game.document(), state.sight(0)
    >>> drawn = [(width, picture(document, sight, width=width)) for width in (390, 1280)]
    >>> page("The first choice", drawn).count("<svg ")
    2
    """
    shown, body = _STYLE, ""
    widths = [width for width, _ in pictures]
    for at, (width, svg) in enumerate(pictures):
        least = f"(min-width:{width}px)" if at else "(min-width:0px)"
        most = f" and (max-width:{widths[at + 1] - 1}px)" if at + 1 < len(widths) else ""
        shown += f"@media {least}{most}{{.w{at}{{position:static;width:auto;height:auto}}}}"
        body += f'<div class="w w{at}">{svg}</div>\n'
    return head(title, shown) + f"<main>\n{body}</main>\n</html>\n"


def head(title: str, style: str, script: str = "'none'") -> str:
    """Return the beginning of a page; `script`: the source of what may run, as policies say it."""
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY} {script}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escaped(title)}</title>\n<style>{style}</style>\n"
    )
