#!/usr/bin/env python3
"""Takes the first column that is free; it is run for each message anew."""
import json
import sys

message = json.loads(sys.argv[1])
if message["action"] == "init":
    print(json.dumps({"name": "leftmost"}))
elif message["action"] == "play-turn":
    board = message["board"]
    cells = [cell for row in board for cell in row]
    assert message["you"] == "XO"[cells.count("X") - cells.count("O")]
    print(json.dumps({"play": board[-1].index("")}, indent=2))
