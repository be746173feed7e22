"""What does not belong to tensors themselves."""
