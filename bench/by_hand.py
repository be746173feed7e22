"""Some workloads forward and backward by hand in NumPy: nothing is recorded, so no autograd on NumPy can be faster."""

import math

import numpy as np
from workloads import numbers, program


def lesson():
    found = []

    def step():
        w, x, b = 2.0, 3.0, 1.0
        slope = 2 * (w * x + b - 5)
        found[:] = slope * x, slope

    return step, lambda: list(found)


def shared_parts():
    lines, found = program(1000), []

    def step():
        values = [0.5]
        for what, other in lines:
            x = values[-1]
            values.append(x + values[other] if what == "add" else x * 0.5 if what == "half"
                          else max(x, 0.0) if what == "relu" else x * values[other])
        slopes = [0.0] * len(values)
        slopes[-1] = 1.0
        for place in range(len(lines) - 1, -1, -1):
            what, other = lines[place]
            g = slopes[place + 1]
            if what == "add":
                slopes[place] += g
                slopes[other] += g
            elif what == "mul":
                slopes[place] += g * values[other]
                slopes[other] += g * values[place]
            else:
                slopes[place] += g * 0.5 if what == "half" else g if values[place] > 0 else 0.0
        found[:] = [slopes[0]]

    return step, lambda: list(found)


def chain(length):
    def make():
        found = []

        def step():
            y, slope = 0.5, 1.0
            for _ in range(length // 2):
                y = y * 0.9999 + 0.0001
            for _ in range(length // 2):
                slope *= 0.9999
            found[:] = [slope]

        return step, lambda: list(found)

    return make


def long_vector():
    x = numbers(40, 1_000_000)
    s, c, e, g = (np.empty_like(x) for _ in range(4))

    def step():
        np.sin(x, out=s)
        np.cos(x, out=c)
        np.exp(s, out=e)
        np.multiply(e, s, out=g)
        g.sum()
        np.add(g, e, out=g)             # (e·s)' = (e·s + e)·cos x
        np.multiply(g, c, out=g)

    return step, lambda: [math.fsum((g * g).tolist())]


BY_HAND = {"W1": lesson, "W2": shared_parts, "W3_10k": chain(10_000), "W3_100k": chain(100_000), "W10": long_vector}
