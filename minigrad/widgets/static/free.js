/**
 * Free order: the reader chooses which node of a backward pass runs next. Nothing is computed: what each node sends and
 * what its slots hold in the end is recorded; here is only bookkeeping of who has run and what has arrived.
 *
 * @typedef {{id: string, name: string, needs: {id: string, name: string, to: string}[],
 *   sends: {edge: string, to: string, text: string}[], steps: number[]}} FreeNode
 * @typedef {{from: number, nodes: FreeNode[],
 *   targets: Record<string, {expects: number, leaf: boolean, final: string, name: string}>}} Order
 */

import { stateAt } from "./shared.js";

const OWN = /\.(slot|slot\.text|lamp\d+|wait|wait\.text)$/; // what depends on the order that was chosen

/** The contributions that a node still waits for; [] when it is ready. */
export function missing(node, ran) {
  return node.needs.filter(({ id }) => !ran.includes(id));
}

/** What may be said to a choice: "push" it runs, or why it does not: "ran", "waits", "stranger". */
export function choice(order, ran, id) {
  const node = order.nodes.find((other) => other.id === id);
  if (!node) return { kind: "stranger" };
  if (ran.includes(id)) return { kind: "ran", node };
  const awaited = missing(node, ran);
  return awaited.length ? { kind: "waits", node, awaited } : { kind: "push", node };
}

/**
 * The picture after the nodes `ran` have run in this order; `last` shows the chips of the last one.
 * @returns {Map<string, string>}
 */
export function freeState(steps, order, ran) {
  const state = stateAt(steps, order.from, false);
  const arrived = new Map();
  const nodes = new Map(order.nodes.map((node) => [node.id, node]));
  for (const id of ran) {
    const node = nodes.get(id);
    for (const k of node.steps) for (const [key, value] of steps[k].set ?? []) if (!OWN.test(key)) state.set(key, value);
    for (const { to, text } of node.sends) arrived.set(to, [...(arrived.get(to) ?? []), text]);
  }
  for (const [id, texts] of arrived) land(state, id, texts, order.targets[id]);
  for (const node of order.nodes) {
    const waits = missing(node, ran).length;
    state.set(`${node.id}.wait`, ran.includes(node.id) ? "hidden" : waits ? "waiting" : "ready");
    state.set(`${node.id}.wait.text`, ran.includes(node.id) ? "" : String(waits));
  }
  const now = nodes.get(ran.at(-1));
  if (now) state.set(now.id, "current");
  for (const { edge, text } of now?.sends ?? []) {
    state.set(edge, "current").set(`${edge}.chip`, "shown").set(`${edge}.chip.text`, text);
  }
  return state;
}

function land(state, id, texts, { expects, leaf, final }) {
  const whole = texts.length === expects;
  state.set(`${id}.slot`, leaf ? (whole ? "filled" : "waiting") : "shown");
  state.set(`${id}.slot.text`, whole ? final : texts.join(" + ").replaceAll("+ −", "− "));
  for (let i = 0; i < texts.length; i++) if (state.has(`${id}.lamp${i}`)) state.set(`${id}.lamp${i}`, "arrived");
}
