"""Change a rule text in small ways, one at a time, and find out what notices.

What may go on for ever is bounded by `limits`. `differing` plays two games side by side to the
first point at which they differ, also in what they tell (`telling`); `judging` says what comes of
one change, and `kept` has what came of changes on disk, so that a run goes on where it was left.
"""
