"""A language model as a player, for ``foursight.metrics`` and for the arena, which grades each of its moves.

It is asked through an endpoint in the style of OpenAI's, as llama.cpp, Ollama and vLLM have one.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterable
from typing import Any

from . import answers
from ._foursight import Position

_LONGEST_ANSWER = 1 << 20

_LONGEST_SHOWN = 2000
"""How many characters of an answer's end are told: the arena refuses lines of 64 KiB, and keeps as much of a game."""


class Model:
    """A language model, asked for a column in one of ``foursight.answers.FORMATS``.

    ``url`` is the address before ``/chat/completions``, such as ``http://localhost:8000/v1``. After an answer that cannot
    be played, the model is asked again up to ``retries`` times. A request fails if the endpoint is silent for
    ``time_limit`` seconds.

    >>> Model("http://localhost:8000/v1", "qwen", format="gamearena")(Position("4455"))  # doctest: +SKIP
    2
    """

    def __init__(
        self,
        url: str,
        name: str,
        *,
        format: str = "foursight",
        counts_from: int | None = None,
        retries: int = 0,
        key: str | None = None,
        time_limit: float = 60,
    ) -> None:
        answers.prompt("", format=format, counts_from=counts_from)
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"{url!r} is not an address such as http://localhost:8000/v1")
        if retries < 0:
            raise ValueError(f"retries is {retries}; it must be 0 or more")
        if not time_limit > 0:
            raise ValueError(f"time_limit is {time_limit}; it must be more than 0 seconds")
        if key is not None and not (key.isascii() and key.isprintable()):
            raise ValueError("the key must be one line of ASCII")
        self._headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        self._address = f"{url.rstrip('/')}/chat/completions"
        self._name, self._retries, self._time_limit = name, retries, time_limit
        self._format, self._counts_from = format, counts_from
        self.asked: list[dict[str, str]] = []
        """Each ``prompt`` about the last position, with its ``answer``."""

    def __call__(self, position: Position) -> int | None:
        question = answers.prompt(position.text("moves"), format=self._format, counts_from=self._counts_from)
        self.asked, messages = [], [{"role": "user", "content": question}]
        column = None
        for _ in range(1 + self._retries):
            answer = self._complete(messages)
            self.asked.append({"prompt": messages[-1]["content"], "answer": answer})
            column = answers.read_answer(
                answer, format=self._format, counts_from=self._counts_from, legal=position.legal_moves
            )
            if column in position.legal_moves:
                break
            what = "names no column" if column is None else "names a column that cannot be played"
            again = f"Your answer {what}. {question.rpartition(chr(10))[2]}"
            messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": again}]
        return column

    def _complete(self, messages: list[dict[str, str]]) -> str:
        body = json.dumps({"model": self._name, "messages": messages}).encode()
        request = urllib.request.Request(self._address, body, self._headers)
        try:
            with urllib.request.urlopen(request, timeout=self._time_limit) as response:
                body = response.read(_LONGEST_ANSWER + 1)
            if len(body) > _LONGEST_ANSWER:
                raise RuntimeError(f"{self._address}: the answer has more than {_LONGEST_ANSWER} bytes")
            found: Any = json.loads(body)
            return str(found["choices"][0]["message"]["content"] or "")
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{self._address}: {error}: {error.read(200).decode(errors='replace')}") from None
        except (OSError, ValueError, LookupError, TypeError) as error:
            what = str(error) if isinstance(error, OSError) else "the answer is no chat completion"
            raise RuntimeError(f"{self._address}: {what}") from None


def speak(model: Model, lines: Iterable[str]) -> None:
    """Speak the engine protocol, as a player of the arena: each prompt and the end of its answer
    are a line before ``bestmove``."""
    position = Position("", notation="moves")
    for line in lines:
        match line.split():
            case ["position", *moves]:
                position = Position("".join(moves), notation="moves")
                _reply(f"Played {position.ply} moves" if moves else "Position reset to empty board")
            case ["go", *_]:
                column = model(position)
                for asked in model.asked:
                    shown = {name: text[-_LONGEST_SHOWN:] for name, text in asked.items()}
                    _reply(f"info string {json.dumps(shown)}")
                _reply(f"bestmove {'none' if column is None else column + 1}")
            case ["quit" | "exit"]:
                break
            case ["isready"]:
                _reply("readyok")
            case []:
                pass
            case [word, *_]:
                _reply(f"Unknown command: {word}")


def _reply(line: str) -> None:
    print(line, flush=True)
