// Small charts, each with a table of the same numbers below.

import { el, svg } from "./build.js";
import { clock, day, short } from "./words.js";

/** The selected time step of each chart, by its id. It stays selected when the chart is drawn again. */
const marks = new Map();

/** The possible intervals between time labels, in minutes. */
const ROUND = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 14_400, 43_200];

/** Sizes in pixels: the height of a chart, its margins, and the height of a strip below it. */
const HEIGHT = 168;
const LEFT = 46;
const BOTTOM = 20;
const TOP = 8;
const STRIP = 22;

/** Returns the labels of the value axis: round numbers, up to at least the highest value. */
function ticks(highest, log) {
  if (highest <= 0) return [0, 1];
  if (log) {
    const found = [1];
    while (found.at(-1) < highest) found.push(found.at(-1) * (highest > 1e4 ? 100 : 10));
    return found;
  }
  const raw = highest / 3;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * size).find((n) => n >= raw);
  const found = [0];
  while (found.at(-1) < highest) found.push(found.at(-1) + step);
  return found;
}

const spanLabel = (date, step) => (step >= 86_400_000 ? day(date) : `${day(date)} ${clock(date)}`);

/**
 * A chart over time.
 *
 * series: [{name, kind, values, format, aside}]; bars overlap, the last series is in front. A series with aside: true has another unit, and
 * a strip of its own below the chart. kind (of a series): its CSS class.
 */
export function timeChart({ id, title, from, step, series, kind = "bars", format = short, log = false, height = HEIGHT, unit }) {
  const count = series[0].values.length;
  const plot = svg("svg", { class: "plot", role: "img", tabindex: "0", "aria-label": `${title}. Arrow keys move through the values; the table below has all values.` });
  const readout = el("p", { class: "readout" });
  // the unit stands above the axis, and series of another unit have a strip below it
  const above = unit ? TOP + 14 : TOP;
  const strips = series.filter((one) => one.aside);
  const bottom = height - BOTTOM - strips.length * STRIP;
  const drawn = series.filter((one) => !one.aside);
  const announcement = el("span", { class: "unseen", "aria-live": "polite" });
  let width = 0;

  const dateOf = (i) => new Date(from + i * step);

  function read(i, announce) {
    const values = series.map((one) => `${one.name} ${(one.format ?? format)(one.values[i] ?? 0)}`);
    readout.replaceChildren(
      el("time", null, spanLabel(dateOf(i), step)),
      ...series.map((one) => el("span", { class: `key ${one.kind}` }, `${one.name} `, el("b", null, (one.format ?? format)(one.values[i] ?? 0)))),
    );
    if (announce) announcement.textContent = `${spanLabel(dateOf(i), step)}: ${values.join(", ")}`;
  }

  function legend() {
    readout.replaceChildren(...series.map((one) => el("span", { class: `key ${one.kind}` }, one.name)));
  }

  function draw() {
    const highest = Math.max(0, ...series.filter((one) => !one.aside).flatMap((one) => one.values));
    const gridValues = ticks(highest, log);
    const top = gridValues.at(-1);
    const inner = { w: width - LEFT - 4, h: bottom - above };
    const y = (value) => {
      const share = log ? (value <= 1 ? 0 : Math.log10(value) / Math.log10(top)) : value / top;
      return above + inner.h * (1 - Math.min(1, share));
    };
    const slot = inner.w / count;
    const x = (i) => LEFT + i * slot;
    plot.setAttribute("viewBox", `0 0 ${width} ${height}`);
    plot.setAttribute("height", height);
    const mark = marks.get(id);
    plot.replaceChildren(
      svg("g", { class: "grid" }, gridValues.map((value) => [
        svg("line", { x1: LEFT, x2: width - 4, y1: y(value), y2: y(value) }),
        svg("text", { x: LEFT - 6, y: y(value) + 3.5, "text-anchor": "end" }, format(value)),
      ])),
      svg("g", { class: "times" }, times(slot)),
      mark !== undefined && mark < count ? svg("rect", { class: "mark", x: x(mark), y: above, width: Math.max(1, slot), height: height - BOTTOM - above }) : "",
      unit ? svg("text", { x: LEFT - 6, y: TOP + 2, "text-anchor": "end" }, unit) : "",
      ...drawn.map((one, i) => (kind === "bars" ? bars(one, i, x, y, slot) : line(one, i, x, y, slot))),
      ...strips.map((one, i) => strip(one, bottom + i * STRIP, x, slot)),
    );
  }

  function times(slot) {
    const most = Math.max(2, Math.floor((width - LEFT) / 80));
    const every = ROUND.find((minutes) => (count * step) / (minutes * 60_000) <= most && minutes * 60_000 >= step) ?? ROUND.at(-1);
    const labels = [];
    for (let i = 0; i < count; i++) {
      const date = dateOf(i);
      const local = Math.floor(date.getTime() / 60_000) - date.getTimezoneOffset();
      // labels only the first step of each interval, in local time
      if (Math.floor(local / every) === Math.floor((local - step / 60_000) / every)) continue;
      if (LEFT + i * slot > width - 36) break;
      labels.push(svg("text", { x: LEFT + i * slot, y: height - 5, "text-anchor": "start" }, every >= 1440 ? day(date) : clock(date)));
    }
    return labels;
  }

  /** Draws bars. Those in front are narrower, so that equal values are both visible. */
  function bars(one, place, x, y, slot) {
    const gap = slot > 6 ? Math.min(3, slot * 0.22) : slot > 3 ? 1 : 0;
    const full = Math.max(0.8, slot - gap);
    const wide = place > 0 && full > 2 ? full * 0.55 : full;
    return svg("g", { class: one.kind }, one.values.map((value, i) => {
      if (!value) return "";
      const at = Math.min(y(value), bottom - 2);
      return svg("rect", { x: x(i) + (full - wide) / 2, y: at, width: wide, height: bottom - at });
    }));
  }

  /** Draws a series of another unit, on a scale of its own. */
  function strip(one, from, x, slot) {
    const most = Math.max(1, ...one.values);
    const room = STRIP - 6;
    return svg("g", { class: one.kind },
      svg("text", { x: LEFT - 6, y: from + STRIP - 4, "text-anchor": "end" }, one.name),
      svg("line", { x1: LEFT, x2: width - 4, y1: from + STRIP, y2: from + STRIP }),
      one.values.map((value, i) => {
        if (!value) return "";
        const high = Math.max(2, room * (value / most));
        return svg("rect", { x: x(i), y: from + STRIP - high, width: Math.max(0.8, slot - (slot > 3 ? 1 : 0)), height: high });
      }));
  }

  /** Draws a line. The first is wider, so that equal values are both visible. */
  function line(one, place, x, y, slot) {
    const parts = [];
    let open = false;
    one.values.forEach((value, i) => {
      if (value === null) open = false;
      else {
        parts.push(`${open ? "L" : "M"}${(x(i) + slot / 2).toFixed(1)} ${y(value).toFixed(1)}`);
        open = true;
      }
    });
    const alone = one.values.map((value, i) => {
      const single = value !== null && (one.values[i - 1] ?? null) === null && (one.values[i + 1] ?? null) === null;
      return single ? svg("circle", { cx: x(i) + slot / 2, cy: y(value), r: place === 0 ? 4.5 : 2.5 }) : "";
    });
    return svg("g", { class: `${one.kind} stroke${place === 0 ? " wide" : ""}` }, svg("path", { d: parts.join("") }), alone);
  }

  function move(i, announce) {
    marks.set(id, i);
    read(i, announce);
    draw();
  }

  function clearMark() {
    marks.delete(id);
    legend();
    draw();
  }

  plot.addEventListener("pointermove", (event) => {
    const box = plot.getBoundingClientRect();
    const i = Math.floor(((event.clientX - box.left - LEFT) / (box.width - LEFT - 4)) * count);
    if (i >= 0 && i < count) move(i, false);
  });
  plot.addEventListener("pointerleave", clearMark);
  plot.addEventListener("keydown", (event) => {
    const at = marks.get(id) ?? count;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
    if (event.key === "Escape") clearMark();
    else if (to !== undefined) {
      event.preventDefault();
      move(Math.max(0, Math.min(count - 1, to)), true);
    }
  });

  const figure = el("figure", { class: "chart" }, readout, plot, announcement, asTable());

  function asTable() {
    const host = el("details", { class: "as-table" }, el("summary", null, "As a table"));
    host.addEventListener("toggle", () => {
      if (!host.open || host.children.length > 1) return;
      const rows = [];
      for (let i = count - 1; i >= 0; i--) {
        if (series.some((one) => one.values[i])) {
          rows.push(el("tr", null, el("th", { scope: "row" }, spanLabel(dateOf(i), step)), series.map((one) => el("td", { class: "num" }, one.values[i] === null ? "–" : (one.format ?? format)(one.values[i])))));
        }
      }
      host.append(el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title },
        el("table", null, el("caption", { class: "unseen" }, title),
          el("thead", null, el("tr", null, el("th", { scope: "col" }, "From"), series.map((one) => el("th", { scope: "col", class: "num" }, one.name)))),
          el("tbody", null, rows))));
    });
    return host;
  }

  const mark = marks.get(id);
  if (mark !== undefined && mark < count) read(mark, false);
  else legend();
  new ResizeObserver(([entry]) => {
    const now = Math.round(entry.contentRect.width);
    if (now > 0 && now !== width) {
      width = now;
      draw();
    }
  }).observe(figure);
  return figure;
}

/**
 * Shows the distribution of sizes: one bar for each doubling of tokens, and the budget as a line. doublings[i] is the number of results of
 * 2^(i-1) to 2^i tokens; bars first to last are shown.
 */
export function sizes(doublings, first, last, budget, label) {
  const most = Math.max(1, ...doublings);
  const count = last - first + 1;
  const slot = 100 / count;
  const place = budget > 0 ? (Math.log2(budget) + 1 - first) * slot : -1;
  return svg(
    "svg",
    { class: "sizes", viewBox: "0 0 100 22", preserveAspectRatio: "none", role: "img", "aria-label": label },
    svg("line", { class: "base", x1: 0, x2: 100, y1: 21.5, y2: 21.5 }),
    Array.from({ length: count }, (_, i) => {
      const times = doublings[first + i] ?? 0;
      if (!times) return "";
      const high = 3 + 17 * Math.sqrt(times / most);
      const above = budget > 0 && 2 ** (first + i - 1) >= budget;
      return svg("rect", { class: above ? "over" : "under", x: i * slot + 0.6, y: 21 - high, width: slot - 1.2, height: high });
    }),
    place >= 0 && place <= 100 ? svg("line", { class: "limit", x1: place, x2: place, y1: 0, y2: 22 }) : "",
  );
}

/** Shows the error of an estimate: a mark left or right of the center, with the tolerance of 20 % shaded. */
export function offset(error, label) {
  const place = 50 + Math.max(-48, Math.min(48, error * 100));
  return svg(
    "svg",
    { class: "offset", viewBox: "0 0 100 12", preserveAspectRatio: "none", role: "img", "aria-label": label },
    svg("rect", { class: "allowed", x: 30, width: 40, y: 0, height: 12 }),
    svg("line", { class: "middle", x1: 50, x2: 50, y1: 0, y2: 12 }),
    svg("rect", { class: Math.abs(error) > 0.2 ? "over" : "under", x: place - 1.5, width: 3, y: 1, height: 10 }),
  );
}
