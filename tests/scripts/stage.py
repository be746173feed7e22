"""Runs the scripts of `programs/`, all in one process: as they are, or with minigrad imported in the place of torch.

    python tests/scripts/stage.py minigrad [name …]     prints a JSON object: name -> {"out", "error"}
"""

import contextlib
import io
import json
import re
import sys
import traceback
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent


def swapped(text):
    """The same script, importing minigrad under the names that it uses."""
    text = re.sub(r"^import torch$", "import minigrad as torch", text, flags=re.M)
    return re.sub(r"^(import|from) torch\b", r"\1 minigrad", text, flags=re.M)


def run(path, library):
    """What a script prints, and the traceback that ended it, if one did."""
    text = path.read_text(encoding="utf-8")
    code = compile(swapped(text) if library == "minigrad" else text, str(path), "exec")
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(code, {"__name__": "__main__"})
    except Exception:
        return {"out": out.getvalue(), "error": traceback.format_exc(limit=-4)}
    return {"out": out.getvalue(), "error": None}


def main(library, *names):
    sys.path.insert(0, str(HERE.parents[1]))
    if library == "torch":
        import torch

        torch.set_num_threads(1)
    paths = [HERE / "programs" / f"{name}.py" for name in names] or sorted((HERE / "programs").glob("*.py"))
    print(json.dumps({path.stem: run(path, library) for path in paths}))


if __name__ == "__main__":
    main(*sys.argv[1:])
