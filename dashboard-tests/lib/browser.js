// Chromium; records console messages and requests to other hosts.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

export const closeBrowser = () => browser.close();

/** Opens a page and records its console messages and requests to other hosts; `asks` lists additional allowed addresses. */
export async function open(base, path = '/', { asks = [], ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.complaints = [];
  page.on('console', (message) => {
    // refusals are expected; an older gateway has no alerts
    const expected = /status of (40[013]|502)/.test(message.text()) || message.location().url.endsWith('/api/v1/alerts');
    if (['error', 'warning'].includes(message.type()) && !expected) page.complaints.push(message.text());
  });
  page.on('pageerror', (error) => page.complaints.push(error.message));
  page.on('request', (request) => {
    if (![base, ...asks].some((each) => request.url().startsWith(each))) page.complaints.push(`request to ${request.url()}`);
  });
  await page.goto(base + path);
  page.done = () => context.close();
  return page;
}

/** Returns the violations that axe finds, one line each. */
export async function faults(page) {
  // the page's policy blocks foreign scripts, so the debugger runs it, like an extension
  await page.evaluate(`${axe}; 0`);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1]?.trim()}`));
}
