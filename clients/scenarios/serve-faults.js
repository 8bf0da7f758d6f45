// Clients that disappear, servers that are killed, and many sessions at a time.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { gateway, leave, legacyAt, modernAt, running, stop } from '../lib/gateway.js';
import { servers } from '../lib/paths.js';
import { firstText, rejection, waitFor } from '../lib/assertions.js';
import { group } from '../lib/report.js';

const LONG = { name: 'trigger-long-running-operation', arguments: { duration: 60, steps: 600 } };

/** A connection that is closed when the first bytes arrive. */
function vanish(url, headers, message) {
  return new Promise((resolve, reject) => {
    const all = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers };
    const asked = request(url, { method: 'POST', headers: all }, (response) => {
      response.on('error', () => {});
      response.once('data', () => {
        asked.destroy();
        resolve(response.statusCode);
      });
    });
    asked.on('error', reject);
    asked.end(JSON.stringify(message));
  });
}

await group('serve-faults', async (scenario) => {
  const serving = await gateway(
    {
      everything: { command: servers.everything() },
      left: { command: [...servers.everything(), 'left-behind'] },
      many: { command: servers.everything(), isolation: 'shared' },
    },
    { sessions: { idle: '3s' } },
  );
  const at = `${serving.at}/everything`;
  const left = () => running(serving, 'left-behind');
  const processes = () => running(serving, 'server-everything').filter((pid) => !left().includes(pid));
  const call = ({ client }, message) => client.callTool({ name: 'echo', arguments: { message } });

  await scenario('a client that disappears during a stream', async () => {
    const at = `${serving.at}/left`;
    const connection = await legacyAt(at);
    const { sessionId } = connection.transport;
    const message = { jsonrpc: '2.0', id: 99, method: 'tools/call', params: { ...LONG, _meta: { progressToken: 7 } } };
    const headers = { 'Mcp-Session-Id': sessionId, 'MCP-Protocol-Version': '2025-11-25' };
    assert.equal(await vanish(at, headers, message), 200);
    assert.equal(firstText(await call(connection, 'still here')), 'Echo: still here');
    assert.equal(left().length, 1);
    await connection.client.close(); // without ending its session
  });
  await scenario('a server that is killed during a call', async () => {
    const connection = await legacyAt(at);
    const waiting = connection.client.callTool(LONG).then((answer) => firstText(answer), (error) => String(error));
    await call(connection, 'meanwhile');
    for (const pid of processes()) stop(pid);
    assert.match(await waiting, /UPSTREAM_UNAVAILABLE/);
    assert.match(String(await rejection(call(connection, 'x'))), /404|[Ss]ession/);
    await connection.client.close();
    const next = await legacyAt(at);
    assert.equal(firstText(await call(next, 'again')), 'Echo: again');
    await leave(next);
  });
  await scenario('2026-07-28: a killed server is started again', async () => {
    const { client } = await modernAt(at);
    assert.equal(firstText(await call({ client }, 'before')), 'Echo: before');
    for (const pid of processes()) stop(pid);
    await waitFor('the server is back', async () => {
      const answer = await call({ client }, 'x');
      assert.match(firstText(answer), /^Echo: x$|UPSTREAM_UNAVAILABLE/);
      return !answer.isError;
    }, 15_000);
    await client.close();
  });
  await scenario('200 sessions at a time', async () => {
    const connections = await Promise.all(Array.from({ length: 200 }, () => legacyAt(`${serving.at}/many`)));
    const answers = await Promise.all(connections.map((each, i) => call(each, `${i}`)));
    answers.forEach((answer, i) => assert.equal(firstText(answer), `Echo: ${i}`));
    await Promise.all(connections.map(leave));
  });
  await scenario('the session of the disappeared client ends', async () => {
    // the gateway writes to a stream every 15 s, and only the second write fails
    await waitFor('no process', () => left().length === 0, 60_000);
  });
});
