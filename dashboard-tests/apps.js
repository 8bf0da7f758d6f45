// Tests of apps in a host: the page of the app's server, all of its data, and its own tools, as without Plimsoll.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { open } from './lib/browser.js';
import { serve } from './lib/gateway.js';
import { host } from './lib/host.js';

const SERVER = fileURLToPath(new URL('../clients/servers/apps/main.js', import.meta.url));
const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'];

const harbour = { harbour: { command: process.execPath, args: [fileURLToPath(new URL('lib/server.js', import.meta.url))] } };
const apps = (...args) => ({ command: process.execPath, args: [SERVER, ...args] });

/** Opens a host with an endpoint of a gateway and the apps of some tools; `use` gets the frame of each. */
async function shown(what, { servers, at = '', tools, revision }, use) {
  const served = await serve({ servers });
  const hosted = await host();
  try {
    const asked = new URLSearchParams({ mcp: `${served.base}/mcp${at}`, revision });
    for (const tool of tools) asked.append('tool', tool);
    const page = await open(hosted.base, `/host/index.html?${asked}`, { asks: [served.base] });
    await page.locator('#state', { hasText: /connected,|failed/ }).waitFor();
    assert.equal(await page.locator('#state').innerText(), `connected, revision ${revision}`);
    await use(page, (tool) => page.frameLocator(`iframe[title="${tool}"]`));
    if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${what}-${revision}.png`) });
    assert.deepEqual(page.complaints, []);
    await page.done();
  } finally {
    await hosted.close();
    await served.close();
  }
}

/** Checks that the app shows all rows, and the data that the server sent for it in `_meta`. */
async function hasAll(frame, name) {
  await frame.locator('#count', { hasText: 'ships of' }).waitFor();
  assert.equal(await frame.locator('h1').innerText(), `Harbour of ${name}`);
  assert.equal(await frame.locator('#count').innerText(), `800 ships of ${name}, 40 in the legend`);
  assert.equal(await frame.locator('#said').innerText(), `800 ships are in the harbour of ${name}.`);
  assert.equal(await frame.locator('#rows tr').count(), 800);
  const last = await frame.locator('#rows tr').last().innerText();
  assert.match(last, /^s-799\tMV Albatross 799\tHà Nội\tHàng đã kiểm tra\t/);
}

async function says(frame, button, place, words) {
  await frame.getByRole('button', { name: button }).click();
  await frame.locator(place, { hasText: /./ }).waitFor();
  assert.match(await frame.locator(place).innerText(), words);
}

const described = (page, tool) => page.locator('article', { has: page.locator(`iframe[title="${tool}"]`) }).locator('dl');

export const tests = REVISIONS.flatMap((revision) => [
  [`an app of a single server has all rows and calls its own tools (${revision})`, () => shown(
    'alone',
    { servers: { north: apps('north') }, at: '/north', tools: ['show_ships'], revision },
    async (page, app) => {
      const frame = app('show_ships');
      await hasAll(frame, 'north');
      await says(frame, 'Track', '#tracked', /^800 positions of s-799 from north$/);
      await says(frame, 'Refuel', '#refuelled', /^refuelled at north$/);
      assert.match(await described(page, 'show_ships').innerText(), /the model reads\s+800 ships are in the harbour of north\.$/);
    },
  )],

  [`apps in the hub have the page, the policy, and the data of their server (${revision})`, () => shown(
    'hub',
    { servers: { north: apps('north'), south: apps('south', 'legacy') }, tools: ['north__show_ships', 'south__show_ships'], revision },
    async (page, app) => {
      for (const name of ['north', 'south']) {
        const tool = `${name}__show_ships`;
        await hasAll(app(tool), name);
        await says(app(tool), 'Refuel', '#refuelled', new RegExp(`^refuelled at ${name}$`));
        await says(app(tool), 'Track', '#tracked', /ACTION_NOT_FOUND.*north.*south/s);
        assert.match(await described(page, tool).innerText(), new RegExp(`ui://${name}/harbour/ships.html\\s+connect-src\\s+https://${name}.example`));
      }
    },
  )],

  [`an app in the hub beside a server without apps calls its own tools (${revision})`, () => shown(
    'hub-one',
    { servers: { north: apps('north', 'modern'), ...harbour }, tools: ['north__show_ships'], revision },
    async (page, app) => {
      await hasAll(app('north__show_ships'), 'north');
      await says(app('north__show_ships'), 'Track', '#tracked', /^800 positions of s-799 from north$/);
    },
  )],
]);
