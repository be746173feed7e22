"""Run the code of each “same in PyTorch” box under real PyTorch and keep what it prints.

    python tools/record_torch.py            write minigrad/lesson/recorded/*.json anew
    python tools/record_torch.py --check    say whether a recording differs; change nothing

PyTorch must be installed (`pip install torch`). Addresses are masked, since they differ from run to run.
"""

import contextlib
import io
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
RECORDED = ROOT / "minigrad" / "lesson" / "recorded"
ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")

BOXES = {
    "00": {
        "00-a": """\
import torch

x = torch.tensor(2.0, requires_grad=True)
w = torch.tensor(3.0, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
y = w * x + b
loss = (y - 5) ** 2
loss.backward()
print(x.grad, w.grad, b.grad)
print(loss)""",
    },
    "03": {
        "03-a": """\
import torch

x = torch.tensor(2.0, requires_grad=True)
w = torch.tensor(3.0, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
y = w * x + b
loss = (y - 5) ** 2
print(y.grad_fn.name())
for node, index in y.grad_fn.next_functions:
    print("->", node.name(), index)
keeper = y.grad_fn.next_functions[1][0]
print(keeper.variable is b)
print((torch.tensor(1.) * 2).is_leaf)
print((torch.randn(3, 3, requires_grad=True) / 3).is_leaf)
print(loss)""",
    },
    "04": {
        "04-a": """\
import torch

x = torch.tensor([2.0], requires_grad=True)
y = torch.tensor([3.0], requires_grad=True)
p = x * y
p.register_hook(lambda g: print("upstream at p:", g))
z = p + x**2
z.grad_fn.register_hook(lambda sent, came: print("+ sends", sent))
z.backward()
print(f"dz/dx = {x.grad}")
print(f"dz/dy = {y.grad}")
print(p.is_leaf, p.retains_grad)""",
    },
}


def run(code: str) -> list[str]:
    """The lines that `code` prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "<recording>", "exec"), {"__name__": "__recording__"})
    return ADDRESS.sub("0x…", printed.getvalue()).splitlines()


def record(lesson: str) -> str:
    """The text of one lesson's recording."""
    import torch

    boxes = {name: {"code": code.splitlines(), "output": run(code)} for name, code in BOXES[lesson].items()}
    version = torch.__version__.split("+")[0]
    return json.dumps({"torch": version, "boxes": boxes}, ensure_ascii=False, indent=1) + "\n"


def main(arguments: list[str]) -> int:
    different = 0
    for lesson in BOXES:
        file = RECORDED / f"{lesson}.json"
        text = record(lesson)
        before = file.read_text(encoding="utf-8") if file.is_file() else ""
        if text == before:
            continue
        different += 1
        if "--check" in arguments:
            print(f"{file.name} differs from what PyTorch prints now")
        else:
            file.write_text(text, encoding="utf-8", newline="\n")
            print(f"{file.name} written")
    return 1 if different and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
