// Tests of the servers on the dashboard: they are added, stopped, started, restarted, and removed on the page.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { faults, open } from './lib/browser.js';
import { serve } from './lib/gateway.js';

const SERVER = fileURLToPath(new URL('./lib/server.js', import.meta.url));
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const picture = (page, name) => process.env.SCREENSHOTS && page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true });

/**
 * Starts a gateway with these settings, and runs `use` with its page of servers. The browser must have nothing
 * to complain about.
 */
async function shown(use, { settings = { management: 'local' }, ...options } = {}) {
  const served = await serve(settings);
  try {
    const page = await open(served.base, '/#system', options);
    await page.getByRole('heading', { name: 'Servers' }).waitFor();
    await use(page, served);
    assert.deepEqual(page.complaints, []);
    await page.done();
  } finally {
    await served.close();
  }
}

async function fill(page, name, command) {
  await page.getByText('Add a server').click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Command or URL').fill(command);
  await page.getByLabel(/Environment variables/).fill('GREETING=${HOME}');
}

/** Presses a button and agrees to what it asks. */
async function agree(page, name, label) {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name: label }).click();
}

const fits = async (page) => {
  const { scroll, width } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: window.innerWidth }));
  assert.ok(scroll <= width, `${scroll} > ${width}`);
};

export const tests = [
  ['a server is added, stopped, started, restarted, and removed on the page', () => shown(async (page, served) => {
    await fill(page, 'second', `"${process.execPath}" '${SERVER}'`);
    await picture(page, 'servers-add');
    assert.deepEqual(await faults(page), []);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/Added second: \d+ tools of [\d,]+ tokens/).waitFor();

    await page.getByRole('button', { name: 'Stop second' }).click();
    await picture(page, 'servers-dialog');
    assert.deepEqual(await faults(page), []);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.getByText('Stopped second.').count(), 0);
    await agree(page, 'Stop second', 'Stop');
    await page.getByText('Stopped second.').waitFor();
    await picture(page, 'servers-stopped');
    await page.getByRole('button', { name: 'Start second' }).click();
    await page.getByText('Started second.').waitFor();
    await agree(page, 'Restart second', 'Restart');
    await page.getByText('Restarted second.').waitFor();
    await agree(page, 'Remove second', 'Remove');
    await page.getByText('Removed second.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Remove second' }).count(), 0);

    await agree(page, 'Remove harbour', 'Remove');
    await page.getByText(/Nothing was changed.*keep at least one/).waitFor();
    const { servers } = await (await fetch(`${served.base}/api/v1/servers`)).json();
    assert.deepEqual(servers.map(({ name }) => name), ['harbour']);
  }, { viewport: { width: 1440, height: 900 } })],

  ['a server that does not start is not added, and the form keeps what was typed', () => shown(async (page) => {
    await fill(page, 'broken', '/does/not/exist');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/Nothing was changed: the server does not work/).waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'broken');
    await fits(page);
    await picture(page, 'servers-phone');
    assert.deepEqual(await faults(page), []);
  }, { ...PHONE, colorScheme: 'dark' })],

  ['a tool that floods gets a rule, with a preview and its YAML, and the rule is undone', () => shown(async (page, served) => {
    const { isError, structuredContent } = await served.call('list_ships');
    assert.ok(!isError, JSON.stringify(structuredContent));
    await page.goto(`${served.base}/#overview`);
    await page.reload();
    await page.getByRole('button', { name: 'Limit list_ships of harbour' }).click();
    await page.getByText('Would be shaped').waitFor();
    await page.getByLabel('Budget in tokens').fill('700');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('tokenBudgetThreshold: 700').waitFor();
    assert.deepEqual(await faults(page), []);
    await fits(page);
    await picture(page, 'rule');
    await page.getByRole('button', { name: 'Write the rule' }).click();
    await page.getByText('The rule is in effect').waitFor();
    const effective = async () => (await (await fetch(`${served.base}/api/v1/config`)).json()).configuration.tools;
    assert.equal((await effective())['harbour/list_ships'].tokenBudgetThreshold, 700);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.goto(`${served.base}/#system`);
    await page.getByText(/set tools \/ harbour\/list_ships/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/set tools \/ harbour\/list_ships/).waitFor({ state: 'detached' });
    await picture(page, 'undone');
    assert.equal(Object.keys((await effective()) ?? {}).length, 0);
  }, { ...PHONE, colorScheme: 'dark' })],

  ['a repeated query is stored on the page, works by its name, and is undone', () => shown(async (page, served) => {
    const first = JSON.parse((await served.call('list_ships')).content[0].text);
    const read = (args) => served.call('plimsoll_read', undefined, { cursor: first.nextCursor, ...args });
    for (const name of ['Aurora', 'Borealis', 'Aurora']) {
      const { isError, content } = await read({ query: `[.. | select(. == "${name}")] | length` });
      assert.ok(!isError, content[0].text);
    }
    await page.reload();
    const row = page.getByRole('row', { name: /\$text/ });
    await row.getByText('3', { exact: true }).waitFor();
    assert.equal(await page.getByText('Aurora').count(), 0);
    await page.getByRole('button', { name: /^Store / }).click();
    await page.getByText('parameters: {text: {type: string}}').waitFor();
    await page.getByLabel('Name', { exact: true }).last().fill('length');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(/is a function or keyword of jq/).waitFor();
    await page.getByLabel('Name', { exact: true }).last().fill('count_of');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('count_of:').waitFor();
    assert.deepEqual(await faults(page), []);
    await fits(page);
    await picture(page, 'query');
    await page.getByRole('button', { name: 'Store the query' }).click();
    await page.getByText('Stored: count_of.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await row.getByText('stored').waitFor();
    const { isError, content } = await read({ query: 'count_of', args: { text: 'Aurora' } });
    assert.ok(!isError, content[0].text);
    await page.reload();
    await page.getByText(/set tools \/ harbour\/list_ships \/ queries \/ count_of/).waitFor();
    await picture(page, 'queries');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/set tools \/ harbour\/list_ships \/ queries/).waitFor({ state: 'detached' });
    assert.match(JSON.stringify(await read({ query: 'count_of' })), /QUERY_INVALID/);
  }, { ...PHONE, colorScheme: 'dark' })],

  ['without authentication and without the switch, the page says why it has no controls', () => shown(async (page) => {
    await page.getByText(/Servers cannot be changed here.*--management local/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Remove harbour' }).count(), 0);
    await fits(page);
    await picture(page, 'servers-locked');
  }, { ...PHONE, settings: {} })],
];
