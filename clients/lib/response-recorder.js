// Records HTTP bodies as bytes, because clients expose only parsed messages.

import assert from 'node:assert/strict';

/** Stores the response bodies of POST requests. Pass its `fetch` to a transport. */
export class ResponseRecorder {
  #bodies = [];

  fetch = async (url, options) => {
    const response = await fetch(url, options);
    if (options?.method === 'POST') {
      this.#bodies.push(response.clone().arrayBuffer());
      this.#bodies.splice(0, Math.max(0, this.#bodies.length - 16));
    }
    return response;
  };

  /** Returns the last JSON-RPC response, one character for each byte. */
  async lastResponse() {
    const bodies = await Promise.all(this.#bodies);
    const lines = bodies.flatMap((body) => Buffer.from(body).toString('latin1').split('\n').map((line) => line.replace(/^data: ?/, '')));
    const line = lines.findLast((each) => each.startsWith('{') && JSON.parse(each).method === undefined);
    assert.ok(line, 'no response arrived');
    return line;
  }
}
