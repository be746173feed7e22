"""The profiler counts calls, charges time and bytes once, and leaves no trace behind."""

import json
import sys

import pytest

import minigrad
from minigrad.profiler import profile, record_function


def watched(**settings):
    x = minigrad.ones(4, 4, requires_grad=True)
    with profile(**settings) as prof, record_function("block"):
        for _ in range(3):
            y = minigrad.mm(x, x)
        y.sum().backward()
    return prof


def by_key(prof):
    return {average.key: average for average in prof.key_averages()}


def test_calls_are_counted_forward_and_backward():
    found = by_key(watched())
    assert found["aten::mm"].count == 3
    assert found["MmBackward0"].count == 1
    assert found["block"].count == 1


def test_time_is_charged_once():
    averages = watched().key_averages()
    block = next(a for a in averages if a.key == "block")
    assert sum(a.self_cpu_time_total for a in averages) == pytest.approx(block.cpu_time_total)
    assert all(a.self_cpu_time_total >= 0 for a in averages)


def test_bytes_are_those_of_the_results():
    found = by_key(watched(profile_memory=True))
    assert found["aten::mm"].self_cpu_memory_usage == 3 * 16 * 4        # three 4 x 4 results of four bytes each
    assert found["MmBackward0"].self_cpu_memory_usage == 2 * 16 * 4     # one gradient for each factor
    assert found["block"].cpu_memory_usage >= 5 * 16 * 4


def test_views_cost_no_bytes():
    x = minigrad.ones(4, 4)
    with profile(profile_memory=True) as prof:
        x.reshape(16)
    assert by_key(prof)["aten::reshape"].cpu_memory_usage == 0


def test_shapes_group_calls():
    x = minigrad.ones(2, 3)
    with profile(record_shapes=True) as prof:
        minigrad.mm(x, minigrad.ones(3, 4))
        minigrad.mm(x, minigrad.ones(3, 5))
    shapes = [a.input_shapes for a in prof.key_averages(group_by_input_shape=True) if a.key == "aten::mm"]
    assert shapes == [[[2, 3], [3, 4]], [[2, 3], [3, 5]]]


def test_the_table_is_sorted_and_limited():
    averages = watched().key_averages()
    lines = averages.table(sort_by="count", row_limit=1).splitlines()
    assert "# of Calls" in lines[1] and lines[-1].startswith("Self CPU time total:")
    assert lines[3].split()[0] == "aten::mm" and len(lines) == 6
    with pytest.raises(ValueError, match="cannot sort by 'colour'"):
        averages.table(sort_by="colour")


def test_nothing_is_watched_afterwards_even_after_an_error():
    before = sys.getprofile()
    with pytest.raises(RuntimeError), profile() as prof:
        minigrad.mm(minigrad.ones(2, 3), minigrad.ones(2, 3))
    assert sys.getprofile() is before
    minigrad.ones(2) * 2
    assert "aten::mul" not in by_key(prof)


def test_a_block_outside_of_a_profile_does_nothing():
    with record_function("alone"):
        assert (minigrad.ones(2) + 1).tolist() == [2, 2]


def test_a_trace_for_the_browser(tmp_path):
    prof = watched()
    prof.export_chrome_trace(tmp_path / "trace.json")
    events = json.loads((tmp_path / "trace.json").read_text("utf-8"))["traceEvents"]
    assert sum(event["name"] == "aten::mm" for event in events) == 3


def test_schedules_are_refused():
    with pytest.raises(NotImplementedError, match="no profiler schedules"):
        profile(schedule=lambda step: None)
