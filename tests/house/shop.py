"""A small repository with a dev.py of its own, and the JupyterLab that it starts."""

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


def load_dev(folder: Path) -> ModuleType:
    """A copy of dev.py in this folder, imported: its ROOT is the folder."""
    shutil.copy(ROOT / "dev.py", folder / "dev.py")
    spec = importlib.util.spec_from_file_location("dev_under_test", folder / "dev.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def jupyter_lab(dev: ModuleType, home: Path, *settings: str):
    """JupyterLab as `dev.py lab --no-browser` starts it, with the Python of these tests. Gives its address.

    What a learner has set in their own JupyterLab stays out of it, and what is solved there stays there: `home` takes
    the place of their settings and of their progress.
    """
    port = unused_port()
    options = dev.parser().parse_args(["lab", "--no-browser", "--port", str(port)])
    command = [sys.executable, "-m", "jupyter", "lab", *dev.lab_settings(options), *settings]
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "MINIGRAD_HOME": str(home / "progress"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
    }
    home.mkdir(parents=True, exist_ok=True)
    with open(home / "server.log", "w", encoding="utf-8") as log:
        server = subprocess.Popen(command, cwd=dev.ROOT, env=environment, stdout=log, stderr=log)
    try:
        wait_for(f"http://127.0.0.1:{port}/api", server, home / "server.log")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


def unused_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(address: str, server: subprocess.Popen, log: Path) -> None:
    for _ in range(240):
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(address, timeout=10).close()
            return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.25)
    raise RuntimeError("JupyterLab did not start:\n" + log.read_text("utf-8"))
