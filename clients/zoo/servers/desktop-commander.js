// Desktop Commander, with a folder of source code and logs.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { csv, events, klog, moduleSource, tickets } from '../lib/data.js';
import { modules } from '../lib/paths.js';
import { aboutLog, aboutTickets } from '../lib/questions.js';
import { textOf } from '../lib/session.js';

const TICKETS = tickets(900, 101);
const EVENTS = events(900, 103);

/** The modules with an unused variable, once for each. */
const UNUSED = Array.from({ length: 500 }, (_, i) => Array(moduleSource(i, 5).split('const unused').length - 1).fill(i)).flat();
const PROCESSES = Array.from({ length: 300 }, (_, i) => ({ user: ['root', 'www-data', 'postgres'][i % 3], pid: 1000 + i, cpu: i / 4, memory: (i % 17) / 10 }));

/** Writes processes as `ps` does; those of this machine differ from run to run. */
const ps = () =>
  ['USER         PID %CPU %MEM COMMAND', ...PROCESSES.map((p) => `${p.user.padEnd(10)}${String(p.pid).padStart(6)}${p.cpu.toFixed(1).padStart(5)}${p.memory.toFixed(1).padStart(5)} /usr/bin/worker --id ${p.pid} --queue default`)].join('\n');

function fill(root) {
  for (let i = 0; i < 500; i += 1) {
    mkdirSync(join(root, `part${i % 10}`), { recursive: true });
    writeFileSync(join(root, `part${i % 10}/module${i}.js`), moduleSource(i, 5));
  }
  writeFileSync(join(root, 'tickets.csv'), csv(TICKETS));
  writeFileSync(join(root, 'service.klog'), klog(EVENTS));
  writeFileSync(join(root, 'processes.txt'), ps());
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
        {
          what: 'a CSV file',
          tool: 'read_file',
          args: { path: join(root, 'tickets.csv'), length: 2000 },
          kind: 'csv',
          says: /CSV of 900 records \{id, opened/,
          questions: aboutTickets(TICKETS),
        },
        {
          what: 'a log of klog',
          tool: 'read_file',
          args: { path: join(root, 'service.klog'), length: 2000 },
          kind: 'log',
          says: /\(log/,
          questions: aboutLog(EVENTS),
        },
        {
          what: 'a folder of 500 files',
          tool: 'list_directory',
          args: { path: root, depth: 3 },
          kind: 'lines',
          says: /Lines 1-\d+ of 513/,
          questions: [
            { asks: 'How many files are in part3?', query: 'map(select(startswith("[FILE] part3/"))) | length', is: 50 },
            { asks: 'How many folders are there?', find: '[DIR]', is: 10 },
            { asks: 'Where is module 123?', find: 'module123.js', is: 1 },
          ],
        },
        {
          what: 'lines with a word (grep)',
          tool: 'start_process',
          args: run(`cd ${root} && grep -rn "const unused" . | sort`),
          kind: 'matches',
          says: /matches of \d+ records \{path, line, text\}/,
          questions: [
            { asks: 'How many matches are there?', query: 'map(select(.path)) | length', is: UNUSED.length },
            { asks: 'In how many files?', query: '[.[].path // empty] | unique | length', is: new Set(UNUSED).size },
            { asks: 'How many are in part7?', find: './part7/', is: UNUSED.filter((i) => i % 10 === 7).length },
          ],
        },
        {
          what: 'processes (ps)',
          tool: 'start_process',
          args: run(`cd ${root} && cat processes.txt`),
          kind: 'table',
          says: /table of 300 records \{USER, PID, %CPU, %MEM, COMMAND\}/,
          questions: [
            { asks: 'How many processes does root run?', query: 'map(select(.USER == "root")) | length', is: 100 },
            { asks: 'Which process takes most time?', query: 'max_by(."%CPU").PID', is: 1299 },
            { asks: 'How much memory do the processes of postgres take?', query: 'map(select(.USER == "postgres")."%MEM") | add * 10 | round', is: PROCESSES.filter((p) => p.user === 'postgres').reduce((all, p) => all + Math.round(p.memory * 10), 0) },
          ],
        },
        {
          what: 'a search in files',
          async before(session) {
            await session.call('start_search', { path: root, pattern: 'const unused', searchType: 'content', maxResults: 900, timeout_ms: 20000 });
            await new Promise((resolve) => setTimeout(resolve, 3_000));
          },
          tool: 'get_more_search_results',
          kind: 'matches',
          says: /matches of 900 records \{path, line, text\}/,
          questions: [
            { asks: 'How many lines declare something unused?', query: 'map(select(.text | startswith("const unused"))) | length', is: (n) => n > 50 && n <= 358, same: 'const unused' },
            { asks: 'How many lines does the answer show?', query: 'map(select(.path)) | length', is: 900 },
            { asks: 'Does the search go on?', query: 'map(.text) | map(select(contains("More results available"))) | length', is: 1 },
          ],
          async args(session) {
            const list = textOf(await session.call('list_searches'));
            return { sessionId: list.match(/search_\w+/)[0], offset: 0, length: 900 };
          },
        },
      ],
    };
  },
};
