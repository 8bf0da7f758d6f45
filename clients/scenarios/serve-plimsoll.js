// Plimsoll behind Plimsoll, over HTTP: the outer one shapes answers of the inner one, and all items can be read.

import assert from 'node:assert/strict';
import { gateway, leave, legacyAt, modernAt } from '../lib/gateway.js';
import { servers } from '../lib/paths.js';
import { assertWithinBudget, chunkText, firstText, READ, readToEnd } from '../lib/assertions.js';
import { group } from '../lib/report.js';

await group('serve-plimsoll', async (scenario) => {
  const inner = await gateway({ everything: { command: servers.everything() } });
  const outer = await gateway({ inner: { url: `${inner.at}/everything` } }, { policy: { tokenBudgetThreshold: 600 } });
  const message = Array.from({ length: 3_000 }, (_, i) => `${i}: line\n`).join('');

  /** The page of the inner Plimsoll that an answer of the outer one contains, and the inner cursor. */
  async function whole(client, answer) {
    const pages = await readToEnd(client, answer);
    assertWithinBudget(pages, 600);
    // the outer header precedes what the outer Plimsoll cut
    const cut = answer._meta['dev.plimsoll/page'] !== undefined;
    const page = cut ? pages.map(chunkText).join('') : firstText(answer);
    const end = page.indexOf('\n\n');
    return { text: page.slice(end + 2), outerPages: pages.length, cursor: JSON.parse(page.slice(0, end)).nextCursor };
  }

  for (const [era, connect] of Object.entries({ 'up to 2025-11-25': legacyAt, '2026-07-28': modernAt })) {
    for (const [where, url, name] of [['at its own address', `${outer.at}/inner`, 'echo'], ['at /mcp', outer.at, 'inner__echo']]) {
      await scenario(`${era}, ${where}: follow-up reads with cursors of both`, async () => {
        const connection = await connect(url);
        const { client } = connection;
        const names = (await client.listTools()).tools.map((tool) => tool.name);
        assert.equal(names.filter((each) => each.endsWith(READ)).length, 1);
        const seen = [await whole(client, await client.callTool({ name, arguments: { message } }))];
        while (seen.at(-1).cursor !== undefined && seen.length < 100) {
          seen.push(await whole(client, await client.callTool({ name: READ, arguments: { cursor: seen.at(-1).cursor } })));
        }
        assert.ok(seen.length > 3, 'the inner one cuts');
        assert.ok(seen.some((each) => each.outerPages > 1), 'and so does the outer one');
        assert.equal(seen.map((each) => each.text).join(''), `Echo: ${message}`);
        await (connect === legacyAt ? leave(connection) : client.close());
      });
    }
  }
});
