// Tests of the dashboard of the daemon: for open sessions, and for recorded requests without a daemon.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import process from 'node:process';
import { install, reasonToSkip, serverCommand } from '../faults/lib/daemon.js';
import { PLIMSOLL } from '../faults/lib/gateway.js';
import { cleanUp, createFolder, waitFor } from '../faults/lib/processes.js';
import { faults, open } from './lib/browser.js';

const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true, colorScheme: 'dark' };
const LARGE = 'printf "%0300000d" 1';

const picture = (page, name) => process.env.SCREENSHOTS && page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true });

async function fits(page) {
  const { scroll, width } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: window.innerWidth }));
  assert.ok(scroll <= width, `${scroll} > ${width}`);
}

function parse(text) {
  const url = new URL(text.trim().split('\n').at(-1));
  return { base: url.origin, path: `/${url.hash}` };
}

const call = (session, id) => session.request(id, 'tools/call', { name: 'show', arguments: {} });

/** Runs `use` with two sessions of a daemon, and a page that has opened a link of its dashboard. */
async function withDaemon(use, options) {
  if (reasonToSkip()) return;
  try {
    const installation = install();
    const [one, two] = await Promise.all(['crm', 'files'].map((name) => installation.run(serverCommand(LARGE), {
      cwd: createFolder(`folder-${name}-${options.viewport.width}`), options: ['--name', name], env: { TOKEN: 'secret-of-a-variable' },
    }).open()));
    await call(one, 2);
    const { base, path } = parse(installation.runDaemonCommand('dashboard').stdout);
    const page = await open(base, path, options);
    await use(page, { installation, one, two, base, path });
    assert.deepEqual(page.complaints, []);
    await page.done();
  } finally {
    await cleanUp();
  }
}

async function showsSessions(page, { installation, one, two, base, path }) {
  await page.getByText(/Plimsoll kept .* tokens out of context/).waitFor();
  assert.equal(new URL(page.url()).hash, '#overview', 'the link is no longer in the address bar');
  const sessions = page.locator('#runs');
  await sessions.getByText(/^crm/).waitFor();
  await sessions.getByText(/folder-files/).waitFor();
  assert.deepEqual(await faults(page), []);
  await fits(page);
  await picture(page, `daemon-${page.viewportSize().width}`);

  // live, and across sessions
  await call(two, 2);
  await page.locator('#offenders').getByText('files').waitFor();
  await page.getByRole('link', { name: 'System' }).click();
  await page.getByRole('heading', { name: 'Daemon' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Add|Restart|Limit/ }).count(), 0, 'nothing can be changed here');
  assert.deepEqual(await faults(page), []);
  await fits(page);
  const text = await page.locator('body').innerText();
  assert.doesNotMatch(text, /secret-of-a-variable|printf/);

  // the structure of an answer
  await page.getByRole('link', { name: 'Requests' }).click();
  await page.getByRole('button', { name: /:\d\d/ }).or(page.locator('tbody tr a, tbody tr button')).first().click();
  await page.getByText(/text of 1 line|What is shown|lines/).first().waitFor();

  // the link works once, also in a tab that has none
  const again = await open(base, path, DESK);
  await again.getByRole('heading', { name: 'Open a new link' }).waitFor();
  assert.deepEqual(await faults(again), []);
  await again.done();
  const without = await open(base, '/', DESK);
  await without.getByText('plimsoll daemon dashboard').waitFor();
  await without.done();

  // a tab keeps its access when it is loaded again
  await page.goto(`${base}/#system`);
  await page.reload();
  await page.getByRole('heading', { name: 'Daemon' }).waitFor();
  assert.equal(await one.end(), 0);
  assert.equal(await two.end(), 0);
  await page.reload();
  await page.getByText('No session is open.').waitFor();
  assert.match(installation.runDaemonCommand('dashboard', '--close').stdout, /closed the dashboard/);
}

async function showsRecords() {
  const data = createFolder('recorded');
  const { XDG_RUNTIME_DIR: _, ...rest } = process.env;
  const env = { ...rest, XDG_DATA_HOME: data, XDG_CONFIG_HOME: data };
  const command = spawn(PLIMSOLL, ['daemon', 'dashboard'], { env });
  let errors = '';
  command.stderr.on('data', (bytes) => { errors += bytes; });
  const exit = new Promise((resolve) => { command.on('close', (code, signal) => resolve(signal ?? code)); });
  try {
    const [line] = await Promise.race([
      createInterface({ input: command.stdout })[Symbol.asyncIterator]().next().then(({ value }) => [value]),
      exit.then((code) => { throw new Error(`ended with ${code}: ${errors}`); }),
    ]);
    assert.match(errors, /no daemon is running, so this process serves the recorded requests/);
    const { base, path } = parse(line);
    const page = await open(base, path, DESK);
    await page.getByRole('heading', { name: 'No requests yet.' }).waitFor();
    assert.deepEqual(await faults(page), []);
    const run = spawn(PLIMSOLL, ['run', '--daemon=off', '--', ...serverCommand(LARGE)], { env });
    const lines = createInterface({ input: run.stdout })[Symbol.asyncIterator]();
    for (const [id, method] of ['initialize', 'tools/call'].entries()) {
      run.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: { name: 'show', arguments: {}, protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } } })}\n`);
      await lines.next();
    }
    await waitFor('the record', async () => {
      await page.reload();
      return page.getByText(/Plimsoll kept .* tokens out of context/).waitFor({ timeout: 2_000 }).then(() => true, () => false);
    });
    run.stdin.end();
    assert.deepEqual(page.complaints, []);
    command.kill('SIGINT');
    assert.equal(await exit, 130);
    await page.reload().catch(() => {});
    await page.done();
  } finally {
    command.kill('SIGKILL');
    await cleanUp();
  }
}

export const tests = [
  ['the dashboard of the daemon shows all sessions', () => withDaemon(showsSessions, DESK)],
  ['the dashboard of the daemon shows all sessions on a phone', () => withDaemon(showsSessions, PHONE)],
  ['without a daemon, the dashboard shows the requests that run has recorded', showsRecords],
];
