"""Makes an engine of a Kaggle agent: it is told positions in lines and answers with moves.

Arguments: the agent's file or an archive with its `main.py`, and how many discs make a line. The lines go over descriptors that only this
script knows; the agent's own standard output is its standard error, its standard input empty.
"""

import builtins
import functools
import io
import operator
import os
import shutil
import sys
import tarfile
import traceback
import zlib

# The most files and bytes in an archive.
MAX_FILES, MAX_BYTES = 1000, 64 << 20

# Kaggle's time for a move; what the referee allows beyond it is the agent's bank.
ACT_TIMEOUT = 2

# What agents may find in the configuration besides: seconds for all games together, and the most moves.
RUN_TIMEOUT, EPISODE_STEPS = 1200, 1000

# Where Kaggle keeps the agent's files.
KAGGLE_FOLDER = "/kaggle_simulations/agent"


class Refusal(Exception):
    """The file cannot play, for a reason that its author understands without a traceback."""


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
    try:
        with tarfile.open(archive) as members:
            for member in members:
                n_files, n_bytes = n_files + 1, n_bytes + member.size
                if n_files > MAX_FILES or n_bytes > MAX_BYTES:
                    raise Refusal(f"the archive holds more than {MAX_FILES} files or {MAX_BYTES >> 20} MiB")
                unpack_member(members, member)
    except (tarfile.TarError, zlib.error, EOFError, OSError) as error:
        raise Refusal(f"the archive cannot be unpacked: {error}") from None
    if not os.path.isfile("main.py"):
        raise Refusal("the archive has no main.py at its top")
    return os.path.abspath("main.py")


def unpack_member(members, member):
    path = os.path.normpath(member.name)
    if os.path.isabs(path) or path.split(os.sep)[0] == ".." or not (member.isfile() or member.isdir()):
        raise Refusal(f"the archive holds {ascii(member.name)[:200]}, which is a link or outside")
    if member.isdir():
        os.makedirs(path, exist_ok=True)
        return
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        shutil.copyfileobj(members.extractfile(member), file)


def find_kaggle_folder(folder):
    """Leads Python's own functions from Kaggle's folder to the agent's, unless the jail has a link there."""
    if os.path.exists(KAGGLE_FOLDER):
        return

    def real(path):
        text = os.fspath(path) if isinstance(path, (str, os.PathLike)) else ""
        is_below = isinstance(text, str) and (text + "/").startswith(KAGGLE_FOLDER + "/")
        return folder + text[len(KAGGLE_FOLDER) :] if is_below else path

    def redirected(function):
        @functools.wraps(function)
        def call(*arguments, **options):
            return function(*map(real, arguments[:1]), *arguments[1:], **options)

        return call

    for module, names in (builtins, ["open"]), (io, ["open"]), (os, ["open", "stat", "listdir", "scandir", "chdir"]):
        for name in names:
            setattr(module, name, redirected(getattr(module, name)))


def refuse_input(*_):
    """Stands in for input()."""
    raise EOFError("nobody types what input() waits for; choose from observation.board and return a column")


def show(kind, error, trace):
    """Prints an exception without the frames of this script, and what may help."""
    shown = traceback.TracebackException(kind, error, trace)
    hide_own_frames(shown, error)
    print("".join(shown.format()), end="", file=sys.stderr)
    if kind is ModuleNotFoundError:
        hints.append(f"{sys.executable} looked for it")
    for hint in hints:
        print("hint:", hint, file=sys.stderr)


def hide_own_frames(shown, error):
    if shown is None or error is None:
        return
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    shown.stack[:] = [line for line, frame in zip(shown.stack, frames) if frame.f_globals is not globals()]
    hide_own_frames(shown.__cause__, error.__cause__)
    hide_own_frames(shown.__context__, error.__context__)


# What may help if the agent fails.
hints = []


def hint(name, agent):
    """What may be wrong with a function if it fails that does not look like an agent."""
    if isinstance(agent, type):
        return f"the arena called the class {name}; write def agent(observation, configuration) outside it"
    code = getattr(agent, "__code__", None)
    parameters = code.co_varnames[: code.co_argcount] if code else ()
    first, second = (*parameters, "", "")[:2]
    if len(parameters) - len(getattr(agent, "__defaults__", None) or ()) > 2:
        return f"{name} takes {len(parameters)} parameters, but gets an observation and a configuration"
    if code is None or first.startswith("obs") or second.startswith("conf"):
        return None
    if name != "agent":
        return f"the arena called {name}, the last callable in the file; name the function that plays agent"
    if any(word in first for word in ("board", "field", "grid", "state")):
        return (
            f"agent({first}) receives an observation, not a board: write def agent(observation, configuration); the "
            "cell in row r and column c is observation.board[r * configuration.columns + c]"
        )
    return None


class Engine:
    def __init__(self, path, connect, replies):
        self.connect = connect
        self.replies = replies
        self.path = path
        self.columns, self.rows = 7, 6
        self.moves = []
        self.agent_timeout = None
        try:
            self.agent = self.load()
        except Refusal as refusal:
            self.reply(f"error: {refusal}")
            sys.exit(1)

    def load(self):
        """The agent of the file, run in a namespace of its own: `agent`, or else as at Kaggle the last callable."""
        namespace = {}
        try:
            if self.path.endswith((".tar.gz", ".tgz")):
                self.path = unpack(self.path)
            folder = os.path.dirname(self.path)
            sys.path.append(folder)
            sys.argv = [self.path]
            with open(self.path, "rb") as file:
                code = file.read()
            find_kaggle_folder(folder)
            exec(compile(code, self.path, "exec"), namespace)
        except SystemExit:
            raise Refusal("the file ends the program while it is loaded, as with exit()") from None
        names = [name for name, value in namespace.items() if callable(value)]
        if not names:
            raise Refusal("the file defines no function; write def agent(observation, configuration)")
        name = "agent" if "agent" in names else names[-1]
        self.label = "the agent" if name == "agent" else name
        hints.extend(filter(None, [hint(name, namespace[name])]))
        return namespace[name]

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
        if self.agent_timeout is None:
            self.agent_timeout = seconds - act_timeout
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
            timeout=act_timeout,
            agentTimeout=self.agent_timeout,
            runTimeout=RUN_TIMEOUT,
            episodeSteps=EPISODE_STEPS,
            __raw_path__=self.path,
        )
        arguments = [observation, configuration]
        code = getattr(self.agent, "__code__", None)
        if code is not None:
            arguments = arguments[: code.co_argcount]
        try:
            return self.agent(*arguments)
        except SystemExit as end:
            error = RuntimeError("the agent ends the program, as with exit(), instead of returning a column")
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
            column = operator.index(action)
        except TypeError:
            # What only looks like a number is none.
            self.reply(f"{self.label} returned {ascii(action)[:200]}, which is not an integer")
            return
        self.reply(f"{self.label} returned {column}")

    def reply(self, line):
        print(line, file=self.replies, flush=True)


def main(path, connect):
    commands = os.fdopen(os.dup(0))
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)
    builtins.input = refuse_input
    sys.excepthook = show
    Engine(path, int(connect), replies).run(commands)


main(*sys.argv[1:])
