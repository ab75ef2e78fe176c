"""Every game as an environment of PettingZoo, in which agents act one after another (AEC).

    env = RulesEnv(load("my_game.rules"))
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))

Chance is resolved by the seed. What is seen are the rows of `interpreter.batch`; who is not to act
has a mask of zeros. Nobody sees what he may not, nor how the others' masks look.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
except ImportError as missing:
    raise ImportError("this needs PettingZoo: pip install 'rulelang[pettingzoo]'") from missing

from interpreter import Game, IllegalAction, State
from interpreter.adapters.seen import row_of

__all__ = ["RulesEnv"]

Agent: TypeAlias = str
Observed: TypeAlias = dict[str, NDArray[np.generic]]

OBSERVATION: Final = "observation"
MASK: Final = "action_mask"


class RulesEnv(AECEnv[Agent, Observed, int | None]):  # type: ignore[misc]  # it has no types
    """A play of a game. `game` and `state` are ours; agent `player_0` is the first player.

    An action that is not legal is an `IllegalAction` that says why, and nothing has happened.
    PettingZoo's `TerminateIllegalWrapper` makes a loss of it instead.
    """

    metadata: ClassVar[dict[str, object]] = {
        "name": "rulelang_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, game: Game, *, render_mode: str | None = None) -> None:
        """Prepare a play; `reset` begins it.

        Raises:
            UsageError: there is no native code of the game, or none on this machine.
        """
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(len(game.players))]
        self._rows = row_of(game)
        limits = np.iinfo(np.int32)
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    OBSERVATION: spaces.Box(
                        limits.min, limits.max, (self._rows.size,), dtype=np.int32
                    ),
                    MASK: spaces.Box(0, 1, (game.num_distinct_actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(game.num_distinct_actions) for agent in self.possible_agents
        }
        self._numbers = np.random.default_rng()
        self._nothing = _read_only(np.zeros(game.num_distinct_actions, np.int8))
        self._mask = self._nothing
        self._state: State | None = None

    @property
    def state_of_play(self) -> State:
        """The state of ours.

        Raises:
            IllegalAction: the play has not begun.
        """
        if self._state is None:
            raise IllegalAction("the play has not begun: call `reset` first")
        return self._state

    def observation_space(self, agent: Agent) -> spaces.Dict:
        """Return what an agent may see: a row of numbers and a mask."""
        return self._observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        """Return the numbers of all actions of the game."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin anew. Without a seed the plays that follow go on with the numbers of the last one.

        Args:
            seed: resolves all chance of this play, and of those that are begun without a seed.
            options: there are none; what is given is passed over, as PettingZoo asks.
        """
        del options
        if seed is not None:
            self._numbers = np.random.default_rng(seed)
            begun = seed
        else:
            begun = int(self._numbers.integers(1 << 62))
        self._state = self.game.start(seed=begun)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is act; None where the game is over for him.

        Raises:
            IllegalAction: the action is not legal, and why; nothing has happened.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction("an agent that is to act takes an action, not None")
        self._state = self.state_of_play.apply(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._state.is_terminal:
            won = map(float, self._state.returns)
            self.rewards = dict(zip(self.agents, won, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._tell()

    def observe(self, agent: Agent) -> Observed:
        """Return what an agent sees, and what he may do."""
        player = self.possible_agents.index(agent)
        row = self._rows.read(self.state_of_play, player)
        return {OBSERVATION: row, MASK: self._mask_of(agent)}

    def _mask_of(self, agent: Agent) -> NDArray[np.int8]:
        return self._mask if agent == self.agent_selection else self._nothing

    def _tell(self) -> None:
        """Say who is to act, and put the masks into `infos`."""
        state = self.state_of_play
        self.agent_selection = self.possible_agents[max(0, state.current_player)]
        self._mask = self._nothing
        if not state.is_terminal:
            mask = np.zeros(self.game.num_distinct_actions, np.int8)
            mask[list(state.legal_ids)] = 1
            self._mask = _read_only(mask)
        self.infos = {agent: {MASK: self._mask_of(agent)} for agent in self.agents}

    def render(self) -> str | None:
        """Return what the agent sees who is to act, as text; None without a render mode."""
        if self.render_mode is None:
            return None
        player = self.possible_agents.index(self.agent_selection)
        told = self.state_of_play.observation(player)
        zones, variables = told["zones"], told["variables"]
        assert isinstance(zones, dict)
        assert isinstance(variables, dict)
        lines = [", ".join(map(str, told["now"] if isinstance(told["now"], list) else ()))]
        lines += [f"{name}: {held}" for name, held in (zones | variables).items()]
        return "\n".join(lines)

    def close(self) -> None:
        """Let go of the play."""
        self._state = None

    def __str__(self) -> str:
        return self.game.name


def _read_only(mask: NDArray[np.int8]) -> NDArray[np.int8]:
    mask.flags.writeable = False
    return mask
