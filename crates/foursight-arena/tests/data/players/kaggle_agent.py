"""Takes the first column that is free, by attributes of what it is given."""
import random


def is_free(board, column):
    return board[column] == 0


def my_agent(observation, configuration):
    print("bestmove 7")
    board, columns = observation.board, configuration.columns
    assert len(board) == columns * configuration.rows
    n_discs = len(board) - board.count(0)
    assert observation.mark == n_discs % 2 + 1 and observation.step == n_discs
    assert configuration.inarow == 4
    assert configuration.actTimeout == 2 and observation.remainingOverageTime == 60
    return [column for column in range(columns) if is_free(board, column)][0]
