"""A language model behind an endpoint of this machine, which is none, plays."""

import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from foursight import Position
from foursight.model import Model


@pytest.fixture
def endpoint():
    """The address of an endpoint, the texts that it answers in turn, and the requests that it gets."""
    texts, requests = [], []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            requests.append((self.path, self.headers["Authorization"], json.loads(self.rfile.read(int(self.headers["Content-Length"])))))
            text = texts.pop(0)
            body = json.dumps({"choices": [{"message": {"content": text}}]}) if isinstance(text, str) else text.decode()
            self.send_response(500 if body.startswith("busy") else 200)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1", texts, requests
        server.shutdown()


def test_a_model_is_asked_again_after_a_column_that_cannot_be_played(endpoint):
    url, texts, requests = endpoint
    texts += ["I am lost.", "Final Answer: 3", "Final Answer: 6"]
    model = Model(url, "tiny", format="gamearena", retries=2)
    assert model(Position("444444")) == 6
    path, key, body = requests[-1]
    assert path == "/v1/chat/completions" and key is None and body["model"] == "tiny"
    assert [message["role"] for message in body["messages"]] == ["user", "assistant"] * 2 + ["user"]
    assert [asked["answer"] for asked in model.asked] == ["I am lost.", "Final Answer: 3", "Final Answer: 6"]
    assert model.asked[2]["prompt"].startswith("Your answer names a column that cannot be played. Which column")
    texts.append("No.")
    assert Model(url, "tiny")(Position("44")) is None


@pytest.mark.parametrize(
    ("answer", "error"),
    [(b"busy", "HTTP Error 500: .*: busy"), (b"{}", "no chat completion"), (b"not JSON", "no chat completion"), (b" " * 2**21, "more than")],
)
def test_an_endpoint_that_fails_is_named(endpoint, answer, error):
    url, texts, _ = endpoint
    texts.append(answer)
    with pytest.raises(RuntimeError, match=f"{url}/chat/completions: .*{error}"):
        Model(url, "tiny")(Position("44"))


@pytest.mark.parametrize("wrong", [{"format": "none"}, {"retries": -1}, {"url": "localhost"}, {"time_limit": 0}, {"key": "a\nb"}])
def test_wrong_arguments_are_refused(wrong):
    with pytest.raises(ValueError):
        Model(**{"url": "http://localhost", "name": "tiny"} | wrong)


def test_it_speaks_the_engine_protocol(endpoint, tmp_path):
    url, texts, requests = endpoint
    (tmp_path / "key").write_text("secret\n")
    texts += ["\U0001f600" * 9000 + "[col 3]\nas always", "pass"]
    command = [sys.executable, "-m", "foursight", "model", url, "tiny", "--format", "textarena", "--key-file", str(tmp_path / "key")]
    lines = "isready\nposition\nposition 4455\ngo movetime 9\ngo\nfly\n\nquit\ngo\n"
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60, check=True)
    said = done.stdout.splitlines()
    assert said[:3] == ["readyok", "Position reset to empty board", "Played 4 moves"]
    assert json.loads(said[3].removeprefix("info string "))["answer"].endswith("[col 3]\nas always")
    assert max(map(len, said)) < 1 << 16
    assert said[4] == "bestmove 4" and said[6:] == ["bestmove none", "Unknown command: fly"]
    assert requests[0][1] == "Bearer secret"
    down = subprocess.run(command[:4] + ["http://127.0.0.1:1"] + command[5:], input="go\n", capture_output=True, text=True)
    assert down.returncode == 2 and "127.0.0.1:1" in down.stderr
