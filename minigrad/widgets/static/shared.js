/**
 * What every widget of the series shares: small builders for HTML, and the picture of a graph that replays states.
 *
 * A picture is written by Python, once. This file finds its parts by `data-key` and changes two things only: a part's
 * `data-state` and, where the key ends in `.text`, its words. It knows no operation and no derivative.
 *
 * @typedef {[key: string, value: string]} Change
 * @typedef {{set: Change[], now?: Change[]}} Changes
 */

const SVG = "http://www.w3.org/2000/svg";

/** A whole step number within the timeline, whatever was asked for. */
export function clamp(k, last) {
  const whole = Math.round(Number(k)) || 0;
  return Math.max(0, Math.min(last, whole));
}

/**
 * The state of every part that steps 0 … k touched. Always folded from the start, so that stepping back is exact.
 * @param {Changes[]} steps
 * @param {number} k
 * @param {boolean} passing also what holds during step k alone (false: a still picture)
 * @returns {Map<string, string>}
 */
export function stateAt(steps, k, passing = true) {
  const state = new Map();
  for (const step of steps.slice(0, k + 1)) for (const [key, value] of step.set ?? []) state.set(key, value);
  if (passing) for (const [key, value] of steps[k]?.now ?? []) state.set(key, value);
  return state;
}

/** An element with attributes, listeners (`onclick`) and children; words go in as text, never as markup. */
export function element(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** The same for the few SVG shapes that belong to controls: icons and the ticks of a timeline. */
export function shape(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

function dress(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** A name that no other widget on the page has. Each loads this module anew, so counting would begin at 1 in all of them. */
export function ownName(word) {
  return `${word}-${Math.random().toString(36).slice(2)}`;
}

/** Words with `code` in them as nodes; everything else stays text. */
export function marked(words) {
  return words.split("`").map((part, i) => (i % 2 ? element("code", {}, part) : part));
}

const ICONS = {
  first: "M3 3.5h2v9H3zM13 3.5v9L6.5 8z",
  back: "M11.5 3.5v9L4.5 8z",
  play: "M4.5 2.5v11L13.5 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M4.5 3.5v9l7-4.5z",
  last: "M11 3.5h2v9h-2zM3 3.5v9L9.5 8z",
  wrong: "M4.1 3L8 6.9L11.9 3L13 4.1L9.1 8L13 11.9L11.9 13L8 9.1L4.1 13L3 11.9L6.9 8L3 4.1z",
  right: "M6.4 12.6L2.2 8.4L3.6 7L6.4 9.8L12.4 3.8L13.8 5.2z",
};

/** A drawn icon: glyphs for media keys are empty boxes where no emoji font is installed. */
export function icon(name) {
  return shape("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, shape("path", { d: ICONS[name] }));
}

// A page does no work for what stays as it was.
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/**
 * Calls `changed(width)` whenever the inner width of `node` changes, and `now` (else before the next paint: measuring
 * at once makes the browser lay out all that was written so far). Returns a function that ends it.
 */
export function watchWidth(node, changed, now = true) {
  let width = -1;
  const measure = () => {
    if (node.clientWidth === width || node.clientWidth === 0) return;
    width = node.clientWidth;
    changed(width);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(node);
  if (now) measure();
  return () => observer.disconnect();
}

export const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * A picture from SVG text, or null when the text is not a picture.
 * @param {string} text SVG written by minigrad.draw.svg
 */
export function importPicture(text) {
  const svg = parsed(text);
  if (svg?.localName !== "svg") return null;
  renameIds(svg, ownName(""), text.includes("#") ? "*" : "[id], [aria-labelledby], [aria-describedby]");
  return new Picture(svg);
}

/** The first element of a text, without scripts being run. As HTML: it is read twice as fast as XML. */
function parsed(text) {
  const found = new DOMParser().parseFromString(text, "text/html").body.firstElementChild;
  return found && document.adoptNode(found);
}

/**
 * Two views of one widget hold the same picture twice; ids must still be unique in the page.
 * `speaking` selects the elements that may name one: of thousands, a picture without `#` has a handful.
 */
function renameIds(svg, suffix, speaking) {
  const names = new Set([svg, ...svg.querySelectorAll("[id]")].map((node) => node.id).filter(Boolean));
  const renamed = (value) =>
    value.replace(/#([^\s)"']+)/g, (whole, name) => (names.has(name) ? `#${name}${suffix}` : whole));
  for (const node of [svg, ...svg.querySelectorAll(speaking)]) {
    if (node.id) node.id += suffix;
    for (const { name, value } of [...node.attributes]) {
      if (value.includes("#")) node.setAttribute(name, renamed(value));
      if (name.startsWith("aria-") && value.split(" ").every((id) => names.has(id)))
        node.setAttribute(name, value.split(" ").map((id) => id + suffix).join(" "));
    }
  }
}

/** The moving parts of one SVG by their keys. */
class Picture {
  constructor(svg) {
    this.svg = svg;
    this.width = svg.viewBox.baseVal?.width || Number.parseFloat(svg.getAttribute("width")) || 0;
    this.height = svg.viewBox.baseVal?.height || Number.parseFloat(svg.getAttribute("height")) || 0;
    this.parts = new Map();
    this.travels = [];
    this.large = svg.classList.contains("big"); // it takes too long to paint for its parts to fade in smoothly
    this.layered = false;
    this.boxes = new Map();
    this.learn(svg);
  }

  /** The parts of an element by their keys; those that came later take the state that the others have. */
  learn(place) {
    for (const node of place.querySelectorAll("[data-key]")) {
      const part = this.parts.get(node.dataset.key);
      if (!part) this.parts.set(node.dataset.key, { nodes: [node], initial: read(node), value: read(node) });
      else if (part.nodes.push(node) && read(node) !== part.value) write(node, part.value);
    }
  }

  /** Shows one of the four views; `layer` is the SVG group that holds what stands in the others. */
  view(name, layer) {
    if (name === "values") return this.svg.removeAttribute("data-view");
    if (!this.layered) {
      this.layered = true;
      const group = parsed(`<svg>${layer}</svg>`).firstElementChild;
      this.svg.append(group);
      this.learn(group);
    }
    this.svg.setAttribute("data-view", name);
  }

  /** The place of a node in the picture's own units: read from how it was written, so that nothing is laid out for it. */
  box(id) {
    if (!this.boxes.has(id)) {
      const group = this.parts.get(id)?.nodes.find((node) => node.classList.contains("n"));
      const number = (name) => Number(group.querySelector(".bx").getAttribute(name));
      const [x, y] = group ? group.getAttribute("transform").match(/-?[\d.]+/g).map(Number) : [];
      this.boxes.set(id, group ? { x, y, width: number("width"), height: number("height") } : null);
    }
    return this.boxes.get(id);
  }

  /** Marks the node that a reader stands on. */
  choose(id) {
    for (const node of this.svg.querySelectorAll("[data-chosen]")) node.removeAttribute("data-chosen");
    for (const node of this.parts.get(id)?.nodes ?? []) if (node.classList.contains("n")) node.setAttribute("data-chosen", "");
  }

  /** Shows a state, fading in what changes when `moving`; parts that it does not name go back to how they were written. */
  show(state, moving) {
    for (const travel of this.travels.splice(0)) travel.cancel();
    this.svg.classList.toggle("go", moving && !this.large);
    for (const [key, part] of this.parts) {
      const value = state.get(key) ?? part.initial;
      if (value === part.value) continue;
      part.value = value;
      for (const node of part.nodes) write(node, value);
    }
  }

  /** The id of the first node of the graph (no edge, no part of a node) that is in this state. */
  node(value) {
    for (const [key, part] of this.parts) if (part.value === value && /^n\d+$/.test(key)) return key;
    return null;
  }

  /** Lets each chip that is on the road now come from the function's floor to its place on the edge. */
  travel(milliseconds) {
    for (const [key, part] of this.parts) {
      if (!key.endsWith(".chip") || part.value !== "shown") continue;
      const road = this.parts.get(key.slice(0, -".chip".length))?.nodes[0].querySelector("path");
      if (road) this.travels.push(...part.nodes.map((chip) => alongRoad(chip, road, milliseconds)));
    }
  }
}

const isText = (node) => node.dataset.key.endsWith(".text");
const read = (node) => (isText(node) ? node.textContent : node.dataset.state ?? "");

function write(node, value) {
  if (isText(node)) node.textContent = value;
  else node.dataset.state = value;
}

/** Moves a chip along the first half of its edge; it ends in the middle, where the picture has put it. */
function alongRoad(chip, road, milliseconds) {
  const half = road.getTotalLength() / 2;
  const middle = road.getPointAtLength(half);
  const frames = Array.from({ length: 13 }, (_, i) => {
    const { x, y } = road.getPointAtLength((half * i) / 12);
    return { translate: `${x - middle.x}px ${y - middle.y}px` };
  });
  return chip.animate(frames, { duration: milliseconds, easing: "cubic-bezier(0.45, 0, 0.55, 1)" });
}
