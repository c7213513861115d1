"""``python -m foursight``: measures players, grades their games, and lets language models play."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from . import agents, answers, datasets, games, metrics, model

_FORMAT = f"how answers name columns: {', '.join(answers.FORMATS)}, or a pattern with one group"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command, by default that of the command line."""
    parser = argparse.ArgumentParser(prog="python -m foursight", description="Measure Connect Four players.")
    commands = parser.add_subparsers(dest="command", required=True)
    evaluate = commands.add_parser("evaluate", help="grade the moves of a player, or of two, in a set of positions")
    evaluate.add_argument(
        "players",
        nargs="+",
        metavar="player",
        help="level:5, kaggle:agent.py, engine:COMMAND, mcts:1000 (OpenSpiel) or answers:FILE; two are compared",
    )
    evaluate.add_argument("--json", action="store_true", help="print JSON, with a row for each position")
    prompts = commands.add_parser("prompts", help="print a question for a language model about each position")
    player = commands.add_parser("model", help="a language model as a player that speaks the engine protocol")
    player.add_argument("url", help="the address of its endpoint before /chat/completions, such as http://localhost:8000/v1")
    player.add_argument("name", help="the name of the model at the endpoint")
    player.add_argument("--retries", type=int, default=0, help="how often to ask again after an answer that cannot be played")
    player.add_argument("--key-file", type=argparse.FileType("r"), help="a file with the key of the endpoint")
    player.add_argument("--time-limit", type=float, default=60, help="for how many seconds the endpoint may be silent")
    for command in (evaluate, prompts):
        command.add_argument("--set", choices=datasets.SETS, default="games-v1", help="the positions")
    for command in (evaluate, prompts, player):
        command.add_argument("--format", default="foursight", help=_FORMAT)
        command.add_argument("--counts-from", type=int, choices=(0, 1), help="the number of the left column")
    graded = commands.add_parser("games", help="grade the moves of players in games that they have played")
    graded.add_argument(
        "files",
        nargs="+",
        metavar="file",
        help="replays of Kaggle, logs of OpenSpiel, moves of LLM-Game-Benchmark or game files, or folders of them",
    )
    graded.add_argument("--by", choices=("player", "game"), default="player", help="whose moves are graded together")
    graded.add_argument("--json", action="store_true", help="print JSON, also with figures by ply and by idea")
    chosen = parser.parse_args(arguments)
    if chosen.command == "evaluate" and len(chosen.players) > 2:
        parser.error(f"{len(chosen.players)} players: give one, or two to compare")
    try:
        {"evaluate": _evaluate, "prompts": _prompts, "games": _games, "model": _model}[chosen.command](chosen)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads has seen enough; nothing is left to be flushed at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (ValueError, RuntimeError, ImportError, OSError) as error:
        parser.exit(2, f"python -m foursight: {error}\n")


def _prompts(chosen: argparse.Namespace) -> None:
    for prompt in answers.prompts(chosen.set, format=chosen.format, counts_from=chosen.counts_from):
        print(json.dumps(prompt))


def _evaluate(chosen: argparse.Namespace) -> None:
    positions = datasets.load(chosen.set)
    found: list[dict[str, Any]] = []
    columns = []
    for name in chosen.players:
        player = agents.named(name, format=chosen.format, counts_from=chosen.counts_from)
        own = metrics.answers_of(player, positions)
        columns.append(own)
        report = metrics.grade(own, positions, count_illegal=True)
        if not chosen.json:
            print(report if len(chosen.players) == 1 else f"{name}\n{report}\n")
        more: dict[str, Any] = {}
        if isinstance(player, answers.Transcript):
            more["repeated"] = player.n_repeated
            _warn(name, player, report, positions)
        found.append({"player": name} | dataclasses.asdict(report) | more | {"rows": metrics.rows(own, positions)})
    compared = metrics.compare(columns[0], columns[1], positions) if len(columns) == 2 else None
    if chosen.json:
        comparison = dataclasses.asdict(compared) if compared else None
        _print_json({"set": chosen.set, "format": chosen.format, "players": found, "comparison": comparison})
    elif compared:
        print(compared)


def _print_json(found: dict[str, Any]) -> None:
    # JSON has no number for the error of a single move.
    print(json.dumps(json.loads(json.dumps(found), parse_constant=lambda _: None)))


def _games(chosen: argparse.Namespace) -> None:
    played = [game for path in chosen.files for game in games.read(path)]
    if not played:
        raise ValueError(f"there are no games in {', '.join(chosen.files)}")
    reports = metrics.grade_games(played, by=chosen.by, progress=_progress if sys.stderr.isatty() else None)
    if chosen.json:
        _print_json({"games": len(played), "reports": {name: dataclasses.asdict(one) for name, one in reports.items()}})
        return
    width = max(len(name) for name in [chosen.by, *reports])
    print(f"{chosen.by:{width}} {'games':>6} {'moves':>6} {'best':>7} {'kept':>7} {'loss':>6} {'illegal':>8} {'missing':>8} {'retries':>8}")
    for name, one in reports.items():
        moves = one.moves
        print(
            f"{name:{width}} {one.games:6} {moves.n:6} {moves.best:7.1%} {moves.kept:7.1%} {moves.loss:6.2f} "
            f"{moves.illegal:8.1%} {moves.missing:8.1%} {one.retries:8}"
        )


def _progress(n_done: int, n_all: int) -> None:
    end = "\r" if n_done < n_all else "\n"
    print(f"{n_done} of {n_all} answers graded", end=end, file=sys.stderr, flush=True)


def _model(chosen: argparse.Namespace) -> None:
    player = model.Model(
        chosen.url,
        chosen.name,
        format=chosen.format,
        counts_from=chosen.counts_from,
        retries=chosen.retries,
        key=chosen.key_file.read().strip() if chosen.key_file else None,
        time_limit=chosen.time_limit,
    )
    model.speak(player, sys.stdin)


def _warn(name: str, player: answers.Transcript, report: metrics.Report, positions: datasets.PositionSet) -> None:
    """Say what is wrong with a transcript."""
    if player.n_repeated:
        print(f"{name}: {player.n_repeated} answers repeat a question; the first one counts", file=sys.stderr)
    other = player.other_reading()
    if other is None:
        return
    read = metrics.measure(other, positions, count_illegal=True)
    # Chance fits a reading somewhat better.
    if read.illegal + 0.05 < report.illegal or read.best > report.best + 0.2:
        words = (f"{one.illegal:.1%} are illegal and {one.best:.1%} best" for one in (read, report))
        print(f"{name}: with columns {other.numbers()}, {' instead of '.join(words)}; see --counts-from", file=sys.stderr)


if __name__ == "__main__":
    main()
