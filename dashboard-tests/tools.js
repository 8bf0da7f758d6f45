// Tests of the page of a server: its tools with their sizes and switches, and the login at a server with OAuth.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { faults, open } from './lib/browser.js';
import { serve } from './lib/gateway.js';
import { startShop } from './lib/oauth.js';

const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'dark' };

const picture = (page, name) => process.env.SCREENSHOTS && page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true });

const fits = async (page) => {
  const { scroll, width } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: window.innerWidth }));
  assert.ok(scroll <= width, `${scroll} > ${width}`);
};

/**
 * Starts a gateway with these settings, and runs `use` with a page of its dashboard. The browser must have
 * nothing to complain about.
 */
async function shown(hash, use, { settings = { management: 'local' }, ...options } = {}) {
  const served = await serve(settings);
  try {
    const page = await open(served.base, hash, options);
    await use(page, served);
    assert.deepEqual(page.complaints, []);
    await page.done();
  } finally {
    await served.close();
  }
}

const names = async (served) => (await (await fetch(`${served.base}/api/v1/servers/harbour/tools`)).json()).tools.filter((tool) => !tool.blocked).map((tool) => tool.name);

async function switchesTools(page, served) {
  await page.getByRole('link', { name: 'harbour' }).click();
  await page.getByText(/[\d,]+ tokens in each listing, from 3 tools/).waitFor();
  assert.deepEqual(await faults(page), []);
  await fits(page);
  await picture(page, `tools-${page.viewportSize().width}`);
  const toggle = page.getByRole('switch', { name: 'Offer get_ship to callers' });
  assert.equal(await toggle.getAttribute('aria-checked'), 'true');
  await toggle.click();
  await page.getByText('harbour/get_ship:').waitFor();
  assert.deepEqual(await faults(page), []);
  await picture(page, `tools-dialog-${page.viewportSize().width}`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await names(served)).length, 3);
  await toggle.click();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('Switched off: get_ship.').waitFor();
  assert.equal(await toggle.getAttribute('aria-checked'), 'false');
  await page.getByText(/from 2 tools; [\d,]+ tokens of 1 tool are switched off/).waitFor();
  assert.deepEqual(await names(served), ['list_ships', 'harbour_log']);
  const refused = await served.call('get_ship');
  assert.equal(refused.error.code, 'FORBIDDEN');
  await toggle.click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('Switched on: get_ship.').waitFor();
  assert.ok((await served.call('get_ship')).content);
  await page.goBack();
  await page.getByRole('heading', { name: 'Servers' }).waitFor();
}

async function signIn(page, shop) {
  await page.getByText('lists its tools after you have logged in').waitFor();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { name: 'Grant access?' }).waitFor();
  assert.ok(page.url().startsWith(shop.issuer));
}

async function withShop(use, options) {
  const shop = await startShop();
  try {
    await shown('/#server?name=shop', (page, served) => use(page, served, shop), {
      ...options, asks: [shop.issuer],
      settings: { management: 'local', servers: { shop: { url: shop.url } }, ...options.settings },
    });
  } finally {
    shop.close();
  }
}

export const tests = [
  ['the tools of a server have sizes and switches', () => shown('/#system', switchesTools, DESK)],
  ['the tools of a server have sizes and switches on a phone', () => shown('/#system', switchesTools, PHONE)],

  ['without permission, a switch shows the lines for the file and changes nothing', () => shown('/#server?name=harbour', async (page, served) => {
    await page.getByRole('switch', { name: 'Offer get_ship to callers' }).click();
    await page.getByText(/The page cannot write.*Copy the lines/).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Switch off' }).isDisabled());
    assert.equal((await names(served)).length, 3);
  }, { ...DESK, settings: {} })],

  ['a person logs in to a server with OAuth and out again', () => withShop(async (page, served, shop) => {
    await picture(page, 'sign-in');
    assert.deepEqual(await faults(page), []);
    await signIn(page, shop);
    await page.getByRole('link', { name: 'Grant' }).click();
    await page.getByText('logged in', { exact: true }).waitFor();
    await page.getByText('list_orders').waitFor();
    await page.getByText('orders:read').waitFor();
    assert.ok(page.url().endsWith('/#server?name=shop'), page.url());
    assert.equal(shop.tokens.size, 1);
    await picture(page, 'signed-in');
    assert.deepEqual(await faults(page), []);
    await fits(page);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('not logged in', { exact: true }).waitFor();
    assert.equal(shop.tokens.size, 0);
  }, PHONE)],

  ['a refused login is shown on the page of the server', () => withShop(async (page, served, shop) => {
    await signIn(page, shop);
    await page.getByRole('link', { name: 'Deny' }).click();
    await page.getByText(/The last login failed .*access was not granted/).waitFor();
    await picture(page, 'sign-in-failed');
    assert.equal(shop.tokens.size, 0);
    assert.deepEqual(await faults(page), []);
  }, DESK)],
];
