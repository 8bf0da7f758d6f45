// Builds elements. No function accepts markup, so that data of others is always shown as text.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

export function swap(host, ...children) {
  host.replaceChildren(...children.flat(Infinity).filter(Boolean));
}

/** Returns a section of the page with a heading. */
export function panel(title, { id, aside, note, wide } = {}, ...children) {
  const heading = `h-${id ?? title.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  return el(
    "section",
    { class: `panel${wide ? " wide" : ""}`, "aria-labelledby": heading, id },
    el("div", { class: "panel-head" }, el("h2", { id: heading }, title), aside),
    note && el("p", { class: "note" }, note),
    ...children,
  );
}

/**
 * Returns a table.
 *
 * columns: [{head: the heading, or hidden: a heading only for screen readers; cell(row): its content; number: true aligns it to the
 * right; narrow: false hides it on narrow screens; kind: a CSS class}]. A click on a row calls onrow(row); label(row) says what that does.
 */
export function table(caption, columns, rows, { onrow, label } = {}) {
  const hide = (column) => [column.number && "num", column.narrow === false && "roomy", column.kind].filter(Boolean).join(" ") || null;
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
    el(
      "table",
      null,
      el("caption", { class: "unseen" }, caption),
      el("thead", null, el("tr", null, columns.map((column) => el("th", { scope: "col", class: hide(column) }, column.head || el("span", { class: "unseen" }, column.hidden))))),
      el(
        "tbody",
        null,
        rows.map((row) =>
          el(
            "tr",
            onrow && { class: "open" },
            columns.map((column, i) => {
              const cell = column.cell(row);
              const inside = i === 0 && onrow
                ? el("button", { type: "button", class: "link", onclick: () => onrow(row) }, cell, label && el("span", { class: "unseen" }, ` – ${label(row)}`))
                : cell;
              return el(i === 0 ? "th" : "td", { class: hide(column), scope: i === 0 ? "row" : null }, inside);
            }),
          ),
        ),
      ),
    ),
  );
}

/** Returns a text with a button that copies it. parts: the text in parts, if it is shown in colors. */
export function copyable(text, parts) {
  const button = el("button", { type: "button", class: "quiet", "aria-label": `Copy: ${text}` }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select it";
    }
  });
  return el("div", { class: "copy" }, el("pre", { tabindex: "0" }, parts ?? text), button);
}

/** Returns a bar of parts: [{share, kind, title}]. */
export function shareBar(parts, label) {
  let x = 0;
  return svg(
    "svg",
    { class: "bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", role: "img", "aria-label": label },
    svg("rect", { class: "track", width: 100, height: 6 }),
    parts.map(({ share, kind }) => {
      const width = Math.max(0, Math.min(100 - x, share * 100));
      const rect = svg("rect", { class: kind, x, width: Math.max(width, share > 0 ? 0.6 : 0), height: 6 });
      x += width;
      return rect;
    }),
  );
}

/** Returns a name that may break after its separators, and nowhere else. */
export const breakable = (name) => String(name).split(/(?<=[_\-./:])/).flatMap((part, i) => (i > 0 ? [el("wbr"), part] : [part]));
