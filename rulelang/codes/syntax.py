"""Paragraphs about findings of the parser."""

from __future__ import annotations

SYNTAX: dict[str, str] = {
    "file-too-large": """
        A rule file has at most a million characters. The rules of a large game fill about thirty
        thousand. What makes a file long are tables: they can stand in CSV files beside it, which
        `from "…"` names.
        """,
    "line-too-long": """
        A line has at most a thousand characters. A sentence may go on in the next line if that
        line begins with `and`, `or`, `has`, `where`, `then`, `joined`, `along` or `else`; within
        brackets a line may end anywhere. Long lists can stand in brackets for that:
        `kind Rank rising: (six | seven)`.
        """,
    "too-deep": """
        Brackets, blocks and operators can be nested two hundred levels deep, which no reader would
        follow; cases, and facts that use each other, less deep. Give a part of it a name: a fact
        with `let`, an effect with `to`. For a long list of cases use a `table`.
        """,
    "tab-in-indentation": """
        Indentation says what belongs to what, and a tab has no width of its own. Lines are
        indented with spaces, four for each level. Most editors can do that for the whole file.
        """,
    "indentation": """
        A line that belongs to another is indented below it, and all lines of a block begin in the
        same column. The finding points at a line that begins elsewhere: deeper although the line
        above does not end in `:`, between two levels, or below no declaration at all.
        """,
    "missing-block": """
        A line that ends in `:` is followed by what belongs to it, indented by four spaces. A
        single short sentence may stand behind the `:` instead. `pass` stands for doing nothing.
        """,
    "unclosed-text": """
        A text stands between `"` and `"` on one line. There is no `"` inside a text.
        """,
    "unclosed-bracket": """
        Every `(` needs a `)`. Within brackets a line may end anywhere, so that the missing bracket
        is often found lines below; the finding points at the bracket that was left open.
        """,
    "stray-bracket": """
        A `)` closes a `(` before it in the same declaration. The finding points at one that has
        none.
        """,
    "unclosed-row": """
        A row of a table begins and ends with `|`; its cells stand between them, in the order of
        the first row, which names the columns: `| name | rank |`.
        """,
    "unbalanced-brace": """
        In a text, `{` and `}` enclose a value: "{p} pays {n}". Each needs the other, and one pair
        cannot stand inside another.
        """,
    "misplaced-citation": """
        A citation such as `[4.8]` says which sentence of the rulebook a line answers to. It stands
        at the very end of the line, behind a comment if there is one. There is one for each line;
        it may name several places: `[4.8; 5.1]`. Square brackets mean nothing else.
        """,
    "missing-colon": """
        A line that opens a block ends in `:`, and a declaration has a `:` between a name and what
        the name stands for: `phase Work:`, `zone deck: Card bag, hidden`.
        """,
    "missing-reason": """
        `need` says when an arm of a choice may be taken, and what a player is told when it may
        not: `need coins(p) > 0 else "you have no coin"`. The reason is not optional: it is the
        answer to every refused action.
        """,
    "block-on-line": """
        Behind a `:` may stand one short sentence, such as `if done: stop`. A sentence that has
        a block of its own (`if`, `for`, `p chooses` and others), and `let`, begin on a line below.
        """,
    "missing-else": """
        `first`, `the`, `highest` and `lowest` may find nothing, and then have the value after
        `else`; `if … then …` used as a value has one for each case. The value may be `none`.
        """,
    "stray-else": """
        `else:` and `else if …:` stand in the same column as their `if`, directly below what
        belongs to it. A choice none of whose arms may be possible has `otherwise:` instead.
        """,
    "missing-bound": """
        A loop says how often it goes round at most: `each turn of p, at most 60:`, `repeat until
        done, at most 20:`, `anytime p, at most 5 times:`. So every game ends. The number may be
        generous: where it is reached, play goes on with the line below the loop.

        `p chooses any number of times:` needs none where each arm uses something up: it moves
        something out of a place that no arm there fills, or into one that none empties, counts a
        variable down or up, or gives a value to a variable that it asks for `none` first.
        """,
    "misplaced-otherwise": """
        `otherwise:` says what happens where no arm of a choice is legal. It stands below the
        arms, in the column of the line that says who chooses. Further in, among the arms, it
        would be an arm of that name, offered beside all others.
        """,
    "misplaced-need": """
        A `need` is a line of the arm itself: directly below it, or below what the arm does, where
        it is judged on a copy when that has been done. Inside `if`, `for` or `match`, in an
        effect, and where nobody chooses it cannot refuse anything: let the effect end, and ask
        behind its call.
        """,
    "choose-order": """
        A choice names the player first, as a sentence does: `p chooses:`, `p chooses or passes:`,
        `p chooses up to 3 times:`, `p chooses any number of times:`. The arms stand below it.
        """,
    "bracketed-actor": """
        Before `chooses`, and behind `anytime`, stands a name or a call: `p`, `dealer`, `next(p)`.
        A value that begins with `first`, `the`, `if` or another word of the language is put in
        brackets, or gets a name with `let`: `(first q in Player where bids(q) else p) chooses:`.
        """,
    "comparison-sign": """
        Values are compared with words: `a is b`, `a is not b`; numbers also with `<`, `<=`, `>`
        and `>=`. The sign `=` gives a name its meaning, in `let` and in the first value of a
        `var`.
        """,
    "given-one-place": """
        `given` says what lies in one place when a scenario begins: `given purse is 2 Coin, Gem`.
        What stands behind a comma lies in the same place. Another place has a line of its own.
        """,
    "said-twice": """
        A variable has one rule for who sees it, and one for when it begins anew. A label, as in
        `var coins "coins to spend": 0..99`, is for one variable.
        """,
    "unknown-declaration": """
        A line that begins in the first column declares something, and its first word says what:
        `game`, `players`, `zone`, `var`, `to`, `play` and others. Everything else is indented
        below a declaration.
        """,
    "unknown-statement": """
        A sentence begins with a word that says what happens: `move`, `draw`, `set`, `if`, `for`
        and others; or it is the name of an effect declared with `to`, its arguments in brackets.
        The finding names the word that is most alike.
        """,
    "unexpected-word": """
        The sentence was clear up to here, and this word cannot follow. Beside the place stands
        what could; where a word of the language is nearly the same, the hint names it.
        """,
    "unfinished": """
        The line, or the value in the braces of a text, was clear up to its end, but something must
        follow. A sentence goes on in the next line only if that begins with `and`, `or`, `has`,
        `where`, `then`, `joined`, `along` or `else`, or within brackets.
        """,
    "decimal": """
        All numbers are whole. Where halves count, count them: `2 * area(p) + 1`. Half a point that
        only parts two who are equal needs none: `area(Black) - area(White) > 7` is what 7.5
        points for White come to. A division says how it rounds: `n / 2 rounded up`.
        """,
    "unexpected-character": """
        The language is written with letters, digits and a few signs. Names consist of the letters
        a–z and A–Z, digits and `_`; any character may stand in texts and comments.
        """,
}
