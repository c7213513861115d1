"""Searches of one position."""

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import foursight
from foursight import Books, Game, Level, Position

DATA = Path(__file__).parents[2] / "foursight-engine/tests/data"

HARD = "77541"


def test_a_solution_says_what_it_means():
    solution = Position("4455").solve()
    assert (solution.lower, solution.upper, solution.score) == (18, 18, 18)
    assert (solution.verdict, solution.moves_to_end, str(solution)) == ("win", 2, "wins in 2 moves")
    assert repr(solution) == "Solution(score=18)"
    assert foursight.solve("").from_book and foursight.solve("").nodes == 0
    assert foursight.solve("1212121").score == -18, "a game that is over has the score of its end"


def test_limits_leave_bounds():
    for options in [{"nodes": 5000}, {"time_limit": 0.01}]:
        solution = foursight.solve(HARD, book=False, threads=1, **options)
        assert solution.score is None and solution.lower <= 6 <= solution.upper
        with pytest.raises(ValueError, match="the score is not proved"):
            int(solution)
        foursight.clear()


def test_who_wins_is_known_sooner():
    solution = foursight.solve("44455", book=False, weak=True, threads=1)
    assert solution.verdict == "loss"


def test_progress_is_told():
    reports = []
    foursight.clear()
    foursight.solve(HARD, book=False, progress=lambda *report: reports.append(report))
    assert reports, "it takes longer than a twentieth of a second"
    lower, upper, nodes, seconds = reports[-1]
    assert lower <= 6 <= upper and nodes > 1000 and seconds > 0


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"threads": 0}, "threads is 0; it must be a whole number, 1 or more"),
        ({"threads": 1.5}, "threads is 1.5; it must be a whole number, 1 or more"),
        ({"nodes": 1e6}, "nodes is 1000000.0; it must be a whole number, 0 or more"),
        ({"table_mib": 0}, "table_mib is 0"),
        ({"time_limit": -1}, "time_limit is -1"),
        ({"nodes": -1}, "nodes is -1"),
    ],
)
def test_options_have_ranges(option, message):
    with pytest.raises(ValueError, match=message):
        foursight.solve("4", **option)


def test_there_are_no_other_options():
    with pytest.raises(TypeError, match='there is no option "thread"'):
        foursight.solve("4", thread=2)
    with pytest.raises(TypeError, match="book must be"):
        foursight.solve("4", book="7x6.book")


def test_all_moves_are_scored():
    scores = foursight.scores("444444")
    assert (len(scores), scores[3], scores[-1]) == (7, None, scores[6])
    best = max(score for score in scores if score is not None)
    assert scores.best_moves == [column for column, score in enumerate(scores) if score == best]
    assert scores.proved and scores.best.score == best
    for column in Position("444444").legal_moves:
        assert scores[column] == -Position("444444").play(column).solve().score
    with pytest.raises(IndexError):
        scores[7]
    limited = foursight.scores(HARD, book=False, nodes=5000, threads=1)
    assert not limited.proved and None in list(limited) and all(limited.bounds)


def test_analysis_has_words_and_lines():
    analysis = Position("44455").analyze()
    assert analysis.advice == "all moves lose; columns d and e hold out longest"
    assert [move.column for move in analysis.moves if move.is_best] == [3, 4]
    assert all(move.line[0] == move.column for move in analysis.moves)
    end = Position("44455")
    for column in analysis.moves[3].line:
        end = end.play(column)
    assert end.outcome == "first" and analysis.solution.score == -3


def test_books_of_files(tmp_path):
    file = DATA.parents[1] / "books/7x6-8.book"
    assert Books().plies == [4, 8, 12] and Books(embedded=False).plies == []
    books = Books([file.read_bytes()], embedded=False)
    assert foursight.solve("12345", book=books).from_book
    assert not foursight.solve("1234511223", book=books, threads=1).from_book
    assert Books.read(file).plies == [4, 8, 8, 12]
    with pytest.raises(ValueError, match="this is not an opening book"):
        Books([b"no book"])
    with pytest.raises(FileNotFoundError):
        Books.read(tmp_path / "missing.book")


def test_levels_play():
    assert Level(10)("112233") == 3
    game = Game()
    players = [Level(3, seed=1), Level(8, seed=2)]
    while game.to_move:
        game.play(players[len(game) % 2](game))
    again = Game()
    players = [Level(3, seed=1), Level(8, seed=2)]
    while again.to_move:
        again.play(players[len(again) % 2](again))
    assert game.moves == again.moves, "the same seeds play the same game"
    with pytest.raises(ValueError, match="the game is over"):
        players[0](game)
    with pytest.raises(ValueError, match="is not a level from 0"):
        Level(11)


def test_reasons_are_sentences():
    why = foursight.why("443", 2)
    assert why.kind == "certain" and why.idea == "double threat" and why.better == 4
    assert 1 <= len(why.sentences) <= 3 and str(why) == "\n".join(why.lines)
    assert why.position == Position("4433") and "<svg" in why._repr_svg_()
    assert foursight.why("4455").kind == "certain"
    replies = foursight.why("541")
    assert replies.kind == "replies" and "each of Red's 7 replies" in replies.sentences[0]
    assert sum("✓" in line for line in replies.lines) == 7
    plan = foursight.why("1")
    assert plan.kind == "certain" and "a checked plan to win against every reply" in plan.sentences[0]
    with pytest.raises(ValueError, match="the game is over"):
        foursight.why("1212121")
    with pytest.raises(ValueError, match=r"column 3 \(counted from 0\) is full"):
        foursight.why("444444", 3)


def test_a_review_grades_every_move():
    game = Game("4455667")
    review = game.review()
    assert len(review.moves) == 7 and len(review.evaluation) == 8
    first, second = review.accuracy
    assert first.graded == 4 and second.graded == 3
    for move in review.mistakes:
        assert move.score < move.best and move.mark != "best" and move.remark
        assert move.scores[move.column] == move.score
    lesson = review.lesson
    assert (lesson.ply, lesson.player, lesson.column, lesson.kind, lesson.lost_by) == (3, "second", 4, "unstoppable", 3)
    assert lesson.why.tier == 1 and lesson.why.sentences[0].endswith(": Yellow can block only one.")
    assert lesson.headline in review.json()
    assert foursight.review("445566").lesson is None, "it is not over"
    with pytest.raises(ValueError, match="nothing to review"):
        foursight.review(Position("4455"))


def test_other_threads_go_on_meanwhile():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    foursight.clear()
    start = time.perf_counter()
    foursight.solve("7754", book=False, threads=1)
    end = time.perf_counter()
    done.set()
    thread.join()
    during = [tick for tick in ticks if start < tick < end]
    assert len(during) >= 3, f"{len(during)} ticks in {end - start} s"


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be sent Ctrl-C alone")
@pytest.mark.parametrize(
    "search",
    [
        "foursight.solve('', book=False, progress=progress)",
        "foursight.scores('', book=False, progress=progress)",
        "foursight.solve_many(['4455', ''], book=False, progress=progress)",
        # Each of these calls ends before a search would check for Ctrl-C.
        "progress()\nwhile True: foursight.solve_many(['4455'])",
        "progress()\nwhile True: foursight.solve('44555', book=False)",
        "level = foursight.Level(10)\nlevel('', book=False, progress=progress)",
    ],
)
def test_ctrl_c_is_raised(search):
    # The first report of progress shows that the search runs.
    progress = "def progress(*_): print('runs', flush=True)"
    # Otherwise, a process that a shell starts in the background ignores Ctrl-C.
    listen = "import foursight, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)"
    lines = "\n".join(f"    {line}" for line in search.splitlines())
    program = f"{listen}\n{progress}\ntry:\n{lines}\nexcept KeyboardInterrupt:\n    print('raised')"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "runs\n"
        os.kill(process.pid, signal.SIGINT)
        rest, _ = process.communicate(timeout=600)
    assert process.returncode == 0 and rest.endswith("raised\n"), rest


def test_answers_pickle():
    position = Position("443")
    review = foursight.Game("44455554433221").review()
    whys = [foursight.why("443", 2), foursight.why(position)]
    for one in [*whys, foursight.analyze("4455"), review]:
        assert pickle.loads(pickle.dumps(one)).json() == one.json()
    positions = pickle.loads(pickle.dumps(foursight.Positions(["4455", "9"])))
    assert (positions[0], list(positions.errors)) == (Position("4455"), [1])
    lesson = foursight.Game("4433552").review().lesson
    assert lesson.why and pickle.loads(pickle.dumps(review)).accuracy[0].best == review.accuracy[0].best
    with pytest.raises(TypeError, match="the reason in a lesson has no pickle: pickle the review"):
        pickle.dumps(lesson.why)


def test_objects_pickle_and_copy():
    game = foursight.Game("4455")
    game.undo()
    for copied in [pickle.loads(pickle.dumps(game)), copy.deepcopy(game)]:
        assert (copied.moves, copied.redo(), copied.redo()) == ([3, 3, 4], 4, None)
    solution = foursight.solve(HARD, book=False, threads=1, nodes=5000)
    scores = foursight.scores("44444")
    for one in [solution, scores, scores.best, foursight.solve("")]:
        copied = pickle.loads(pickle.dumps(one))
        assert copied == one and str(copied) == str(one) and copied.nodes == one.nodes
    assert pickle.loads(pickle.dumps(solution)).upper == solution.upper
    assert pickle.loads(pickle.dumps(foursight.solve(""))).from_book
    assert copy.deepcopy(scores).keeping_moves == scores.keeping_moves
    level = foursight.Level(0, seed=5, random_ties=True)
    level("")
    other = pickle.loads(pickle.dumps(level))
    assert [other("") for _ in range(20)] == [level("") for _ in range(20)], "it goes on"
    assert other.number == 0
    for embedded in [True, False]:
        books = foursight.Books(embedded=embedded)
        assert pickle.loads(pickle.dumps(books)).plies == books.plies


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much memory a process has")
def test_tables_that_wait_are_bounded():
    program = (
        "import foursight\n"
        "def mib(): return int(open('/proc/self/statm').read().split()[0]) * 4096 >> 20\n"
        "before = mib()\n"
        "for size in range(120, 124): foursight.solve('44555', book=False, table_mib=size)\n"
        "print(mib() - before)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert int(result.stdout) < 400, "two tables wait, not four"


def test_a_level_may_be_asked_while_it_thinks():
    level, columns = foursight.Level(10), []
    column = level("7754", book=False, progress=lambda *_: columns or columns.append(level("112233")))
    assert columns == [3] and 0 <= column < 7


def test_the_size_beside_a_position_is_its_own():
    position = foursight.Position(size="8x7")
    assert foursight.Game(position, size="8x7", connect=4).position == position
    for other in [{"size": "7x6"}, {"connect": 5}, {"size": "8x7-5"}]:
        with pytest.raises(ValueError, match="on another board: 8x7, where 4 discs in a row win"):
            foursight.Game(position, **other)
