"""What `docs/promises.md` says between its tables."""

HEAD = """# What is proved, and what was tried

What the checker proves, the properties of every play with the numbers of cases that were run, what
`check` says of texts that tell secrets, what would notice a fault, and what others say of our
games. `make promises` runs what is counted here and writes this page; nothing in its tables is
typed.

```text
make promises                                                  one run; a quarter of an hour
make promises TESTS=tests/properties/knowledge/test_redeal.py  these tests alone
make soak                                                      the deep runs; they are counted too
.venv/bin/python -m tests.support.promised.promises --render   the page again, without a run
```

What runs find is kept in `build/promises.json`. Cases that are drawn at random are others in each
run and add up; cases that follow from fixed seeds are the same again, and are counted once. The
runs so far; `examples` is how many of a property are drawn in games that are quick to play, and a
`+` behind a commit says that there were changes beyond it:

{runs}
"""

PROOFS = """## 1. What the checker proves

Claims that hold in every play of every variant, found by `rulelang check`, by guarantee
([`semantics.md`](semantics.md), 25): G1 values fit, G2 nothing is lost, G3 it ends, G4 there is a
way on. Play may fail only where a claim is open. What is refuted is an error, and so is an option,
a sentence or a question that tells a player what the rules hide from him (G5).

{table}
"""

PROPERTIES = """## 2. Properties of every play

A row is a property, a test that holds it, and what one case of it is; a number says how many cases
of a game held. `positions`: how many there are in all these plays; most properties look at each of
them, some at the last alone. An empty place: the property is not tried there, because the game has
nothing of what it is about, or is too large for it. A failure would stand in its place.

{table}
"""

NOBODYS = """## 3. Texts and inputs that nobody wrote

The same, and others, where no game of ours is concerned: texts that are generated, broken or
damaged at random, and hostile input at every door.

{table}
"""

MISUSE = """## 4. Texts that tell secrets

[`tests/secrecy/`](../tests/secrecy) has {told} texts, each of which tells somebody what its own
rules hide from him. Of {found} of them `check` says so in exactly the lines that do. Of {kept}
near misses, which tell nothing, it leaves {left_alone} alone.

{table}

{near}
"""

KILLED = """## 5. What would notice a fault

Changes of the rule texts, from [`mutations.md`](mutations.md); the share of those that are noticed
is that among all which were tried and make a difference:

{mutations}

Items of the rulebooks, from [`rulebooks.md`](rulebooks.md): an item is noticed if a fault in its
lines is, by the scenarios and tests linked to it alone:

{rulebooks}

Faults that were made by hand, each of which a test has to find (`tests/test_planted_faults.py`,
`tests/oracles/`); `make soak` tries them all.

{planted}
"""

LOCKSTEP = """## 6. In lockstep

Each rulebook was read once more, and the game written once more in plain Python, by the rulebook
and not by the rule text (`tests/oracles/`). Engine and oracle play the same games; at every point
they must agree on who acts, on what is legal, on the chances of luck, on what lies where, and at
the end on the returns.

{table}
The games that [OpenSpiel](https://github.com/google-deepmind/open_spiel) has too, against its own
engines (`tests/external/`): the same at every state, and counts of all plays by depth.

{external}
"""

JUDGED = """## 7. Judges

What the checks of OpenSpiel and PettingZoo returned or printed, word for word
([`judges.md`](judges.md), 3). `None`: the check returned; what it finds wrong is an exception. In
an empty place `make soak` asks, or nobody.

{table}

What algorithms of OpenSpiel come to on our games; a value is what the first player gains.

{algorithms}
"""
