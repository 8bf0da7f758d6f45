// The servers of the gateway: their state, and controls for administrators.

import { deleteJson, getJson, postJson } from "./ask.js";
import { el, panel, swap } from "./build.js";
import { exact, plural } from "./words.js";

const PATH = "/api/v1/servers";

/** Returns the panel; it loads again after each change. */
export function serversPanel(state) {
  const host = el("div");
  const message = el("p", { role: "status", class: "none" });
  const show = (found) => swap(host, list(found, act), found.changeable ? addForm(add) : el("p", { class: "note" }, `Servers cannot be changed here: ${found.why}.`));

  async function change(work, done) {
    message.textContent = "Working…";
    let isDone = false;
    try {
      message.textContent = done(await work());
      isDone = true;
    } catch (e) {
      const faults = (e.faults ?? []).join("; ");
      message.textContent = `Nothing was changed: ${e.message}${faults ? `: ${faults}` : ""}${e.suggestion && !faults ? ` (${e.suggestion})` : ""}`;
    }
    try {
      const current = await getJson(PATH);
      // a refused form keeps what was typed
      if (isDone) show(current);
    } catch (e) {
      message.textContent += ` The list is not current: ${e.message}.`;
    }
  }

  async function act(server, action, digest) {
    if (!(await agreed(server, action))) return;
    await change(() => perform(server, action, digest), () => `${ACTIONS[action].done} ${server.name}.`);
  }

  const add = (body) => change(
    () => postJson(PATH, body),
    ({ server, trial }) => `Added ${server}${trial ? `: ${plural(trial.tools, "tool")} of ${exact(trial.toolTokens)} tokens` : ""}.`,
  );

  show(state);
  return panel("Servers", { wide: true, id: "servers", note: "Changes are written to the configuration file, which keeps its comments, and apply at once. Calls of the other servers go on." }, host, message);
}

/** Returns a displayed list as a command line: "[npx, -y, x]" becomes "npx -y x". */
const plain = (list) => (list ?? "").replace(/^\[|\]$/g, "").replaceAll(", ", " ");

const ACTIONS = {
  restart: {
    question: (name) => `Restart ${name}? Its running calls end with an error. The next call starts it again.`,
    button: "Restart",
    done: "Restarted",
  },
  stop: {
    question: (name) => `Stop ${name}? Its running calls end with an error, and its tools disappear from the lists until you start it again.`,
    button: "Stop",
    done: "Stopped",
  },
  start: { button: "Start", done: "Started" },
  remove: {
    question: (name) => `Remove ${name}? Its entry is deleted from the configuration file, and its running calls end with an error.`,
    button: "Remove",
    done: "Removed",
  },
};

async function agreed(server, action) {
  const { question, button } = ACTIONS[action];
  return !question || confirmed(question(server.name), button);
}

function perform(server, action, digest) {
  const path = `${PATH}/${encodeURIComponent(server.name)}`;
  return action === "remove" ? deleteJson(path, { digest }) : postJson(`${path}/${action}`, action === "restart" ? {} : { digest });
}

/** Returns the controls of one server, and calls back after a change. */
export function controls(server, { changeable, digest, why }, onchanged) {
  if (!changeable) return el("p", { class: "note" }, `Servers cannot be changed here: ${why}.`);
  const message = el("span", { role: "status", class: "note" });
  const act = async (action) => {
    if (!(await agreed(server, action))) return;
    message.textContent = "Working…";
    try {
      await perform(server, action, digest);
      onchanged(action);
    } catch (e) {
      message.textContent = `Nothing was changed: ${e.message}${e.faults?.length ? `: ${e.faults.join("; ")}` : ""}.`;
    }
  };
  return el("div", { class: "row" }, actionsOf(server).map((action) => el("button", { type: "button", class: "quiet", onclick: () => act(action) }, ACTIONS[action].button)), message);
}

const actionsOf = (server) => (server.status === "stopped" ? ["start", "remove"] : ["restart", "stop", "remove"]);

/** Returns the command or URL of a server. */
export const targetOf = (server) => server.settings.url ?? `${plain(server.settings.command)} ${plain(server.settings.args)}`.trim();

/** Asks a question in a dialog; resolves to whether the person agreed. */
function confirmed(question, label) {
  return new Promise((resolve) => {
    const dialog = el("dialog", { "aria-label": label, class: "confirm" });
    const agree = el("button", { type: "button", onclick: () => dialog.close("yes") }, label);
    const cancel = el("button", { type: "button", onclick: () => dialog.close("no") }, "Cancel");
    dialog.append(el("div", { class: "sheet-body" }, el("p", null, question), el("div", { class: "row" }, agree, cancel)));
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue === "yes");
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
    cancel.focus();
  });
}

export const STATES = { up: "reachable", down: "not reachable", unknown: "not called yet", stopped: "stopped" };

function list({ servers, changeable, digest }, act) {
  return el("ul", { class: "servers" }, servers.map((server) => {
    const control = (action) => el("button", { type: "button", class: "quiet", "aria-label": `${ACTIONS[action].button} ${server.name}`, onclick: () => act(server, action, digest) }, ACTIONS[action].button);
    return el("li", null,
      el("div", { class: "server" },
        el("p", null, el("a", { href: `#server?name=${encodeURIComponent(server.name)}` }, el("code", null, server.name)), " ", el("span", { class: `state ${server.status}` }, STATES[server.status] ?? server.status),
          server.login === "signed_in" ? el("span", { class: "note inline" }, " logged in") : server.login === "possible" && server.status !== "up" && [" ", el("a", { href: `#server?name=${encodeURIComponent(server.name)}` }, "Log in")]),
        el("p", { class: "note" }, targetOf(server))),
      changeable && el("div", { class: "row" }, actionsOf(server).map(control)));
  }));
}

function addForm(add) { const name = el("input", { type: "text", maxlength: "20", autocomplete: "off", spellcheck: "false", placeholder: "files" }); const
target = el("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "npx -y @modelcontextprotocol/server-filesystem /data" }); const
values = el("textarea", { rows: "3", spellcheck: "false", placeholder: "API_KEY=${API_KEY}" }); const check = el("input", { type: "checkbox", checked: true });
const button = el("button", { type: "button" }, "Add"); button.addEventListener("click", async () => { button.disabled = true; await add({ name:
name.value.trim(), config: settings(target.value.trim(), values.value), check: check.checked }); button.disabled = false; }); return el("details", { class:
"add" }, el("summary", null, "Add a server"), el("div", { class: "fields" }, el("label", null, "Name", name), el("label", null, "Command or URL", target),
el("label", { class: "all" }, "Environment variables or headers, one NAME=VALUE per line. ${NAME} refers to a variable of the gateway, so that no secret is in
the file.", values)), el("div", { class: "row" }, button, el("label", { class: "beside" }, check, "first start it once, to check that it works"))); }

/** Returns the settings of a new server. */
function settings(target, lines) {
  const values = Object.fromEntries(lines.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => {
    const at = line.indexOf("=");
    return at < 0 ? [line, ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  }));
  const hasValues = Object.keys(values).length > 0;
  return /^https?:\/\//i.test(target)
    ? { url: target, ...(hasValues && { headers: values }) }
    : { command: words(target), ...(hasValues && { env: values }) };
}

/** Splits a command at spaces, except inside quotes. */
export function words(command) {
  return [...command.matchAll(/(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+))+/g)]
    .map(([whole]) => whole.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g, (_, double, single) => double?.replace(/\\(["\\])/g, "$1") ?? single));
}
