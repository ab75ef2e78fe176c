"""What is found of a text besides what the language finds: by native code, and in its look.

`both` has the two together, as `rulelang check` and editors tell them. `fine`, `parts` and
`outlines` say what that follows from, so that after an edit only what it bears on is asked again.
"""
