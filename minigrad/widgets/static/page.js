/* A saved page: a model for each widget that only remembers, and the theme of the system. */

/** What a kernel's model offers, without a kernel. */
class Remembered {
  constructor(values) {
    this.values = values;
    this.heard = new Map();
  }
  get(name) {
    return this.values[name];
  }
  set(name, value) {
    const before = this.values[name];
    this.values[name] = value;
    if (JSON.stringify(before) !== JSON.stringify(value)) for (const listener of this.heard.get(`change:${name}`) ?? []) listener();
  }
  save_changes() {}
  on(name, listener) {
    this.heard.set(name, [...(this.heard.get(name) ?? []), listener]);
  }
  off(name, listener) {
    this.heard.set(name, (this.heard.get(name) ?? []).filter((other) => other !== listener));
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => (document.body.dataset.jpThemeLight = String(!dark.matches));
dark.addEventListener("change", follow);
follow();

const widgets = { stepper, quiz, parsons };

/** The text that stands there stays when a widget can't be shown; the others are none the worse for it. */
function fill(place) {
  const { payload, state } = JSON.parse(place.querySelector("script").textContent);
  const text = place.querySelector("pre");
  text.hidden = true;
  try {
    widgets[place.dataset.widget].render({ model: new Remembered({ payload, ...state }), el: place });
    text.remove();
  } catch (problem) {
    text.hidden = false;
    console.error(problem);
  }
}

document.querySelectorAll("[data-widget]").forEach(fill);
