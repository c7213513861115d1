"""An opponent for TextArena's ConnectFour-v0 at one of Foursight's levels: `python textarena_agent.py`.

It needs `pip install textarena` and Foursight's package. A language model is any other `textarena.Agent`.
"""

import textarena

from foursight import Level, Position


class LevelAgent(textarena.Agent):
    """Answers with a level's move, as `[3]`."""

    def __init__(self, level: int = 10, seed: int = 0) -> None:
        super().__init__()
        self._level = Level(level, seed=seed)

    def __call__(self, observation: str) -> str:
        # The last board that the observation shows: a line of numbers, a line of dashes, and six rows.
        board = observation.rpartition("Board state:\n")[2].splitlines()[2:8]
        position = Position("\n".join(row.replace(" ", "") for row in board), notation="grid")
        return f"[{self._level(position)}]"


def play(*agents: textarena.Agent) -> dict[int, float]:
    """A game between two agents, the first of whom begins; returns the reward of each."""
    env = textarena.make("ConnectFour-v0")
    env.reset(num_players=2)
    is_over = False
    while not is_over:
        player, observation = env.get_observation()
        is_over, _ = env.step(action=agents[player](observation))
    rewards, _ = env.close()
    return rewards


if __name__ == "__main__":
    print(play(LevelAgent(10), LevelAgent(3, seed=1)))
