"""How fast games are played, beside engines and programs that play the same games.

catalogue     which games, which peers play them; data only
measuring     what a run gives; peers; running some time of the processor
ours          our engines, as peers
openspiel     OpenSpiel driven from Python, as a peer
handwritten   the C programs in `references/`, built here, as peers
comparison    interleaved runs, medians, ratios
further/      compile times, copies of states, growth with size and players, threads
report, plot  tables and a picture

`docs/benchmarks.md` says what is measured and why it is fair. Run `make bench`.
"""
