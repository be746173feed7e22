"""The teaching layer: `nb = start("00")` in a notebook's first cell, and all else is on `nb`.

What a lesson is made of, for whoever writes one. Lesson NN has

- `notebooks/source/NN_slug.py`, its cells;
- `lesson/exercises/NN.py`, what is asked and what is right, once for both languages;
- `i18n/{en,ru}/lessonNN.json`, every sentence, under keys made of ids;
- `lesson/recorded/NN.json`, what PyTorch prints, written by `tools/record_torch.py`;
- `tests/answers/NN.yml`, what learners hand in and what they must be told.

`exercises/NN.py` holds

- `EXERCISES`: a list of `exercise.Exercise` (numbers, or a table of True, False, None and names), of `exercise.Task`
  (code, judged by a function that returns None or a tag) and of `puzzle.Puzzle` (lines of a program to put in order);
- `QUIZZES`: by id a list of `exercise.Asked`: one of several, many of several, a number, an order;
- `PREDICTIONS`: ids of numbers to predict outside of exercises, such as `"04-p1"`;
- `TICKETS`: `exercise.Ticket`s, questions answered in words and judged by the learner.

A cell; then what it is called by without a page; then its sentences in the catalogue `lessonNN`:

- `nb.predict("04-p1")` · `.answer(4)` · `predict.04-p1`. Beside what was seen: `nb.reveal("04-p1", observed=x.grad)`.
- `nb.check("04.1", answer)` · `ok.04.1`; `hint.04.1.<tag>`; to an unknown wrong answer `hint.04.1.rung1`.
- `nb.hint("04.1")` · `hint.04.1.rung1` (a nudge), `rung2` (a pointer), `rung3` (a worked step of another instance).
- `nb.solution("04.1")`, after three tries · `solution.04.1`; its code comes from the exercise.
- `nb.example("04.1")`, a solved sibling · `example.04.1`, else `hint.04.1.rung3`.
- `nb.reset("04.1")`: runs the exercise's `setup`, its answer is `...` again.
- `nb.quiz("04-exit")` · `.answer("1", "trail")`, `.answer("3", ["a", "b"])` · `quiz.04-exit.1`, then for each option
  `….1.<option>` and `….1.<option>.why`; for numbers `….1.right`, `….1.<named>`, `….1.other`; for an order
  `….1.<option>`, `….1.right`, `….1.other`. A warm-up is a quiz, too: `"04-warmup"`.
- `order = nb.parsons("04.3"); order` · `.order("collect", ("push", 1))` · `parsons.04.3` (the task),
  `parsons.04.3.test.<key>`, `hint.04.3.<tag>`, `ok.04.3`. `nb.check("04.3", order)` takes it, or such a list.
- `nb.ticket("04-exit-words")` · `.write("…")`, `.tick("adds")` · `ticket.04-exit-words`, `….<key of the rubric>`.
- `nb.graph(t, view="stored")`, `nb.stepper(t, mode="backward", predict=True, order="free")`: see `widgets.stepper`.
- `nb.goal("03.2")`: the graph to build, with letters in place of names.
- `nb.torch_box("04-a")`, `nb.show(v)`, `nb.live(False)`, `nb.progress()`, `nb.export("mine.json")`,
  `nb.import_("mine.json")`; `with show_error(RuntimeError): …`.

Every tag needs its sentence in both languages and a wrong answer in `tests/answers/NN.yml`. An unanswered exercise is
`...`, and it never stops the notebook.
"""

from minigrad.lesson.show_error import show_error
from minigrad.lesson.start import start

__all__ = ["show_error", "start"]
