"""The ops, kernel and gradient rules side by side: read them as a formula sheet."""
