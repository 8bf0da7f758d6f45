// A scripted model with the APIs that agents use: Chat Completions, Responses, and Gemini's. It calls one tool, takes the cursor
// from the answer, and calls plimsoll_read. It records what each client gives it to read.

import { createServer } from 'node:http';
import { once } from 'node:events';
import { chat } from './api-chat.js';
import { gemini } from './api-gemini.js';
import { responses } from './api-responses.js';
import { fillRequired, findCursor } from './arguments.js';

const APIS = [chat, responses, gemini];

export class Model {
  /** Contents of the tool results in the request with the most results: `[{ text, images }]`. */
  readings = [];
  requests = [];
  errors = [];

  /**
   * With `mistakes`, the model first makes this number of reads with a path that does not exist. With `program`, it runs this
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
    this.url = `http://127.0.0.1:${this.server.address().port}`;
  }

  async stop() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async #serve(request, response) {
    try {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const api = APIS.find((each) => each.serves(request.url));
      if (!api || !text) {
        response.writeHead(request.url.includes('/models') ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ object: 'list', data: [{ id: 'scripted', object: 'model' }], models: [] }));
        return;
      }
      const body = JSON.parse(text);
      this.requests.push({ url: request.url, body });
      api.answer(response, request.url, body, this.#nextStep(api, body));
    } catch (error) {
      this.errors.push(error);
      response.writeHead(500);
      response.end(String(error));
    }
  }

  /** Returns the next step of the model: a call, or a text. */
  #nextStep(api, body) {
    const tools = api.tools(body);
    if (this.program) return this.#runProgram(api, body, tools);
    const findTool = (name) => tools.find((each) => isNamed(each.name, name)) ?? bridgedTool(tools, body, name);
    const tool = findTool(this.tool);
    if (!tool) return { text: '{"title": "orders"}' };
    const readings = api.readings(body);
    if (readings.length >= this.readings.length) this.readings = readings;
    if (readings.length === 0) return { call: tool, arguments: tool.wrapArguments?.({}) ?? fillRequired(tool.schema, {}) };
    const read = findTool('plimsoll_read');
    const cursor = findCursor(readings[0].text);
    if (readings.length <= this.mistakes + 1 && read && cursor) {
      const isMistake = readings.length <= this.mistakes;
      const args = isMistake ? { cursor, path: `/nothing/${readings.length}` } : { cursor };
      return { call: read, arguments: read.wrapArguments?.(args) ?? fillRequired(read.schema, args) };
    }
    const last = findTool('final_answer');
    return last ? { call: last, arguments: { answer: 'done' } } : { text: 'done' };
  }

  #runProgram(api, body, tools) {
    this.readings = api.readings(body);
    const exec = tools.find((tool) => tool.name === 'exec' && tool.takesText);
    return exec && this.readings.length === 0 ? { call: exec, arguments: this.program } : { text: 'done' };
  }
}

const isNamed = (fullName, name) => fullName === name || new RegExp(`(__?|[./-])${name}$`).test(fullName);

/** Returns the client's tool that calls other tools by name, for clients that describe the tools of servers only in text. */
function bridgedTool(tools, body, name) {
  const bridge = tools.find((each) => each.name === 'tool_call');
  const fullName = new RegExp(`mcp__\\w+?__${name}\\b`).exec(JSON.stringify(body.messages ?? ''))?.[0];
  return bridge && fullName ? { ...bridge, wrapArguments: (args) => ({ name: fullName, arguments: args }) } : undefined;
}
