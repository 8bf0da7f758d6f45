// A rule for a tool with large results: a budget, what it would have done last week, and its YAML.

import { getJson, postJson } from "./ask.js";
import { copyable, el, swap } from "./build.js";
import { colored } from "./code.js";
import { ago, exact, plural } from "./words.js";

/** Returns the button that opens the dialog. */
export function ruleButton(server, tool, budget, ondone) {
  return el("button", { type: "button", class: "quiet", "aria-label": `Limit ${tool} of ${server}`, onclick: () => openDialog(server, tool, budget, ondone) }, "Limit…");
}

function openDialog(server, tool, budget, ondone) {
  const input = el("input", { type: "number", min: "50", max: "1000000", step: "50", value: String(Math.max(50, Math.round(budget / 2))) });
  const result = el("div", { "aria-live": "polite" });
  const apply = el("button", { type: "button", disabled: true }, "Write the rule");
  const close = el("button", { type: "button", class: "quiet" }, "Close");
  const dialog = el("dialog", { "aria-labelledby": "rule-title" },
    el("div", { class: "sheet-head" }, el("h2", { id: "rule-title" }, `${server}/${tool}`), close),
    el("div", { class: "sheet-body" },
      el("p", null, "A rule gives this tool a budget of its own. Nothing is lost: agents read on with a cursor."),
      el("div", { class: "row" }, el("label", null, "Budget in tokens", input), el("button", { type: "button", onclick: preview }, "Preview")),
      result,
      el("div", { class: "row" }, apply)));
  const path = ["tools", `${server}/${tool}`, "tokenBudgetThreshold"];
  let digest = "";

  async function preview() {
    apply.disabled = true;
    swap(result, el("p", { class: "none" }, "Computing…"));
    try {
      const edits = await getJson("/api/v1/config/edits");
      digest = edits.digest;
      const found = await postJson("/api/v1/config/edit", { path, value: Number(input.value), preview: true });
      swap(result, effect(found.replay, server, tool), copyable(found.yaml, colored(found.yaml)),
        !edits.changeable && el("p", { class: "note" }, "The page cannot write to the configuration of this gateway. Copy the lines into its file."));
      apply.disabled = !edits.changeable;
    } catch (e) {
      swap(result, fault(e));
    }
  }

  input.addEventListener("input", () => { apply.disabled = true; });
  apply.addEventListener("click", async () => {
    apply.disabled = true;
    try {
      await postJson("/api/v1/config/edit", { path, value: Number(input.value), digest });
      swap(result, el("p", { role: "status" }, `The rule is in effect: ${exact(Number(input.value))} tokens for ${tool}. You can undo it in System, under Configuration changes.`));
      ondone?.();
    } catch (e) {
      swap(result, fault(e));
    }
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  preview();
}

const fault = (e) => el("p", { class: "fault" }, `${e.message}${e.faults?.length ? `: ${e.faults.join("; ")}` : ""}`);

function effect(replay, server, tool) {
  const found = replay.tools.find((one) => one.server === server && one.tool === tool);
  if (!found) return el("p", { class: "none" }, "No results of this tool were recorded in the last 7 days, so the effect is not known.");
  return el("dl", { class: "facts" }, [
    ["Last 7 days", plural(found.calls, "result")],
    ["Shaped", exact(found.shaped)],
    ["Would be shaped", `${exact(found.wouldBeShaped)} (${exact(found.newlyShaped)} more, ${exact(found.noMoreShaped)} no longer)`],
    ["Tokens of the answers", exact(found.answerTokens)],
    ["Would be at most", exact(found.answerTokensAtMost)],
  ].map(([name, value]) => [el("dt", null, name), el("dd", null, value)]));
}

/** Returns the row that undoes the last change made through the API; null if there is none, or if nothing can be changed here. */
export function undoRow({ changeable, edits }, onundone) {
  if (!changeable || edits.length === 0) return null;
  const [{ at, by, what }] = edits;
  const message = el("span", { role: "status", class: "note" });
  const button = el("button", { type: "button" }, "Undo");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await postJson("/api/v1/config/undo", {});
      await onundone();
    } catch (e) {
      message.textContent = `Not undone: ${e.message}.`;
    }
  });
  return el("div", { class: "row" }, button, el("span", { class: "note" }, `${what}, ${ago(new Date(at))}, by ${by}`), message);
}
