"""Makes an engine of a player's Python file: it is told positions in lines and answers with moves.

The script for a kind of player stands below. Its first arguments are the player's file and how many discs make a line.
The lines go over descriptors that only this script knows; the player's own standard output is its standard error, and its
standard input is empty.
"""

import builtins
import numbers
import operator
import os
import sys
import traceback


class Refusal(Exception):
    """The file cannot play, for a reason that its author understands without a traceback."""


def refuse_input(*_):
    """Stands in for input()."""
    raise EOFError("input() waits, but nobody types; choose from the board and return a column")


def show(kind, error, trace):
    """Prints an exception without the frames of this script, and what may help."""
    shown = traceback.TracebackException(kind, error, trace)
    hide_own_frames(shown, error)
    print("".join(shown.format()), end="", file=sys.stderr)
    if kind is ModuleNotFoundError:
        if error.name == "numpy":
            hints.append("install it, as with apt install python3-numpy, or name a Python that has it before the file")
        hints.append(f"{sys.executable} looked for it")
    for hint in hints:
        print("hint:", hint, file=sys.stderr)


def hide_own_frames(shown, error):
    if shown is None or error is None:
        return
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    shown.stack[:] = [line for line, frame in zip(shown.stack, frames) if is_of_player(frame)]
    hide_own_frames(shown.__cause__, error.__cause__)
    hide_own_frames(shown.__context__, error.__context__)


def is_of_player(frame):
    return frame.f_globals is not globals() and not frame.f_code.co_filename.startswith("<frozen")


def column_of(value):
    """The column that an integer or a whole float states. Truth values state none, though Python counts with them."""
    if type(value).__name__ in ("bool", "bool_"):
        raise TypeError
    return operator.index(int(value) if isinstance(value, numbers.Real) and value % 1 == 0 else value)


# What may help if the player fails.
hints = []


class Engine:
    """A player in a file. Each kind of player has its own `find`, which picks what to call, and `ask`, which calls it."""

    # What the author knows the called function by.
    label = ""

    def __init__(self, path, connect, replies):
        self.path = path
        self.connect = connect
        self.replies = replies
        self.columns, self.rows = 7, 6
        self.moves = []

    def load(self):
        """The names that the file defines, run in a namespace of its own."""
        namespace = {}
        sys.path.append(os.path.dirname(self.path))
        sys.argv = [self.path]
        with open(self.path, "rb") as file:
            code = file.read()
        try:
            exec(compile(code, self.path, "exec"), namespace)
        except SystemExit:
            raise Refusal("the file ends the program while it is loaded, as with exit()") from None
        return namespace

    def run(self, commands):
        try:
            self.find(self.load())
        except Refusal as refusal:
            self.reply(f"error: {refusal}")
            sys.exit(1)
        for line in commands:
            name, *words = line.split() or [""]
            if name == "size":
                self.columns, self.rows = map(int, words[0].split("x"))
                self.moves = []
                self.reply("Position reset to empty board")
            elif name == "position":
                self.moves = [int(symbol, 11) - 1 for symbol in "".join(words)]
                n_moves = len(self.moves)
                self.reply(f"Played {n_moves} moves" if n_moves else "Position reset to empty board")
            elif name == "go":
                self.answer(self.choose(int(words[1]) / 1000))
            elif name == "quit":
                break

    def choose(self, seconds):
        try:
            return self.ask(seconds)
        except SystemExit as end:
            error = RuntimeError(f"{self.label} ends the program, as with exit(), instead of returning a column")
            raise error.with_traceback(end.__traceback__) from None

    def board(self):
        """The cells from the top left, row by row: 0, or 1 and 2 for the players' discs."""
        board = [0] * (self.columns * self.rows)
        for ply, column in enumerate(self.moves):
            free = [cell for cell in range(column, len(board), self.columns) if not board[cell]]
            board[free[-1]] = ply % 2 + 1
        return board

    def answer(self, action):
        try:
            column = column_of(action)
        except TypeError:
            # What only looks like a number is none.
            self.reply(f"{self.label} returned {ascii(action)[:200]}, which is not an integer")
            return
        self.reply(f"{self.label} returned {column}")

    def reply(self, line):
        print(line, file=self.replies, flush=True)


def main(engine, path, connect, *rest):
    commands = os.fdopen(os.dup(0))
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)
    builtins.input = refuse_input
    sys.excepthook = show
    engine(path, int(connect), replies, *rest).run(commands)
