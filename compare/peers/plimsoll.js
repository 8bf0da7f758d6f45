// Plimsoll: plimsoll run, in front of the server.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberIn as number, textOf, textsOf } from '../lib/answer.js';
import { plimsoll } from '../lib/paths.js';

const MAX_PAGES = 10;
const PAGE = 'dev.plimsoll/page';

export const READ = 'plimsoll_read';
/** Returns the cursor of the next page; on the last page, the cursor of the result. */
export const cursorOf = (result) => result?._meta?.[PAGE]?.nextCursor ?? result?._meta?.[PAGE]?.cursor ?? /"cursor":"([^"]+)"/.exec(textOf(result))?.[1];
const nextOf = (result) => result?._meta?.[PAGE]?.nextCursor;
/** Returns the cursors of blocks that an answer names and does not contain, such as images. */
const others = (result) => [...textsOf(result).join('\n').matchAll(/plimsoll_read with cursor ([\w-]+) (?:gives|reads) it/g)].map(([, cursor]) => cursor);

/** The options of each form. With a smaller budget, each answer has fewer tokens, but some tasks need more calls. */
const OPTIONS = { defaults: [], tuned: ['--budget', '1000'], small: ['--budget', '500'], passing: ['--preset', 'off'] };

function expiring(folder, seconds) {
  const config = join(folder, 'plimsoll.yaml');
  writeFileSync(config, `policy:\n  ttl: ${seconds}s\n`);
  return config;
}

export default {
  name: 'plimsoll',
  title: 'Plimsoll',
  canPass: true,
  canExpire: true,
  forms: ['defaults', 'tuned', 'small'],
  tunedHow: '`--budget 1000`; the form *budget 500*: `--budget 500`',
  version: () => execFileSync(plimsoll, ['--version'], { encoding: 'utf8' }).trim().replace(/^plimsoll /, ''),
  start: ({ upstream, form, folder, seconds }) => ({
    command: plimsoll,
    args: ['run', ...OPTIONS[form], ...(seconds ? ['--config', expiring(folder, seconds)] : []), '--data', join(folder, 'plimsoll'), '--', ...upstream],
    env: { XDG_CONFIG_HOME: join(folder, 'config'), XDG_DATA_HOME: join(folder, 'data') },
  }),
  serve({ upstream, folder, port }) {
    const config = join(folder, 'plimsoll.json');
    const tokens = ['ada', 'bob'].map((id) => ({ id, token: `the-token-of-${id}-is-long-enough-for-anybody` }));
    writeFileSync(config, JSON.stringify({
      listen: `127.0.0.1:${port}`,
      servers: { data: { command: upstream } },
      auth: { tokens: tokens.map(({ id, token }) => ({ id, tier: 'read', hash: `sha256:${createHash('sha256').update(token).digest('hex')}` })) },
    }));
    return {
      command: plimsoll, args: ['serve', '--config', config, '--data', join(folder, 'served')],
      url: `http://127.0.0.1:${port}/mcp/data`, callers: tokens.map(({ token }) => ({ Authorization: `Bearer ${token}` })),
    };
  },
  tool: (name) => name,
  handle: cursorOf,
  next: (result) => (nextOf(result) ? [READ, { cursor: nextOf(result) }] : undefined),
  async explore(call, handle, word, first) {
    const found = [];
    for (const cursor of [handle, ...others(first)]) {
      found.push(await call([READ, { cursor, find: word }]));
      // a key that is too long for a page can be read with mode lines, as the answer says
      if (/"in":"key"/.test(textOf(found.at(-1)))) {
        let args = { cursor, mode: 'lines' };
        for (let i = 0; i < MAX_PAGES && args.cursor; i++) {
          found.push(await call([READ, args]));
          args = { cursor: nextOf(found.at(-1)) };
        }
      }
    }
    return found;
  },
  rows: (handle) => [READ, { cursor: handle }],
  total: (result) => number(textOf(result), /"totalCount":(\d+)/),
  figure: (handle, op, field) => ({ call: [READ, { cursor: handle, query: `map(.${field}) | ${op === 'sum' ? 'add' : op}` }], read: (result) => number(textOf(result), /"results":\["?([\d.]+)/) }),
  /** Returns the calls that return the images and sounds that the answer names and does not contain. */
  media: (result) => others(result).map((cursor) => [READ, { cursor }]),
  query: (handle, query) => [READ, { cursor: handle, query }],
  search: (handle, find) => [READ, { cursor: handle, find }],
};
