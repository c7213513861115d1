"""Kaggle's agents, each a file or an archive with its `main.py`."""

import functools
import io
import shutil
import tarfile
import zlib

# The most files and bytes in an archive.
MAX_FILES, MAX_BYTES = 1000, 64 << 20

# Kaggle's time for a move; what the referee allows beyond it is the agent's bank.
ACT_TIMEOUT = 2

# What agents may find in the configuration besides: seconds for all games together, and the most moves.
RUN_TIMEOUT, EPISODE_STEPS = 1200, 1000

# Where Kaggle keeps the agent's files.
KAGGLE_FOLDER = "/kaggle_simulations/agent"


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
        raise Refusal(f"the archive holds {ascii(member.name)[:200]}, which is a link or lies outside it")
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


def hint(name, agent):
    """What may be wrong with a function if it fails that does not look like an agent."""
    if isinstance(agent, type):
        return f"the arena called the class {name}; write def agent(observation, configuration) outside it"
    code = getattr(agent, "__code__", None)
    parameters = code.co_varnames[: code.co_argcount] if code else ()
    first, second = (*parameters, "", "")[:2]
    if len(parameters) - len(getattr(agent, "__defaults__", None) or ()) > 2:
        return f"{name} takes {len(parameters)} parameters, but receives an observation and a configuration"
    if code is None or first.startswith("obs") or second.startswith("conf"):
        return None
    if name != "agent":
        return f"the arena called {name}, the last callable in the file; rename the function that plays to agent"
    if any(word in first for word in ("board", "field", "grid", "state")):
        return (
            f"agent({first}) receives an observation, not a board: write def agent(observation, configuration); the "
            "cell in row r and column c is observation.board[r * configuration.columns + c]"
        )
    return None


class Kaggle(Engine):
    agent_timeout = None

    def load(self):
        if self.path.endswith((".tar.gz", ".tgz")):
            self.path = unpack(self.path)
        find_kaggle_folder(os.path.dirname(self.path))
        return super().load()

    def find(self, namespace):
        """The function `agent`, or else as at Kaggle the last callable."""
        names = [name for name, value in namespace.items() if callable(value)]
        if not names:
            raise Refusal("the file defines no function; write def agent(observation, configuration)")
        name = "agent" if "agent" in names else names[-1]
        self.label = "the agent" if name == "agent" else name
        self.agent = namespace[name]
        hints.extend(filter(None, [hint(name, self.agent)]))

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
        return self.agent(*arguments)


main(Kaggle, *sys.argv[1:])
