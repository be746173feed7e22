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
 * @typedef {{lang: string, code: {n: number, text: string, cell?: number}[], steps: Step[], twin: string,
 *   summary: string, line: string | null, notice: string | null, svg: {wide: string, middle?: string, narrow: string} | null,
 *   labels: Record<string, string>}} Payload
 */

import { clamp, element, icon, importPicture, prefersStillness, setAttribute, setText, shape, stateAt, watchWidth } from "./shared.js";

const TRAVEL = 420;
const BEAT = 1100;
const SAVE_AFTER = 200;
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
  const zone = element("div", { class: "lg-code", role: "region", tabindex: 0, "aria-label": labels.code }, list);

  let before = { line: null };

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
    if (!node) return;
    const running = parts[1];
    words.scrollLeft = running.textContent ? Math.max(0, running.offsetLeft + running.offsetWidth - words.offsetLeft - words.clientWidth + 12) : 0;
    const top = node.offsetTop - list.offsetTop;
    const lowest = top - node.offsetHeight;
    const highest = top + 2 * node.offsetHeight - zone.clientHeight;
    zone.scrollTop = Math.min(Math.max(zone.scrollTop, highest), Math.max(0, lowest));
  }

  function fit(width) {
    const sizes = code.map(({ text }, i) => [Array.from(text).length, longest.get(i) ?? 0]);
    zone.style.setProperty("--lg-code-size", `${codeSize(sizes, width)}px`);
  }

  return { node: zone, show, settle, fit };
}

/** The row `upstream × local = contribution → sum` with its formula, or a list of facts. */
function cardZone({ labels }) {
  const tabs = element("div", { class: "lg-tabs" }, element("span", { class: "lg-tab" }, labels.step));
  const body = element("div", { class: "lg-card-body" });
  const node = element("div", { class: "lg-card", role: "region", "aria-label": labels.step }, tabs, body);

  function show({ card, formula }) {
    const content = card.kind === "eq" ? equation(card) : facts(card);
    body.replaceChildren(...content, ...(formula ? [element("p", { class: "lg-formula" }, formula)] : []));
    body.scrollTop = 0;
  }

  return { node, tabs, show };
}

function equation({ cells }) {
  const tables = cells.some((cell) => cell.heat);
  const parts = cells.map((cell) => (typeof cell === "string" ? element("span", { class: "lg-sign" }, cell) : equationCell(cell)));
  return [element("div", { class: tables ? "lg-equation lg-with-tables" : "lg-equation" }, ...parts)];
}

function equationCell({ label, value, role, note, heat, matrix, fits }) {
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

/** The picture, or the list of steps in its place. */
function stageZone({ svg, steps, twin, notice, labels }) {
  const pictures = new Map();
  const holder = element("div", { class: "lg-picture" });
  const items = steps.map(({ say }) => element("li", { "data-state": "ahead" }, say));
  const list = items.length
    ? element("ol", { start: 0 }, ...items)
    : element("pre", { class: "lg-twin-text" }, twin);
  const text = element(
    "div",
    { class: "lg-twin", role: "region", tabindex: 0, "aria-label": labels.text_label },
    notice ? element("p", { class: "lg-notice" }, notice) : null,
    list,
  );
  const node = element("div", { class: "lg-stage" }, holder, text, ...["left", "right"].map((side) => element("span", { class: "lg-more", "data-side": side })));
  holder.addEventListener("scroll", hint, { passive: true });
  let picture = null;

  /** The picture that was laid out for this size, imported when it is first needed. */
  function pictureFor(size) {
    if (!svg) return null;
    const name = svg[size] ? size : "wide";
    if (!pictures.has(name)) pictures.set(name, importPicture(svg[name]));
    return pictures.get(name);
  }

  /** A wide picture may shrink before it scrolls: a little where one reads, more where one looks. */
  function fit(width, size, opened) {
    picture = pictureFor(size);
    if (!picture) return;
    const scale = Math.max(opened ? LEAST_SCALE.open : LEAST_SCALE.folded, Math.min(1, width / picture.width));
    const [across, down] = [picture.width * scale, picture.height * scale].map(Math.round);
    setAttribute(picture.svg, "width", String(across));
    setAttribute(picture.svg, "height", String(down));
    const bar = across > width ? 12 : 0;
    node.style.setProperty("--lg-picture-height", `${down + bar}px`);
    holder.toggleAttribute("data-tall", down > TALLEST[size === "narrow" ? "narrow" : "wide"]);
    if (holder.firstChild !== picture.svg) holder.replaceChildren(picture.svg);
  }

  /** Says at which sides the picture goes on. */
  function hint() {
    const hidden = { left: holder.scrollLeft, right: holder.scrollWidth - holder.clientWidth - holder.scrollLeft };
    const sides = ["left", "right"].filter((side) => !holder.hidden && hidden[side] > MARGIN);
    setAttribute(node, "data-more", sides.join(" "));
  }

  /** Only one of picture and list is there, for the eye and for a screen reader. */
  function choose(asText) {
    const words = asText || !picture;
    text.hidden = !words;
    holder.hidden = words;
  }

  let shown = -1;

  function show(k, state, moving) {
    for (const i of between(shown, k)) setAttribute(items[i], "data-state", i > k ? "ahead" : "passed");
    items[shown]?.removeAttribute("aria-current");
    items[k]?.setAttribute("aria-current", "step");
    shown = k;
    if (!picture) return;
    picture.show(state, moving);
    if (moving) picture.travel(TRAVEL);
  }

  /** Reads measures, so it comes after everything was written. */
  function settle(moving) {
    if (text.hidden) follow(picture.node("current"), holder, moving && !picture.large);
    else follow(items[shown], text);
    hint();
  }

  return { node, fit, choose, show, settle, hasPicture: () => Boolean(picture) };
}

/** Scrolls a zone, never the page, until a part is well inside it. */
function follow(part, zone, smooth) {
  if (!part) return;
  const inner = zone.getBoundingClientRect();
  const box = part.getBoundingClientRect();
  const shift = (from, to, low, high) => {
    const margin = Math.min(90, (high - low - (to - from)) / 2);
    if (from < low + margin) return from - low - margin;
    return to > high - margin ? to - high + margin : 0;
  };
  const left = shift(box.left, box.right, inner.left, inner.right);
  const top = shift(box.top, box.bottom, inner.top, inner.bottom);
  if (left || top) zone.scrollBy({ left, top, behavior: smooth ? "smooth" : "instant" });
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

  function show(index) {
    k = index;
    place();
    scrubber.value = k;
    scrubber.setAttribute("aria-valuetext", fill(labels.position, { k, last, say: steps[k].say }));
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
 * @param {{index?: number, opened?: boolean, moved?: (k: number) => void}} options `moved` hears where the reader went
 * @returns {{goto: (k: number, silent?: boolean) => void, open: (opened: boolean) => void,
 *   update: (payload: Payload) => void, destroy: () => void}}
 */
export function mount(el, payload, options = {}) {
  let view = build(el, payload, options);
  return {
    goto: (k, silent) => view.goto(k, silent),
    open: (opened) => view.open(opened),
    update(next) {
      const { index, opened } = view.place();
      view.destroy();
      view = build(el, next, { ...options, index, opened });
    },
    destroy: () => view.destroy(),
  };
}

function build(el, payload, { index = 0, opened = false, moved = () => {} }) {
  const { steps, labels, lang, summary, line } = payload;
  const last = steps.length - 1;
  const life = new AbortController();
  let k = clamp(index, last);
  let isOpen = false;
  let asText = false;
  let beat = null;
  let size = "";
  let across = 0;

  const code = codeZone(payload);
  const card = cardZone(payload);
  const stage = stageZone(payload);
  const sentence = sentenceZone();
  const time = timelineZone(payload, act, (to) => go(to, { moving: false }));
  const live = element("p", { class: "lg-unseen", role: "status", "aria-live": "polite" });
  const textButton = element("button", { type: "button", class: "lg-text", "aria-pressed": "false", onclick: toggleText }, labels.text);
  const closeButton = element("button", { type: "button", class: "lg-close", onclick: () => open(false, true) }, labels.close);
  const openButton = element("button", { type: "button", class: "lg-open", onclick: () => open(true, true) }, labels.open);
  const head = element("div", { class: "lg-head" }, textButton, element("p", { class: "lg-summary" }, summary), closeButton);
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
  open(opened && last > 0);
  const stopWatching = [watchWidth(root, resize), watchWidth(time.track, time.draw), watchWidth(code.node, fitCode)];

  function resize(width) {
    const next = sizeFor(width);
    across = width;
    stage.fit(width, next, isOpen);
    if (next !== size) {
      size = next;
      root.dataset.size = size;
      const [place, before] = size === "narrow" ? [card.tabs, null] : [head, head.firstChild];
      if (textButton.parentNode !== place) place.insertBefore(textButton, before);
    }
    paint(false);
  }

  function fitCode(width) {
    code.fit(width);
    code.settle();
  }

  function open(wanted, byHand = false) {
    isOpen = wanted;
    stop();
    if (size) stage.fit(across, size, isOpen);
    root.dataset.open = String(isOpen);
    for (const zone of [head, code.node, card.node, sentence.node, time.node]) zone.hidden = !isOpen;
    fold.hidden = isOpen;
    stage.node.hidden = !isOpen && Boolean(line);
    if (isOpen) root.tabIndex = 0;
    else root.removeAttribute("tabindex");
    paint(false);
    if (byHand) (isOpen ? root : openButton).focus({ preventScroll: true });
  }

  /** Everything that depends on the step. Folded, the picture rests at the end of the story. */
  function paint(moving) {
    if (!size) return; // before it has a place there is nothing to see, and measuring costs
    stage.choose(isOpen && asText);
    textButton.hidden = !stage.hasPicture();
    if (last < 0) return;
    if (!isOpen) {
      stage.show(last, stateAt(steps, last, false), false);
      return stage.settle(false);
    }
    const step = steps[k];
    setAttribute(root, "data-phase", step.verb === "error" ? "error" : step.phase);
    code.show(step, notesAt(steps, k));
    card.show(step);
    sentence.show(step);
    time.show(k);
    stage.show(k, stateAt(steps, k), moving);
    code.settle();
    stage.settle(moving);
  }

  function go(to, { moving = true, silent = false } = {}) {
    const before = k;
    k = clamp(to, last);
    if (k === before) return;
    paint(moving && k === before + 1 && !prefersStillness());
    if (silent) return;
    if (worthSaying(steps[before], steps[k])) live.textContent = steps[k].say;
    moved(k);
  }

  /** A screen reader hears every step; while playing, the changes of phase and the end, or it would never keep up. */
  function worthSaying(before, after) {
    return beat === null || before.phase !== after.phase || before.pass !== after.pass || k === last;
  }

  function act(action) {
    if (action === "play") return beat === null ? play() : pause();
    stop();
    go(destination(action, k, last));
  }

  /** The next beat is counted from the step that has been shown, so a slow page is never overtaken. */
  function play() {
    if (k === last) go(0, { moving: false });
    time.playing(true);
    beat = setTimeout(function next() {
      go(k + 1);
      if (k === last) return stop();
      beat = setTimeout(next, BEAT);
    }, BEAT);
  }

  function pause() {
    stop();
    live.textContent = steps[k].say;
  }

  function stop() {
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
    const action = isOpen ? keyToAction(event, event.target === root) : null;
    if (!action || scrollsSideways(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    act(action);
  }

  return {
    goto(to, silent = false) {
      if (clamp(to, last) === k) return;
      stop();
      go(to, { moving: false, silent });
    },
    open,
    place: () => ({ index: k, opened: isOpen }),
    destroy() {
      stop();
      life.abort();
      for (const end of stopWatching) end();
      root.remove();
    },
  };
}

/** A focused zone that is wider than its frame keeps its arrow keys. */
function scrollsSideways(node) {
  return node.matches(".lg-code, .lg-picture") && node.scrollWidth > node.clientWidth;
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
  const moved = (k) => {
    model.set("index", k);
    clearTimeout(waiting);
    waiting = setTimeout(save, SAVE_AFTER);
  };
  const view = mount(el, model.get("payload"), { index: model.get("index"), opened: model.get("opened"), moved });
  const heard = {
    "change:index": () => view.goto(model.get("index"), true),
    "change:opened": () => view.open(model.get("opened")),
    "change:payload": () => view.update(model.get("payload")),
  };
  for (const [name, listener] of Object.entries(heard)) model.on(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(heard)) model.off(name, listener);
    if (waiting !== null) save();
    view.destroy();
  };
}

export default { render };
