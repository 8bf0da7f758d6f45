// Tests of what makes the dashboard finished: its first period, links to requests, alerts, values, units, and names on a phone.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { faults, open } from './lib/browser.js';
import { serve } from './lib/gateway.js';

const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'dark' };

const picture = (page, name) => process.env.SCREENSHOTS && page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true });

/**
 * Starts a gateway with these settings, makes the calls, and runs `use` with its dashboard. The browser must
 * have nothing to complain about.
 */
async function shown(use, { settings = {}, calls = ['list_ships'], hash = '/', ...options } = {}) {
  const served = await serve(settings);
  try {
    for (const tool of calls) assert.ok((await served.call(tool)).content, tool);
    const page = await open(served.base, hash, options);
    await use(page, served);
    assert.deepEqual(page.complaints, []);
    await page.done();
  } finally {
    await served.close();
  }
}

const checked = (page, label) => page.getByLabel(label, { exact: true }).isChecked();

const DAY = 86_400_000;

/** Makes the latest request look as if it were this many milliseconds old. */
const aged = (page, age) => page.route('**/api/v1/requests?limit=1', async (route) => {
  const response = await route.fetch();
  const body = await response.json();
  for (const request of body.requests) request.time = new Date(Date.now() - age).toISOString();
  await route.fulfill({ response, json: body });
});

/** Returns the words in names of tools and servers that are broken over several lines. */
const broken = (page) => page.evaluate(() => [...document.querySelectorAll('tbody th .link, tbody th code')].flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === 3).flatMap((node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
  return tops.size > 1 && !/\s/.test(node.data) ? [node.data] : [];
})));

export const tests = [
  ['the first period has requests', () => shown(async (page, served) => {
    await page.getByText('in the last hour').waitFor();
    assert.ok(await checked(page, '1 h'));
    assert.equal(new URL(page.url()).hash, '');
    for (const [age, label] of [[DAY / 2, '24 h'], [3 * DAY, '7 days'], [20 * DAY, '30 days']]) {
      await aged(page, age);
      await page.goto(`${served.base}/#overview?era=`);
      await page.reload();
      await page.locator('.ranges input:checked').waitFor({ state: 'attached' });
      assert.ok(await checked(page, label), label);
      await page.unroute('**/api/v1/requests?limit=1');
    }
    await page.getByLabel('15 min').check();
    await page.waitForURL(/range=15m/);
    await page.goBack();
    await page.getByText('Plimsoll kept').waitFor();
  }, DESK)],

  ['a request has a link, and Back closes it', () => shown(async (page, served) => {
    await page.getByRole('row', { name: /list_ships/ }).getByRole('button').first().click();
    await page.getByRole('dialog').getByText('What the agent saw').waitFor();
    await page.waitForURL(/request=[0-9a-f]{16}&at=/);
    const link = page.url();
    assert.deepEqual(await faults(page), []);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForURL((url) => !url.href.includes('request='));
    await page.goForward();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForURL((url) => !url.href.includes('request='));

    const other = await open(served.base, new URL(link).hash.replace(/^/, '/'), PHONE);
    await other.getByRole('dialog').getByRole('heading', { name: 'list_ships' }).waitFor();
    await other.getByText('To see values here, set telemetry.capture').waitFor();
    await other.keyboard.press('Escape');
    await other.getByRole('dialog').waitFor({ state: 'detached' });
    await other.goto(`${served.base}/${new URL(link).hash.replace(/request=\w+/, 'request=0000000000000000')}`);
    await other.reload();
    await other.getByText('The gateway has no record of this request').waitFor();
    assert.deepEqual(other.complaints, []);
    await other.done();
  }, { ...DESK, hash: '/#requests' })],

  ['with telemetry.capture, the page shows the values that the agent saw, in colors', () => shown(async (page) => {
    await page.getByRole('row', { name: /list_ships/ }).getByRole('button').first().click();
    const text = page.getByLabel('Text of the answer');
    await text.getByText('"MV Albatross 0"').first().waitFor();
    assert.ok(await text.locator('.c-key').count() > 10);
    assert.ok((await text.innerText()).split('\n').length > 10);
    await page.getByText('Its structure').click();
    await page.getByText('Field names are shown').waitFor();
    await picture(page, 'captured');
    assert.deepEqual(await faults(page), []);
  }, { ...PHONE, settings: { telemetry: { capture: true } }, hash: '/#requests' })],

  ['an alert explains itself and can be muted', () => shown(async (page) => {
    await page.getByText('Many oversized results').waitFor({ timeout: 30_000 });
    await page.getByText('What this means, and what to do').click();
    await page.getByText('Agents get shortened answers').waitFor();
    await picture(page, 'alert');
    assert.deepEqual(await faults(page), []);
    await page.getByRole('link', { name: 'The oversized requests' }).click();
    await page.waitForURL(/#requests\?outcome=paginated/);
    await page.getByRole('button', { name: 'Mute 1 h: Many oversized results' }).click();
    await page.getByText(/Muted in this browser until \d\d:\d\d: Many oversized results/).waitFor();
    await page.reload();
    await page.getByText(/Muted in this browser/).waitFor();
    assert.equal(await page.locator('.alert').count(), 0);
    await page.getByRole('button', { name: 'Show again' }).click();
    await page.locator('.alert').waitFor();
  }, { ...PHONE, settings: { alerts: { oversizedShare: '1%', minRequests: 1 } } })],

  ['all series and units are visible, and names stay whole on a phone', () => shown(async (page) => {
    for (const kind of ['before', 'after', 'volume']) {
      const box = await page.locator(`#traffic .plot g.${kind} rect`).first().boundingBox();
      assert.ok(box.width > 0.5 && box.height >= 1, kind);
    }
    const [front, back] = await Promise.all(['after', 'before'].map((kind) => page.locator(`#traffic .plot g.${kind} rect`).first().boundingBox()));
    assert.ok(front.width <= back.width);
    await page.locator('#traffic .plot').getByText('tokens').waitFor();
    await page.locator('#offenders thead th:visible').getByText('tokens').first().waitFor();
    assert.deepEqual(await broken(page), []);
    await page.goto(`${new URL(page.url()).origin}/#server?name=harbour`);
    await page.getByText('harbour_log').first().waitFor();
    assert.deepEqual(await broken(page), []);
  }, { ...PHONE, calls: ['list_ships', 'harbour_log', 'get_ship'] })],

  ['a client without a name has one, and can be chosen', () => shown(async (page, served) => {
    const post = (body, session) => fetch(`${served.base}/mcp/harbour`, { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...(session && { 'Mcp-Session-Id': session }) }, body: JSON.stringify({ jsonrpc: '2.0', ...body }) });
    const opened = await post({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } });
    const answer = await post({ id: 1, method: 'tools/call', params: { name: 'get_ship', arguments: {} } }, opened.headers.get('mcp-session-id'));
    assert.ok((await answer.text()).includes('Albatross'));
    await page.reload();
    await page.getByRole('button', { name: /^unnamed client/ }).click();
    await page.waitForURL(/client=/);
    await page.getByText('Plimsoll kept').or(page.getByText('No result was shaped')).or(page.getByText('Plimsoll cost')).waitFor();
    await page.locator('#offenders').getByText('list_ships').waitFor({ state: 'detached' });
    await page.locator('#offenders').getByText('get_ship').waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Client' }).evaluate((select) => select.selectedOptions[0].text), 'unnamed client');
  }, DESK)],
];
