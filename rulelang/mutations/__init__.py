"""Small changes of a rule text, such as an author might make by mistake and nobody would see.

    known_names     what a name could be mistaken for
    faults          what can be wrong with one node of the surface tree
    table_faults    what can be wrong with a table
    changes         every change of a text, each with its line, and the text with it

What notices such a change is not said here: whoever tries them plays the changed text.
"""
