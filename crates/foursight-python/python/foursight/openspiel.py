"""Connect Four with the methods of OpenSpiel's games and states, for algorithms in Python that were written for them.

OpenSpiel's ``mcts``, ``minimax`` and ``rl_environment`` take the game; algorithms in C++ need OpenSpiel's own game.

>>> from foursight.openspiel import load_game
>>> state = load_game().new_initial_state()
>>> for action in [3, 3, 4]:
...     state.apply_action(action)
>>> state.current_player(), state.legal_actions(), state.history()
(1, [0, 1, 2, 3, 4, 5, 6], [3, 3, 4])
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ._foursight import Position
from ._optional import optional

TERMINAL_PLAYER = -4
"""Whose turn it is after the end."""


class PlayerAction(NamedTuple):
    """A move and its player."""

    player: int
    """0 or 1."""

    action: int
    """The column."""


class State:
    """A game in progress, which OpenSpiel calls a state. Player 0 begins; actions are columns from 0."""

    def __init__(self, game: Game, position: Position | None = None) -> None:
        self._game = game
        self.position: Position = game.start if position is None else position
        self._history: list[int] = []
        self._before: list[Position] = []

    def get_game(self) -> Game:
        """The game to which this state belongs."""
        return self._game

    def current_player(self) -> int:
        """Whose turn it is; ``TERMINAL_PLAYER`` after the end."""
        return {"first": 0, "second": 1, None: TERMINAL_PLAYER}[self.position.to_move]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def is_chance_node(self) -> bool:
        """Never: there is no chance in this game."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Never: the players take turns."""
        return False

    def is_mean_field_node(self) -> bool:
        """Never: the game has two players."""
        return False

    def is_player_node(self) -> bool:
        """Whether it is a player's turn: until the end."""
        return not self.position.is_over

    def is_initial_state(self) -> bool:
        """Whether no move has been played."""
        return not self._history

    def num_players(self) -> int:
        """Two."""
        return 2

    def num_distinct_actions(self) -> int:
        """The number of columns."""
        return self.position.width

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The columns that have room; none for the player whose turn it is not."""
        is_other = player is not None and player != self.current_player()
        return [] if is_other else self.position.legal_moves

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """A 1 for each column that has room."""
        legal = self.legal_actions(player)
        return [int(column in legal) for column in range(self.position.width)]

    def apply_action(self, action: int) -> None:
        """Play a disc into a column."""
        after = self.position.play(action)
        self._before.append(self.position)
        self._history.append(action)
        self.position = after

    def undo_action(self, player: int, action: int) -> None:
        """Take back the last move, which must be this one."""
        if self._history[-1:] != [action] or player != (self.position.ply - 1) % 2:
            raise ValueError(f"player {player} did not play {action} last; the moves are {self._history}")
        self._history.pop()
        self.position = self._before.pop()

    def serialize(self) -> str:
        """The columns played, one per line, as OpenSpiel writes them; the game can read them back."""
        return "\n".join(map(str, self._history)) + "\n"

    def child(self, action: int) -> State:
        """The state after a move; this state stays unchanged."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """An independent copy of the state."""
        state = State(self._game, self.position)
        state._history, state._before = self._history[:], self._before[:]
        return state

    def returns(self) -> list[float]:
        """Each player's return so far: 1 for a win, -1 for a loss, otherwise 0."""
        return {"first": [1.0, -1.0], "second": [-1.0, 1.0]}.get(self.position.outcome or "", [0.0, 0.0])

    def rewards(self) -> list[float]:
        """The same as ``returns``, because only the last move earns anything."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """One player's return so far."""
        return self.returns()[player]

    def history(self) -> list[int]:
        """The columns played since the start."""
        return self._history[:]

    def full_history(self) -> list[PlayerAction]:
        """The columns played since the start, each with its player."""
        first = self._game.start.ply
        return [PlayerAction((first + n) % 2, action) for n, action in enumerate(self._history)]

    def history_str(self) -> str:
        """The columns played, as text."""
        return ", ".join(map(str, self._history))

    def player_reward(self, player: int) -> float:
        """One player's reward for the last move."""
        return self.rewards()[player]

    def move_number(self) -> int:
        """The number of discs played since the start."""
        return len(self._history)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The layout ``openspiel`` as one list; both players see the same."""
        return self.position._tensor()

    def observation_string(self, player: int | None = None) -> str:
        """The board as text."""
        return str(self)

    def information_state_string(self, player: int | None = None) -> str:
        """The columns played, which identify the state."""
        return self.history_str()

    def action_to_string(self, player: int, action: int) -> str:
        """A move as text: ``x3``."""
        return self._game.action_to_string(player, action)

    def string_to_action(self, player_or_text: int | str, text: str | None = None) -> int:
        """The move with this text, of the player to move or of the one that is given first."""
        mover = self.current_player()
        player, text = (mover, str(player_or_text)) if text is None else (int(player_or_text), text)
        for action in self.legal_actions(player):
            if self.action_to_string(mover, action) == text:
                return action
        raise ValueError(f"{text!r} is not a move that player {player} can play now; these are written as x3 or o3")

    def to_string(self) -> str:
        """The board as text."""
        return str(self)

    def __str__(self) -> str:
        return str(self.position).lower() + "\n"

    def __repr__(self) -> str:
        return f"State({self.position!r})"


class Game:
    """The game, which creates states."""

    def __init__(self, start: Position | None = None) -> None:
        self.start: Position = Position() if start is None else start

    def new_initial_state(self) -> State:
        """A state with no moves played."""
        return State(self)

    def deserialize_state(self, text: str) -> State:
        """The state that wrote this text."""
        state = self.new_initial_state()
        for line in text.split():
            state.apply_action(int(line))
        return state

    def get_type(self) -> Any:
        """OpenSpiel's description of the rules; it needs OpenSpiel."""
        return optional("pyspiel", "open_spiel").load_game("connect_four").get_type()

    def get_parameters(self) -> dict[str, Any]:
        """OpenSpiel's parameters of the game."""
        size = self.start
        return {"columns": size.width, "egocentric_obs_tensor": False, "rows": size.height, "x_in_row": size.connect}

    def action_to_string(self, player: int, action: int) -> str:
        """A move as text: ``x3``."""
        return f"{'xo'[player]}{action}"

    def num_distinct_actions(self) -> int:
        """The number of columns."""
        return self.start.width

    def policy_tensor_shape(self) -> list[int]:
        """The number of columns."""
        return [self.start.width]

    def max_chance_outcomes(self) -> int:
        """None: there is no chance in this game."""
        return 0

    def max_history_length(self) -> int:
        """The maximum number of discs in a game."""
        return self.max_game_length()

    def num_players(self) -> int:
        """Two."""
        return 2

    def max_game_length(self) -> int:
        """The maximum number of discs in a game."""
        return self.start.width * self.start.height - self.start.ply

    def min_utility(self) -> float:
        """The value of a loss."""
        return -1.0

    def max_utility(self) -> float:
        """The value of a win."""
        return 1.0

    def utility_sum(self) -> float:
        """The sum of both players' returns."""
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        """Planes, rows and columns."""
        return [3, self.start.height, self.start.width]

    def observation_tensor_size(self) -> int:
        """The length of an observation."""
        return 3 * self.start.width * self.start.height

    def __str__(self) -> str:
        return "connect_four()"


def load_game(name: str = "connect_four") -> Game:
    """The game, as ``pyspiel.load_game("connect_four")``."""
    if name != "connect_four":
        raise ValueError(f"there is no game {name!r}, only connect_four")
    return Game()
