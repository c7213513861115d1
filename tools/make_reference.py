"""Writes docs/reference.md: `python tools/make_reference.py > docs/reference.md`, in an hour.

It needs open_spiel, bitbully==0.0.79 and, without its own needs, kaggle_environments==1.33.2:

    pip install open_spiel bitbully==0.0.79
    pip install --no-deps kaggle_environments==1.33.2
"""

import functools
import random
import runpy
from importlib.metadata import distribution

import foursight
from foursight import agents, datasets, metrics


def negamax():
    """Kaggle's agent, from its file: the rest of the package is not needed."""
    file = distribution("kaggle_environments").locate_file("kaggle_environments/envs/connectx/connectx.py")
    random.seed(1)
    return agents.kaggle_agent(runpy.run_path(str(file))["negamax_agent"])


def exact():
    """The solver BitBully, with the book that it uses by default."""
    import bitbully

    solver = bitbully.BitBully()
    return lambda position: solver.best_move(bitbully.Board([int(move) - 1 for move in position.text("moves")]))


NAMED = [*(f"level:{number}" for number in range(11)), "mcts:10", "mcts:100", "mcts:1000"]
PLAYERS = {**{name: functools.partial(agents.named, name) for name in NAMED}, "negamax": negamax, "bitbully": exact}

HEAD = f"""\
# Reference figures

These are the figures that `python -m foursight evaluate PLAYER --set SET` prints for Foursight {foursight.__version__}'s levels and for
OpenSpiel's tree search (`mcts:N`: N simulations per move, one random playout each). Two known players are measured in
the same way: `negamax`, Kaggle's own agent for ConnectX, which looks five plies ahead (kaggle_environments 1.33.2), and
`bitbully`, an exact solver (BitBully 0.0.79). [Measure a player](python.md#measure-a-player) says what the figures
mean; ± is half of a 95 % confidence interval. [Levels](levels.md) has the results of whole games. The levels made
the mistakes in `mistakes-v1`, before levels 1 to 5 overlooked threats, so they do worse there than other players would.
`python tools/make_reference.py > docs/reference.md` writes this page.
"""

END = """
## Language models in public games

The 150 games of six models in LLM-Game-Benchmark's file of 14 June 2024
([outputs](https://github.com/research-outcome/LLM-Game-Benchmark/tree/main/outputs)), graded by

```sh
python -m foursight games connect-four_illustration_240614-082307_all_moves.csv
```

Of the models' 3,276 answers, 33.9 % cannot be played, 40 % are best and 55 % keep the result.
"""


def cell(share, error):
    return f"{share:.1%} ± {error:.1%}".replace("%", " %")


if __name__ == "__main__":
    print(HEAD)
    reports = {
        (name, of): metrics.measure(make(), of) for name, make in PLAYERS.items() for of in datasets.SETS
    }
    for title, of in [
        ("Moves that keep the result", lambda report: cell(report.kept, report.kept_error)),
        ("Best moves", lambda report: cell(report.best, report.best_error)),
        ("Points lost per move", lambda report: f"{report.loss:.2f} ± {report.loss_error:.2f}"),
    ]:
        print(f"## {title}\n\n| player | {' | '.join(datasets.SETS)} |\n|---|{'---|' * len(datasets.SETS)}")
        for player in PLAYERS:
            print(f"| {player} | {' | '.join(of(reports[player, name]) for name in datasets.SETS)} |")
        print()
    print("## Moves that keep the result, by idea\n\nThe figures for `mistakes-v1`, by the idea that refutes the mistake made there.\n")
    ideas = list(reports[NAMED[0], "mistakes-v1"].by_idea)
    shown = ["level:3", "level:6", "level:9", "mcts:1000", "negamax"]
    print(f"| idea | positions | {' | '.join(shown)} |\n|---|---|{'---|' * len(shown)}")
    for idea in ideas:
        parts = [reports[player, "mistakes-v1"].by_idea[idea] for player in shown]
        print(f"| {idea} | {parts[0].n} | {' | '.join(cell(part.kept, part.kept_error) for part in parts)} |")
    print(END, end="")
