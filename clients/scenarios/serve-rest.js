// Tests calls of tools without MCP: with curl, and with a program that reads an event stream.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startGateway } from '../lib/gateway.js';
import { servers } from '../lib/paths.js';
import { chunkText, firstText, READ } from '../lib/assertions.js';
import { group } from '../lib/report.js';

await group('serve-rest', async (scenario) => {
  const { origin } = await startGateway({ everything: { command: servers.everything() } });
  const toolUrl = (tool) => `${origin}/api/v1/tools/everything/${tool}`;
  const json = { 'Content-Type': 'application/json' };
  const post = (tool, args, headers = {}) =>
    fetch(toolUrl(tool), { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(args) });

  await scenario('curl', async () => {
    const args = ['-sS', '--fail', '-H', 'Content-Type: application/json', '-d', '{"message":"ahoy äöü"}', toolUrl('echo')];
    const { stdout } = await promisify(execFile)('curl', args);
    assert.equal(firstText(JSON.parse(stdout)), 'Echo: ahoy äöü');
  });
  await scenario('a large result, read to its end', async () => {
    const message = 'a line of the echo\n'.repeat(8_000);
    let page = await (await post('echo', { message })).json();
    const texts = [chunkText(page)];
    for (let cursor; (cursor = page._meta['dev.plimsoll/page']?.nextCursor) !== undefined && texts.length < 1_000; ) {
      page = await (await post(READ, { cursor })).json();
      texts.push(chunkText(page));
    }
    assert.equal(texts.join(''), `Echo: ${message}`);
  });
  await scenario('progress during the call', async () => {
    const response = await post('trigger-long-running-operation', { duration: 1.2, steps: 4 }, { Accept: 'text/event-stream' });
    assert.equal(response.status, 200);
    const events = [];
    let rest = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n\n');
      rest = parts.pop();
      for (const part of parts.filter((each) => each.startsWith('event:'))) {
        const [event, data] = part.split('\n').map((line) => line.slice(line.indexOf(':') + 1).trim());
        events.push({ event, data: JSON.parse(data), time: performance.now() });
      }
    }
    assert.deepEqual(events.map((each) => each.event), ['progress', 'progress', 'progress', 'progress', 'result']);
    assert.deepEqual(events.slice(0, 4).map((each) => each.data.progress), [1, 2, 3, 4]);
    assert.ok(events[4].time - events[0].time > 300, 'the first step comes long before the answer');
    assert.equal(events[4].data.status, 'complete');
  });
  await scenario('errors', async () => {
    const assertError = async (status, code, response) => {
      assert.equal(response.status, status);
      assert.equal((await response.json()).error.code, code);
    };
    await assertError(404, 'ACTION_NOT_FOUND', await post('eco', {}));
    await assertError(404, 'CONNECTOR_NOT_FOUND', await fetch(`${origin}/api/v1/tools/nothing/x`, { method: 'POST', headers: json, body: '{}' }));
    await assertError(400, 'INVALID_REQUEST', await post('echo', [1]));
    await assertError(405, 'INVALID_REQUEST', await fetch(toolUrl('echo')));
    await assertError(400, 'CURSOR_INVALID', await post(READ, { cursor: 'nothing' }));
  });
});
