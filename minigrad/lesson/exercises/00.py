"""Lesson 00: three numbers to predict."""

from typing import Any

from minigrad.lesson.answers import Unreadable
from minigrad.lesson.exercise import Asked, Exercise, Known
from minigrad.lesson.exercises.programs import LINE_AND_SQUARE, THREE_LEAVES


def moved_leaf(answer: Any) -> Any:
    """The position of `w` on the sliders of `nb.leaves`; anything else is handed on as it is."""
    at = getattr(answer, "at", None)
    if not isinstance(at, dict) or not {"x", "w", "b"} <= at.keys():
        return answer
    if abs(at["x"] - 2) > 1e-9 or abs(at["b"] - 1) > 1e-9:
        raise Unreadable("moved_others", x=f"{at['x']:g}", b=f"{at['b']:g}")
    return at["w"]


EXERCISES = [
    Exercise(
        "00.1",
        answer=(4,),
        name="ans_00_1",
        known=(
            Known((2,), "before_square"),
            Known((7,), "stopped_at_y"),
            Known((-4,), "negative_square"),
        ),
        setup=THREE_LEAVES + LINE_AND_SQUARE,
        teaches=("00-s03-forward",),
    ),
    Exercise(
        "00.2",
        answer=(2,),
        name="w_star",
        known=(
            Known((2.5,), "b_still_added"),
            Known((3,), "not_moved"),
            Known((4,), "product_not_w"),
        ),
        setup=THREE_LEAVES,
        teaches=("00-s07-leaves",),
        take=moved_leaf,
    ),
    Exercise(
        "00.3",
        answer=(3, 2),
        name="ans_00_3",
        known=(
            Known((3, 3), "restart_forgets"),
            Known((2, 2), "b_ran_twice"),
            Known((2, 3), "swapped"),
        ),
        teaches=("00-s09-a", "00-s09-b"),
    ),
]

QUIZZES = {
    "00-picture": [Asked("1", options=("x", "y", "five", "b"), right=("x", "b"))],
    "00-exit": [
        Asked("1", options=("formula", "trail", "loss"), right=("trail",)),
        Asked("2", number=0, named=(4, 5)),
    ],
}
