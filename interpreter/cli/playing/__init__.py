"""Games played in the terminal and in the browser, and plays told again."""
