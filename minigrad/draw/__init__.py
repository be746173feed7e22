"""From the neutral model to pictures and words: pure functions."""
