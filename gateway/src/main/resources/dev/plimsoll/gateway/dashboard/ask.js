// Sends requests to this gateway only, with the token if it requires one.

const KEY = "plimsoll-token";

let token = stored();

function stored() {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export const hasToken = () => token !== "";

/** Stores the token until this tab is closed. */
export function setToken(value) {
  token = value.trim();
  try {
    if (token) sessionStorage.setItem(KEY, token);
    else sessionStorage.removeItem(KEY);
  } catch { /* stays in memory only */ }
}

/** Thrown for an error response of the gateway. */
export class Refused extends Error {
  constructor(status, message, suggestion) {
    super(message);
    this.status = status;
    this.suggestion = suggestion;
  }

  get wantsToken() {
    return this.status === 401 || this.status === 403;
  }
}

const headers = (more) => (token ? { ...more, Authorization: `Bearer ${token}` } : more);

async function refusal(response) {
  let said = null;
  try {
    said = (await response.json()).error;
  } catch { /* not a response of Plimsoll */ }
  return new Refused(response.status, said?.message ?? `the gateway responded with status ${response.status}`, said?.details?.suggestion ?? "");
}

async function fetched(path, options) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store", credentials: "omit", redirect: "error", ...options });
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Refused(0, "the gateway is not reachable", "check whether it is still running");
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

/** Sends GET and returns the JSON. Omits parameters without a value. */
export async function ask(path, parameters = {}, signal) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "" && value != null));
  const response = await fetched(query.size ? `${path}?${query}` : path, { headers: headers({ Accept: "application/json" }), signal });
  return response.json();
}

export async function post(path, body, signal) {
  const response = await fetched(path, {
    method: "POST",
    headers: headers({ "Content-Type": "application/json", Accept: "application/json" }),
    body: JSON.stringify(body),
    signal,
  });
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

  async function once() {
    control = new AbortController();
    const response = await fetched(path, { headers: headers({ Accept: "text/event-stream" }), signal: control.signal });
    onstate("live");
    wait = 1000;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    // detects a lost connection by missing keep-alives
    const silence = { timer: 0 };
    const heard = () => {
      clearTimeout(silence.timer);
      silence.timer = setTimeout(() => control.abort(), 40_000);
    };
    heard();
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        heard();
        text += value;
        let end;
        while ((end = text.indexOf("\n\n")) >= 0) {
          take(text.slice(0, end));
          text = text.slice(end + 2);
        }
      }
    } finally {
      clearTimeout(silence.timer);
    }
  }

  function take(block) {
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
        await once();
      } catch (e) {
        if (!stopped && e instanceof Refused && e.wantsToken) {
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
