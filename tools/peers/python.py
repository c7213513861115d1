"""The Python packages foursight and bitbully beside each other, position by position: python tools/peers/python.py [POSITIONS].

Install both first: pip install ./crates/foursight-python bitbully==0.0.79. Only ratios within one run count. Times are those
of the processor, which a busy machine spoils least; a batch is measured by the clock, as it is to use two cores.
"""

import random
import sys
import time
from pathlib import Path

import bitbully_databases
from bitbully import bitbully_core

import foursight

DATA = Path(__file__).parents[2] / "crates/foursight-engine/tests/data"
MOST = int(sys.argv[1]) if len(sys.argv) > 1 else 300


def positions(name):
    lines = (DATA / f"{name}.txt").read_text().splitlines()[1 : MOST + 1]
    return [(moves, int(score)) for moves, score in map(str.split, lines)]


def board_of(moves):
    board = bitbully_core.BoardCore()
    assert board.setBoard([int(move) - 1 for move in moves]), moves
    return board


def seconds(function, clock=time.process_time):
    start = clock()
    result = function()
    return clock() - start, result


def compare(name, rows, ours, theirs, before_each=lambda: None):
    """Both in turn on each position; what happens before each is not measured."""
    times = [0.0, 0.0]
    for moves, score in rows:
        position, board = foursight.Position(moves), board_of(moves)
        before_each()
        for place, answer in enumerate([lambda: ours(position), lambda: theirs(board)]):
            taken, found = seconds(answer)
            times[place] += taken
            assert found in (score, None), (name, moves, found, score)
    report(name, len(rows), *times)


def compare_short(name, rows, ours, theirs, at_a_time=500):
    """Both in turn on some positions, each asked once: asking the clock for each would take as long as the answers."""
    times = [0.0, 0.0]
    for first in range(0, len(rows), at_a_time):
        some = rows[first : first + at_a_time]
        pairs = [(ours, [foursight.Position(moves) for moves in some]), (theirs, [board_of(moves) for moves in some])]
        answers = []
        for place, (answer, boards) in enumerate(pairs):
            taken, found = seconds(lambda answer=answer, boards=boards: [answer(board) for board in boards])
            times[place] += taken
            answers.append(found)
        assert answers[0] == answers[1], name
    report(name, len(rows), *times)


def random_games(n, n_moves):
    """Different open positions after random moves."""
    choose, found = random.Random(1), {}
    while len(found) < n:
        position, moves = foursight.Position(), ""
        while len(moves) < n_moves and not position.is_over:
            column = choose.choice(position.legal_moves)
            position, moves = position.play(column), moves + str(column + 1)
        if not position.is_over:
            found[moves] = None
    return list(found)


def report(name, n, ours, theirs):
    print(f"| {name} | {ours / n * 1e6:,.1f} | {theirs / n * 1e6:,.1f} | {theirs / ours:.1f} |", flush=True)


def main():
    solver = bitbully_core.BitBullyCore()

    def ours(position):
        return position.solve(book=False, threads=1).score

    def theirs(board):
        return solver.mtdf(board, 0)

    def forget():
        foursight.clear()
        solver.resetTranspositionTable()

    print("| what | foursight, us | bitbully, us | ratio |\n|---|---|---|---|")

    for name in ["begin-medium", "middle-medium"]:
        compare(f"{name}, tables empty at first", positions(name), ours, theirs, forget)
    compare("end-easy", positions("end-easy"), ours, theirs)
    for name in ["begin-medium", "middle-medium"]:
        rows = positions(name)
        texts = [moves for moves, _ in rows]
        taken, found = seconds(lambda: foursight.solve_many(texts, book=False, threads=2), time.perf_counter)
        assert found.scores.tolist() == [score for _, score in rows]
        other = 0.0
        for moves in texts:
            board = board_of(moves)
            solver.resetTranspositionTable()
            other += seconds(lambda: theirs(board), time.perf_counter)[0]
        report(f"{name}, all at once by two threads", len(rows), taken, other)
    book = bitbully_databases.BitBullyDatabases.get_database_path("12-ply-dist")
    looked_up = bitbully_core.BitBullyCore(Path(book))
    foursight.solve("")
    rows = random_games(20 * MOST, 12)
    compare_short("12 discs, from the book", rows, lambda one: one.solve().score, lambda one: looked_up.mtdf(one, 0))


if __name__ == "__main__":
    main()
