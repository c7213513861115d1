class Board:
    def __init__(self):
        self.cells = [[0] * 6 for _ in range(7)]

    def drop(self, column, player):
        if not 0 <= column < 7 or 0 not in self.cells[column]:
            return False
        self.cells[column][self.cells[column].index(0)] = player
        return True

    def cell(self, column, row):
        return self.cells[column][row]

    def winner(self):
        for x in range(7):
            for y in range(6):
                for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1):
                    run = [(x + i * dx, y + i * dy) for i in range(4)]
                    if all(0 <= a < 7 and 0 <= b < 6 for a, b in run):
                        values = {self.cells[a][b] for a, b in run}
                        if len(values) == 1 and 0 not in values:
                            return values.pop()
        return 0

    def is_full(self):
        return all(0 not in column for column in self.cells)
