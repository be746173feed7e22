"""Names that are not there lead on; limits of number types are PyTorch 2.13's."""

import pytest

import minigrad


@pytest.mark.parametrize("name, hint", [("compile", "jit.trace"), ("fft", "einsum"), ("sofmax", "softmax"),
                                        ("zeross", "zeros")])
def test_a_missing_name_leads_to_the_nearest(name, hint):
    with pytest.raises(AttributeError, match=f"module 'minigrad' has no attribute '{name}'") as caught:
        getattr(minigrad, name)
    assert hint in caught.value.__notes__[0]


def test_limits():
    assert repr(minigrad.finfo(minigrad.float32)) == (
        "finfo(resolution=1e-06, min=-3.40282e+38, max=3.40282e+38, eps=1.19209e-07, smallest_normal=1.17549e-38, "
        "tiny=1.17549e-38, dtype=float32)")
    assert minigrad.finfo(minigrad.float16).tiny == 6.103515625e-05 and minigrad.finfo().bits == 32
    assert repr(minigrad.iinfo(minigrad.int8)) == "iinfo(min=-128, max=127, dtype=int8)"
    with pytest.raises(TypeError, match=r"torch.finfo\(\) requires a floating point input type"):
        minigrad.finfo(minigrad.int32)
    with pytest.raises(TypeError, match=r"torch.iinfo\(\) requires an integer input type"):
        minigrad.iinfo(minigrad.float32)


def test_backends_say_no():
    assert not minigrad.backends.mps.is_available() and not minigrad.backends.cudnn.is_available()
    minigrad.backends.cudnn.deterministic = True


def test_switches_are_remembered():
    minigrad.set_num_threads(2)
    minigrad.use_deterministic_algorithms(True)
    minigrad.set_float32_matmul_precision("high")
    assert minigrad.get_num_threads() == 2 and minigrad.get_float32_matmul_precision() == "high"
    assert minigrad.are_deterministic_algorithms_enabled() and str(minigrad.get_default_device()) == "cpu"
    minigrad.set_num_threads(1)
    with pytest.raises(RuntimeError, match="set_num_threads expects a positive integer"):
        minigrad.set_num_threads(0)
