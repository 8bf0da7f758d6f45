// The page of one server: its state, and its tools with their sizes and switches.

import { getJson, postJson } from "./ask.js";
import { breakable, copyable, el, panel, shareBar, swap, table } from "./build.js";
import { colored } from "./code.js";
import { controls, STATES, targetOf } from "./servers.js";
import { signInPanel } from "./signin.js";
import { exact, plural, short } from "./words.js";

const DAYS = 30;

async function draw(tools, signal) {
  const { name } = tools.state();
  const state = await getJson("/api/v1/servers", {}, signal);
  const server = state.servers.find((one) => one.name === name);
  const back = el("p", { class: "crumbs" }, el("a", { href: "#system" }, "System"), " › Servers");
  if (!server) {
    return [back, el("h1", { class: "title" }, name || "No server"), el("p", { class: "none" }, "The configuration has no server of this name. ", el("a", { href: "#system" }, "See all servers"), ".")];
  }
  const gone = () => tools.go({ view: "system", name: "" });
  return [
    back,
    el("h1", { class: "title" }, server.name, " ", el("span", { class: `state ${server.status}` }, STATES[server.status] ?? server.status)),
    el("p", { class: "note mono" }, targetOf(server)),
    controls(server, state, (action) => (action === "remove" ? gone() : tools.refresh())),
    el("p", { class: "note" }, el("a", { href: `#requests?server=${encodeURIComponent(server.name)}` }, "Requests of this server"), " · ", el("a", { href: `#overview?server=${encodeURIComponent(server.name)}` }, "Its numbers"), " · endpoint ", el("code", null, `${location.origin}/mcp/${server.name}`)),
    el("div", { class: "stack" },
      server.login !== "none" && await signInPanel(server, signal, () => tools.refresh()),
      toolsPanel(server, state, signal)),
  ];
}

function toolsPanel(server, state, signal) {
  const host = el("div", null, el("p", { class: "none", role: "status" }, "Listing the tools … This starts the server if it is not running."));
  const message = el("p", { class: "none", role: "status" });
  const path = `/api/v1/servers/${encodeURIComponent(server.name)}/tools`;

  async function load() {
    const to = new Date();
    const [listed, used] = await Promise.all([
      getJson(path, {}, signal),
      getJson("/api/v1/stats", { by: "server,tool", server: server.name, from: new Date(to - DAYS * 86_400_000).toISOString(), to: to.toISOString(), limit: 1000 }, signal),
    ]);
    const calls = new Map(used.groups.map((group) => [group.tool, group.requests - group.cursors.read]));
    swap(host, list(listed, calls, ask));
  }

  function ask(tool, digest) {
    openSwitch({ server, tool, digest, path, changeable: state.changeable, why: state.why }, async (done) => {
      try {
        await load();
        message.textContent = done;
      } catch (e) {
        message.textContent = `${done} The list is not current: ${e.message}.`;
      }
    });
  }

  if (server.status === "stopped") swap(host, el("p", { class: "none" }, "The server is stopped, so its tools are not known. Start it to see them."));
  else {
    load().catch((e) => {
      if (e.code === "CREDENTIAL_NOT_FOUND") swap(host, el("p", { class: "none" }, "The server lists its tools after you have logged in."));
      else if (e.name !== "AbortError") swap(host, el("p", { class: "fault" }, `The tools cannot be listed: ${e.message}.`, e.suggestion && ` (${e.suggestion})`));
    });
  }
  return panel("Tools", { wide: true, id: "server-tools", note: "Each definition is part of every listing, so agents pay for it before the first call. Switch off what nobody needs: callers no longer see the tool, and calls of it are refused." }, host, message);
}

function list({ tools, listedTokens, blockedTokens, readToolTokens, catalog, digest }, calls, ask) {
  if (tools.length === 0) return el("p", { class: "none" }, "The server has no tools.");
  const most = Math.max(1, ...tools.map((tool) => tool.tokens));
  const rows = [...tools].sort((one, other) => other.tokens - one.tokens);
  const on = tools.filter((tool) => !tool.blocked).length;
  return [
    el("p", { class: "total" }, el("b", null, `${exact(listedTokens)} tokens`), ` in each listing, from ${plural(on, "tool")}`,
      blockedTokens > 0 && `; ${exact(blockedTokens)} tokens of ${plural(tools.length - on, "tool")} are switched off`,
      readToolTokens > 0 && `. plimsoll_read adds ${exact(readToolTokens)} tokens, once for all servers`, "."),
    catalog === "dispatch" && el("p", { class: "note" }, "With catalog: dispatch, clients get one tool in place of these, and definitions only on request."),
    table("Tools and the size of their definitions", [
      { head: "Tool", cell: (tool) => [el("code", null, breakable(tool.name)), el("span", { class: "sub clamp" }, tool.description)] },
      { head: "Tokens", number: true, cell: (tool) => exact(tool.tokens) },
      { hidden: "Share", kind: "tight", narrow: false, cell: (tool) => shareBar([{ share: tool.tokens / most, kind: tool.blocked ? "before" : "after" }], `${exact(tool.tokens)} of at most ${exact(most)} tokens`) },
      { head: `Calls, ${DAYS} days`, number: true, narrow: false, cell: (tool) => short(calls.get(tool.name) ?? 0) },
      { head: "Tier", narrow: false, cell: (tool) => tool.tier.replace("_", " ") },
      { head: "Offered", cell: (tool) => el("button", { type: "button", role: "switch", class: "switch", "aria-checked": String(!tool.blocked), "aria-label": `Offer ${tool.name} to callers`, onclick: () => ask(tool, digest) }, el("span", { class: "knob", "aria-hidden": "true" })) },
    ], rows),
  ];
}

/** Opens the dialog that shows what a switch changes, and changes it. */
async function openSwitch({ server, tool, digest, path, changeable, why }, onchanged) {
  const off = !tool.blocked;
  const body = { tool: tool.name, blocked: off };
  const result = el("div", { "aria-live": "polite" }, el("p", { class: "none" }, "Loading …"));
  const agree = el("button", { type: "button", class: "solid", disabled: true }, off ? "Switch off" : "Switch on");
  const cancel = el("button", { type: "button", class: "quiet" }, "Cancel");
  const dialog = el("dialog", { "aria-labelledby": "switch-title", class: "confirm" },
    el("div", { class: "sheet-head" }, el("h2", { id: "switch-title" }, `${server.name}/${tool.name}`)),
    el("div", { class: "sheet-body" },
      el("p", null, off
        ? `Callers no longer see this tool, and its calls are refused. Each listing gets ${exact(tool.tokens)} tokens smaller. Clients with a session are told. Stored results stay readable.`
        : `Callers see this tool again. Each listing gets ${exact(tool.tokens)} tokens larger. Clients with a session are told.`),
      result,
      el("div", { class: "row" }, agree, cancel)));
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  agree.addEventListener("click", async () => {
    agree.disabled = true;
    try {
      await postJson(path, { ...body, digest });
      dialog.close();
      await onchanged(`Switched ${off ? "off" : "on"}: ${tool.name}. You can undo it in System, under Configuration changes.`);
    } catch (e) {
      swap(result, fault(e));
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  cancel.focus();
  try {
    const { yaml } = await postJson(path, { ...body, preview: true });
    swap(result, yaml ? copyable(yaml, colored(yaml)) : el("p", null, `Removes blocked from the rule ${server.name}/${tool.name}.`),
      !changeable && el("p", { class: "note" }, `The page cannot write to the configuration: ${why}. ${yaml ? "Copy the lines into the file." : "Change the file by hand."}`));
    agree.disabled = !changeable;
  } catch (e) {
    swap(result, fault(e));
  }
}

const fault = (e) => el("p", { class: "fault" }, `${e.message}${e.faults?.length ? `: ${e.faults.join("; ")}` : ""}`);

export const server = { title: "Server", draw, still: true };
