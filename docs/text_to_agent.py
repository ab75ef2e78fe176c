"""From a rule text to a trained agent.

As a script, `text_to_agent.py`, and as a notebook of the same cells, `text_to_agent.ipynb`. It
needs NumPy: `pip install 'rulelang[batch]'`. It takes a minute or two; as a script
`python text_to_agent.py 60` trains for sixty rounds only.
"""

# %% [markdown]
# A game is a text. Here it is two-player poker with six cards; any text of two players that some
# hundred thousand histories hold may stand in its place.

# %%
import sys

import numpy as np

from interpreter import load
from interpreter.batch import BatchGame
from interpreter.bots import TreeSearch
from interpreter.solving import cfr, exploitability
from interpreter.tournament import Entrant, Tournament, play, standings

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdecimal() else 600
game = load("leduc_poker")

# %% [markdown]
# What plays say of it. In a notebook the report is a page.

# %%
game.report(2_000, seed=1, effort=0)

# %% [markdown]
# A small policy: one hidden layer over what the player sees, softmax over what is legal. It plays
# itself in a thousand games at once; what it won more or less than usual makes what it did more or
# less likely, and a share of entropy keeps it from becoming certain too soon.

# %%
GAMES, STEPS, HIDDEN = 1_024, 16, 64
batch = BatchGame(game, GAMES)
entries = batch.observation_layout[-1].start + batch.observation_layout[-1].size
rng = np.random.default_rng(7)
weights = {
    "in": rng.normal(0, 0.3, (entries + 1, HIDDEN)),
    "out": np.zeros((HIDDEN, game.num_distinct_actions)),
    "worth": np.zeros(HIDDEN),
}
moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in weights.items()}


def forward(rows, legal, weights):
    """Return inputs, hidden values, probabilities and what positions are thought to be worth."""
    inputs = np.concatenate([np.asarray(rows, float), np.ones((len(rows), 1))], axis=1)
    hidden = np.tanh(inputs @ weights["in"])
    scores = np.where(legal, hidden @ weights["out"], -np.inf)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return inputs, hidden, shares / shares.sum(axis=1, keepdims=True), hidden @ weights["worth"]


def gathered(told):
    """Play some steps; return what was seen, done and won in games that ended meanwhile."""
    kept = []
    for _ in range(STEPS):
        rows, legal, actors = (
            np.copy(one) for one in (told.observations, told.legal, told.actors)
        )
        shares = forward(rows, legal, weights)[2]
        drawn = rng.random((GAMES, 1))
        actions = np.minimum((shares.cumsum(axis=1) < drawn).sum(axis=1), legal.shape[1] - 1)
        actions = np.where(legal[np.arange(GAMES), actions], actions, shares.argmax(axis=1))
        told = batch.step(actions)
        kept.append((rows, legal, actors, actions, np.copy(told.rewards), np.copy(told.done)))
    won, ended, parts = np.zeros((GAMES, 2)), np.zeros(GAMES, bool), []
    for rows, legal, actors, actions, rewards, done in reversed(kept):
        won, ended = np.where(done[:, None], rewards, won), ended | done
        own = won[np.arange(GAMES), actors]
        parts.append([one[ended] for one in (rows, legal, actions, own)])
    return told, [np.concatenate(part) for part in zip(*parts, strict=True)]


def learn(seen, number, entropy=0.1, rate=0.005):
    """Move the weights by one step of Adam along the gradient of what was won."""
    rows, legal, actions, own = seen
    inputs, hidden, shares, worth = forward(rows, legal, weights)
    gain = (own - worth) / 5
    logs = np.log(np.maximum(shares, 1e-12))
    unsure = -(shares * logs).sum(axis=1, keepdims=True)
    by_score = -gain[:, None] * shares
    by_score[np.arange(len(actions)), actions] += gain
    by_score -= entropy * shares * (logs + unsure)
    by_hidden = by_score @ weights["out"].T + 0.05 * np.outer(gain, weights["worth"])
    slopes = {
        "in": inputs.T @ (by_hidden * (1 - hidden**2)),
        "out": hidden.T @ by_score,
        "worth": hidden.T @ gain,
    }
    for name, slope in slopes.items():
        first, second = moments[name]
        first += 0.1 * (slope / len(own) - first)
        second += 0.01 * ((slope / len(own)) ** 2 - second)
        weights[name] += rate * first / (np.sqrt(second / (1 - 0.99**number)) + 1e-6)


# %%
def policy(state):
    """Return a probability for each legal action of a state: what the seat sees decides."""
    row = batch.observe(state, state.current_player)[None]
    legal = np.zeros((1, game.num_distinct_actions), bool)
    legal[0, list(state.legal_ids)] = True
    return forward(row, legal, average)[2][0, list(state.legal_ids)]


told = batch.reset(seed=11)
average = {name: w.copy() for name, w in weights.items()}
before = exploitability(game, policy)
for number in range(1, ROUNDS + 1):
    told, seen = gathered(told)
    learn(seen, number, rate=0.005 * (1 - 0.9 * number / ROUNDS))
    for name, w in weights.items():
        average[name] += 0.01 * (w - average[name])
after = exploitability(game, policy)

# %% [markdown]
# How much would somebody win who knew the policy? A hundred rounds of regret minimisation, which
# sees the whole tree of the game, beside it.

# %%
print(f"exploitability: untrained {before:.3f}, trained {after:.3f}")
print(f"regret minimisation, 100 iterations: {cfr(game, 100).exploitability:.3f}")


# %% [markdown]
# As a bot it sits down with others: it is given what a seat may know, and nothing else.


# %%
class Trained:
    """Draws from the policy, by a number that follows from its seed and the moment."""

    def __init__(self, seed):
        """Keep the seed."""
        self.seed = seed

    def choose(self, view):
        """Return an action: the seat sees the same in any play that it holds possible."""
        shares = policy(view.redeal(self.seed))
        drawn = np.random.default_rng([self.seed, view.moment]).random()
        return view.legal_actions[min(int((shares.cumsum() < drawn).sum()), len(shares) - 1)]


bots = (
    Entrant("trained", Trained),
    Entrant("mcts:200", lambda seed: TreeSearch(seed, iterations=200)),
)
tournament = Tournament(game, bots, seed=5)
rounds = 5 if ROUNDS < 100 else 100
for one in standings(tournament, list(play(tournament, rounds))):
    low, high = one.interval
    print(
        f"{one.name}: {one.games} games, {float(one.mean_return):+.2f} coins a game, "
        f"share {one.share:.3f} ({low:.3f} to {high:.3f})"
    )
