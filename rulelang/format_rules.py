"""Write the surface tree as text, in the one layout that all texts share.

    before:  Effect(conquer, (p, c), (Set("set", ruler(c), p),))
    after:   to conquer(p, c):
                 set ruler(c) to p

What comes out is read as the same tree. How the layout looks is in the reference, Ref §33; which
brackets are written, in `formatting/expressions.py`; where a long sentence is cut, in
`formatting/breaking.py`; where comments and citations go, in `formatting/remarks.py`.
"""

from __future__ import annotations

from rulelang import surface
from rulelang.formatting.layout import laid_out


def format_rules(text: surface.RuleText) -> str:
    r"""Return a text without mistakes as it should be laid out.

    A declaration that could not be read is not in the tree, and would be lost.

    >>> from rulelang import Sink, Source, parse_text
    >>> text = 'game  "X"\nplayers 2\nplay:\n  end :  draw\n'
    >>> print(format_rules(parse_text(Source("x.rules", text), Sink())), end="")
    game "X"
    players 2
    play:
        end: draw
    """
    return laid_out(text)
