"""A game for a person at the console. Takes the first column that is free; knows nothing of flushing."""
import sys

heights = [0] * 7


def show():
    print("  1 2 3 4 5 6 7")
    print("  " + " ".join(str(height) for height in heights))


def computer():
    column = [column for column in range(7) if heights[column] < 6][0]
    heights[column] += 1
    print("Computer plays column", column + 1)
    show()


print("Connect Four! You are X, the computer is O.")
show()
if sys.argv[1] == "first":
    computer()
while True:
    print("Choose a column (1-7): ", end="")
    line = sys.stdin.readline()
    if not line:
        break
    column = int(line) - 1
    assert heights[column] < 6
    heights[column] += 1
    print("You played", column + 1)
    computer()
