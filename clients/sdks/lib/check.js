// The data of the servers, and the checks of the clients' reports.

import assert from 'node:assert/strict';

export const ORDER_COUNT = 800;

function order(number) {
  return {
    id: number,
    customer: { name: `Möwe ${number % 7} GmbH`, city: ['Hamburg', 'Kiel', 'Oslo'][number % 3] },
    status: ['open', 'paid', 'shipped'][number % 3],
    total: number * 1.25,
    note: number % 5 === 0 ? 'fragile, keep dry 🚢' : null,
  };
}

const orders = Array.from({ length: ORDER_COUNT }, (_, number) => order(number));
const tools = ['count', 'fail', 'get_order', 'list_orders'];

/** Checks the report of a client that called a server without Plimsoll. The other checks compare with this report. */
export function checkDirect(report) {
  assert.deepEqual([...report.tools].sort(), tools);
  assert.equal(report.pages.length, 1);
  assert.deepEqual(JSON.parse(report.pages[0].text), orders);
  checkCommon(report);
}

/** Checks the report of a client that called a server through Plimsoll: it got all orders in pages, and all else unchanged. */
export function checkThroughPlimsoll(report, direct) {
  assert.deepEqual([...report.tools].sort(), [...tools, 'plimsoll_read'].sort());
  assert.deepEqual(report.small, direct.small, 'a small result passes unchanged');
  assert.deepEqual(report.failure, direct.failure, 'an error of a tool passes unchanged');
  const pages = report.pages.map((page) => JSON.parse(page.text));
  assert.ok(pages.length > 3, `${pages.length} pages`);
  assert.equal(pages[0].totalCount, ORDER_COUNT);
  assert.match(pages[0].notice, /plimsoll_read/);
  assert.deepEqual(pages.flatMap(items), orders, 'the pages together are the result');
  assert.deepEqual(JSON.parse(report.query.text), {
    results: [orders.filter((each) => each.status === 'open').reduce((sum, each) => sum + each.total, 0)],
  });
  assert.equal(report.wrongCursor.isError, true);
  // a gateway also limits how many wrong cursors a caller may send
  assert.match(report.wrongCursor.text, /CURSOR_INVALID|RATE_LIMITED/);
  checkCommon(report);
}

/** Returns the items of a page. If a server also sends its text as structured content, they are below the member `result`. */
function items(page) {
  return page.items ?? page.path.slice(1).split('/').reduce((value, key) => value[key], page.value);
}

function checkCommon(report) {
  assert.deepEqual(JSON.parse(report.small.text), order(7));
  assert.equal(report.small.isError, false);
  assert.equal(report.failure.isError, true);
  assert.equal(report.counted.text, '5');
  assert.equal(report.progress, 5, 'all progress notifications arrive');
}
