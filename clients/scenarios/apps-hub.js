// MCP Apps in the hub: two servers whose pages have the same URI, one server without apps, and `catalog: dispatch`.

import assert from 'node:assert/strict';
import { SINGLE_SERVER, appClient, appHttpClient, checkAppClient, checkPlainClient, CLIENTS, inHub, PAGE, checkAppOnlyTool, checkAppPages, checkAppWithSentence } from '../lib/apps.js';
import { ServerProcess, startGateway } from '../lib/gateway.js';
import { servers } from '../lib/paths.js';
import { firstText } from '../lib/assertions.js';
import { group, register } from '../lib/report.js';

const NAMES = ['north', 'south'];
const APP_ONLY_TOOLS = ['track_ship', 'refuel_north', 'refuel_south'];

/** Starts a gateway with two servers of the same URIs and tools, one as a process and one over HTTP. */
async function startHarbours(settings) {
  const direct = {};
  const urls = {};
  for (const name of NAMES) {
    const http = register(new ServerProcess(`${name} over HTTP`, servers.apps(name, 'both', 'http')));
    urls[name] = `http://127.0.0.1:${await http.ready(/listening at (\d+)\n/)}/mcp`;
    direct[name] = {};
    for (const revision of Object.keys(CLIENTS)) direct[name][revision] = await appHttpClient(revision, urls[name]);
  }
  const gatewayProcess = await startGateway(
    { north: { command: servers.apps('north') }, south: { url: urls.south }, orders: { command: servers.modern() } },
    settings,
  );
  return { direct, gatewayProcess };
}

const toolNames = async ({ client }) => (await client.listTools()).tools.map((tool) => tool.name);
const failure = (answer) => JSON.parse(firstText(answer)).error;

await group('apps-hub', async (scenario) => {
  const { direct, gatewayProcess } = await startHarbours();
  for (const revision of Object.keys(CLIENTS)) {
    await scenario(`${revision}: pages and data of each server`, async () => {
      const hub = await appHttpClient(revision, gatewayProcess.url);
      for (const name of NAMES) await checkAppClient(direct[name][revision], hub, inHub(name));
      await hub.end();
    });
    await scenario(`${revision}: each page with its own content security policy`, async () => {
      const hub = await appHttpClient(revision, gatewayProcess.url);
      for (const name of NAMES) {
        const [entry] = (await hub.client.readResource({ uri: inHub(name).pageUri(PAGE) })).contents;
        assert.deepEqual(entry._meta.ui.csp.connectDomains, [`https://${name}.example`]);
      }
      const listed = (await hub.client.listResources()).resources.map(({ uri }) => uri);
      for (const name of NAMES) assert.ok(listed.includes(inHub(name).pageUri(PAGE)), listed.join());
      await hub.end();
    });
    await scenario(`${revision}: an app calls tools by its server's names`, async () => {
      const hub = await appHttpClient(revision, gatewayProcess.url);
      await hub.client.listTools();
      for (const name of NAMES) {
        const answer = await hub.client.callTool({ name: `refuel_${name}`, arguments: {} });
        assert.equal(firstText(answer), `refuelled at ${name}`);
      }
      const { code, message, details } = failure(await hub.client.callTool({ name: 'track_ship', arguments: { id: 's-1' } }));
      assert.equal(code, 'ACTION_NOT_FOUND');
      for (const name of NAMES) assert.match(JSON.stringify([message, details]), new RegExp(name));
      const none = await hub.client.callTool({ name: 'say', arguments: { words: 'x' } });
      assert.equal(failure(none).code, 'ACTION_NOT_FOUND', 'that server has no apps');
      await hub.end();
    });
    await scenario(`${revision}: a client without apps`, async () => {
      const hub = await appHttpClient(revision, gatewayProcess.url, { hasApps: false });
      for (const name of NAMES) await checkPlainClient(direct[name][revision], hub, inHub(name));
      await hub.end();
    });
  }
});

await group('apps-hub-newer', async (scenario) => {
  const before = await appClient('2026-07-28', servers.apps('south'), { viaPlimsoll: false });
  for (const isolation of ['session', 'shared']) {
    const gatewayProcess = await startGateway({ orders: { command: servers.modern() }, south: { command: servers.apps('south', 'modern-ends') } }, { isolation });
    for (const revision of ['2025-11-25', '2026-07-28', '2025-06-18']) {
      await scenario(`${isolation}, ${revision}: a server whose process ends on initialize`, async () => {
        const hub = await appHttpClient(revision, gatewayProcess.url);
        await checkAppClient(before, hub, inHub('south'));
        await checkAppPages(before, hub, inHub('south'));
        await checkAppOnlyTool(before, hub, { ...inHub('south'), appToolName: (tool) => tool });
        await hub.end();
      });
    }
  }
});

await group('apps-dispatch', async (scenario) => {
  const { direct, gatewayProcess } = await startHarbours({ catalog: 'dispatch' });
  const callForText = async ({ client }, name, args) => firstText(await client.callTool({ name, arguments: args }));

  for (const revision of Object.keys(CLIENTS)) {
    for (const [where, url, endpoint] of [['alone', `${gatewayProcess.url}/north`, SINGLE_SERVER], ['in the hub', gatewayProcess.url, inHub('north')]]) {
      await scenario(`${revision}, ${where}: tools with an app are listed by name`, async () => {
        const withApps = await appHttpClient(revision, url);
        const withoutApps = await appHttpClient(revision, url, { hasApps: false });
        const [namesWithApps, namesWithoutApps] = [await toolNames(withApps), await toolNames(withoutApps)];
        for (const name of ['show_ships', 'show_ships_as_text_too', 'plimsoll_tools']) {
          assert.ok(namesWithApps.includes(endpoint.toolName(name)), name);
          assert.ok(namesWithoutApps.includes(endpoint.toolName(name)), name);
        }
        for (const name of ['track_ship', 'refuel_north']) {
          assert.ok(namesWithApps.includes(endpoint.toolName(name)), name);
          assert.ok(!namesWithoutApps.includes(endpoint.toolName(name)), name);
        }
        for (const toolNames of [namesWithApps, namesWithoutApps]) assert.ok(!toolNames.includes(endpoint.toolName('list_ships')));
        const { tools } = await withApps.client.listTools();
        const { _meta } = tools.find(({ name }) => name === endpoint.toolName('show_ships'));
        assert.equal(_meta.ui.resourceUri, endpoint.pageUri(PAGE));

        for (const connection of [withApps, withoutApps]) {
          const help = await callForText(connection, endpoint.toolName('plimsoll_tools'), { help: '' });
          const { description } = (await connection.client.listTools()).tools.find(({ name }) => name === endpoint.toolName('plimsoll_tools'));
          assert.match(help, /list_ships/);
          for (const name of APP_ONLY_TOOLS) assert.ok(!help.includes(name) && !description.includes(name), name);
        }
        await checkAppPages(direct.north[revision], withApps, endpoint);
        await checkAppWithSentence(direct.north[revision], withApps, endpoint);
        await checkAppOnlyTool(direct.north[revision], withApps, endpoint);
        await withApps.end();
        await withoutApps.end();
      });
    }
  }
  await scenario('plimsoll run', async () => {
    const guarded = await appClient('2025-11-25', servers.apps(), { env: { PLIMSOLL_CATALOG: 'dispatch' } });
    assert.ok((await toolNames(guarded)).includes('show_ships'));
    await checkAppWithSentence(direct.north['2025-11-25'], guarded);
  });
});
