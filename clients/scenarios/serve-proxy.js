// Tests plimsoll serve behind nginx, with the configuration of docs/guides/nginx.md except for ports and encryption.

import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { descendantsWith, endSession, legacyHttp, modernHttp, ServerProcess, startGateway } from '../lib/gateway.js';
import { document, folder, servers } from '../lib/paths.js';
import { chunkText, firstText, readToEnd, waitFor } from '../lib/assertions.js';
import { group, register, skip } from '../lib/report.js';

const nginx = process.env.NGINX ?? 'nginx';

function isInstalled() {
  try {
    execFileSync(nginx, ['-v'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Returns a complete nginx configuration that contains the lines of the guide. */
function configuration(directory, port, origin) {
  const [, lines] = /```nginx\n(.*?)```/s.exec(readFileSync(document('guides/nginx.md'), 'utf8'));
  const server = lines
    .replace('443 ssl', `127.0.0.1:${port}`)
    .replace(/^ *ssl_.*\n/gm, '')
    .replace('http://127.0.0.1:8080', origin);
  assert.ok(!server.includes('ssl') && server.includes(origin));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${directory}/${kind};`);
  return [
    'daemon off;\nmaster_process off;',
    `pid ${directory}/pid;\nerror_log stderr notice;`,
    'events { }',
    `http {\naccess_log off;\n${temporary.join('\n')}\n${server}}`,
  ].join('\n');
}

await group('serve-proxy', async (scenario) => {
  if (!isInstalled()) {
    skip('serve-proxy', 'nginx is not on PATH; NGINX=FILE names it');
    return;
  }
  const port = await freePort();
  const gatewayProcess = await startGateway({ everything: { command: servers.everything() } }, { publicUrl: `http://plimsoll.example:${port}` });
  const directory = mkdtempSync(join(folder, 'nginx-'));
  const file = join(directory, 'nginx.conf');
  writeFileSync(file, configuration(directory, port, gatewayProcess.origin));
  const proxy = register(new ServerProcess('nginx', [nginx, '-p', directory, '-e', 'stderr', '-c', file]));
  const url = `http://127.0.0.1:${port}/mcp/everything`;
  await waitFor('nginx', async () => (await fetch(url).catch(() => undefined)) !== undefined);
  assert.equal(proxy.child.exitCode, null);

  for (const [era, connect] of Object.entries({ 'up to 2025-11-25': legacyHttp, '2026-07-28': modernHttp })) {
    await scenario(`${era}: progress during the call; a large echo, read to its end`, async () => {
      const connection = await connect(url);
      const { client } = connection;
      const progressReports = [];
      const start = performance.now();
      const onprogress = () => progressReports.push(performance.now() - start);
      const long = { name: 'trigger-long-running-operation', arguments: { duration: 1.2, steps: 4 } };
      await (connect === legacyHttp ? client.callTool(long, undefined, { onprogress }) : client.callTool(long, { onprogress }));
      assert.ok(progressReports.length >= 3 && progressReports[0] < performance.now() - start - 300, 'the first step comes long before the answer');
      const message = 'a line of the echo\n'.repeat(120_000); // more than the 1 MB that nginx accepts by default
      const pages = await readToEnd(client, await client.callTool({ name: 'echo', arguments: { message: message.slice(0, 100_000) } }));
      assert.equal(pages.map(chunkText).join(''), `Echo: ${message.slice(0, 100_000)}`);
      const first = await client.callTool({ name: 'echo', arguments: { message } });
      assert.ok(chunkText(first).startsWith('Echo: a line'));
      await (connect === legacyHttp ? endSession(connection) : client.close());
    });
  }
  await scenario('DELETE through nginx ends the session', async () => {
    const before = descendantsWith(gatewayProcess, 'server-everything').length;
    const connection = await legacyHttp(url);
    assert.equal(firstText(await connection.client.callTool({ name: 'echo', arguments: { message: 'x' } })), 'Echo: x');
    assert.equal(descendantsWith(gatewayProcess, 'server-everything').length, before + 1);
    await endSession(connection);
    await waitFor('its end', () => descendantsWith(gatewayProcess, 'server-everything').length === before);
  });
  await scenario('the public host name is accepted, another one refused', async () => {
    const status = async (name) => {
      const resolved = ['--resolve', `${name}:${port}:127.0.0.1`];
      const sent = ['-H', 'Content-Type: application/json', '-d', '{"message":"x"}'];
      const url = `http://${name}:${port}/api/v1/tools/everything/echo`;
      return (await promisify(execFile)('curl', ['-sS', '-o', '/dev/null', '-w', '%{http_code}', ...resolved, ...sent, url])).stdout;
    };
    assert.equal(await status('plimsoll.example'), '200');
    assert.equal(await status('elsewhere.example'), '403');
  });
});
