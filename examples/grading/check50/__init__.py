"""Checks of check50 that ask foursight: a check for each criterion of the rubric beside this file."""

import json
import os
import subprocess
from pathlib import Path

import check50

RUBRIC = Path(__file__).parent / "rubric.toml"


def results():
    """What foursight says about bot.py, in the shape of check50's own results."""
    program = os.environ.get("FOURSIGHT", "foursight")
    command = [program, "arena", "grade", "bot.py", "--rubric", str(RUBRIC), "--format", "check50"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        raise check50.Failure(run.stderr.strip())
    return {result["name"]: result for result in json.loads(run.stdout)["results"]}


def expect(found, name):
    result = found[name]
    for line in result["log"]:
        check50.log(line)
    if not result["passed"]:
        raise check50.Failure(result["cause"]["rationale"], help=result["cause"]["help"])


@check50.check()
def valid():
    """bot.py plays without a fault"""
    found = results()
    expect(found, "valid")
    return found


@check50.check(valid)
def beats_level_0(found):
    """bot.py beats level 0 in 3 of 4 games"""
    expect(found, "beats_level_0")
