"""Takes the first column that is free, in the words of a course whose modules stay behind."""
import random

from ps9pr3 import *


class AIPlayer(Player):
    def __init__(self, checker, tiebreak, lookahead):
        assert tiebreak in ("LEFT", "RIGHT", "RANDOM")
        assert lookahead >= 0
        super().__init__(checker)
        self.tiebreak = tiebreak
        self.lookahead = lookahead

    def __repr__(self):
        return super().__repr__() + " (" + self.tiebreak + ", " + str(self.lookahead) + ")"

    def next_move(self, b):
        n_discs = sum(slot != " " for row in b.slots for slot in row)
        assert "XO"[n_discs % 2] == self.checker
        assert not b.is_win_for(self.checker) and not b.is_win_for(self.opponent_checker())
        self.num_moves += 1
        print(self, "looks at", b, sep="\n")
        for column in range(b.width):
            if b.can_add_to(column):
                b.add_checker(self.checker, column)
                return column


connect_four(RandomPlayer("X"), AIPlayer("O", "LEFT", 2))
