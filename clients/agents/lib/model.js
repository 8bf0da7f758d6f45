// A model that follows a script, behind the APIs that agents use: Chat Completions, Responses, and Gemini's. It calls one tool, takes
// the cursor from what it reads, and reads on with plimsoll_read. It keeps what each client gives it to read.

import { createServer } from 'node:http';
import { once } from 'node:events';
import { chat } from './api-chat.js';
import { gemini } from './api-gemini.js';
import { responses } from './api-responses.js';
import { cursorIn, fill } from './script.js';

const APIS = [chat, responses, gemini];

export class Model {
  /** The parts of each tool result, as the last request with the most results had them: `[{ text, images }]`. */
  readings = [];
  requests = [];
  faults = [];

  /**
   * With `mistakes`, the model asks that often for a part that does not exist before it reads on. With `program`, it runs this
   * program with the tool `exec` instead of calling tools itself.
   */
  constructor(tool, { mistakes = 0, program } = {}) {
    this.tool = tool;
    this.mistakes = mistakes;
    this.program = program;
    this.server = createServer((request, response) => this.#serve(request, response));
  }

  async start() {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.at = `http://127.0.0.1:${this.server.address().port}`;
  }

  async stop() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async #serve(request, response) {
    try {
      const parts = [];
      for await (const part of request) parts.push(part);
      const text = Buffer.concat(parts).toString();
      const api = APIS.find((each) => each.serves(request.url));
      if (!api || !text) {
        response.writeHead(request.url.includes('/models') ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ object: 'list', data: [{ id: 'scripted', object: 'model' }], models: [] }));
        return;
      }
      const body = JSON.parse(text);
      this.requests.push({ url: request.url, body });
      api.answer(response, request.url, body, this.#next(api, body));
    } catch (error) {
      this.faults.push(error);
      response.writeHead(500);
      response.end(String(error));
    }
  }

  /** Returns what the model does next: a call, or a text. */
  #next(api, body) {
    const tools = api.tools(body);
    if (this.program) return this.#run(api, body, tools);
    const named = (name) => tools.find((each) => isNamed(each.name, name)) ?? deferred(tools, body, name);
    const wanted = named(this.tool);
    if (!wanted) return { text: '{"title": "orders"}' };
    const readings = api.readings(body);
    if (readings.length >= this.readings.length) this.readings = readings;
    if (readings.length === 0) return { call: wanted, arguments: wanted.given?.({}) ?? fill(wanted.schema, {}) };
    const read = named('plimsoll_read');
    const cursor = cursorIn(readings[0].text);
    if (readings.length <= this.mistakes + 1 && read && cursor) {
      const wrong = readings.length <= this.mistakes;
      const given = wrong ? { cursor, path: `/nothing/${readings.length}` } : { cursor };
      return { call: read, arguments: read.given?.(given) ?? fill(read.schema, given) };
    }
    const last = named('final_answer');
    return last ? { call: last, arguments: { answer: 'done' } } : { text: 'done' };
  }

  #run(api, body, tools) {
    this.readings = api.readings(body);
    const exec = tools.find((tool) => tool.name === 'exec' && tool.takesText);
    return exec && this.readings.length === 0 ? { call: exec, arguments: this.program } : { text: 'done' };
  }
}

const isNamed = (full, name) => full === name || new RegExp(`(__?|[./-])${name}$`).test(full);

/** Returns the tool that calls another by its name, for clients that list the tools of servers as text alone. */
function deferred(tools, body, name) {
  const bridge = tools.find((each) => each.name === 'tool_call');
  const full = new RegExp(`mcp__\\w+?__${name}\\b`).exec(JSON.stringify(body.messages ?? ''))?.[0];
  return bridge && full ? { ...bridge, given: (given) => ({ name: full, arguments: given }) } : undefined;
}
