/**
 * A Parsons puzzle: lines that are moved, indented and discarded, then run.
 *
 * Running is Python's work. With a kernel the order goes there, and a verdict comes back. A saved page has no kernel: it
 * holds what Python said to the orders near the goal (`payload.recorded`), and says so when an order is none of them.
 */
import { element, marked, ownName } from "./shared.js";

const TAB = "    ";
const DEEPEST = 4;

/**
 * The number (from 1) of the first line whose indentation Python can't read, 0 when all is well. These are Python's own
 * rules for blocks: a line that ends in a colon opens one, and only then may the next line stand deeper.
 * @param {[key: string, depth: number][]} program
 */
export function badIndent(program, texts) {
  const blocks = [0];
  let opens = false;
  for (const [i, [key, depth]] of program.entries()) {
    if (opens !== depth > blocks.at(-1)) return i + 1;
    if (opens) blocks.push(depth);
    while (depth < blocks.at(-1)) blocks.pop();
    if (depth !== blocks.at(-1)) return i + 1;
    opens = texts.get(key).trimEnd().endsWith(":");
  }
  return opens ? program.length : 0;
}

/** The name under which an order was recorded: a letter for the line, then its depth. */
export function nameOf(program, keys) {
  return program.map(([key, depth]) => String.fromCharCode(97 + keys.indexOf(key)) + depth).join("");
}

/** How many lines must be put in, taken out or replaced to make one order of the other. */
function distance(one, other) {
  const a = one.match(/../g) ?? [];
  const b = other.match(/../g) ?? [];
  let row = b.map((_, j) => j + 1);
  row.unshift(0);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}

/** What the recording says to an order; where it is silent, what holds for any program, and the nearest order. */
export function recall(recorded, program, lines, labels) {
  const keys = lines.map((line) => line.key);
  const name = nameOf(program, keys);
  const known = recorded.orders[name];
  if (known !== undefined) return recorded.verdicts[known];
  const bad = badIndent(program, new Map(lines.map((line) => [line.key, line.text])));
  if (bad) return { status: "wrong", says: labels.indent.replace("{line}", bad) };
  let nearest = null;
  let least = Infinity;
  for (const [other, verdict] of Object.entries(recorded.orders)) {
    if (recorded.verdicts[verdict].status === "ok") continue;
    const far = distance(name, other);
    if (far < least) [nearest, least] = [verdict, far];
  }
  const told = nearest === null ? [] : [labels.nearest, recorded.verdicts[nearest].says];
  return { status: "unknown", says: [labels.not_recorded, ...told].join("\n") };
}

function mount(payload, model, root) {
  const { labels, lines } = payload;
  const texts = new Map(lines.map((line) => [line.key, line.text]));
  const group = ownName("lg-puzzle");
  let program = model.get("program").map((line) => [...line]);

  const rows = new Map(
    lines.map(({ key, text }) => {
      const radio = element("input", { type: "radio", name: group, value: key });
      const code = element("code", {}, text);
      return [key, { radio, code, node: element("li", {}, element("label", {}, radio, code)) }];
    }),
  );
  const fixed = (text) => element("li", { class: "lg-fixed" }, element("code", {}, text));
  const own = element("ol", { class: "lg-lines", "aria-label": labels.program });
  const aside = element("ul", { class: "lg-lines", "aria-label": labels.discarded });
  const none = element("li", { class: "lg-fixed" }, labels.empty);
  const said = element("div", { class: "lg-said", role: "status", "aria-live": "polite" });

  const actions = {
    up: () => shift(-1),
    down: () => shift(1),
    indent_button: () => turn(1),
    outdent: () => turn(-1),
    discard: toggle,
  };
  const buttons = Object.fromEntries(
    Object.entries(actions).map(([name, act]) => [name, element("button", { type: "button", onclick: act }, labels[name])]),
  );
  const run = element("button", { type: "button", class: "lg-run", onclick: ask }, labels.run);
  const again = element("button", { type: "button", onclick: startOver }, labels.again);

  root.append(
    element("p", { class: "lg-asked" }, ...marked(payload.question)),
    element(
      "div",
      { class: "lg-bench", role: "group", "aria-label": labels.select },
      element("p", { class: "lg-caption", "aria-hidden": "true" }, labels.program),
      own,
      element("p", { class: "lg-caption", "aria-hidden": "true" }, labels.discarded),
      aside,
    ),
    element("p", { class: "lg-row" }, ...Object.values(buttons)),
    element("p", { class: "lg-row" }, run, again),
    said,
  );
  root.addEventListener("change", offer);
  root.addEventListener("keydown", onKey);

  const at = (key) => program.findIndex(([own]) => own === key);
  const chosen = () => lines.find(({ key }) => rows.get(key).radio.checked)?.key;

  function arrange() {
    const focused = document.activeElement;
    for (const [key, depth] of program) rows.get(key).code.textContent = TAB.repeat(payload.depth + depth) + texts.get(key);
    const left = lines.filter(({ key }) => at(key) < 0);
    for (const { key, text } of left) rows.get(key).code.textContent = text;
    own.replaceChildren(...payload.head.map(fixed), ...program.map(([key]) => rows.get(key).node), ...payload.foot.map(fixed));
    aside.replaceChildren(...(left.length ? left.map(({ key }) => rows.get(key).node) : [none]));
    if (root.contains(focused)) focused.focus({ preventScroll: true });
    offer();
  }

  /** Buttons that can't do anything say so to everybody, but keep the focus: a disabled one would drop it. */
  function offer() {
    const key = chosen();
    const place = key ? at(key) : -1;
    const can = {
      up: place > 0,
      down: place >= 0 && place < program.length - 1,
      indent_button: place >= 0 && program[place][1] < DEEPEST,
      outdent: place >= 0 && program[place][1] > 0,
      discard: Boolean(key),
    };
    for (const [name, button] of Object.entries(buttons)) button.setAttribute("aria-disabled", String(!can[name]));
    buttons.discard.textContent = key && place < 0 ? labels.put_back : labels.discard;
  }

  function tell(words, state = "") {
    said.dataset.state = state;
    said.replaceChildren(...words.split("\n").map((line) => element("p", {}, ...marked(line))));
  }

  function changed(words) {
    arrange();
    tell(words);
    model.set("program", program.map((line) => [...line]));
    model.save_changes();
  }

  const placed = (label, key) => label.replace("{place}", at(key) + 1).replace("{line}", `\`${texts.get(key)}\``);

  function shift(step) {
    const key = chosen();
    const from = at(key);
    if (from < 0) return tell(labels.no_line);
    const to = from + step;
    if (to < 0 || to >= program.length) return;
    [program[from], program[to]] = [program[to], program[from]];
    changed(placed(labels.moved, key));
  }

  function turn(step) {
    const key = chosen();
    const place = at(key);
    if (place < 0) return tell(labels.no_line);
    const depth = program[place][1] + step;
    if (depth < 0 || depth > DEEPEST) return;
    program[place][1] = depth;
    changed(placed(labels.moved, key));
  }

  function toggle() {
    const key = chosen();
    if (!key) return tell(labels.no_line);
    const place = at(key);
    if (place < 0) {
      program.push([key, 0]);
      return changed(placed(labels.is_back, key));
    }
    program.splice(place, 1);
    changed(placed(labels.is_discarded, key));
  }

  function startOver() {
    program = lines.map(({ key }) => [key, 0]);
    changed(labels.todo);
  }

  function ask() {
    if (payload.recorded) return show(recall(payload.recorded, program, lines, labels));
    model.set("program", program.map((line) => [...line]));
    model.set("asked", model.get("asked") + 1);
    model.save_changes();
  }

  function show(verdict) {
    if (verdict?.says) tell(verdict.says, verdict.status === "ok" ? "right" : "wrong");
  }

  /** Alt and an arrow move the chosen line, Delete discards it; every one of these has a button, too. */
  function onKey(event) {
    if (event.target.type !== "radio") return;
    const alt = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "indent_button", ArrowLeft: "outdent" };
    const name = event.altKey ? alt[event.key] : event.key === "Delete" ? "discard" : null;
    if (!name) return;
    event.preventDefault();
    event.stopPropagation();
    actions[name]();
  }

  const heard = {
    "change:verdict": () => show(model.get("verdict")),
    "change:program": () => {
      const now = model.get("program");
      if (JSON.stringify(now) === JSON.stringify(program)) return;
      program = now.map((line) => [...line]);
      arrange();
    },
  };
  for (const [name, listener] of Object.entries(heard)) model.on(name, listener);
  arrange();
  show(model.get("verdict"));
  return () => {
    for (const [name, listener] of Object.entries(heard)) model.off(name, listener);
  };
}

function render({ model, el }) {
  const payload = model.get("payload");
  const root = element("div", { class: "lg-parsons", lang: payload.lang, role: "group" });
  const leave = mount(payload, model, root);
  for (const control of root.querySelectorAll("input, button")) control.dataset.lmSuppressShortcuts = "true";
  el.append(root);
  return () => {
    leave();
    root.remove();
  };
}

export default { render };
