"""How play looks in a terminal: boards, prose and the course of a game. No game is named here.

What others use is handed on here, but for `menu`, which is known by its name.
"""

from typing import TYPE_CHECKING

from rulelang.late import handed_on

if TYPE_CHECKING:
    from interpreter.play.asked import answer, asked_zones
    from interpreter.play.board import WIDTH, Part, draw, heading, news, parts_of, written
    from interpreter.play.chart import charts
    from interpreter.play.citing import folded, rules_about, rules_here
    from interpreter.play.look import Look
    from interpreter.play.over import lines_to_end, why_over
    from interpreter.play.plain import plainly
    from interpreter.play.prose import announced, latest, more_before, tell, tell_choice
    from interpreter.play.score import NOT_COUNTED, scores, standing
    from interpreter.play.table import Table, has_secrets
    from interpreter.play.typed import completions, meant
else:
    __getattr__ = handed_on(
        __name__,
        {
            "asked": "answer asked_zones",
            "board": "Part WIDTH draw heading news parts_of written",
            "chart": "charts",
            "citing": "folded rules_about rules_here",
            "look": "Look",
            "over": "lines_to_end why_over",
            "plain": "plainly",
            "prose": "announced latest more_before tell tell_choice",
            "score": "NOT_COUNTED scores standing",
            "table": "Table has_secrets",
            "typed": "completions meant",
        },
    )

__all__ = [
    "NOT_COUNTED",
    "WIDTH",
    "Look",
    "Part",
    "Table",
    "announced",
    "answer",
    "asked_zones",
    "charts",
    "completions",
    "draw",
    "folded",
    "has_secrets",
    "heading",
    "latest",
    "lines_to_end",
    "meant",
    "more_before",
    "news",
    "parts_of",
    "plainly",
    "rules_about",
    "rules_here",
    "scores",
    "standing",
    "tell",
    "tell_choice",
    "why_over",
    "written",
]
