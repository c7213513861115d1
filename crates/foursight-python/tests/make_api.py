"""Writes docs/python-api.md from the documentation in the code: `python tests/make_api.py`."""

import ast
import inspect
from pathlib import Path

import foursight

PACKAGE = Path(__file__).parents[1] / "python/foursight"
PAGE = Path(__file__).parents[3] / "docs/python-api.md"

HEAD = f"""\
# The Python package

This page lists all public names of `foursight-connect4` {foursight.__version__}, with their types. [Use it in Python](python.md) shows how they go together, and
[Stability](stability.md) says what may change. `python crates/foursight-python/tests/make_api.py` writes this page.
"""


def page():
    """The page: a section for the package, and one for each module."""
    files = {"foursight": ["_foursight.pyi", "_many.py", "_label.py", "_arrays.py"]}
    files |= {f"foursight.{name}": [f"{name}.py"] for name in foursight._MODULES}
    parts = [HEAD]
    for module, names in files.items():
        parts.append(f"## {module}\n")
        if module != "foursight":
            parts.append(markdown(ast.get_docstring(parsed(names[0]))))
        for name in names:
            for text, doc, members in definitions(parsed(name).body):
                own = text.split("(")[0].split(":")[0]
                if module != "foursight" or own in foursight.__all__:
                    parts += [f"### {own}\n", f"```python\n{text}\n```\n", markdown(doc), *members]
                    parts += [""] * bool(members)
    return "\n".join(parts)


def parsed(name):
    return ast.parse((PACKAGE / name).read_text())


def definitions(body):
    """The public definitions in a module or a class: their declarations, documentation and members, as text."""
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.FunctionDef) and (node.name == "__call__" or not node.name.startswith("_")):
            if not any("overload" in ast.unparse(one) for one in node.decorator_list):
                yield declaration(node), ast.get_docstring(node), []
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            makers = [one for one in node.body if getattr(one, "name", "") in ("__new__", "__init__")]
            text = declaration(makers[0], node.name) if makers else node.name
            members = [member(*one) for one in definitions(node.body)]
            yield text, ast.get_docstring(node), members
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            name = ast.unparse(target)
            doc = documentation(node, after)
            if doc and not name.startswith("_"):
                yield f"{name}: {ast.unparse(node.annotation)}" if isinstance(node, ast.AnnAssign) else name, doc, []


def documentation(node, after):
    """The documentation below a value, or that of a trait."""
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
        return inspect.cleandoc(after.value.value)
    helps = [one.value.value for one in ast.walk(node) if isinstance(one, ast.keyword) and one.arg == "help"]
    return helps[0] if helps else None


def declaration(node, name=None):
    """The declaration of a function, as it is called, or of a property, as a value."""
    arguments = ast.unparse(node.args)
    for own in ("self", "cls"):
        arguments = arguments.removeprefix(own).removeprefix(", ")
    returns = f" -> {ast.unparse(node.returns)}" if node.returns and name is None else ""
    if any(ast.unparse(one) == "property" for one in node.decorator_list):
        return f"{node.name}: {ast.unparse(node.returns)}"
    return f"{name or node.name}({arguments}){returns}"


def member(text, doc, _):
    first, _, rest = (doc or "").partition("\n\n")
    line = f"- `{text}`: {' '.join(first.split())}" if doc else f"- `{text}`"
    return f"{line}\n\n{markdown(rest)}" if rest else line


def markdown(doc):
    """Documentation with its examples as code."""
    parts = (doc or "").split("\n\n")
    return "\n\n".join(f"```python\n{part}\n```" if part.startswith(">>>") else part for part in parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
