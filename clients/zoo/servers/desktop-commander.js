// Desktop Commander, with a folder of source code and logs.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { csv, events, klog, moduleSource, tickets } from '../lib/data.js';
import { modules } from '../lib/paths.js';
import { textOf } from '../lib/session.js';

const TICKETS = tickets(900, 101);
const EVENTS = events(900, 103);

function fill(root) {
  for (let i = 0; i < 500; i += 1) {
    mkdirSync(join(root, `part${i % 10}`), { recursive: true });
    writeFileSync(join(root, `part${i % 10}/module${i}.js`), moduleSource(i, 5));
  }
  writeFileSync(join(root, 'tickets.csv'), csv(TICKETS));
  writeFileSync(join(root, 'service.klog'), klog(EVENTS));
}

export default {
  name: 'desktop-commander',
  origin: 'npm',
  package: '@wonderwhy-er/desktop-commander',
  prepare(folder) {
    const root = join(folder, 'files');
    fill(root);
    const run = (command) => ({ command, timeout_ms: 20000 });
    return {
      command: [process.execPath, join(modules, '@wonderwhy-er/desktop-commander/dist/index.js'), '--no-onboarding'],
      env: { HOME: folder },
      cases: [
        { what: 'a CSV file', tool: 'read_file', args: { path: join(root, 'tickets.csv'), length: 2000 } },
        { what: 'a log of klog', tool: 'read_file', args: { path: join(root, 'service.klog'), length: 2000 } },
        { what: 'a folder of 500 files', tool: 'list_directory', args: { path: root, depth: 3 } },
        { what: 'lines with a word (grep)', tool: 'start_process', args: run(`cd ${root} && grep -rn "const unused" . | sort`) },
        { what: 'a listing of files (ls -l)', tool: 'start_process', args: run(`cd ${root}/part1 && ls -l --time-style=long-iso . ../part2 ../part3 ../part4 ../part5 ../part6`) },
        {
          what: 'a search in files',
          async before(session) {
            await session.call('start_search', { path: root, pattern: 'const unused', searchType: 'content', maxResults: 900, timeout_ms: 20000 });
            await new Promise((resolve) => setTimeout(resolve, 3_000));
          },
          tool: 'get_more_search_results',
          async args(session) {
            const list = textOf(await session.call('list_searches'));
            return { sessionId: list.match(/search_\w+/)[0], offset: 0, length: 900 };
          },
        },
      ],
    };
  },
};
