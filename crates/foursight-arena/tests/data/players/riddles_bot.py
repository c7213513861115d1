"""Takes the first column that is free, of a field that is one list."""
import sys

settings = {}
cells = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "settings":
        settings[words[1]] = words[2]
    elif words[:3] == ["update", "game", "field"]:
        cells = words[3].split(",")
        assert len(cells) == int(settings["field_width"]) * int(settings["field_height"])
    elif words[:2] == ["action", "move"]:
        me = settings["your_botid"]
        assert cells.count("0") - cells.count("1") == int(me)
        print("place_disc", cells.index("."), flush=True)
