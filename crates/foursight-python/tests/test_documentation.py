"""The examples of the documentation, and the types."""

import doctest
import importlib
import importlib.metadata
import inspect
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import make_api
import numpy as np
import pytest
from make_stub import STUB, with_documentation

import foursight
FINDER = doctest.DocTestFinder(recurse=False)


MODULES = [
    importlib.import_module(f"foursight.{name}")
    for name in foursight._MODULES
]


def public():
    """Everything public, by name."""
    for name in foursight.__all__:
        yield name, getattr(foursight, name)
    for module in MODULES:
        yield module.__name__, module
        for name, value in vars(module).items():
            if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__:
                yield f"{module.__name__}.{name}", value


def documented():
    """Everything public that has documentation, by name."""
    yield "foursight", foursight
    for name, value in public():
        if callable(value) or inspect.ismodule(value):
            yield name, value
        if inspect.isclass(value):
            for member, of_class in vars(value).items():
                # A plain value has no documentation of its own, only that of its type.
                if not member.startswith("_") and (callable(of_class) or inspect.isdatadescriptor(of_class)):
                    yield f"{name}.{member}", getattr(value, member)


def texts():
    """Everything that may have examples, by name."""
    for name, value in documented():
        yield name, inspect.getdoc(value) or ""
    for name in ["python.md", "labeling.md"]:
        page = (Path(__file__).parents[3] / "docs" / name).read_text()
        yield name, "\n\n".join(re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE))


def examples():
    for name, text in texts():
        test = doctest.DocTestParser().get_doctest(text, {"foursight": foursight, "np": np}, name, None, 0)
        test.globs.update({one: getattr(foursight, one) for one in [*foursight.__all__, *foursight._MODULES]})
        if test.examples:
            yield pytest.param(test, id=name)


@pytest.mark.parametrize("test", list(examples()))
def test_examples(test, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    report = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


def test_everything_public_is_documented():
    names = [name for name, value in documented() if not inspect.getdoc(value)]
    assert names == []
    assert len(list(examples())) > 12


def test_modules_are_attributes():
    program = "import foursight\nprint(foursight.metrics.load('openings-v1').name, 'vector' in dir(foursight))"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.stdout == "openings-v1 True\n", result.stderr
    with pytest.raises(AttributeError, match="no attribute 'solver'"):
        foursight.solver


def test_the_licenses_of_what_is_compiled_in_are_there():
    distribution = importlib.metadata.distribution("foursight-connect4")
    texts = {file.name: file.read_text() for file in distribution.files if "licenses" in file.parts}
    assert {"LICENSE-MIT", "LICENSE-APACHE", "LICENSE-RUST.html"} < set(texts)
    assert re.search(r"^pyo3 [\d.]+: MIT OR Apache-2.0$", texts["LICENSE-THIRD-PARTY.txt"], re.MULTILINE)


def test_help_shows_the_options_of_every_search():
    searches = [
        *(getattr(foursight, name) for name in ["scores", "analyze", "why", "review", "solve_many", "scores_many"]),
        *(getattr(foursight.Position, name) for name in ["solve", "scores", "analyze", "why"]),
        foursight.Game.review,
    ]

    def defaults(function):
        parameters = inspect.signature(function).parameters.values()
        return {one.name: one.default for one in parameters if one.kind is one.KEYWORD_ONLY}

    options = defaults(foursight.solve)
    assert options.keys() >= {"book", "threads", "time_limit", "progress"} and options["book"] is True
    for search in searches:
        assert options.items() <= defaults(search).items(), search
    del options["weak"]
    assert options.items() <= defaults(foursight.label).items()
    assert "time_limit: 'float | None' = None" in pydoc.render_doc(foursight.solve_many)


def test_editors_see_the_documentation():
    stub = STUB.read_text()
    assert with_documentation(stub) == stub, "run: python tests/make_stub.py"
    assert '"""Solve a position: its exact score under best play.' in stub


def test_the_page_of_the_package_is_current():
    assert make_api.PAGE.read_text() == make_api.page(), "run: python tests/make_api.py"
    for name in foursight.__all__:
        assert name.startswith("_") or f"### {name}\n" in make_api.page(), name


def test_the_types_are_those_of_the_module():
    check = [sys.executable, "-m", "mypy.stubtest", "foursight._foursight"]
    result = subprocess.run(check, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


MISSPELT = [
    "foursight.solve('4', thread=2)\n",
    "foursight.Position('4').why(thread=2)\n",
    "foursight.Level(3)('4', thread=2)\n",
    "foursight.solve_many(['4'], thread=2)\n",
    "foursight.scores_many(['4'], thread=2)\n",
    "foursight.label({'position': ['4']}, thread=2)\n",
]


def test_the_package_and_its_users_are_typed():
    program = (
        "import foursight\n"
        "score: int | None = foursight.Position('4455').solve(threads=2).score\n"
        "columns: list[int] = foursight.scores([3, 3]).best_moves\n"
        "rows: int = len(foursight.solve_many(['4', [3]], time_limit=1.5).errors)\n"
        "level: int = foursight.Level(3, seed=1)('44')\n"
    )
    for code in [["-p", "foursight"], ["-c", program]]:
        check = [sys.executable, "-m", "mypy", "--strict", *code]
        result = subprocess.run(check, capture_output=True, text=True)
        assert result.returncode == 0, result.stdout + result.stderr
    wrong = program + "".join(MISSPELT)
    # With the options of the others, mypy knows numpy by now.
    result = subprocess.run([*check[:-1], wrong], capture_output=True, text=True)
    assert result.stdout.count('Unexpected keyword argument "thread"') == len(MISSPELT), result.stdout
