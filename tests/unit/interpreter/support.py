"""Games built by hand as core trees, so that the interpreter is tested without the front end."""

from rulelang.core import (
    Arithmetic,
    Arm,
    Assign,
    Binder,
    Block,
    Call,
    Choice,
    Choose,
    Compare,
    Const,
    Draw,
    Drawn,
    End,
    Fact,
    Family,
    Fold,
    For,
    Held,
    If,
    IfThen,
    Key,
    Kind,
    Let,
    Local,
    Lookup,
    Move,
    Need,
    Not,
    Place,
    Read,
    Reveal,
    Said,
    Scores,
    Search,
    Spec,
    Stop,
    Table,
    Text,
    Turns,
    Variable,
    Wins,
    Zone,
)
from rulelang.rule_types import Maybe, Member, Number

PLAYER = Member("Player", 2)
CELL = Member("Cell", 9)
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS = tuple(zip(*ROWS, strict=True))
LINES = (*ROWS, *COLUMNS, (0, 4, 8), (2, 4, 6))
EVERYBODY = (0, 1)


def block(number, *statements):
    return Block(number, statements)


def spec(**parts):
    """Return a specification of two players without anything in it but `parts`."""
    nothing = {
        "title": "A game",
        "players": ("P1", "P2"),
        "teams": None,
        "options": (),
        "words": (),
        "families": (Family("Player", ("P1", "P2")),),
        "kinds": (),
        "backs": (),
        "zones": (),
        "variables": (),
        "tables": (),
        "facts": (),
        "effects": (),
        "setup": block(1),
        "play": block(2),
        "action_count": 0,
        "length": None,
    }
    return Spec(**{**nothing, **parts})


def three_in_a_row():
    """Two players mark nine cells in turn; three in a line win."""
    mark = Lookup(0, (Local(0),))
    cells = Const(tuple(range(9)))
    arm = Arm(
        name="mark",
        first_id=0,
        choices=(Choice(2, ("c",), cells, CELL, False, False, None),),
        needs=(
            Need(
                Compare("is", Held(1, (Local(2),)), Const(None)),
                Text((Said(Local(2), CELL), " is taken")),
            ),
        ),
        body=block(5, Move(mark, Const(1), Place(0, ()), Place(1, (Local(2),)), False)),
        closes=False,
    )
    missing = Fold(
        "some", Search((Binder(3, Local(2)),), Not(Compare("is", Held(1, (Local(3),)), mark)))
    )
    line = Fold("some", Search((Binder(2, Const(LINES)),), Not(missing)))
    turn = block(
        4,
        Choose(10, Local(0), (arm,), None, None),
        If(line, block(6, End(Wins(Local(0)))), None),
    )
    return spec(
        title="Three in a row",
        players=("X", "O"),
        families=(
            Family("Player", ("X", "O")),
            Family("Cell", tuple(f"{column}{row}" for row in (1, 2, 3) for column in "abc")),
        ),
        kinds=tuple(Kind(f"Mark({p})", "Mark", 5, 0, (), None) for p in "XO"),
        zones=(
            Zone("supply", (), "set", None, (0, 1), (EVERYBODY,)),
            Zone("on", (CELL,), "one", None, (0, 1), (EVERYBODY,) * 9),
        ),
        tables=(Table("mark", (((0,), 0), ((1,), 1)), None),),
        play=block(2, Turns(11, 0, None, None, Const(9), False, turn), End(Drawn())),
        action_count=9,
        length=9,
    )


def small_poker():
    """Kuhn's poker: a card each out of three, one round of betting."""
    opponent = Lookup(0, (Local(0),))
    gain = Fact(
        "gain",
        2,
        IfThen(
            Compare("is", Local(0), Local(1)),
            Read(0, (Lookup(0, (Local(0),)),)),
            Arithmetic("-", Const(0), Read(0, (Local(0),))),
        ),
        Number(-2, 2),
    )
    is_raised = Compare("is", Read(0, (Local(2),)), Const(2))
    arms = (
        Arm(
            "bet",
            0,
            (),
            (),
            block(5, Assign(0, (Local(0),), Const(2)), If(is_raised, block(6, Stop(11)), None)),
            False,
        ),
        Arm(
            "pass",
            1,
            (),
            (),
            block(
                7,
                If(
                    is_raised,
                    block(8, End(Scores(3, Call(0, (Local(3), Local(2)))))),
                    None,
                ),
                If(Compare("is", Local(1), Const(2)), block(9, Stop(11)), None),
            ),
            False,
        ),
    )
    turn = block(4, Let(2, opponent), Choose(10, Local(0), arms, None, None))
    winner = Fold(
        "only",
        Search((Binder(1, Const((0, 1))),), None),
        keys=(Key(Lookup(1, (Held(1, (Local(1),)),)), True),),
        otherwise=Const(None),
    )
    return spec(
        title="Small poker",
        kinds=tuple(Kind(name, "Card", 1, 0, (), None) for name in ("jack", "queen", "king")),
        zones=(
            Zone("deck", (), "bag", None, (0, 1, 2), ((),)),
            Zone("hand", (PLAYER,), "set", None, (0, 1, 2), ((0,), (1,))),
        ),
        variables=(Variable("stake", (PLAYER,), Number(1, 2), 1, False, (EVERYBODY,) * 2),),
        tables=(
            Table("opponent", (((0,), 1), ((1,), 0)), None),
            Table("rank", (((0,), 1), ((1,), 2), ((2,), 3)), 0),
        ),
        facts=(gain,),
        setup=block(
            1,
            For(
                12,
                Search((Binder(0, Const((0, 1))),), None),
                (),
                block(3, Draw(13, Const(1), False, Place(0, ()), Place(1, (Local(0),)))),
            ),
        ),
        play=block(
            2,
            Turns(11, 0, None, None, Const(3), True, turn),
            Reveal(1, None),
            End(Scores(0, Call(0, (Local(0), winner)))),
        ),
        action_count=2,
        length=3,
    )


# ---------------------------------------------------------------- a box of parts

A, B, C = 0, 1, 2
BOX, LINE, HAND, SPOT = 0, 1, 2, 3
COINS, MARK, LUCK = 0, 1, 2


def box(*statements, setup=(), **parts):
    """Return a game with a little of everything, whose play is these statements.

    Components a (two alike), b and c begin in the bag `box`; `line` is a row of three; `hand(p)`
    a set that its owner sees; `spot` holds one. `coins(p)` is 0..5 and open, `mark` a player or
    none, `luck` is seen by P1 alone and fresh each turn.
    """
    everything = (A, B, C)
    made = {
        "title": "Box",
        "kinds": (
            Kind("a", "Thing", 2, BOX, (), 0),
            Kind("b", "Thing", 1, BOX, (), 1),
            Kind("c", "Thing", 1, BOX, (), None),
        ),
        "backs": ("red", "blue"),
        "words": ("low", "high"),
        "zones": (
            Zone("box", (), "bag", None, everything, ((),)),
            Zone("line", (), "row", 3, everything, (EVERYBODY,)),
            Zone("hand", (PLAYER,), "set", None, everything, ((0,), (1,))),
            Zone("spot", (), "one", None, (A, B), (EVERYBODY,)),
        ),
        "variables": (
            Variable("coins", (PLAYER,), Number(0, 5), 0, False, (EVERYBODY,) * 2),
            Variable("mark", (), Maybe(PLAYER), None, False, (EVERYBODY,)),
            Variable("luck", (), Number(0, 9), 0, True, ((0,),)),
        ),
        "tables": (Table("worth", (((A,), 1), ((B,), 3), ((C,), 3)), 0),),
        "setup": Block(1, setup),
        "play": block(2, *statements),
        "action_count": 100,
        **parts,
    }
    return spec(**made)


def place(zone, *args):
    return Place(zone, tuple(map(Const, args)))


def move(kind, source, target, count=1, *, beneath=False):
    """Return a move of `count` copies of a kind; `kind` None moves everything."""
    what = None if kind is None else Const(kind)
    return Move(what, Const(count), place(*source), place(*target), beneath)


def put(variable, value, *args):
    """Return an assignment; a number stands for itself."""
    expr = Const(value) if value is None or isinstance(value, int) else value
    return Assign(variable, tuple(map(Const, args)), expr)


def coins(player):
    return Read(COINS, (Const(player),))


def plus(left, right):
    return Arithmetic("+", left, right)


def arm(name, first_id, *statements, number, **parts):
    """Return an arm without bindings unless `choices` says so; `number` is that of its body."""
    made = {"choices": (), "needs": (), "closes": False, **parts}
    return Arm(name, first_id, body=block(number, *statements), **made)


def bound(slot, domain, kind, **parts):
    """Return a binding of an arm; `parts`: `pair`, `in_order`, `where`."""
    made = {"pair": False, "in_order": False, "where": None, **parts}
    names = ("x", "y") if made["pair"] else ("x",)
    return Choice(slot, names, domain, kind, **made)


def each(*values):
    """Return a search of one binder through these values."""
    return Search((Binder(0, Const(values)),), None)


DRAW_GAME = End(Drawn())


def cells(state):
    """Return the cells of a state by name, kinds as letters."""
    layout = state.game.layout
    shown = {}
    for name, cell in zip(layout.names, state.position.cells, strict=True):
        shown[name] = "".join("abc"[kind] for kind in cell) if isinstance(cell, tuple) else cell
    return shown
