// Tests of the dashboard.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { faults, open } from './lib/browser.js';
import { serve } from './lib/gateway.js';

const VIEWS = ['overview', 'requests', 'playground', 'system'];
const SMALL = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

const headline = (page) => page.locator('.statement h1');
const clean = (page) => assert.deepEqual(page.complaints, []);

async function gateway(use, config) {
  const served = await serve(config);
  try {
    await use(served);
  } finally {
    served.took = await served.close();
  }
}

/** Opens a page of a gateway that has served some calls. */
async function busy(path, use, options) {
  await gateway(async (served) => {
    for (const tool of ['list_ships', 'list_ships', 'harbour_log', 'get_ship', 'get_ship', 'scuttle']) await served.call(tool);
    const page = await open(served.base, path, options);
    try {
      await use(page, served);
      clean(page);
    } finally {
      await page.done();
    }
  });
}

async function ready(page, view) {
  const sign = { overview: '.statement h1', requests: '#h-requests', playground: '#payload', system: '#h-gateway' }[view];
  await page.locator(sign).waitFor({ state: 'attached' });
}

export const tests = [
  ['an empty dashboard shows how to connect a client', () => gateway(async (served) => {
    const page = await open(served.base);
    await page.getByText('No requests yet.').waitFor();
    assert.match(await page.locator('.empty').innerText(), new RegExp(`claude mcp add --transport http plimsoll ${served.base}/mcp`));
    assert.deepEqual(await faults(page), []);
    clean(page);
    await page.done();
  })],

  ['the first screen shows the savings and the tool with the most tokens', () => busy('/', async (page) => {
    await headline(page).waitFor();
    assert.match(await headline(page).innerText(), /Plimsoll kept (about )?[\d.,]+( million)? tokens out of context in the last hour/);
    assert.match(await page.locator('.statement p').innerText(), /(list_ships|harbour_log) on harbour returned the most/);
    const tools = await page.locator('#offenders tbody tr').count();
    assert.ok(tools >= 3, `${tools} tools`);
    assert.match(await page.locator('[aria-labelledby=h-estimates-and-exact-counts]').innerText(), /results? counted exactly/);
    assert.match(await page.locator('[aria-labelledby=h-servers]').innerText(), /harbour\s+reachable/);
  })],

  ['new calls appear without a reload', () => gateway(async (served) => {
    const page = await open(served.base);
    await page.getByText('No requests yet.').waitFor();
    await page.locator('#live[data-state=live]').waitFor();
    await served.call('list_ships');
    await headline(page).waitFor({ timeout: 10_000 });
    await page.locator('#offenders tbody tr', { hasText: 'list_ships' }).waitFor();
    await served.call('harbour_log');
    await page.locator('#offenders tbody tr', { hasText: 'harbour_log' }).waitFor({ timeout: 10_000 });
    clean(page);
    await page.done();
  })],

  ['a pause stops updates; missed calls appear after it', () => busy('/', async (page, served) => {
    await headline(page).waitFor();
    await page.locator('#live[data-state=live]').waitFor();
    await page.locator('#live').click();
    await page.locator('#live[aria-pressed=false]').waitFor();
    const before = await page.locator('.ledger').innerText();
    await served.call('list_ships');
    await page.waitForTimeout(3500);
    assert.equal(await page.locator('.ledger').innerText(), before);
    await page.locator('#live').click();
    await page.waitForFunction((old) => document.querySelector('.ledger').innerText !== old, before, { timeout: 10_000 });
  })],

  ['the live stream ends with the gateway, and the page shows that', () => gateway(async (served) => {
    const page = await open(served.base);
    await page.locator('#live[data-state=live]').waitFor();
    const took = await served.close();
    assert.ok(took < 5000, `${took} ms to end`);
    await page.locator('#live[data-state=waiting]').waitFor();
    await page.done();
    served.close = async () => 0;
  })],

  ['filters and time ranges apply and are part of the URL', () => busy('/', async (page) => {
    await page.locator('#offenders').getByRole('button', { name: /^harbour_log/ }).click();
    await page.waitForFunction(() => location.hash.includes('tool=harbour_log'));
    await page.waitForFunction(() => document.querySelectorAll('#offenders tbody tr').length === 1);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForFunction(() => document.querySelectorAll('#offenders tbody tr').length >= 3);
    await page.getByLabel('15 min').check();
    await page.waitForFunction(() => document.querySelector('.statement h1').innerText.includes('15 minutes'));
    await page.getByLabel('Custom').check();
    await page.getByLabel('From').fill('2020-01-01T00:00');
    await page.getByLabel('To', { exact: true }).fill('2020-01-02T00:00');
    await page.getByText('No calls in this period.').waitFor();
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('.statement h1')?.innerText.includes('15 minutes'));
  })],

  ['an oversized request shows what the agent saw, without values', () => busy('/#requests', async (page) => {
    await page.getByLabel('Outcome').selectOption({ label: 'oversized' });
    await page.locator('tbody tr', { hasText: 'list_ships' }).first().getByRole('button').click();
    const sheet = page.locator('dialog');
    await sheet.locator('blockquote').waitFor();
    const text = await sheet.innerText();
    assert.match(text, /Items 1-\d+ of 900 from list_ships/);
    assert.match(text, /totalCount: 900/);
    assert.match(text, /name string/);
    assert.doesNotMatch(text, /Albatross|Hamburg|Gdansk|seals/);
    assert.deepEqual(await faults(page), []);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  })],

  ['the playground answers, and its suggested calls work', () => busy('/#playground', async (page, served) => {
    const kept = async () => (await (await fetch(`${served.base}/api/v1/status`)).json()).store.results;
    const before = await kept();
    await page.getByRole('button', { name: 'a list of 1,200 devices' }).click();
    const out = page.locator('.out').first();
    await out.waitFor();
    assert.match(await out.innerText(), /Items 1-\d+ of 1200/);
    await page.locator('.calls button').first().click();
    await page.waitForFunction(() => /Items (?!1-)\d+-\d+ of 1200/.test(document.querySelector('.out').innerText));
    await page.locator('.calls button').first().click();
    await page.waitForFunction(() => document.querySelectorAll('.steps li').length === 3);
    await page.getByText('Other follow-up read').click();
    await page.getByLabel('Show').selectOption('find');
    await page.getByLabel('Text or expression').fill('missing');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('.out').innerText.includes('totalMatches'));
    await page.getByRole('button', { name: "the tool's call" }).click();
    await page.waitForFunction(() => document.querySelectorAll('.steps li').length === 1);
    await page.getByLabel('Style').selectOption('summary');
    await page.getByLabel('Budget, tokens').fill('500');
    await page.getByLabel('Budget, tokens').blur();
    await page.waitForFunction(() => document.querySelector('#play-out').innerText.includes('the budget 500'));
    assert.equal(await kept(), before);
  })],

  ['the playground shows errors', () => busy('/#playground', async (page) => {
    await page.locator('#payload').fill('x');
    assert.equal(await page.getByRole('button', { name: 'See the answer' }).isEnabled(), true);
    await page.getByRole('button', { name: 'See the answer' }).click();
    await page.locator('.out').waitFor();
    await page.getByLabel('Budget, tokens').fill('0');
    await page.getByLabel('Budget, tokens').blur();
    await page.locator('.fault').getByText('tokenBudgetThreshold').waitFor();
    await page.getByLabel('Budget, tokens').fill('100');
    await page.getByLabel('Budget, tokens').blur();
    await page.locator('.fault').waitFor({ state: 'detached' });
    await page.locator('#payload').fill('');
    assert.equal(await page.getByRole('button', { name: 'See the answer' }).isEnabled(), false);
  })],

  ['configuration changes are shown, refused ones with reasons', () => busy('/#system', async (page, served) => {
    const panel = page.locator('#reloads');
    const again = page.getByRole('button', { name: 'Reload' });
    await panel.getByText('No changes since the start.').waitFor();
    await served.configure({ policy: { tokenBudgetThreshold: 'plenty' } });
    await again.click();
    await panel.getByText(/policy\.tokenBudgetThreshold: .*plenty/).waitFor();
    await panel.getByText('the last change was refused').waitFor();
    await served.configure({ policy: { tokenBudgetThreshold: 7000 } });
    await again.click();
    await panel.getByText(/4000 → 7000/).waitFor();
    assert.deepEqual(await faults(page), []);
    // the browser itself logs the refused request
    page.complaints.splice(0, page.complaints.length, ...page.complaints.filter((text) => !text.includes('400')));
  })],

  ['the configuration is shown with its sources', () => busy('/#system', async (page) => {
    const config = page.locator('#config');
    await config.getByText('policy.estimatorSampling').waitFor();
    assert.match(await config.innerText(), /plimsoll\.json:1/);
    await config.getByText('only values that are set').click();
    await config.getByLabel('Find a setting').fill('tokenBudget');
    await config.getByText('policy.tokenBudgetThreshold').waitFor();
  })],

  ...['light', 'dark'].flatMap((colorScheme) => VIEWS.map((view) => [`axe finds no violations: ${view}, ${colorScheme}`, () => busy(`/#${view}`, async (page) => {
    await ready(page, view);
    if (view === 'playground') {
      await page.getByRole('button', { name: 'a log of 2,500 lines' }).click();
      await page.locator('.out').first().waitFor();
    }
    assert.deepEqual(await faults(page), []);
  }, { colorScheme })])),

  ['all views fit into 360 pixels', () => busy('/', async (page) => {
    for (const view of VIEWS) {
      await page.goto(`${page.url().split('#')[0]}#${view}`);
      await ready(page, view);
      if (view === 'playground') {
        await page.getByRole('button', { name: 'one large record' }).click();
        await page.locator('.out').first().waitFor();
      }
      const [inside, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(inside <= width, `${view} is ${inside} pixels wide`);
    }
    assert.deepEqual(await faults(page), []);
  }, SMALL)],

  ['all controls work with a keyboard', () => busy('/', async (page) => {
    await headline(page).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
    const reach = async (selector) => {
      for (let i = 0; i < 60; i++) {
        if (await page.evaluate((one) => document.activeElement.matches(one), selector)) return;
        await page.keyboard.press('Tab');
      }
      assert.fail(`${selector} cannot be reached with Tab`);
    };
    await reach('.ranges input');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => location.hash.includes('range=15m'));
    await page.waitForFunction(() => document.activeElement.matches('.ranges input'));
    await reach('.plot');
    // a live update can draw the chart again just after the key
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press('End');
      if (/results/.test(await page.locator('#traffic [aria-live]').innerText())) break;
    }
    assert.match(await page.locator('#traffic [aria-live]').innerText(), /results/);
    await reach('#recent tbody button');
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.ok(await page.evaluate(() => document.activeElement.matches('#recent tbody button, #main')));
  })],

  ['two arms are compared, and a rollback is shown', () => gateway(async (served) => {
    for (let i = 0; i < 120; i++) await served.call('list_ships');
    const page = await open(served.base);
    const card = page.locator('#rollout');
    await card.waitFor();
    assert.match(await card.innerText(), /all tools\s+ab, 50 %/);
    const row = card.locator('tbody tr', { hasText: 'Tokens per answer' });
    await row.waitFor();
    assert.match(await row.innerText(), /better/);
    assert.match(await card.innerText(), /Control: \d+ calls in \d+ sessions/);
    assert.deepEqual(await faults(page), []);
    await served.plimsoll('rollout', 'back', 'harbour/list_*', '--why', 'they complain');
    await card.getByText('Rolled back: harbour/list_*').waitFor({ timeout: 40_000 });
    assert.match(await card.innerText(), /they complain/);
    clean(page);
    await page.done();
  }, { rollout: { mode: 'ab' } })],

  ['savings of shadow mode are separate', () => gateway(async (served) => {
    await served.call('list_ships');
    const page = await open(served.base);
    await page.locator('#rollout').getByText('Shadow mode: 1 result of').waitFor();
    assert.match(await headline(page).innerText(), /No result was shaped|cost/);
    assert.equal(await page.locator('.ledger .net dd').innerText(), '0 tokens');
    clean(page);
    await page.done();
  }, { rollout: { mode: 'shadow' } })],

  ['the chosen theme persists', () => busy('/', async (page) => {
    await headline(page).waitFor();
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.locator('#theme').click();
    await page.locator('#theme').click();
    assert.equal(await page.locator('#theme').innerText(), 'Theme: dark');
    const dark = await paper();
    assert.notEqual(dark, light);
    await page.reload();
    await headline(page).waitFor();
    assert.equal(await paper(), dark);
  }, { colorScheme: 'light' })],

  ['no inline code, no foreign hosts, no frames', () => gateway(async (served) => {
    const answer = await fetch(`${served.base}/`);
    const policy = answer.headers.get('content-security-policy');
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) assert.ok(policy.includes(part), part);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    const html = await answer.text();
    assert.doesNotMatch(html, /<style|style=|<script>|\son[a-z]+=|https?:/);
    for (const other of ['/dashboard/', '/dashboard/nothing.js', '/dashboard/../index.html', '/dashboard/Site.class']) assert.notEqual((await fetch(served.base + other)).status, 200, other);
  })],

  ['a caller without access is asked for a token, which goes only to the gateway', async () => {
    const hash = (token) => `sha256:${createHash('sha256').update(token).digest('hex')}`;
    const [boss, reader] = ['plim_boss_0123456789abcdef0123456789abcdef', 'plim_read_0123456789abcdef0123456789abcdef'];
    await gateway(async (served) => {
      const page = await open(served.base);
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
      assert.deepEqual(await faults(page), []);
      const enter = async (token) => {
        await page.getByLabel('Token').fill(token);
        await page.keyboard.press('Enter');
      };
      await enter('wrong');
      await page.getByText('This token is not accepted').waitFor();
      await enter(reader);
      await page.getByText('This token does not have tier admin.').waitFor();
      await served.call('list_ships', boss);
      await enter(boss);
      await headline(page).waitFor();
      await page.locator('#live[data-state=live]').waitFor();
      assert.doesNotMatch(page.url(), /plim_/);
      await page.reload();
      await headline(page).waitFor();
      await page.getByRole('button', { name: 'Forget token' }).click();
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
      assert.equal(await page.evaluate(() => sessionStorage.length), 0);
      clean(page);
      await page.done();
      for (const path of ['/api/v1/live', '/api/v1/status', '/api/v1/config', '/api/v1/requests/0123456789abcdef']) assert.equal((await fetch(served.base + path)).status, 401, path);
    }, { auth: { tokens: [{ id: 'boss', hash: hash(boss), tier: 'admin' }, { id: 'reader', hash: hash(reader), tier: 'read' }] } });
  }],
];
