// What judges an answer on the page, without a page: node --test tests/js

import assert from "node:assert/strict";
import { test } from "node:test";

import { feedback, judge, readNumber } from "../../minigrad/widgets/static/quiz.js";

test("a number is read as people type it", () => {
  const read = { "4": 4, " 3/4 ": 0.75, "2*3": 6, "-(1+2)": -3, "\u22122.5": -2.5, "2,5": 2.5, "1e3": 1000, ".5": 0.5,
    "1-2-3": -4, "8/2/2": 2, "2+3*4": 14, "(2+3)*4": 20, "--2": 2 };
  for (const [text, value] of Object.entries(read)) assert.equal(readNumber(text), value, text);
});

test("what is not a number is NaN, never a wrong number", () => {
  for (const text of ["", " ", "four", "4 apples", "1/0", "2**3", "(1", "1)", "1 2", "1..2", "alert(1)", "NaN", "e3"])
    assert.ok(Number.isNaN(readNumber(text)), text);
});

const single = {
  kind: "single",
  options: [{ key: "a", text: "A", why: "Because A.", right: true }, { key: "b", text: "B", why: "Not B.", right: false }],
};
const multiple = { kind: "multiple", options: [...single.options, { key: "c", text: "C", why: "C too.", right: true }] };
const numeric = { kind: "numeric", number: 0, right: "Yes.", named: [[4, "That is the loss."]], other: "Look again." };
const labels = { right: "Right.", wrong: "Not yet.", not_number: "No number.", choose_first: "Choose.", incomplete: "More." };

test("one right option", () => {
  assert.equal(feedback(single, "a", labels), "Right. Because A.");
  assert.equal(feedback(single, "b", labels), "Not yet. Not B.");
  assert.equal(feedback(single, "", labels), "Choose.");
});

test("several right options: the whole set and nothing else", () => {
  assert.equal(judge(multiple, ["a", "c"]).right, true);
  assert.equal(judge(multiple, ["c", "a"]).right, true);
  for (const choice of [["a"], ["a", "b", "c"], ["b"]]) assert.equal(judge(multiple, choice).right, false);
  assert.equal(judge(multiple, []), null);
  assert.equal(feedback(multiple, ["a"], labels), "More. Because A.");
  assert.equal(feedback(multiple, ["a", "b"], labels), "Not yet. Because A. Not B.");
});

test("a number: right, known, unknown, unreadable", () => {
  assert.equal(feedback(numeric, "0/3", labels), "Right. Yes.");
  assert.equal(feedback(numeric, "4.0", labels), "Not yet. That is the loss.");
  assert.equal(feedback(numeric, "7", labels), "Not yet. Look again.");
  assert.equal(feedback(numeric, "x", labels), "No number.");
});
