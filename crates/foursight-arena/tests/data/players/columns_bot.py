"""Takes the first column that is free, from the columns that are said."""
heights = [0] * 7


def drop(column):
    heights[column] += 1
    return column


while True:
    line = input()
    if line != "go!":
        drop(int(line))
    print(drop([column for column in range(7) if heights[column] < 6][0]), flush=True)
