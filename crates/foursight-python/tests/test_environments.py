"""Environments: they pass the tests of the packages for which they are made, and behave like those packages' own."""

import copy
import pickle
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pettingzoo.classic
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import foursight
import foursight.gym
import foursight.openspiel
import foursight.pettingzoo
from foursight import Position
from foursight.vector import VectorGames


def test_pettingzoo_finds_nothing_to_complain_about():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The empty board has no disc, and nothing but 0.
        warnings.filterwarnings("ignore", "Observation numpy array is all zeros")
        api_test(foursight.pettingzoo.env(), num_cycles=500)
    seed_test(foursight.pettingzoo.env, num_cycles=10)


def moves_of_games(n_games, seed):
    """The moves of random games to their ends; now and then, an illegal move ends one."""
    random = np.random.default_rng(seed)
    for _ in range(n_games):
        position, moves = Position(), []
        while not position.is_over:
            full = [column for column in range(7) if column not in position.legal_moves]
            if full and random.random() < 0.2:
                moves.append(int(random.choice(full)))
                break
            moves.append(int(random.choice(position.legal_moves)))
            position = position.play(moves[-1])
        yield moves


def test_it_does_what_the_environment_of_pettingzoo_does():
    ours, theirs = foursight.pettingzoo.env(), pettingzoo.classic.connect_four_v3.env()
    assert ours.possible_agents == theirs.possible_agents and str(ours.metadata["name"]) == "connect_four_v3"
    for agent in ours.possible_agents:
        assert ours.observation_space(agent) == theirs.observation_space(agent)
        assert ours.action_space(agent) == theirs.action_space(agent)
    n_illegal = 0
    for moves in moves_of_games(60, seed=1):
        ours.reset(seed=1)
        theirs.reset(seed=1)
        for column in moves:
            check_same(ours, theirs)
            n_illegal += not theirs.last()[0]["action_mask"][column]
            ours.step(column)
            theirs.step(column)
        for _ in range(2):
            check_same(ours, theirs)
            ours.step(None)
            theirs.step(None)
        assert ours.agents == theirs.agents == []
    assert n_illegal > 5


def check_same(ours, theirs):
    assert ours.agent_selection == theirs.agent_selection
    (seen, *rest), (their_seen, *their_rest) = ours.last(), theirs.last()
    assert rest == their_rest
    assert np.array_equal(seen["action_mask"], their_seen["action_mask"])
    assert np.array_equal(seen["observation"], their_seen["observation"])
    assert seen["observation"].dtype == their_seen["observation"].dtype == np.int8


def test_a_game_can_start_anywhere():
    env = foursight.pettingzoo.raw_env("ansi")
    env.reset(options={"position": "445"})
    assert env.agent_selection == "player_1" and env.render() == str(Position("445"))
    with pytest.raises(ValueError, match="render_mode"):
        foursight.pettingzoo.env("human")


@pytest.mark.parametrize("side", ["first", "second", "random"])
def test_gymnasium_finds_nothing_to_complain_about(side):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Only the last check, which is about rendering, needs a registered environment.
        check_env(foursight.gym.Env(5, side=side), skip_render_check=True)
        registered = gymnasium.make("foursight.gym:foursight/ConnectFour-v0", render_mode="rgb_array")
        check_env(registered.unwrapped)


def test_pictures_show_the_discs():
    env = foursight.gym.Env(render_mode="rgb_array", side="first")
    env.reset(options={"position": "4455"})
    picture = env.render()
    assert picture.shape == (6 * 64, 7 * 64, 3) and picture.dtype == np.uint8
    centers = picture[32::64, 32::64]
    is_red, is_yellow = ((centers == color).all(axis=2) for color in [(0xE5, 0x39, 0x35), (0xFD, 0xD8, 0x35)])
    grid = env.position.to_array()
    assert np.array_equal(is_red, grid == 1) and np.array_equal(is_yellow, grid == 2)
    assert (picture[::64, ::64] == (0x12, 0x24, 0x4D)).all(), "the board is between the holes"
    other = foursight.pettingzoo.env("rgb_array")
    other.reset(options={"position": "4455"})
    assert np.array_equal(other.render(), picture)
    with pytest.raises(ValueError, match="render_mode is 'human'; it must be"):
        foursight.gym.Env(render_mode="human")


@pytest.mark.parametrize("side", ["first", "second"])
def test_many_games_for_gymnasium_go_like_single_ones(side):
    makes = {"num_envs": 3, "opponent": lambda position: position.legal_moves[-1], "side": side}
    ours = gymnasium.make_vec("foursight.gym:foursight/ConnectFour-v0", **makes)
    theirs = gymnasium.make_vec("foursight.gym:foursight/ConnectFour-v0", vectorization_mode="sync", **makes)
    assert isinstance(ours, foursight.gym.VectorEnv)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    assert (ours.observation_space, ours.action_space) == (theirs.observation_space, theirs.action_space)
    random, n_ends, n_illegal = np.random.default_rng(1), 0, 0
    (observations, infos), (their_observations, their_infos) = ours.reset(), theirs.reset()
    for _ in range(150):
        assert np.array_equal(observations, their_observations) and observations.dtype == np.int8
        assert np.array_equal(infos["action_mask"], their_infos["action_mask"])
        columns = random.integers(7, size=3)
        n_illegal += (infos["action_mask"][range(3), columns] == 0).sum()
        observations, *rest, infos = ours.step(columns)
        their_observations, *their_rest, their_infos = theirs.step(columns)
        assert all(np.array_equal(one, other) for one, other in zip(rest, their_rest, strict=True))
        n_ends += rest[1].sum()
    assert n_ends > 20 and n_illegal > 3


def test_seeds_repeat_many_games():
    def play():
        envs = pickle.loads(pickle.dumps(foursight.gym.VectorEnv(4, opponent=3)))
        _, infos = envs.reset(seed=5)
        for _ in range(20):
            observations, *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
        return observations

    assert np.array_equal(play(), play())
    with pytest.raises(ValueError, match="side is 'third'"):
        foursight.gym.VectorEnv(side="third")


def test_environments_pickle_and_copy():
    env = gymnasium.make("foursight.gym:foursight/ConnectFour-v0", opponent=3)
    env.reset(seed=4)
    games = VectorGames(2, width=5, height=4, connect=3)
    games.step([1, 2])
    pair = foursight.pettingzoo.env()
    pair.reset()
    pair.step(2)
    for copied in [pickle.loads(pickle.dumps((env, games, pair))), copy.deepcopy((env, games, pair))]:
        env_2, games_2, pair_2 = copied
        assert games_2.positions() == games.positions() and games_2.observe().shape == (2, 4, 5, 2)
        assert pair_2.position == pair.position and pair_2.agent_selection == "player_1"
        original = copy.deepcopy(env)
        for column in [3, 3, 2]:
            ours, theirs = original.step(column), env_2.step(column)
            assert np.array_equal(ours[0], theirs[0]), "the opponent goes on with the same random numbers"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
def test_observations_without_memory_are_an_error():
    program = (
        "import resource, foursight.vector\n"
        "games = foursight.vector.VectorGames(400_000)\n"
        "in_use = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (in_use + 10_000_000, -1))\n"
        "try: games.observe()\n"
        "except MemoryError: print(games.action_mask().shape)\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.stdout == "(400000, 7)\n", result.stderr


def test_a_game_against_a_function_is_won_and_lost():
    env = foursight.gym.Env(lambda position: 0, side="first")
    env.reset()
    rewards = [env.step(column)[1:3] for column in [6, 6, 6, 6]]
    assert rewards == [(0.0, False)] * 3 + [(1.0, True)]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(6)
    observation, _ = env.reset()
    assert observation.sum() == 0
    rewards = [env.step(column)[1:3] for column in [1, 2, 1, 2]]
    assert rewards[-1] == (-1.0, True), "the opponent has a column of four"
    env.reset(options={"position": "444444"})
    assert not env.action_masks()[3] and env.step(3)[1:3] == (-1.0, True)


def test_many_games_go_like_single_ones():
    random, games = np.random.default_rng(1), VectorGames(64)
    positions, n_ends = [Position()] * 64, 0
    for _ in range(200):
        mask = games.action_mask()
        assert mask.tolist() == [[c in p.legal_moves for c in range(7)] for p in positions]
        assert games.positions() == positions
        expected = np.stack([position.to_array("pettingzoo") for position in positions])
        assert np.array_equal(games.observe(), expected)
        columns = (random.random((64, 7)) * (mask + 0.05)).argmax(axis=1)
        reward, done, _ = games.step(columns)
        for game, column in enumerate(columns.tolist()):
            if not mask[game, column]:
                after, worth = None, -1
            else:
                after = positions[game].play(column)
                worth = int(after.outcome not in (None, "draw"))
            is_over = after is None or after.is_over
            assert (reward[game], done[game]) == (worth, is_over)
            positions[game] = Position() if is_over else after
            n_ends += is_over
    assert n_ends > 300


def test_many_games_on_other_boards():
    with pytest.raises(MemoryError, match="not enough memory for 1000000000000 games"):
        VectorGames(10**12)
    with pytest.raises(ValueError, match="n_games is -1; it must be 0 or more"):
        VectorGames(-1)
    games = VectorGames(3, width=9, height=7, connect=5)
    reward, done, _ = games.step([8, -1, 300])
    assert reward.tolist() == [0, -1, -1] and done.tolist() == [False, True, True]
    assert games.observe().shape == (3, 7, 9, 2) and games.action_mask().shape == (3, 9)
    games.reset()
    assert games.observe().sum() == 0
    with pytest.raises(ValueError, match="2 actions for 3 games"):
        games.step([1, 2])
    with pytest.raises(TypeError, match="whole numbers"):
        games.step([0.5, 1, 2])


@pytest.mark.parametrize("reward", ["exact", "regret"])
def test_rewards_are_the_scores_of_moves(reward):
    random = np.random.default_rng(2)
    starts = ["44444", "121212", "4455", "112233"]
    games = VectorGames(24, reward=reward, positions=starts, threads=2)
    for _ in range(30):
        positions = games.positions()
        columns = random.integers(-1, 8, size=24)
        scores = foursight.scores_many(positions).scores.astype(int)
        # To lose with the next disc leaves the winner half of what is empty.
        illegal = [-((42 - position.ply) // 2) - 1 for position in positions]
        legal = np.array([column in position.legal_moves for position, column in zip(positions, columns)])
        own = np.where(legal, scores[range(24), columns % 7], illegal)
        expected = own if reward == "exact" else own - scores.max(axis=1)
        assert games.step(columns).reward.tolist() == expected.tolist()


def test_a_single_game_has_the_same_rewards():
    env = foursight.gym.Env(lambda position: position.legal_moves[0], side="first", reward="regret")
    for moves, column, worth, is_over in [("4455", 2, 0.0, False), ("4455", 0, -22.0, False), ("444444", 3, -20.0, True)]:
        env.reset(options={"position": moves})
        assert env.step(column)[1:3] == (worth, is_over)
        assert VectorGames(1, reward="regret", positions=[moves]).step([column]).reward[0] == worth
    with pytest.raises(ValueError, match="reward is 'score'; it must be result, exact or regret"):
        foursight.gym.Env(reward="score")


@pytest.mark.parametrize("layout", foursight.LAYOUTS)
def test_games_show_their_boards_in_every_layout(layout):
    random, n = np.random.default_rng(3), 9000
    games = VectorGames(n, layout=layout, final_observation=True, positions=["4455", "", "4"], threads=2)
    out = np.empty_like(games.observe())
    into = VectorGames(n, layout=layout, out=out, positions=["4455", "", "4"], threads=1)
    assert games.positions()[:4] == [Position(moves) for moves in ["4455", "", "4", "4455"]]
    for _ in range(9):
        columns = random.integers(7, size=n)
        before, step = games.positions(), games.step(columns)
        into.step(columns)
        assert into.observe() is out and np.array_equal(out, games.observe())
        for game in [0, 1, 2, 5000, n - 1]:
            assert np.array_equal(out[game], games.positions()[game].to_array(layout))
            if columns[game] in before[game].legal_moves:
                after = before[game].play(int(columns[game])).to_array(layout)
                assert np.array_equal(step.final_observation[game], after)
    assert step.done.any() and VectorGames(1).step([3]).final_observation is None


WRONG_GAMES = [
    ({"threads": 1.5}, "threads is 1.5; it must be a whole number, 1 or more"),
    ({"threads": 0}, "threads is 0"),
    ({"connect": -1}, "connect is -1; it must be a whole number from 3 to 6"),
    ({"layout": "rows"}, "'rows' is not a layout; the layouts are grid"),
    ({"positions": ["4", "99"]}, "positions: number 1: move 1: '9' is not a column"),
    ({"positions": ["1212121"]}, "positions: number 0: the game is over"),
    ({"positions": [Position(size="8x7")]}, "positions: number 0: the position is on another board: 8x7"),
    ({"out": np.zeros((2, 7, 6), np.int8)}, r"out has the shape \(2, 7, 6\) of int8; it must be \(2, 6, 7, 2\) of int8"),
    ({"out": np.zeros((2, 6, 7, 2))}, "of float64; it must be"),
    ({"out": np.broadcast_to(np.int8(0), (2, 6, 7, 2))}, "out is read-only"),
]


@pytest.mark.parametrize(("options", "why"), WRONG_GAMES)
def test_wrong_options_of_games_are_refused(options, why):
    with pytest.raises(ValueError, match=why):
        VectorGames(2, **options)


def test_boards_fill_arrays_with_gaps():
    out = np.full((2, 6, 7, 4), 5, dtype=np.int8)
    games = VectorGames(2, out=out[..., ::2], positions=["4455"])
    games.observe()
    assert np.array_equal(out[..., ::2][0], Position("4455").to_array("pettingzoo")) and (out[..., 1] == 5).all()


def test_many_games_for_gymnasium_refuse_what_they_would_ignore():
    envs = foursight.gym.VectorEnv(2, opponent=0, side="second", size="9x7", connect=5)
    start = Position("99", size="9x7", connect=5)
    observations, _ = envs.reset(options={"position": start})
    assert observations.shape == (2, 7, 9, 2) and observations.sum() == 6
    for actions, error in [([1, 2, 3], ValueError), ([3.9, 1], TypeError), ([[1], [2]], ValueError)]:
        with pytest.raises(error, match="shape|whole numbers"):
            envs.step(actions)
    for options in [{"start": "4"}, {"position": "4"}, {"position": start, "seed": 1}]:
        with pytest.raises(ValueError, match="options has '(start|seed)'|not on a board of 9x7-5"):
            envs.reset(options=options)
    with pytest.raises(ValueError, match="3 seeds for 2 games"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="the opponent played column 6, which cannot be played"):
        foursight.gym.VectorEnv(1, lambda position: 6, side="second").reset(options={"position": "77777"})[0]
        foursight.gym.VectorEnv(1, lambda position: 6, side="first").reset(options={"position": "777777"})
        wrong = foursight.gym.VectorEnv(1, lambda position: 6, side="first")
        wrong.reset(options={"position": "777777"})
        wrong.step([0])


def test_it_does_what_the_game_of_openspiel_does():
    pyspiel = pytest.importorskip("pyspiel", reason="agreement with OpenSpiel (pip install open_spiel)")
    ours, theirs = foursight.openspiel.load_game(), pyspiel.load_game("connect_four")
    for name in [
        "num_distinct_actions", "num_players", "max_game_length", "min_utility", "max_utility",
        "utility_sum", "observation_tensor_shape", "observation_tensor_size", "get_parameters", "__str__",
        "policy_tensor_shape", "max_chance_outcomes", "max_history_length",
    ]:
        assert getattr(ours, name)() == getattr(theirs, name)(), name
    random = np.random.default_rng(1)
    for _ in range(40):
        state, their_state = ours.new_initial_state(), theirs.new_initial_state()
        while True:
            for name in [
                "current_player", "is_terminal", "is_chance_node", "legal_actions", "legal_actions_mask",
                "returns", "rewards", "history", "move_number", "__str__", "to_string", "history_str",
                "is_simultaneous_node", "is_mean_field_node", "is_player_node", "is_initial_state", "num_players",
                "num_distinct_actions",
            ]:
                assert getattr(state, name)() == getattr(their_state, name)(), name
            for player in (0, 1):
                for name in [
                    "legal_actions", "observation_tensor", "observation_string",
                    "information_state_string", "player_return", "player_reward",
                ]:
                    assert getattr(state, name)(player) == getattr(their_state, name)(player), name
                assert state.action_to_string(player, 3) == their_state.action_to_string(player, 3)
            if state.is_terminal():
                break
            action = int(random.choice(state.legal_actions()))
            before, mover = state.clone(), state.current_player()
            text = their_state.action_to_string(mover, action)
            assert state.string_to_action(text) == state.string_to_action(mover, text) == action
            assert state.full_history() == [(one.player, one.action) for one in their_state.full_history()]
            assert state.serialize() == their_state.serialize()
            assert str(state.child(action)) == str(their_state.child(action))
            state.apply_action(action)
            their_state.apply_action(action)
            assert len(before.history()) + 1 == len(state.history())


def test_algorithms_of_openspiel_take_it():
    pyspiel = pytest.importorskip("pyspiel", reason="algorithms of OpenSpiel (pip install open_spiel)")
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import evaluate_bots, mcts, minimax

    game = foursight.openspiel.load_game()
    assert game.get_type().short_name == pyspiel.load_game("connect_four").get_type().short_name
    state = game.deserialize_state("0\n1\n0\n1\n0\n1\n")
    numbers = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 50, mcts.RandomRolloutEvaluator(1, numbers), random_state=numbers)
    assert bot.step(state) == 0, "it wins at once"
    small = foursight.openspiel.Game(Position("112233", size="5x4"))
    assert minimax.alpha_beta_search(small) == (1.0, 3)
    environment = rl_environment.Environment(game)
    step = environment.reset()
    while not step.last():
        mover = step.observations["current_player"]
        step = environment.step([step.observations["legal_actions"][mover][0]])
    assert step.rewards == [1.0, -1.0] and len(step.observations["info_state"][0]) == 126

    class Leftmost:
        restart_at = inform_action = lambda *_: None
        step = staticmethod(lambda state: state.legal_actions()[0])

    # Bots written in C++ take only OpenSpiel's own states.
    assert evaluate_bots.evaluate_bots(game.new_initial_state(), [Leftmost, Leftmost], None) == [1.0, -1.0]


def test_moves_of_a_state_are_taken_back_and_stored():
    game = foursight.openspiel.load_game()
    state = game.new_initial_state()
    for action in [3, 2]:
        state.apply_action(action)
    assert state.serialize() == "3\n2\n" and game.deserialize_state("3\n2\n").position == state.position
    copied = state.clone()
    with pytest.raises(ValueError, match="player 0 did not play 2 last"):
        state.undo_action(0, 2)
    state.undo_action(1, 2)
    assert (state.history(), state.position) == ([3], Position("4"))
    copied.undo_action(1, 2)
    copied.undo_action(0, 3)
    assert copied.position == Position() and state.position == Position("4")
    with pytest.raises(ValueError, match="did not play"):
        copied.undo_action(1, 3)


def test_states_need_no_openspiel():
    state = foursight.openspiel.load_game().new_initial_state()
    for action in [0, 1, 0, 1, 0, 1, 0]:
        state.apply_action(action)
    assert state.current_player() == foursight.openspiel.TERMINAL_PLAYER
    assert state.returns() == [1.0, -1.0] and state.legal_actions() == []
    with pytest.raises(ValueError, match="there is no game"):
        foursight.openspiel.load_game("chess")
    with pytest.raises(ValueError, match="'x9' is not a move that player -4 can play now"):
        state.string_to_action("x9")
