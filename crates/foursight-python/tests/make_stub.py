"""Copies the documentation of the compiled module into its stub, where editors look: `python tests/make_stub.py`."""

import ast
import inspect
import textwrap
from pathlib import Path

from foursight import _foursight

STUB = Path(__file__).parents[1] / "python/foursight/_foursight.pyi"


def with_documentation(stub: str) -> str:
    """The stub with the documentation of all public names in place of its earlier documentation."""
    lines = stub.splitlines()
    # From the end, so that the places of the definitions still to come stay the same.
    for node, value in reversed(list(documented(ast.parse(stub), _foursight))):
        doc = inspect.getdoc(value)
        indent = " " * (node.col_offset + 4)
        body = node.body[0]
        has_doc = isinstance(body, ast.Expr) and isinstance(body.value, ast.Constant)
        if isinstance(node, ast.ClassDef) and not has_doc:
            first = min([body.lineno, *(one.lineno for one in getattr(body, "decorator_list", []))])
            before, after = first - 1, first - 1
        else:
            before, after = body.lineno - 1, body.end_lineno
            if body.value.value is ...:
                lines[before] = lines[before].removesuffix(" ...")
                before += 1
        quotes = '"""' if "\n" not in doc else '\n"""'
        raw = "r" if "\\" in doc else ""
        text = textwrap.indent(f'{raw}"""{doc}{quotes}', indent, lambda line: line.strip() != "")
        lines[before:after] = text.splitlines()
    return "\n".join(lines) + "\n"


def documented(node, value):
    """The definitions that have documentation, in the order of the file, each with the object that it defines."""
    for child in node.body:
        if isinstance(child, (ast.ClassDef, ast.FunctionDef)) and not child.name.startswith("_"):
            defined = inspect.getattr_static(value, child.name)
            # A static method has the documentation of its function.
            defined = getattr(defined, "__func__", defined)
            yield child, defined
            if isinstance(child, ast.ClassDef):
                yield from documented(child, defined)


if __name__ == "__main__":
    STUB.write_text(with_documentation(STUB.read_text()))
