// Tests MCP Apps through plimsoll run and plimsoll serve with a single server. The servers use ext-apps. Clients of each revision
// connect with and without apps. All results are compared with the direct connection.

import assert from 'node:assert/strict';
import { appClient, appHttpClient, checkAppClient, checkPlainClient, CLIENTS, sdk1Client, sdk1HttpClient, checkAppPages, checkAppWithSentence } from '../lib/apps.js';
import { ServerProcess, startGateway } from '../lib/gateway.js';
import { servers } from '../lib/paths.js';
import { group, register } from '../lib/report.js';

const direct = (revision, server = servers.apps()) => appClient(revision, server, { viaPlimsoll: false });

/** Tests clients of each revision with a server of both eras, and with a server of the other era. */
await group('apps-run', async (scenario) => {
  for (const revision of Object.keys(CLIENTS)) {
    const before = await direct(revision);
    await scenario(`${revision}: a client with apps`, async () => {
      const guarded = await appClient(revision, servers.apps());
      await checkAppClient(before, guarded);
      await before.client.callTool({ name: 'show_ships', arguments: {} });
      await guarded.client.callTool({ name: 'show_ships', arguments: {} });
      assert.equal(guarded.lastResponse(), before.lastResponse(), 'the complete response has the same bytes');
    });
    await scenario(`${revision}: a client without apps`, async () => {
      await checkPlainClient(before, await appClient(revision, servers.apps(), { hasApps: false }));
    });
  }
  await scenario('a host that does not declare apps but has read an app page', async () => {
    const before = await direct('2025-11-25');
    const guarded = await appClient('2025-11-25', servers.apps(), { hasApps: false });
    await checkAppPages(before, guarded);
    await checkAppWithSentence(before, guarded);
  });
  await scenario("the SDK's version 1", async () => checkAppClient(await direct('2025-11-25'), await sdk1Client(servers.apps())));
  for (const [suffix, era] of [['', 'modern'], [' that ends when it refuses', 'modern-ends']]) {
    await scenario(`a client with initialize, a server of 2026-07-28 only${suffix}`, async () => {
      const before = await direct('2026-07-28');
      await checkAppClient(before, await appClient('2025-11-25', servers.apps('north', era)));
      await checkPlainClient(before, await appClient('2025-11-25', servers.apps('north', era), { hasApps: false }));
    });
  }
  await scenario('a client of 2026-07-28, a server that needs initialize', async () => {
    const before = await direct('2025-11-25');
    const options = { options: ['--bridge'] };
    await checkAppClient(before, await appClient('2026-07-28', servers.apps('north', 'legacy'), options));
    await checkPlainClient(before, await appClient('2026-07-28', servers.apps('north', 'legacy'), { ...options, hasApps: false }));
  });
});

for (const isolation of ['session', 'shared']) {
  await group(`apps-serve-${isolation}`, async (scenario) => {
    const http = register(new ServerProcess('a server over HTTP', servers.apps('north', 'both', 'http')));
    const url = `http://127.0.0.1:${await http.ready(/listening at (\d+)\n/)}/mcp`;
    const gatewayProcess = await startGateway(
      {
        both: { command: servers.apps() },
        older: { command: servers.apps('north', 'legacy') },
        newer: { command: servers.apps('north', 'modern-ends') },
        remote: { url },
      },
      { isolation },
    );
    const direct = { '2025-11-25': await appHttpClient('2025-11-25', url), '2026-07-28': await appHttpClient('2026-07-28', url) };
    direct['2025-06-18'] = direct['2025-11-25'];

    for (const name of ['both', 'older', 'newer', 'remote']) {
      for (const revision of Object.keys(CLIENTS)) {
        await scenario(`${name}, ${revision}`, async () => {
          const withApps = await appHttpClient(revision, `${gatewayProcess.url}/${name}`);
          const withoutApps = await appHttpClient(revision, `${gatewayProcess.url}/${name}`, { hasApps: false });
          await checkAppClient(direct[revision], withApps);
          await checkPlainClient(direct[revision], withoutApps);
          await checkAppClient(direct[revision], withApps);
          await withApps.end();
          await withoutApps.end();
        });
      }
    }
    await scenario("the SDK's version 1", async () => {
      const older = await sdk1HttpClient(`${gatewayProcess.url}/both`);
      await checkAppClient(direct['2025-11-25'], older);
      await older.end();
    });
  });
}
