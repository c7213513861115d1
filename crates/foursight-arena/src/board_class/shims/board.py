"""Calls a pupil's board class as the referee says, in lines of words between tabs. Argument: the file of the class.

Every `new` loads the file anew. The lines go over descriptors that only this script knows; the standard output of the
class is its standard error, its standard input empty.
"""

import builtins
import inspect
import os
import sys
import traceback
import types


def refuse_input(*_):
    """Stands in for input()."""
    raise EOFError("input() waits, but nobody types")


def load(path):
    """The module in the file, and in it nothing that an earlier one has left."""
    folder = os.path.dirname(path)
    own = [name for name, module in sys.modules.items() if (getattr(module, "__file__", "") or "").startswith(folder + os.sep)]
    for name in own:
        del sys.modules[name]
    # A class looks for its module.
    module = sys.modules["board_class"] = types.ModuleType("board_class")
    module.__file__ = path
    with open(path, "rb") as file:
        code = file.read()
    exec(compile(code, path, "exec"), module.__dict__)
    return module


def parameters(function, is_method):
    """The parameters of a function as `name`, or `name?` if it can be left out."""
    try:
        found = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return ["*"]
    if is_method:
        found = found[1:]
    names = []
    for parameter in found:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            names.append("*")
        elif parameter.kind != parameter.KEYWORD_ONLY:
            names.append(parameter.name + ("?" if parameter.default is not parameter.empty else ""))
    return names


def describe(module, name):
    """The methods of the class, or else the names in the file."""
    board = module.__dict__.get(name)
    if not inspect.isclass(board):
        kinds = {"class": inspect.isclass, "function": inspect.isfunction}
        own = [(kind, found) for kind, test in kinds.items() for found, value in module.__dict__.items()
               if test(value) and value.__module__ == module.__name__]
        return ["absent"] + [f"{kind} {found}" for kind, found in own]
    lines = ["class", call_text("new", parameters(board.__init__, True) if board.__init__ is not object.__init__ else [])]
    for method, value in inspect.getmembers(board, callable):
        if not method.startswith("__"):
            is_static = isinstance(inspect.getattr_static(board, method), staticmethod)
            lines.append(call_text(method, parameters(value, not is_static)))
    return lines


def call_text(name, names):
    return f"{name}({', '.join(names)})"


def argument(word):
    return int(word[1:]) if word[0] == "i" else word[1:]


def value(result):
    """A result in words."""
    if result is None:
        return ["none"]
    if isinstance(result, bool):
        return ["bool", str(result).lower()]
    if isinstance(result, str):
        return ["text", result]
    try:
        return ["int", str(int(result.__index__()))]
    except (AttributeError, TypeError):
        return ["other", ascii(result)[:200]]


def raised(error, path):
    """An exception, and where in the file it was raised."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    text = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1]
    place = f" (line {frames[-1].lineno})" if frames and not isinstance(error, SyntaxError) else ""
    if isinstance(error, SyntaxError) and error.lineno:
        place = f" (line {error.lineno})"
    return ["raised", text + place]


def serve(path, orders, replies):
    board = None
    for line in orders:
        order, name, *words = line.rstrip("\n").split("\t")
        try:
            if order == "describe":
                answer = describe(load(path), name)
            elif order == "new":
                board = getattr(load(path), name)(*map(argument, words))
                answer = ["none"]
            elif order == "call":
                answer = value(getattr(board, name)(*map(argument, words)))
            else:
                result = getattr(board, name)
                for word in words:
                    result = result[argument(word)]
                answer = value(result)
        except BaseException as error:
            answer = raised(error, path)
        clean = (" ".join(part.split("\t")).replace("\n", " ").replace("\r", " ") for part in answer)
        print("\t".join(clean), file=replies, flush=True)


def main(path):
    orders = os.fdopen(os.dup(0), encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    builtins.input = refuse_input
    sys.argv = [path]
    sys.path.insert(0, os.path.dirname(path))
    serve(path, orders, replies)


main(sys.argv[1])
