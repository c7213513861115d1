"""The board for notebooks, and the notebook of the documentation: it runs, and shows what it says."""

import ast
import contextlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import traitlets

from foursight import Game, Position, notebook
from foursight.notebook import Board

DOCS = Path(__file__).parents[3] / "docs"
NOTEBOOK = DOCS / "python.ipynb"


def test_moves_of_the_page_and_of_python_are_one_game():
    board, seen = Board("44", level=5, hints=True), []
    board.observe(lambda change: seen.append(change["new"]), "moves")
    # The state that the page sends after a click.
    board.set_state({"moves": "443"})
    board.moves += "5"
    assert seen == ["443", "4435"]
    assert board.position == Position("4435") and board.game.moves == [3, 3, 2, 4]
    state = board.get_state()
    shown = {name: state[name] for name in ["moves", "size", "connect", "level", "plays", "hints", "why"]}
    assert shown == {
        "moves": "4435", "size": "7x6", "connect": 4, "level": 5, "plays": "first", "hints": True, "why": False,
    }


def test_boards_begin_with_whatever_is_a_game():
    game = Game(Position(size="10x7", connect=5))
    game.play(9)
    board = Board(game)
    assert (board.moves, board.size, board.connect) == ("a", "10x7", 5)
    assert board.position == game.position
    assert Board(Position("4455")).position == Position("4455")
    assert Board([3, 3], size="8x7").size == "8x7"


def test_the_first_board_of_a_page_gets_the_scripts(monkeypatch):
    board, sent = Board(), []
    monkeypatch.setattr(board, "send", sent.append)
    board._handle_custom_msg({"wants": "files"}, [])
    [content] = sent
    engine, element = content["files"]
    assert "foursight.module" in engine and "foursight-board" in element
    # A blob has no folder in which other scripts would lie.
    assert not re.findall(r"\b(?:from|import) *[\"']\.", element)


def test_what_cannot_be_shown_is_said():
    board = Board("44")
    for moves, why in [("49", "move 2: '9' is not a column"), ("4444444", "move 7: column d is full")]:
        with pytest.raises(ValueError, match=why):
            board.moves = moves
        with pytest.raises(ValueError, match=why):
            Board(moves)
    assert board.moves == "44"
    for wrong in [{"level": 11}, {"plays": "red"}, {"hints": "yes"}]:
        with pytest.raises(traitlets.TraitError, match=next(iter(wrong))):
            Board(**wrong)


def test_it_needs_anywidget():
    program = "import sys; sys.modules['anywidget'] = None; import foursight; foursight.notebook"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "ImportError: this needs anywidget: pip install anywidget" in result.stderr


def test_a_build_without_the_board_says_so(monkeypatch, tmp_path):
    notebook._scripts.cache_clear()
    monkeypatch.setattr(notebook, "_PACKAGE", tmp_path)
    with pytest.raises(RuntimeError, match="has no board: build it with `cargo xtask release --wheel`"):
        Board()


def run(source, names):
    """The output of a cell, and the value of its last line as a notebook shows it."""
    *body, last = ast.parse(source).body
    shown = isinstance(last, ast.Expr)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body if shown else [*body, last], []), "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if shown else None
    return printed.getvalue(), None if value is None else repr(value)


def test_the_notebook_runs_and_is_current():
    matplotlib = pytest.importorskip("matplotlib", reason="the notebook (pip install matplotlib)")
    matplotlib.use("Agg")
    names = {}
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        printed, value = run("".join(cell["source"]), names)
        outputs = {output["output_type"]: output for output in cell["outputs"]}
        assert printed == "".join(outputs.get("stream", {"text": ""})["text"]), "run docs/python.ipynb again"
        if value is not None and "execute_result" in outputs:
            assert value == "".join(outputs["execute_result"]["data"]["text/plain"])
        draws = "plt.subplots" in "".join(cell["source"])
        assert draws == ("display_data" in outputs), "it is stored with its pictures"


def test_a_network_learns_from_nothing():
    """In slow tests with all games, as the notebook shows; otherwise, one epoch of a few games only runs."""
    cells = json.loads((DOCS / "training.ipynb").read_text())["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert sum(bool(line.strip()) for source in sources for line in source.split("\n")) <= 60
    is_slow = os.environ.get("SLOW_TESTS") == "1"
    names = {}
    run(sources[0], names)
    if not is_slow:
        names.update(N_GAMES=8, N_EPOCHS=1)
    for source in sources[1:]:
        run(source, names)
    first, last = names["reports"][0], names["reports"][-1]
    assert len(names["reports"]) == 1 + names["N_EPOCHS"] and last.n == 880
    assert first.accuracy + 0.05 < last.accuracy or not is_slow
