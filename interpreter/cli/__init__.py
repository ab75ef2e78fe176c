"""The command line: one file for each command; `main` finds and runs it.

What all commands share lies in the open: `arguments`, `bots`, `output`, `faults`, `findings`. The
commands themselves, each with what it alone needs, lie in rooms by what they are for:

Texts:    `checking` has what an author of rules does, `mutating` changes texts to test the tests
Games:    `playing` in the terminal or the browser, and plays told again
To see:   `printing` has positions, boards, rulebooks, pieces to cut out, data for other programs
To know:  `measuring` has many plays counted, won, solved, or held to each other
"""
