"""Takes the first column that is free, in the words of a course with numpy; the file does without."""


class AIPlayer:
    def __init__(self, player_number):
        self.player_number = player_number
        self.type = "ai"
        self.visited = []

    def get_alpha_beta_move(self, board):
        discs = [cell for row in board for cell in row if cell]
        assert self.player_number == len(discs) % 2 + 1
        assert self.visited == [], "the course makes each move in a process of its own"
        for column in range(7):
            if board[0][column] == 0:
                self.visited.append(column)
                board[0][column] = self.player_number
                return float(column)

    def get_expectimax_move(self, board):
        raise NotImplementedError("not my job")


class RandomPlayer:
    def get_move(self, board):
        return int(input("nobody asks"))
