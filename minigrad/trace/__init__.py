"""Watch a cell, and make of it a neutral model: a graph and its timeline."""
