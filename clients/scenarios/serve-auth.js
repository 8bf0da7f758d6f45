// Tokens and the tools of their tier, and TLS with a certificate that the client trusts.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { gateway, leave, legacyAt, modernAt } from '../lib/gateway.js';
import { environment, folder, listing, plimsoll, servers } from '../lib/paths.js';
import { firstText, READ, rejection } from '../lib/assertions.js';
import { group } from '../lib/report.js';

const run = promisify(execFile);
const bearer = (token) => ({ transport: { requestInit: { headers: { Authorization: `Bearer ${token}` } } } });

async function newToken(tier) {
  const { stdout, stderr } = await run(plimsoll, ['token', 'new', '--id', tier, '--tier', tier], { env: environment });
  const hash = /sha256:[0-9a-f]{64}/.exec(stderr)[0];
  return { token: stdout.trim(), entry: { id: tier, hash, tier } };
}

await group('serve-auth', async (scenario) => {
  const reader = await newToken('read');
  const admin = await newToken('admin');
  const { at } = await gateway(
    { files: { command: servers.filesystem(folder) } },
    { auth: { tokens: [reader.entry, admin.entry] } },
  );
  for (const [era, connect] of Object.entries({ 'up to 2025-11-25': legacyAt, '2026-07-28': modernAt })) {
    const end = (connection) => (connect === legacyAt ? leave(connection) : connection.client.close());

    await scenario(`${era}: no token, an invalid token`, async () => {
      for (const options of [{}, bearer('plm_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')]) {
        assert.match(String(await rejection(connect(`${at}/files`, options))), /401|[Uu]nauthorized|UNAUTHORIZED/);
      }
    });
    await scenario(`${era}: a tier lists and calls only its tools`, async () => {
      const all = await connect(`${at}/files`, bearer(admin.token));
      const few = await connect(`${at}/files`, bearer(reader.token));
      const names = async ({ client }) => (await client.listTools()).tools.map((tool) => tool.name);
      const [every, some] = [await names(all), await names(few)];
      assert.ok(every.includes('write_file') && every.includes('read_text_file'));
      assert.ok(!some.includes('write_file') && !some.includes('move_file'));
      assert.ok(some.includes('read_text_file') && some.at(-1) === READ);
      const written = join(folder, `written-${connect.name}`);
      const write = { name: 'write_file', arguments: { path: written, content: 'x' } };
      const refused = await few.client.callTool(write);
      assert.equal(JSON.parse(firstText(refused)).error.code, 'FORBIDDEN');
      assert.notEqual((await all.client.callTool(write)).isError, true);
      await Promise.all([end(all), end(few)]);
    });
  }
});

await group('serve-tls', async (scenario) => {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30', ...names];
  await run('openssl', [...made, '-keyout', key, '-out', certificate]);
  const { at } = await gateway(
    { everything: { command: servers.everything() } },
    { tls: { certificate, key }, scheme: 'https' },
  );
  const list = (env) => run(process.execPath, [listing, `${at}/everything`], { env: { ...environment, ...env } });

  await scenario('a client that trusts the certificate', async () => {
    const { legacy, modern } = JSON.parse((await list({ NODE_EXTRA_CA_CERTS: certificate })).stdout);
    for (const seen of [legacy, modern]) assert.ok(seen.includes('echo') && seen.includes(READ));
  });
  await scenario('a client that does not trust the certificate', async () => {
    assert.match(String((await rejection(list({}))).stderr), /SELF_SIGNED_CERT|self-signed/);
  });
});
