"""Writes docs/reference.md: `python tests/make_reference.py > ../../docs/reference.md`. Needs open_spiel."""

import foursight
from foursight import agents, datasets, metrics

PLAYERS = [*(f"level:{number}" for number in range(11)), *(f"mcts:{10**power}" for power in (1, 2, 3))]

HEAD = f"""\
# Reference figures

What `python -m foursight evaluate PLAYER --set SET` measures of Foursight {foursight.__version__}'s levels and of OpenSpiel's tree search
(`mcts:N`, N simulations a move, one random playout each). [Measure a player](python.md#measure-a-player) says what the
figures mean; ± is half of a 95 % confidence interval. [Levels](levels.md) has the results of whole games.
The mistakes of `mistakes-v1` are the levels' own, which therefore do worse there than others would.
`python crates/foursight-python/tests/make_reference.py > docs/reference.md` makes this page.
"""


def cell(share, error):
    return f"{share:.1%} ± {error:.1%}".replace("%", " %")


if __name__ == "__main__":
    print(HEAD)
    reports = {
        (player, name): metrics.measure(agents.named(player), name) for player in PLAYERS for name in datasets.SETS
    }
    for title, of in [
        ("Moves that keep the result", lambda report: cell(report.kept, report.kept_error)),
        ("Best moves", lambda report: cell(report.best, report.best_error)),
        ("Points lost a move", lambda report: f"{report.loss:.2f} ± {report.loss_error:.2f}"),
    ]:
        print(f"## {title}\n\n| player | {' | '.join(datasets.SETS)} |\n|---|{'---|' * len(datasets.SETS)}")
        for player in PLAYERS:
            print(f"| {player} | {' | '.join(of(reports[player, name]) for name in datasets.SETS)} |")
        print()
    print("## Kept after each idea\n\nIn `mistakes-v1`, by the idea that refutes the mistake made there.\n")
    ideas = list(reports[PLAYERS[0], "mistakes-v1"].by_idea)
    shown = ["level:3", "level:6", "level:9", "mcts:1000"]
    print(f"| idea | positions | {' | '.join(shown)} |\n|---|---|{'---|' * len(shown)}")
    for idea in ideas:
        parts = [reports[player, "mistakes-v1"].by_idea[idea] for player in shown]
        print(f"| {idea} | {parts[0].n} | {' | '.join(cell(part.kept, part.kept_error) for part in parts)} |")
