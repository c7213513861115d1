"""The notebook of the documentation runs, and shows what it says."""

import json
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[3] / "docs/python.ipynb"


def test_the_notebook_runs(monkeypatch):
    matplotlib = pytest.importorskip("matplotlib", reason="the notebook (pip install matplotlib)")
    matplotlib.use("Agg")
    names = {}
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] or "print" not in "".join(cell["source"]), "it is stored with its outputs"
            exec("".join(cell["source"]), names)
    reports = names["reports"]
    assert reports[10].best == 1 and reports[0].kept < reports[5].kept < reports[8].kept
    assert len(names["review"].mistakes) == 2
    assert names["trained"].best > names["at_random"].best + 0.3
