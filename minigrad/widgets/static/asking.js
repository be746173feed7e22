/**
 * What a reader types for an answer, and what is said to it. Reads `3/4`, `2*3`, `−0,5`, `[[1, 2], [3, 4]]`, compares with
 * the recorded value and looks up the wrong ones that Python has named. `minigrad/widgets/typed.py` reads the same.
 *
 * @typedef {number | Nested[]} Nested
 * @typedef {{kind: string, say: string, value: Nested | string, wrong: [Nested, string][], hint: string,
 *   misshapen?: string, choices?: [string, string][], hide: [string, string][]}} Ask
 */

const LONGEST = 200;
const CLOSE = 5e-3; // four printed digits
const TOKEN = /\s*(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+|\*\*|[-+*/()[\],;])/y;

/** The number or nested lists that a text says; null for what can't be read. */
export function readAnswer(text) {
  if (text.length > LONGEST) return null;
  let plain = text.replace(/[−–]/g, "-").replace(/[×·]/g, "*").replace(/÷/g, "/").trim();
  // Inside brackets a comma parts numbers, unless a semicolon does; elsewhere it is a decimal comma.
  if (!plain.includes("[") || plain.includes(";")) plain = plain.replace(/(\d),(?=\d)/g, "$1.");
  const tokens = tokensOf(plain);
  if (!tokens) return null;
  let at = 0;
  const take = (token) => tokens[at] === token && Boolean(++at);

  function item() {
    if (!take("[")) return sum();
    const parts = [];
    while (!take("]")) {
      if (parts.length && !take(",") && !take(";")) throw new SyntaxError();
      parts.push(item());
    }
    return parts;
  }
  function sum() {
    let value = product();
    for (;;) {
      if (take("+")) value += product();
      else if (take("-")) value -= product();
      else return value;
    }
  }
  function product() {
    let value = power();
    for (;;) {
      if (take("*")) value *= power();
      else if (take("/")) value /= power();
      else return value;
    }
  }
  function power() {
    if (take("-")) return -power();
    if (take("+")) return power();
    const base = atom();
    return take("**") ? base ** power() : base;
  }
  function atom() {
    if (take("(")) {
      const value = sum();
      if (!take(")")) throw new SyntaxError();
      return value;
    }
    const value = /^[\d.]/.test(tokens[at] ?? "") ? Number(tokens[at++]) : Number.NaN;
    if (Number.isNaN(value)) throw new SyntaxError();
    return value;
  }

  try {
    const value = item();
    return at === tokens.length && [value].flat(Infinity).every(Number.isFinite) ? value : null;
  } catch {
    return null;
  }
}

function tokensOf(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (!found) return null;
    tokens.push(found[1]);
  }
  return tokens;
}

export function shapeOf(value) {
  return Array.isArray(value) ? [value.length, ...(value.length ? shapeOf(value[0]) : [])] : [];
}

/** Equal within what four printed digits can say, element by element. */
export function isClose(a, b) {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((part, i) => isClose(part, b[i]));
  if (Array.isArray(a) || Array.isArray(b)) return false;
  return Math.abs(a - b) <= CLOSE * Math.abs(b) + 1e-9;
}

/**
 * What an answer is worth: right, wrong or unreadable, and the sentence for it.
 * @param {Ask} ask
 * @param {string} typed
 * @param {Record<string, string>} labels
 */
export function verdict(ask, typed, labels) {
  if (ask.choices) return typed === ask.value ? { kind: "right", said: labels.right } : { kind: "wrong", said: ask.hint };
  const given = readAnswer(typed);
  if (given === null) return { kind: "unreadable", said: labels.unreadable };
  if (isClose(given, ask.value)) return { kind: "right", said: labels.right };
  if (String(shapeOf(given)) !== String(shapeOf(ask.value))) return { kind: "wrong", said: ask.misshapen };
  return { kind: "wrong", said: ask.wrong.find(([wrong]) => isClose(given, wrong))?.[1] ?? ask.hint };
}
