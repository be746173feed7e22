// The order that a reader chooses: node --test tests/js

import assert from "node:assert/strict";
import { test } from "node:test";

import { choice, freeState, missing } from "../../minigrad/widgets/static/free.js";
import { firstOpen, score } from "../../minigrad/widgets/static/stepper.js";

// loss = a + b, a = 2x, b = 3x: two nodes are ready at once, and two contributions meet in x
const ORDER = {
  from: 0,
  nodes: [
    { id: "n5", name: "Add", needs: [], sends: [{ edge: "g:n5:0", to: "n2", text: "1" }, { edge: "g:n5:1", to: "n4", text: "1" }], steps: [1] },
    { id: "n3", name: "Mul b", needs: [{ id: "n5", name: "Add", to: "b" }], sends: [{ edge: "g:n3:0", to: "n0", text: "3" }], steps: [2] },
    { id: "n1", name: "Mul a", needs: [{ id: "n5", name: "Add", to: "a" }], sends: [{ edge: "g:n1:0", to: "n0", text: "2" }], steps: [3] },
  ],
  targets: {
    n0: { expects: 2, leaf: true, final: "5", name: "x" },
    n2: { expects: 1, leaf: false, final: "1", name: "a" },
    n4: { expects: 1, leaf: false, final: "1", name: "b" },
  },
};
const STEPS = [
  { set: [["n0.slot", "empty"], ["n0.lamp0", "awaited"], ["n0.lamp1", "awaited"]] },
  { set: [["n5.floor", "done"], ["n3.wait.text", "0"]] },
  { set: [["n3.floor", "done"], ["n0.slot.text", "3"]] },
  { set: [["n1.floor", "done"], ["n0.slot.text", "3 + 2"], ["n0.lamp1", "arrived"]] },
];

test("a node is ready when everyone before it has run", () => {
  const [add, b] = ORDER.nodes;
  assert.deepEqual(missing(add, []), []);
  assert.deepEqual(missing(b, []).map(({ name }) => name), ["Add"]);
  assert.deepEqual(missing(b, ["n5"]), []);
  assert.deepEqual(["n5", "n3", "n0"].map((id) => choice(ORDER, [], id).kind), ["push", "waits", "stranger"]);
  assert.equal(choice(ORDER, ["n5"], "n5").kind, "ran");
  assert.equal(choice(ORDER, [], "n1").awaited[0].to, "a");
});

test("contributions arrive in the order that was chosen, and the sum is the recorded one", () => {
  const half = freeState(STEPS, ORDER, ["n5", "n1"]);
  assert.deepEqual([half.get("n0.slot"), half.get("n0.slot.text")], ["waiting", "2"]); // not the recorded 3
  assert.deepEqual([half.get("n0.lamp0"), half.get("n0.lamp1")], ["arrived", "awaited"]);
  assert.deepEqual([half.get("n1.floor"), half.get("n3.floor")], ["done", undefined]);
  assert.deepEqual([half.get("n3.wait"), half.get("n1.wait")], ["ready", "hidden"]);
  assert.equal(half.get("g:n1:0.chip.text"), "2");
  for (const ran of [["n5", "n1", "n3"], ["n5", "n3", "n1"]]) {
    const whole = freeState(STEPS, ORDER, ran);
    assert.deepEqual([whole.get("n0.slot"), whole.get("n0.slot.text"), whole.get("n0.lamp1")], ["filled", "5", "arrived"]);
  }
});

test("nodes that wait say for how many", () => {
  const state = freeState(STEPS, ORDER, []);
  assert.deepEqual(["n5", "n3", "n1"].map((id) => [state.get(`${id}.wait`), state.get(`${id}.wait.text`)]), [["ready", "0"], ["waiting", "1"], ["waiting", "1"]]);
});

test("the score counts right answers, and the first open question is found", () => {
  const asks = { 11: {}, 13: {}, 18: {} };
  assert.equal(score(asks, { 11: "right", 13: "shown" }), "1/3");
  assert.equal(firstOpen(asks, { 11: "right" }), 13);
  assert.equal(firstOpen({}, {}), -1);
});
