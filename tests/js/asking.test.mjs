// What is typed for an answer, and what is said to it: node --test tests/js

import assert from "node:assert/strict";
import { test } from "node:test";

import { isClose, readAnswer, shapeOf, verdict } from "../../minigrad/widgets/static/asking.js";

const LABELS = { right: "Right.", unreadable: "?" };
const ASK = {
  kind: "contribution", value: 12, hint: "else", misshapen: "one number",
  wrong: [[8, "partner"], [-12, "sign"], [3, "local"], [4, "above"]],
};

test("numbers, fractions, products, brackets, real minus signs, decimal commas", () => {
  const read = { 12: 12, "3/4": 0.75, "2*3": 6, "2×3": 6, "(1+2)*-2": -6, "−0,5": -0.5, "2**3": 8, " 1e3 ": 1000, "-(−3)": 3, ".5": 0.5 };
  for (const [text, value] of Object.entries(read)) assert.equal(readAnswer(text), value, text);
});

test("tensors: commas part numbers, unless semicolons do", () => {
  assert.deepEqual(readAnswer("[1, 2]"), [1, 2]);
  assert.deepEqual(readAnswer("[[1,2],[3,−4]]"), [[1, 2], [3, -4]]);
  assert.deepEqual(readAnswer("[0,5; 1/2]"), [0.5, 0.5]);
  assert.deepEqual(shapeOf([[1, 2, 3]]), [1, 3]);
});

test("what is not a number is not read, and nothing is run", () => {
  for (const text of ["", "x", "1/0", "[1", "1 2", "1,2,", "alert(1)", "2**0.5**-9999", "9".repeat(300)]) {
    const value = readAnswer(text);
    assert.ok(value === null || Number.isFinite(value), text);
  }
  assert.equal(readAnswer("alert(1)"), null);
});

test("four printed digits are close enough, a sign is not", () => {
  assert.ok(isClose(0.3333, 1 / 3) && isClose([1, 0], [1, 0]) && isClose(0, 0));
  assert.ok(!isClose(-1, 1) && !isClose([1], [1, 1]) && !isClose(1, [1]) && !isClose(12.1, 12));
});

test("a wrong answer is answered by its pattern", () => {
  const said = Object.fromEntries(["12", "4*3", "8", "−12", "3", "4", "5", "[12]", "?"].map((typed) => [typed, verdict(ASK, typed, LABELS)]));
  assert.deepEqual(said["12"], { kind: "right", said: "Right." });
  assert.equal(said["4*3"].kind, "right");
  assert.deepEqual(["8", "−12", "3", "4", "5", "[12]"].map((typed) => said[typed].said), ["partner", "sign", "local", "above", "else", "one number"]);
  assert.deepEqual(said["?"], { kind: "unreadable", said: "?" });
});

test("a choice is compared as it is", () => {
  const ask = { kind: "sign", value: "−", choices: [["−", "minus"], ["+", "plus"]], hint: "no", wrong: [] };
  assert.equal(verdict(ask, "−", LABELS).kind, "right");
  assert.deepEqual(verdict(ask, "+", LABELS), { kind: "wrong", said: "no" });
});
