// The frame of the page: view, period, filters, live updates, and login.

import { showAlerts } from "./alerts.js";
import { getJson, hasToken, listen, postJson, RequestError, setToken } from "./ask.js";
import { el, swap } from "./build.js";
import { overview } from "./overview.js";
import { playground } from "./playground.js";
import { closeRequest, requests, showRequest } from "./requests.js";
import { server } from "./server.js";
import { system } from "./system.js";

const VIEWS = { overview, requests, playground, system, server };
const FILTERS = ["server", "tool", "client", "outcome", "caller", "era"];
const RANGES = { "15m": 15, "1h": 60, "24h": 1440, "7d": 10_080, "30d": 43_200 };
const MINUTE = 60_000;
/** Beginning of the fragment of a link that works once. */
const LINK = "#link=";
/** Part of the advice of a gateway that gives access by links. */
const LINK_COMMAND = "plimsoll daemon dashboard";

const main = document.querySelector("#main");
const liveButton = document.querySelector("#live");
const themeButton = document.querySelector("#theme");
const logoutButton = document.querySelector("#leave");

/** The period that is shown unless the URL names a period. It contains requests, if there are any. */
let fitting = { range: "24h", from: "", to: "" };
let state = parseHash(location.hash);
let loading = null;
let stopListening = null;
let liveUpdates = true;
let refreshTimer = 0;
/** Whether the login form is shown, so that live updates stop. */
let locked = false;
let drawnView = "";

// --- the URL

function parseHash(hash) {
  const [view, query] = hash.replace(/^#/, "").split("?");
  const given = new URLSearchParams(query);
  const read = { view: VIEWS[view] ? view : "overview", range: given.get("range") ?? "", from: given.get("from") ?? "", to: given.get("to") ?? "" };
  read.auto = !RANGES[read.range] && !(read.range === "custom" && given.has("from"));
  if (read.auto) Object.assign(read, fitting);
  for (const name of FILTERS) read[name] = given.get(name) ?? "";
  for (const name of ["name", "request", "at"]) read[name] = given.get(name) ?? "";
  return read;
}

function formatHash(next) {
  const query = new URLSearchParams();
  if (!next.auto) query.set("range", next.range);
  if (next.range === "custom" && !next.auto) {
    query.set("from", next.from);
    query.set("to", next.to);
  }
  for (const name of FILTERS) if (next[name]) query.set(name, next[name]);
  if (next.view === "server") query.set("name", next.name);
  if (next.request) {
    query.set("request", next.request);
    query.set("at", next.at);
  }
  return `#${next.view}${query.size ? `?${query}` : ""}`;
}

function go(change) {
  location.hash = formatHash({ ...state, request: "", at: "", ...("range" in change && { auto: false }), ...change });
}

/** Chooses a period with requests, unless the URL names one. */
async function choosePeriod(signal) {
  if (!state.auto) return;
  const last = (await getJson("/api/v1/requests", { ...filters(), limit: 1 }, signal)).requests[0];
  const now = Date.now();
  const age = last ? now - Date.parse(last.time) : 0;
  const iso = (millis) => new Date(millis).toISOString();
  let range = Object.keys(RANGES).find((name) => RANGES[name] >= 1440 && age < RANGES[name] * MINUTE) ?? "custom";
  if (last && age < 60 * MINUTE) {
    const earlier = await getJson("/api/v1/savings", { ...filters(), by: "none", from: iso(now - 1440 * MINUTE), to: iso(now - 60 * MINUTE) }, signal);
    if (earlier.total.requests + earlier.total.followUps === 0) range = "1h";
  }
  // older than all periods: the day of the last request
  fitting = { range, ...(range === "custom" ? { from: iso(now - age - 1440 * MINUTE), to: iso(now - age + MINUTE) } : { from: "", to: "" }) };
  Object.assign(state, fitting);
}

/** Returns the selected period in whole minutes, and its time step. */
function period() {
  let from;
  let to;
  if (state.range === "custom") {
    from = Date.parse(state.from);
    to = Date.parse(state.to) || Date.now();
  }
  if (!(from < to)) {
    to = (Math.floor(Date.now() / MINUTE) + 1) * MINUTE;
    from = to - (RANGES[state.range] ?? 1440) * MINUTE;
  }
  const minutes = (to - from) / MINUTE;
  const step = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440].find((size) => minutes / size <= 100) ?? 10_080;
  // starts at a whole step, as the sums of the gateway do
  return { from: Math.floor(from / (step * MINUTE)) * step * MINUTE, to, step: step * MINUTE };
}

const filters = () => Object.fromEntries(FILTERS.map((name) => [name, state[name]]));

// --- one request, which has a URL of its own

/** Whether the request was opened by a click in this page, so that closing it can go back in the history. */
let openedHere = false;
const rows = new Map();

function openRequest(row) {
  rows.set(row.id, row);
  openedHere = true;
  go({ request: row.id, at: row.time });
}

/** Opens or closes the request of the URL. */
async function syncRequest() {
  const { request, at } = state;
  if (!request) {
    closeRequest();
    return;
  }
  let row = rows.get(request);
  let failure = "";
  if (!row) {
    try {
      const time = Date.parse(at);
      const found = await getJson("/api/v1/requests", { from: new Date(time).toISOString(), to: new Date(time + 1).toISOString(), limit: 1000 });
      row = found.requests.find((one) => one.id === request);
    } catch (e) {
      if (e.needsToken) return;
      failure = e.message;
    }
  }
  if (state.request !== request) return;
  showRequest(row, { id: request, failure, onclose: () => {
    if (!state.request) return;
    if (openedHere) history.back();
    else go({});
    openedHere = false;
  } });
}

function query() {
  const { from, to } = period();
  return { ...filters(), from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

// --- drawing

/** Replaces the elements of the page, and restores the focus, the opened details, and the scroll positions. */
function replaceContent(host, children) {
  const path = [];
  for (let at = document.activeElement; at && at !== host && host.contains(at); at = at.parentElement) path.unshift([...at.parentElement.children].indexOf(at));
  const open = [...host.querySelectorAll("details")].map((one) => one.open);
  const scrolled = [...host.querySelectorAll(".scroll")].map((one) => [one.scrollLeft, one.scrollTop]);
  swap(host, children);
  [...host.querySelectorAll("details")].forEach((one, i) => {
    if (open[i]) one.open = true;
  });
  [...host.querySelectorAll(".scroll")].forEach((one, i) => {
    if (scrolled[i]) [one.scrollLeft, one.scrollTop] = scrolled[i];
  });
  let again = host;
  for (const i of path) again = again?.children[i];
  if (path.length && again && document.activeElement === document.body) again.focus({ preventScroll: true });
}

/** The functions that views use. */
const tools = { go, query, openRequest, period, filters, state: () => state, refresh: () => refresh() };

async function refresh(quiet = false) {
  loading?.abort();
  loading = new AbortController();
  const { signal } = loading;
  const view = VIEWS[state.view];
  const key = state.view + state.name;
  document.title = `${state.view === "server" && state.name ? state.name : view.title} · Plimsoll`;
  for (const link of document.querySelectorAll("nav a")) {
    const target = link.hash.slice(1).split("?")[0];
    link.href = formatHash({ ...state, view: target });
    if (target === (state.view === "server" ? "system" : state.view)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  // live updates do not draw a view with still: true again, because that would reset its form
  if (quiet && view.still) return;
  const isFirst = drawnView !== key;
  if (drawnView !== key && !view.still) swap(main, el("p", { class: "none", role: "status" }, "Loading …"));
  try {
    if (!quiet && !view.still) await choosePeriod(signal);
    const children = await view.draw(tools, signal);
    if (signal.aborted) return;
    replaceContent(main, children);
    drawnView = key;
    locked = false;
    logoutButton.hidden = !hasToken();
    showAlerts(signal);
    if (isFirst) syncRequest();
  } catch (e) {
    if (e.name === "AbortError") return;
    drawnView = "";
    if (e instanceof RequestError && e.needsToken) showLogin(e);
    else swap(main, errorBox(e));
  }
}

function errorBox(e) {
  return el("div", { class: "fault", role: "alert" }, el("p", null, el("b", null, "Error: "), e.message, "."), e.suggestion && el("p", null, e.suggestion), el("p", null, el("button", { type: "button", class: "quiet", onclick: () => refresh() }, "Try again")));
}

// --- login

function showLogin(why) {
  if (locked && document.querySelector(".gate")) return;
  locked = true;
  stopListening?.();
  if (why.suggestion.includes(LINK_COMMAND)) {
    swap(main, el("section", { class: "gate", "aria-labelledby": "gate" },
      el("h1", { id: "gate" }, "Open a new link"),
      el("p", { class: "fault", role: "alert" }, `No access: ${why.message}.`),
      el("p", null, "In a terminal, ", el("code", null, LINK_COMMAND), " prints another link. The tab that opens it has access until the tab or the dashboard is closed.")));
    return;
  }
  const input = el("input", { id: "token", type: "password", autocomplete: "off", required: true, spellcheck: "false" });
  const enter = (event) => {
    event.preventDefault();
    setToken(input.value);
    locked = false;
    start();
  };
  swap(
    main,
    el("section", { class: "gate", "aria-labelledby": "gate" },
      el("h1", { id: "gate" }, "Log in"),
      el("p", null, "This gateway requires authentication. The dashboard shows the requests of all callers, so it needs a token of tier ", el("b", null, "admin"), "."),
      hasToken() && el("p", { class: "fault", role: "alert" }, why.status === 403 ? "This token does not have tier admin." : `This token is not accepted: ${why.message}.`),
      el("form", { onsubmit: enter },
        el("label", { for: "token" }, "Token"), input,
        el("button", { class: "solid", type: "submit" }, "Log in"),
        el("p", { class: "note" }, "The token stays in this tab until it is closed, and is sent to this gateway only. ", el("code", null, "plimsoll token new"), " creates one."))),
  );
  input.focus();
}

logoutButton.addEventListener("click", () => {
  setToken("");
  logoutButton.hidden = true;
  drawnView = "";
  start();
});

// --- live updates

function onLiveEvent(name, data) {
  if (name !== "requests") return;
  if (data.requests.length + data.missed > 0) refreshSoon();
}

/** Refreshes at most every two seconds. */
function refreshSoon() {
  if (refreshTimer || state.range === "custom") return;
  refreshTimer = setTimeout(() => {
    refreshTimer = 0;
    refresh(true);
  }, Math.max(0, 2000 - (Date.now() - lastRefresh)));
  lastRefresh = Date.now() + 2000;
}
let lastRefresh = 0;

function showLive(now) {
  liveButton.dataset.state = liveUpdates ? now : "off";
  liveButton.setAttribute("aria-pressed", String(liveUpdates));
  liveButton.querySelector("span").textContent = !liveUpdates ? "Paused" : now === "waiting" ? "Reconnecting" : "Live";
}

function watch() {
  stopListening?.();
  stopListening = null;
  if (liveUpdates && !document.hidden && !locked) stopListening = listen("/api/v1/live", { onevent: onLiveEvent, onstate: showLive });
  else showLive("off");
}

liveButton.addEventListener("click", () => {
  liveUpdates = !liveUpdates;
  watch();
  if (liveUpdates) refresh(true);
});

document.addEventListener("visibilitychange", () => {
  watch();
  if (!document.hidden && liveUpdates) refresh(true);
});
addEventListener("pagehide", () => stopListening?.());

// requests to other processes cause no live event
setInterval(() => {
  if (liveUpdates && !document.hidden && !locked && state.range !== "custom") refresh(true);
}, 30_000);

// alerts begin and end between requests
setInterval(() => {
  if (liveUpdates && !document.hidden && !locked && drawnView) showAlerts();
}, 10_000);

// --- light and dark

const THEMES = ["auto", "light", "dark"];

function showTheme() {
  themeButton.textContent = `Theme: ${document.documentElement.dataset.theme ?? "auto"}`;
}

themeButton.addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme ?? "auto") + 1) % THEMES.length];
  if (next === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  try {
    if (next === "auto") localStorage.removeItem("plimsoll-theme");
    else localStorage.setItem("plimsoll-theme", next);
  } catch { /* applies to this page only */ }
  showTheme();
});

// --- start

addEventListener("hashchange", () => {
  const before = state;
  state = parseHash(location.hash);
  const withoutRequest = (one) => formatHash({ ...one, request: "", at: "" });
  if (withoutRequest(before) !== withoutRequest(state)) refresh();
  if (before.request !== state.request) syncRequest();
  if (before.view !== state.view) main.focus();
});

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

function start() {
  watch();
  refresh();
}

/** Exchanges the secret of a link for a token, and removes it from the address bar. */
async function openLink(secret) {
  history.replaceState(null, "", formatHash(state));
  try {
    setToken((await postJson("/api/v1/link", { link: secret })).token, `the dashboard closes after ten minutes without requests; ${LINK_COMMAND} opens it again`);
    start();
  } catch (e) {
    setToken("");
    if (e.needsToken) showLogin(e);
    else swap(main, errorBox(e));
  }
}

showTheme();
if (location.hash.startsWith(LINK)) openLink(location.hash.slice(LINK.length));
else start();
