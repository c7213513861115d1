"""Players of courses: a function agent(board), or a class with a method that chooses a column.

Further arguments: the dialect, and the player's number, which is 1 for the one that moves first.
"""

import types

# What parameters for the board are called.
BOARD_WORDS = ("board", "field", "grid", "state")

# In the flags of a function: it takes any number of values.
TAKES_ANY = 4


class Parameters:
    """The parameters of a function, as far as Python tells."""

    def __init__(self, function):
        # What Python tells nothing about may take anything; a missing constructor takes only self.
        self.names, self.n_needed = [], 0
        self.n_most = 1 if function is object.__init__ else sys.maxsize
        code = getattr(function, "__code__", None)
        if code is not None:
            self.names = list(code.co_varnames[: code.co_argcount])
            self.n_needed = len(self.names) - len(function.__defaults__ or ())
            if not code.co_flags & TAKES_ANY:
                self.n_most = len(self.names)

    def take(self, n_values):
        return self.n_needed <= n_values <= self.n_most

    def __str__(self):
        return f"({', '.join(self.names)})"


class Course(Engine):
    """A player of a course."""

    def __init__(self, path, connect, replies, number):
        super().__init__(path, connect, replies)
        self.number = int(number)

    def grid(self):
        """The rows of the board from the top: 0, or 1 and 2 for the players' discs."""
        cells, width = self.board(), self.columns
        return [cells[start : start + width] for start in range(0, len(cells), width)]


class Function(Course):
    """A function agent(board), or agent(board, player)."""

    label = "agent"

    def find(self, names):
        self.agent = names.get("agent")
        if not callable(self.agent):
            functions = [name for name, value in names.items() if isinstance(value, types.FunctionType)]
            found = f"a function {functions[-1]} was found: rename it" if functions else "write def agent(board)"
            raise Refusal(f"the arena calls a function agent; {found}")
        parameters = Parameters(self.agent)
        self.n_values = max(parameters.n_needed, 1)
        if self.n_values > 2:
            problem = f"it needs {self.n_values} values, but the arena passes the board and the player's number"
        elif not parameters.take(self.n_values):
            problem = "it takes no parameters, but the arena passes the board"
        elif not self.begins_with_board(parameters.names):
            problem = f"its first parameter is {parameters.names[0]}, but the arena passes the board first"
        else:
            return
        raise Refusal(
            f"a function agent{parameters} was found; {problem}: write def agent(board) or def agent(board, player)"
        )

    def begins_with_board(self, names):
        """Whether the board comes first, unless no name tells."""
        are_boards = [any(word in name for word in BOARD_WORDS) for name in names]
        return not any(are_boards) or are_boards[0]

    def ask(self, _):
        return self.agent(*[self.grid(), self.number][: self.n_values])


class Class(Course):
    """A class with a method to call. Its constructor takes `given`, its methods take `passed`."""

    def find(self, names):
        self.kind = self.find_class(names)
        found = [name for name in self.methods if hasattr(self.kind, name)]
        if not found:
            method = self.methods[0]
            where = f": the function {method} is outside it, so indent it" if method in names else ""
            raise Refusal(f"a class {self.name} was found, but it has no method {self.first_method()}{where}")
        self.methods, self.label = found, found[0]
        self.check(self.kind.__init__, "__init__", self.given[: self.n_given()], self.name)
        for name in self.methods:
            self.check(getattr(self.kind, name), name, self.passed, name)
        self.player = self.make()

    def find_class(self, names):
        classes = {name: value for name, value in names.items() if isinstance(value, type)}
        if self.name in classes:
            return classes[self.name]
        own = [name for name, value in classes.items() if value not in STAND_INS.values()]
        similar = [name for name in own if name.replace("_", "").lower() == self.name.lower()]
        able = [name for name in own if any(hasattr(classes[name], method) for method in self.methods)]
        found = (similar or able or [""])[0]
        if found:
            raise Refusal(f"a class {found} was found; the arena calls a class {self.name}: rename it")
        raise Refusal(f"the file defines no class {self.name} with a method {self.first_method()}")

    def first_method(self):
        return f"{self.methods[0]}({', '.join(['self', *self.passed])})"

    def n_given(self):
        """How many values the constructor receives: parameters that have values of their own keep them."""
        n_needed = Parameters(self.kind.__init__).n_needed - 1
        return max(n_needed, 1) if self.given else 0

    def check(self, function, name, values, called):
        parameters = Parameters(function)
        if not parameters.take(1 + len(values)):
            defined = f"{name}{parameters}" if parameters.names else f"no {name}"
            call = f"{called}({', '.join(values)})"
            raise Refusal(f"a class {self.name} was found; it defines {defined}, but the arena calls {call}")

    def make(self):
        return self.kind(*self.values()[: self.n_given()])

    def values(self):
        return []


class AlphaBeta(Class):
    """AIPlayer(player_number) with get_alpha_beta_move(board), where the board is a numpy array."""

    name, given, passed = "AIPlayer", ["player_number"], ["board"]
    methods = ["get_alpha_beta_move", "get_expectimax_move"]

    def find(self, names):
        try:
            import numpy

            self.array = lambda cells: numpy.array(cells, dtype=numpy.uint8)
        except ImportError:
            self.array = list
        super().find(names)

    def values(self):
        return [self.number]

    def ask(self, _):
        """Each move has a new player, as in the course, where a process of its own makes it."""
        for name in self.methods:
            self.label = name
            try:
                column = getattr(self.make(), name)(self.array(self.grid()))
            except NotImplementedError:
                # The skeleton has both methods, and only one may be written.
                if name == self.methods[-1]:
                    raise
            except (AttributeError, TypeError):
                if self.array is list:
                    hints.append(f"{sys.executable} has no numpy, so board is a list of rows: write board[row][column]")
                raise
            else:
                return column


class C4Agent(Class):
    """C4Agent with move(symbol, board, last_move), where the board is a string for each column, from the bottom."""

    name, given, passed = "C4Agent", [], ["symbol", "board", "last_move"]
    methods = ["move"]

    def ask(self, _):
        columns = [""] * self.columns
        for ply, column in enumerate(self.moves):
            columns[column] += "XO"[ply % 2]
        return self.player.move("XO"[self.number - 1], columns, self.moves[-1] if self.moves else -1)


class NextMove(Class):
    """AIPlayer(checker, tiebreak, lookahead) with next_move(board), where the board is an object."""

    name, given, passed = "AIPlayer", ["checker", "tiebreak", "lookahead"], ["board"]
    methods = ["next_move"]

    def load(self):
        sys.meta_path.append(StandIns())
        return super().load()

    def find(self, names):
        # A player may count on what its own board can do.
        own = names.get("Board")
        self.board_class = own if hasattr(own, "add_checker") else Board
        Board.connect = self.connect
        super().find(names)

    def values(self):
        return ["XO"[self.number - 1], "RANDOM", 3]

    def ask(self, _):
        board = self.board_class(self.rows, self.columns)
        for ply, column in enumerate(self.moves):
            board.add_checker("XO"[ply % 2], column)
        return self.player.next_move(board)


KINDS = {"board": Function, "alpha-beta": AlphaBeta, "c4-agent": C4Agent, "next-move": NextMove}

path, connect, kind, number = sys.argv[1:]
main(KINDS[kind], path, connect, number)
