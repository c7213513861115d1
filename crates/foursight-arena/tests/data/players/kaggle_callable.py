"""Takes the first column that is free, by keys of the only thing that it takes."""


class Agent:
    def __init__(self):
        self.n_calls = 0

    def move(self, obs):
        self.n_calls += 1
        return obs["board"][:7].index(0)


agent = Agent()
play = lambda obs: agent.move(obs)
