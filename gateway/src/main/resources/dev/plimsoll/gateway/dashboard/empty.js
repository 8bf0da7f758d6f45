// The first view before the first request.

import { copyable, el } from "./build.js";
import { colored } from "./code.js";

function settings(client) {
  const text = JSON.stringify({ mcpServers: { plimsoll: client } }, null, 2);
  return copyable(text, colored(text));
}

export function emptyState(status) {
  const address = `${location.origin}/mcp`;
  const guarded = status.settings.auth === "required";
  const header = guarded ? ' --header "Authorization: Bearer TOKEN"' : "";
  const client = { type: "http", url: address, ...(guarded && { headers: { Authorization: "Bearer TOKEN" } }) };
  return [
    el("section", { class: "empty", "aria-labelledby": "empty" },
      el("h1", { id: "empty" }, "No requests yet."),
      el("p", null, `Plimsoll serves ${status.servers.map((server) => server.name).join(", ")}. Connect a client and call a tool: this page then shows the tokens of the result and of the answer.`),
      el("ol", null,
        el("li", null, "With Claude Code:", copyable(`claude mcp add --transport http plimsoll ${address}${header}`)),
        el("li", null, "With any other client, in its settings:", settings(client)),
        el("li", null, "Without a client: ", el("a", { href: "#playground" }, "paste a payload into the playground"), " and see what an agent would get."))),
  ];
}
