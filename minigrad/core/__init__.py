"""What an op must know: the bare tensor, nodes, versions, grad mode, observers, and the one way to add an op."""
