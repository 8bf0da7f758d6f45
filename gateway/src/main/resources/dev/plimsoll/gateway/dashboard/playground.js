// Shows the answer that an agent would get for a payload, and the answers to follow-up reads.

import { postJson } from "./ask.js";
import { el, panel, shareBar, swap } from "./build.js";
import { colored } from "./code.js";
import { SAMPLES } from "./samples.js";
import { bytes, exact, percent } from "./words.js";

const MAX_BYTES = 4 << 20;
const STYLES = ["auto", "page", "summary", "chunk", "trim", "probe", "list", "guide", "cursor", "receipt", "pass"];
const READ_MODES = [["", "next page"], ["outline", "an outline"], ["summary", "a summary"], ["paginated", "page by page"], ["full", "full result"], ["find", "matches of a text"], ["query", "result of a jq query"]];

// kept while the page is open, also when another view is shown
const inputs = { payload: "", style: "auto", budget: "4000", client: "current", estimator: "classes", steps: [], answer: null, fault: null };
let running = null;

const result = el("div", { "aria-live": "polite", "aria-busy": "false" });

async function showAnswer(steps) {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  result.setAttribute("aria-busy", "true");
  try {
    const settings = { style: inputs.style, tokenBudgetThreshold: inputs.budget, estimator: inputs.estimator };
    inputs.answer = await postJson("/api/v1/playground", { payload: inputs.payload, client: inputs.client, settings, steps }, signal);
    inputs.steps = steps;
    inputs.fault = null;
  } catch (e) {
    if (e.name === "AbortError") return;
    inputs.fault = e;
  }
  result.setAttribute("aria-busy", "false");
  show();
}

function show() {
  const { fault, answer } = inputs;
  const refused = fault && el("div", { class: "fault", role: "alert" }, el("p", null, fault.message), fault.suggestion && el("p", { class: "note" }, fault.suggestion));
  if (!answer) {
    swap(result, refused, !fault && el("p", { class: "none" }, "Paste a payload, drop a file, or choose a sample to see what an agent would get."));
    return;
  }
  const { before, after: first, readings } = answer.trial;
  const now = readings.length ? readings[0] : { after: first, answer: answer.trial.answer };
  swap(result, refused, steps(), numbers(before, now.after), blocks(now.answer), nextCalls(answer.calls), otherReadForm(answer.calls));
}

const shownCall = (call) => `plimsoll_read(${Object.entries(call).map(([name, value]) => `${name}: ${name === "cursor" ? "…" : JSON.stringify(value)}`).join(", ")})`;

function steps() {
  const go = (count) => showAnswer(inputs.steps.slice(0, count));
  return el("ol", { class: "steps", "aria-label": "Calls so far" },
    el("li", null, inputs.steps.length ? el("button", { type: "button", class: "link", onclick: () => go(0) }, "the tool's call") : el("b", null, "the tool's call")),
    inputs.steps.map((call, i) => {
      const text = Object.entries(call).filter(([name]) => name !== "cursor").map(([name, value]) => `${name} ${value}`).join(", ") || "next page";
      return el("li", null, i === inputs.steps.length - 1 ? el("b", { "aria-current": "step" }, text) : el("button", { type: "button", class: "link", onclick: () => go(i + 1) }, text));
    }));
}

function numbers(before, after) {
  const share = before.tokens ? Math.min(1, after.exactTokens / before.tokens) : 1;
  return el("div", null,
    el("p", { class: "readout" },
      el("span", { class: `word ${after.outcome}` }, after.outcome),
      el("span", { class: "key before" }, "the tool sent ", el("b", null, `${exact(before.tokens)} tokens`), ` (${bytes(before.bytes)})`),
      el("span", { class: "key after" }, "this answer ", el("b", null, `${exact(after.exactTokens)} tokens`), `, ${percent(share)}`)),
    shareBar([{ share, kind: "after" }, { share: 1 - share, kind: "before" }], `${percent(share)} of the payload`),
    el("p", { class: "note" }, `${before.about.replace(/, ….?$/, " and more")}. Both counted exactly by o200k_base; Plimsoll's own count of the answer is ${exact(after.tokens)}, the budget ${exact(after.budget)}. ${after.why ? `Why: ${after.why}.` : ""}`));
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}

function blocks(answer) {
  return (answer.content ?? []).map((block, i) => el("div", null,
    el("pre", { class: "out", tabindex: "0", role: "group", "aria-label": `Block ${i + 1} of the answer` }, block.type === "text" ? colored(pretty(block.text)) : `[${block.type}]`)));
}

function nextCalls(calls) {
  if (calls.length === 0) return el("p", { class: "note" }, "This answer offers no follow-up calls.");
  return el("section", { "aria-labelledby": "calls" }, el("h3", { id: "calls" }, "Follow-up calls"),
    el("ul", { class: "calls" }, calls.map((call) => el("li", null, el("button", { type: "button", class: "quiet", onclick: () => showAnswer([...inputs.steps, call]) }, shownCall(call))))));
}

/** Returns a form for other follow-up reads. */
function otherReadForm(calls) {
  const cursor = calls.find((call) => call.cursor)?.cursor;
  if (!cursor) return null;
  const mode = el("select", { name: "mode" }, READ_MODES.map(([value, text]) => el("option", { value }, text)));
  const what = el("input", { name: "what", placeholder: "missing, /ERR.*/, length …", size: 22 });
  const path = el("input", { name: "path", placeholder: "/items/3", size: 12 });
  const send = (event) => {
    event.preventDefault();
    const call = { cursor };
    if (mode.value) call.mode = mode.value;
    if (what.value && (mode.value === "find" || mode.value === "query")) call[mode.value] = what.value;
    if (path.value) call.path = path.value;
    showAnswer([...inputs.steps, call]);
  };
  return el("details", null, el("summary", null, "Other follow-up read"),
    el("form", { class: "row", onsubmit: send }, el("label", null, "Show", mode), el("label", null, "Text or expression", what), el("label", null, "Part", path), el("button", { class: "quiet", type: "submit" }, "Read")));
}

function choice(name, text, values) {
  return el("label", null, text, el("select", { onchange: (event) => { inputs[name] = event.target.value; if (inputs.payload) showAnswer([]); } },
    values.map((value) => el("option", { value, selected: value === inputs[name] }, value))));
}

function draw() {
  const area = el("textarea", { id: "payload", spellcheck: "false", placeholder: "The result of a tool: JSON, a log, text, or a complete MCP result", value: inputs.payload, oninput: () => { inputs.payload = area.value; size(); } });
  const note = el("p", { class: "note", role: "status" });
  const size = () => {
    const length = new TextEncoder().encode(inputs.payload).length;
    note.textContent = length > MAX_BYTES ? `${bytes(length)}: at most ${bytes(MAX_BYTES)} here; plimsoll try accepts larger payloads.` : length ? bytes(length) : "";
    run.disabled = length === 0 || length > MAX_BYTES;
  };
  const take = (text, at) => {
    inputs.payload = text;
    area.value = text;
    size();
    if (at !== false && !run.disabled) showAnswer([]);
  };
  const run = el("button", { type: "button", class: "solid", onclick: () => showAnswer([]) }, "See the answer");
  const drop = el("div", { class: "drop" }, el("label", { for: "payload", class: "unseen" }, "Payload"), area);
  drop.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", async (event) => {
    const file = event.dataTransfer.files[0];
    drop.classList.remove("over");
    if (!file) return;
    event.preventDefault();
    if (file.size > MAX_BYTES) note.textContent = `${file.name} has ${bytes(file.size)}: at most ${bytes(MAX_BYTES)} here; plimsoll try accepts larger payloads.`;
    else take(await file.text());
  });
  const budget = el("input", { type: "number", min: 1, max: 1_000_000, step: 100, value: inputs.budget, onchange: () => { inputs.budget = budget.value || "4000"; if (inputs.payload) showAnswer([]); } });
  size();
  show();
  return [
    el("h1", { class: "unseen" }, "Playground"),
    el("div", { class: "play" },
      panel("Payload", { id: "play-in", note: "The playground uses a separate engine and stores nothing." },
        el("p", { class: "samples" }, "Samples:", SAMPLES.map(([name, make]) => el("button", { type: "button", class: "quiet", onclick: () => take(make()) }, name))),
        el("div", { class: "row" }, choice("style", "Style", STYLES), el("label", null, "Budget, tokens", budget), choice("estimator", "Estimator", ["classes", "chars", "bpe"]), choice("client", "Client", ["current", "modern", "old"])),
        drop, note, el("div", { class: "row" }, run)),
      panel("What the agent gets", { id: "play-out" }, result)),
  ];
}

export const playground = { title: "Playground", draw, still: true };
