def agent(observation, configuration):
    top_row = observation.board[: configuration.columns]
    return top_row.index(0)
