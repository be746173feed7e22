// What the tests ask a page, and a stand-in for the model that a notebook gives to a widget.

const find = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

/** Keys that reach a node within one turn of the page, so that what follows does not depend on how busy the machine is. */
function strike(selector, ...keys) {
  for (const key of keys) find(selector).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}
const at = () => Number(find(".lg-count b").textContent);
const travels = () => document.getAnimations().filter((one) => one.effect.getTiming().duration === 420).length;

/** From now on, all that the live region says. */
function listen() {
  const live = find("[role=status]");
  const said = [];
  new MutationObserver(() => said.push(live.textContent)).observe(live, { childList: true });
  return said;
}

/** Every part of the picture: key, state, words. */
const parts = () =>
  all(".lg-picture [data-key]").map(({ dataset, textContent }) => [
    dataset.key, dataset.state ?? null, dataset.key.endsWith(".text") ? textContent : null,
  ]);

/** The whole stepper as HTML; the live region depends on the way here, and is left out. */
function whole() {
  const copy = find(".lg-stepper").cloneNode(true);
  copy.querySelector("[role=status]").textContent = "";
  return copy.outerHTML;
}

/** Ids that something in a picture names, and that are not in that picture. */
function lostReferences() {
  return all(".lg-picture svg").flatMap((svg) => {
    const own = new Set([svg, ...svg.querySelectorAll("[id]")].map((node) => node.id));
    const named = [svg, ...svg.querySelectorAll("*")].flatMap((node) =>
      [...node.attributes].flatMap(({ name, value }) => {
        if (/^aria-.*by$/.test(name)) return value.split(" ");
        const target = value.match(/^#(.+)$/) ?? value.match(/url\(#([^)]+)\)/);
        return target ? [target[1]] : [];
      }),
    );
    return named.filter((id) => !own.has(id));
  });
}

const rgb = (colour) => colour.match(/[\d.]+/g).map(Number);

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour) {
  const [r, g, b] = colour.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The first opaque background behind a node. */
function behind(node) {
  for (let at = node; at; at = at.parentElement) {
    const colour = rgb(getComputedStyle(at).backgroundColor);
    if (colour.length === 3 || colour[3] > 0.99) return colour;
  }
  return [255, 255, 255];
}

function contrast(node) {
  const colours = [luminance(rgb(getComputedStyle(node).color)), luminance(behind(node))];
  return (Math.max(...colours) + 0.05) / (Math.min(...colours) + 0.05);
}

const rectangle = (node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return [node.className, x, y, width, height].join(" ");
};
const zones = () => all(".lg-stepper > :not([hidden], [role=status])").map(rectangle).join("; ");
const spills = (node) => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;

/** Walks through all steps: which of them moved a zone, which text was too long for its zone. */
function faultsOfLayout(last) {
  const first = zones();
  const faults = [];
  for (let k = 1; k <= last; k += 1) {
    view.goto(k);
    if (zones() !== first) faults.push(`step ${k} moved a zone`);
    for (const zone of [".lg-say p", ".lg-card-body"]) if (spills(find(zone))) faults.push(`step ${k}: ${zone} spills`);
  }
  return faults;
}

/** What anywidget hands to `render`, as far as a stepper uses it. */
class Model {
  constructor(values) {
    this.values = values;
    this.listeners = new Map();
    this.saves = 0;
  }
  get(name) {
    return this.values[name];
  }
  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    for (const listener of [...this.heard(`change:${name}`)]) listener();
  }
  save_changes() {
    this.saves += 1;
  }
  heard(name) {
    return this.listeners.get(name) ?? [];
  }
  on(name, listener) {
    this.listeners.set(name, [...this.heard(name), listener]);
  }
  off(name, listener) {
    this.listeners.set(name, this.heard(name).filter((one) => one !== listener));
  }
  count() {
    return [...this.listeners.values()].flat().length;
  }
}
