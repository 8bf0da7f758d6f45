// The state of the gateway, and its configuration.

import { getJson, postJson } from "./ask.js";
import { breakable, el, panel, swap } from "./build.js";
import { pinsPanel } from "./pins.js";
import { queriesPanel } from "./queries.js";
import { undoRow } from "./rules.js";
import { isDaemon, runsPanel } from "./runs.js";
import { serversPanel } from "./servers.js";
import { ago, bytes, exact, millis, moment, percent, plural } from "./words.js";

async function draw(tools, signal) {
  const get = (path) => getJson(path, {}, signal);
  const [status, config, reloads, pins, queries] = await Promise.all(["status", "config", "config/reloads", "pins", "queries"].map((name) => get(`/api/v1/${name}`)));
  if (isDaemon(status)) {
    return [
      el("h1", { class: "unseen" }, "System"),
      el("div", { class: "grid2" }, daemon(status), storedResults(status), records(status), runsPanel(status), pinsPanel(pins), queriesPanel(queries, false), configuration(config)),
    ];
  }
  const [servers, edits] = await Promise.all(["servers", "config/edits"].map((name) => get(`/api/v1/${name}`)));
  return [
    el("h1", { class: "unseen" }, "System"),
    el("div", { class: "grid2" }, gateway(status), storedResults(status), cache(status), records(status), serversPanel(servers), pinsPanel(pins), queriesPanel(queries), changes(reloads, edits), configuration(config)),
  ];
}

const facts = (entries) => el("dl", { class: "facts" }, entries.filter(Boolean).map(([name, value]) => [el("dt", null, name), el("dd", null, value)]));

function gateway(status) {
  const since = new Date(status.since);
  return panel("Gateway", {}, facts([
    ["Version", status.version],
    ["Started", `${moment(since)} (${ago(since)})`],
    ["URL of all servers", el("code", null, `${location.origin}/mcp`)],
    ["Callers", status.settings.auth === "required" ? "must authenticate" : "are not authenticated"],
    ["Preset", status.settings.preset],
    ["Budget", `${exact(Number(status.settings.budget))} tokens per answer`],
    ["Tool rules", status.settings.rules],
  ]));
}

function daemon(status) {
  const since = new Date(status.since);
  return panel("Daemon", { note: "Settings are changed in the configuration file. Sessions apply a changed file at once." }, facts([
    ["Version", status.version],
    ["Dashboard opened", `${moment(since)} (${ago(since)})`],
    ["Open sessions", exact(status.runs.length)],
    ["Preset", status.settings.preset],
    ["Budget", `${exact(Number(status.settings.budget))} tokens per answer`],
    ["Tool rules", status.settings.rules],
  ]));
}

function storedResults({ store, settings }) {
  return panel("Stored results", {}, facts([
    ["Store", [store.type, store.fallenBack && el("b", null, " – the configured store could not be opened"), store.trouble && el("span", { class: "state down" }, ` – ${store.trouble}`)]],
    ["Stored now", exact(store.results)],
    ["Used", `${bytes(store.bytes)} of ${bytes(store.maxBytes)}`],
    ["Lifetime of unread results", settings.ttl],
  ]));
}

function cache({ cache: found }) {
  const answered = found.hits + found.joined;
  const dropped = Object.values(found.dropped).reduce((sum, n) => sum + n, 0);
  return panel("Response cache", { note: "Since the start. Only read-only tools with a cache.ttl are cached." }, facts([
    ["Cached results", `${exact(found.entries)} (${bytes(found.bytes)})`],
    ["Calls answered from the cache", found.hitRate === null ? "none yet" : `${exact(answered)} of ${exact(answered + found.misses)} (${percent(found.hitRate)})`],
    ["Of these, shared with a running call", exact(found.joined)],
    ["Tool run time saved", millis(found.savedMs)],
    ["Dropped, evicted", `${exact(dropped)}, ${exact(found.evicted)}`],
  ]));
}

function records({ telemetry, settings }) {
  return panel("Telemetry", {}, facts([
    ["State", telemetry.trouble ? el("span", { class: "state down" }, telemetry.trouble) : el("span", { class: "state up" }, "written")],
    ["Entries lost since the start", exact(telemetry.lost)],
    ["Retention", `${settings.retentionDays} days`],
  ]));
}

function changes(reloads, firstEdits) {
  const host = el("div");
  const message = el("p", { role: "status", class: "none" });
  const show = ({ since, file, refused, attempts }, edits) => swap(host,
    facts([
      ["In effect since", `${moment(new Date(since))} (${ago(new Date(since))})`],
      ["Source", file ? el("code", null, file) : "no file: defaults"],
      ["State", refused ? el("span", { class: "state down" }, "the last change was refused; the previous configuration is in effect") : el("span", { class: "state up" }, "in effect")],
    ]),
    undoRow(edits, refresh),
    attempts.length === 0 ? el("p", { class: "none" }, "No changes since the start.") : el("ol", { class: "trail" }, attempts.map(attempt)));
  async function refresh() {
    show(...(await Promise.all([getJson("/api/v1/config/reloads"), getJson("/api/v1/config/edits")])));
  }
  const again = el("button", { type: "button" }, "Reload");
  again.addEventListener("click", async () => {
    try {
      const { result, changes: applied } = await postJson("/api/v1/config/reload", {});
      message.textContent = result === "applied" ? `Applied: ${plural(applied.length, "change")}.` : "No changes.";
    } catch (e) {
      message.textContent = `Refused: ${e.message}.`;
    }
    await refresh();
  });
  show(reloads, firstEdits);
  return panel("Configuration changes", { wide: true, id: "reloads", note: "A changed file is reloaded automatically. An invalid file changes nothing." }, host, el("div", { class: "row" }, again, message));
}

function attempt({ at, by, result, changes: applied, fromNextStart = [], faults, millis }) {
  const refused = result === "refused";
  return el("li", null,
    el("p", null, el("span", { class: refused ? "state down" : "state up" }, result), ` ${moment(new Date(at))}, by ${by}, in ${millis} ms`),
    el("ul", null, refused
      ? faults.map((fault) => el("li", null, fault))
      : [...applied, ...fromNextStart].map((change, i) => el("li", null, el("code", null, change.path), `: ${change.was} → ${change.is}${i < applied.length ? "" : " (at the next start)"}`))));
}

function configuration({ configuration: tree, sources }) {
  const shown = (value) => (value !== null && typeof value === "object" ? JSON.stringify(value) : String(value));
  const flat = (value, path) => (value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length
    ? Object.entries(value).flatMap(([name, inner]) => flat(inner, path ? `${path}.${name}` : name))
    : [[path, value]]);
  const list = el("div", { class: "settings" });
  const only = el("input", { type: "checkbox", checked: true });
  const find = el("input", { type: "search", "aria-label": "Find a setting", placeholder: "find a setting" });
  const fill = () => {
    const searchText = find.value.trim().toLowerCase();
    const sections = Object.entries(tree).map(([section, value]) => {
      const rows = flat(value, section).filter(([path, inner]) => (!only.checked || sources[path]) && (!searchText || path.toLowerCase().includes(searchText) || shown(inner).toLowerCase().includes(searchText)));
      return rows.length === 0 ? null : el("details", { open: only.checked || Boolean(searchText) }, el("summary", null, `${section} (${rows.length})`),
        el("table", null, el("caption", { class: "unseen" }, section), el("tbody", null, rows.map(([path, inner]) => el("tr", null, el("th", { scope: "row" }, breakable(path)), el("td", null, shown(inner)), el("td", { class: "roomy" }, sources[path] ?? "default"))))));
    });
    const found = sections.filter(Boolean);
    list.replaceChildren(...(found.length ? found : [el("p", { class: "none" }, only.checked && !searchText ? "Nothing is set: all values are defaults." : "No matching setting.")]));
  };
  only.addEventListener("change", fill);
  find.addEventListener("input", fill);
  fill();
  return panel("Effective configuration", { wide: true, id: "config", note: "Secrets are masked. The last column shows the source of each value." },
    el("div", { class: "row" }, find, el("label", { class: "beside" }, only, "only values that are set")), list);
}

export const system = { title: "System", draw, still: false };
