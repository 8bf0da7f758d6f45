// Tests Desktop Commander, with a folder of source code and logs.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { csv, events, klog, moduleSource, tickets } from '../lib/data.js';
import { modules } from '../lib/paths.js';
import { aboutLog, aboutTickets } from '../lib/questions.js';
import { textOf } from '../lib/session.js';

const TICKETS = tickets(900, 101);
const EVENTS = events(900, 103);

/** Numbers of the modules with unused variables, once for each variable. */
const UNUSED = Array.from({ length: 500 }, (_, i) => Array(moduleSource(i, 5).split('const unused').length - 1).fill(i)).flat();
const PROCESSES = Array.from({ length: 300 }, (_, i) => ({ user: ['root', 'www-data', 'postgres'][i % 3], pid: 1000 + i, cpu: i / 4, memory: (i % 17) / 10 }));

/** Returns the output of `ps` for invented processes, because the processes of this machine differ between runs. */
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
          description: 'a CSV file',
          tool: 'read_file',
          args: { path: join(root, 'tickets.csv'), length: 2000 },
          format: 'csv',
          notice: /CSV of 900 records \{id, opened/,
          questions: aboutTickets(TICKETS),
        },
        {
          description: 'a log in the format of klog',
          tool: 'read_file',
          args: { path: join(root, 'service.klog'), length: 2000 },
          format: 'log',
          notice: /\(log/,
          questions: aboutLog(EVENTS),
        },
        {
          description: 'a folder of 500 files',
          tool: 'list_directory',
          args: { path: root, depth: 3 },
          format: 'lines',
          notice: /Lines 1-\d+ of 513/,
          questions: [
            { question: 'How many files are in part3?', query: 'map(select(startswith("[FILE] part3/"))) | length', expected: 50 },
            { question: 'How many folders are there?', find: '[DIR]', expected: 10 },
            { question: 'Where is module 123?', find: 'module123.js', expected: 1 },
          ],
        },
        {
          description: 'lines with a word (grep)',
          tool: 'start_process',
          args: run(`cd ${root} && grep -rn "const unused" . | sort`),
          format: 'matches',
          notice: /matches of \d+ records \{path, line, text\}/,
          questions: [
            { question: 'How many matches are there?', query: 'map(select(.path)) | length', expected: UNUSED.length },
            { question: 'In how many files?', query: '[.[].path // empty] | unique | length', expected: new Set(UNUSED).size },
            { question: 'How many are in part7?', find: './part7/', expected: UNUSED.filter((i) => i % 10 === 7).length },
          ],
        },
        {
          description: 'processes (ps)',
          tool: 'start_process',
          args: run(`cd ${root} && cat processes.txt`),
          format: 'table',
          notice: /table of 300 records \{USER, PID, %CPU, %MEM, COMMAND\}/,
          questions: [
            { question: 'How many processes does root run?', query: 'map(select(.USER == "root")) | length', expected: 100 },
            { question: 'Which process takes most time?', query: 'max_by(."%CPU").PID', expected: 1299 },
            { question: 'How much memory do the processes of postgres take?', query: 'map(select(.USER == "postgres")."%MEM") | add * 10 | round', expected: PROCESSES.filter((p) => p.user === 'postgres').reduce((all, p) => all + Math.round(p.memory * 10), 0) },
          ],
        },
        {
          description: 'a search in files',
          async before(session) {
            await session.call('start_search', { path: root, pattern: 'const unused', searchType: 'content', maxResults: 900, timeout_ms: 20000 });
            await new Promise((resolve) => setTimeout(resolve, 3_000));
          },
          tool: 'get_more_search_results',
          format: 'matches',
          notice: /matches of 900 records \{path, line, text\}/,
          questions: [
            { question: 'How many lines declare something unused?', query: 'map(select(.text | startswith("const unused"))) | length', expected: (n) => n > 50 && n <= 358 },
            { question: 'How many lines does the answer show?', query: 'map(select(.path)) | length', expected: 900 },
            { question: 'Does the search go on?', query: 'map(.text) | map(select(contains("More results available"))) | length', expected: 1 },
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
