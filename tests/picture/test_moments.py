"""What every picture keeps, of every game, at moments of random plays, as every seat sees them."""

import re
from collections import Counter
from functools import cache
from random import Random

import pytest

from interpreter import load, shipped, variants
from interpreter.document.sight import Chosen, Outcome, Score
from interpreter.look import look_of
from interpreter.picture import picture
from interpreter.picture.draw import page
from interpreter.picture.headline import result_text, said
from interpreter.picture.making import plan_of
from tests.support import pictures
from tests.support.games import RULES, instances
from tests.support.sampling import DEEP, gated

MOST = 120


@cache
def moments(name):
    """Return a few states of a random play: at the start, in the middle, at the end."""
    random = Random(5)
    state = load(name).start(seed=5)
    path = [state]
    while not state.is_terminal and len(path) < MOST:
        options = state.legal_ids or [outcome for outcome, _ in state.chance_outcomes]
        state = state.apply(random.choice(options))
        path.append(state)
    on_the_way = [path[len(path) // 3]] if DEEP else []
    return [path[0], *on_the_way, path[len(path) // 2], path[-1]]


@pytest.fixture(scope="module", params=gated(shipped()))
def drawn(request):
    """Return pictures of a game with what they are of; tests of one game share them."""
    made = []
    for state in moments(request.param):
        document = state.game.document()
        look = look_of(document)
        for seat in (*range(len(state.game.players)), None):
            sight = state.sight(seat)
            for width in (390, 1280):
                svg = picture(document, sight, look, width)
                made.append((document, sight, pictures.read(svg)))
    return made


def test_each_reference_stands_once_and_what_is_seen_is_drawn_or_counted(drawn):
    for document, sight, found in drawn:
        assert not [ref for ref, times in found.refs.items() if times > 1]
        assert not pictures.uncounted(found, document, sight)


def test_every_legal_action_can_be_pointed_at(drawn):
    for document, sight, found in drawn:
        assert not pictures.unreachable(found, document, sight)


def test_everything_lies_on_the_page_and_no_text_is_small(drawn):
    for _, _, found in drawn:
        assert not pictures.outside(found)
        assert not pictures.overlaps(found)
        assert all(text.size >= pictures.LEAST for text in found.texts)
        assert len(found.svg.encode()) <= 60_000


@pytest.mark.parametrize(
    "name", gated(path.stem for path in RULES if len({i.players for i in instances(path)}) > 1)
)
def test_the_largest_table_stays_within_bounds(name):
    random = Random(5)
    state = load(name, players=max(variants(name).players), engine="reference").start(seed=5)
    document, look = state.game.document(), look_of(state.game.document())
    for at in range(90):
        if state.is_terminal:
            break
        if at % 15 == 0 and state.current_player >= 0:
            sight = state.sight(state.current_player)
            for width, highest in ((390, 2_840), (1280, 1_040)):
                found = pictures.read(picture(document, sight, look, width))
                assert len(found.svg.encode()) <= 60_000
                assert found.height <= highest
                assert not pictures.unreachable(found, document, sight)
        options = state.legal_ids or [outcome for outcome, _ in state.chance_outcomes]
        state = state.apply(random.choice(options))


def test_choices_say_whose_they_are_where_their_sentences_do_not():
    players = ("P1", "P10", "Megara")
    assert said(Chosen(0, None, "P1 bids 3."), players) == "P1 bids 3"
    assert said(Chosen(0, None, "go ?"), players) == "P1: go ?"
    assert said(Chosen(0, None, "P10 is asked"), players) == "P1: P10 is asked"
    assert said(Chosen(2, None, "place ?, Megara"), players) == "Megara: place ?, Megara"


def painted(svg):
    """Yield classes and attributes of each element of a picture."""
    for tag in re.findall(r"<\w+ [^>]*>", svg):
        classes = re.search(r'class="([^"]*)"', tag)
        yield classes[1].split() if classes else [], tag


@pytest.mark.parametrize("name", ["agamemnon", "antike_duellum", "hex", "nine_mens_morris"])
def test_no_rule_of_the_sheet_undoes_what_an_element_says_itself(name):
    for state in moments(name):
        document = state.game.document()
        svg = picture(document, state.sight(None), look_of(document), 1280)
        sheet = dict(re.findall(r"\.(\w+)\{([^}]*)\}", svg))
        for classes, tag in painted(svg):
            if "stroke-width=" in tag:
                assert not [name for name in classes if "stroke-width" in sheet.get(name, "")]


def chosen(state, *words):
    """Return the state after choices that have these words among their arguments, then chance."""
    for word in words:
        action = next(a for a in state.legal_actions if word in (a.name, *a.labels))
        state = state.apply(action).past_chance()
    return state


def test_edges_that_may_be_chosen_are_marked_beside_what_lies_on_them():
    state = load("agamemnon").start(seed=5).past_chance()
    while not any(action.name == "exchange" for action in state.legal_actions):
        state = state.apply(state.legal_ids[-1]).past_chance()
    document = state.game.document()
    svg = picture(document, state.sight(state.current_player), look_of(document), 1280)
    joined = {label for a in state.legal_actions if a.name == "exchange" for label in a.labels}
    marks = re.findall(r'<path class="qce"[^>]* stroke-width="16"', svg)
    assert len(marks) == len(joined) > 1


def test_who_asks_for_a_player_marks_the_player_and_not_all_that_is_his():
    state = load("pergamemnon").start(seed=5).past_chance()
    document = state.game.document()
    sight = state.sight(0)
    assert {offer.id for offer in sight.offers}  # among them attacks on the other player
    svg = picture(document, sight, look_of(document), 1280)
    badge = re.search(r'<g data-ref="Player\(P2\)".*?</g>', svg)[0]
    deck = re.search(r'<g data-ref="deck\(P2\)".*?</g>', svg)[0]
    assert 'class="qc"' in badge
    assert 'class="qc"' not in deck
    assert "data-act" in deck  # one may point there too


def test_the_sign_of_a_legal_place_leaves_its_name_to_be_read():
    state = load("agamemnon").start(seed=5).past_chance()
    document = state.game.document()
    for width in (390, 1280):
        svg = picture(document, state.sight(0), look_of(document), width)
        place = re.search(r'<g data-ref="Space\(s14\)".*?</g>', svg)[0]
        level = float(re.search(r'<text[^>]* y="([\d.]+)"', place)[1])
        _, middle, radius = map(
            float,
            re.findall(r'(?:cx|cy|r)="([\d.]+)"', re.search(r"<circle[^>]*qcf[^>]*>", place)[0]),
        )
        assert middle - radius > level


def test_a_result_says_what_decided_in_the_words_of_the_table():
    players = ("Athenians", "Spartans")
    areas, sicily = Score("areas(p)", True, (8, 7)), Score("holder(Sicily) is p", True, (0, 1))
    decided = Outcome(("1", "-1"), (0,), (areas, sicily))
    assert decided.besides == (areas,)
    assert result_text(decided, players).startswith("Won by Athenians; ")
    assert result_text(decided, players).endswith("; areas: Athenians 8, Spartans 7")
    gain = Score("gain(r, the w in Player with most rank(w))", True, (13, -13))
    assert Outcome(("13", "-13"), (0,), (gain,)).besides == ()


def test_a_button_without_arguments_says_what_its_sentence_says():
    state = load("pergamon").start(seed=11).past_chance()
    while not any(a.sentence.endswith("excavates nothing") for a in state.legal_actions):
        state = state.apply(state.legal_ids[0]).past_chance()
    document = state.game.document()
    svg = picture(document, state.sight(state.current_player), look_of(document), 1280)
    assert ">excavates nothing<" in svg


@pytest.mark.parametrize(("name", "place"), [("pergamon", "Fund(f1)"), ("hex", "Cell(a1)")])
def test_a_phone_has_what_is_played_on_above_the_own_area(name, place):
    state = load(name).start(seed=11).past_chance()
    document = state.game.document()
    svg = picture(document, state.sight(0), look_of(document), 390)
    assert 0 < svg.index(f'data-ref="{place}"') < svg.index("(you)")


@pytest.mark.parametrize(
    ("name", "players"), [("pergamon", 2), ("pergamemnon", 2), ("market_road", 4)]
)
def test_areas_stay_in_their_columns_while_forms_get_smaller(name, players):
    random, state = Random(0), load(name, players=players).start(seed=0)
    plan = plan_of(state.game.document(), look_of(state.game.document()), 1280, 0)
    columns = Counter()
    while not state.is_terminal:
        regions = page(plan, state.sight(0)).regions
        columns[frozenset((part.name, part.x) for part in regions if "mat" in part.name)] += 1
        for _ in range(8):
            if not state.is_terminal:
                options = state.legal_ids or [outcome for outcome, _ in state.chance_outcomes]
                state = state.apply(random.choice(options))
    assert columns.most_common()[0][1] >= 0.9 * columns.total()
