// Queries that callers repeat, without their literals. Administrators can store a query under a name.

import { getJson, postJson } from "./ask.js";
import { copyable, el, panel, swap, table } from "./build.js";
import { ago, exact } from "./words.js";

/** Returns the panel; it loads again after a query was stored. Without canStore, no query can be stored here. */
export function queriesPanel(first, canStore = true) {
  const host = el("div");
  const show = ({ queries }) => swap(host, queries.length === 0
    ? el("p", { class: "none" }, "No query was used twice.")
    : table("Repeated queries", [
      { head: "Tool", cell: ({ server, tool }) => el("code", null, `${server}/${tool}`) },
      { head: "Query", cell: ({ query }) => el("code", null, query) },
      { head: "Uses", number: true, cell: ({ count }) => exact(count) },
      { head: "Last", narrow: false, cell: ({ last }) => ago(new Date(last)) },
      { hidden: "Store", cell: (entry) => (entry.stored ? el("span", { class: "state up" }, "stored") : canStore && storeButton(entry, refresh)) },
    ], queries));
  async function refresh() {
    show(await getJson("/api/v1/queries"));
  }
  show(first);
  return panel("Repeated queries", { wide: true, id: "queries", note: "Texts and long numbers are left out: variables stand in their place. A stored query has a name, and the first answer of its tool lists it." }, host);
}

function storeButton(entry, ondone) {
  return el("button", { type: "button", class: "quiet", "aria-label": `Store ${entry.query}`, onclick: () => openDialog(entry, ondone) }, "Store…");
}

/** Returns a name for a query by its variables. */
function nameFor({ tool, parameters }) {
  const words = Object.keys(parameters);
  const name = words.length > 0 ? `by_${words.slice(0, 2).join("_and_")}` : `${tool}_query`;
  return name.replace(/[^A-Za-z0-9_]/g, "_").slice(0, 64);
}

function openDialog(entry, ondone) {
  const { server, tool, query, parameters } = entry;
  const name = el("input", { type: "text", maxlength: "64", value: nameFor(entry), spellcheck: "false", autocomplete: "off" });
  const about = el("input", { type: "text", maxlength: "200", value: "" });
  const result = el("div", { "aria-live": "polite" });
  const apply = el("button", { type: "button", disabled: true }, "Store the query");
  const close = el("button", { type: "button", class: "quiet" }, "Close");
  const dialog = el("dialog", { "aria-labelledby": "query-title" },
    el("div", { class: "sheet-head" }, el("h2", { id: "query-title" }, `${server}/${tool}`), close),
    el("div", { class: "sheet-body" },
      el("p", null, "Agents can use a stored query by its name, with values for its variables."),
      el("div", { class: "row" }, el("label", null, "Name", name), el("label", null, "Description", about), el("button", { type: "button", onclick: preview }, "Preview")),
      result,
      el("div", { class: "row" }, apply)));
  let digest = "";

  const edit = () => ({
    path: ["tools", `${server}/${tool}`, "queries", name.value.trim()],
    value: {
      query,
      ...(about.value.trim() && { description: about.value.trim() }),
      ...(Object.keys(parameters).length > 0 && { parameters: Object.fromEntries(Object.entries(parameters).map(([key, type]) => [key, { type }])) }),
    },
  });

  async function preview() {
    apply.disabled = true;
    swap(result, el("p", { class: "none" }, "Checking…"));
    try {
      const edits = await getJson("/api/v1/config/edits");
      digest = edits.digest;
      const found = await postJson("/api/v1/config/edit", { ...edit(), preview: true });
      swap(result, copyable(found.yaml),
        !edits.changeable && el("p", { class: "note" }, "The page cannot write to the configuration of this gateway. Copy the lines into its file."));
      apply.disabled = !edits.changeable;
    } catch (e) {
      swap(result, fault(e));
    }
  }

  name.addEventListener("input", () => { apply.disabled = true; });
  about.addEventListener("input", () => { apply.disabled = true; });
  apply.addEventListener("click", async () => {
    apply.disabled = true;
    try {
      await postJson("/api/v1/config/edit", { ...edit(), digest });
      swap(result, el("p", { role: "status" }, `Stored: ${name.value.trim()}. You can undo it under Configuration changes.`));
      await ondone();
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
