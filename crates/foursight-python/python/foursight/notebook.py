"""A board to play on in a notebook. It needs anywidget.

>>> from foursight.notebook import Board
>>> board = Board("44", level=5, hints=True, why=True)
>>> board.moves += "3"  # as a click into column c does
>>> board.position
Position("443")

It is the same board as on the page and in the npm package. It plays and explains in the browser, even while Python is
busy.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ._foursight import Game, Position
from ._optional import optional

# Its error says how to install it.
optional("anywidget", "anywidget")

import anywidget
import traitlets

if TYPE_CHECKING:
    from ._types import Player, PositionLike

_PACKAGE = files("foursight")


class Board(anywidget.AnyWidget):
    """A board: a person plays both sides, or one of them against a level.

    ``start`` is anything that ``Game`` takes. All of the following can be set at any time, and ``observe(function,
    "moves")`` calls a function after each move.
    """

    _esm = (_PACKAGE / "notebook.js").read_text(encoding="utf-8")

    moves = traitlets.Unicode(help="The columns played, counted from 1.").tag(sync=True)
    size = traitlets.Unicode("7x6", help="Columns x rows.").tag(sync=True)
    connect = traitlets.Int(4, help="Discs in a row needed to win.").tag(sync=True)
    level = traitlets.Int(
        None, min=0, max=10, allow_none=True, help="The level that answers, 0 to 10; None for no level."
    ).tag(sync=True)
    plays = traitlets.Enum(["first", "second"], "first", help="The side that the person plays against a level.").tag(
        sync=True
    )
    hints = traitlets.Bool(help="Whether each column shows the score of its move.").tag(sync=True)
    why = traitlets.Bool(help="Whether the reason for the result is shown, in words and on the board.").tag(sync=True)

    def __init__(
        self,
        start: PositionLike = "",
        *,
        size: str | None = None,
        connect: int | None = None,
        level: int | None = None,
        plays: Player = "first",
        hints: bool = False,
        why: bool = False,
    ) -> None:
        _scripts()
        game = Game(start, size=size, connect=connect)
        board = game.start
        super().__init__(
            moves=board.text("moves") + "".join("123456789a"[column] for column in game.moves),
            size=f"{board.width}x{board.height}",
            connect=board.connect,
            level=level,
            plays=plays,
            hints=hints,
            why=why,
        )
        self.on_msg(self._answer)

    @property
    def game(self) -> Game:
        """The game so far."""
        return Game(self.moves, size=self.size, connect=self.connect, notation="moves")

    @property
    def position(self) -> Position:
        """The current position."""
        return self.game.position

    @traitlets.validate("moves")
    def _check(self, proposal: dict[str, Any]) -> str:
        moves: str = proposal["value"]
        Game(moves, size=self.size, connect=self.connect, notation="moves")
        return moves

    def __repr__(self) -> str:
        return f"<Board: {self.position!r}>"

    def _answer(self, _: object, __: object, ___: object) -> None:
        """The first board of a page asks for the scripts."""
        self.send({"files": _scripts()})


@cache
def _scripts() -> list[str]:
    """The scripts of the engine and of the element, in this order."""
    folder = _PACKAGE / "board"
    if not folder.is_dir():
        raise RuntimeError("this build of foursight has no board: build it with `cargo xtask release --wheel`")
    return [(folder / name).read_text(encoding="utf-8") for name in ("module.js", "board.js")]
