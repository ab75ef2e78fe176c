"""What an author's editor asks of a rule text that is being written: pure, and without protocol.

A `Draft` is one state of a text. Every query takes one, and places in code points, lines and
columns from 1, as spans have them. No query raises for what a text says, be it broken.
"""

from typing import TYPE_CHECKING

from rulelang.late import handed_on

if TYPE_CHECKING:
    from rulelang.workbench.calling import Signature, signature
    from rulelang.workbench.colouring import KINDS, Coloured, colours
    from rulelang.workbench.completing import Item, Offer, complete
    from rulelang.workbench.draft import Draft, resolved
    from rulelang.workbench.hovering import Hover, hover
    from rulelang.workbench.inlaying import Inlay, inlays
    from rulelang.workbench.names import Use
    from rulelang.workbench.outlining import Entry, Fold, folds, outline, title_of
    from rulelang.workbench.renaming import renamable, rename, uses_of
    from rulelang.workbench.rows import cells_at
    from rulelang.workbench.telling import headline
else:
    __getattr__ = handed_on(
        __name__,
        {
            "calling": "Signature signature",
            "colouring": "Coloured KINDS colours",
            "completing": "Item Offer complete",
            "draft": "Draft resolved",
            "hovering": "Hover hover",
            "inlaying": "Inlay inlays",
            "names": "Use",
            "outlining": "Entry Fold folds outline title_of",
            "renaming": "renamable rename uses_of",
            "rows": "cells_at",
            "telling": "headline",
        },
    )

__all__ = [
    "KINDS",
    "Coloured",
    "Draft",
    "Entry",
    "Fold",
    "Hover",
    "Inlay",
    "Item",
    "Offer",
    "Signature",
    "Use",
    "cells_at",
    "colours",
    "complete",
    "folds",
    "headline",
    "hover",
    "inlays",
    "outline",
    "renamable",
    "rename",
    "resolved",
    "signature",
    "title_of",
    "uses_of",
]
