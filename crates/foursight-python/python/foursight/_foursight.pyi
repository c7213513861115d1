from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

from ._types import Layout, Notation, Outcome, Player, PositionLike, Progress

__all__ = [
    "Accuracy",
    "Analysis",
    "Books",
    "Counted",
    "Game",
    "Lesson",
    "Level",
    "MoveAnalysis",
    "MoveScores",
    "Position",
    "Positions",
    "Review",
    "ReviewedMove",
    "Solution",
    "Why",
    "_Vector",
    "__version__",
    "_label",
    "_label_games",
    "analyze",
    "clear",
    "review",
    "scores",
    "solve",
    "why",
]

__version__: str

@final
class Position:
    """A position: which discs stand where, and whose turn it is. It never changes, and can be a dictionary key.

    `position` is text in any notation (`"4455"` is the columns played, counted from 1), or a list of columns counted from
    0 as in all code. `size` is columns x rows, and `connect` is how many discs in a row win.

    >>> position = foursight.Position("4455")
    >>> position == foursight.Position([3, 3, 4, 4])
    True
    >>> str(position).splitlines()[-1]
    '...XX..'
    >>> position.play(2).ply
    5
    >>> foursight.Position(size="9x7", connect=5).width
    9
    """
    def __new__(
        cls,
        position: PositionLike | None = None,
        *,
        size: str | None = None,
        connect: int | None = None,
        notation: Notation | None = None,
    ) -> Self: ...
    @classmethod
    def from_array(cls, array: Any, layout: Layout | None = None, *, connect: int | None = None) -> Position:
        """The position with the discs of an array.

        `layout` is one of `foursight.LAYOUTS`; without it, the shape distinguishes the layouts of the standard board.

        >>> import numpy as np
        >>> board = np.zeros((6, 7), dtype=int)
        >>> board[5, 3] = 1
        >>> foursight.Position.from_array(board)
        Position("4")
        """
    def to_array(self, layout: Layout = "grid") -> NDArray[np.int8]:
        """The discs as an array in one of `foursight.LAYOUTS`.

        >>> foursight.Position("4").to_array()[5]
        array([0, 0, 0, 1, 0, 0, 0], dtype=int8)
        >>> foursight.Position("4").to_array("pettingzoo").shape
        (6, 7, 2)
        """
    @staticmethod
    def _of_board(cells: bytes, width: int, height: int, connect: int) -> Position: ...
    def _board(self, layout: str = "grid") -> bytes: ...
    def _tensor(self) -> list[float]: ...
    @property
    def width(self) -> int:
        """Number of columns."""
    @property
    def height(self) -> int:
        """Number of rows."""
    @property
    def connect(self) -> int:
        """Discs in a row needed to win."""
    @property
    def ply(self) -> int:
        """Number of discs."""
    @property
    def to_move(self) -> Player | None:
        """Whose turn it is, `first` or `second`; None after the end."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: `first` or `second` if that player won, or `draw`; None before the end."""
    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
    @property
    def legal_moves(self) -> list[int]:
        """The columns in which a disc can be played, counted from 0; none after the end."""
    @property
    def winning_moves(self) -> list[int]:
        """The columns that win with the next disc, counted from 0."""
    @property
    def key(self) -> int:
        """A number that identifies the position among all others on a board of this size."""
    @property
    def canonical_key(self) -> int:
        """The smaller of the position's key and its mirror image's."""
    def play(self, column: int) -> Position:
        """The position after a disc in `column`, counted from 0."""
    def mirror(self) -> Position:
        """The mirror image, which has the same score."""
    def text(self, notation: Notation = "moves") -> str:
        r"""The position in a notation: `moves`, `zero-based`, `grid`, `ascii`, `emoji`, `nested`, `symbols`, `flat` or `uci`.

        A position does not know its moves: `moves` is one order of moves that leads to it.

        >>> foursight.Position("....\n....\n.Y..\nRR..").text("moves")
        '221'
        """
    def json(self) -> str:
        """The position as the JSON object that the server returns, where columns count from 1."""
    def svg(self) -> str:
        """The board as SVG."""
    def solve(
        self,
        *,
        book: bool | Books = True,
        threads: int | None = None,
        table_mib: int | None = None,
        time_limit: float | None = None,
        nodes: int | None = None,
        weak: bool = False,
        progress: Progress | None = None,
    ) -> Solution:
        """The result of `foursight.solve`."""
    def scores(
        self,
        *,
        book: bool | Books = True,
        threads: int | None = None,
        table_mib: int | None = None,
        time_limit: float | None = None,
        nodes: int | None = None,
        weak: bool = False,
        progress: Progress | None = None,
    ) -> MoveScores:
        """The result of `foursight.scores`."""
    def analyze(
        self,
        *,
        book: bool | Books = True,
        threads: int | None = None,
        table_mib: int | None = None,
        time_limit: float | None = None,
        nodes: int | None = None,
        weak: bool = False,
        progress: Progress | None = None,
    ) -> Analysis:
        """The result of `foursight.analyze`."""
    def why(
        self,
        column: int | None = None,
        *,
        book: bool | Books = True,
        threads: int | None = None,
        table_mib: int | None = None,
        time_limit: float | None = None,
        nodes: int | None = None,
        weak: bool = False,
        progress: Progress | None = None,
    ) -> Why:
        """The result of `foursight.why`."""
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> Any: ...

@final
class Game:
    """A game: its starting position and the moves played since, with undo and redo.

    `start` is a position, or moves as text or a list, which then belong to the game.

    >>> game = foursight.Game("4455")
    >>> game.play(2)
    >>> game.moves
    [3, 3, 4, 4, 2]
    >>> game.undo()
    2
    """
    def __new__(
        cls,
        start: PositionLike | None = None,
        *,
        size: str | None = None,
        connect: int | None = None,
        notation: Notation | None = None,
    ) -> Self: ...
    @property
    def start(self) -> Position:
        """The position from which the game started."""
    @property
    def position(self) -> Position:
        """The current position."""
    @property
    def positions(self) -> list[Position]:
        """The positions from the start to the current one."""
    @property
    def moves(self) -> list[int]:
        """The moves played since the start, counted from 0."""
    @property
    def to_move(self) -> Player | None:
        """Whose turn it is, `first` or `second`; None after the end."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: `first` or `second` if that player won, or `draw`; None before the end."""
    def play(self, column: int) -> None:
        """Play a disc into `column`, counted from 0, and forget undone moves."""
    def undo(self) -> int | None:
        """Take the last move back and return it; None at the start."""
    def redo(self) -> int | None:
        """Play the last undone move again and return it; None if there is none."""
    def review(
        self,
        *,
        book: bool | Books = True,
        threads: int | None = None,
        table_mib: int | None = None,
        time_limit: float | None = None,
        nodes: int | None = None,
        weak: bool = False,
        progress: Progress | None = None,
    ) -> Review:
        """The result of `foursight.review`."""
    def svg(self) -> str:
        """The board as SVG, with a mark on the last move."""
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> Any: ...

@final
class Positions(Sequence[Position]):
    """Many positions, some of which may be impossible: the input of the functions with `many` in their names.

    `positions` is a list of anything that `Position` takes, or other `Positions`. If `size` or `connect` is
    given, a position on any other board counts as impossible.

    >>> positions = foursight.Positions(["4455", "44444448"])
    >>> len(positions), positions.errors
    (2, {1: 'move 7: column d is full'})
    """
    def __new__(
        cls,
        positions: Iterable[PositionLike],
        *,
        size: str | None = None,
        connect: int | None = None,
        notation: Notation | None = None,
    ) -> Self: ...
    @staticmethod
    def _of_boards(cells: bytes, width: int, height: int, connect: int) -> Positions: ...
    @property
    def errors(self) -> dict[int, str]:
        """Why some positions are impossible, by index."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Position: ...  # type: ignore[override]
    def _valid(self) -> bytearray: ...
    def _boards(self, layout: str) -> tuple[bytearray, int, int]: ...
    def _play(self, columns: bytes, plays: bytes) -> tuple[Positions, bytearray]: ...
    def _begin(self, start: Position, begins: bytes) -> Positions: ...
    def _take(self, places: list[int]) -> Positions: ...
    def __reduce__(self) -> Any: ...
    def _solve(
        self, each_move: bool, options: dict[str, Any] | None = None
    ) -> tuple[bytearray, bytearray, int]: ...

@final
class Books:
    """Opening books: exact scores of early positions, which need no search.

    `Books()` are those in the package, for up to 12 discs on the standard board. `Books([bytes, ...])` adds books from
    the contents of files that `foursight book build` made for other boards; `Books.read` reads the files.

    >>> Books().plies
    [4, 8, 12]
    """
    def __new__(cls, files: Iterable[bytes] = ..., *, embedded: bool = True) -> Self: ...
    @staticmethod
    def read(*paths: str | PathLike[str]) -> Books:
        """The books in these files and those in the package."""
    @property
    def plies(self) -> list[int]:
        """The number of discs of the positions that each book stores."""
    def _parts(self) -> tuple[list[bytes], bool]: ...
    def __reduce__(self) -> Any: ...

@final
class Solution:
    """What is proved about a position: its score, or bounds if a limit came first.

    A score is 0 for a draw, n > 0 if the side to move wins with its n-th disc from the last, and negative if the other
    side does.

    >>> solution = foursight.solve("4455")
    >>> solution.score, solution.verdict, solution.moves_to_end
    (18, 'win', 2)
    >>> print(solution)
    wins in 2 moves
    """
    @property
    def lower(self) -> int:
        """The score is at least this."""
    @property
    def upper(self) -> int:
        """The score is at most this."""
    @property
    def score(self) -> int | None:
        """The score; None if only bounds are proved."""
    @property
    def verdict(self) -> Literal["win", "draw", "loss"] | None:
        """`win`, `draw` or `loss`, for the side to move; None if that is not proved."""
    @property
    def nodes(self) -> int:
        """The number of positions searched."""
    @property
    def from_book(self) -> bool:
        """Whether the answer came from an opening book."""
    @property
    def moves_to_end(self) -> int | None:
        """The number of moves the winner still has to play, including the last; None for a draw, or if unproved."""
    @property
    def forecast(self) -> str:
        """The result in words: `wins in 7 moves`."""
    def json(self) -> str:
        """The score as the JSON object that the server and `foursight solve --json` return."""
    def __int__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> Any: ...

@final
class MoveScores(Sequence[int | None]):
    """The score of each column, from the left; None where no disc can be played or the score is not proved.

    Scores are for the side to move.

    >>> list(foursight.scores(""))
    [-2, -1, 0, 1, 0, -1, -2]
    """
    @property
    def best(self) -> Solution | None:
        """The score of the position: that of its best move; None if the game is over."""
    @property
    def best_moves(self) -> list[int]:
        """The columns proved to be best, counted from 0."""
    @property
    def keeping_moves(self) -> list[int]:
        """The columns that keep the result of the position, from the left; all moves if it is not proved."""
    @property
    def bounds(self) -> list[tuple[int, int] | None]:
        """The lowest and highest score that each column can have; None where no disc can be played."""
    @property
    def proved(self) -> bool:
        """Whether every score is proved."""
    @property
    def nodes(self) -> int:
        """The number of positions searched."""
    def json(self) -> str:
        """The scores as the JSON object that `foursight solve --json --all` prints."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> int | None: ...  # type: ignore[override]
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> Any: ...

@final
class Analysis:
    """A position with all its moves."""
    @property
    def solution(self) -> Solution:
        """The score of the position."""
    @property
    def advice(self) -> str | None:
        """Which moves to play, in words; None if none is proved to be best, or the game is over."""
    @property
    def moves(self) -> list[MoveAnalysis]:
        """The legal moves, from the left."""
    def json(self) -> str:
        """The analysis as the JSON object that the server returns, where columns count from 1."""

@final
class MoveAnalysis:
    """A move and what follows it."""
    @property
    def column(self) -> int:
        """The column, counted from 0."""
    @property
    def solution(self) -> Solution:
        """The score of the move, for the side that plays it."""
    @property
    def is_best(self) -> bool:
        """Whether no other move is better."""
    @property
    def line(self) -> list[int]:
        """The move and best play of both sides to the end; cut short if a limit came first."""

@final
class Why:
    """The reason for a result: sentences that a checker has verified, or an honest example of best play."""
    @property
    def position(self) -> Position:
        """The position that is explained; for a move, the position after it, or before it if only the better move has a
        reason.
        """
    @property
    def kind(self) -> Literal["certain", "draw", "kept", "replies", "example", "bare"]:
        """`certain` (a strategy or a plan of the whole game proves it), `draw` (both sides have one to hold), `kept` (the better move
        has one, or one against most replies), `replies` (no single strategy, but one against most replies), `example` (only a line of best play) or `bare` (nothing).
        """
    @property
    def complete(self) -> bool:
        """False if a limit ended the search before everything was tried: without it, there may be a reason, or strategies
        against more replies.
        """
    @property
    def idea(self) -> str | None:
        """The deciding idea, in one term, such as `odd threat`; None without a reason."""
    @property
    def tier(self) -> int:
        """What a reader has to hold in mind: 0 a line or a stepping stone, 1 two threats, 2 at most three forced answers, 3 one
        square and one rule, 4 rules, pairs or answers to single discs, 5 a map of replies, 6 a plan, 7 an example or nothing.
        """
    @property
    def better(self) -> int | None:
        """After a mistake, the column that would have kept the result, counted from 0."""
    @property
    def sentences(self) -> list[str]:
        """At most three sentences; they name cells from `a1`, the lower left."""
    @property
    def lines(self) -> list[str]:
        """The sentences, each with a line for each item of its list."""
    @property
    def line(self) -> list[int]:
        """Moves of both sides from `position` on that show the reason, as columns counted from 0."""
    def json(self) -> str:
        """The reason as the JSON object that the server returns, where columns count from 1."""
    def svg(self) -> str:
        """The position with the reason drawn on it, as SVG."""
    def _repr_svg_(self) -> str: ...

@final
class Review:
    """A game with its moves graded, as far as the scores of its positions are known."""
    @property
    def moves(self) -> list[ReviewedMove | None]:
        """The moves in order; None where a limit left no grade."""
    @property
    def evaluation(self) -> list[int | None]:
        """The score before each move and at the end, from the first player's point of view; None where it is not proved."""
    @property
    def mistakes(self) -> list[ReviewedMove]:
        """The moves to learn from, the worst first."""
    @property
    def accuracy(self) -> tuple[Accuracy, Accuracy]:
        """The marks of the first and of the second player."""
    @property
    def lesson(self) -> Lesson | None:
        """The move to learn from, once the game is over; None if there is none, or a limit left too little proved."""
    def json(self) -> str:
        """The review as the JSON object that the server returns, where columns count from 1."""

@final
class Lesson:
    """The move of a game from which a person can learn most: the last one after which the other side had a short way to win,
    if another move left none. A solver may know earlier mistakes.
    """
    @property
    def ply(self) -> int:
        """The number of discs before the move."""
    @property
    def player(self) -> Player:
        """`first` or `second`."""
    @property
    def column(self) -> int:
        """The column played, counted from 0."""
    @property
    def kind(self) -> Literal["unstoppable", "sooner", "gave_away", "missed_win"]:
        """`unstoppable`, `sooner` (another move lasts at least four discs longer), `gave_away` (the result, without a short
        reason) or `missed_win`.
        """
    @property
    def better(self) -> int:
        """The column to compare with."""
    @property
    def headline(self) -> str:
        """The lesson in one or two sentences."""
    @property
    def lost_by(self) -> int | None:
        """The move that lost the game by its exact result, as the number of discs before it; None if there is none."""
    @property
    def why(self) -> Why | None:
        """The short reason; None unless the kind is `unstoppable` or `missed_win`."""
    @property
    def counted(self) -> Counted | None:
        """What is counted in place of a short reason for a loser's mistake; None if too few games end alike, or if counting
        them takes too long. The headline says it.
        """

@final
class Counted:
    """How most games end that are played on after a move, by players who choose at random among the best moves. It is counted,
    not proved.
    """
    @property
    def winner(self) -> Player:
        """`first` or `second`."""
    @property
    def cells(self) -> list[str]:
        """The cell of the winner's last disc or, if more games end so, the cells of the line: `c3`."""
    @property
    def n_games(self) -> int:
        """The number of games after the move, and as many after the better one."""
    @property
    def n_alike(self) -> int:
        """The number of games after the move that end so: at least three in five."""
    @property
    def n_alike_after_better(self) -> int:
        """The number of games after the better move that end so."""

@final
class ReviewedMove:
    """A move of a game and its grade."""
    @property
    def ply(self) -> int:
        """The number of discs before the move."""
    @property
    def player(self) -> Player:
        """`first` or `second`."""
    @property
    def column(self) -> int:
        """The column played, counted from 0."""
    @property
    def score(self) -> int:
        """The score of the move, for the player."""
    @property
    def best(self) -> int:
        """The score of the best move."""
    @property
    def mark(
        self,
    ) -> Literal[
        "best", "good", "inaccuracy", "mistake", "blunder", "missed_block", "missed_win"
    ]:
        """`best`, `good`, `inaccuracy`, `mistake`, `blunder`, `missed_block` or `missed_win`."""
    @property
    def remark(self) -> str | None:
        """The effect of the move, in words; None for a best move."""
    @property
    def remedy(self) -> str | None:
        """The oversight, in words."""
    @property
    def scores(self) -> list[int | None]:
        """The score of each column; None where no disc could be played or the score is not proved."""

@final
class Accuracy:
    """The number of a player's moves with each mark."""
    @property
    def best(self) -> int:
        """Moves that no other move beats."""
    @property
    def good(self) -> int:
        """Moves that win a little later, or lose a little sooner."""
    @property
    def inaccuracies(self) -> int:
        """Moves that win much later, or lose much sooner."""
    @property
    def mistakes(self) -> int:
        """Wins that became draws."""
    @property
    def blunders(self) -> int:
        """Wins and draws that became losses."""
    @property
    def missed_blocks(self) -> int:
        """Missed blocks where the opponent could win at once."""
    @property
    def missed_wins(self) -> int:
        """Missed immediate wins."""
    @property
    def kept(self) -> int:
        """Moves that kept the result."""
    @property
    def graded(self) -> int:
        """Moves with a grade."""

@final
class Level:
    """A player of a level from 0 (random) to 10 (perfect). The same seed plays the same moves.

    `elo` names the level whose strength is nearest, on a scale where level 0 has 0 and level 10 has 1253.

    A level is a function from positions to columns, counted from 0: `level(position, **options)`, with the options of
    `solve`. When a limit is reached, it plays the best move that it has found, proved or not; Ctrl-C raises
    `KeyboardInterrupt`.

    >>> level = foursight.Level(10)
    >>> level("112233")
    3
    >>> level.name, level.description
    ('perfect', 'wins as fast as possible, loses as slowly as possible')
    """
    def __new__(
        cls, number: int | None = None, *, elo: float | None = None, seed: int = 0, random_ties: bool = False
    ) -> Self: ...
    @property
    def number(self) -> int:
        """The number, from 0 to 10."""
    @property
    def elo(self) -> int:
        """The strength on the standard board, from 0 for level 0 to 1253, by the games in docs/levels.md."""
    @property
    def name(self) -> str:
        """A name for people."""
    @property
    def description(self) -> str:
        """A description of how the level plays, for people."""
    def __call__(
        self,
        position: PositionLike,
        *,
        book: bool | Books = True,
        threads: int | None = None,
        table_mib: int | None = None,
        time_limit: float | None = None,
        nodes: int | None = None,
        weak: bool = False,
        progress: Progress | None = None,
    ) -> int: ...
    def choose_many(
        self,
        positions: Positions | Iterable[PositionLike],
        *,
        book: bool | Books = True,
        threads: int | None = None,
        table_mib: int | None = None,
        time_limit: float | None = None,
        nodes: int | None = None,
        weak: bool = False,
        progress: Callable[[int, int], Any] | None = None,
    ) -> list[int]:
        """A column for each of many positions, counted from 0, on all cores; the options are those of `solve`.

        The moves do not depend on the number of threads. They are not those of single calls, which use other random
        numbers.

        >>> foursight.Level(10).choose_many(["112233", "445566"])
        [3, 2]
        """
    def __reduce__(self) -> Any: ...

def solve(
    position: PositionLike,
    *,
    book: bool | Books = True,
    threads: int | None = None,
    table_mib: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    weak: bool = False,
    progress: Progress | None = None,
) -> Solution:
    """Solve a position: its exact score under best play.

    The options are `book` (`True`, `False` or `Books`), `threads` (all cores by default), `table_mib`, `time_limit` in
    seconds, `nodes`, `weak` (only who wins, often much faster) and `progress`, which is called with `(lower, upper,
    nodes, seconds)` about 20 times a second. Limits leave bounds; Ctrl-C raises `KeyboardInterrupt`.

    >>> foursight.solve("4455").score
    18
    >>> foursight.solve("", book=False, nodes=10_000).score is None
    True
    """
def scores(
    position: PositionLike,
    *,
    book: bool | Books = True,
    threads: int | None = None,
    table_mib: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    weak: bool = False,
    progress: Progress | None = None,
) -> MoveScores:
    """The exact score of every move of a position; the options are those of `solve`.

    >>> scores = foursight.scores("44455")
    >>> list(scores), scores.best_moves
    ([-5, -4, -4, -3, -3, -6, -6], [3, 4])
    """
def analyze(
    position: PositionLike,
    *,
    book: bool | Books = True,
    threads: int | None = None,
    table_mib: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    weak: bool = False,
    progress: Progress | None = None,
) -> Analysis:
    """Solve a position and each of its moves, with the line of best play that follows; the options are those of `solve`.

    >>> analysis = foursight.analyze("44455")
    >>> analysis.advice
    'all moves lose; columns d and e hold out longest'
    >>> [move.column for move in analysis.moves if move.is_best]
    [3, 4]
    """
def why(
    position: PositionLike,
    column: int | None = None,
    *,
    book: bool | Books = True,
    threads: int | None = None,
    table_mib: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    weak: bool = False,
    progress: Progress | None = None,
) -> Why:
    """Why a position is won, lost or drawn, or why the move in `column`, counted from 0, is good or bad; the options are
    those of `solve`.

    >>> why = foursight.why("443", 2)
    >>> why.kind, why.idea
    ('certain', 'double threat')
    >>> print(why.sentences[0])
    Red plays b1 and then completes a line in a1 or e1: Yellow can block only one.
    """
def review(
    game: PositionLike,
    *,
    book: bool | Books = True,
    threads: int | None = None,
    table_mib: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    weak: bool = False,
    progress: Progress | None = None,
) -> Review:
    """Grade every move of a game: a `Game`, or text with its moves. The options are those of `solve`; a `time_limit` is for
    the whole game.

    >>> review = foursight.review("4455667")
    >>> [(move.ply, move.mark) for move in review.mistakes]
    [(3, 'blunder'), (2, 'blunder')]
    >>> review.evaluation
    [1, 1, 1, -2, 18, 18, 18, 18]
    >>> review.lesson.headline
    'Yellow lost with e2: it let Red get three in a row with both ends open.'
    """
def clear() -> None:
    """Forget what earlier searches have proved, and give back the memory of their tables.

    Scores never depend on it; the next search starts cold, as for a measurement.
    """

def _label(
    positions: Any,
    values: list[str],
    size: str | None,
    connect: int | None,
    notation: str | None,
    options: dict[str, Any],
) -> dict[str, list[Any]]: ...
def _label_games(
    games: list[list[Position]], options: dict[str, Any]
) -> tuple[bytearray, bytearray, bytearray, bytearray]: ...

@final
class _Vector:
    def __new__(cls, n_games: int, board: Position, starts: Positions) -> Self: ...
    def reset(self) -> None: ...
    def step(
        self, columns: bytes, threads: int, layout: str | None = None
    ) -> tuple[bytearray, bytearray, bytearray | None]: ...
    def values(self, columns: bytes, options: dict[str, Any]) -> tuple[bytearray, bytearray]: ...
    def mask(self) -> bytearray: ...
    def observe(self, layout: str, first: int, end: int, threads: int) -> bytearray: ...
    def positions(self) -> list[Position]: ...
