// Single requests, and what the agent saw of each.

import { getJson } from "./ask.js";
import { breakable, el, panel, shareBar, table } from "./build.js";
import { colored, inLines } from "./code.js";
import { filterBar } from "./filters.js";
import { namesOf } from "./overview.js";
import { aboutPrefix, bytes, clientName, clock, day, exact, millis, moment, OUTCOMES, OVERSIZED, percent, short } from "./words.js";

const PAGE = 50;
/** The pages that were loaded with "Older requests", and the filters and period for which they were loaded. */
let older = [];
let shownFor = "";

const today = (date) => date.toDateString() === new Date().toDateString();

function when(time) {
  const date = new Date(time);
  return el("time", { datetime: time, title: moment(date) }, today(date) ? clock(date, true) : `${day(date)} ${clock(date)}`);
}

/** Returns a table of requests. A click on a request opens its details. */
export function requestTable(caption, rows, tools) {
  const most = Math.max(1, ...rows.map((row) => row.originalTokens));
  return table(caption, [
    { head: "Time", cell: (r) => when(r.time) },
    { head: "Tool", cell: (r) => [breakable(r.tool), el("span", { class: "sub" }, el("span", { class: "cramped" }, `${r.outcome} · `), `${r.server} · ${clientName(r.client)}`)] },
    { head: "Outcome", narrow: false, cell: (r) => el("span", { class: `word ${r.outcome}` }, r.outcome) },
    { head: ["Result", el("span", { class: "unit" }, " tokens")], number: true, cell: (r) => (r.followUpOf ? "–" : short(r.originalTokens)) },
    { head: ["Answer", el("span", { class: "unit" }, " tokens")], number: true, cell: (r) => short(r.estimatedTokens) },
    { hidden: "Share", kind: "tight", narrow: false, cell: (r) => (r.followUpOf ? "" : shareBar([{ share: Math.min(r.estimatedTokens, r.originalTokens) / most, kind: "after" }, { share: Math.max(0, r.originalTokens - r.estimatedTokens) / most, kind: "before" }], `${aboutPrefix(r)}${exact(r.originalTokens)} tokens of result, ${exact(r.estimatedTokens)} of answer`)) },
    { head: "Latency", number: true, narrow: false, cell: (r) => millis(r.latency.totalMs) },
  ], rows, { onrow: (row) => tools.openRequest(row), label: (row) => `${row.tool}, ${row.outcome}: what the agent saw` });
}

const KINDS = [["", "all"], [OVERSIZED, "oversized"], ["read", "follow-up reads"], ["refused,error", "refused or failed"], ...Object.keys(OUTCOMES).map((name) => [name, name])];

async function draw(tools, signal) {
  const query = tools.query();
  const key = JSON.stringify([tools.filters(), tools.state().range, tools.state().from, tools.state().to]);
  if (key !== shownFor) older = [];
  shownFor = key;
  const none = Object.fromEntries(Object.keys(tools.filters()).map((name) => [name, ""]));
  const [found, names] = await Promise.all([
    getJson("/api/v1/requests", { ...query, limit: PAGE }, signal),
    getJson("/api/v1/savings", { ...query, ...none, by: "server,tool,client", limit: 500 }, signal),
  ]);
  const rows = [...found.requests, ...older.flatMap((page) => page.requests)].filter((row, i, all) => all.findIndex((other) => other.id === row.id && other.time === row.time) === i);
  const next = older.length ? older.at(-1).next : found.next;
  const more = async () => {
    older.push(await getJson("/api/v1/requests", { ...query, limit: PAGE, after: next }));
    tools.refresh();
  };
  const now = tools.filters().outcome;
  const known = KINDS.some(([value]) => value === now);
  return [
    el("h1", { class: "unseen" }, "Requests"),
    filterBar(tools, namesOf(names)),
    panel("Requests", {
      wide: true,
      aside: el("label", { class: "beside" }, "Outcome", el("select", { onchange: (event) => tools.go({ outcome: event.target.value }) },
        [...(known ? [] : [[now, now]]), ...KINDS].map(([value, text]) => el("option", { value, selected: value === now }, text)))),
    },
      rows.length === 0 ? empty(tools) : requestTable("Requests, the newest first", rows, tools),
      next && el("div", { class: "row" }, el("button", { type: "button", class: "quiet", onclick: more }, "Older requests"))),
  ];
}

function empty({ filters, go }) {
  const filtered = Object.values(filters()).some(Boolean);
  return el("div", null, el("p", { class: "none" }, "No matching requests in this period."),
    el("div", { class: "row" },
      el("button", { type: "button", class: "quiet", onclick: () => go({ range: "30d", from: "", to: "" }) }, "Show the last 30 days"),
      filtered && el("button", { type: "button", class: "quiet", onclick: () => go(Object.fromEntries(Object.keys(filters()).map((name) => [name, ""]))) }, "Clear the filters")));
}

// --- one request

const fact = (name, value) => (value === null || value === "" ? [] : [el("dt", null, name), el("dd", null, value)]);

let sheet = null;

/** Closes the dialog of a request, if one is open. */
export function closeRequest() {
  sheet?.close();
}

/** Opens a dialog with the details of a request; a message if there is no such request. */
export function showRequest(row, { id, failure, onclose }) {
  if (sheet?.dataset.request === id) return;
  closeRequest();
  const dialog = el("dialog", { "aria-labelledby": "sheet", "data-request": id });
  sheet = dialog;
  const close = el("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close");
  dialog.append(el("div", { class: "sheet-head" },
    el("div", null, el("h2", { id: "sheet" }, row?.tool ?? "This request is not here"), row && el("p", { class: "note" }, `${row.server} · ${moment(new Date(row.time))}`)),
    el("div", { class: "row flat" }, row && linkButton(), close)));
  dialog.append(row ? details(row) : el("div", { class: "sheet-body" }, el("p", { class: "none" }, failure ? `It cannot be read: ${failure}.` : "The gateway has no record of this request. It may be older than the retention of the records, or from another gateway.")));
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (sheet === dialog) sheet = null;
    // the element that opened the dialog may have been replaced in the meantime
    if (document.activeElement === document.body) document.querySelector("#main").focus({ preventScroll: true });
    onclose();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

function linkButton() {
  const button = el("button", { type: "button", class: "quiet" }, "Copy link");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copy the address";
    }
  });
  return button;
}

function details(row) {
  const answerView = el("div", { class: "seen" }, el("p", { class: "none", role: "status" }, "Loading …"));
  const oversized = OVERSIZED.split(",").includes(row.outcome);
  if (oversized) loadAnswer(row, answerView);
  return el("div", { class: "sheet-body" },
    sizesOf(row),
    oversized && el("section", { "aria-labelledby": "saw" }, el("h3", { id: "saw" }, "What the agent saw"), answerView),
    el("section", { "aria-labelledby": "facts" }, el("h3", { id: "facts" }, "The request"),
      el("dl", { class: "facts" },
        fact("Outcome", [el("span", { class: `word ${row.outcome}` }, row.outcome), OUTCOMES[row.outcome] ? ` – ${OUTCOMES[row.outcome]}` : ""]),
        fact("Reason", row.why),
        fact("Items", row.itemCount === null ? null : exact(row.itemCount)),
        row.handles && fact("Values by handles", `${exact(row.handles.count)}, about ${exact(row.handles.tokens)} tokens (${bytes(row.handles.bytes)}) that no model wrote`),
        fact("Latency", `${millis(row.latency.totalMs)}, ${millis(row.latency.ownMs)} of it inside Plimsoll`),
        row.arm && fact("Arm", row.arm), row.wouldHave && fact("Without shadow mode", `${row.wouldHave.outcome}, ${exact(row.wouldHave.estimatedTokens)} tokens`),
        fact("Client", clientName(row.client)), fact("Caller", row.caller), fact("Configured style", row.style), fact("Era", row.era),
        fact("Counted exactly", row.realTokens === null ? null : `${exact(row.realTokens)} tokens (estimate: ${exact(row.estimatedTokens)})`),
        fact("Follow-up read of", row.followUpOf), fact("Id", el("code", null, row.id)))));
}

async function loadAnswer(row, host) {
  try {
    const { answer, said: text } = await getJson(`/api/v1/requests/${row.id}`);
    host.replaceChildren(...(text === undefined
      ? [...sketch(answer), el("p", { class: "note" }, "To see values here, set telemetry.capture: true. The gateway then holds the beginning of answers in memory, for administrators.")]
      : [el("div", { class: "said" }, el("pre", { tabindex: "0", role: "group", "aria-label": "Text of the answer" }, colored(inLines(text)))),
        el("p", { class: "note" }, "The beginning of the answer, without cursors (telemetry.capture)."),
        el("details", null, el("summary", null, "Its structure"), sketch(answer))]));
  } catch (e) {
    host.replaceChildren(el("p", { class: "none" }, e.status === 404 ? "The gateway keeps only the sketches of its latest oversized answers. The sketch of this answer is no longer available." : `${e.message}.`));
  }
}

function sizesOf(row) {
  if (row.followUpOf || !row.originalTokens) return el("p", null, `${exact(row.estimatedTokens)} tokens, ${bytes(row.responseBytes)}.`);
  const share = Math.min(1, row.estimatedTokens / row.originalTokens);
  return el("div", null,
    el("p", { class: "readout" }, el("span", { class: "key before" }, `result: ${aboutPrefix(row)}`, el("b", null, `${exact(row.originalTokens)} tokens`), ` (${bytes(row.originalBytes)})`), el("span", { class: "key after" }, "answer: ", el("b", null, `${exact(row.estimatedTokens)} tokens`), ` (${bytes(row.responseBytes)}), ${percent(share)}`)),
    shareBar([{ share, kind: "after" }, { share: 1 - share, kind: "before" }], `${percent(share)} of the result`));
}

/** Shows the notice, header, and structure of an answer, without values of the result. */
export function sketch(answer) {
  const parts = answer.blocks.map((block) => el("div", null,
    block.notice && el("blockquote", null, block.notice),
    Object.keys(block.header).length > 0 && el("ul", { class: "tree", "aria-label": "Header" }, Object.entries(block.header).map(([name, value]) => headerField(name, value))),
    el("ul", { class: "tree", "aria-label": "What is shown" },
      block.shape ? branch(block.under || "shown", block.shape) : el("li", null, block.lines === undefined ? `${block.type}, ${bytes(block.bytes)}` : `text of ${exact(block.lines)} lines, ${bytes(block.bytes)}`))));
  const notes = [answer.structured && "structuredContent has the same data.", answer.error && "Marked as an error.", answer.blockCount > answer.blocks.length && `${answer.blockCount - answer.blocks.length} more blocks.`].filter(Boolean);
  return [...parts, notes.length && el("p", { class: "note" }, notes.join(" ")), el("p", { class: "note" }, "Field names are shown; values and cursors are not.")].filter(Boolean);
}

function headerField(name, value) {
  if (name === "next") return el("li", null, el("i", null, "next: "), el("ul", null, value.map((call) => el("li", null, Object.entries(call).map(([key, word]) => `${key}=${word}`).join("  ")))));
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return branch(name, value);
  return el("li", null, el("i", null, `${name}: `), Array.isArray(value) ? value.join(" – ") : String(value));
}

function branch(name, shape) {
  const inside = shape.fields ? Object.entries(shape.fields).map(([key, inner]) => branch(key, inner)) : shape.of ? [branch("each", shape.of)] : [];
  const description = shape.count === undefined ? shape.is : shape.is === "array" ? `${exact(shape.count)} items` : shape.is === "object" ? `object of ${exact(shape.count)}` : shape.is;
  return el("li", null, `${name} `, el("i", null, description), inside.length > 0 && el("ul", null, inside));
}

export const requests = { title: "Requests", draw };
