// The first view: savings, tools with oversized results, and problems.

import { getJson } from "./ask.js";
import { breakable, el, panel, shareBar, table } from "./build.js";
import { offset, sizes, timeChart } from "./charts.js";
import { emptyState } from "./empty.js";
import { filterBar } from "./filters.js";
import { aboutPrefix, clientName, exact, millis, OUTCOMES, OVERSIZED, percent, percentile, plural, rate, short, inWords, percentileBounds, UNNAMED } from "./words.js";
import { requestTable } from "./requests.js";
import { rolloutPanel } from "./rollout.js";
import { ruleButton } from "./rules.js";
import { isDaemon, noRequests, runsPanel } from "./runs.js";

let logarithmic = false;

async function load(tools, signal) {
  const query = tools.query();
  const { step } = tools.period();
  const bucket = `${step / 60_000}m`;
  const get = (path, more) => getJson(path, { ...query, ...more }, signal);
  const none = Object.fromEntries(Object.keys(tools.filters()).map((name) => [name, ""]));
  const [ledger, series, byTool, byOutcome, byClient, names, oversized, status, arms, rollout] = await Promise.all([
    get("/api/v1/savings", { by: "none" }),
    get("/api/v1/stats", { by: "none", bucket, limit: 1000 }),
    get("/api/v1/stats", { by: "server,tool", limit: 40 }),
    get("/api/v1/stats", { by: "outcome" }),
    get("/api/v1/savings", { by: "client", limit: 20 }),
    get("/api/v1/savings", { by: "server,tool,client", limit: 500, ...none }),
    get("/api/v1/requests", { outcome: tools.filters().outcome || OVERSIZED, limit: 10 }),
    getJson("/api/v1/status", {}, signal),
    get("/api/v1/ab", { outcome: "" }),
    getJson("/api/v1/rollout", {}, signal),
  ]);
  return { ledger, series, byTool, byOutcome, byClient, names, oversized, status, arms, rollout };
}

async function draw(tools, signal) {
  const found = await load(tools, signal);
  const total = found.ledger.total;
  if (total.requests + total.followUps + total.listings === 0) {
    const ever = await getJson("/api/v1/requests", { limit: 1 }, signal);
    if (ever.requests.length === 0) return isDaemon(found.status) ? noRequests(found.status) : emptyState(found.status);
  }
  return [
    filterBar(tools, namesOf(found.names)),
    statement(tools, found),
    ledgerStrip(total),
    el("div", { class: "grid2" },
      rolloutPanel(found),
      overTime(tools, found),
      largestResults(tools, found),
      outcomes(tools, found),
      latency(tools, found),
      adoption(found),
      clients(tools, found),
      estimator(total),
      isDaemon(found.status) ? runsPanel(found.status) : servers(found.status),
      recent(tools, found)),
  ];
}

export function namesOf(names) {
  const of = (field) => [...new Set(names.groups.filter((group) => group.requests + group.followUps > 0).map((group) => group[field]))].sort();
  return { server: of("server"), tool: of("tool"), client: of("client") };
}

const PERIOD_NAMES = { "15m": "the last 15 minutes", "1h": "the last hour", "24h": "the last 24 hours", "7d": "the last 7 days", "30d": "the last 30 days", custom: "this period" };

/** Returns the calls without follow-up reads: the requests of a tool include both. */
const calls = (group) => group.requests - group.cursors.read;

const hasOversized = (group) => calls(group) > 0 && group.shaped > 0;

function statement(tools, { ledger, byTool }) {
  const { range } = tools.state();
  const total = ledger.total;
  const when = PERIOD_NAMES[range];
  if (total.requests + total.followUps === 0) {
    const filtered = Object.values(tools.filters()).some(Boolean);
    return el("div", { class: "statement" }, el("h1", null, `No calls in ${when}.`),
      el("div", { class: "row" },
        range !== "30d" && el("button", { type: "button", class: "quiet", onclick: () => tools.go({ range: "30d", from: "", to: "" }) }, "Show the last 30 days"),
        filtered && el("button", { type: "button", class: "quiet", onclick: () => tools.go(Object.fromEntries(Object.keys(tools.filters()).map((name) => [name, ""]))) }, "Clear the filters")));
  }
  const net = total.netTokens;
  const headline = net > 0
    ? el("h1", null, `Plimsoll kept ${aboutPrefix(total)}`, el("b", null, `${inWords(net)} tokens`), ` out of context in ${when}`, total.originalTokens > 0 && [" – ", el("b", null, percent(total.netShare)), " of what the tools sent"], ".")
    : net < 0
      ? el("h1", { class: "cost" }, `Plimsoll cost ${aboutPrefix(total)}`, el("b", null, `${inWords(-net)} tokens`), ` more than it saved in ${when}.`)
      : el("h1", null, `No result was shaped in ${when}.`);
  const worst = byTool.groups.filter(hasOversized).sort((one, other) => other.originalTokens - one.originalTokens)[0];
  const why = net < 0 ? "Few results were too large, and the definitions for follow-up reads add tokens to each tool listing. " : "";
  if (!worst) return el("div", { class: "statement" }, headline, el("p", null, why, `No oversized results: ${plural(total.requests, "call")}, all within the budget.`));
  const times = calls(worst);
  const share = total.originalTokens > 0 ? worst.originalTokens / total.originalTokens : 0;
  return el("div", { class: "statement" }, headline,
    el("p", null, why, el("code", null, worst.tool), ` on ${worst.server} returned the most: `, el("b", null, `${plural(times, "call")} with ${aboutPrefix(worst)}${inWords(worst.originalTokens)} tokens`), `, ${percent(share)} of all results.`));
}

function ledgerStrip(total) {
  const item = (sign, name, value, kind) => el("div", { class: kind, "data-sign": sign || null }, el("dt", null, name), el("dd", { title: `${aboutPrefix(total)}${exact(value)} tokens` }, short(value), el("span", { class: "unit" }, " tokens")));
  const net = total.netTokens;
  return el("dl", { class: "ledger", "aria-label": total.exact ? "Savings in exact tokens" : "Savings in estimated tokens" },
    item("", "results of tools", total.originalTokens),
    item("−", "answers to agents", total.answerTokens),
    item("−", `follow-up reads (${exact(total.followUps)})`, total.followUpTokens),
    item("−", "added to listings", total.definitionTokens),
    item("=", net < 0 ? "net cost" : "net savings", net, net < 0 ? "net cost" : "net"));
}

/** Returns the sums of each time step, with null for a step without requests. */
function byStep(tools, series) {
  const { from, to, step } = tools.period();
  const count = Math.max(1, Math.ceil((to - from) / step));
  const places = Array.from({ length: count }, () => null);
  for (const group of series.groups) {
    const i = Math.floor((Date.parse(group.time) - from) / step);
    if (i >= 0 && i < count) places[i] = group;
  }
  return { from, step, places };
}

function overTime(tools, { series }) {
  const { from, step, places } = byStep(tools, series);
  const of = (field) => places.map((place) => place?.[field] ?? 0);
  const toggle = el("label", { class: "beside" }, el("input", { type: "checkbox", checked: logarithmic, onchange: (event) => { logarithmic = event.target.checked; tools.refresh(); } }), "Logarithmic");
  return panel("Tokens before and after", { wide: true, id: "traffic", aside: toggle },
    timeChart({
      id: "traffic", title: "Tokens of results and answers over time", from, step, log: logarithmic, height: 190,
      series: [
        { name: "results", kind: "before", values: of("originalTokens") },
        { name: "answers, with follow-up reads", kind: "after", values: of("answerTokens") },
        { name: "calls", kind: "volume", aside: true, values: of("requests"), format: exact },
      ],
      unit: "tokens",
    }));
}

function largestResults(tools, { byTool, status }) {
  const groups = byTool.groups.filter((group) => calls(group) > 0 && group.originalTokens > 0).sort((one, other) => other.originalTokens - one.originalTokens).slice(0, 12);
  const budget = Number(status.settings.budget) || 0;
  const all = groups.flatMap((group) => group.originalTokensPer.doublings.map((times, i) => (times ? i : 0)).filter((i) => i > 0));
  const first = Math.max(1, Math.min(...all, 8));
  const last = Math.max(...all, 14);
  const most = Math.max(1, ...groups.map((group) => group.originalTokens));
  return panel("Largest results", { id: "offenders", wide: true, note: budget ? `One bar for each doubling of the result size. Bars right of the dashed line are above the budget of ${exact(budget)} tokens.` : undefined },
    groups.length === 0
      ? el("p", { class: "none" }, "No results in this period. Results of tools appear here as soon as a client calls one.")
      : table("Tools by the tokens of their results", [
        { head: "Tool", cell: (g) => [breakable(g.tool), el("span", { class: "sub" }, g.server)] },
        { head: "Calls", number: true, cell: (g) => short(calls(g)) },
        { head: "Oversized", number: true, narrow: false, cell: (g) => short(g.shaped) },
        { head: "Sizes", kind: "tight", cell: (g) => sizes(g.originalTokensPer.doublings, first, last, budget, `median ${percentileBounds(g.originalTokensPer, "p50")}, 95th percentile ${percentileBounds(g.originalTokensPer, "p95")} tokens`) },
        { head: tokens("Median"), number: true, narrow: false, cell: (g) => percentileCell(g.originalTokensPer, "p50") },
        { head: tokens("p95"), number: true, narrow: false, cell: (g) => percentileCell(g.originalTokensPer, "p95") },
        { head: tokens("Results"), number: true, cell: (g) => short(g.originalTokens) },
        { head: tokens("Answers"), number: true, narrow: false, cell: (g) => short(g.answerTokens) },
        { head: "Share", kind: "tight", narrow: false, cell: (g) => shareBar([{ share: Math.min(g.answerTokens, g.originalTokens) / most, kind: "after" }, { share: Math.max(0, g.originalTokens - g.answerTokens) / most, kind: "before" }], `${aboutPrefix(g)}${exact(g.originalTokens)} tokens of results, ${exact(g.answerTokens)} of answers`) },
        { hidden: "Rule", cell: (g) => !isDaemon(status) && ruleButton(g.server, g.tool, budget || 4000) },
      ], groups, { onrow: (g) => tools.go({ server: g.server, tool: g.tool }), label: () => "show only this tool" }));
}

/** Returns the head of a column of tokens. */
const tokens = (text) => [text, el("span", { class: "unit" }, " tokens")];

/** Shows a percentile, with its bounds as title. */
const percentileCell = (of, name, format) => el("span", { title: percentileBounds(of, name, format) }, percentile(of, name, format));

function outcomes(tools, { byOutcome }) {
  const groups = byOutcome.groups.filter((group) => group.requests > 0).sort((one, other) => other.requests - one.requests);
  const all = groups.reduce((sum, group) => sum + group.requests, 0);
  return panel("Outcomes", {},
    groups.length === 0 ? el("p", { class: "none" }, "No requests in this period.") : table("Requests by outcome", [
      { head: "Outcome", cell: (g) => el("span", { class: `word ${g.outcome}` }, g.outcome) },
      { head: "Answer", narrow: false, cell: (g) => OUTCOMES[g.outcome] ?? "" },
      { head: "Requests", number: true, cell: (g) => short(g.requests) },
      { head: "Share", number: true, cell: (g) => percent(g.requests / all) },
    ], groups, { onrow: (g) => tools.go({ view: "requests", outcome: g.outcome }), label: () => "show these requests" }));
}

function latency(tools, { series, byTool }) {
  const { from, step, places } = byStep(tools, series);
  const of = (field) => places.map((place) => (place && place.requests > 0 ? place[field].p95 : null));
  const all = series.total;
  const figure = (words, of, name) => el("div", null, el("dt", null, words), el("dd", null, percentileCell(of, name, millis)));
  return panel("Latency", { aside: el("span", null, "95th percentile, at most 7\u00a0% off") },
    el("dl", { class: "figures" },
      figure("total, median", all.latencyMs, "p50"), figure("total, p95", all.latencyMs, "p95"),
      figure("Plimsoll, median", all.ownLatencyMs, "p50"), figure("Plimsoll, p95", all.ownLatencyMs, "p95")),
    timeChart({
      id: "latency", title: "95th percentile of latency over time, at most 7 % off: total, and inside Plimsoll", from, step, kind: "lines", format: millis, height: 130,
      series: [
        { name: "with the server", kind: "third", values: of("latencyMs") },
        { name: "inside Plimsoll", kind: "after", values: of("ownLatencyMs") },
      ],
    }));
}

function adoption({ ledger, series }) {
  const { reading, requests, shaped } = ledger.total;
  const { cursors } = series.total;
  const item = (name, value, title) => el("div", { title }, el("dt", null, name), el("dd", null, value));
  return panel("Follow-up reads", { note: "What clients do with shaped results." },
    el("dl", { class: "figures" },
      item("calls shaped", requests ? percent(shaped / requests) : "–", `${exact(shaped)} of ${exact(requests)}`),
      item("shaped results read further", cursors.created ? percent(reading.walkerRate) : "–", `${exact(reading.walks)} of ${exact(cursors.created)} stored results`),
      item("reads per shaped result", cursors.created ? rate(reading.followUpsPerShaped) : "–"),
      item("reads per result read further", reading.walks ? rate(reading.pagesPerWalk) : "–"),
      item("read in full", cursors.created ? percent(reading.fullFetchRate) : "–", `${exact(reading.fullReads)} times`),
      item("invalid cursors", cursors.read + reading.deadCursors ? percent(reading.deadCursorRate) : "–", `${exact(reading.deadCursors)} reads with an expired or invalid cursor`)),
    el("p", { class: "note" }, `Cursors: ${exact(ledger.activeCursors)} active; ${exact(cursors.created)} created, ${exact(cursors.read)} read, ${exact(cursors.expired)} expired, ${exact(cursors.refused)} refused.`));
}

function clients(tools, { byClient }) {
  const groups = byClient.groups.filter((group) => group.requests + group.followUps + group.listings > 0);
  return panel("Clients", {},
    groups.length === 0 ? el("p", { class: "none" }, "No client in this period. ", el("a", { href: "#system" }, "The address for clients"), " is in System.") : table("Clients", [
      { head: "Client", cell: (g) => clientName(g.client) },
      { head: "Calls", number: true, cell: (g) => short(g.requests) },
      { head: "Follow-up reads", number: true, cell: (g) => short(g.followUps) },
      { head: "Listings", number: true, narrow: false, cell: (g) => short(g.listings) },
      { head: tokens("Net savings"), number: true, cell: (g) => short(g.netTokens) },
    ], groups, { onrow: (g) => tools.go({ client: g.client || UNNAMED }), label: () => "show only this client" }));
}

function estimator({ estimator: found }) {
  const words = (error) => (error === 0 ? "exact" : `${percent(Math.abs(error))} too ${error > 0 ? "high" : "low"}`);
  if (found.samples === 0) {
    return panel("Estimates and exact counts", {}, el("p", { class: "none" }, "No result in this period was counted exactly. ", el("code", null, "policy.estimatorSampling"), " sets the share of results that are counted."));
  }
  return panel("Estimates and exact counts", { note: `${plural(found.samples, "result")} counted exactly by o200k_base. ${percent(found.withinFifth)} of the estimates were at most 20 % off (shaded); the sum is ${words(found.error)}.` },
    table("Estimator error by kind of content", [
      { head: "Content", cell: (g) => g.kind.replace("_", " ") },
      { head: "Counted", number: true, cell: (g) => short(g.samples) },
      { head: "Error", kind: "tight", cell: (g) => offset(g.error, words(g.error)) },
      { hidden: "In words", number: true, cell: (g) => words(g.error) },
      { head: "Within 20 %", number: true, narrow: false, cell: (g) => percent(g.withinFifth) },
    ], found.byKind));
}

export function servers(status) {
  const words = { up: "reachable", down: "not reachable", unknown: "not called yet" };
  return panel("Servers", {},
    table("Servers", [
      { head: "Server", cell: (s) => el("a", { href: `#server?name=${encodeURIComponent(s.name)}` }, s.name) },
      { head: "State", cell: (s) => el("span", { class: `state ${s.status}` }, words[s.status] ?? s.status) },
      { head: "Kind", narrow: false, cell: (s) => (s.how === "url" ? "URL" : "process") },
    ], status.servers));
}

function recent(tools, { oversized }) {
  const rows = oversized.requests;
  return panel("Recent oversized requests", { wide: true, id: "recent", aside: el("button", { type: "button", class: "link", onclick: () => tools.go({ view: "requests" }) }, "All requests") },
    rows.length === 0 ? el("p", { class: "none" }, "No oversized requests in this period: every result was within its budget. ", el("a", { href: "#playground" }, "Try a large result in the playground"), ".") : requestTable("Recent oversized requests", rows, tools));
}

export const overview = { title: "Overview", draw };
