"""Small changes of a rule text, such as an author might make by mistake and nobody would see.

`faults`, `table_faults` and `further` say what can be wrong with one node of the surface tree,
`known_names` what a name could be mistaken for; `changes` goes through a text and gives every
change with its line, and the text with it. What notices a change is not said here: whoever tries
them plays the changed text.
"""
