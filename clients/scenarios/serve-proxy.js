// nginx in front, with the configuration of docs/guides/nginx.md except for ports and encryption.

import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { gateway, leave, legacyAt, modernAt, Program, running } from '../lib/gateway.js';
import { document, folder, servers } from '../lib/paths.js';
import { chunkText, firstText, readToEnd, waitFor } from '../lib/assertions.js';
import { group, register, skip } from '../lib/report.js';

const nginx = process.env.NGINX ?? 'nginx';

function version() {
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

/** The lines of the guide inside a complete nginx configuration. */
function configuration(place, port, origin) {
  const [, lines] = /```nginx\n(.*?)```/s.exec(readFileSync(document('guides/nginx.md'), 'utf8'));
  const server = lines
    .replace('443 ssl', `127.0.0.1:${port}`)
    .replace(/^ *ssl_.*\n/gm, '')
    .replace('http://127.0.0.1:8080', origin);
  assert.ok(!server.includes('ssl') && server.includes(origin));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${place}/${kind};`);
  return [
    'daemon off;\nmaster_process off;',
    `pid ${place}/pid;\nerror_log stderr notice;`,
    'events { }',
    `http {\naccess_log off;\n${temporary.join('\n')}\n${server}}`,
  ].join('\n');
}

await group('serve-proxy', async (scenario) => {
  if (!version()) {
    skip('serve-proxy', 'nginx is not on PATH; NGINX=FILE names it');
    return;
  }
  const port = await freePort();
  const serving = await gateway({ everything: { command: servers.everything() } }, { publicUrl: `http://plimsoll.example:${port}` });
  const place = mkdtempSync(join(folder, 'nginx-'));
  const file = join(place, 'nginx.conf');
  writeFileSync(file, configuration(place, port, serving.origin));
  const proxy = register(new Program('nginx', [nginx, '-p', place, '-e', 'stderr', '-c', file]));
  const at = `http://127.0.0.1:${port}/mcp/everything`;
  await waitFor('nginx', async () => (await fetch(at).catch(() => undefined)) !== undefined);
  assert.equal(proxy.child.exitCode, null);

  for (const [era, connect] of Object.entries({ 'up to 2025-11-25': legacyAt, '2026-07-28': modernAt })) {
    await scenario(`${era}: progress during the call; a large echo, read to its end`, async () => {
      const connection = await connect(at);
      const { client } = connection;
      const told = [];
      const start = performance.now();
      const onprogress = () => told.push(performance.now() - start);
      const long = { name: 'trigger-long-running-operation', arguments: { duration: 1.2, steps: 4 } };
      await (connect === legacyAt ? client.callTool(long, undefined, { onprogress }) : client.callTool(long, { onprogress }));
      assert.ok(told.length >= 3 && told[0] < performance.now() - start - 300, 'the first step comes long before the answer');
      const message = 'a line of the echo\n'.repeat(120_000); // more than the 1 MB that nginx accepts by default
      const pages = await readToEnd(client, await client.callTool({ name: 'echo', arguments: { message: message.slice(0, 100_000) } }));
      assert.equal(pages.map(chunkText).join(''), `Echo: ${message.slice(0, 100_000)}`);
      const first = await client.callTool({ name: 'echo', arguments: { message } });
      assert.ok(chunkText(first).startsWith('Echo: a line'));
      await (connect === legacyAt ? leave(connection) : client.close());
    });
  }
  await scenario('DELETE through nginx ends the session', async () => {
    const before = running(serving, 'server-everything').length;
    const connection = await legacyAt(at);
    assert.equal(firstText(await connection.client.callTool({ name: 'echo', arguments: { message: 'x' } })), 'Echo: x');
    assert.equal(running(serving, 'server-everything').length, before + 1);
    await leave(connection);
    await waitFor('its end', () => running(serving, 'server-everything').length === before);
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
