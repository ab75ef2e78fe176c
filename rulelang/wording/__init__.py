"""Rule texts in sentences, for whoever reads them away from the screen.

    before:  if not touches(a, outside): move t from pool(p) to shown(p)
    after:   If not touches (a, outside): move t from p's pool to p's shown.

Nothing is said that the text does not say: each statement is one sentence, in the order of the
text. `manual` has all of a text; `phrases` and `sentences` are the words of it.
"""

from rulelang.wording.manual import Manual, Passage, manual
from rulelang.wording.scenes import Scene
from rulelang.wording.terms import Item, Said, Term, TermSort, plain

__all__ = ["Item", "Manual", "Passage", "Said", "Scene", "Term", "TermSort", "manual", "plain"]
