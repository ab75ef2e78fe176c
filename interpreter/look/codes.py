"""Every code of a finding about looks, with the paragraph that `rulelang explain CODE` shows."""

from __future__ import annotations

_PARAGRAPHS = {
    "look-unreadable": """
        A look is a text in TOML, in UTF-8, of at most 200 kB, beside the rule text:
        `my_game.look.toml` beside `my_game.rules`. TOML has `[tables]` and lines `key = value`;
        texts stand in quotes, lists in brackets: `hide = ["box", "stock"]`.
        """,
    "look-version": """
        A look begins with the line `look = 1`, so that later releases know what is meant.
        """,
    "look-unknown-table": """
        Looks have these tables: `[board.FAMILY]`, `[space.FAMILY]`, `[edge.FAMILY]`,
        `[card.COMPONENT]`, `[piece.COMPONENT]`, `[zone]`, `[variable]`, `[mat]`,
        `[group."Name"]`, `[action.ARM]` and `[colour]`. docs/looks.md says what is in each.
        """,
    "look-unknown-key": """
        The table has no such key; the hint names those it has, or the one that is most like it.
        """,
    "look-wrong-value": """
        The key takes another sort of value: true and false without quotes, names and colours in
        quotes, colours as `"#E69F00"`, lists in brackets, maps in braces.
        """,
    "look-unknown-name": """
        A look speaks of families, places, zones, variables, components, attributes, actions,
        players and words by the names that the rule text gives them. No variant of the text has
        this one: it is a slip, or the text has changed. Capitals matter.
        """,
    "look-missing-file": """
        The look names a file of places, a drawing or a folder of drawings that cannot be read. The
        path begins at the folder of the look and stays inside of it; `{option}` in it stands for
        the setting of an option, and each setting needs its file. Files of places have up to
        300 kB, drawings too.
        """,
    "look-bad-places": """
        A file of places is CSV: the row `name,x,y`, then a row for each place with two numbers
        from 0 to 1000, y downwards. Lines that begin with `#` are remarks, but the first says of
        which board the places are. `rulelang look GAME --places` writes such a file.
        """,
    "look-place-missing": """
        Places of the space have no coordinates: in the file of places there is no row, or in the
        drawing no id. They would be drawn in a row below all others.
        """,
    "look-place-twice": """
        A file of places has two rows for one place. The first would count.
        """,
    "look-places-near": """
        On a telephone 390 pixels wide these two places are less than 24 pixels apart, so that a
        finger cannot choose between them. Move them apart, or set `names = false` and a smaller
        `radius` and let people zoom.
        """,
    "look-other-board": """
        The first line of a file of places has a digest of the names of the places and of who is
        joined to whom. The rule text has other names or edges now, so that lines may cross. Lay
        the board out anew, `rulelang look GAME --places --force`; with `--from` the file itself,
        places stay where they are as far as nothing crosses.
        """,
    "look-faint-colour": """
        Lines in this colour hardly stand out from the ground of the page: their contrast is below
        3 to 1, which is the least that people with weak sight need (WCAG 2.2, 1.4.11).
        """,
    "look-alike-colours": """
        Two players have colours that look alike, to everybody or to people who do not see red, or
        green. Pieces have a pattern and a letter as well, but colours are what one sees first. Let
        them differ in brightness.
        """,
    "look-hides-needed": """
        The look hides a zone or variable that players need: an action asks for something in it, or
        the end of the game counts it. `fold` draws it small, and `hide` is for what only the rules
        need. Nothing is hidden from the table of all values or from screen readers.
        """,
    "look-bad-template": """
        In a template `{name}` stands for the name of the kind and `{attribute}` for the value of
        that attribute; in a path `{option}` stands for the setting of that option. Nothing else
        can stand in braces: looks have no expressions.
        """,
    "look-unused": """
        This part of the look changes no picture: a name that stands twice in a list, something
        folded that is hidden, a board of a space that is drawn as none, a group without anything.
        """,
    "look-bad-art": """
        A drawing is SVG of at most 300 kB with a `viewBox`. Only shapes, groups, texts, gradients,
        patterns and clips are read, with colours as attributes: no script, style, class, link,
        picture, animation, foreign object, entity or DOCTYPE, and nothing that leads outside of
        the file. Drawing programs write such a file as “plain” or “optimised” SVG.
        """,
    "look-art-no-places": """
        The drawing of a board says where places lie by ids: the shape whose id is the name of a
        place is that place, and its middle is where pieces stand. Ids that are no names of places
        are left alone, unless they begin with `@`, which says that one is meant. Without ids the
        board needs a file of `places` beside the drawing.
        """,
    "look-key-taken": """
        Each action may have a letter that chooses it from the keyboard; two actions cannot have
        the same one.
        """,
}
CODES: dict[str, str] = {
    code: " ".join(paragraph.split()) for code, paragraph in _PARAGRAPHS.items()
}
"""The paragraph behind each code."""
