import json
import warnings

import attrs
import pytest

from interpreter import (
    MonteCarlo,
    PlaythroughError,
    Session,
    TreeSearch,
    Uniform,
    UsageError,
    load,
)
from interpreter.hosting import session_file
from interpreter.hosting.session_file import HalfLineWarning
from tests.support.journals import plain_lines, write_lines
from tests.support.sampling import DEEP

SEATS = {"P1": "Ann", "P2": "Bob"}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table.jsonl"


@pytest.fixture
def poker(path):
    session = Session(load("kuhn_poker"), SEATS, seed=3)
    session.save(path)
    return session


def known(session):
    """Return all that anybody can learn from a session."""
    return [
        session.state,
        session.state.history,
        *[session.view(seat) for seat in session.seats.values()],
        *[session.events(seat) for seat in session.seats.values()],
        *[session.seat_lines(seat) for seat in session.seats.values()],
    ]


def lines(path):
    return plain_lines(path)


# ---------------------------------------------------------------- saving


def test_the_file_has_a_header_and_a_line_for_each_choice_and_outcome(poker, path):
    poker.submit("Ann", "bet")
    header, *steps = map(json.loads, lines(path))
    assert header["format"] == "rulelang/session"
    assert header["seed"] == 3
    assert header["rules"] == "kuhn_poker"
    assert header["seats"] == {
        "P1": {"seat": "Ann", "bot": None},
        "P2": {"seat": "Bob", "bot": None},
    }
    assert [step["step"] for step in steps] == [1, 2, 3]
    assert ["chance" in step for step in steps] == [True, True, False]
    assert steps[2] == {"step": 3, "choice": poker.state.history[2], "player": "P1"}


def test_the_file_only_grows(poker, path):
    before = path.read_bytes()
    poker.submit("Ann", "pass")
    assert path.read_bytes().startswith(before)
    assert len(lines(path)) == 4


def test_nothing_is_overwritten(poker, path):
    before = path.read_bytes()
    with pytest.raises(PlaythroughError, match="exists already; choose another name"):
        Session(poker.game).save(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("name", ["a\0b", "\udce9\ud800", "x" * 5_000, "."])
def test_a_name_that_no_file_can_have_is_refused(poker, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    before = list(tmp_path.iterdir())
    with pytest.raises(PlaythroughError, match=r"can be called|cannot be written|exists already"):
        poker.save(name)
    assert list(tmp_path.iterdir()) == before


def test_a_folder_that_is_missing_is_said(poker, tmp_path):
    with pytest.raises(PlaythroughError, match="cannot be written: No such file"):
        poker.save(tmp_path / "nowhere" / "table.jsonl")


def test_where_links_do_not_exist_the_file_is_copied(path, monkeypatch):
    def no_link(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", no_link)
    session = Session(load("kuhn_poker"), SEATS, seed=3)
    session.save(path)
    assert Session.load(path).state == session.state
    with pytest.raises(PlaythroughError, match="exists already"):
        session.save(path)


def test_what_cannot_be_written_is_not_done(poker, path, monkeypatch):
    before, held = known(poker), path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.write", full)
        with pytest.raises(PlaythroughError, match="cannot be written: No space left on device"):
            poker.submit("Ann", "bet")
    assert (known(poker), path.read_bytes()) == (before, held)
    poker.submit("Ann", "bet")
    assert known(Session.load(path)) == known(poker)


def test_two_sessions_do_not_write_into_one_file(poker, path):
    other = Session.load(path)
    before = known(other)
    with pytest.raises(PlaythroughError, match="somebody else is writing to it"):
        other.submit("Ann", "pass")
    assert known(other) == before
    poker.submit("Ann", "bet")
    poker.close()
    with pytest.raises(PlaythroughError, match="somebody else has written to it"):
        other.submit("Ann", "pass")
    assert known(Session.load(path)) == known(poker)


def test_a_file_that_was_put_in_the_place_of_another_is_left_alone(poker, path):
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)
    with pytest.raises(PlaythroughError, match="somebody else has written to it"):
        poker.submit("Ann", "bet")


def test_a_session_that_was_closed_writes_no_more(poker, path):
    before = path.read_bytes()
    poker.close()
    poker.close()
    poker.submit("Ann", "bet")
    assert path.read_bytes() == before
    again = Session.load(path)
    again.submit("Ann", "pass")
    assert len(lines(path)) == 4


# ---------------------------------------------------------------- loading


def test_a_loaded_session_is_the_saved_one_and_goes_on(poker, path):
    poker.submit("Ann", "pass")
    again = Session.load(path)
    assert known(again) == known(poker)
    poker.close()
    again.submit("Bob", "bet")
    assert known(Session.load(path)) == known(again)


def test_a_play_saved_late_is_saved_whole(path):
    session = Session(load("kuhn_poker"), SEATS, seed=3)
    session.submit("Ann", "pass")
    session.save(path)
    assert known(Session.load(path)) == known(session)


def test_what_was_taken_back_stays_so_with_the_same_numbers(path, bids_file):
    session = Session(load(str(bids_file)), {"A": "Ann", "B": "Bob"}, seed=1)
    session.save(path)
    for action in ("bid 2", "seal"):
        session.submit("Ann", action)
    session.undo("Ann")
    session.undo("Ann")
    session.submit("Ann", "bid 1")
    assert known(Session.load(path)) == known(session)
    assert [list(json.loads(line))[1] for line in lines(path)[1:]] == [
        "choice",
        "choice",
        "undo",
        "undo",
        "choice",
    ]


def test_chance_goes_on_as_the_seed_says(path):
    """A file cut off before chance had decided comes to the same hands."""
    whole = Session(load("kuhn_poker"), SEATS, seed=3)
    whole.save(path)
    write_lines(path, lines(path)[:2])
    whole.close()
    again = Session.load(path)
    assert known(again) == known(whole)
    assert len(lines(path)) == 3


def test_wherever_a_crash_cuts_the_file_it_is_a_play_that_was(path):
    session = Session(load("kuhn_poker"), {"P1": "Ann", "P2": Uniform(1)}, seed=3)
    session.save(path)
    session.submit("Ann", "pass")
    whole, history = path.read_bytes(), session.state.history
    session.close()
    ends = {at for at, byte in enumerate(whole) if byte == ord("\n")}
    for cut in range(len(whole)):
        if not DEEP and cut % 4 and ends.isdisjoint((cut - 1, cut, cut + 1)):
            continue
        path.write_bytes(whole[:cut])
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            if cut <= whole.index(b"\n"):
                with pytest.raises(PlaythroughError, match="it has no whole line"):
                    Session.load(path)
                continue
            again = Session.load(path)
        assert len(caught) == (whole[cut - 1 : cut] != b"\n")
        if len(again.state.history) < len(history):
            again.submit("Ann", history[len(again.state.history)])
        assert again.state.history[: len(history)] == history
        assert known(Session.load(path)) == known(again)
        again.close()


def test_the_half_line_is_named(poker, path):
    poker.close()
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.warns(HalfLineWarning, match=r"line 3: it was written only in part") as caught:
        Session.load(path)
    assert caught[0].filename == __file__


def test_a_searcher_without_a_horizon_is_one_from_before_there_were_any(tmp_path):
    file, bot = tmp_path / "old.jsonl", TreeSearch(5, 60)
    Session(load("tic_tac_toe"), {"X": "Ann", "O": bot}, seed=1).save(file)
    head, *others = lines(file)
    assert ', "horizon": null' in head
    write_lines(file, [head.replace(', "horizon": null', ""), *others])
    assert session_file.read(file)[0].bots == {"O": bot}


def test_bots_that_ship_come_back_and_others_must_be_named(path, tmp_path):
    game = load("tic_tac_toe")
    shipped = (
        MonteCarlo(4, 30, steps=500, seconds=9.5, horizon=99),
        MonteCarlo(4, 30),
        TreeSearch(5, 60, seconds=0.5, exploration=1, trees=2, nodes=77),
        TreeSearch(5, 60, horizon=12),
        Uniform(3),
    )
    for bot in shipped:
        file = tmp_path / f"{type(bot).__name__}.jsonl"
        Session(game, {"X": "Ann", "O": bot}, seed=1).save(file)
        assert session_file.read(file)[0].bots == {"O": bot}
        file.unlink()
    Session(game, {"X": "Ann", "O": MonteCarlo(4, 30)}, seed=1).save(path)
    again = Session.load(path)
    again.submit("Ann", "mark b2")
    assert len(again.state.history) == 2

    class Mine:
        def choose(self, view):
            return view.legal_actions[-1]

    other = tmp_path / "mine.jsonl"
    Session(game, {"X": "Ann", "O": Mine()}, seed=1).save(other)
    with pytest.raises(UsageError, match=r"the bot .*Mine played O; pass seats="):
        Session.load(other)
    mine = Session.load(other, seats={"O": Mine()})
    mine.submit("Ann", "mark b2")
    assert mine.state.history == (4, 8)


def test_seats_may_change_hands(poker, path):
    poker.close()
    again = Session.load(path, seats={"P2": Uniform(1)})
    again.submit("Ann", "pass")
    assert len(again.state.history) > 3


def test_a_game_that_is_given_is_not_looked_for(path, bids_file):
    game = load(str(bids_file))
    Session(game, seed=1).save(path)
    bids_file.unlink()
    with pytest.raises(UsageError, match="there is no file"):
        Session.load(path)
    assert Session.load(path, game=game).game == game


def test_other_rules_are_refused(poker, path):
    with pytest.raises(PlaythroughError, match="recorded with the game Kuhn poker"):
        Session.load(path, game=load("tic_tac_toe"))
    other = attrs.evolve(poker.game.spec, length=12)
    with pytest.raises(PlaythroughError, match="recorded under other rules"):
        Session.load(path, game=attrs.evolve(poker.game, spec=other))


def test_a_file_that_is_missing_is_said(tmp_path):
    with pytest.raises(PlaythroughError, match="cannot be read: No such file"):
        Session.load(tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    ("line", "text", "complaint"),
    [
        (1, "{}", "line 1, entry `format`: it must be"),
        (1, "[]", "line 1: not a document"),
        (1, "\N{SNOWMAN}", "line 1, column 1: not JSON"),
        (2, '{"step": 1', "line 2, column 11: the file ends too early"),
        (2, '{"step": 7, "chance": 1}', "line 2, entry `step`: it must be 1"),
        (2, '{"step": 1}', "line 2, entry `choice`: there must be a choice, chance or undo"),
        (2, '{"step": 1, "chance": "1"}', "entry `chance`: it must be a whole number"),
        (2, '{"step": 1, "chance": 99}', "line 2: chance has no such outcome"),
        (2, '{"step": 1, "chance": 1, "more": 1}', "a line with chance has no such entry"),
        (2, '{"step": 1, "choice": 0, "player": "P1"}', "line 2: it is not P1's choice here"),
        (2, '{"step": 1, "choice": 0, "player": "Zoe"}', "entry `player`: it must be P1 or P2"),
        (2, '{"step": 1, "undo": "P1"}', "line 2: there is nothing to take back"),
        (4, '{"step": 3, "chance": 0}', "line 4: chance is not to decide here"),
        (4, '{"step": 3, "choice": 99, "player": "P1"}', "line 4: no such option"),
        (4, '{"step": 3, "choice": 0, "player": "P2"}', "line 4: it is not P2's choice here"),
    ],
)
def test_a_changed_line_is_named(poker, path, line, text, complaint):
    poker.submit("Ann", "bet")
    changed = lines(path)
    changed[line - 1] = text
    write_lines(path, changed)
    with pytest.raises(PlaythroughError) as refusal:
        Session.load(path)
    assert complaint in str(refusal.value)
    assert str(path) in str(refusal.value)


@pytest.mark.usefixtures("poker")
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"version": 3}, "entry `version`: it is 3, and only 1 and 2 are known here"),
        ({"seed": None}, "entry `seed`: it must be a whole number"),
        ({"seats": {}}, "entry `seats`, entry `P1`: it is missing"),
        ({"seats": {"P9": {}}}, "entry `P9`: a play has no such entry"),
        ({"more": 1}, "entry `more`: a session has no such entry"),
    ],
)
def test_a_changed_header_is_named(path, change, complaint):
    header, *steps = lines(path)
    header = json.dumps({**json.loads(header), **change})
    write_lines(path, [header, *steps])
    with pytest.raises(PlaythroughError) as refusal:
        Session.load(path)
    assert complaint in str(refusal.value)


def test_what_a_seat_took_home_is_no_session(poker, path):
    path.write_text("".join(line + "\n" for line in poker.seat_lines("Ann")), encoding="utf-8")
    with pytest.raises(PlaythroughError, match="this is what one seat saw"):
        Session.load(path)
