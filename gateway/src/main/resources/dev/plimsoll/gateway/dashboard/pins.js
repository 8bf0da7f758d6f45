// Tools that differ from what was approved. All texts are from servers: they are shown as text, never as markup.

import { getJson, postJson } from "./ask.js";
import { el, panel, swap } from "./build.js";
import { ago, moment, plural } from "./words.js";

/** Returns the panel; it loads again after each approval. */
export function pinsPanel(pins) {
  const host = el("div");
  const message = el("p", { role: "status", class: "none" });
  const show = (state) => swap(host, summary(state), changes(state, approve), warnings(state));
  async function approve(id, change) {
    try {
      await postJson("/api/v1/pins/approve", { id, hash: change.hash });
      message.textContent = `Approved: ${change.tool}.`;
    } catch (e) {
      message.textContent = `Not approved: ${e.message}.`;
    }
    try {
      show(await getJson("/api/v1/pins"));
    } catch (e) {
      message.textContent += ` The list is not current: ${e.message}.`;
    }
  }
  show(pins);
  return panel("Pinned tools", { wide: true, id: "pins", note: "A tool is new or changed if its description, schema, or hints differ from what was approved. With pin: hold, its calls are refused until the change is approved." }, host, message);
}

function summary({ servers }) {
  if (servers.length === 0) return el("p", { class: "none" }, "No server has listed its tools yet.");
  return el("dl", { class: "facts" }, servers.map((server) => [
    el("dt", null, server.server),
    el("dd", null, server.error
      ? el("span", { class: "state down" }, `the pins cannot be used: ${server.error}`)
      : [`${plural(server.tools, "tool")} since ${moment(new Date(server.since))}, `, el("span", { class: server.changed > 0 ? "state down" : "state up" }, server.changed > 0 ? `${server.changed} not approved` : "all approved")]),
  ]));
}

function changes({ servers }, approve) {
  const items = servers.flatMap((server) => server.changes.map((change) => item(server, change, approve)));
  return items.length > 0 && el("ol", { class: "trail" }, items);
}

function item(server, change, approve) {
  const difference = el("div");
  const details = el("details", null, el("summary", null, "Difference"), difference);
  const button = el("button", { type: "button", disabled: true, "aria-label": `Approve ${change.tool} of ${server.server}` }, "Approve");
  // the button is disabled until the difference is shown, so that nobody approves a change without seeing it
  details.addEventListener("toggle", async () => {
    if (!details.open || !button.disabled) return;
    try {
      const { lines } = await getJson("/api/v1/pins/difference", { id: server.id, hash: change.hash });
      swap(difference, el("pre", { tabindex: "0", class: "difference" }, lines.map(({ sign, text }) => el(sign === "+" ? "ins" : "del", null, `${sign} ${text}\n`))));
      button.disabled = false;
    } catch (e) {
      swap(difference, el("p", { class: "fault" }, e.message));
    }
  });
  button.addEventListener("click", () => {
    button.disabled = true;
    approve(server.id, change);
  });
  const at = new Date(change.at);
  return el("li", null,
    el("p", null, el("span", { class: "state down" }, change.kind), " ", el("code", null, change.tool), ` of ${server.server}, ${moment(at)} (${ago(at)})`),
    details,
    el("div", { class: "row" }, button, el("span", { class: "note" }, "or ", el("code", null, change.command))));
}

function warnings({ warnings: found }) {
  return found.length > 0 && el("ul", null, found.map(({ server, tool, text }) => el("li", null, el("span", { class: "state unknown" }, "suspicious"), " ", el("code", null, tool), ` of ${server}: ${text}`)));
}
