"""The head of a page that stands alone: nothing is fetched, nothing runs, light and dark."""

from __future__ import annotations

from typing import Final

from interpreter.picture.ink.svg import escaped

PAGE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_COLOURS: Final = """
:root{color-scheme:light dark;--ink:#1d2227;--soft:#565b60;--ground:#fdfcf8;--line:#d9d2c0;
--mark:#0b5fc0;--bad:#b3261e}
@media screen and (prefers-color-scheme:dark){:root{--ink:#f1efe9;--soft:#b5bac0;--ground:#14181c;
--line:#3a403f;--mark:#7db8ff;--bad:#ff8a80}}
body{margin:0 auto;padding:1rem;background:var(--ground);color:var(--ink)}
h2{border-bottom:2px solid var(--line)}figure{margin:1rem 0}
.sub,figcaption{color:var(--soft)}
.table{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}
td,th{border-bottom:1px solid var(--line);padding:.15rem .6rem;text-align:left}
@media print{:root{color-scheme:light}body{max-width:none;font-size:10pt;background:#fff;
padding:0}h2,h3{break-after:avoid}figure,tr{break-inside:avoid}p{orphans:2;widows:2}}
""".replace("\n", "")


def page_head(title: str, what: str, style: str) -> str:
    """Return all of a page before its content. `style`: what it has besides what all have.

    >>> page_head("Go", "rules", "p{margin:0}").count("<style>")
    1
    """
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{PAGE_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escaped(title)}: {what}</title>\n<style>{_COLOURS}{style}</style>\n"
    )
