// The frame of the page: view, period, filters, live updates, and login.

import { getJson, hasToken, listen, RequestError, setToken } from "./ask.js";
import { el, swap } from "./build.js";
import { overview } from "./overview.js";
import { playground } from "./playground.js";
import { requests, showRequest } from "./requests.js";
import { server } from "./server.js";
import { system } from "./system.js";
import { clock } from "./words.js";

const VIEWS = { overview, requests, playground, system, server };
const FILTERS = ["server", "tool", "client", "outcome", "caller", "era"];
const RANGES = { "15m": 15, "1h": 60, "24h": 1440, "7d": 10_080, "30d": 43_200 };
const MINUTE = 60_000;

const main = document.querySelector("#main");
const liveButton = document.querySelector("#live");
const themeButton = document.querySelector("#theme");
const logoutButton = document.querySelector("#leave");

let state = parseHash(location.hash);
let loading = null;
let stopListening = null;
let liveUpdates = true;
let refreshTimer = 0;
let locked = false;
let drawnView = "";

// --- the URL

function parseHash(hash) {
  const [view, query] = hash.replace(/^#/, "").split("?");
  const given = new URLSearchParams(query);
  const read = { view: VIEWS[view] ? view : "overview", range: given.get("range") ?? "24h", from: given.get("from") ?? "", to: given.get("to") ?? "" };
  if (!RANGES[read.range] && !(read.range === "custom" && given.has("from"))) read.range = "24h";
  for (const name of FILTERS) read[name] = given.get(name) ?? "";
  read.name = given.get("name") ?? "";
  return read;
}

function formatHash(next) {
  const query = new URLSearchParams();
  if (next.range !== "24h") query.set("range", next.range);
  if (next.range === "custom") {
    query.set("from", next.from);
    query.set("to", next.to);
  }
  for (const name of FILTERS) if (next[name]) query.set(name, next[name]);
  if (next.view === "server") query.set("name", next.name);
  return `#${next.view}${query.size ? `?${query}` : ""}`;
}

function go(change) {
  location.hash = formatHash({ ...state, ...change });
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

function query() {
  const { from, to } = period();
  return { ...filters(), from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

// --- drawing

/** Replaces the elements, and restores focus, opened details, and scroll positions. */
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

const tools = { go, query, period, filters, state: () => state, showRequest, refresh: () => refresh() };

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
  if (quiet && view.still) return;
  if (drawnView !== key && !view.still) swap(main, el("p", { class: "none", role: "status" }, "Loading …"));
  try {
    const children = await view.draw(tools, signal);
    if (signal.aborted) return;
    replaceContent(main, children);
    drawnView = key;
    locked = false;
    logoutButton.hidden = !hasToken();
    showAlerts(signal);
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

async function showAlerts(signal) {
  const host = document.querySelector("#alerts");
  let active = [];
  try {
    active = (await getJson("/api/v1/alerts", {}, signal)).active ?? [];
  } catch (e) {
    if (e.name === "AbortError") return;
  }
  host.hidden = active.length === 0;
  swap(host, active.map((one) => el("div", { class: "alert" },
    el("b", null, String(one.alert).replaceAll("_", " ")),
    el("span", null, one.message),
    one.since && el("span", null, `since ${clock(new Date(one.since))}`))));
}

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
  const before = state.view;
  state = parseHash(location.hash);
  refresh();
  if (before !== state.view) main.focus();
});

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

function start() {
  watch();
  refresh();
}

showTheme();
start();
