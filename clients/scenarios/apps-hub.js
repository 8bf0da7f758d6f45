// MCP Apps in the hub: two servers whose pages have the same URI, one server without apps, and `catalog: dispatch`.

import assert from 'node:assert/strict';
import { ALONE, appClient, appClientAt, checkAppClient, checkPlainClient, CLIENTS, inHub, PAGE, sameForApp, samePages, sameShown } from '../lib/apps.js';
import { gateway, Program } from '../lib/gateway.js';
import { servers } from '../lib/paths.js';
import { firstText } from '../lib/assertions.js';
import { group, register } from '../lib/report.js';

const NAMES = ['north', 'south'];
const FOR_APPS = ['track_ship', 'refuel_north', 'refuel_south'];

/** One server as a process and one over HTTP, with the same URIs and tools. */
async function harbours(settings) {
  const direct = {};
  const urls = {};
  for (const name of NAMES) {
    const http = register(new Program(`${name} over HTTP`, servers.apps(name, 'both', 'http')));
    urls[name] = `http://127.0.0.1:${await http.ready(/listening at (\d+)\n/)}/mcp`;
    direct[name] = {};
    for (const revision of Object.keys(CLIENTS)) direct[name][revision] = await appClientAt(revision, urls[name]);
  }
  const serving = await gateway(
    { north: { command: servers.apps('north') }, south: { url: urls.south }, orders: { command: servers.modern() } },
    settings,
  );
  return { direct, serving };
}

const names = async ({ client }) => (await client.listTools()).tools.map((tool) => tool.name);
const failure = (answer) => JSON.parse(firstText(answer)).error;

await group('apps-hub', async (scenario) => {
  const { direct, serving } = await harbours();
  for (const revision of Object.keys(CLIENTS)) {
    await scenario(`${revision}: pages and data of each server`, async () => {
      const hub = await appClientAt(revision, serving.at);
      for (const name of NAMES) await checkAppClient(direct[name][revision], hub, inHub(name));
      await hub.end();
    });
    await scenario(`${revision}: each page with its own content security policy`, async () => {
      const hub = await appClientAt(revision, serving.at);
      for (const name of NAMES) {
        const [entry] = (await hub.client.readResource({ uri: inHub(name).address(PAGE) })).contents;
        assert.deepEqual(entry._meta.ui.csp.connectDomains, [`https://${name}.example`]);
      }
      const listed = (await hub.client.listResources()).resources.map(({ uri }) => uri);
      for (const name of NAMES) assert.ok(listed.includes(inHub(name).address(PAGE)), listed.join());
      await hub.end();
    });
    await scenario(`${revision}: an app calls tools by its server's names`, async () => {
      const hub = await appClientAt(revision, serving.at);
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
      const hub = await appClientAt(revision, serving.at, { declares: false });
      for (const name of NAMES) await checkPlainClient(direct[name][revision], hub, inHub(name));
      await hub.end();
    });
  }
});

await group('apps-hub-newer', async (scenario) => {
  const before = await appClient('2026-07-28', servers.apps('south'), { through: false });
  for (const isolation of ['session', 'shared']) {
    const serving = await gateway({ orders: { command: servers.modern() }, south: { command: servers.apps('south', 'modern-ends') } }, { isolation });
    for (const revision of ['2025-11-25', '2026-07-28', '2025-06-18']) {
      await scenario(`${isolation}, ${revision}: a server whose process ends on initialize`, async () => {
        const hub = await appClientAt(revision, serving.at);
        await checkAppClient(before, hub, inHub('south'));
        await samePages(before, hub, inHub('south'));
        await sameForApp(before, hub, { ...inHub('south'), ofApp: (tool) => tool });
        await hub.end();
      });
    }
  }
});

await group('apps-dispatch', async (scenario) => {
  const { direct, serving } = await harbours({ catalog: 'dispatch' });
  const dispatched = async ({ client }, name, args) => firstText(await client.callTool({ name, arguments: args }));

  for (const revision of Object.keys(CLIENTS)) {
    for (const [where, url, at] of [['alone', `${serving.at}/north`, ALONE], ['in the hub', serving.at, inHub('north')]]) {
      await scenario(`${revision}, ${where}: tools with an app are listed by name`, async () => {
        const showing = await appClientAt(revision, url);
        const other = await appClientAt(revision, url, { declares: false });
        const [seen, seenByOther] = [await names(showing), await names(other)];
        for (const name of ['show_ships', 'show_ships_as_text_too', 'plimsoll_tools']) {
          assert.ok(seen.includes(at.named(name)), name);
          assert.ok(seenByOther.includes(at.named(name)), name);
        }
        for (const name of ['track_ship', 'refuel_north']) {
          assert.ok(seen.includes(at.named(name)), name);
          assert.ok(!seenByOther.includes(at.named(name)), name);
        }
        for (const names of [seen, seenByOther]) assert.ok(!names.includes(at.named('list_ships')));
        const { tools } = await showing.client.listTools();
        const { _meta } = tools.find(({ name }) => name === at.named('show_ships'));
        assert.equal(_meta.ui.resourceUri, at.address(PAGE));

        for (const connection of [showing, other]) {
          const help = await dispatched(connection, at.named('plimsoll_tools'), { help: '' });
          const { description } = (await connection.client.listTools()).tools.find(({ name }) => name === at.named('plimsoll_tools'));
          assert.match(help, /list_ships/);
          for (const name of FOR_APPS) assert.ok(!help.includes(name) && !description.includes(name), name);
        }
        await samePages(direct.north[revision], showing, at);
        await sameShown(direct.north[revision], showing, at);
        await sameForApp(direct.north[revision], showing, at);
        await showing.end();
        await other.end();
      });
    }
  }
  await scenario('plimsoll run', async () => {
    const guarded = await appClient('2025-11-25', servers.apps(), { env: { PLIMSOLL_CATALOG: 'dispatch' } });
    assert.ok((await names(guarded)).includes('show_ships'));
    await sameShown(direct.north['2025-11-25'], guarded);
  });
});
