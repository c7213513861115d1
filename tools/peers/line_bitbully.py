"""BitBully behind the line protocol of src/main.rs: a move string in, `SCORE NANOSECONDS` out."""

import sys
import time

from bitbully import bitbully_core

solver = bitbully_core.BitBullyCore()

for line in sys.stdin:
    board = bitbully_core.BoardCore()
    if not board.setBoard([int(move) - 1 for move in line.strip()]):
        raise SystemExit(f"illegal moves: {line}")
    solver.resetTranspositionTable()
    start = time.perf_counter_ns()
    score = solver.mtdf(board, 0)
    print(score, time.perf_counter_ns() - start, flush=True)
