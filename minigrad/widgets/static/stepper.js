/**
 * The stepper: a timeline that replays one recorded cell, forward op by op and backward node by node.
 *
 * Three parts: pure functions that need no page, a view (`mount`) and the adapter that notebooks call (`render`).
 * Every number and every word comes in the payload; nothing is computed here but positions on the timeline.
 *
 * @typedef {{label: string, value: string, role?: string, note?: string, heat?: number[][],
 *   matrix?: string[][], fits?: "all" | "wide"}} Cell
 * @typedef {{kind: "eq", cells: (Cell | string)[]} | {kind: "facts", rows: [string, string][]}} Card
 * @typedef {{verb: string, phase: string, pass: number, badge: string, say: string, short: string, card: Card,
 *   formula?: string, line: number | null, span?: number[] | null,
 *   set: [string, string][], now: [string, string][], notes: [number, string, string][]}} Step
 * @typedef {{lang: string, twin: string, summary: string, line: string | null, notice: string | null,
 *   labels: Record<string, string>, predict?: boolean, free?: boolean, view?: string, last: number, whole?: boolean,
 *   still?: string, code?: {n: number, text: string, cell?: number}[], steps?: Step[],
 *   svg?: {wide: string, middle?: string, narrow?: string} | null, views?: Record<string, string> | null,
 *   twins?: Record<string, string>, facts?: Record<string, {title: string, rows: [string, string][]}>,
 *   asks?: Record<string, import("./asking.js").Ask>, order?: import("./free.js").Order | null}} Payload
 *
 * A large graph first comes as `still`, its finished picture; `code` and all after it come later, and then `whole` is true.
 */

import { verdict } from "./asking.js";
import { choice, freeState, missing } from "./free.js";
import { clamp, element, icon, importPicture, ownName, prefersStillness, setAttribute, setText, shape, stateAt, watchWidth } from "./shared.js";

const TRAVEL = 420;
const BEAT = 1100;
const SAVE_AFTER = 200;
const ASK_AFTER = 250;
const MISSES = 2; // then the step shows itself
const VIEWS = ["values", "tensors", "operations", "stored"];
const LEAST_SCALE = { open: 0.84, folded: 0.6 }; // a picture that is still too wide scrolls
const CODE_SIZES = [12.5, 12, 11.5, 11, 10.5]; // px
const MARGIN = 12; // px of nothing at the sides of a picture
const MONO = 0.602; // width of a letter of the code, in sizes
const TALLEST = { wide: 420, narrow: 540 }; // a higher picture scrolls; stepper.css sets the same heights

// ---------------------------------------------------------------- pure functions

const ACTIONS = new Map([
  ["ArrowLeft", "back"], ["ArrowRight", "forward"], ["Home", "first"], ["End", "last"], [" ", "play"],
]);

/** What a key does, or null where it belongs to the page. Space plays on the root only: on a button it presses it. */
export function keyToAction({ key, ctrlKey, altKey, metaKey, shiftKey }, onRoot) {
  if (ctrlKey || altKey || metaKey || shiftKey) return null;
  if (key === " " && !onRoot) return null;
  return ACTIONS.get(key) ?? null;
}

/** Where an action leads from step k. */
export function destination(action, k, last) {
  return clamp({ first: 0, back: k - 1, forward: k + 1, last }[action] ?? k, last);
}

/** The results that stand at the right of the code after step k: line → {text, kind}; a later one replaces an earlier. */
export function notesAt(steps, k) {
  const notes = new Map();
  for (const step of steps.slice(0, k + 1)) for (const [line, text, kind] of step.notes ?? []) notes.set(line, { text, kind });
  return notes;
}

/** A line of code in three pieces: before the running part, the part, after it. Columns count characters, not bytes. */
export function runningPart(text, line, span) {
  if (!span || line < span[0] || line > span[2]) return [text, "", ""];
  const letters = Array.from(text);
  const from = line === span[0] ? span[1] : letters.length - text.trimStart().length;
  const to = line === span[2] ? span[3] : letters.length;
  return [letters.slice(0, from), letters.slice(from, to), letters.slice(to)].map((part) => part.join(""));
}

/** The middle of tick i on a track of this width. */
export function tickX(i, last, width, margin = 8) {
  return last === 0 ? margin : margin + ((width - 2 * margin) * i) / last;
}

/** How large ticks may be drawn so that neighbours don't touch; 0: too many for ticks, the rail alone shows progress. */
export function tickSize(last, width) {
  const room = last === 0 ? width : (width - 16) / last;
  if (room < 5) return 0;
  return Math.min(1, room / 12);
}

/** The steps whose mark changes on the way from one step to another. */
export function between(from, to) {
  const first = Math.min(from, to) + 1;
  return Array.from({ length: Math.abs(to - from) }, (_, i) => first + i);
}

/** The stretches of the timeline: where each begins, its phase and which backward it is. */
export function stretches(steps) {
  const found = [];
  steps.forEach(({ phase, pass = 0 }, from) => {
    const before = found.at(-1);
    if (before?.phase !== phase || before.pass !== pass) found.push({ from, phase, pass });
  });
  return found;
}

/** The largest letters in which every line of code stands beside its result; the smallest ones where none will do. */
export function codeSize(lines, width, margin = 54) {
  const fits = (size) =>
    lines.every(([code, result]) => (code * size + result * Math.min(size, 11.5)) * MONO + margin <= width);
  return CODE_SIZES.find(fits) ?? CODE_SIZES.at(-1);
}

/** Fills the places of a sentence from Python's catalogue. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

/** The first question that is not answered yet, or -1. */
export function firstOpen(asks, answers) {
  return Object.keys(asks).map(Number).find((k) => !(k in answers)) ?? -1;
}

/** How often the answer was right, and how many questions there are: `5/6`. */
export function score(asks, answers) {
  return `${Object.values(answers).filter((how) => how === "right").length}/${Object.keys(asks).length}`;
}

/** Layout by the width of the place that the stepper was given, not of the window. */
export function sizeFor(width) {
  if (width >= 778) return "wide";
  return width >= 638 ? "middle" : "narrow";
}

// ---------------------------------------------------------------- zones of the view

/** The learner's cell: current line, running part, results. */
function codeZone({ code, steps, labels }) {
  const longest = new Map();
  for (const step of steps) for (const [i, { length }] of step.notes ?? []) longest.set(i, Math.max(longest.get(i) ?? 0, length));
  const lines = code.map(({ n, text, cell }, i) => {
    const parts = [element("span", {}, text), element("u"), element("span")];
    const words = element("code", {}, ...parts);
    const result = element("span", { class: "lg-result" });
    const begins = i > 0 && cell !== code[i - 1].cell;
    const node = element("li", { class: begins ? "lg-begins" : null, title: text }, element("span", { class: "lg-number" }, String(n)), words, result);
    return { text, node, words, parts, result };
  });
  const list = element("ol", {}, ...lines.map((line) => line.node));
  const zone = element("div", { class: "lg-code", role: "group", tabindex: 0, "aria-label": labels.code }, list);

  let before = { line: null };
  let overflows = true;

  function show(step, notes) {
    lines.forEach(({ result }, i) => {
      const note = notes.get(i);
      setText(result, note?.text ?? "");
      setAttribute(result, "data-kind", note?.kind ?? "");
    });
    for (const i of new Set([...touched(before), ...touched(step)])) {
      const { text, node, parts } = lines[i];
      if (step.line === i) node.setAttribute("aria-current", "true");
      else node.removeAttribute("aria-current");
      runningPart(text, i, step.span).forEach((part, j) => setText(parts[j], part));
    }
    before = step;
  }

  const touched = ({ line, span }) =>
    lines.map((_, i) => i).filter((i) => i === line || (span && span[0] <= i && i <= span[2]));

  /** Reads measures, so it comes after everything was written. */
  function settle() {
    const { node, words, parts } = lines[before.line] ?? {};
    if (!node || !overflows) return;
    const running = parts[1];
    words.scrollLeft = running.textContent ? Math.max(0, running.offsetLeft + running.offsetWidth - words.offsetLeft - words.clientWidth + 12) : 0;
    const top = node.offsetTop - list.offsetTop;
    const lowest = top - node.offsetHeight;
    const highest = top + 2 * node.offsetHeight - zone.clientHeight;
    zone.scrollTop = Math.min(Math.max(zone.scrollTop, highest), Math.max(0, lowest));
  }

  function fit(width) {
    const sizes = code.map(({ text }, i) => [Array.from(text).length, longest.get(i) ?? 0]);
    const size = codeSize(sizes, width);
    zone.style.setProperty("--lg-code-size", `${size}px`);
    overflows = code.length > 3 || size === CODE_SIZES.at(-1);
  }

  return { node: zone, show, settle, fit };
}

/** The row `upstream × local = contribution → sum` with its formula, a question in the same row, or a node's facts. */
function cardZone({ labels }, { answer, reveal }) {
  const tab = (name, chosen) =>
    element("button", { type: "button", class: "lg-tab", "aria-pressed": String(chosen), onclick: () => turn(name) }, labels[name]);
  const buttons = { step: tab("step", true), inspect: tab("inspect", false) };
  const tabs = element("div", { class: "lg-tabs" }, ...Object.values(buttons));
  const body = element("div", { class: "lg-card-body" });
  const node = element("div", { class: "lg-card", role: "group", "aria-label": labels.step }, tabs, body);
  let page = "step";
  let scrolled = false;
  let field = null;
  let told = { step: [], inspect: [] };
  body.addEventListener("scroll", () => (scrolled = true), { passive: true });

  function turn(name) {
    page = name;
    for (const [other, button] of Object.entries(buttons)) setAttribute(button, "aria-pressed", String(other === name));
    setAttribute(node, "aria-label", labels[name]);
    fill(told[page]);
  }

  function fill(content) {
    body.replaceChildren(...content);
    if (scrolled) body.scrollTop = 0;
    scrolled = false;
  }

  /** @param {{kind: string, said: string, typed?: string} | null} reply what was said to the last answer */
  function show({ card, formula }, ask, reply) {
    field = null;
    const content = card.kind === "eq" ? equation(card, ask && question(ask, reply)) : facts(card);
    const under = ask || reply ? [response(ask, reply)] : [];
    told.step = [...content, ...(formula && !under.length ? [element("p", { class: "lg-formula" }, formula)] : []), ...under];
    if (page === "step") fill(told.step);
  }

  function inspect(node) {
    told.inspect = node ? [element("p", { class: "lg-named" }, node.title), ...facts(node)] : [element("p", { class: "lg-hint" }, labels.inspect_hint)];
    if (page === "inspect") fill(told.inspect);
  }

  /** The field, or a button for each choice, where the number will stand. */
  function question(ask, reply) {
    if (ask.choices) return element("div", { class: "lg-choices", role: "group", "aria-label": ask.say }, ...ask.choices.map(option));
    field = element("input", {
      type: "text", class: "lg-field", autocomplete: "off", spellcheck: "false", autocapitalize: "off", "aria-label": ask.say,
      "aria-invalid": reply ? "true" : null, "data-lm-suppress-shortcuts": "true",
    });
    if (reply?.typed) field.value = reply.typed;
    const check = element("button", { type: "button", class: "lg-check", "data-lm-suppress-shortcuts": "true", onclick: () => answer(field.value) }, labels.check);
    return element("div", { class: "lg-asked" }, field, check);
  }

  function option([value, name]) {
    return element("button", { type: "button", class: "lg-option", title: name, "aria-label": name, "data-lm-suppress-shortcuts": "true", onclick: () => answer(value) }, value);
  }

  function response(ask, reply) {
    const mark = reply ? icon(reply.kind === "right" ? "right" : "wrong") : null;
    const words = element("span", {}, reply?.said ?? "");
    const button = ask ? element("button", { type: "button", class: "lg-reveal", "data-lm-suppress-shortcuts": "true", onclick: reveal }, labels.show) : null;
    return element("div", { class: "lg-reply", "data-kind": reply?.kind ?? "none" }, mark, words, button);
  }

  return { node, tabs, show, inspect, turn, field: () => field ?? body.querySelector(".lg-option"), typed: () => field };
}

function equation({ cells }, question) {
  const tables = cells.some((cell) => cell.heat);
  const parts = cells.map((cell) => (typeof cell === "string" ? element("span", { class: "lg-sign" }, cell) : equationCell(cell, question)));
  return [element("div", { class: tables ? "lg-equation lg-with-tables" : "lg-equation" }, ...parts)];
}

function equationCell({ label, value, role, note, heat, matrix, fits, ask }, question) {
  if (ask && question) {
    return element("div", { class: "lg-cell lg-asks", "data-role": role }, element("div", { class: "lg-label", title: label }, label), question);
  }
  const content = heat
    ? [matrix ? table(matrix) : null, heatMap(heat), value.startsWith("(") ? element("span", { class: "lg-shape" }, value) : null]
    : [element("span", { class: "lg-value", "data-fit": fitOf(value) }, value), note ? element("small", {}, note) : null];
  return element(
    "div",
    { class: "lg-cell", "data-role": role, "data-fits": fits },
    element("div", { class: "lg-label", title: label }, label || "\u00a0"),
    element("div", { class: "lg-shown", title: value }, ...content),
  );
}

/** The same map as on a card of the picture: + blue, − orange with a dash, 0 empty. */
function heatMap(rows) {
  const cell = Math.min(11, 48 / rows[0].length, 40 / rows.length);
  const square = (i, j) => `M${j * cell} ${i * cell}h${cell}v${cell}h${-cell}z`;
  const cells = rows.flatMap((row, i) =>
    row.flatMap((level, j) => [
      level ? shape("path", { class: `${level > 0 ? "hp" : "hn"} h${Math.abs(level)}`, d: square(i, j) }) : null,
      shape("path", { class: "hg", d: square(i, j) }),
      level < 0 && cell >= 7 ? shape("path", { class: "hm", d: `M${(j + 0.3) * cell} ${(i + 0.5) * cell}h${cell * 0.4}` }) : null,
    ]),
  );
  const [width, height] = [rows[0].length * cell + 1, rows.length * cell + 1];
  const viewBox = `-0.5 -0.5 ${width} ${height}`;
  return shape("svg", { class: "lg-svg lg-heat", viewBox, width, height, "aria-hidden": "true" }, ...cells);
}

/** Words and long numbers are set smaller, so that no column moves. */
function fitOf(value) {
  if (value.length > 9) return "long";
  return value.length > 5 || /\p{L}/u.test(value) ? "word" : null;
}

function table(matrix) {
  const rows = matrix.map((row) => element("tr", {}, ...row.map((number) => element("td", {}, number))));
  return element("table", {}, element("tbody", {}, ...rows));
}

function facts({ message, rows }) {
  const pairs = rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
  const said = message ? [element("p", { class: "lg-message", title: message }, message)] : [];
  return [...said, element("dl", { class: "lg-facts" }, ...pairs)];
}

/** The picture in one of its views, or the list of steps in its place. */
function stageZone(payload, { activate, chose }) {
  const { steps, twin, notice, labels } = payload;
  const pictures = new Map();
  const holder = element("div", { class: "lg-picture" });
  const list = steps.length ? element("ol", { start: 0 }) : element("pre", { class: "lg-twin-text" }, twin);
  const viewed = element("pre", { class: "lg-viewed" });
  const text = element(
    "div",
    { class: "lg-twin", role: "region", tabindex: 0, "aria-label": labels.text_label },
    notice ? element("p", { class: "lg-notice" }, notice) : null,
    list, viewed,
  );
  const node = element("div", { class: "lg-stage" }, holder, text, ...["left", "right", "down"].map((side) => element("span", { class: "lg-more", "data-side": side })));
  const at = { left: 0, top: 0 };
  holder.addEventListener("scroll", () => {
    Object.assign(at, { left: holder.scrollLeft, top: holder.scrollTop });
    hint();
  }, { passive: true });
  holder.addEventListener("click", ({ target }) => {
    const id = target.closest(".n, .v > g")?.dataset.key.split(".")[0];
    if (id && (only || places().includes(id))) activate(id);
  });
  holder.addEventListener("keydown", walk);
  let picture = null;
  let name = "values";
  let items = [];
  let only = null; // the nodes that may be chosen, where not all may
  let room = { across: 0, down: 0, scale: 1, width: 0, height: 0 };
  let chosen = null;

  /** The picture that was laid out for this size, imported when it is first needed. */
  function pictureFor(size) {
    if (!payload.svg) return null;
    const drawn = payload.svg[size] ? size : "wide";
    if (!pictures.has(drawn)) pictures.set(drawn, importPicture(payload.svg[drawn]));
    const found = pictures.get(drawn);
    if (found && (name === "values" || payload.views?.[drawn])) found.view(name, payload.views?.[drawn]);
    return found;
  }

  /** A wide picture may shrink before it scrolls: a little where one reads, more where one looks. */
  function fit(width, size, opened) {
    picture = pictureFor(size);
    if (!picture) return;
    const scale = Math.max(opened ? LEAST_SCALE.open : LEAST_SCALE.folded, Math.min(1, width / picture.width));
    const [across, down] = [picture.width * scale, picture.height * scale].map(Math.round);
    room = { across: width, down: TALLEST[size === "narrow" ? "narrow" : "wide"], scale, width: across, height: down };
    setAttribute(picture.svg, "width", String(across));
    setAttribute(picture.svg, "height", String(down));
    const bar = across > width ? 12 : 0;
    node.style.setProperty("--lg-picture-height", `${down + bar}px`);
    holder.toggleAttribute("data-tall", down > room.down);
    if (holder.firstChild === picture.svg) return;
    holder.replaceChildren(picture.svg);
    Object.assign(at, { left: 0, top: 0 });
    if (chosen) picture.choose(chosen);
  }

  /** A reader may stand on nodes only where the timeline is open. */
  function inhabit(opened) {
    if (!opened || !steps.length) {
      for (const attribute of ["tabindex", "role", "aria-label"]) holder.removeAttribute(attribute);
      return choose(null);
    }
    for (const [attribute, value] of [["tabindex", "0"], ["role", "application"], ["aria-label", labels.graph]]) holder.setAttribute(attribute, value);
    holder.dataset.lmSuppressShortcuts = "true";
  }

  /** The nodes that this view shows, in the order in which they came to be. */
  function places() {
    if (!payload.facts || !picture) return [];
    if (only) return only;
    const has = (id, kind) => picture.parts.get(id)?.nodes.some((part) => part.matches(`.n${kind}`));
    const kind = { values: "", tensors: ":not(.op)", operations: ".op", stored: ":is(.op, .leaf):not(.nt)" }[name];
    return Object.keys(payload.facts).filter((id) => has(id, kind));
  }

  function walk(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (way) step(way);
    else if (["Enter", " "].includes(event.key) && chosen) activate(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function step(way) {
    const all = places();
    if (!all.length) return;
    const from = all.indexOf(chosen);
    const to = from < 0 ? (way > 0 ? 0 : all.length - 1) : clamp(from + way, all.length - 1);
    choose(all[to]);
    follow(all[to], false);
    chose(all[to]);
  }

  function choose(id) {
    chosen = id;
    picture?.choose(id);
  }

  /** Says at which sides the picture goes on. Nothing is measured: that would lay out the picture once more. */
  function hint() {
    const hidden = { left: at.left, right: room.width - room.across - at.left, down: room.height - room.down - at.top };
    const sides = ["left", "right", "down"].filter((side) => !holder.hidden && hidden[side] > MARGIN);
    setAttribute(node, "data-more", sides.join(" "));
  }

  /** Only one of picture and list is there, for the eye and for a screen reader. */
  function choosePlace(asText) {
    const words = asText || !picture;
    text.hidden = !words;
    holder.hidden = words;
    const other = words && picture && name !== "values" && payload.twins;
    list.hidden = Boolean(other);
    viewed.hidden = !other;
    if (other) setText(viewed, payload.twins[name]);
    if (!words || items.length || !steps.length) return;
    items = steps.map(() => element("li", { "data-state": "ahead" }));
    list.append(...items);
    for (const i of between(-1, shown)) setAttribute(items[i], "data-state", "passed");
  }

  let shown = -1;

  /** @param {(i: number) => string} told what may be read of step i now */
  function show(k, state, moving, told) {
    for (const i of between(shown, k)) if (items[i]) setAttribute(items[i], "data-state", i > k ? "ahead" : "passed");
    items[shown]?.removeAttribute("aria-current");
    items[k]?.setAttribute("aria-current", "step");
    if (!text.hidden) items.forEach((item, i) => setText(item, told(i)));
    shown = k;
    if (!picture) return;
    picture.show(state, moving);
    if (moving) picture.travel(TRAVEL);
  }

  /** Comes after everything was written. */
  function settle(moving) {
    if (text.hidden) follow(picture.node("current"), moving && !picture.large);
    else if (!list.hidden) intoView(items[shown], text);
    hint();
  }

  /** Scrolls the picture, never the page, until a node is well inside it. */
  function follow(id, smooth) {
    const box = id && picture.box(id);
    if (!box) return;
    const shift = (start, length, from, size, most) => {
      if (most <= size) return from;
      const [low, high] = [start * room.scale, (start + length) * room.scale];
      const margin = Math.min(90, (size - (high - low)) / 2);
      if (low < from + margin) return Math.max(0, low - margin);
      return high > from + size - margin ? Math.min(most - size, high + margin - size) : from;
    };
    const left = shift(box.x, box.width, at.left, room.across, room.width);
    const top = shift(box.y, box.height, at.top, room.down, picture.height * room.scale);
    if (left === at.left && top === at.top) return;
    holder.scrollTo({ left, top, behavior: smooth ? "smooth" : "instant" });
    if (!smooth) Object.assign(at, { left, top });
  }

  return {
    node, holder, fit, inhabit, places, choose, choosePlace, show, settle,
    hasPicture: () => Boolean(picture),
    view: (wanted) => (name = wanted),
    limit: (ids) => (only = ids),
  };
}

/** Scrolls a zone, never the page, until a part is well inside it. */
function intoView(part, zone) {
  if (!part) return;
  const inner = zone.getBoundingClientRect();
  const box = part.getBoundingClientRect();
  const margin = Math.min(90, (inner.height - box.height) / 2);
  const top = box.top < inner.top + margin ? box.top - inner.top - margin : Math.max(0, box.bottom - inner.bottom + margin);
  if (top) zone.scrollBy({ top, behavior: "instant" });
}

/** The verb and one sentence. */
function sentenceZone() {
  const badge = element("span", { class: "lg-badge" });
  const words = element("p");
  function show(step) {
    setText(badge, step.badge);
    setText(words, step.short);
  }
  return { node: element("div", { class: "lg-say" }, badge, words), show };
}

const TICKS = {
  run: "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0z",
  collect: "M0-5.4L5.4 0L0 5.4L-5.4 0z",
  push: "M-5 0L3.5-5V5z",
  accumulate: "M-1.7-5h3.4v3.3h3.3v3.4h-3.3v3.3h-3.4v-3.3h-3.3v-3.4h3.3z",
  free: "M-4.8-3h9.6v6h-9.6z",
  error: "M-2.6-6.2h5.2L6.2-2.6v5.2L2.6 6.2h-5.2L-6.2 2.6v-5.2z",
};
Object.assign(TICKS, { start: TICKS.run, seed: TICKS.run, done: TICKS.run, order: TICKS.collect });

/** Buttons, counter, and a scrubber that lies over the ticks. */
function timelineZone({ steps, labels }, act, scrub) {
  const last = steps.length - 1;
  const button = (action) =>
    element(
      "button",
      { type: "button", class: `lg-button lg-${action}`, "data-action": action, "aria-label": labels[action], title: labels[action], onclick: () => act(action) },
      icon(action),
    );
  const buttons = Object.fromEntries(["first", "back", "play", "forward", "last"].map((action) => [action, button(action)]));
  const count = element("p", { class: "lg-count" }, element("b"), ` / ${last}`);
  const drawing = shape("svg", { "aria-hidden": "true" });
  const scrubber = element("input", {
    type: "range", min: 0, max: last, step: 1, class: "lg-scrubber", "aria-label": labels.timeline,
    oninput: (event) => scrub(Number(event.target.value)),
  });
  const track = element("div", { class: "lg-track" }, drawing, scrubber);
  const transport = element("div", { class: "lg-transport" }, element("div", { class: "lg-buttons" }, ...Object.values(buttons)), count);
  let ticks = [];
  let marks = {};
  let width = 0;
  let k = 0;
  let placed = -1;

  function draw(newWidth) {
    width = newWidth;
    placed = -1;
    const size = tickSize(last, width);
    const found = stretches(steps);
    marks = {
      done: shape("line", { class: "lg-rail-done", y1: 23, y2: 23, x1: tickX(0, last, width), "data-shown": String(size === 0) }),
      head: shape("g", { class: "lg-playhead" }, shape("path", { d: "M0 10V44" }), shape("path", { class: "lg-grip", d: "M-5 10h10v4l-5 5l-5-5z" })),
    };
    ticks = size ? steps.map((step, i) => tick(step, tickX(i, last, width), size)) : [];
    drawing.setAttribute("viewBox", `0 0 ${width} 74`);
    drawing.replaceChildren(
      ...found.flatMap((stretch, i) => heading(stretch, found[i + 1]?.from ?? last + 1)),
      shape("line", { class: "lg-rail", y1: 23, y2: 23, x1: tickX(0, last, width), x2: tickX(last, last, width) }),
      marks.done, ...ticks, marks.head,
    );
    place();
  }

  function tick({ verb, phase }, x, size) {
    const kind = verb === "error" ? "error" : phase;
    const transform = `translate(${x} 23) scale(${size})`;
    return shape("path", { class: "lg-tick", d: TICKS[verb] ?? TICKS.run, "data-phase": kind, "data-state": "ahead", transform });
  }

  /** The name of a stretch, where there is room for it, and the line that begins it. */
  function heading({ from, phase, pass }, until) {
    const x = from === 0 ? 2 : tickX(from - 0.5, last, width);
    const room = tickX(until - 0.5, last, width) - x;
    const name = pass > 1 ? fill(labels.backward_again, { n: pass }) : labels[`phase_${phase}`];
    const line = from === 0 ? [] : [shape("line", { class: "lg-border", x1: x, x2: x, y1: 2, y2: 74 })];
    if (name.length * 6.2 > room) return line;
    return [...line, shape("text", { x: from === 0 ? x : x + 6, y: 8 }, name)];
  }

  function place() {
    if (!marks.head) return;
    const x = tickX(k, last, width);
    marks.head.setAttribute("transform", `translate(${x} 0)`);
    marks.done.setAttribute("x2", x);
    for (const i of between(placed, k)) ticks[i]?.setAttribute("data-state", i <= k ? "passed" : "ahead");
    placed = k;
  }

  function show(index, told) {
    k = index;
    place();
    scrubber.value = k;
    scrubber.setAttribute("aria-valuetext", fill(labels.position, { k, last, say: told }));
    setText(count.firstChild, String(k));
    // Not `disabled`: a button that the keyboard stands on must keep the focus.
    for (const action of ["first", "back"]) setAttribute(buttons[action], "aria-disabled", String(k === 0));
    for (const action of ["forward", "last"]) setAttribute(buttons[action], "aria-disabled", String(k === last));
  }

  function playing(now) {
    const name = now ? "pause" : "play";
    buttons.play.replaceChildren(icon(name));
    setAttribute(buttons.play, "aria-label", labels[name]);
    setAttribute(buttons.play, "title", labels[name]);
  }

  return { node: element("div", { class: "lg-time" }, transport, track), track, draw, show, playing };
}

// ---------------------------------------------------------------- the view

/**
 * Puts a stepper into `el`.
 * @param {HTMLElement} el
 * @param {Payload} payload
 * @param {{index?: number, opened?: boolean, answers?: Record<string, string>, moved?: (k: number) => void,
 *   answered?: (answers: Record<string, string>) => void, more?: () => void} | null} options `moved` and `answered` hear
 *   where the reader went and what was answered; `more` asks a kernel for what the payload leaves out
 * @returns {{goto: (k: number, silent?: boolean) => void, open: (opened: boolean) => void, answers: (given: object) => void,
 *   extend: (rest: object) => void, update: (payload: Payload) => void, destroy: () => void}}
 */
export function mount(el, payload, options = {}) {
  let shown = payload;
  let view = begin(options);

  function begin(given) {
    return shown.whole ? build(el, shown, given) : preview(el, shown, given, play);
  }

  /** A timeline takes the place of the still picture. */
  function play(place, byHand) {
    const before = view;
    view = build(el, shown, { ...options, ...place });
    before.destroy();
    if (byHand) view.open(true, true);
  }

  return {
    goto: (k, silent) => view.goto(k, silent),
    open: (opened) => view.open(opened),
    answers: (given) => view.answers(given),
    extend(rest) {
      Object.assign(shown, rest);
      view.extend?.();
    },
    update(next) {
      const place = view.place();
      view.destroy();
      shown = next;
      view = begin({ ...options, ...place });
    },
    destroy: () => view.destroy(),
  };
}

/**
 * A large graph until its timeline is wanted: the finished picture, and a button. `play` is called when the timeline is
 * wanted and there; what was said to this view meanwhile is its place.
 */
function preview(el, payload, options, play) {
  const { labels, lang, summary, line } = payload;
  const { more = () => {} } = options ?? {};
  const place = { index: options?.index ?? 0, answers: options?.answers ?? {}, opened: Boolean(options?.opened) };
  const stage = stageZone({ ...payload, svg: { wide: payload.still }, steps: [] }, { activate() {}, chose() {} });
  const words = element("p", { class: "lg-summary", role: "status" }, line ?? summary);
  const openButton = element("button", { type: "button", class: "lg-open", "data-lm-suppress-shortcuts": "true", onclick: () => want(true) }, labels.open);
  const fold = element("div", { class: "lg-fold" }, words, payload.last > 0 ? openButton : null);
  const root = element("div", { class: "lg lg-stepper", role: "group", lang, "aria-label": labels.root, "data-open": "false" }, stage.node, fold);
  let wanted = null;
  stage.node.hidden = Boolean(line);
  el.replaceChildren(root);
  const stopWatching = watchWidth(root, resize);
  if (place.opened) want(false);

  function resize(width) {
    const size = sizeFor(width);
    root.dataset.size = size;
    stage.fit(width, size, false);
    stage.choosePlace(false);
    stage.settle(false);
    if (size === "narrow") want(false); // for its own picture
  }

  function want(byHand) {
    wanted = { byHand: byHand || Boolean(wanted?.byHand) };
    if (payload.whole) return play(place, wanted.byHand);
    if (byHand) setText(words, labels.coming);
    more();
  }

  return {
    goto: (k) => (place.index = clamp(k, payload.last)),
    open: (opened) => {
      place.opened = opened;
      if (opened) want(false);
    },
    answers: (given) => (place.answers = given),
    extend: () => wanted && want(wanted.byHand),
    place: () => place,
    destroy() {
      stopWatching();
      root.remove();
    },
  };
}

function build(el, payload, options) {
  const { steps, labels, lang, summary, line } = payload;
  const { index = 0, opened = false, moved = () => {}, answered = () => {} } = options ?? {};
  const last = steps.length - 1;
  const life = new AbortController();
  let k = clamp(index, last);
  let isOpen = false;
  let asText = false;
  let beat = null;
  let size = "";
  let across = 0;
  let view = payload.view ?? "values";
  let predicting = Boolean(payload.predict);
  let answers = options?.answers ?? {};
  let misses = {};
  let reply = null; // what was said to the last answer: { k, kind, said, typed }
  let free = null; // in free order: { ran, misses, said }
  let wantsFree = Boolean(payload.free);

  const code = codeZone(payload);
  const card = cardZone(payload, { answer, reveal });
  const stage = stageZone(payload, { activate, chose });
  const sentence = sentenceZone();
  const time = timelineZone(payload, act, (to) => go(to, { moving: false }));
  const live = element("p", { class: "lg-unseen", role: "status", "aria-live": "polite" });
  const views = viewSwitch(labels, view, look);
  const textButton = element("button", { type: "button", class: "lg-text", "aria-pressed": "false", onclick: toggleText }, labels.text);
  const freeButton = element("button", { type: "button", class: "lg-free", "aria-pressed": "false", onclick: () => (free ? leaveFree() : enterFree()) }, labels.free);
  const points = element("b", { class: "lg-score" });
  const predictButton = element(
    "button",
    { type: "button", role: "switch", class: "lg-predict", "aria-checked": "false", title: labels.predict, onclick: togglePredict },
    element("span", { class: "lg-predict-name" }, labels.predict), element("i", { class: "lg-switch" }), points,
  );
  const closeButton = element(
    "button", { type: "button", class: "lg-close", "aria-label": labels.close, title: labels.close, onclick: () => open(false, true) },
    element("span", {}, labels.close), element("i"),
  );
  const openButton = element("button", { type: "button", class: "lg-open", onclick: () => open(true, true) }, labels.open);
  const tools = element("div", { class: "lg-tools" }, textButton, freeButton);
  const head = element("div", { class: "lg-head" }, views, tools, element("p", { class: "lg-summary" }, summary), predictButton, closeButton);
  const fold = element("div", { class: "lg-fold" }, element("p", { class: "lg-summary" }, line ?? summary), last > 0 ? openButton : null);
  const root = element(
    "div",
    { class: "lg lg-stepper", role: "group", lang, "data-fails": String(steps.some(({ verb }) => verb === "error")), "aria-label": labels.root, "data-lm-suppress-shortcuts": "true" },
    head, code.node, card.node, stage.node, sentence.node, time.node, fold, live,
  );
  // JupyterLab asks the focused element itself before it asks those around it.
  for (const control of root.querySelectorAll("button, input, [tabindex]")) control.dataset.lmSuppressShortcuts = "true";
  el.replaceChildren(root);
  root.addEventListener("keydown", onKey, { signal: life.signal });
  stage.view(view);
  card.inspect(null);
  offer();
  open(opened && last > 0);
  const stopWatching = [watchWidth(root, resize), watchWidth(time.track, time.draw, isOpen), watchWidth(code.node, fitCode, isOpen)];

  function resize(width) {
    const next = sizeFor(width);
    across = width;
    stage.fit(width, next, isOpen);
    if (next !== size) {
      size = next;
      root.dataset.size = size;
      const [place, before] = size === "narrow" ? [card.tabs, null] : [head, views.nextSibling];
      if (tools.parentNode !== place) place.insertBefore(tools, before);
    }
    paint(false);
  }

  function fitCode(width) {
    code.fit(width);
    code.settle();
  }

  /** Only controls that can do something are there. */
  function offer() {
    const asks = Object.keys(payload.asks ?? {}).length > 0;
    predictButton.hidden = !asks;
    freeButton.hidden = !payload.order || !payload.svg;
    views.hidden = !payload.views || last < 0;
    head.querySelector(".lg-summary").hidden = !views.hidden;
    predictButton.setAttribute("aria-checked", String(predicting));
  }

  function look(name) {
    view = name;
    stage.view(view);
    if (size) stage.fit(across, size, isOpen);
    paint(false);
  }

  // ---- questions

  function asks() {
    return predicting && !free && payload.asks ? payload.asks : {};
  }

  function asked(i) {
    return i in answers ? null : (asks()[i] ?? null);
  }

  /** What may be told of step i now: a question hides what it asks for, everywhere, and what comes after it. */
  function told(i) {
    const open = asked(i);
    if (open) return open.say;
    const first = predicting ? firstOpen(asks(), answers) : -1;
    const veiled = first >= 0 && i > first && i > k && steps[i].phase === "backward";
    return veiled ? `${steps[i].badge} …` : steps[i].say;
  }

  function answer(typed) {
    const open = asked(k);
    if (!open || (typeof typed === "string" && !typed.trim())) return;
    const { kind, said } = verdict(open, typed, labels);
    const after = { right: steps[k].say, wrong: said, unreadable: said };
    reply = { k, kind, said, typed };
    if (kind === "wrong") misses[k] = (misses[k] ?? 0) + 1;
    if (kind === "right") settleAnswer("right");
    else if (misses[k] >= MISSES) settleAnswer("shown");
    else {
      paint(false);
      const field = card.field();
      field?.focus({ preventScroll: true });
      card.typed()?.select();
      live.textContent = after[kind];
    }
  }

  function reveal() {
    reply = { k, kind: "shown", said: labels.was_shown };
    settleAnswer("shown");
  }

  /** The question is over: the step shows itself, and the arrow keys go on from the root. */
  function settleAnswer(how) {
    answers = { ...answers, [k]: how };
    answered(answers);
    paint(!prefersStillness());
    root.focus({ preventScroll: true });
    live.textContent = `${reply.said} ${steps[k].say}`;
  }

  function togglePredict() {
    predicting = !predicting;
    reply = null;
    predictButton.setAttribute("aria-checked", String(predicting));
    paint(false);
  }

  // ---- free order

  function enterFree() {
    if (!payload.order) return;
    stop();
    wantsFree = false;
    free = { ran: [], misses: 0, said: labels.free_ask };
    freeButton.setAttribute("aria-pressed", "true");
    if (asText) toggleText();
    stage.limit(payload.order.nodes.map(({ id }) => id));
    k = payload.order.from;
    moved(k);
    paint(false);
    live.textContent = free.said;
  }

  function leaveFree() {
    free = null;
    stage.limit(null);
    freeButton.setAttribute("aria-pressed", "false");
    paint(false);
  }

  function pick(id) {
    const { kind, node, awaited } = choice(payload.order, free.ran, id);
    const name = node?.name ?? payload.facts[id].title;
    if (kind === "stranger") free.said = fill(labels.free_no_node, { name });
    if (kind === "ran") free.said = fill(labels.free_ran, { name });
    if (kind === "waits") {
      free.misses += 1;
      const from = awaited.map((other) => fill(labels.free_missing, other)).join(labels.free_and);
      const to = [...new Set(awaited.map((other) => other.to))].join(labels.free_and);
      free.said = fill(labels.free_not_ready, { name, to, from });
    }
    if (kind === "push") {
      free.ran = [...free.ran, id];
      const sent = node.sends.map(({ to, text }) => fill(labels.free_sent, { value: text, name: payload.order.targets[to].name })).join(labels.free_and);
      free.said = fill(free.ran.length === payload.order.nodes.length ? labels.free_end : labels.free_pushed, { name, sent });
    }
    paint(kind === "push" && !prefersStillness());
    live.textContent = free.said;
  }

  function freeStep() {
    const { nodes } = payload.order;
    const how = (node) => (free.ran.includes(node.id) ? "ran" : missing(node, free.ran).length ? "waiting" : "ready");
    const rows = nodes.map((node) => [node.name, labels[`free_state_${how(node)}`]]);
    const message = fill(labels.free_count, { n: free.ran.length, all: nodes.length, misses: free.misses });
    return { ...steps[k], badge: labels.free_badge, say: free.said, short: free.said, card: { kind: "facts", rows: [[labels.free, message], ...rows] }, formula: null };
  }

  // ---- nodes of the picture

  function activate(id) {
    if (!isOpen) return;
    stage.choose(id);
    if (free) return pick(id);
    card.inspect(payload.facts[id]);
    card.turn("inspect");
    live.textContent = payload.facts[id].title;
  }

  function chose(id) {
    const node = free && payload.order.nodes.find((other) => other.id === id);
    const how = node ? (free.ran.includes(id) ? "ran" : missing(node, free.ran).length ? "waiting" : "ready") : null;
    live.textContent = how ? `${node.name}: ${labels[`free_state_${how}`]}` : payload.facts[id].title;
    if (!free) card.inspect(payload.facts[id]);
  }

  // ---- the timeline

  function open(wanted, byHand = false) {
    isOpen = wanted;
    stop();
    if (size) stage.fit(across, size, isOpen);
    root.dataset.open = String(isOpen);
    for (const zone of [head, code.node, card.node, sentence.node, time.node]) zone.hidden = !isOpen;
    fold.hidden = isOpen;
    stage.node.hidden = !isOpen && Boolean(line);
    stage.inhabit(isOpen);
    if (isOpen) root.tabIndex = 0;
    else root.removeAttribute("tabindex");
    if (isOpen && wantsFree && payload.order) enterFree();
    paint(false);
    if (byHand) (isOpen ? root : openButton).focus({ preventScroll: true });
  }

  /**
   * Everything that depends on the step. Folded, the picture rests at the end of the story: it is what the cell did, and its
   * numbers are printed above. Only a timeline that was opened to be predicted rests before its first question.
   */
  function paint(moving) {
    if (!size) return; // before it has a place there is nothing to see, and measuring costs
    stage.choosePlace(isOpen && asText);
    textButton.hidden = !stage.hasPicture();
    if (last < 0) return;
    if (!isOpen) {
      const first = predicting ? firstOpen(payload.asks ?? {}, answers) : -1;
      const rest = opened && first > 0 ? first - 1 : last;
      stage.show(rest, stateAt(steps, rest, false), false, (i) => steps[i].say);
      return stage.settle(false);
    }
    const ask = asked(k);
    const step = free ? freeStep() : ask ? { ...steps[k], ...ask, formula: null } : steps[k];
    const state = free ? freeState(steps, payload.order, free.ran) : stateAt(steps, k);
    for (const [key, value] of ask?.hide ?? []) state.set(key, value);
    setAttribute(root, "data-phase", step.verb === "error" ? "error" : step.phase);
    root.toggleAttribute("data-free", Boolean(free));
    code.show(step, notesAt(steps, ask ? k - 1 : k));
    card.show(step, ask, reply?.k === k && !free ? reply : null);
    sentence.show(step);
    time.show(k, step.say);
    setText(points, Object.keys(asks()).length ? score(asks(), answers) : "");
    stage.show(k, state, moving, told);
    code.settle();
    stage.settle(moving);
  }

  function go(to, { moving = true, silent = false } = {}) {
    const before = k;
    if (free) leaveFree();
    k = clamp(to, last);
    if (k === before) return;
    reply = null;
    card.turn("step");
    paint(moving && k === before + 1 && !asked(k) && !prefersStillness());
    if (silent) return;
    const open = asked(k);
    if (open && k === before + 1 && document.activeElement === root) card.field()?.focus({ preventScroll: true });
    if (worthSaying(steps[before], steps[k])) live.textContent = open ? open.say : steps[k].say;
    moved(k);
  }

  /** A screen reader hears every step; while playing, the changes of phase and the end, or it would never keep up. */
  function worthSaying(before, after) {
    return beat === null || asked(k) || before.phase !== after.phase || before.pass !== after.pass || k === last;
  }

  function act(action) {
    if (action === "play") return beat === null ? play() : pause();
    stop();
    go(destination(action, k, last));
  }

  /** The next beat is counted from the step that has been shown, so a slow page is never overtaken. */
  function play() {
    if (free) leaveFree();
    if (k === last) go(0, { moving: false });
    time.playing(true);
    beat = setTimeout(function next() {
      go(k + 1);
      if (k === last || asked(k)) return stop();
      beat = setTimeout(next, BEAT);
    }, BEAT);
  }

  function pause() {
    stop();
    live.textContent = told(k);
  }

  function stop() {
    if (beat === null) return;
    clearTimeout(beat);
    beat = null;
    time.playing(false);
  }

  function toggleText() {
    asText = !asText;
    textButton.setAttribute("aria-pressed", String(asText));
    paint(false);
  }

  function onKey(event) {
    if (!isOpen) return;
    if (event.target === card.typed()) return onFieldKey(event);
    if (event.target.matches("input:not([type=range])")) return;
    const action = keyToAction(event, event.target === root);
    if (!action || scrollsSideways(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    act(action);
  }

  /** Enter answers. In an empty field the arrow keys step on, so that nobody is kept by a question. */
  function onFieldKey(event) {
    const { value } = event.target;
    const action = value ? null : keyToAction(event, false);
    if (event.key === "Enter") answer(value);
    else if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    if (!action) return;
    root.focus({ preventScroll: true });
    act(action);
  }

  return {
    goto(to, silent = false) {
      if (clamp(to, last) === k) return;
      stop();
      go(to, { moving: false, silent });
    },
    open,
    answers(given) {
      answers = given;
      paint(false);
    },
    place: () => ({ index: k, opened: isOpen, answers }),
    destroy() {
      stop();
      life.abort();
      for (const end of stopWatching) end();
      root.remove();
    },
  };
}

/** The four views as radio buttons in a row. */
function viewSwitch(labels, chosen, look) {
  const name = ownName("lg-view");
  const choices = VIEWS.map((view) => {
    const input = element("input", { type: "radio", name, value: view, class: "lg-radio", checked: view === chosen, onchange: () => look(view) });
    return element("label", {}, input, element("span", {}, labels[`view_${view}`]));
  });
  return element("div", { class: "lg-views", role: "radiogroup", "aria-label": labels.views }, ...choices);
}

/** A focused zone that is wider than its frame keeps its arrow keys. */
function scrollsSideways(node) {
  return node.matches(".lg-code") && node.scrollWidth > node.clientWidth;
}

// ---------------------------------------------------------------- the adapter

/** Called once for each view of a model; what it returns is called when that view goes away. */
function render({ model, el }) {
  let waiting = null;
  const save = () => {
    clearTimeout(waiting);
    waiting = null;
    model.save_changes();
  };
  const remember = (name, value) => {
    model.set(name, value);
    clearTimeout(waiting);
    waiting = setTimeout(save, SAVE_AFTER);
  };
  const whole = () => ({ ...model.get("payload"), ...model.get("rest") });
  const given = { index: model.get("index"), opened: model.get("opened"), answers: model.get("answers") ?? {} };
  const heard = { moved: (k) => remember("index", k), answered: (answers) => remember("answers", answers) };
  // A model without a kernel has nobody to ask.
  const more = () => model.send?.({ ask: "rest" });
  const view = mount(el, whole(), { ...given, ...heard, more });
  // Before anybody opens it, so that opening needs no kernel; and after the picture has been painted.
  const asking = whole().whole ? null : setTimeout(more, ASK_AFTER);
  const listeners = {
    "change:index": () => view.goto(model.get("index"), true),
    "change:opened": () => view.open(model.get("opened")),
    "change:answers": () => view.answers(model.get("answers")),
    "change:payload": () => view.update(whole()),
    "change:rest": () => view.extend(model.get("rest")),
  };
  for (const [name, listener] of Object.entries(listeners)) model.on(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) model.off(name, listener);
    if (waiting !== null) save();
    clearTimeout(asking);
    view.destroy();
  };
}

export default { render };
