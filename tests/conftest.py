"""The oracle that many tests ask."""

import pytest


@pytest.fixture(scope="session")
def torch():
    """Real PyTorch. Without it the test is left out; a full run counts that as a failure (see the root conftest)."""
    torch = pytest.importorskip("torch", reason="torch is not here")
    torch.set_num_threads(1)
    return torch
