"""Takes the first column that is free, of a field in rows."""
import sys

settings = {}
field = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "settings":
        settings[words[1]] = words[2]
    elif words[:3] == ["update", "game", "field"]:
        field = [row.split(",") for row in words[3].split(";")]
        assert len(field) == int(settings["field_rows"])
        assert len(field[0]) == int(settings["field_columns"])
    elif words[:2] == ["action", "move"]:
        mine = sum(row.count(settings["your_botid"]) for row in field)
        others = sum(row.count("1") + row.count("2") for row in field) - mine
        assert others - mine == int(settings["your_botid"]) - 1
        assert int(words[2]) <= int(settings["timebank"])
        print("place_disc", field[0].index("0"), flush=True)
