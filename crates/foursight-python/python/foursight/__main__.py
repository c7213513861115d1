"""``python -m foursight``: measures players, and asks language models."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from . import agents, datasets, metrics


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command, by default that of the command line."""
    parser = argparse.ArgumentParser(prog="python -m foursight", description="Measure Connect Four players.")
    commands = parser.add_subparsers(dest="command", required=True)
    evaluate = commands.add_parser("evaluate", help="grade a player's moves in a set of positions")
    evaluate.add_argument(
        "player", help="level:5, kaggle:agent.py, engine:COMMAND, mcts:1000 (OpenSpiel) or answers:FILE"
    )
    prompts = commands.add_parser("prompts", help="print a question for a language model about each position")
    for command in (evaluate, prompts):
        command.add_argument("--set", choices=datasets.SETS, default="games-v1", help="the positions")
    chosen = parser.parse_args(arguments)
    if chosen.command == "prompts":
        for prompt in agents.prompts(chosen.set):
            print(json.dumps(prompt))
        return
    try:
        print(metrics.measure(agents.named(chosen.player), chosen.set, count_illegal=True))
    except (ValueError, RuntimeError, ImportError, OSError) as error:
        parser.exit(2, f"python -m foursight: {error}\n")


if __name__ == "__main__":
    main()
