// The filter bar above a view: period and dimensions.

import { el } from "./build.js";
import { clientName, UNNAMED } from "./words.js";

const RANGES = [["15m", "15 min"], ["1h", "1 h"], ["24h", "24 h"], ["7d", "7 days"], ["30d", "30 days"], ["custom", "Custom"]];

/** Formats a date for datetime-local: local time, to the minute. */
function local(date) {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

function ranges({ state, go, period }) {
  const now = state().range;
  const choose = (value) => {
    const { from, to } = period();
    go(value === "custom" ? { range: value, from: new Date(from).toISOString(), to: new Date(to).toISOString() } : { range: value, from: "", to: "" });
  };
  return el("fieldset", { class: "ranges" }, el("legend", null, "Time"),
    RANGES.map(([value, text]) => el("label", null,
      el("input", { type: "radio", name: "range", value, checked: value === now, onchange: () => choose(value) }),
      el("span", null, text))));
}

function custom({ state, go }) {
  const { range, from, to } = state();
  if (range !== "custom") return [];
  const field = (name, value, text) => el("label", null, text,
    el("input", { type: "datetime-local", value: local(new Date(value)), onchange: (event) => event.target.value && go({ [name]: new Date(event.target.value).toISOString() }) }));
  return [field("from", from, "From"), field("to", to, "To")];
}

function select({ state, go }, name, text, found) {
  const now = state()[name];
  const values = found.map((value) => value || UNNAMED);
  const all = now && !values.includes(now) ? [now, ...values] : values;
  if (all.length < 2 && !now) return null;
  return el("label", null, text,
    el("select", { onchange: (event) => go({ [name]: event.target.value }) },
      el("option", { value: "" }, "all"),
      all.map((value) => el("option", { value, selected: value === now }, name === "client" ? clientName(value) : value))));
}

/** Returns the bar. names has the values to choose from: {server: [...], tool: [...], …}. */
export function filterBar(tools, names) {
  const set = Object.entries(tools.filters()).filter(([, value]) => value);
  return el("div", { class: "filters", role: "search", "aria-label": "Time and filters" },
    ranges(tools), custom(tools),
    Object.entries(names).map(([name, values]) => select(tools, name, name[0].toUpperCase() + name.slice(1), values)),
    set.length > 0 && el("button", { type: "button", class: "quiet", onclick: () => tools.go(Object.fromEntries(set.map(([name]) => [name, ""]))) }, "Clear filters"));
}
