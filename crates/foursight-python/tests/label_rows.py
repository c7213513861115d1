"""Positions with their scores, and what a run made of them."""

import csv
import io

import foursight
from foursight import UNKNOWN, labeling, metrics

MOVES = [*metrics.load("random-v1").moves[-60:], "1212121", "99"]
SOLVED = foursight.solve_many(MOVES)
SCORES = [None if score == UNKNOWN else score for score in SOLVED.scores.tolist()]


def counts(found):
    """The counts of a status."""
    return found.done, found.shards, found.rows


def rows_of(out):
    """The content of the merged labels, row by row, whatever their format."""
    table = labeling.read(out)
    return list(csv.DictReader(io.StringIO(table, newline=""))) if isinstance(table, str) else table.to_pylist()
