"""A play that is watched is the same play."""

from functools import cache

from interpreter.facts.coverage_points import points
from interpreter.measuring.watching import Watch
from tests.support.plays import over_plays


@cache
def watched(instance):
    return Watch(instance.spec)


@over_plays(rarity=10)
def test_marks_in_the_rules_change_nothing(play):
    watch = watched(play.instance)
    assert watch.replay(play.end.history) == play.end.position


@over_plays(rarity=30)
def test_what_a_play_reaches_is_some_of_what_it_may_reach_and_grows_with_it(play):
    watch = Watch(play.game.spec)
    history = play.end.history
    watch.replay(history[: len(history) // 2])
    earlier = watch.reached()
    watch.replay(history)
    assert earlier <= watch.reached() <= points(play.game.spec)
