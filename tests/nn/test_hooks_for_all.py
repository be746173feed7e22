"""Hooks for all modules at once, and to_empty."""
import importlib


def story(m):
    """What hooks for all modules hear of one pass there and back, under PyTorch or minigrad."""
    module, heard = importlib.import_module(f"{m.__name__}.nn.modules.module"), []
    net = m.nn.Sequential(m.nn.Linear(2, 1), m.nn.ReLU())
    with m.no_grad():
        for p in net.parameters():
            p.fill_(1.0)
    net[1].register_forward_hook(lambda mod, args, out: heard.append(("own", type(mod).__name__)))

    def hear(kind, pick=None):
        def hook(mod, *rest):
            heard.append((kind, type(mod).__name__, *([pick(rest)] if pick else [])))
        return hook

    handles = [
        module.register_module_forward_pre_hook(hear("before")),
        module.register_module_forward_hook(hear("after", lambda rest: rest[1].tolist())),
        module.register_module_full_backward_hook(hear("back", lambda rest: [g.tolist() for g in rest[1]])),
        module.register_module_full_backward_pre_hook(hear("first back")),
    ]
    try:
        net(m.ones(1, 2, requires_grad=True)).sum().backward()
    finally:
        for handle in handles:
            handle.remove()
    net(m.ones(1, 2))
    return heard


def test_what_they_hear(torch):
    import minigrad

    assert story(minigrad) == story(torch)


def test_to_empty_keeps_shapes_and_the_module():
    import minigrad

    net = minigrad.nn.Linear(2, 3)
    assert net.to_empty(device="cpu") is net
    assert net.weight.shape == (3, 2) and net.weight.requires_grad and isinstance(net.weight, minigrad.nn.Parameter)
