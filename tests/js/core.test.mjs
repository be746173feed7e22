// The parts of the stepper that need no page: node --test tests/js

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { clamp, stateAt } from "../../minigrad/widgets/static/shared.js";
import {
  between, destination, fill, keyToAction, notesAt, runningPart, sizeFor, stretches, tickSize, tickX,
} from "../../minigrad/widgets/static/stepper.js";

const article = JSON.parse(readFileSync(new URL("../data/article_a.graph.json", import.meta.url), "utf8"));
const LAST = article.steps.length - 1;

test("a step number stays within the timeline, whatever is asked for", () => {
  assert.equal(clamp(-1, 22), 0);
  assert.equal(clamp(23, 22), 22);
  assert.equal(clamp(7.4, 22), 7);
  assert.equal(clamp("18", 22), 18);
  assert.equal(clamp(Number.NaN, 22), 0);
  assert.equal(clamp(undefined, 22), 0);
  assert.equal(clamp(Number.POSITIVE_INFINITY, 22), 22);
});

test("later changes replace earlier ones, and what holds during a step is gone after it", () => {
  const steps = [
    { set: [["n0", "shown"]], now: [["n0", "current"]] },
    { set: [["n1", "shown"], ["n1.slot.text", "4"]], now: [["n1", "current"]] },
    { set: [["n1.slot.text", "4 + 3"]], now: [] },
  ];
  assert.deepEqual([...stateAt(steps, 0)], [["n0", "current"]]);
  assert.deepEqual([...stateAt(steps, 1)], [["n0", "shown"], ["n1", "current"], ["n1.slot.text", "4"]]);
  assert.deepEqual([...stateAt(steps, 2)], [["n0", "shown"], ["n1", "shown"], ["n1.slot.text", "4 + 3"]]);
  assert.deepEqual([...stateAt(steps, 1, false)], [["n0", "shown"], ["n1", "shown"], ["n1.slot.text", "4"]]);
});

test("a step without changes is fine: small files leave empty lists out", () => {
  assert.deepEqual([...stateAt([{ verb: "start" }], 0)], []);
  assert.deepEqual([...notesAt([{ verb: "start" }], 0)], []);
});

test("article A at step 18: the push through Mul to x", () => {
  const state = stateAt(article.steps, 18);
  assert.equal(state.get("g:n3:1"), "current");
  assert.equal(state.get("g:n3:1.chip.text"), "12");
  assert.equal(state.get("n1.slot.text"), "8");
  assert.equal(state.get("n0.slot"), "waiting");
  assert.equal(state.get("n2.slot"), "filled");
  assert.equal(state.get("n10.d0"), "freed");
});

test("article A at its end: three pockets filled, every drawer empty, nothing on the road", () => {
  const state = stateAt(article.steps, LAST);
  assert.deepEqual(["n0", "n1", "n2"].map((leaf) => state.get(`${leaf}.slot.text`)), ["12", "8", "4"]);
  assert.deepEqual(["n3.d0", "n3.d1", "n10.d0"].map((drawer) => state.get(drawer)), ["freed", "freed", "freed"]);
  assert.equal([...state.values()].includes("current"), false);
  assert.equal([...state.keys()].some((key) => key.endsWith(".chip")), false);
});

test("going back shows exactly what was there on the way forward", () => {
  const forward = article.steps.map((_, k) => [...stateAt(article.steps, k)]);
  for (let k = LAST; k >= 0; k -= 1) assert.deepEqual([...stateAt(article.steps, k)], forward[k]);
});

test("keys: arrows, Home, End; Space on the root only; everything else is the page's", () => {
  const pressed = (key, more = {}) => ({ key, ...more });
  assert.equal(keyToAction(pressed("ArrowRight"), false), "forward");
  assert.equal(keyToAction(pressed("ArrowLeft"), true), "back");
  assert.equal(keyToAction(pressed("Home"), true), "first");
  assert.equal(keyToAction(pressed("End"), true), "last");
  assert.equal(keyToAction(pressed(" "), true), "play");
  assert.equal(keyToAction(pressed(" "), false), null);
  for (const key of ["Escape", "Tab", "Enter", "ArrowUp", "ArrowDown", "b", "toString"])
    assert.equal(keyToAction(pressed(key), true), null, key);
  for (const modifier of ["ctrlKey", "altKey", "metaKey", "shiftKey"])
    assert.equal(keyToAction(pressed("ArrowRight", { [modifier]: true }), true), null, modifier);
});

test("actions lead to a step that exists", () => {
  assert.deepEqual(["first", "back", "forward", "last"].map((action) => destination(action, 5, 22)), [0, 4, 6, 22]);
  assert.equal(destination("back", 0, 22), 0);
  assert.equal(destination("forward", 22, 22), 22);
  assert.equal(destination("somewhere", 5, 22), 5);
});

test("results beside the code: a gradient takes the place of the value", () => {
  assert.deepEqual(notesAt(article.steps, 5).get(3), { text: "→ 7", kind: "value" });
  assert.equal(notesAt(article.steps, 4).has(3), false);
  assert.deepEqual(notesAt(article.steps, 15).get(2), { text: "→ 1", kind: "value" });
  assert.deepEqual(notesAt(article.steps, 16).get(2), { text: "grad 4", kind: "grad" });
});

test("the running part is cut out of its line by characters", () => {
  assert.deepEqual(runningPart("y = w * x + b", 3, [3, 4, 3, 9]), ["y = ", "w * x", " + b"]);
  assert.deepEqual(runningPart("имя = а * б", 0, [0, 6, 0, 11]), ["имя = ", "а * б", ""]);
  assert.deepEqual(runningPart('d["🙂🙂"] = a * b', 0, [0, 10, 0, 15]), ['d["🙂🙂"] = ', "a * b", ""]);
  assert.deepEqual(runningPart("y = w", 3, null), ["y = w", "", ""]);
  assert.deepEqual(runningPart("y = w", 2, [3, 0, 3, 5]), ["y = w", "", ""]);
});

test("a part that runs over several lines marks each of them, without the indent", () => {
  const span = [1, 7, 3, 5];
  assert.deepEqual(runningPart("loss = (y", 1, span), ["loss = ", "(y", ""]);
  assert.deepEqual(runningPart("        - 5", 2, span), ["        ", "- 5", ""]);
  assert.deepEqual(runningPart("    ) ** 2", 3, span), ["    ", ")", " ** 2"]);
});

test("ticks: the first and the last stand in the margins, the rest evenly between", () => {
  assert.equal(tickX(0, 22, 600), 8);
  assert.equal(tickX(22, 22, 600), 592);
  assert.equal(tickX(11, 22, 600), 300);
  assert.equal(tickX(0, 0, 600), 8);
});

test("only the steps between two places change their mark", () => {
  assert.deepEqual(between(-1, 2), [0, 1, 2]);
  assert.deepEqual(between(4, 7), [5, 6, 7]);
  assert.deepEqual(between(7, 4), [5, 6, 7]);
  assert.deepEqual(between(3, 3), []);
});

test("ticks shrink before they touch, and leave the rail alone when there are hundreds", () => {
  assert.equal(tickSize(22, 600), 1);
  assert.equal(tickSize(73, 600), 8 / 12);
  assert.equal(tickSize(876, 600), 0);
});

test("the timeline is divided where the phase changes and where a second backward begins", () => {
  assert.deepEqual(stretches(article.steps), [
    { from: 0, phase: "forward", pass: 0 },
    { from: 8, phase: "backward", pass: 1 },
  ]);
  const twice = [
    { phase: "forward", pass: 0 }, { phase: "backward", pass: 1 }, { phase: "backward", pass: 1 }, { phase: "backward", pass: 2 },
  ];
  assert.deepEqual(stretches(twice).map(({ from }) => from), [0, 1, 3]);
});

test("sentences from the catalogue are filled, unknown places left as they are", () => {
  assert.equal(fill("step {k} of {last}. {say}", { k: 0, last: 22, say: "{x}" }), "step 0 of 22. {x}");
  assert.equal(fill("{who}", {}), "{who}");
});

test("three layouts by the width of the frame", () => {
  assert.deepEqual([858, 778, 777, 638, 637, 318].map(sizeFor), ["wide", "wide", "middle", "middle", "narrow", "narrow"]);
});
