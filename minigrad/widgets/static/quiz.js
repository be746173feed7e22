/**
 * Questions with an explanation for every answer, and the field in which a prediction is committed.
 *
 * Native radio groups, checkboxes and text fields only, so the keyboard works as everywhere. All that is needed to judge
 * an answer came with the question; a kernel is only told what was answered.
 */
import { element, marked, ownName } from "./shared.js";

const CLOSE = 1e-6;

/**
 * The value of a small sum such as `3/4`, `2*3` or `-(1+2)`; NaN for anything else.
 * @param {string} text
 */
export function readNumber(text) {
  const tokens = text.replaceAll("\u2212", "-").replaceAll(",", ".").match(/\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?|\S/gi) ?? [];
  let at = 0;
  const takes = (...wanted) => (wanted.includes(tokens[at]) ? tokens[at++] : null);
  const atom = () => {
    if (takes("+")) return atom();
    if (takes("-")) return -atom();
    if (takes("(")) {
      const inner = sum();
      return takes(")") ? inner : NaN;
    }
    const token = tokens[at++] ?? "";
    return /^[\d.]/.test(token) ? Number(token) : NaN;
  };
  const product = () => {
    let value = atom();
    for (let sign; (sign = takes("*", "/")); ) value = sign === "*" ? value * atom() : value / atom();
    return value;
  };
  const sum = () => {
    let value = product();
    for (let sign; (sign = takes("+", "-")); ) value = sign === "+" ? value + product() : value - product();
    return value;
  };
  const value = sum();
  return at === tokens.length && Number.isFinite(value) ? value : NaN;
}

/**
 * Whether the choice is right, and the explanations it gets. Null for a choice that can't be made.
 * @param {string | string[]} choice an option's key, several of them, or the text of a number
 */
export function judge(question, choice) {
  if (question.kind === "numeric") return judgeNumber(question, readNumber(String(choice)));
  const chosen = [choice].flat();
  if (question.kind === "order") {
    const right = question.order.length === chosen.length && question.order.every((key, i) => key === chosen[i]);
    return { right, whys: [right ? question.right : question.other] };
  }
  const picked = question.options.filter((option) => chosen.includes(option.key));
  if (picked.length === 0) return null;
  const right = question.options.every((option) => option.right === chosen.includes(option.key));
  return { right, incomplete: !right && picked.every((option) => option.right), whys: picked.map((option) => option.why) };
}

function judgeNumber(question, value) {
  if (Number.isNaN(value)) return null;
  if (Math.abs(value - question.number) <= CLOSE) return { right: true, whys: [question.right] };
  const named = question.named.find(([known]) => Math.abs(value - known) <= CLOSE);
  return { right: false, whys: [named ? named[1] : question.other] };
}

/** What the learner reads. */
export function feedback(question, choice, labels) {
  const verdict = judge(question, choice);
  if (!verdict) return question.kind === "numeric" ? labels.not_number : labels.choose_first;
  const head = verdict.right ? labels.right : verdict.incomplete ? labels.incomplete : labels.wrong;
  return [head, ...verdict.whys].join(" ");
}

/** One question as a form. `answered` is what was chosen before; `tell(choice, sure)` is called with each answer. */
function questionForm(question, labels, answered, tell) {
  const name = ownName("lg-quiz");
  const said = element("p", { class: "lg-said", role: "status", "aria-live": "polite" });
  const sure = element("input", { type: "checkbox", checked: answered?.sure });
  const { body, read } = (FIELDS[question.kind] ?? choices)(question, labels, answered, name);
  const show = (choice) => {
    said.replaceChildren(...marked(feedback(question, choice, labels)));
    said.dataset.state = judge(question, choice)?.right ? "right" : "wrong";
  };
  const form = element(
    "form",
    { class: "lg-question", novalidate: true },
    element("fieldset", {}, element("legend", {}, ...marked(question.text)), ...body),
    element("p", { class: "lg-row" }, element("button", { type: "submit" }, labels.submit), element("label", {}, sure, ` ${labels.sure}`)),
    said,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const choice = read();
    show(choice);
    if (judge(question, choice)) tell(choice, sure.checked);
  });
  if (answered) show(answered.choice);
  return form;
}

function choices(question, labels, answered, name) {
  const type = question.kind === "single" ? "radio" : "checkbox";
  const chosen = [answered?.choice ?? []].flat();
  const inputs = question.options.map((option) =>
    element("input", { type, name, value: option.key, checked: chosen.includes(option.key) }),
  );
  const body = inputs.map((input, i) => element("label", { class: "lg-option" }, input, " ", ...marked(question.options[i].text)));
  const read = () => {
    const keys = inputs.filter((input) => input.checked).map((input) => input.value);
    return question.kind === "single" ? (keys[0] ?? "") : keys;
  };
  return { body, read };
}

function numberField(question, labels, answered) {
  const input = element("input", { type: "text", inputmode: "text", autocomplete: "off", size: 12, value: answered?.choice ?? "" });
  return { body: [element("label", {}, `${labels.number} `, input)], read: () => input.value };
}

/** A list to put in order: every row has its two buttons, and says where it stands. */
function orderList(question, labels, answered) {
  let keys = answered ? [...answered.choice] : question.options.map((option) => option.key);
  const list = element("ol", { class: "lg-order" });
  const row = ({ key, text }) => {
    const move = (step, label) =>
      element("button", { type: "button", "aria-label": `${label}: ${text.replaceAll("`", "")}`, onclick: (event) => shift(key, step, event.currentTarget) }, label);
    return element("li", {}, element("span", {}, ...marked(text)), element("span", { class: "lg-moves" }, move(-1, labels.up), move(1, labels.down)));
  };
  const rows = new Map(question.options.map((option) => [option.key, row(option)]));
  const arrange = () => list.replaceChildren(...keys.map((key) => rows.get(key)));
  const shift = (key, step, button) => {
    const from = keys.indexOf(key);
    const to = from + step;
    if (to < 0 || to >= keys.length) return;
    [keys[from], keys[to]] = [keys[to], keys[from]];
    arrange();
    button.focus();
  };
  arrange();
  return { body: [list], read: () => [...keys] };
}

const FIELDS = { numeric: numberField, order: orderList };

function renderQuiz(payload, model, root) {
  for (const question of payload.questions) {
    const tell = (choice, sure) => {
      model.set("answers", { ...model.get("answers"), [question.key]: { choice, sure } });
      model.save_changes();
    };
    root.append(questionForm(question, payload.labels, model.get("answers")?.[question.key], tell));
  }
}

function renderPredict(payload, model, root) {
  const { labels } = payload;
  const input = element("input", { type: "text", autocomplete: "off", size: 12 });
  const button = element("button", { type: "submit" }, labels.commit);
  const said = element("p", { class: "lg-said", role: "status", "aria-live": "polite" }, labels.help);
  const form = element(
    "form",
    { class: "lg-question", novalidate: true },
    element("p", { class: "lg-asked" }, ...marked(payload.question)),
    element("p", { class: "lg-row" }, element("label", {}, `${labels.your_answer} `, input), button),
    said,
  );
  const show = () => {
    const value = model.get("value");
    if (!value) return;
    input.value = value;
    input.readOnly = true;
    button.disabled = true;
    said.textContent = labels.committed.replace("{value}", value);
    said.dataset.state = "committed";
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (model.get("value")) return;
    if (Number.isNaN(readNumber(input.value))) {
      said.textContent = labels.not_number;
      said.dataset.state = "wrong";
      input.select();
      return;
    }
    model.set("value", input.value.trim());
    model.save_changes();
    show();
    document.dispatchEvent(new CustomEvent("lg-predicted", { detail: { key: payload.key, value: input.value } }));
  });
  model.on("change:value", show);
  show();
  root.append(form);
  return () => model.off("change:value", show);
}

/** In a saved page: what was seen when the lesson ran, beside what is predicted here. */
function renderReveal(payload, model, root) {
  const { labels } = payload;
  const said = element("p", { class: "lg-said", role: "status", "aria-live": "polite" }, labels.missing);
  const compare = ({ detail }) => {
    if (detail.key !== payload.key) return;
    const right = Math.abs(readNumber(detail.value) - payload.number) <= CLOSE;
    said.replaceChildren(...marked((right ? labels.right : labels.differs).replace("{predicted}", detail.value)));
    said.dataset.state = right ? "right" : "wrong";
  };
  document.addEventListener("lg-predicted", compare);
  root.append(said);
  return () => document.removeEventListener("lg-predicted", compare);
}

function renderWrite(payload, model, root) {
  const { labels } = payload;
  const text = element("textarea", { rows: 4 });
  text.value = model.get("text") ?? "";
  const said = element("p", { class: "lg-said", role: "status", "aria-live": "polite" });
  const ticks = payload.rubric.map(({ key }) => element("input", { type: "checkbox", value: key, checked: (model.get("ticked") ?? []).includes(key) }));
  const list = element(
    "fieldset",
    { class: "lg-rubric", hidden: !text.value },
    element("legend", {}, labels.look_for),
    ...payload.rubric.map((line, i) => element("label", { class: "lg-option" }, ticks[i], " ", ...marked(line.text))),
  );
  const form = element(
    "form",
    { class: "lg-question", novalidate: true },
    element("p", { class: "lg-asked" }, ...marked(payload.question)),
    element("label", { class: "lg-option" }, labels.your_words, text),
    element("p", { class: "lg-row" }, element("button", { type: "submit" }, labels.done)),
    list,
    said,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.hidden = !text.value.trim();
    said.textContent = list.hidden ? labels.empty : "";
    if (list.hidden) return text.focus();
    model.set("text", text.value.trim());
    model.save_changes();
    ticks[0]?.focus();
  });
  list.addEventListener("change", () => {
    const ticked = ticks.filter((tick) => tick.checked).map((tick) => tick.value);
    said.textContent = labels.judged.replace("{done}", ticked.length).replace("{total}", ticks.length);
    model.set("ticked", ticked);
    model.save_changes();
  });
  root.append(form);
}

/** Enter hands a form in. Said here, since JupyterLab stops what a browser does by itself in a field of text. */
function submitOnEnter(event) {
  if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.form.requestSubmit();
}

const RENDER = { quiz: renderQuiz, predict: renderPredict, write: renderWrite, reveal: renderReveal };

/** Keys typed here belong to this widget. JupyterLab asks the focused control itself first, so each one says it. */
function render({ model, el }) {
  const payload = model.get("payload");
  const root = element("div", { class: "lg-quiz", lang: payload.lang, role: "group" });
  const cleanUp = RENDER[payload.kind](payload, model, root);
  for (const control of root.querySelectorAll("input, button, textarea")) control.dataset.lmSuppressShortcuts = "true";
  for (const input of root.querySelectorAll("input")) input.addEventListener("keydown", submitOnEnter);
  el.append(root);
  return () => {
    cleanUp?.();
    root.remove();
  };
}

export default { render };
