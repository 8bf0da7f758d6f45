// Chromium, watched: what it complains about, and whom it asks.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

export const closeBrowser = () => browser.close();

/** A page whose complaints and foreign requests are remembered; it may ask the addresses in `asks`, too. */
export async function open(base, path = '/', { asks = [], ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.complaints = [];
  page.on('console', (message) => {
    // a refusal is an answer; an older gateway has no alerts
    const expected = /status of 40[013]/.test(message.text()) || message.location().url.endsWith('/api/v1/alerts');
    if (['error', 'warning'].includes(message.type()) && !expected) page.complaints.push(message.text());
  });
  page.on('pageerror', (error) => page.complaints.push(error.message));
  page.on('request', (request) => {
    if (![base, ...asks].some((each) => request.url().startsWith(each))) page.complaints.push(`asks ${request.url()}`);
  });
  await page.goto(base + path);
  page.done = () => context.close();
  return page;
}

/** Faults that axe finds, each in a line. */
export async function faults(page) {
  // past the page's own policy, which lets no foreign script in: by the debugger, as an extension would be
  await page.evaluate(`${axe}; 0`);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1]?.trim()}`));
}
