"""What every test run needs, wherever it is started from.

`pytest --nbval notebooks/` takes no other flag: how outputs are compared is said here.
"""

import importlib.util
import os
import shutil
import tempfile
from pathlib import Path

import pytest

# One thread each: two kernels on two cores must not fight, and sums come out the same everywhere.
for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ[threads] = "1"
# Kernels and other processes import the minigrad that stands beside this file, not one installed from elsewhere.
os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
os.environ["MPLBACKEND"] = "Agg"
os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # else a kernel may print a debugger's warning

CELL_SECONDS = 60  # a lesson's cell takes at most 10 s on one slow core
OUTPUT_SECONDS = 30  # nbval's own wait is 5 s, which a busy machine exceeds
SKIPPED_OUTPUTS = ("image/svg+xml", "text/html")  # the text twin beside a picture is what is compared
ADDRESS = r"\b0x[0-9a-fA-F]{6,}\b"  # six digits at least, or a picture's size 640x480 would match

NEEDED = os.environ.get("MINIGRAD_REQUIRE_ALL") == "1"


if importlib.util.find_spec("hypothesis"):
    from hypothesis import settings

    settings.register_profile("project", deadline=None, derandomize=os.environ.get("CI") == "true")
    settings.load_profile("project")


def find_chromium() -> str | None:
    """The path of Chromium or Chrome, or None."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


# What some tests need and a newcomer may lack.
PARTS = {
    "node": shutil.which("node"),
    "chromium": find_chromium() if importlib.util.find_spec("playwright") else None,
    "torch": importlib.util.find_spec("torch"),
    "dot": shutil.which("dot"),
}
MISSING = [part for part, found in PARTS.items() if not found]


def pytest_configure(config):
    home = tempfile.mkdtemp(prefix="minigrad-home-")
    os.environ["MINIGRAD_HOME"] = home  # a learner's progress is not touched
    config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))
    if NEEDED and MISSING:
        raise pytest.UsageError(f"MINIGRAD_REQUIRE_ALL is set, and these are not here: {', '.join(MISSING)}")
    config.option.loadscopereorder = False  # xdist takes the files as they are sorted below
    if config.pluginmanager.has_plugin("nbval") and config.option.nbval:
        config.option.nbval_current_env = config.option.nbval_kernel_name is None
        config.option.nbval_cell_timeout = CELL_SECONDS


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """Tell nbval how to compare: it has no ini option for that."""
    collectors = yield
    if file_path.suffix == ".ipynb":
        for notebook in collectors:
            notebook.skip_compare += SKIPPED_OUTPUTS
            notebook.sanitize_patterns[ADDRESS] = "ADDRESS"
    return collectors


def pytest_collection_modifyitems(items):
    """Files that take long come first: two processes that share the files then end together."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def pytest_itemcollected(item):
    if hasattr(item, "output_timeout"):
        item.output_timeout = OUTPUT_SECONDS


def pytest_runtest_setup(item):
    for mark in item.iter_markers("needs"):
        for part in mark.args:
            if part in MISSING:
                pytest.skip(f"{part} is not here")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; the test is left out where there is none."""
    if not PARTS["chromium"]:
        pytest.skip("chromium is not here")
    return PARTS["chromium"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    skipped_by_tag = getattr(item, "options", {}).get(
        "skip"
    )  # a notebook's cell; a test of its own counts these
    return report if skipped_by_tag else fail_if_left_out(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    return fail_if_left_out((yield))


def fail_if_left_out(report):
    """In a full run nothing is skipped in silence: a test that was left out is a failure."""
    if NEEDED and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"left out of a full run: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter):
    if MISSING and terminalreporter.stats.get("skipped"):
        terminalreporter.write_line(f"Left out, because not found here: {', '.join(MISSING)}.")
