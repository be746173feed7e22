"""Saving and loading: what comes back, and that no file can run anything or reach beyond itself."""

import io
import json
import pickle
import zipfile

import numpy as np
import pytest

import minigrad
from minigrad import nn


def saved(value):
    file = io.BytesIO()
    minigrad.save(value, file)
    return file.getvalue()


def loaded(data):
    return minigrad.load(io.BytesIO(data))


def changed(data, **head):
    """The same file with other entries in its head, or other members."""
    old, file = zipfile.ZipFile(io.BytesIO(data)), io.BytesIO()
    members = {name: old.read(name) for name in old.namelist()}
    members["data.json"] = json.dumps({**json.loads(members["data.json"]), **head}).encode()
    with zipfile.ZipFile(file, "w") as new:
        for name, content in members.items():
            new.writestr(name, content)
    return file.getvalue()


def test_views_of_one_tensor_stay_views_of_one_tensor():
    a = minigrad.arange(6.0)
    back = loaded(saved({"a": a, "view": a[2:4], "turned": a.view(2, 3).t(), "again": a}))
    back["a"][2] = 50
    assert back["view"].tolist() == [50.0, 3.0]
    assert back["turned"].tolist() == [[0.0, 3.0], [1.0, 4.0], [50.0, 5.0]]
    assert back["again"] is back["a"]
    again = loaded(saved(back))
    again["a"][3] = 9
    assert again["view"].tolist() == [50.0, 9.0]


def test_flags_and_kinds_come_back():
    leaf, parameter = minigrad.ones(2, requires_grad=True), nn.Parameter(minigrad.tensor(2.0))
    leaf_back, parameter_back, plain = loaded(saved([leaf, parameter, leaf * 2]))
    assert leaf_back.requires_grad and leaf_back.is_leaf and type(leaf_back) is minigrad.Tensor
    assert type(parameter_back) is nn.Parameter and parameter_back.item() == 2
    assert plain.requires_grad and plain.is_leaf
    (leaf_back.sum() * parameter_back).backward()
    assert leaf_back.grad.tolist() == [2.0, 2.0]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "uint8", "int8", "int16", "int32", "int64", "bool"])
def test_every_dtype(dtype):
    t = minigrad.tensor([[0, 1], [1, 0]], dtype=getattr(minigrad, dtype))
    back = loaded(saved(t))
    assert back.dtype is t.dtype and minigrad.equal(back, t)


def test_a_whole_training_state(tmp_path):
    net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
    optimizer = minigrad.optim.Adam(net.parameters())
    schedule = minigrad.optim.lr_scheduler.MultiStepLR(optimizer, [2])
    net(minigrad.randn(4, 2)).sum().backward()
    optimizer.step()
    state = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "schedule": schedule.state_dict()}
    minigrad.save(state, tmp_path / "state.pt")
    back = minigrad.load(str(tmp_path / "state.pt"), map_location="cpu")
    assert net.load_state_dict(back["net"]).missing_keys == []
    assert back["net"]._metadata == state["net"]._metadata
    optimizer.load_state_dict(back["optimizer"])
    assert back["optimizer"]["param_groups"] == state["optimizer"]["param_groups"]
    schedule.load_state_dict(back["schedule"])
    assert schedule.milestones == {2: 1}


ran = []


def fooled():
    ran.append(1)


class RunsByName:
    """What a pickle can do when it is read."""

    def __reduce__(self):
        return fooled, ()


def test_a_pickle_is_never_opened():
    data = pickle.dumps(RunsByName())
    pickle.loads(data)
    assert ran == [1]                           # such a pickle does run when pickle reads it
    ran.clear()
    with pytest.raises(pickle.UnpicklingError, match="Weights only load failed") as caught:
        loaded(data)
    assert caught.value.key == "load_refused"
    inside = io.BytesIO()
    with zipfile.ZipFile(inside, "w") as archive:                       # as PyTorch's own files are
        archive.writestr("archive/data.pkl", data)
    with pytest.raises(pickle.UnpicklingError):
        loaded(inside.getvalue())
    array = io.BytesIO()
    np.save(array, np.array([RunsByName()], dtype=object), allow_pickle=True)
    hidden = saved(minigrad.ones(2))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("data.json", zipfile.ZipFile(io.BytesIO(hidden)).read("data.json"))
        archive.writestr("memory/0.npy", array.getvalue())
    with pytest.raises(RuntimeError, match="damaged"):
        loaded(file.getvalue())
    assert ran == []


def entry(**other):
    return {"memory": 0, "offset": 0, "shape": [4], "stride": [1], "requires_grad": False, "parameter": False, **other}


@pytest.mark.parametrize("head", [
    {"tensors": [entry(shape=[5])]}, {"tensors": [entry(offset=1)]}, {"tensors": [entry(offset=-1)]},
    {"tensors": [entry(stride=[2])]}, {"tensors": [entry(stride=[-1])]}, {"tensors": [entry(shape=[2, 2])]},
    {"tensors": [entry(memory=1)]}, {"tensors": [entry(shape=[True])]}, {"tensors": [entry(shape=["4"])]},
    {"tensors": [entry(offset=2 ** 70)]}, {"tensors": []}, {"tensors": None}, {"object": {"tensor": 1}},
    {"object": {"unknown": 1}}, {"object": {"dict": [[{"dict": []}, 1]]}}, {"object": {"dtype": "O"}},
    {"object": {"tensor": 0, "more": 1}},
])
def test_a_tampered_file_is_refused(head):
    data = changed(saved(minigrad.arange(4.0)), **head)
    with pytest.raises(RuntimeError, match="damaged"):
        loaded(data)


def test_damaged_files_and_wrong_arguments():
    data = saved(minigrad.ones(100))
    for part in (data[:50], data[:-10], data[:200] + data[220:]):
        with pytest.raises(RuntimeError, match="the file is damaged"):
            loaded(part)
    with pytest.raises(EOFError):
        loaded(b"")
    with pytest.raises(pickle.UnpicklingError):
        loaded(changed(data, version=2))
    with pytest.raises(AttributeError, match="'int' object has no attribute 'seek'"):
        minigrad.load(3)
    with pytest.raises(TypeError):
        minigrad.save(1, 3)


@pytest.mark.parametrize("value", [nn.Linear(1, 1), lambda: 1, object(), range(3), np.array(["a"])])
def test_what_would_have_to_run_is_not_saved(value, tmp_path):
    with pytest.raises(TypeError, match="cannot save an"):
        minigrad.save({"value": value}, tmp_path / "file")
    assert not (tmp_path / "file").exists()


def test_a_list_in_itself_is_not_saved():
    value = []
    value.append(value)
    with pytest.raises(TypeError, match="holds itself"):
        saved(value)
