"""Small games once more in plain Python: who may do what, and who has won.

Each judge is told what was done, and says what may be done next and how it ended.
"""

from itertools import product

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Gomoku:
    """Stones on points of a board of fifteen lines, by column and row."""

    def __init__(self, players):
        self.players = players
        self.stones = {}
        self.returns = None

    @property
    def actor(self):
        return len(self.stones) % 2

    def legal(self):
        points = product(range(15), range(1, 16))
        return {f"place({chr(ord('a') + x)}{y})" for x, y in points if (x, y) not in self.stones}

    def chance(self, _outcome):
        raise AssertionError("no chance in this game")

    def act(self, action):
        name = action.removeprefix("place(").removesuffix(")")
        point, mine = (ord(name[0]) - ord("a"), int(name[1:])), self.actor
        self.stones[point] = mine
        if any(self._row(point, mine, step) >= 5 for step in DIRECTIONS):
            self.returns = [1 if player == mine else -1 for player in range(2)]
        elif len(self.stones) == 225:
            self.returns = [0, 0]

    def _row(self, point, mine, step):
        count = 1
        for sign in (1, -1):
            x, y = point
            while self.stones.get((x + sign * step[0], y + sign * step[1])) == mine:
                x, y, count = x + sign * step[0], y + sign * step[1], count + 1
        return count


class Goofspiel:
    """Hands as sets of ranks; bids of a round until the last has bid."""

    def __init__(self, players):
        self.players = players
        self.hands = [set(range(1, 14)) for _ in range(players)]
        self.points = [0] * players
        self.stock = set(range(1, 14))
        self.bids = []
        self.prize = None
        self.returns = None

    @property
    def actor(self):
        return len(self.bids)

    def legal(self):
        return {f"bid(Bid(P{self.actor + 1}, {rank}))" for rank in self.hands[self.actor]}

    def chance(self, outcome):
        assert self.prize is None
        self.prize = int(outcome.removeprefix("draw(Prize(").removesuffix("))"))
        self.stock.remove(self.prize)

    def act(self, action):
        rank = int(action.removesuffix("))").rsplit(" ", 1)[1])
        self.hands[self.actor].remove(rank)
        self.bids.append(rank)
        if len(self.bids) < self.players:
            return
        best = max(self.bids)
        if self.bids.count(best) == 1:
            self.points[self.bids.index(best)] += self.prize
        self.bids, self.prize = [], None
        if not self.stock:
            self._end()

    def _end(self):
        won = [points == max(self.points) for points in self.points]
        winners = sum(won)
        if winners == self.players:
            self.returns = [0] * self.players
            return
        share = (self.players - winners) / winners
        self.returns = [share if mine else -1 for mine in won]


JUDGES = {"gomoku": (Gomoku, (2,)), "goofspiel": (Goofspiel, (2, 3, 4))}
