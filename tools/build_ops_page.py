"""Write docs/ops.md: every operation, from its docstring and its declaration.

    python tools/build_ops_page.py            # writes the page
    python tools/build_ops_page.py --check    # exit code 1 if the page is stale
"""
from __future__ import annotations

import ast
import importlib
import inspect
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "ops.md"
HEAD = """# Operations

Written by `tools/build_ops_page.py` from docstrings and declarations; edit those, then run it again.

An operation has a kernel on NumPy arrays and one gradient rule for each input. In a rule `g` is the gradient that
arrives; what else a rule mentions is what the node saves. Names in *saves* are PyTorch's (`grad_fn._saved_self` …).
"composed" means that the function calls other operations and records their nodes.
"""


def main() -> int:
    """Write the page, or compare it with what would be written."""
    text = page()
    if "--check" in sys.argv[1:]:
        return int(not PAGE.exists() or PAGE.read_text("utf-8") != text)
    PAGE.write_text(text, "utf-8")
    return 0


def page() -> str:
    """The whole page."""
    sys.path.insert(0, str(ROOT))
    parts = [HEAD]
    for folder in ("ops", "autograd", "nn/functional"):
        parts += map(section, sorted((ROOT / "minigrad" / folder).glob("*.py")))
    return "\n".join(filter(None, parts))


def section(file: Path) -> str:
    """The operations of one file as a table; nothing if it has none."""
    rows = rows_of(file)
    if not rows:
        return ""
    name = file.relative_to(ROOT).as_posix()
    title = (ast.get_docstring(ast.parse(file.read_text("utf-8"))) or name).splitlines()[0]
    return (f"## [{name}](../{name})\n\n{title}\n\n| operation | meaning | gradient rules | saves | node |\n"
            "|---|---|---|---|---|\n" + "\n".join(rows) + "\n")


def rows_of(file: Path) -> list[str]:
    """One row for each operation and each public composed function of a file."""
    module = importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    return [row for node in ast.parse(file.read_text("utf-8")).body
            if isinstance(node, ast.FunctionDef) and (row := row_of(node, getattr(module, node.name, None)))]


def row_of(node: ast.FunctionDef, function: object) -> str | None:
    """The row of one function, or None for what is no operation."""
    meaning = first_sentence(ast.get_docstring(node) or "")
    if hasattr(function, "rules"):
        rules = "<br>".join(f"{name}: `{text}`" for name, text in rules_of(node, function).items()) or "no gradient"
        declared = function.__globals__["declaration"]
        saves = ", ".join(f"`{declared.titles[n]}`" for n in declared.saves) or "nothing"
        if not function.rules:
            saves, declared = "", None
        return cells(function.__name__, meaning, rules, saves, declared.node if declared else "")
    docstring = ast.get_docstring(node) or ""
    if node.name.startswith("_") or "torch." not in docstring and "Tensor." not in docstring:
        return None
    return cells(node.name, meaning, "composed", "", "")


def rules_of(node: ast.FunctionDef, function: object) -> dict[str, str]:
    """{input: its rule}: the right side of a lambda as it stands in the decorator, or the call of a function."""
    calls = [d for d in node.decorator_list if isinstance(d, ast.Call)]
    written = {k.arg: ast.unparse(k.value.body) for call in calls for k in call.keywords
               if k.arg and isinstance(k.value, ast.Lambda)}
    return {name: written.get(name) or called(rule) for name, rule in function.rules.items()}


def called(rule: object) -> str:
    """A rule that has a name, with what it is given."""
    name = "rule" if rule.__name__ == "<lambda>" else rule.__name__
    return f"{name}({', '.join(inspect.signature(rule).parameters)})"


def first_sentence(docstring: str) -> str:
    """The first sentence of a docstring, on one line."""
    paragraph = " ".join(inspect.cleandoc(docstring).split("\n\n")[0].split())
    return paragraph.split(". ")[0].rstrip(".").rstrip(":") + "."


def cells(*texts: str) -> str:
    return "| `" + texts[0] + "` | " + " | ".join(text.replace("|", "\\|") for text in texts[1:]) + " |"


if __name__ == "__main__":
    raise SystemExit(main())
