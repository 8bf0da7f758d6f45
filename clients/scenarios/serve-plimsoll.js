// Tests a gateway behind a gateway, over HTTP: the outer gateway shapes answers of the inner one, and all items can be read.

import assert from 'node:assert/strict';
import { endSession, legacyHttp, modernHttp, startGateway } from '../lib/gateway.js';
import { servers } from '../lib/paths.js';
import { assertWithinBudget, chunkText, firstText, READ, readToEnd } from '../lib/assertions.js';
import { group } from '../lib/report.js';

await group('serve-plimsoll', async (scenario) => {
  const inner = await startGateway({ everything: { command: servers.everything() } });
  const outer = await startGateway({ inner: { url: `${inner.url}/everything` } }, { policy: { tokenBudgetThreshold: 600 } });
  const message = Array.from({ length: 3_000 }, (_, i) => `${i}: line\n`).join('');

  /** Returns the page of the inner gateway in an answer of the outer one, and the inner cursor. */
  async function readInnerPage(client, answer) {
    const pages = await readToEnd(client, answer);
    assertWithinBudget(pages, 600);
    // if the outer gateway shaped the page, its own header comes first
    const isShaped = answer._meta['dev.plimsoll/page'] !== undefined;
    const page = isShaped ? pages.map(chunkText).join('') : firstText(answer);
    const end = page.indexOf('\n\n');
    return { text: page.slice(end + 2), outerPages: pages.length, cursor: JSON.parse(page.slice(0, end)).nextCursor };
  }

  for (const [era, connect] of Object.entries({ 'up to 2025-11-25': legacyHttp, '2026-07-28': modernHttp })) {
    for (const [where, url, name] of [['at the endpoint of the server', `${outer.url}/inner`, 'echo'], ['at /mcp', outer.url, 'inner__echo']]) {
      await scenario(`${era}, ${where}: follow-up reads with cursors of both gateways`, async () => {
        const connection = await connect(url);
        const { client } = connection;
        const names = (await client.listTools()).tools.map((tool) => tool.name);
        assert.equal(names.filter((each) => each.endsWith(READ)).length, 1);
        const innerPages = [await readInnerPage(client, await client.callTool({ name, arguments: { message } }))];
        while (innerPages.at(-1).cursor !== undefined && innerPages.length < 100) {
          innerPages.push(await readInnerPage(client, await client.callTool({ name: READ, arguments: { cursor: innerPages.at(-1).cursor } })));
        }
        assert.ok(innerPages.length > 3, 'the inner gateway returns pages');
        assert.ok(innerPages.some((each) => each.outerPages > 1), 'the outer gateway also returns pages');
        assert.equal(innerPages.map((each) => each.text).join(''), `Echo: ${message}`);
        await (connect === legacyHttp ? endSession(connection) : client.close());
      });
    }
  }
});
