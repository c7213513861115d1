"""Figures for docs/python.md: environments, levels and labeled games beside pgx, OpenSpiel, PettingZoo and BitBully.

`python tools/peers/training.py`, where `pip install pgx open_spiel pettingzoo pygame bitbully` and this package are
installed. Rates are by processor time, each the best of three. What is not installed is named and left out.
"""

import random
import time
import warnings

import numpy as np

import foursight
from foursight import Level, Position, gym, openspiel, pettingzoo, selfplay
from foursight.vector import VectorGames

N_GAMES = 1024
warnings.simplefilter("ignore")


def report(what, n, work, n_runs=3):
    """Print how many of `n` things `work` does in a second of processor time."""
    rates = []
    for _ in range(n_runs):
        start = time.process_time()
        work()
        rates.append(n / (time.process_time() - start))
    print(f"{what:52} {max(rates):12,.0f} /s", flush=True)


def vector_games():
    columns = np.random.default_rng(1).integers(7, size=(1000, N_GAMES))
    games = VectorGames(N_GAMES, threads=1)
    report("VectorGames: steps", columns.size, lambda: [games.step(one) for one in columns])
    for name, options in [("new arrays", {}), ("into an array", {"out": np.empty((N_GAMES, 2, 6, 7), np.int8), "layout": "planes"})]:
        seen = VectorGames(N_GAMES, threads=1, **options)
        both = lambda: [(seen.step(one), seen.observe(), seen.action_mask()) for one in columns[:300]]
        report(f"VectorGames: steps, boards and masks, {name}", 300 * N_GAMES, both)
    exact = VectorGames(N_GAMES, threads=1, reward="regret")
    report("VectorGames: steps with regret", 20 * N_GAMES, lambda: [exact.step(one) for one in columns[:20]], 1)


def pgx():
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make("connect_four")
    step = jax.jit(jax.vmap(pgx.utils.auto_reset(env.step, env.init) if hasattr(pgx, "utils") else env.step))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), N_GAMES))
    columns = jnp.array(np.random.default_rng(1).integers(7, size=(200, N_GAMES)))
    keys = jax.random.split(jax.random.PRNGKey(2), N_GAMES)

    def play():
        now = state
        for one in columns:
            now = step(now, one, keys)
        now.observation.block_until_ready()

    try:
        play()
    except TypeError:
        step = jax.jit(jax.vmap(env.step))
        play = lambda: [step(state, one).observation.block_until_ready() for one in columns]
        play()
    report("pgx: steps with boards and masks", columns.size, play)


def observations():
    import pyspiel

    for name, game in [("foursight", openspiel.load_game()), ("OpenSpiel", pyspiel.load_game("connect_four"))]:
        numbers, n = random.Random(1), 0
        games = []
        for _ in range(300):
            state, moves = game.new_initial_state(), []
            while not state.is_terminal():
                moves.append(numbers.choice(state.legal_actions()))
                state.apply_action(moves[-1])
            games.append(moves)

        def play(sees):
            for moves in games:
                state = game.new_initial_state()
                for column in moves:
                    if sees:
                        state.observation_tensor(0)
                    state.apply_action(column)

        n = sum(map(len, games))
        report(f"{name}: observation_tensor and apply_action", n, lambda: play(True))
        report(f"{name}: observation_tensor", 30_000, lambda: [state.observation_tensor(0) for _ in range(30_000)])


def pettingzoo_loops():
    from pettingzoo.classic import connect_four_v3

    for name, env in [("foursight", pettingzoo.env()), ("PettingZoo", connect_four_v3.env())]:
        numbers = np.random.default_rng(1)

        def play(n):
            for _ in range(n):
                env.reset(seed=1)
                for _agent in env.agent_iter():
                    observation, _, is_over, is_cut, _ = env.last()
                    mask = observation["action_mask"]
                    env.step(None if is_over or is_cut else int(numbers.choice(np.flatnonzero(mask))))

        report(f"{name}: PettingZoo's loop, games", 100, lambda: play(100))


def levels():
    env = gym.VectorEnv(64, opponent=5)

    def play(n):
        numbers, (_, infos) = np.random.default_rng(1), env.reset(seed=1)
        for _ in range(n):
            mask = infos["action_mask"]
            *_, infos = env.step((numbers.random(mask.shape) * mask).argmax(axis=1))

    report("VectorEnv: steps against level 5", 64 * 100, lambda: play(100))
    rows = selfplay.generate(1500, level=5, eps=0.25, layout="grid")
    positions = [Position.from_array(board) for board in rows.boards]
    for number in (5, 8, 10):
        foursight.clear()
        report(f"level {number}: moves", len(positions), lambda: Level(number, seed=1).choose_many(positions, threads=1), 1)


def labels():
    foursight.clear()
    report("selfplay.generate: rows, level 5", 3000, lambda: selfplay.generate(3000, level=5, eps=0.25, threads=1), 1)

    def loop(n):
        level, numbers, rows = Level(5, seed=2), np.random.default_rng(1), 0
        while rows < n:
            position = Position()
            while not position.is_over:
                rows += 1
                position.scores(threads=1)
                explores = numbers.random() < 0.25
                column = int(numbers.choice(position.legal_moves)) if explores else level(position, threads=1)
                position = position.play(column)

    foursight.clear()
    report("a loop of scores and a level: rows", 3000, lambda: loop(3000), 1)
    from bitbully import BitBully, Board

    rows = selfplay.generate(300, level=5, eps=0.25, layout="grid")
    solver = BitBully()
    boards = []
    for grid in rows.boards:
        board = Board()
        for column in Position.from_array(grid).text("moves"):
            board.play(int(column) - 1)
        boards.append(board)
    report("BitBully: rows with the scores of all moves", len(boards), lambda: [solver.score_all_moves(one) for one in boards], 1)


if __name__ == "__main__":
    for part in (vector_games, pgx, observations, pettingzoo_loops, levels, labels):
        try:
            part()
        except ImportError as error:
            print(f"{part.__name__}: {error}")
