"""What is said of a game without playing it holds in every play. Ref §22."""

from interpreter import tree
from interpreter.position import CHANCE
from tests.support.plays import EVERYTHING, WHOLE, over_plays


@over_plays(WHOLE, whole=True, rarity=4)
def test_no_play_has_more_choices_outcomes_or_returns_than_its_text_allows(play):
    facts = play.game.facts
    path = play.end.path[:-1]
    chances = sum(state.current_player == CHANCE for state in path)
    assert facts.most_choices is None or len(path) - chances <= facts.most_choices
    assert facts.most_chances is None or chances <= facts.most_chances
    if play.end.is_terminal:
        returns = play.end.returns
        assert facts.least_return <= min(returns) <= max(returns) <= facts.highest_return
        assert facts.sum_of_returns in (None, sum(returns))


@over_plays(EVERYTHING, rarity=2)
def test_without_secrets_all_players_know_the_same(play):
    if play.game.facts.secrets:
        return
    for state in play.states:
        assert len({tuple(map(str, state.effects(player))) for player in play.seats}) == 1
        actor = None if state.previous is None else state.previous.current_player
        assert len({state.told(player) for player in play.seats if player != actor}) <= 1


@over_plays(EVERYTHING, rarity=4)
def test_the_text_of_a_position_says_all_that_matters(play):
    texts = {}
    for state in play.states:
        assert texts.setdefault(state.whole(), tree.key(state)) == tree.key(state)
    assert len(texts) == len(set(map(tree.key, play.states)))
