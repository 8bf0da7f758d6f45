// The active alerts: what they mean, what to do, and muting them in this browser.

import { getJson } from "./ask.js";
import { el, swap } from "./build.js";
import { ago, clock, OVERSIZED, percent } from "./words.js";

const KEY = "plimsoll-muted";
const HOUR = 3_600_000;

const KNOWN = {
  oversized_share: {
    title: "Many oversized results",
    means: "More results than usual are too large to pass unchanged. Agents get shortened answers, and may need follow-up reads.",
    links: [["#overview", "Which tools return most"], [`#requests?outcome=${OVERSIZED}`, "The oversized requests"]],
    help: "Ask the tool for less, or give it its own budget with the button 'Limit…' on the Overview. The threshold is alerts.oversizedShare.",
  },
  upstream_error_share: {
    title: "Servers fail",
    means: "Calls fail because a server is not reachable, is too slow, or refuses Plimsoll's credentials. Errors of the tools themselves do not count.",
    links: [["#system", "The state of the servers"], ["#requests?outcome=refused,error", "The failed requests"]],
    help: "Restart the server, or log in to it. The threshold is alerts.upstreamErrorShare.",
  },
  estimator_error: {
    title: "Token estimates are inaccurate",
    means: "Estimates differ from exact counts, so sizes that are shown with 'about' are inaccurate. With the estimator 'chars', answers can also exceed their budget.",
    links: [["#overview", "Estimates and exact counts"]],
    help: "Choose another policy.estimator, or a rule for the tool. The threshold is alerts.estimatorError.",
  },
  store_failure: {
    title: "Results cannot be stored",
    means: "A result could not be stored, so agents cannot read its further pages; or the store could not be opened, and results are in memory only.",
    links: [["#system", "Stored results"]],
    help: "Check the store: its disk or Redis, and the log of the gateway.",
  },
};

function muted() {
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch { /* nothing is muted */ }
  return Object.fromEntries(Object.entries(stored).filter(([, until]) => until > Date.now()));
}

function mute(name, until) {
  const all = { ...muted(), [name]: until };
  if (!until) delete all[name];
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch { /* the alert stays visible */ }
}

/** Shows the active alerts in their part of the page. */
export async function showAlerts(signal) {
  const host = document.querySelector("#alerts");
  let active = [];
  try {
    active = (await getJson("/api/v1/alerts", {}, signal)).active ?? [];
  } catch (e) {
    if (e.name === "AbortError") return;
  }
  draw(host, active);
}

function draw(host, active) {
  const mutedUntil = muted();
  const muteAndRedraw = (name, until) => {
    mute(name, until);
    draw(host, active);
  };
  const open = new Set([...host.querySelectorAll("details[open]")].map((one) => one.dataset.alert));
  const shown = active.filter((one) => !mutedUntil[one.alert]);
  const hidden = active.filter((one) => mutedUntil[one.alert]);
  host.hidden = active.length === 0;
  swap(host,
    shown.map((one) => alert(one, open.has(one.alert), muteAndRedraw)),
    hidden.length > 0 && el("p", { class: "note" }, hidden.map((one) => [`Muted in this browser until ${clock(new Date(mutedUntil[one.alert]))}: ${titleOf(one)}. `, el("button", { type: "button", class: "link", onclick: () => muteAndRedraw(one.alert, 0) }, "Show again"), " "])));
}

const titleOf = (one) => KNOWN[one.alert]?.title ?? String(one.alert).replaceAll("_", " ");

function alert(one, isOpen, muteAndRedraw) {
  const known = KNOWN[one.alert];
  const button = (hours) => el("button", { type: "button", class: "quiet", "aria-label": `Mute ${hours} h: ${titleOf(one)}`, onclick: () => muteAndRedraw(one.alert, Date.now() + hours * HOUR) }, `Mute ${hours} h`);
  const share = one.threshold > 0 && one.value !== null ? `Now ${percent(one.value)}. The alert begins above ${percent(one.threshold)} and ends at ${percent(one.threshold * 0.8)}. ` : "";
  return el("div", { class: "alert" },
    el("div", { class: "alert-text" },
      el("p", null, el("b", null, titleOf(one)), one.since && el("span", { class: "note inline" }, ` since ${clock(new Date(one.since))} (${ago(new Date(one.since))})`)),
      el("p", null, one.message),
      known && el("details", { "data-alert": one.alert, open: isOpen }, el("summary", null, "What this means, and what to do"),
        el("p", null, share, known.means), el("p", null, known.help),
        el("p", null, known.links.flatMap(([href, text], i) => [i > 0 && " · ", el("a", { href }, text)])))),
    el("div", { class: "row" }, button(1), button(24)));
}
