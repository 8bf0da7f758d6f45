// Colors JSON and YAML. The result has only elements with text, never markup.

import { el } from "./build.js";

/** Longer texts are shown without colors. */
const MAX_COLORED_LENGTH = 60_000;

const JSON_PARTS = /("(?:[^"\\\n]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)/g;
const YAML_LINE = /^(\s*(?:- )?)("[^"]*"|[^\s#:"'[{][^#:\n]*?)(:)(?=\s|$)(.*)$/;

function colorJson(text) {
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(JSON_PARTS)) {
    const [whole, string, colon, word, number] = match;
    parts.push(text.slice(at, match.index));
    if (string) parts.push(el("span", { class: colon ? "c-key" : "c-text" }, string), colon ?? "");
    else parts.push(el("span", { class: word ? "c-word" : "c-number" }, word ?? number));
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)];
}

function colorYaml(text) {
  return text.split("\n").flatMap((line, i) => {
    const start = i > 0 ? ["\n"] : [];
    if (/^\s*#/.test(line)) return [...start, el("span", { class: "c-note" }, line)];
    const found = YAML_LINE.exec(line);
    return found ? [...start, found[1], el("span", { class: "c-key" }, found[2]), found[3], ...colorJson(found[4])] : [...start, ...colorJson(line)];
  });
}

/** Returns the text in colored parts, if it is JSON or YAML. */
export function colored(text) {
  if (text.length > MAX_COLORED_LENGTH) return [text];
  if (/^\s*[[{]/m.test(text)) return colorJson(text);
  const lines = text.split("\n").filter((line) => line.trim());
  const isYaml = lines.length > 0 && lines.every((line) => /^\s*#/.test(line) || YAML_LINE.test(line) || /^\s*- /.test(line));
  return isYaml ? colorYaml(text) : [text];
}

/** An object or array up to this length stays on one line. */
const MAX_LINE_LENGTH = 76;

/** Returns JSON with line breaks and indentation, also if its end is missing. Other text stays as it is. */
export const inLines = (text) => text.split("\n\n").map((part) => (/^\s*[[{]/.test(part) ? breakLines(part.trim()) : part)).join("\n\n");

function breakLines(json) {
  const tokens = [...json.matchAll(/"(?:[^"\\]|\\.)*(?:"|$)|[[\]{},:]|[^[\]{},:"\s]+/g)].map(([token]) => token);
  let depth = 0;
  let out = "";
  const newline = () => `\n${"  ".repeat(Math.max(0, depth))}`;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === "{" || token === "[") {
      const whole = findShortContainer(tokens, i);
      if (whole) {
        out += whole.text;
        i = whole.end;
      } else {
        depth++;
        out += token + newline();
      }
    } else if (token === "}" || token === "]") {
      depth--;
      out += newline() + token;
    } else out += token === "," ? token + newline() : token === ":" ? ": " : token;
  }
  return out;
}

/** Returns the text and the last token of the object or array that begins at a token; null if it is too long for one line. */
function findShortContainer(tokens, start) {
  let open = 0;
  let text = "";
  for (let i = start; i < tokens.length && text.length <= MAX_LINE_LENGTH; i++) {
    const token = tokens[i];
    if (token === "{" || token === "[") open++;
    else if (token === "}" || token === "]") open--;
    text += token === "," || token === ":" ? `${token} ` : token;
    if (open === 0) return text.length <= MAX_LINE_LENGTH ? { text, end: i } : null;
  }
  return null;
}
