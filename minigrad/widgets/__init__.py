"""Widgets for notebooks. Each works without a page, too: `w.index = k`, `w.describe()`, `w.snapshot()`."""
