"""Writes the sets of positions of `foursight.metrics`: `python tests/make_positions.py NAME > .../data/NAME.txt`.

A published set never changes: a new one gets a new name.
"""

import random
import sys

import foursight
from foursight import Level, Position

PER_PLY, MOST = 25, 36


def random_player(choose, seed):
    return lambda position: choose.choice(position.legal_moves)


def level_player(choose, seed):
    return Level(choose.randint(0, 10), seed=seed, random_ties=True)


def make(name):
    player = {"games-v1": level_player, "random-v1": random_player}[name]
    choose, seed = random.Random(name), 0
    found = {ply: {} for ply in range(MOST + 1)}
    while any(len(of_ply) < PER_PLY and ply > 1 for ply, of_ply in found.items()):
        seed += 1
        players = [player(choose, 2 * seed), player(choose, 2 * seed + 1)]
        position, moves, game = Position(), "", []
        # A few moves at random, so that games differ.
        n_random = choose.randint(0, 8)
        while not position.is_over:
            game.append((position, moves))
            at_random = len(moves) < n_random
            column = choose.choice(position.legal_moves) if at_random else players[len(moves) % 2](position)
            position, moves = position.play(column), moves + str(column + 1)
        # One position of each game that is still wanted.
        wanted = [
            (position, moves)
            for position, moves in game
            if len(found[len(moves)] if len(moves) <= MOST else range(PER_PLY)) < PER_PLY
            and len(position.legal_moves) > 1
        ]
        if wanted:
            position, moves = choose.choice(wanted)
            # Not both of a position and its mirror image.
            found[len(moves)].setdefault(position.canonical_key, moves)
        if seed > 20_000:
            break
    return found


if __name__ == "__main__":
    name = sys.argv[1]
    lines = sorted((m for of_ply in make(name).values() for m in of_ply.values()), key=lambda m: (len(m), m))
    solved = foursight.scores_many(lines)
    print(f"# {name}: the columns played, and the score of each column (-1000 if full). Made by make_positions.py")
    for moves, scores in zip(lines, solved.scores.tolist(), strict=True):
        print(moves, *(-1000 if score == foursight.UNKNOWN else score for score in scores))
