"""Takes the first column that is free, in the words of a course whose board is a string for each column."""


class C4Agent:
    def __init__(self):
        self.symbol = None

    def move(self, symbol, board, last_move):
        assert self.symbol in (None, symbol)
        self.symbol = symbol
        discs = "".join(board)
        assert symbol == "XO"[len(discs) % 2] and discs.count("X") - discs.count("O") in (0, 1)
        if last_move == -1:
            assert discs == ""
        else:
            assert board[last_move].endswith("O" if symbol == "X" else "X")
        bestmove = next(column for column in range(7) if len(board[column]) < 6)
        board[bestmove] += symbol
        return bestmove
