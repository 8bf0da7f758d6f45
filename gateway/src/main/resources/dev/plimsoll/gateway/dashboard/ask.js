// Sends requests to this gateway only, with the token if it requires one.

import { UNNAMED } from "./words.js";

const KEY = "plimsoll-token";
const ADVICE_KEY = "plimsoll-advice";

let token = stored(KEY);
/** What to do if the gateway is not reachable. */
let advice = stored(ADVICE_KEY);

function stored(key) {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function store(key, value) {
  try {
    if (value) sessionStorage.setItem(key, value);
    else sessionStorage.removeItem(key);
  } catch { /* the value stays in memory only */ }
}

export const hasToken = () => token !== "";

/** Stores the token, and what to do if the gateway is not reachable, until this tab is closed. */
export function setToken(value, whenUnreachable = "") {
  token = value.trim();
  advice = whenUnreachable;
  store(KEY, token);
  store(ADVICE_KEY, advice);
}

/** Thrown for an error response of the gateway. */
export class RequestError extends Error {
  constructor(status, message, suggestion, faults = [], code = "") {
    super(message);
    this.status = status;
    this.code = code;
    this.faults = faults;
    this.suggestion = suggestion;
  }

  get needsToken() {
    return this.status === 401 || this.status === 403;
  }
}

const headers = (more) => (token ? { ...more, Authorization: `Bearer ${token}` } : more);

async function toError(response) {
  let error = null;
  try {
    error = (await response.json()).error;
  } catch { /* not a response of Plimsoll */ }
  return new RequestError(response.status, error?.message ?? `the gateway responded with status ${response.status}`, error?.details?.suggestion ?? "", error?.details?.faults ?? [], error?.code ?? "");
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store", credentials: "omit", redirect: "error", ...options });
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new RequestError(0, "the gateway is not reachable", advice || "check whether it is still running");
  }
  if (!response.ok) throw await toError(response);
  return response;
}

/** Sends GET and returns the JSON. Omits parameters without a value. */
export async function getJson(path, parameters = {}, signal) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "" && value != null).map(([name, value]) => [name, value === UNNAMED ? "" : value]));
  const response = await send(query.size ? `${path}?${query}` : path, { headers: headers({ Accept: "application/json" }), signal });
  return response.json();
}

/** Sends POST and returns the JSON. With keepCookies, the browser stores cookies of the response; all other requests ignore cookies. */
export async function postJson(path, body, signal, { keepCookies = false } = {}) {
  const response = await send(path, {
    method: "POST",
    ...(keepCookies && { credentials: "same-origin" }),
    headers: headers({ "Content-Type": "application/json", Accept: "application/json" }),
    body: JSON.stringify(body),
    signal,
  });
  return response.json();
}

/** Sends DELETE. Omits parameters without a value. */
export async function deleteJson(path, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
  const response = await send(query.size ? `${path}?${query}` : path, { method: "DELETE", headers: headers({ Accept: "application/json" }) });
  return response.json();
}

/**
 * Receives live events until stopped. Reconnects after a loss, with a growing delay.
 *
 * EventSource cannot send a token, so this reads the stream itself.
 */
export function listen(path, { onevent, onstate }) {
  let stopped = false;
  let control = null;
  let wait = 1000;

  async function receive() {
    control = new AbortController();
    const response = await send(path, { headers: headers({ Accept: "text/event-stream" }), signal: control.signal });
    onstate("live");
    wait = 1000;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    // if not even keep-alives arrive, the connection is lost
    const silence = { timer: 0 };
    const restartTimer = () => {
      clearTimeout(silence.timer);
      silence.timer = setTimeout(() => control.abort(), 40_000);
    };
    restartTimer();
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        restartTimer();
        text += value;
        let end;
        while ((end = text.indexOf("\n\n")) >= 0) {
          dispatch(text.slice(0, end));
          text = text.slice(end + 2);
        }
      }
    } finally {
      clearTimeout(silence.timer);
    }
  }

  function dispatch(block) {
    let name = "message";
    const data = [];
    for (const line of block.split("\n")) {
      if (line.startsWith("event: ")) name = line.slice(7);
      else if (line.startsWith("data: ")) data.push(line.slice(6));
    }
    if (data.length) onevent(name, JSON.parse(data.join("\n")));
  }

  (async () => {
    while (!stopped) {
      try {
        await receive();
      } catch (e) {
        if (!stopped && e instanceof RequestError && e.needsToken) {
          onstate("off");
          return;
        }
      }
      if (stopped) break;
      onstate("waiting");
      await new Promise((resume) => setTimeout(resume, wait));
      wait = Math.min(wait * 2, 30_000);
    }
  })();

  return () => {
    stopped = true;
    control?.abort();
    onstate("off");
  };
}
