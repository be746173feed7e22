"""What Binder would build, read without Docker."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def dockerfile() -> str:
    """The recipe that repo2docker makes of this repository."""
    pytest.importorskip("repo2docker")
    beside = Path(sys.executable).parent
    program = shutil.which("jupyter-repo2docker", path=os.pathsep.join([str(beside), os.environ["PATH"]]))
    command = [program, "--no-build", "--debug", "--user-name", "reader", "--user-id", "1000", "."]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    return run.stdout + run.stderr


pytestmark = pytest.mark.skipif(os.name == "nt", reason="repo2docker is for Linux and macOS")


def test_binder_installs_our_list(dockerfile):
    assert 'pip install --no-cache-dir -r "binder/requirements.txt"' in dockerfile


def test_binder_takes_the_python_we_name(dockerfile):
    assert "python-3.13" == (ROOT / "binder/runtime.txt").read_text("utf-8").strip()
    assert "py-3.13" in dockerfile or "python=3.13" in dockerfile


def test_the_list_is_installed_before_the_repository_is_copied(dockerfile):
    """Otherwise every commit would install everything again."""
    installing = dockerfile.index('-r "binder/requirements.txt"')
    assert installing < dockerfile.index("COPY --chown=1000:1000 src/ ${REPO_DIR}")


def test_binder_runs_postbuild(dockerfile):
    assert "RUN ./binder/postBuild" in dockerfile
    assert os.access(ROOT / "binder" / "postBuild", os.X_OK)
