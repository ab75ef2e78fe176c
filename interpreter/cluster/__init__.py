"""Work on many processors or machines: ranges of numbers go out, exact totals come together.

What is to be done is `Work`: something for every number from 0 on, whose outcome follows from the
number alone. So a range may be done anywhere, in any order, and again where it was lost. `work`
says what that is, `run` hands out and gathers, `here`, `processes` and `ray_workers` are who does
it, `children` are processes that end with this one, `sent` is a game on its way, `log` keeps what
is done on disk, `playing` is the random play of games; `interpreter.tournament` has its own work.
"""
