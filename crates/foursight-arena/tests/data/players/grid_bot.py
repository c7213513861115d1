"""Takes the first column that is free, of a grid of columns."""
import json
import sys

player, width, height = (int(sys.argv[index]) for index in (2, 4, 6))
for line in sys.stdin:
    grid = json.loads(line)["grid"]
    assert len(grid) == width and all(len(column) == height for column in grid)
    cells = [cell for column in grid for cell in column]
    assert cells.count(1) - cells.count(2) == player - 1
    free = [index for index, column in enumerate(grid) if column[0] == 0]
    print(json.dumps({"move": free[0]}))
    sys.stdout.flush()
