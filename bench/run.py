"""How fast minigrad is beside PyTorch, on small programs of the kind that fit a classroom.

    python dev.py bench                     everything, as a table
    python dev.py bench -w W1 -w W5         some; W5 stands for W5_64 and W5_256
    python dev.py bench --rounds 21         more turns for each: steadier numbers
    python dev.py bench --plot              also draw docs/speed.svg

Each package runs in a process of its own, with one thread, and the processes take turns, so that a busy moment of the
machine falls on all of them. A ratio is the median over the turns; below 1 minigrad is faster than PyTorch. What the
packages computed is compared before anything is timed.
"""

import argparse
import importlib.util
import platform
import statistics
import subprocess
import sys
from pathlib import Path

from turns import Runner
from workloads import WORKLOADS

ROOT = Path(__file__).resolve().parents[1]


def chosen(words):
    """The workloads with these names, or whose names begin with them."""
    names = [name for name in WORKLOADS if not words or any(name == w or name.startswith(f"{w}_") for w in words)]
    if not names:
        sys.exit(f"There is no workload {' '.join(words)!r}. Workloads: {', '.join(WORKLOADS)}")
    return names


def agree(first, second):
    return len(first) == len(second) and all(abs(a - b) <= 0.02 * max(abs(a), 1e-6) for a, b in zip(first, second))


def measure(runners, name, rounds):
    """{package: seconds of a step in each round, or what went wrong}."""
    ready, result, expected = [], {}, None
    for package, runner in runners.items():
        if name == "W3_100k" and package != "minigrad":
            continue
        answer = runner.ask("prepare", name)
        if package == "by hand" and answer == f"KeyError: {name!r}":
            continue                                    # not every workload is written by hand
        if isinstance(answer, str):
            result[package] = answer
        elif expected is not None and not agree(expected, answer):
            result[package] = f"computes {answer} instead of {expected}"
        else:
            expected = expected or answer
            ready.append(package)
            result[package] = []
    for turn in range(rounds):
        for package in ready if turn % 2 else reversed(ready):
            result[package].append(runners[package].ask("batch"))
    return result


def ratio(times, base):
    return statistics.median(mine / theirs for mine, theirs in zip(times, base))


def shown(seconds):
    unit, size = next((u, s) for u, s in (("s", 1), ("ms", 1e-3), ("µs", 0)) if seconds >= s)
    return f"{seconds / (size or 1e-6):.3g} {unit}"


def cell(times, base):
    if not times:
        return "–"
    if isinstance(times, str):
        return "fails"
    text = shown(statistics.median(times))
    return f"{text} ({ratio(times, base):.2f})" if isinstance(base, list) and base is not times else text


def machine():
    import numpy

    torch = f", torch {version('torch')}" if importlib.util.find_spec("torch") else ""
    return (f"Python {platform.python_version()}, NumPy {numpy.__version__}{torch}, "
            f"{platform.system()} {platform.machine()}, one thread, processor time")


def version(package):
    from importlib.metadata import version

    return version(package)


def import_times(rounds=5):
    """Median processor milliseconds of a process that imports this: {what: ms}. Empty where the system does not say."""
    try:
        import resource
    except ImportError:                                 # Windows
        return {}
    found = {"numpy": [], "minigrad": []}
    for _ in range(rounds):
        for package, times in found.items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-c", f"import {package}"], check=True, cwd=ROOT)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return {package: statistics.median(times) for package, times in found.items()}


def main(words):
    parser = argparse.ArgumentParser(
        prog="dev.py bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-w", "--workload", action="append", default=[], metavar="W1", help="only this one, or these")
    parser.add_argument("--rounds", type=int, default=9, help="turns for each package")
    parser.add_argument("--plot", action="store_true", help="draw docs/speed.svg")
    options = parser.parse_args(words)
    names = chosen(options.workload)
    sys.path.insert(0, str(ROOT))
    packages = [p for p in ("torch", "by hand", "minigrad") if p != "torch" or importlib.util.find_spec("torch")]
    if "torch" not in packages:
        print("torch is not installed here: times only, no ratios. `pip install -e .[oracle]` brings it.")
    runners = {package: Runner(package) for package in packages}
    print(f"{machine()}\n\n| | {' | '.join(packages)} | what |\n|---|{'---:|' * len(packages)}---|", flush=True)
    ratios, notes = {}, []
    for name in names:
        found = measure(runners, name, options.rounds)
        base = found.get("torch")
        cells = [cell(found.get(package), base) for package in packages]
        print(f"| {name} | {' | '.join(cells)} | {WORKLOADS[name][0]} |", flush=True)
        notes += [f"{name}, {package}: {text}" for package, text in found.items() if isinstance(text, str)]
        if isinstance(base, list) and isinstance(found["minigrad"], list):
            ratios[name] = ratio(found["minigrad"], base)
    if "W10" in names:
        peak = runners["minigrad"].ask("peak", "W10")
        notes.append(peak if isinstance(peak, str) else f"W10 needs {peak / 4e6:.1f} arrays of its size at the peak")
    for runner in runners.values():
        runner.close()
    if not options.workload and (times := import_times()):
        notes.append(f"import minigrad: {times['minigrad']:.0f} ms, of which NumPy {times['numpy']:.0f} ms")
    print("\n" + "\n".join(notes))
    if options.plot and ratios:
        from plot import picture

        target = ROOT / "docs" / "speed.svg"
        target.write_text(picture(ratios, {name: WORKLOADS[name][0] for name in ratios}, machine()), "utf-8")
        print(f"{target.relative_to(ROOT).as_posix()} is drawn")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
