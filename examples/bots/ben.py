def agent(observation, configuration):
    columns, rows = configuration.columns, configuration.rows
    board, me = observation.board, observation.mark

    def completes(column, mark):
        """Whether a disc of this player in this column completes a line."""
        row = max(row for row in range(rows) if board[row * columns + column] == 0)
        for down, right in (0, 1), (1, 0), (1, 1), (1, -1):
            discs = 1
            for step in -1, 1:
                y, x = row + step * down, column + step * right
                while 0 <= y < rows and 0 <= x < columns and board[y * columns + x] == mark:
                    discs, y, x = discs + 1, y + step * down, x + step * right
            if discs >= configuration.inarow:
                return True
        return False

    playable = [column for column in range(columns) if board[column] == 0]
    playable.sort(key=lambda column: abs(column - columns // 2))
    for mark in me, 3 - me:  # win, or else block
        for column in playable:
            if completes(column, mark):
                return column
    return playable[0]  # the nearest to the center
