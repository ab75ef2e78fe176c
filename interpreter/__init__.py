"""Play games whose rules are text. The public API.

>>> game = load("tic_tac_toe")
>>> state = game.start(seed=7)
>>> while not state.is_terminal:
...     state = state.apply(state.legal_actions[0])
>>> [str(won) for won in state.returns]
['1', '-1']

To find:       `shipped`, `variants`
To play:       `load`, `Game`, `State`, `Action`, `CHANCE`, `TERMINAL`
To host:       `Session`
To draw:       `GameDocument` (`Game.document`), `document_data`, `Sight` (`State.sight`)
To know:       `redeal`, `Belief`
To count:      `simulate`, `rollouts`, `standing`, `perft`, `complete_games`, `histories`,
               `all_states`, `information_states`
To cover:      `load_all`, `coverage`
To search:     `hunt`, which looks for what rules do wrong
To test:       `trials`, `Plan`, `Trial`, `NotTried`, `replayed`, `is_playthrough`
To compare:    `conform`, `conform_scenarios`
To learn:      `batch.BatchGame`, which needs NumPy
To keep:       `playthrough.save`, `playthrough.read`, `playthrough.restore`
Who plays:     `Bot`, `View`, `SeatView`, `MonteCarlo`, `TreeSearch`, `Uniform`
What may fail: `RulesError`, `UsageError`, `IllegalAction`, `RuleFault`, `BudgetExceeded`,
               `BotFault`, `PlaythroughError`, `RedealExhausted`, `PerftTooLarge`,
               `TraversalTooLarge`, `EngineBug`

The front end that reads rule texts is imported when the first game is loaded, and everything else
when something of it is asked for.

Inside, games, states and the tables of play lie in the open; the rest lies in rooms:

What rules mean: `reference` in plain Python, `native` in machine code
What is known:   `facts` of a game before play, `knowledge` of its players
Who plays:       `bots`, `solving`, `tournament`; `cluster` shares work out
What is shown:   `document`, the table before play and one moment of it as a seat sees it
What is counted: `measuring`
What is tested:  `testing`, `hunting`
What is kept:    `hosting` has sessions and files of plays, `keeping` the cache on disk
Who asks:        `cli`, `play` at a terminal, `table` in a browser, `adapters` to other libraries
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import reporting

# These are called like their modules, which would hide them once something imports those.
from interpreter.load import RulesError, UsageError, Variants, load, load_all, shipped, variants
from interpreter.standing import standing
from rulelang.late import found_late

if TYPE_CHECKING:
    from interpreter.action import Action
    from interpreter.bots import Bot, MonteCarlo, SeatView, TreeSearch, Uniform, View
    from interpreter.document.data import document_data
    from interpreter.document.model import GameDocument
    from interpreter.document.sight import Sight
    from interpreter.faults import (
        BotFault,
        BudgetExceeded,
        EngineBug,
        IllegalAction,
        PlaythroughError,
        RuleFault,
    )
    from interpreter.formats import Json
    from interpreter.game import Game, GameFacts
    from interpreter.hosting import playthrough
    from interpreter.hosting.session import Session
    from interpreter.hunting.hunt import hunt
    from interpreter.knowledge.redeal import Belief, RedealExhausted, redeal
    from interpreter.measuring.perft import PerftTooLarge, complete_games, perft
    from interpreter.measuring.rollouts import Rollouts, rollouts
    from interpreter.measuring.simulate import simulate
    from interpreter.measuring.traversal import (
        TraversalTooLarge,
        all_states,
        histories,
        information_states,
    )
    from interpreter.position import CHANCE, TERMINAL
    from interpreter.report.model import Report
    from interpreter.state import State
    from interpreter.testing.conformance import conform, conform_scenarios
    from interpreter.testing.coverage import coverage
    from interpreter.testing.trying import NotTried, Plan, Trial, is_playthrough, replayed, trials
else:
    _HOMES = {
        "Action": "action:Action",
        "Belief": "knowledge.redeal:Belief",
        "Bot": "bots:Bot",
        "BotFault": "faults:BotFault",
        "BudgetExceeded": "faults:BudgetExceeded",
        "CHANCE": "position:CHANCE",
        "EngineBug": "faults:EngineBug",
        "Game": "game:Game",
        "GameDocument": "document.model:GameDocument",
        "GameFacts": "game:GameFacts",
        "IllegalAction": "faults:IllegalAction",
        "MonteCarlo": "bots:MonteCarlo",
        "NotTried": "testing.trying:NotTried",
        "PerftTooLarge": "measuring.perft:PerftTooLarge",
        "Plan": "testing.trying:Plan",
        "PlaythroughError": "faults:PlaythroughError",
        "RedealExhausted": "knowledge.redeal:RedealExhausted",
        "Rollouts": "measuring.rollouts:Rollouts",
        "RuleFault": "faults:RuleFault",
        "SeatView": "bots:SeatView",
        "Session": "hosting.session:Session",
        "Sight": "document.sight:Sight",
        "State": "state:State",
        "TERMINAL": "position:TERMINAL",
        "TraversalTooLarge": "measuring.traversal:TraversalTooLarge",
        "TreeSearch": "bots:TreeSearch",
        "Trial": "testing.trying:Trial",
        "Uniform": "bots:Uniform",
        "View": "bots:View",
        "all_states": "measuring.traversal:all_states",
        "complete_games": "measuring.perft:complete_games",
        "conform": "testing.conformance:conform",
        "conform_scenarios": "testing.conformance:conform_scenarios",
        "coverage": "testing.coverage:coverage",
        "document_data": "document.data:document_data",
        "histories": "measuring.traversal:histories",
        "hunt": "hunting:hunt",
        "information_states": "measuring.traversal:information_states",
        "is_playthrough": "testing.trying:is_playthrough",
        "perft": "measuring.perft:perft",
        "playthrough": "hosting.playthrough",
        "redeal": "knowledge.redeal:redeal",
        "replayed": "testing.trying:replayed",
        "rollouts": "measuring.rollouts:rollouts",
        "simulate": "measuring.simulate:simulate",
        "trials": "testing.trying:trials",
    }
    __getattr__ = found_late(__name__, _HOMES)


class _Reporter:
    """Makes reports; play measures nothing, so what does is imported for the first of them."""

    def of_game(self, game: Game, n: int | None, *, seed: int, effort: int | None) -> Report:
        from interpreter.report import EFFORT, report  # noqa: PLC0415 - see above

        return report(game, n, seed=seed, effort=EFFORT if effort is None else effort)

    def of_play(self, state: State) -> dict[str, Json]:
        from interpreter.report import of_plays, summary  # noqa: PLC0415 - see above

        return summary(of_plays(state.game, [state], "as played"))


reporting.hand_in(_Reporter())

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Action",
    "Belief",
    "Bot",
    "BotFault",
    "BudgetExceeded",
    "EngineBug",
    "Game",
    "GameDocument",
    "GameFacts",
    "IllegalAction",
    "MonteCarlo",
    "NotTried",
    "PerftTooLarge",
    "Plan",
    "PlaythroughError",
    "RedealExhausted",
    "Rollouts",
    "RuleFault",
    "RulesError",
    "SeatView",
    "Session",
    "Sight",
    "State",
    "TraversalTooLarge",
    "TreeSearch",
    "Trial",
    "Uniform",
    "UsageError",
    "Variants",
    "View",
    "all_states",
    "complete_games",
    "conform",
    "conform_scenarios",
    "coverage",
    "document_data",
    "histories",
    "hunt",
    "information_states",
    "is_playthrough",
    "load",
    "load_all",
    "perft",
    "playthrough",
    "redeal",
    "replayed",
    "rollouts",
    "shipped",
    "simulate",
    "standing",
    "trials",
    "variants",
]
