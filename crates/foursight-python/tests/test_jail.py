"""The package gives no help in the jail of a tournament."""

import subprocess
import sys

import pytest

linux = pytest.mark.skipif(
    sys.platform != "linux" or sys.maxsize < 2**32, reason="only Linux has the jail"
)

# Lets `getsid(0x46534a4c)` fail with EKEYREJECTED, as the jail does, whatever the number of that call is here.
JAIL = """
import ctypes, platform, struct
NUMBER = {"x86_64": 124, "aarch64": 156}[platform.machine()]
code = [(0x20, 0, 0, 0), (0x15, 0, 3, NUMBER), (0x20, 0, 0, 16), (0x15, 0, 1, 0x46534A4C),
        (0x06, 0, 0, 0x00050000 | 129), (0x06, 0, 0, 0x7FFF0000)]
program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in code))
filter = struct.pack("HxxxxxxP", len(code), ctypes.addressof(program))
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert libc.prctl(22, 2, ctypes.c_char_p(filter), 0, 0) == 0
"""


def run(code: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@linux
def test_the_package_does_not_help_players() -> None:
    solve = "import foursight; print(foursight.solve('4455').score)"
    assert run(solve).stdout == "18\n"
    inside = run(JAIL + solve)
    assert inside.returncode == 1 and inside.stdout == ""
    refusal = "ImportError: foursight does not run inside a tournament jail, because it would help the players"
    assert inside.stderr.strip().endswith(refusal)
