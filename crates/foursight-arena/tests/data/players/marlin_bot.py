"""Takes the first column that is free, and talks as the Marlin engine does."""
print("Marlin Connect 4 Engine\nType 'help' for commands")
moves = ""
while True:
    print("> ", end="", flush=True)
    command, *words = input().split()
    if command == "position":
        moves = "".join(words)
        print(f"Played {len(moves)} moves" if moves else "Position reset to empty board")
    elif command == "go":
        assert not words
        column = [column for column in "1234567" if moves.count(column) < 6][0]
        print(f"Analyzing...\n  Column {column}: score 0\nbestmove {column} score 0 (DRAW)")
        print("Nodes analyzed: 1")
    elif command == "quit":
        break
