// The state of rollouts: comparison of the two arms, shadow mode, and rollbacks.

import { el, panel, table } from "./build.js";
import { exact, moment, plural, short } from "./words.js";

const METRICS = {
  tokensPerAnswer: ["Tokens per answer", 0],
  tokensPerCall: ["Tokens per call, with follow-up reads", 0],
  tokensPerUnit: ["Tokens per session, with follow-up reads", 0],
  followUpsPerCall: ["Follow-ups per call", 3],
  errorRate: ["Errors per call", 4],
  latencyMs: ["Latency, ms", 1],
};

const number = (value, places) => value.toLocaleString("en", { minimumFractionDigits: places, maximumFractionDigits: places });
const signed = (value, places) => `${value > 0 ? "+" : ""}${number(value, places)}`.replace("-", "−");

const isFullyEnforced = (line) => line.mode === "enforce" && line.percent === 100 && line.step === undefined;
const toolsLabel = (tools) => (tools === "*" ? "all tools" : tools);

/** Describes the state of a rollout: "enforce, 50 %, step 2 of 3, until 21 Nov 10:00:00". */
function describeLine(line) {
  const acts = line.mode === "ab" || line.mode === "enforce";
  const step = line.step === undefined ? "" : line.past ? `, all ${line.steps} steps completed` : `, step ${line.step} of ${line.steps}${line.until ? `, until ${moment(new Date(line.until))}` : ""}`;
  return `${line.mode}${acts ? `, ${line.percent} %` : ""}${step}${line.of && line.of !== "serve" ? ` (${line.of})` : ""}`;
}

function verdict(metric) {
  if (!metric.sure) return "may be chance";
  return metric.difference < 0 ? "better" : "worse";
}

function comparisonTable(total) {
  const rows = Object.entries(METRICS).filter(([name]) => total.metrics[name]).map(([name, [title, places]]) => ({ title, places, ...total.metrics[name] }));
  return table("The protected arm against the control arm", [
    { head: "Metric", cell: (m) => m.title },
    { head: "Protected", number: true, cell: (m) => number(m.protected, m.places) },
    { head: "Control", number: true, cell: (m) => number(m.control, m.places) },
    { head: "Difference", number: true, narrow: false, cell: (m) => signed(m.difference, m.places) },
    { head: "95 % confidence", number: true, narrow: false, cell: (m) => `${signed(m.low, m.places)} to ${signed(m.high, m.places)}` },
    { head: "Verdict", cell: (m) => el("span", { class: m.sure ? `state ${m.difference < 0 ? "up" : "down"}` : "state unknown" }, verdict(m)) },
  ], rows);
}

/** Returns the panel; null if there is no rollout, comparison, or shadow mode. */
export function rolloutPanel({ arms, rollout, ledger }) {
  const { total } = arms;
  const shadow = ledger.total.shadow;
  const split = total.protected.requests + total.control.requests > 0;
  const lines = rollout.tools.filter((line) => !isFullyEnforced(line));
  if (!split && !shadow && lines.length === 0 && rollout.back.length === 0) return null;
  return panel("Rollout", { wide: true, id: "rollout" },
    rollout.back.map((back) => el("p", { class: "fault" }, el("b", null, `Rolled back: ${toolsLabel(back.tools)}`), ` ${moment(new Date(back.at))} by ${back.by}${back.why ? `: ${back.why}` : ""}${back.until ? `; until ${moment(new Date(back.until))}` : ""}. `, el("code", null, `plimsoll rollout resume${back.tools === "*" ? "" : ` '${back.tools}'`}`), " resumes protection.")),
    lines.length > 0 && el("dl", { class: "facts" }, lines.map((line) => [el("dt", null, toolsLabel(line.tools)), el("dd", null, describeLine(line))])),
    shadow && el("p", { class: "note" }, `Shadow mode: ${plural(shadow.results, "result")} with ${short(shadow.originalTokens)} tokens in total would have been answered with ${short(shadow.answerTokens)} tokens. That would have saved ${short(shadow.wouldHaveSavedTokens)} tokens before follow-up reads; the net savings do not include them.`),
    split && el("p", { class: "note" }, `Protected: ${plural(total.protected.requests, "call")} in ${plural(total.protected.units, "session")}. Control: ${plural(total.control.requests, "call")} in ${plural(total.control.units, "session")}, with unchanged results.`),
    split && (total.tooLittle ? el("p", { class: "none" }, `${total.tooLittle[0].toUpperCase()}${total.tooLittle.slice(1)}.`) : comparisonTable(total)),
    split && !total.tooLittle && arms.tools.length > 1 && byTool(arms.tools));
}

function byTool(tools) {
  return el("details", null, el("summary", null, "By tool"),
    table("Tokens per call with follow-up reads, by tool", [
      { head: "Tool", cell: (t) => [t.tool, el("span", { class: "sub" }, t.server)] },
      { head: "Protected", number: true, cell: (t) => (t.metrics.tokensPerCall ? exact(t.metrics.tokensPerCall.protected) : "–") },
      { head: "Control", number: true, cell: (t) => (t.metrics.tokensPerCall ? exact(t.metrics.tokensPerCall.control) : "–") },
      { head: "Difference", number: true, cell: (t) => (t.metrics.tokensPerCall ? signed(t.metrics.tokensPerCall.difference, 0) : "too little data") },
    ], tools));
}
