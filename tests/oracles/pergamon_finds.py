"""The components of Pergamon for its oracle: finds and their halves, spaces, cards."""

from itertools import pairwise

# Left half, two-digit year _ right half, century [component data 2.4].
FINDS = """
mask37_bracelet1 mask13_jug1 mask50_vase1 bracelet26_mask1 bracelet02_jug1 bracelet39_vase1
jug15_mask1 jug52_bracelet1 jug28_vase1 vase04_mask1 vase41_bracelet1 vase17_jug1
mask54_bracelet2 mask30_jug2 mask06_vase2 bracelet43_mask2 bracelet19_jug2 bracelet56_vase2
jug32_mask2 jug08_bracelet2 jug45_vase2 vase21_mask2 vase58_bracelet2 vase34_jug2
mask10_bracelet3 mask47_jug3 mask23_vase3 bracelet60_mask3 bracelet36_jug3 bracelet12_vase3
jug49_mask3 jug25_bracelet3 jug01_vase3 vase38_mask3 vase14_bracelet3 vase51_jug3
mask27_bracelet4 mask03_jug4 mask40_vase4 bracelet16_mask4 bracelet53_jug4 bracelet29_vase4
jug05_mask4 jug42_bracelet4 jug18_vase4 vase55_mask4 vase31_bracelet4 vase07_jug4
mask44_bracelet5 mask20_jug5 mask57_vase5 bracelet33_mask5 bracelet09_jug5 bracelet46_vase5
jug22_mask5 jug59_bracelet5 jug35_vase5 vase11_mask5 vase48_bracelet5 vase24_jug5
"""

# Spaces of the research funds from the right: coins asked, galleries [component data 2.1].
SPACES = (
    (1, (1,)),
    (1, (1, 2)),
    (2, (1, 2)),
    (2, (2, 3)),
    (2, (1, 2, 3)),
    (3, (3, 4)),
    (3, (1, 2, 3)),
    (3, (2, 3, 4)),
    (4, (2, 3, 4)),
    (4, (4, 5)),
    (5, (3, 4, 5)),
    (5, (1, 2, 3, 4)),
    (6, (1, 2, 3, 4, 5)),
)
RAIDER_SPACE = {0: 5, 1: 7, 2: 9}  # by the number of chests among the two backs
RAIDER = "Raider"
CARDS = [f"{'bag' if coins < 5 else 'chest'}_{coins}" for coins in range(1, 9)] * 3


def left(find: str) -> str:
    """Return what the left half of a find shows."""
    return find.partition("_")[0][:-2]


def right(find: str) -> str:
    """Return what the right half of a find shows."""
    return find.partition("_")[2][:-1]


def century(find: str) -> int:
    return int(find[-1])


def year(find: str) -> int:
    return int(find.partition("_")[0][-2:])


def age(find: str) -> tuple[int, int]:
    """Return how old a find is by what stands on it; the larger is the older [1]."""
    return century(find), year(find)


def objects(row: list[str]) -> list[tuple[int, int, str]]:
    """Return the complete objects of a collection: century, year and what it is [3b; 4].

    The century stands right on the one find, the year left on the next.
    """
    return [
        (century(one), year(other), right(one))
        for one, other in pairwise(row)
        if right(one) == left(other)
    ]


def band(space: int) -> int:
    """Return what a marker on a space earns at an evaluation [component data 2.2]."""
    return (space + 3) // 4


def coins_on(card: str) -> int:
    return int(card.partition("_")[2])
