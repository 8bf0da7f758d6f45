// Tests of the app of Plimsoll itself (plimsoll_show) in a host: what a person sees, does, and hands over; with times for the goals.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faults, open } from './lib/browser.js';
import { serve } from './lib/gateway.js';
import { host } from './lib/host.js';

const servers = { results: { command: process.execPath, args: [fileURLToPath(new URL('lib/results.js', import.meta.url))] } };

/** Shows a result in a host; `use` gets the page, the app's frame, and what the host has seen. */
async function shown(what, asked, use) {
  const { at = '/results', tool = 'list_issues', viewport = { width: 1440, height: 900 }, gateway = {}, ...more } = asked;
  const served = await serve({ servers, ...gateway });
  const hosted = await host();
  try {
    const query = new URLSearchParams({ mcp: `${served.base}/mcp${at}`, tool });
    for (const [name, value] of Object.entries(more)) query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    const page = await open(hosted.base, `/host/show.html?${query}`, { asks: [served.base], viewport });
    await page.locator('#state', { hasText: /connected|failed/ }).waitFor();
    assert.equal(await page.locator('#state').innerText(), 'connected');
    const frame = page.frameLocator('iframe');
    await frame.locator('.row, img, .note h2').first().waitFor();
    await use(page, frame, (what) => page.evaluate(`seen.${what}`));
    if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `show-${what}.png`) });
    // the bridge warns that the host's own handler replaces its default one
    assert.deepEqual(page.complaints.filter((text) => !/handler replaced/.test(text)), []);
    await page.done();
  } finally {
    await hosted.close();
    await served.close();
  }
}

const count = (frame) => frame.locator('#count');
const cells = async (frame, row) => (await frame.locator(`.grid .space .row[aria-rowindex="${row + 2}"] .cell`).allInnerTexts()).slice(1);
const button = (frame, name) => frame.getByRole('button', { name, exact: true });
const column = (frame, name) => frame.locator(`.head .title[title="${name}"]`);

/** Waits until the app shows this number of rows. */
const counts = (frame, text) => frame.locator('#count', { hasText: text }).waitFor();

async function copied(page, frame, kind) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
  await button(frame, 'Copy').click();
  // the message of an earlier copy must not count as the message of this one
  await frame.locator('#said').evaluate((message) => { message.textContent = ''; });
  await frame.locator('dialog').getByRole('button', { name: kind, exact: true }).click();
  await frame.locator('#said', { hasText: /^Copied/ }).waitFor();
}

export const tests = [
  ['a person sees all rows of a result, and the model one sentence', () => shown('table', { arguments: { count: 800 } }, async (page, frame, seen) => {
    assert.equal(await seen('text'), 'Shown to the person: 800 items from list_issues.');
    assert.equal(await count(frame).innerText(), '800 rows');
    assert.deepEqual((await cells(frame, 1)).map((text) => text.replace(/\s/g, ' ')), ['2', 'Issue 2: slow query', 'closed', '13', '791.9', 'bob', '1001', 'Feb 7, 2026, 12:00:01 AM', 'bug']);
    await frame.locator('.grid').press('Control+End');
    await frame.getByText('Issue 800: typo in the docs').waitFor();
    assert.match((await cells(frame, 799)).join(' '), /^800 Issue 800: typo in the docs/);
  })],

  ['800 rows are visible half a second after the call', () => shown('time', { arguments: { count: 800 } }, async (page, frame, seen) => {
    const visible = await frame.locator('.row').first().evaluate(() => performance.timeOrigin + performance.getEntriesByName('plimsoll-shown')[0].startTime);
    const called = await seen('calledAt') + await page.evaluate(() => performance.timeOrigin);
    console.log(`        800 rows: ${Math.round(visible - called)} ms from the call to the rows`);
  })],

  ['100,000 rows scroll without a long gap', () => shown('scroll', { arguments: { count: 100_000 } }, async (page, frame) => {
    assert.equal(await count(frame).innerText(), '100,000 rows');
    const gaps = await frame.locator('.grid').evaluate(async (grid) => {
      const frameDone = () => new Promise((done) => requestAnimationFrame(done));
      const isBlank = () => [...grid.querySelectorAll('.space .row')].some((row) => row.isBlank);
      let longest = 0;
      // as with a wheel: a screen at a time, and then jumps, as with the scroll bar
      for (let step = 0; step < 150; step++) {
        const jump = step % 10 === 9 ? 300_000 : 500;
        grid.scrollTop = (grid.scrollTop + jump) % (grid.scrollHeight - grid.clientHeight);
        await frameDone();
        await frameDone();
        const began = performance.now();
        while (isBlank() && performance.now() - began < 5_000) await frameDone();
        longest = Math.max(longest, performance.now() - began);
      }
      return longest;
    });
    console.log(`        100,000 rows: the longest gap was ${Math.round(gaps)} ms`);
    assert.ok(gaps < 5_000);
    await frame.locator('.grid').press('Control+End');
    await frame.locator('.grid .row[aria-rowindex="100001"] .cell.title, .grid .row[aria-rowindex="100001"] .cell.text').first().waitFor();
    assert.equal((await cells(frame, 99_999))[0], '100000');
  })],

  ['a person sorts, filters, searches, and takes that back', () => shown('ask', {}, async (page, frame) => {
    await column(frame, 'cost').click();
    await button(frame, 'Largest first').click();
    await frame.locator('#asked', { hasText: 'sorted by cost' }).waitFor();
    await frame.locator('.head [aria-sort="descending"]').waitFor();
    const [highest, next] = [Number((await cells(frame, 0))[4].replaceAll(',', '')), Number((await cells(frame, 1))[4].replaceAll(',', ''))];
    assert.ok(highest >= next && highest > 9_900);
    await column(frame, 'state').click();
    await frame.locator('#value').fill('open');
    await button(frame, 'Filter').click();
    await counts(frame, '267 rows match');
    await column(frame, 'comments').click();
    await frame.locator('#value').fill('30');
    await frame.locator('#value').press('Enter');
    await counts(frame, '67 rows match');
    await frame.locator('#search').fill('CRASH on');
    await counts(frame, /^1\d rows match$/);
    await frame.locator('#search').fill('nothing has this');
    await frame.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    await button(frame, 'Clear search and filters').click();
    await counts(frame, '800 rows');
    await frame.locator('#asked .chip').click();
    await frame.locator('#asked').waitFor({ state: 'hidden' });
    assert.equal((await cells(frame, 0))[0], '1');
  })],

  ['a person chooses columns and their width', () => shown('columns', {}, async (page, frame) => {
    const before = await column(frame, 'title').evaluate((cell) => cell.offsetWidth);
    await column(frame, 'title').click();
    await button(frame, 'Wider').click();
    await button(frame, 'Close').click();
    assert.equal(await column(frame, 'title').evaluate((cell) => cell.offsetWidth), before + 60);
    await button(frame, 'Columns').click();
    await frame.getByLabel('user.login').uncheck();
    await button(frame, 'Close').click();
    assert.equal(await column(frame, 'user.login').count(), 0);
    assert.equal((await cells(frame, 0)).length, 8);
    const grip = await column(frame, 'state').locator('.grip').boundingBox();
    await page.mouse.move(grip.x + 3, grip.y + 5);
    await page.mouse.down();
    await page.mouse.move(grip.x + 103, grip.y + 5);
    await page.mouse.up();
    assert.ok(await column(frame, 'state').evaluate((cell) => cell.offsetWidth) > 140);
  })],

  ['selected rows go to the model with their cost, at most the budget', () => shown('hand-over', {}, async (page, frame, seen) => {
    for (const row of [1, 3]) await frame.locator(`.grid .row[aria-rowindex="${row + 2}"] .check`).click();
    const text = await frame.locator('#pick p').innerText();
    assert.match(text, /^2 selected: about \d+ tokens for the model$/);
    await button(frame, 'Add to the conversation').click();
    await frame.locator('#said', { hasText: 'next message' }).waitFor();
    const context = await seen('context');
    assert.equal(context.content.length, 1);
    assert.match(context.content[0].text, /^The person selected these 2 rows of list_issues:\n\[{"number":2,/);
    assert.equal(JSON.parse(context.content[0].text.split('\n')[1]).length, 2);
    await frame.locator('.head .check').click();
    await frame.locator('.head .check').click();
    await frame.locator('#pick .over').waitFor();
    assert.ok(await button(frame, 'Add to the conversation').isDisabled());
  })],

  ['without model context, selected rows are a message', () => shown('message', { capabilities: { serverTools: {}, message: { text: {} } } }, async (page, frame, seen) => {
    await frame.locator('.grid .row[aria-rowindex="2"] .check').click();
    await button(frame, 'Add to the conversation').click();
    await frame.locator('#said', { hasText: 'sent' }).waitFor();
    const [message] = await seen('said');
    assert.equal(message.role, 'user');
    assert.match(message.content[0].text, /^The person selected this row of list_issues:\n/);
    assert.equal(await button(frame, 'Download').count(), 0);
  })],

  ['rows are copied and downloaded as CSV, JSON, and Markdown', () => shown('copy', {}, async (page, frame, seen) => {
    await copied(page, frame, 'CSV');
    const csv = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(csv.split('\r\n').length, 801);
    assert.match(csv, /^number,title,state,comments,cost,user\.login,user\.id,createdAt,labels\r\n1,Issue 1: crash on start,open,0,0,ann,1000,2026-01-01T00:00:00\.000Z,\[\]\r\n/);
    await frame.locator('.grid .row[aria-rowindex="3"] .check').click();
    await copied(page, frame, 'JSON');
    assert.equal(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))[0].number, 2);
    await copied(page, frame, 'Markdown');
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\| number \| title .*\n\| --- \|.*\n\| 2 \| Issue 2: slow query \|/);
    await button(frame, 'Download').click();
    await frame.locator('dialog').getByRole('button', { name: 'CSV', exact: true }).click();
    await frame.locator('#said', { hasText: 'has the file' }).waitFor();
    const [file] = await seen('files');
    assert.equal(file.resource.uri, 'file:///list-issues.csv');
    assert.equal(file.resource.mimeType, 'text/csv');
  })],

  ['foreign text is text, and no spreadsheet formula', () => shown('hostile', { tool: 'get_hostile' }, async (page, frame) => {
    assert.match((await cells(frame, 0))[0], /^<img src=x/);
    assert.equal(await frame.locator('img').count(), 0);
    await frame.locator('.grid .row[aria-rowindex="2"]').dblclick();
    await frame.locator('dialog dd').first().waitFor();
    assert.equal(await frame.locator('dialog img, dialog b').count(), 0);
    await button(frame, 'Close').click();
    await copied(page, frame, 'CSV');
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /,"'=HYPERLINK\(""http/);
    await copied(page, frame, 'Markdown');
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\\\| pipe \\\| 0/);
  })],

  ['charts count, sum, and follow time', () => shown('chart', {}, async (page, frame) => {
    await button(frame, 'Chart').click();
    await frame.locator('.bars li').first().waitFor();
    assert.deepEqual((await frame.locator('.bars').innerText()).split('\n').sort(), ['266', '267', '267', 'closed', 'merged', 'open']);
    await frame.locator('.chart').getByLabel('Show').selectOption({ label: 'sum of cost' });
    await frame.locator('.bars li', { hasText: /\d{3},\d{3}/ }).first().waitFor();
    await frame.locator('.chart').getByLabel('by').selectOption({ label: 'createdAt' });
    await frame.locator('.chart svg').waitFor();
    assert.match(await frame.locator('.chart svg').getAttribute('aria-label'), /^Line of sum of cost by createdAt, from Jan 1, 2026 to Oct 27, 2026, highest /);
    await button(frame, 'Table').click();
    await counts(frame, '800 rows');
  })],

  ['a list inside an object is a table, with a way back', () => shown('inside', { tool: 'search_issues' }, async (page, frame) => {
    await counts(frame, '800 rows');
    await frame.locator('#crumbs').getByRole('button', { name: 'All' }).click();
    await frame.locator('.tree .row').first().waitFor();
    assert.deepEqual(await frame.locator('.tree .key').allInnerTexts(), ['total', 'took', 'issues']);
    await button(frame, 'Open as table').click();
    await counts(frame, '800 rows');
  })],

  ['an object is a tree that the keyboard opens', () => shown('tree', { tool: 'get_config' }, async (page, frame) => {
    assert.deepEqual(await frame.locator('.tree .key').allInnerTexts(), ['name', 'enabled', 'owner', 'limits', 'berths', 'ports']);
    const tree = frame.locator('.tree');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight']) await tree.press(key);
    assert.equal(await frame.locator('.tree [aria-selected="true"] .key').innerText(), 'ships');
    await tree.press('ArrowLeft');
    await tree.press('ArrowLeft');
    assert.equal(await frame.locator('.tree .row').count(), 6);
    await copied(page, frame, 'JSON');
    assert.deepEqual(Object.keys(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))), ['name', 'enabled', 'owner', 'limits', 'berths', 'ports']);
    await frame.locator('.tree .row', { hasText: 'ports' }).getByRole('button').click();
    await counts(frame, '30 rows');
  })],

  ['a text has numbers of lines, and a search that leads to them', () => shown('text', { tool: 'get_log' }, async (page, frame) => {
    await counts(frame, '3,000 lines');
    assert.match(await frame.locator('.text .row').nth(7).innerText(), /^8\s*2026-11-21T06:00:07Z ERROR berth 7 is free$/);
    await frame.locator('#search').fill('error');
    await counts(frame, '60 lines match');
    await frame.locator('.text .row', { hasText: 'berth 1007 ' }).click();
    await counts(frame, /^3,000 lines$/);
    await frame.locator('.text .row', { hasText: 'berth 1007 ' }).waitFor();
    assert.match(await frame.locator('.text .row', { hasText: 'berth 1007 ' }).innerText(), /^1,008/);
  })],

  ['a picture is a picture', () => shown('picture', { tool: 'get_image' }, async (page, frame, seen) => {
    assert.equal(await seen('text'), 'Shown to the person: 1 image from get_image.');
    assert.equal(await frame.locator('img').evaluate((img) => img.decode().then(() => img.naturalWidth)), 500);
  })],

  ['a path and a query select what is shown', () => shown('query', { show: { query: 'group_by(.state) | map({state: .[0].state, rows: length})', title: 'Issues by state' } }, async (page, frame, seen) => {
    assert.equal(await frame.locator('h1').innerText(), 'Issues by state');
    await counts(frame, '3 rows');
    assert.deepEqual(await cells(frame, 0), ['closed', '267']);
    await column(frame, 'state').click();
    await button(frame, 'Largest first').click();
    await frame.locator('#asked .chip').waitFor();
    assert.deepEqual(await cells(frame, 0), ['open', '267']);
    assert.equal(await seen('text'), 'Shown to the person: 3 items from list_issues.');
    await button(frame, 'Chart').click();
    await frame.locator('.bars li').first().waitFor();
    assert.match(await frame.locator('.bars').innerText(), /open\n267/);
  })],

  ['the hub shows it, to clients without sessions too', () => shown('hub', { at: '', tool: 'results__list_issues', revision: '2026-07-28' }, async (page, frame) => {
    await counts(frame, '800 rows');
    assert.equal((await cells(frame, 0))[1], 'Issue 1: crash on start');
  })],

  ['a result that has expired says so, and can be asked for again', () => shown('expired', { tool: 'get_log', gateway: { policy: { ttl: '1s' } } }, async (page, frame, seen) => {
    await page.waitForTimeout(1_500);
    await frame.locator('#search').fill('berth');
    await frame.getByRole('heading', { name: 'This result has expired' }).waitFor();
    await button(frame, 'Ask for it again').click();
    await page.waitForFunction('seen.said.length === 1');
    assert.match((await seen('said'))[0].content[0].text, /get_log.*plimsoll_show/);
  })],

  ['a lost connection says so, and can be tried again', () => shown('lost', {}, async (page, frame) => {
    await page.evaluate('seen.isDown = true');
    await frame.locator('#search').fill('crash');
    await frame.getByRole('heading', { name: 'The connection was lost' }).waitFor();
    await page.evaluate('seen.isDown = false');
    await button(frame, 'Try again').click();
    await counts(frame, '200 rows match');
  })],

  ['an empty result and a query that fails say so', () => shown('empty', { show: { query: '[]' } }, async (page, frame) => {
    await frame.getByRole('heading', { name: 'The result is empty' }).waitFor();
  })],

  ['a host without tools for pages, or without _meta, is named', async () => {
    await shown('no-tools', { capabilities: {} }, async (page, frame) => {
      await frame.getByRole('heading', { name: 'This host does not let pages read' }).waitFor();
    });
    await shown('no-meta', { strip: true }, async (page, frame) => {
      await frame.getByText('leaves out _meta').waitFor();
    });
  }],

  ['progress shows while it reads', () => shown('slow', {}, async (page, frame) => {
    await page.evaluate('seen.slow = 700');
    await frame.locator('#search').fill('crash');
    await frame.getByRole('progressbar').waitFor();
    await counts(frame, '200 rows match');
    await frame.getByRole('progressbar').waitFor({ state: 'hidden' });
  })],

  ['full screen, the host’s colors, and its language are used', () => shown('host', { context: { theme: 'dark', locale: 'de-DE', styles: { variables: { '--color-background-primary': 'rgb(10, 20, 30)', '--font-sans': 'monospace' } } } }, async (page, frame, seen) => {
    assert.equal(await frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor), 'rgb(10, 20, 30)');
    assert.equal(await frame.locator('body').evaluate((body) => getComputedStyle(body).fontFamily), 'monospace');
    assert.equal((await cells(frame, 2))[4], '1.583,8');
    await button(frame, 'Full screen').click();
    await button(frame, 'Leave full screen').waitFor();
    assert.deepEqual(await seen('modes'), ['fullscreen']);
    await page.evaluate("bridge.setHostContext({ theme: 'light', displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] })");
    await button(frame, 'Full screen').waitFor();
    assert.equal(await frame.locator('html').evaluate((html) => html.style.colorScheme), 'light');
  })],

  ['the keyboard reaches everything', () => shown('keyboard', {}, async (page, frame) => {
    const grid = frame.locator('.grid');
    await grid.focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await grid.press(key);
    assert.equal(await grid.getAttribute('aria-activedescendant'), 'cell1-2');
    await grid.press(' ');
    assert.equal(await frame.locator('.grid .row.picked').getAttribute('aria-rowindex'), '3');
    await grid.press('Enter');
    await frame.getByRole('heading', { name: 'Row 2' }).waitFor();
    await page.keyboard.press('Escape');
    for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await grid.press(key);
    await frame.getByRole('heading', { name: 'title' }).waitFor();
    await page.keyboard.press('Escape');
    await grid.press('PageDown');
    await grid.press('Control+Home');
    assert.equal(await grid.getAttribute('aria-activedescendant'), 'cell0-0');
  })],

  ['axe finds nothing to complain about, light and dark, wide and narrow', async () => {
    for (const theme of ['light', 'dark']) {
      for (const width of [1440, 390]) {
        for (const tool of ['list_issues', 'get_config', 'get_log']) {
          await shown(`${tool}-${theme}-${width}`, { tool, context: { theme }, viewport: { width, height: 860 } }, async (page, frame) => {
            if (tool === 'list_issues') await frame.locator('.grid .row[aria-rowindex="3"] .check').click();
            assert.deepEqual(await faults(page.frames().at(-1)), []);
            assert.ok(await frame.locator('body').evaluate((body) => body.scrollWidth <= body.clientWidth));
          });
        }
      }
    }
  }],
];
