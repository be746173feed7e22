"""What stands in the repository is true, and is about the project alone."""

import re
import runpy
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXTS = set(".py .js .mjs .css .md .toml .txt .yml .yaml .json .html .ipynb .svg .cfg".split()) | {""}
# A home, a temporary folder, a place where somebody unpacked this: true on one machine only.
MACHINE_PATH = re.compile(
    r"""(?<![\w.~/<{)-])/(?:root|home|Users|work|opt|tmp|mnt)/[\w.-]+|\b[A-Z]:\\\\?Users"""
)
PAGES = ["README.md", "README.ru.md", "CONTRIBUTING.md", "notebooks/README.md", "docs/dependencies.md"]


def tracked() -> list[Path]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, encoding="utf-8")
    if listing.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listing.stdout.split("\0") if name and (ROOT / name).exists()]


def test_no_path_of_one_machine_stands_in_the_tree():
    found = []
    for path in tracked():
        if path.suffix in TEXTS and path != Path(__file__):
            for hit in MACHINE_PATH.finditer(path.read_text("utf-8")):
                found.append(f"{path.relative_to(ROOT)}: {hit[0]}")
    assert found == []


@pytest.mark.parametrize("line", ["see /home/ann/lab", r"C:\Users\ann", "cd /tmp/x1 && ls", '"/root/a.py"'])
def test_a_path_of_one_machine_is_recognised(line):
    assert MACHINE_PATH.search(line)


@pytest.mark.parametrize("line", ["work/en/00.ipynb", "https://a.org/home/page", "~/work/x", "a/tmp/b"])
def test_other_paths_are_left_alone(line):
    assert not MACHINE_PATH.search(line)


def test_all_texts_are_utf8_with_plain_line_ends():
    odd = [
        path.relative_to(ROOT).as_posix()
        for path in tracked()
        if path.suffix in TEXTS
        and (b"\r\n" in path.read_bytes() or path.read_bytes().startswith(b"\xef\xbb\xbf"))
    ]
    assert odd == []


# ---- the pages -------------------------------------------------------------------------------------


def page(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    links = re.findall(r"\]\(([^)\s]+)\)", page(name))
    local = [link.partition("#")[0] for link in links if not re.match(r"https?:|#", link)]
    folder = (ROOT / name).parent
    assert [link for link in local if not (folder / link).exists()] == []


def commands(name: str) -> list[list[str]]:
    """Every command of a page, in code blocks and in running text."""
    blocks = "\n".join(re.findall(r"^```\w*\n(.*?)^```", page(name), re.MULTILINE | re.DOTALL)).splitlines()
    inline = re.findall(r"`((?:python3|pip|pytest|jupyter|bash) [^`]+)`", page(name))
    words = [shlex.split(line, comments=True) for line in [*blocks, *inline]]
    return [
        line for line in words if line and line[0] in ("python3", "pip", "pytest", "jupyter", "git", "cd")
    ]


@pytest.mark.parametrize("name", ["README.md", "README.ru.md"])
def test_the_front_page_shows_both_commands_and_the_plain_way(name):
    shown = [" ".join(line) for line in commands(name)]
    assert "python3 dev.py test" in shown
    assert any(line.startswith("python3 dev.py lab") for line in shown)
    assert "pip install -r requirements.txt" in shown
    assert "pytest --nbval notebooks/" in shown


@pytest.mark.parametrize("name", PAGES)
def test_commands_of_a_page_exist(name):
    parse = runpy.run_path(str(ROOT / "dev.py"))["parser"]().parse_known_args
    for words in commands(name):
        if words[:2] == ["python3", "dev.py"]:
            options, rest = parse(words[2:])
            assert not rest or options.command == "test", words
        elif words[:3] == ["pip", "install", "-r"]:
            assert (ROOT / words[3]).exists(), words
        elif words[0] in ("pytest", "jupyter"):
            assert (ROOT / words[-1]).exists(), words


def test_the_front_pages_say_the_same():
    def outline(name):
        text = page(name)
        return [len(heading) for heading in re.findall(r"^#+", text, re.MULTILINE)], text.count("```")

    assert outline("README.md") == outline("README.ru.md")


# ---- the address -----------------------------------------------------------------------------------

ADDRESS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Repository"]
SLUG = ADDRESS.removeprefix("https://github.com/")


def test_every_address_of_the_repository_is_the_one_in_pyproject():
    wrong = []
    for path in tracked():
        if path.suffix not in (".md", ".py", ".ipynb", ".json", ".yml", ".js") or path == Path(__file__):
            continue
        text = path.read_text("utf-8")
        for slug in re.findall(r"(?:github\.com|mybinder\.org/v2/gh)/([\w.-]+/living-graph)\b", text):
            if slug != SLUG:
                wrong.append(f"{path.relative_to(ROOT)}: {slug}, but pyproject.toml says {SLUG}")
    assert wrong == []


@pytest.mark.parametrize(("name", "language"), [("README.md", "en"), ("README.ru.md", "ru")])
def test_the_binder_badge_opens_a_lesson_that_exists(name, language):
    link = re.search(
        r"https://mybinder\.org/v2/gh/([\w.-]+/[\w.-]+)/HEAD\?urlpath=lab/tree/(\S+?)\)", page(name)
    )
    assert link[1] == SLUG
    assert link[2] == f"notebooks/{language}/00_start_here.ipynb"
    assert (ROOT / link[2]).exists()
    assert f"git clone {ADDRESS}" in page(name)
