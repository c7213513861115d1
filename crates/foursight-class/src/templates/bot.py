def agent(observation, configuration):
    # observation.board lists the cells from the top left, row by row: 0 is empty,
    # observation.mark is your number, 1 or 2. Return a column, counted from 0.
    top_row = observation.board[: configuration.columns]
    return top_row.index(0)
