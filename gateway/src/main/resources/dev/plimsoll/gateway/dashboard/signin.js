// The login at a server that uses OAuth: logging in and out.

import { getJson, postJson } from "./ask.js";
import { el, panel } from "./build.js";
import { ago, moment } from "./words.js";

/** Returns the panel of a server with a URL. */
export async function signInPanel(server, signal, onchanged) {
  const path = `/api/v1/servers/${encodeURIComponent(server.name)}`;
  const state = await getJson(`${path}/login`, {}, signal);
  const message = el("p", { class: "none", role: "status" });
  const failed = state.last?.error;

  async function signIn(event) {
    event.target.disabled = true;
    message.textContent = "Asking the server for its authorization server …";
    try {
      const { page } = await postJson(`${path}/login`, {}, undefined, { keepCookies: true });
      if (!/^https?:\/\//.test(page)) throw new Error("the page of the authorization server has no web address");
      message.textContent = `Going to ${new URL(page).host} …`;
      location.assign(page);
    } catch (e) {
      event.target.disabled = false;
      message.textContent = `${e.message}.${e.suggestion ? ` (${e.suggestion})` : ""}`;
      message.className = "fault";
    }
  }

  async function signOut(event) {
    event.target.disabled = true;
    try {
      await postJson(`${path}/logout`, {});
      onchanged();
    } catch (e) {
      event.target.disabled = false;
      message.textContent = `Not logged out: ${e.message}.`;
      message.className = "fault";
    }
  }

  const facts = [
    ["Authorization server", state.issuer],
    ["Scopes", state.scopes.join(" ")],
    ["Valid until", state.expires && `${moment(new Date(state.expires))}${state.renewed ? ", renewed automatically" : ""}`],
  ].filter(([, value]) => value);
  return panel("Login", { wide: true, id: "sign-in", note: "All callers share this login. The tokens stay in the data folder of the gateway, where only its owner can read them." },
    el("p", null, el("span", { class: `state ${state.signedIn && !state.problem ? "up" : "unknown"}` }, state.signedIn ? "logged in" : "not logged in"),
      !state.signedIn && ". If the server needs a login, log in: you grant access at its authorization server, and come back to this page."),
    state.signedIn && el("dl", { class: "facts" }, facts.map(([name, value]) => [el("dt", null, name), el("dd", null, value)])),
    state.problem && el("p", { class: "fault" }, `The stored tokens cannot be used: ${state.problem}.`),
    failed && el("p", { class: "fault", role: "alert" }, `The last login failed (${ago(new Date(state.last.at))}): ${failed}.`),
    state.changeable
      ? el("div", { class: "row" },
        el("button", { type: "button", class: state.signedIn ? "quiet" : "solid", onclick: signIn }, state.signedIn ? "Log in again" : "Log in"),
        state.signedIn && el("button", { type: "button", class: "quiet", onclick: signOut }, "Log out"))
      : el("p", { class: "note" }, `You cannot log in here: ${state.whyNot}.`),
    message);
}
