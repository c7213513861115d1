"""Language models: their questions, and their answers in the formats of benchmarks."""

import json
import random
import subprocess
import sys

import pytest

from foursight import UNKNOWN, Level, answers, datasets, metrics
from foursight.__main__ import main

WRITTEN = {
    "foursight": "Not 1: column {}\n(confidence: 90%)",
    "gamearena": "Column 9 is full, so 2 would be a loss.\n\n**Final Answer: {}**",
    "textarena": "I block with [Col {}], which wins in 3 moves\n[col 0] would lose.",
    "openenv": 'Thinking about {{"column": 9}} first.\n{{"column": {}}}',
    "llm-game-benchmark": "{{'column': {}}}",
    "openspiel": "x9 is full. I play o{}, and win in 3.",
    "letters": "After a win in 5 moves you lose: {}1.",
    r"move=(\d+)": "7 is full: move={}; 3 is next",
}


def written(column, name):
    """A column in a format."""
    own = answers.FORMATS.get(name)
    counts_from = own.counts_from if own else 1
    return WRITTEN[name].format("abcdefg"[column] if counts_from is None else counts_from + column)


def transcript(columns, positions, name):
    texts = (written(column, name) for column in columns)
    return answers.Transcript(dict(zip(positions.moves, texts, strict=True)), format=name)


def test_every_format_is_tried():
    assert set(answers.FORMATS) < set(WRITTEN) and len(WRITTEN) == 8


@pytest.mark.parametrize("name", WRITTEN)
def test_a_format_changes_no_figure(name):
    positions = datasets.load("random-v1")
    perfect = transcript(positions.scores.argmax(axis=1).tolist(), positions, name)
    report = metrics.measure(perfect, positions, count_illegal=True)
    assert (report.best, report.illegal, report.missing) == (1, 0, 0)
    chance = random.Random(1)
    columns = [chance.randrange(7) for _ in positions.moves]
    same = metrics.grade(columns, positions, count_illegal=True)
    read = metrics.measure(transcript(columns, positions, name), positions, count_illegal=True)
    assert 0 < same.illegal and str(read) == str(same)


def test_what_models_write_is_read():
    for name, text, column in [
        ("foursight", "4", 3),
        ("foursight", "Not 3: I play **column 7**.", 6),
        ("foursight", "I resign", None),
        ("foursight", "column 12", 11),
        ("foursight", "0", -1),
        ("foursight", "column 4 (1-indexed)", 3),
        ("foursight", "I am 95.5% sure: column 2. It wins in 3 moves.", 1),
        ("textarena", "[col 3] wins in 3 moves", 3),
        ("textarena", "column 3", None),
        ("gamearena", "Final Answer: 9", 9),
        ("openspiel", "max3", None),
        ("letters", "I play e, a good move", 4),
        ("foursight", "9" * 5000, 9998),
    ]:
        assert answers.read_answer(text, format=name) == column, (name, text)
    assert answers.read_answer("9 or 6, but 5 is full", format="gamearena", legal=[0, 6]) == 6
    assert answers.read_answer("column 0", counts_from=0) == 0
    for arguments, message in [
        ({"format": "kaggle"}, "no format 'kaggle'; the formats are foursight"),
        ({"format": "("}, "no format"),
        ({"format": "letters", "counts_from": 1}, "not from 1 in letters"),
        ({"counts_from": 2}, "count from 0 or 1"),
    ]:
        with pytest.raises(ValueError, match=message):
            answers.read_answer("4", **arguments)


def test_a_question_names_columns_as_the_format_does():
    for name, header in [("foursight", "1234567"), ("openspiel", "0123456"), ("letters", "abcdefg")]:
        questions = answers.prompts("openings-v1", format=name)
        assert [question["moves"] for question in questions] == datasets.load("openings-v1").moves
        assert f"Moves so far: {header[0]}\n" in questions[1]["prompt"] and "you are O" in questions[1]["prompt"]
        assert f"\nX......\n{header}\n" in questions[1]["prompt"]


def jsonl(tmp_path, lines):
    file = tmp_path / "answers.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def test_one_bad_answer_costs_one_answer(tmp_path, capsys):
    moves = datasets.load("openings-v1").moves
    given = dict.fromkeys(moves, "4")
    given |= {"1": "9" * 5000, "2": None, "3": "I resign", "12": "no\u20284"}
    del given["21"]
    lines = [json.dumps({"moves": key, "answer": answer}, ensure_ascii=False) for key, answer in given.items()]
    file = jsonl(tmp_path, [*lines, "", lines[0], " "])
    player = answers.Transcript.read(file)
    assert player.n_repeated == 1
    report = metrics.measure(player, "openings-v1", count_illegal=True)
    assert (report.illegal * report.n, report.missing * report.n) == pytest.approx((1, 3))
    main(["evaluate", f"answers:{file}", "--set", "openings-v1", "--json"])
    printed = capsys.readouterr()
    [found] = json.loads(printed.out)["players"]
    assert "1 answers repeat a question" in printed.err and found["repeated"] == 1
    by_moves = {row["moves"]: row for row in found["rows"]}
    assert (by_moves["2"]["column"], by_moves["1"]["is_illegal"], by_moves[""]["loss"]) == (None, True, 0)
    jsonl(tmp_path, ['{"moves": "4", "answer": "4"}', '{"moves": "44"}'])
    with pytest.raises(ValueError, match="answers.jsonl, line 2: expected an object such as"):
        answers.Transcript.read(file)


def test_another_way_to_count_columns_is_noticed(tmp_path, capsys):
    positions = datasets.load("openings-v1")
    best = positions.scores.argmax(axis=1).tolist()
    for first, is_noticed in [(0, True), (1, False)]:
        rows = zip(positions.moves, best, strict=True)
        lines = [json.dumps({"moves": moves, "answer": str(first + column)}) for moves, column in rows]
        player = f"answers:{jsonl(tmp_path, lines)}"
        main(["evaluate", player, "--set", "openings-v1"])
        assert ("with columns from 0, 0.0% are illegal and 100.0% best instead of" in capsys.readouterr().err) == is_noticed
        main(["evaluate", player, "--set", "openings-v1", "--counts-from", str(first)])
        printed = capsys.readouterr()
        assert printed.err == "" and "100.0%" in printed.out.splitlines()[1]


def test_two_players_are_compared(capsys):
    main(["evaluate", "level:1", "level:9", "--set", "openings-v1"])
    assert "the first minus the second in 719 positions: best -" in capsys.readouterr().out
    scores = datasets.load("openings-v1").scores
    assert UNKNOWN not in scores
    best, worst = scores.argmax(axis=1), scores.argmin(axis=1)
    same = metrics.compare(best, best, "openings-v1")
    assert (same.best, same.loss, same.p) == (0, 0, 1)
    apart = metrics.compare(best, worst, "openings-v1")
    assert apart.best == pytest.approx(1 - metrics.grade(worst, "openings-v1").best) and apart.loss < 0 and apart.p < 1e-100
    one = [None, *best[1:]]
    assert metrics.compare(best, one, "openings-v1").p == 1, "one pair proves nothing"
    with pytest.raises(SystemExit):
        main(["evaluate", "level:1", "level:2", "level:3"])
    assert "3 players: give one, or two to compare" in capsys.readouterr().err


def test_a_reader_may_stop():
    command = f"{sys.executable} -m foursight prompts --set openings-v1 | head -1"
    read = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert json.loads(read.stdout)["moves"] == "" and read.stderr == ""
    assert len(answers.prompts("openings-v1")) == len(metrics.answers_of(Level(0, seed=1), datasets.load("openings-v1")))
