// Formats numbers and times.

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const integer = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export const exact = (n) => integer.format(n);

/** Formats a number; from ten thousand on, abbreviated. */
export const short = (n) => (Math.abs(n) < 10_000 ? integer.format(n) : compact.format(n).replace("K", "k"));

/** Formats a number for sentences. */
export function inWords(n) {
  const size = Math.abs(n);
  for (const [unit, word] of [[1e12, "trillion"], [1e9, "billion"], [1e6, "million"]]) {
    if (size >= unit) return `${(n / unit).toLocaleString("en", { maximumSignificantDigits: 3 })} ${word}`;
  }
  if (size < 10_000) return integer.format(n);
  const step = 10 ** (Math.floor(Math.log10(size)) - 2);
  return integer.format(Math.round(n / step) * step);
}

/** Formats a share as a percentage, with a decimal only near 0 and 100. */
export function percent(share) {
  const value = share * 100;
  const size = Math.abs(value);
  if (size === 0) return "0\u00a0%";
  if (size < 0.1) return value < 0 ? ">\u00a0−0.1\u00a0%" : "<\u00a00.1\u00a0%";
  const digits = size < 10 || (size > 99 && size < 100) ? 1 : 0;
  return `${(size > 99.9 && size < 100 ? Math.sign(value) * 99.9 : value).toLocaleString("en", { maximumFractionDigits: digits })}\u00a0%`;
}

export const rate = (n) => n.toLocaleString("en", { maximumFractionDigits: 1 });

export function millis(ms) {
  if (ms >= 1000) return `${rate(ms / 1000)}\u00a0s`;
  return `${ms.toLocaleString("en", { maximumFractionDigits: ms < 10 ? 1 : 0 })}\u00a0ms`;
}

/** Returns the prefix of a number of tokens, which is empty for exact counts. */
export const aboutPrefix = (of) => (of.exact ? "" : "about ");

/** Formats a percentile of a histogram: "≈ 885k" if only its bucket is known, or the exact number. */
export function percentile(of, name, format = short) {
  const [low, high] = of[`${name}Range`];
  return low === high ? format(low) : `≈\u00a0${format(of[name])}`;
}

/** Formats the bounds of a percentile, for titles. */
export function percentileBounds(of, name, format = short) {
  const [low, high] = of[`${name}Range`];
  return low === high ? format(low) : `${format(low)} to ${format(high)}`;
}

export function bytes(n) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let unit = 0;
  let left = n;
  while (left >= 1024 && unit < units.length - 1) {
    left /= 1024;
    unit++;
  }
  return `${left.toLocaleString("en", { maximumFractionDigits: left < 10 && unit > 0 ? 1 : 0 })}\u00a0${units[unit]}`;
}

export const plural = (n, one, many = `${one}s`) => `${short(n)} ${n === 1 ? one : many}`;

const twoDigits = (n) => String(n).padStart(2, "0");

export const clock = (date, seconds = false) =>
  `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}${seconds ? `:${twoDigits(date.getSeconds())}` : ""}`;

export const day = (date) => date.toLocaleDateString("en", { day: "numeric", month: "short" });

export const moment = (date) => `${day(date)} ${clock(date, true)}`;

/** Formats the approximate time since a date. */
export function ago(date) {
  const seconds = Math.max(0, (Date.now() - date.getTime()) / 1000);
  if (seconds < 60) return `${Math.floor(seconds)} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

/** Stands in URLs for the empty name: that of clients that do not send their name. */
export const UNNAMED = "(unnamed)";

export const clientName = (name) => (name === "" || name === UNNAMED ? "unnamed client" : name);

/** Descriptions of outcomes. */
export const OUTCOMES = {
  passed: "small enough, unchanged",
  slimmed: "whole, without white space and needless escapes",
  paginated: "a first page",
  summarized: "a summary",
  chunked: "the first part of a text",
  probed: "fields and counts, without items",
  guided: "a question to narrow it down",
  trimmed: "long parts shortened",
  receipt: "only counts and a cursor",
  read: "a follow-up read of a stored result",
  cached: "from the response cache",
  refused: "refused",
  error: "failed",
};

export const OVERSIZED = "paginated,summarized,chunked,probed,guided,trimmed,receipt";
