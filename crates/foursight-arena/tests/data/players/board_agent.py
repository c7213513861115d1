"""Takes the first column that is free, and checks the rows that it is given."""


def agent(board):
    print("bestmove 7")
    assert len(board) == 6 and all(len(row) == 7 for row in board)
    cells = [cell for row in board for cell in row]
    assert cells.count(1) - cells.count(2) in (0, 1) and set(cells) <= {0, 1, 2}
    assert all(below for above, row in zip(board, board[1:]) for cell, below in zip(above, row) if cell)
    board[0][:] = [9] * 7 if 0 not in board[0] else board[0]
    return board[0].index(0)
