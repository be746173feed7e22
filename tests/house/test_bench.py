"""The benchmark measures the same thing everywhere: each workload computes what PyTorch computes, its picture shows."""

import importlib
import sys
from pathlib import Path
from xml.dom.minidom import parseString

import pytest

import minigrad

BENCH = Path(__file__).resolve().parents[2] / "bench"
LONG = {"W3_10k", "W3_100k", "W5_256", "W6", "W9_gp"}        # the others stand for them


@pytest.fixture(scope="module")
def bench():
    """Import one of its files, as bench/run.py does."""
    sys.path.insert(0, str(BENCH))
    yield importlib.import_module
    sys.path.remove(str(BENCH))


def three_steps(make):
    step, answer = make()
    for _ in range(3):
        step()
    return [float(value) for value in answer()]


@pytest.mark.needs("torch")
def test_every_workload_computes_what_torch_computes(bench):
    import torch

    torch.set_num_threads(1)
    for name, (_, workload) in bench("workloads").WORKLOADS.items():
        if name not in LONG:
            mine, theirs = (three_steps(lambda T=T, w=workload: w(T)) for T in (minigrad, torch))
            assert mine == pytest.approx(theirs, rel=0.02), name


@pytest.mark.parametrize("name", ["W1", "W2", "W10"])
def test_what_is_written_by_hand_computes_the_same(bench, name):
    by_hand, workload = bench("by_hand").BY_HAND[name], bench("workloads").WORKLOADS[name][1]
    assert three_steps(by_hand) == pytest.approx(three_steps(lambda: workload(minigrad)), rel=0.02)


def test_a_name_stands_for_its_variants(bench):
    assert bench("run").chosen(["W5"]) == ["W5_64", "W5_256"]


def test_times_are_short_to_read(bench):
    assert [bench("run").shown(s) for s in (3.2, 0.012, 4.5e-6)] == ["3.2 s", "12 ms", "4.5 µs"]


def test_the_picture_names_every_workload_and_its_ratio(bench):
    text = bench("plot").picture({"W1": 0.13, "W8": 1.2}, {"W1": "a < b", "W8": "c"}, "one thread")
    words = [node.firstChild.data for node in parseString(text).getElementsByTagName("text")]
    assert {"W1", "0.13", "W8", "1.20", "a < b", "one thread"} <= set(words)
