// Tests clients that disconnect without ending their session, servers that are killed, and many sessions at once.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { descendantsWith, endSession, kill, legacyHttp, modernHttp, startGateway } from '../lib/gateway.js';
import { servers } from '../lib/paths.js';
import { firstText, rejection, waitFor } from '../lib/assertions.js';
import { group } from '../lib/report.js';

const LONG = { name: 'trigger-long-running-operation', arguments: { duration: 60, steps: 600 } };

/** Sends a request, and closes the connection when the first bytes of the response arrive. */
function disconnectAtFirstBytes(url, headers, message) {
  return new Promise((resolve, reject) => {
    const all = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers };
    const sent = request(url, { method: 'POST', headers: all }, (response) => {
      response.on('error', () => {});
      response.once('data', () => {
        sent.destroy();
        resolve(response.statusCode);
      });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(message));
  });
}

await group('serve-faults', async (scenario) => {
  const gatewayProcess = await startGateway(
    {
      everything: { command: servers.everything() },
      left: { command: [...servers.everything(), 'left-behind'] },
      many: { command: servers.everything(), isolation: 'shared' },
    },
    { sessions: { idle: '3s' } },
  );
  const url = `${gatewayProcess.url}/everything`;
  const leftBehind = () => descendantsWith(gatewayProcess, 'left-behind');
  const processes = () => descendantsWith(gatewayProcess, 'server-everything').filter((pid) => !leftBehind().includes(pid));
  const call = ({ client }, message) => client.callTool({ name: 'echo', arguments: { message } });

  await scenario('a client that disconnects during a stream', async () => {
    const url = `${gatewayProcess.url}/left`;
    const connection = await legacyHttp(url);
    const { sessionId } = connection.transport;
    const message = { jsonrpc: '2.0', id: 99, method: 'tools/call', params: { ...LONG, _meta: { progressToken: 7 } } };
    const headers = { 'Mcp-Session-Id': sessionId, 'MCP-Protocol-Version': '2025-11-25' };
    assert.equal(await disconnectAtFirstBytes(url, headers, message), 200);
    assert.equal(firstText(await call(connection, 'still here')), 'Echo: still here');
    assert.equal(leftBehind().length, 1);
    await connection.client.close(); // without ending its session
  });
  await scenario('a server that is killed during a call', async () => {
    const connection = await legacyHttp(url);
    const waiting = connection.client.callTool(LONG).then((answer) => firstText(answer), (error) => String(error));
    await call(connection, 'meanwhile');
    for (const pid of processes()) kill(pid);
    assert.match(await waiting, /UPSTREAM_UNAVAILABLE/);
    assert.match(String(await rejection(call(connection, 'x'))), /404|[Ss]ession/);
    await connection.client.close();
    const next = await legacyHttp(url);
    assert.equal(firstText(await call(next, 'again')), 'Echo: again');
    await endSession(next);
  });
  await scenario('2026-07-28: a killed server is started again', async () => {
    const { client } = await modernHttp(url);
    assert.equal(firstText(await call({ client }, 'before')), 'Echo: before');
    for (const pid of processes()) kill(pid);
    await waitFor('the server is back', async () => {
      const answer = await call({ client }, 'x');
      assert.match(firstText(answer), /^Echo: x$|UPSTREAM_UNAVAILABLE/);
      return !answer.isError;
    }, 15_000);
    await client.close();
  });
  await scenario('200 sessions at a time', async () => {
    const connections = await Promise.all(Array.from({ length: 200 }, () => legacyHttp(`${gatewayProcess.url}/many`)));
    const answers = await Promise.all(connections.map((each, i) => call(each, `${i}`)));
    answers.forEach((answer, i) => assert.equal(firstText(answer), `Echo: ${i}`));
    await Promise.all(connections.map(endSession));
  });
  await scenario('the session of the disconnected client ends', async () => {
    // the gateway writes to a stream every 15 s, and only the second write fails
    await waitFor('no process', () => leftBehind().length === 0, 60_000);
  });
});
