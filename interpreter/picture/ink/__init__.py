"""What everything is drawn with: SVG, the width of letters, colours, styles.

`svg` writes shapes, `measure` says how much room text takes (`widths` has the letters), `colours`
has palettes and contrast, `palette` those of one game, `style` the sheet and its themes. Nothing
here knows what a board, a card or a position is: rulebooks, reports and sheets draw with it, too.
"""
