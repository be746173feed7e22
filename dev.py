"""The shop: makes .venv, installs what changed, then runs.

    python3 dev.py lab              open JupyterLab on the first lesson   (Windows: py dev.py lab)
    python3 dev.py test             run what can be run here; --all: everything, nothing left out
    python3 dev.py notebooks        build the lessons from notebooks/source; --check: are they up to date?
    python3 dev.py page 04          save a lesson as one page that needs no Python; --lang ru
    python3 dev.py bench            speed beside PyTorch, if torch is installed; -w W1, --rounds 21, --plot
    python3 dev.py format           put imports in order, mend what ruff can mend
    python3 dev.py check            ruff and pyright

Needs Python 3.11 or newer and nothing else. Words after `test` that it does not know go to pytest, those after
`bench` to bench/run.py.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "The Living Graph needs Python 3.11 or newer; this is Python %d.%d. "
        "Run dev.py with a newer one, for example: python3.13 dev.py" % sys.version_info[:2]
    )

import argparse
import hashlib
import itertools
import json
import os
import shutil
import subprocess
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LANGUAGES = ("en", "ru")
FIRST_LESSON = "00_start_here.ipynb"

# Who needs what. An entry is a requirements file or, in brackets, an extra of pyproject.toml.
LEARNER = ("requirements.txt",)
CONTRIBUTOR = ("requirements.txt", "requirements-dev.txt")
EVERYTHING = ("requirements.txt", "requirements-dev.txt", "[oracle]")


# ---- the environment -------------------------------------------------------------------------------


def venv_python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def venv_has_this_python() -> bool:
    """False when there is no .venv, when its Python has gone, or when another Python made it."""
    try:
        answer = subprocess.run(
            [str(venv_python()), "-c", "import sys; print(sys.version)"],
            capture_output=True,
            encoding="utf-8",
        )
    except OSError:
        return False
    return answer.stdout.strip() == sys.version.strip()


def fingerprint(needs: str) -> str:
    """Changes when a new installation is due: another Python, pyproject.toml or list."""
    parts = [sys.version, (ROOT / "pyproject.toml").read_text("utf-8")]
    if not needs.startswith("["):
        parts.append((ROOT / needs).read_text("utf-8"))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def installed() -> dict:
    """What stands in .venv by our own account: {list: fingerprint}. Empty when in doubt."""
    try:
        return json.loads((VENV / "installed.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def install_command(needs: str) -> list:
    what = ["-e", f".{needs}"] if needs.startswith("[") else ["-r", needs]
    # An extra is always pip's: uv would not look where pip is told to look for torch.
    if shutil.which("uv") and not needs.startswith("["):
        return ["uv", "pip", "install", "--quiet", "--python", str(venv_python()), *what]
    return [str(venv_python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what]


def prepare(lists: tuple) -> None:
    """Make .venv hold these lists; says nothing and takes no time when it does already."""
    if not venv_has_this_python():
        say(f"Making .venv with Python {sys.version_info.major}.{sys.version_info.minor}")
        make_venv()
    done = installed()
    for needs in lists:
        if done.get(needs) == fingerprint(needs):
            continue
        say(f"Installing {needs} (a few minutes the first time)")
        if subprocess.call(install_command(needs), cwd=ROOT):
            sys.exit(f"The installation of {needs} failed; the reason stands above.")
        done[needs] = fingerprint(needs)
        (VENV / "installed.json").write_text(json.dumps(done, indent=1), "utf-8")


def make_venv() -> None:
    try:
        venv.create(VENV, clear=True, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(
            f"Python could not make a virtual environment ({error}).\n"
            "On Debian and Ubuntu: sudo apt-get install python3-venv"
        )


def environment(**more: str) -> dict:
    path = os.pathsep.join([str(venv_python().parent), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path, "PYTHONUTF8": "1", **more}


def run(*words: str) -> int:
    """Run .venv's Python with these words, from the root; returns its exit code."""
    return subprocess.call([str(venv_python()), *words], cwd=ROOT, env=environment())


def become(*words: str, **more: str) -> int:
    """The same as the last thing to do: dev.py turns into that program, so that stopping one stops both."""
    os.chdir(ROOT)
    command = [str(venv_python()), *words]
    if os.name != "nt":
        os.execve(command[0], command, environment(**more))
    try:
        return subprocess.call(command, env=environment(**more))
    except KeyboardInterrupt:
        return 130


def say(line: str) -> None:
    print(line, flush=True)


# ---- lessons and working copies --------------------------------------------------------------------


def lessons(language: str) -> list:
    return sorted((ROOT / "notebooks" / language).glob("[0-9][0-9]_*.ipynb"))


def find_lesson(name: str, language: str) -> Path:
    """The lesson called `04`, `4` or `04_backward_step_by_step`."""
    wanted = name.removesuffix(".ipynb")
    wanted = wanted.zfill(2) if wanted.isdecimal() else wanted
    for lesson in lessons(language):
        if wanted in (lesson.stem, lesson.stem[:2]):
            return lesson
    known = ", ".join(lesson.stem for lesson in lessons(language)) or "none yet"
    sys.exit(f"There is no lesson {name!r}. Lessons in notebooks/{language}: {known}")


def without_outputs(text: str) -> str:
    """A notebook as its reader should meet it: nothing has run yet."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = []
            cell["execution_count"] = None
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def working_copy(lesson: Path) -> Path:
    """The learner's copy of a lesson. Made when there is none, never written over."""
    copy = ROOT / "work" / lesson.parent.name / lesson.name
    if not copy.exists():
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(without_outputs(lesson.read_text("utf-8")), "utf-8")
    return copy


def reset(lesson: Path) -> None:
    """A fresh copy; the old one stays beside it under the next free number."""
    copy = ROOT / "work" / lesson.parent.name / lesson.name
    if copy.exists():
        kept = next_free_name(copy)
        copy.rename(kept)
        say(f"Your old copy is now {kept.relative_to(ROOT).as_posix()}")
    working_copy(lesson)


def next_free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.stem}.{number}{path.suffix}") for number in itertools.count(1))
    return next(name for name in names if not name.exists())


# ---- commands --------------------------------------------------------------------------------------


def lab(options) -> int:
    if options.lang not in LANGUAGES:
        sys.exit(f"There is no language {options.lang!r}. Languages: {', '.join(LANGUAGES)}")
    if not lessons(options.lang):
        sys.exit(f"There are no lessons in notebooks/{options.lang}. Build them: python3 dev.py notebooks")
    to_reset = [find_lesson(name, options.lang) for name in options.reset]
    prepare(LEARNER)
    keep_to_yourself()
    for lesson in to_reset:
        reset(lesson)
    for lesson in lessons(options.lang):
        working_copy(lesson)
    return become("-m", "jupyter", "lab", *lab_settings(options))


def lab_settings(options) -> list:
    first = to_open(options).relative_to(ROOT).as_posix()
    settings = [
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.root_dir={ROOT}",
        f"--LabApp.default_url=/lab/tree/{first}",
    ]
    if options.port:
        settings.append(f"--ServerApp.port={options.port}")
    if options.no_browser:
        settings.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        settings.append("--allow-root")  # in a container everybody is root
    return settings


def keep_to_yourself() -> None:
    """JupyterLab in .venv asks nobody for news or updates, and does not ask the learner whether it may."""
    settings = VENV / "share" / "jupyter" / "lab" / "settings" / "overrides.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    quiet = {"fetchNews": "false", "checkForUpdates": False}
    settings.write_text(json.dumps({"@jupyterlab/apputils-extension:notification": quiet}), "utf-8")


def to_open(options) -> Path:
    """The lesson that was asked for fresh, else the first one."""
    if options.reset:
        return working_copy(find_lesson(options.reset[-1], options.lang))
    first = ROOT / "notebooks" / options.lang / FIRST_LESSON
    return working_copy(first if first.exists() else lessons(options.lang)[0])


def test(options) -> int:
    prepare(EVERYTHING if options.all else CONTRIBUTOR)
    built = [f"notebooks/{language}" for language in LANGUAGES if lessons(language)]
    # Two processes; the cells of a notebook, and the tests of a file, stay together and in order.
    words = options.words or ["-n", "2", "--dist", "loadfile", "tests", *built]
    more = {"MINIGRAD_REQUIRE_ALL": "1"} if options.all else {}
    return become("-m", "pytest", "--nbval", "-q", *words, **more)


def notebooks(options) -> int:
    prepare(CONTRIBUTOR)
    return become("tools/build_notebooks.py", *(["--check"] if options.check else []))


def page(options) -> int:
    if options.lang not in LANGUAGES:
        sys.exit(f"There is no language {options.lang!r}. Languages: {', '.join(LANGUAGES)}")
    lesson = find_lesson(options.lesson, options.lang)
    prepare(LEARNER)
    target = ["--to", str(options.to.resolve())] if options.to else []
    return become("tools/build_page.py", lesson.stem[:2], "--lang", options.lang, *target)


def bench(options) -> int:
    prepare(LEARNER)
    return become("bench/run.py", *options.words)


def format(options) -> int:
    prepare(CONTRIBUTOR)
    return become("-m", "ruff", "check", "--fix", ".")


def check(options) -> int:
    prepare(CONTRIBUTOR)
    return max(run("-m", "ruff", "check", "."), run("-m", "pyright"))


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="dev.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="command")

    command = commands.add_parser("lab", help="open JupyterLab on the first lesson")
    command.add_argument("--lang", default="en", help="en or ru")
    command.add_argument("--reset", action="append", default=[], metavar="04", help="a fresh lesson")
    command.add_argument("--no-browser", action="store_true", help="print the address only")
    command.add_argument("--port", type=int, help="default: the first free one from 8888")
    command.set_defaults(run=lab)

    command = commands.add_parser("test", help="run the tests")
    command.add_argument("--all", action="store_true", help="everything; a missing part is a failure")
    command.set_defaults(run=test)

    command = commands.add_parser("notebooks", help="build the lessons")
    command.add_argument("--check", action="store_true", help="only say whether they are up to date")
    command.set_defaults(run=notebooks)

    command = commands.add_parser("page", help="save a lesson as one page")
    command.add_argument("lesson", metavar="04")
    command.add_argument("--lang", default="en", help="en or ru")
    command.add_argument("--to", type=Path, help="default: work/pages/NN_slug.<lang>.html")
    command.set_defaults(run=page)

    command = commands.add_parser("bench", help="speed beside PyTorch", add_help=False)
    command.set_defaults(run=bench)

    commands.add_parser("format", help="put imports in order, mend what ruff can mend").set_defaults(
        run=format
    )
    commands.add_parser("check", help="ruff and pyright").set_defaults(run=check)
    return top


def main(words: list) -> int:
    options, rest = parser().parse_known_args(words)
    if rest and options.command not in ("test", "bench"):
        parser().error(f"unknown: {' '.join(rest)}")
    options.words = rest
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
