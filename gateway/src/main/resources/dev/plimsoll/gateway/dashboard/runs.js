// The sessions of `run` in a daemon.

import { el, panel, table } from "./build.js";
import { ago, exact, plural, short } from "./words.js";

/** Whether the page belongs to a daemon. Then settings are changed in the configuration file, not here. */
export const isDaemon = (status) => Array.isArray(status.runs);

const program = (entry) => entry.slice(entry.indexOf(" ") + 1).replace(/.*\//, "");

/** Returns the panel of the open sessions. */
export function runsPanel({ runs }) {
  return panel("Open sessions", { wide: true, id: "runs", note: "Each session of plimsoll run in this daemon, since its start. Arguments and variables are not shown, because they can contain secrets." },
    runs.length === 0 ? el("p", { class: "none" }, "No session is open. Ended sessions remain in the numbers of the other views.")
      : table("Open sessions", [
        { head: "Server", cell: (run) => [run.server, el("span", { class: "sub" }, run.programs.map(program).join(", ") || "no process")] },
        { head: "Folder", cell: (run) => [el("code", null, run.folder), el("span", { class: "sub" }, `client process ${run.process}`)] },
        { head: "Started", narrow: false, cell: (run) => ago(new Date(run.since)) },
        { head: "Calls", number: true, cell: (run) => exact(run.calls) },
        { head: "Shaped", narrow: false, number: true, cell: (run) => exact(run.shaped) },
        { head: ["Net savings", el("span", { class: "sub" }, "tokens")], number: true, cell: (run) => short(run.netTokens) },
      ], runs));
}

/** Returns the first view before the first request. */
export const noRequests = ({ runs }) => [
  el("section", { class: "empty", "aria-labelledby": "empty" },
    el("h1", { id: "empty" }, "No requests yet."),
    el("p", null, runs.length === 0
      ? "No session of plimsoll run is open, and none has recorded a request. Start a client that uses plimsoll run, and call a tool: this page then shows the tokens of the result and of the answer."
      : `${plural(runs.length, "session")} of plimsoll run ${runs.length === 1 ? "is" : "are"} open. Call a tool: this page then shows the tokens of the result and of the answer.`),
    el("p", null, "Without a client: ", el("a", { href: "#playground" }, "paste a payload into the playground"), " and see what an agent would get.")),
  runsPanel({ runs }),
];
