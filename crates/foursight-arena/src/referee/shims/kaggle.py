"""Makes an engine of a Kaggle agent: it is told positions in lines and answers with moves.

Arguments: the agent's file or an archive with its `main.py`, and how many discs make a line. The lines go over descriptors that only this
script knows; the agent's own standard output is its standard error, its standard input empty.
"""

import operator
import os
import shutil
import sys
import tarfile

# The most files and bytes in an archive.
MAX_FILES, MAX_BYTES = 1000, 64 << 20

# Kaggle's time for a move; what the referee allows beyond it is the agent's bank.
ACT_TIMEOUT = 2


class Struct(dict):
    """Keys that are attributes too."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    __setattr__ = dict.__setitem__


def unpack(archive):
    """The path of main.py, unpacked into the working directory. Nothing else is written to."""
    n_files = n_bytes = 0
    with tarfile.open(archive) as members:
        for member in members:
            n_files, n_bytes = n_files + 1, n_bytes + member.size
            if n_files > MAX_FILES or n_bytes > MAX_BYTES:
                raise ValueError(f"the archive holds more than {MAX_FILES} files or {MAX_BYTES >> 20} MiB")
            path = os.path.normpath(member.name)
            if os.path.isabs(path) or path.split(os.sep)[0] == ".." or not (member.isfile() or member.isdir()):
                raise ValueError(f"the archive holds {ascii(member.name)[:200]}, which is a link or outside")
            if member.isdir():
                os.makedirs(path, exist_ok=True)
                continue
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            with open(path, "wb") as file:
                shutil.copyfileobj(members.extractfile(member), file)
    if not os.path.isfile("main.py"):
        raise ValueError("the archive has no main.py at its top")
    return os.path.abspath("main.py")


class Engine:
    def __init__(self, path, connect, replies):
        self.connect = connect
        self.replies = replies
        self.path = path
        self.columns, self.rows = 7, 6
        self.moves = []
        self.agent = self.load()

    def load(self):
        """The last callable of the file, in a namespace of its own."""
        namespace = {}
        try:
            if self.path.endswith((".tar.gz", ".tgz")):
                self.path = unpack(self.path)
            sys.path.append(os.path.dirname(self.path))
            sys.argv = [self.path]
            with open(self.path, "rb") as file:
                exec(compile(file.read(), self.path, "exec"), namespace)
            callables = [value for value in namespace.values() if callable(value)]
            if not callables:
                raise ValueError("there is nothing to call in the file")
        except BaseException as error:
            reason = " ".join(str(error).split())
            self.reply(f"error: {reason[:500]} ({type(error).__name__})")
            raise
        return callables[-1]

    def run(self, commands):
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
                self.answer(self.ask(int(words[1]) / 1000))
            elif name == "quit":
                break

    def ask(self, seconds):
        act_timeout = min(ACT_TIMEOUT, seconds)
        observation = Struct(
            board=self.board(),
            mark=len(self.moves) % 2 + 1,
            step=len(self.moves),
            remainingOverageTime=seconds - act_timeout,
        )
        configuration = Struct(
            columns=self.columns,
            rows=self.rows,
            inarow=self.connect,
            actTimeout=act_timeout,
            __raw_path__=self.path,
        )
        arguments = [observation, configuration]
        code = getattr(self.agent, "__code__", None)
        if code is not None:
            arguments = arguments[: code.co_argcount]
        return self.agent(*arguments)

    def board(self):
        """The cells from the top left, row by row: 0, or 1 and 2 for the players' discs."""
        board = [0] * (self.columns * self.rows)
        for ply, column in enumerate(self.moves):
            free = [cell for cell in range(column, len(board), self.columns) if not board[cell]]
            board[free[-1]] = ply % 2 + 1
        return board

    def answer(self, action):
        try:
            column = operator.index(action)
        except TypeError:
            # What only looks like a number is none.
            self.reply(f"returned {ascii(action)[:200]}, which is not an integer")
            return
        self.reply(f"returned {column}")

    def reply(self, line):
        print(line, file=self.replies, flush=True)


def main(path, connect):
    commands = os.fdopen(os.dup(0))
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)
    Engine(path, int(connect), replies).run(commands)


main(*sys.argv[1:])
