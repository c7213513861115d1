"""Writes the sets of positions of `foursight.datasets`: `python tools/make_positions.py NAME > .../data/NAME.txt`.

A published set never changes: a new one gets a new name, and its checksum goes into `datasets.py`.
"""

import random
import sys

import foursight
from foursight import Level, Position


def random_player(choose, seed):
    return lambda position: choose.choice(position.legal_moves)


def level_player(choose, seed):
    return Level(choose.randint(0, 10), seed=seed, random_ties=True)


def of_games(name):
    """25 positions for each ply up to 36, at most one from each game."""
    player = {"games-v1": level_player, "random-v1": random_player}[name]
    return sample(name, player, range(37), 25, lambda position, column: True)


def hard(name):
    """Positions in which only one move keeps the result, and looking one move ahead does not find it."""

    def is_hard(position, column):
        if position.winning_moves:
            return False
        scores = position.scores()
        if scores.best.score < 0 or len(scores.keeping_moves) != 1:
            return False
        only = scores.keeping_moves[0]
        others = [position.play(column) for column in position.legal_moves if column != only]
        return not all(only in after.winning_moves for after in others)

    return sample(name, level_player, range(6, 35), 15, is_hard)


REASONS = {}


def mistakes(name):
    """Positions with a move that throws a win or a draw away, and the idea of the reason."""

    def is_mistake(position, column):
        return column not in position.scores().keeping_moves

    def has_idea(position, column):
        idea = foursight.why(position, column).idea
        if idea is not None:
            REASONS.setdefault(position.key, (column, idea))
        return idea is not None

    return sample(name, level_player, range(8, 31), 20, is_mistake, has_idea)


def openings(name):
    """Every position of up to four discs."""
    found, last = {}, {Position().canonical_key: ""}
    for _ in range(5):
        found.update(last)
        last = {
            position.canonical_key: moves + column
            for moves in reversed(last.values())
            for column in "7654321"
            for position in [Position(moves + column)]
        }
    return list(found.values())


def sample(name, player, plies, per_ply, is_wanted, is_taken=lambda position, column: True):
    """Positions from games: the wanted number for each ply, and at most one from each game."""
    choose = random.Random(name)
    found = {ply: {} for ply in plies}
    for seed in range(1, 20_001):
        if all(len(of_ply) == per_ply or ply < 2 for ply, of_ply in found.items()):
            break
        players = [player(choose, 2 * seed), player(choose, 2 * seed + 1)]
        position, moves, game = Position(), "", []
        # A few moves at random, so that games differ.
        n_random = choose.randint(0, 8)
        while not position.is_over:
            at_random = len(moves) < n_random
            column = choose.choice(position.legal_moves) if at_random else players[len(moves) % 2](position)
            game.append((position, moves, column))
            position, moves = position.play(column), moves + str(column + 1)
        wanted = [
            (position, moves, column)
            for position, moves, column in game
            if len(found.get(len(moves), range(per_ply))) < per_ply
            and len(position.legal_moves) > 1
            and is_wanted(position, column)
        ]
        if wanted:
            position, moves, column = choose.choice(wanted)
            # Never both a position and its mirror image.
            if position.canonical_key not in found[len(moves)] and is_taken(position, column):
                found[len(moves)][position.canonical_key] = moves
    return [moves for of_ply in found.values() for moves in of_ply.values()]


def reason_of(moves):
    column, idea = REASONS.get(Position(moves).key, (None, None))
    return "" if column is None else f" | {column + 1} {idea}"


MAKERS = {
    "games-v1": of_games,
    "random-v1": of_games,
    "hard-v1": hard,
    "mistakes-v1": mistakes,
    "openings-v1": openings,
}

if __name__ == "__main__":
    name = sys.argv[1]
    lines = sorted(MAKERS[name](name), key=lambda moves: (len(moves), moves))
    solved = foursight.scores_many(lines)
    says = "the columns played, and the score of each column (-1000 if full)"
    if name.startswith("mistakes"):
        says += ", then a mistake and the idea that refutes it"
    print(f"# {name}: {says}. Made by make_positions.py")
    for moves, scores in zip(lines, solved.scores.tolist(), strict=True):
        values = (-1000 if score == foursight.UNKNOWN else score for score in scores)
        print(" ".join([moves, *map(str, values)]) + reason_of(moves))
