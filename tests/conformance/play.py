"""Runs programs written for PyTorch with `torch` standing for minigrad, each in a process of its own.

    python tests/conformance/play.py tests/conformance/programs/leaf_002_requires_grad_contagion.py

runs one. Without an argument it serves the test-suite: a path per line comes in, a JSON line per run goes out.
minigrad is imported once and each program runs in a fork of that process; where there is no fork (Windows),
each program gets a fresh interpreter.
"""

import contextlib
import importlib
import importlib.abc
import importlib.machinery
import io
import json
import os
import runpy
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 60    # seconds of computing for one program
PATIENCE = 15 * LIMIT    # seconds by the clock, for one that waits; a busy machine may be far behind


class TorchIsMinigrad(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Answers `import torch.x.y` with the module `minigrad.x.y` itself, not with a second copy of it."""

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "torch":
            return importlib.machinery.ModuleSpec(name, self)
        return None

    def create_module(self, spec):
        module = importlib.import_module("minigrad" + spec.name.removeprefix("torch"))
        self.own_spec = module.__spec__
        return module

    def exec_module(self, module):
        module.__spec__ = self.own_spec     # the import system has put the alias's spec there


def play(path):
    """Run one program here, as `python path` would."""
    sys.meta_path.insert(0, TorchIsMinigrad())
    sys.argv = [path]
    runpy.run_path(path, run_name="__main__")


def play_in_fork(path, out, err):
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    import resource
    import signal
    import traceback

    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    signal.alarm(PATIENCE)
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    sys.stdin = io.StringIO()
    sys.stdout, sys.stderr = (io.TextIOWrapper(os.fdopen(n, "wb"), encoding="utf-8") for n in (1, 2))
    status = 1
    try:
        play(path)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def play_in_interpreter(path, out, err):
    try:
        return subprocess.run([sys.executable, __file__, path], stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                              timeout=PATIENCE).returncode
    except subprocess.TimeoutExpired:
        return -1


def outcome(path):
    """{"status", "stdout", "stderr"} of one program."""
    run = play_in_fork if hasattr(os, "fork") else play_in_interpreter
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        status = run(path, out, err)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    return {"status": status, "stdout": texts[0], "stderr": texts[1]}


def serve():
    import minigrad

    for name in ("nn", "optim", "func"):    # before the forks, so that they need not load it each for itself
        getattr(minigrad, name)
    for line in sys.stdin:
        print(json.dumps(outcome(line.strip())), flush=True)


if __name__ == "__main__":
    sys.path[0] = str(ROOT)
    if len(sys.argv) == 2:
        play(sys.argv[1])
    else:
        serve()
