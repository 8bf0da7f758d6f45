// Tests tokens and the tools of their tiers, and TLS with a certificate that the client trusts.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { endSession, legacyHttp, modernHttp, startGateway } from '../lib/gateway.js';
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
  const { url } = await startGateway(
    { files: { command: servers.filesystem(folder) } },
    { auth: { tokens: [reader.entry, admin.entry] } },
  );
  for (const [era, connect] of Object.entries({ 'up to 2025-11-25': legacyHttp, '2026-07-28': modernHttp })) {
    const end = (connection) => (connect === legacyHttp ? endSession(connection) : connection.client.close());

    await scenario(`${era}: no token, an invalid token`, async () => {
      for (const options of [{}, bearer('plm_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')]) {
        assert.match(String(await rejection(connect(`${url}/files`, options))), /401|[Uu]nauthorized|UNAUTHORIZED/);
      }
    });
    await scenario(`${era}: a tier lists and calls only its tools`, async () => {
      const adminConnection = await connect(`${url}/files`, bearer(admin.token));
      const readerConnection = await connect(`${url}/files`, bearer(reader.token));
      const names = async ({ client }) => (await client.listTools()).tools.map((tool) => tool.name);
      const [adminNames, readerNames] = [await names(adminConnection), await names(readerConnection)];
      assert.ok(adminNames.includes('write_file') && adminNames.includes('read_text_file'));
      assert.ok(!readerNames.includes('write_file') && !readerNames.includes('move_file'));
      assert.ok(readerNames.includes('read_text_file') && readerNames.at(-1) === READ);
      const written = join(folder, `written-${connect.name}`);
      const write = { name: 'write_file', arguments: { path: written, content: 'x' } };
      const refused = await readerConnection.client.callTool(write);
      assert.equal(JSON.parse(firstText(refused)).error.code, 'FORBIDDEN');
      assert.notEqual((await adminConnection.client.callTool(write)).isError, true);
      await Promise.all([end(adminConnection), end(readerConnection)]);
    });
  }
});

await group('serve-tls', async (scenario) => {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const requestArgs = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30', ...names];
  await run('openssl', [...requestArgs, '-keyout', key, '-out', certificate]);
  const { url } = await startGateway(
    { everything: { command: servers.everything() } },
    { tls: { certificate, key }, scheme: 'https' },
  );
  const listTools = (env) => run(process.execPath, [listing, `${url}/everything`], { env: { ...environment, ...env } });

  await scenario('a client that trusts the certificate', async () => {
    const { legacy, modern } = JSON.parse((await listTools({ NODE_EXTRA_CA_CERTS: certificate })).stdout);
    for (const names of [legacy, modern]) assert.ok(names.includes('echo') && names.includes(READ));
  });
  await scenario('a client that does not trust the certificate', async () => {
    assert.match(String((await rejection(listTools({}))).stderr), /SELF_SIGNED_CERT|self-signed/);
  });
});
