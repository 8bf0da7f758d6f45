// Tests @modelcontextprotocol/server-filesystem, with a folder of data, logs, and source code.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { bracketLog, csv, events, klog, logfmt, moduleSource, tickets } from '../lib/data.js';
import { modules } from '../lib/paths.js';
import { aboutLog, aboutTickets, count } from '../lib/questions.js';

const TICKETS = tickets(1400, 41);
const EVENTS = events(1200);
const LINES = '.content | split("\\n")';

function fill(root) {
  mkdirSync(join(root, 'src'), { recursive: true });
  for (let i = 0; i < 2400; i += 1) {
    mkdirSync(join(root, `archive/${2020 + (i % 6)}`), { recursive: true });
    writeFileSync(join(root, `archive/${2020 + (i % 6)}/report-${i}.txt`), 'x'.repeat(i));
  }
  for (let i = 0; i < 6; i += 1) writeFileSync(join(root, `src/module${i}.js`), moduleSource(i, 12));
  writeFileSync(join(root, 'src/large.js'), moduleSource(2, 120));
  writeFileSync(join(root, 'tickets.csv'), csv(TICKETS));
  writeFileSync(join(root, 'tickets.jsonl'), TICKETS.map((t) => `${JSON.stringify(t)}\n`).join(''));
  writeFileSync(join(root, 'tickets.yaml'), `# all tickets\ntickets:\n${TICKETS.slice(0, 400).map((t) => `  - id: ${t.id}\n    customer: ${t.customer}\n    status: ${t.status}\n    cost: ${t.cost}\n`).join('')}`);
  writeFileSync(join(root, 'service.logfmt'), logfmt(EVENTS));
  writeFileSync(join(root, 'service.klog'), klog(EVENTS));
  writeFileSync(join(root, 'service.log'), bracketLog(EVENTS));
}

export default {
  name: 'filesystem',
  origin: 'npm',
  package: '@modelcontextprotocol/server-filesystem',
  prepare(folder) {
    const root = join(folder, 'files');
    fill(root);
    const file = (name) => ({ path: join(root, name) });
    const paths = Array.from({ length: 6 }, (_, i) => join(root, `src/module${i}.js`));
    return {
      command: [process.execPath, join(modules, '@modelcontextprotocol/server-filesystem/dist/index.js'), root],
      cases: [
        {
          description: 'CSV of 1,400 tickets',
          tool: 'read_text_file',
          args: file('tickets.csv'),
          format: 'csv',
          notice: /CSV of 1,400 records \{id, opened/,
          questions: aboutTickets(TICKETS),
        },
        {
          description: 'JSON Lines',
          tool: 'read_text_file',
          args: file('tickets.jsonl'),
          format: 'jsonl',
          notice: /JSON Lines of 1,400 records/,
          questions: aboutTickets(TICKETS),
        },
        {
          description: 'YAML',
          tool: 'read_text_file',
          args: file('tickets.yaml'),
          format: 'yaml',
          notice: /YAML object \{tickets\}/,
          questions: aboutTickets(TICKETS.slice(0, 400), '.tickets'),
        },
        { description: 'a log in logfmt', tool: 'read_text_file', args: file('service.logfmt'), format: 'log', notice: /\(log/, questions: aboutLog(EVENTS, LINES) },
        { description: 'a log in the format of klog', tool: 'read_text_file', args: file('service.klog'), format: 'log', notice: /\(log/, questions: aboutLog(EVENTS, LINES) },
        { description: 'a log with brackets', tool: 'read_text_file', args: file('service.log'), format: 'log', notice: /\(log/, questions: aboutLog(EVENTS, LINES) },
        {
          description: 'source code',
          tool: 'read_text_file',
          args: file('src/large.js'),
          format: 'code',
          notice: /\(code/,
          questions: [
            { question: 'What does refund77 do?', path: '#refund77', expected: /^export function refund77\(input, limit\) \{[^]*kind: 'refund' \};\n\}\n$/ },
            { question: 'How often is == used?', find: 'input.id == limit', expected: 24 },
            { question: 'How many functions are exported?', query: '[.content | scan("export function")] | length', expected: 120 },
          ],
        },
        {
          description: 'six files in one text',
          tool: 'read_multiple_files',
          args: { paths },
          format: 'files',
          notice: /\(6 files/,
          questions: [
            { question: 'What is in module4.js?', path: '#module4.js', expected: moduleSource(4, 12) },
            { question: 'Which functions are in the second file?', path: '#2', expected: moduleSource(1, 12) },
            { question: 'How many variables are not used?', find: 'const unused', expected: [0, 1, 2, 3, 4, 5].reduce((all, i) => all + moduleSource(i, 12).split('const unused').length - 1, 0) },
          ],
        },
        {
          description: 'a tree of 2,400 files',
          tool: 'directory_tree',
          args: { path: root },
          format: 'json',
          notice: /JSON of 8 records \{name, type, children\}/,
          questions: [
            { question: 'How many files are there?', query: '[.. | objects | select(.type == "file")] | length', expected: 2400 + 7 + 6 },
            { question: 'How many files are in archive/2022?', query: '.[] | select(.name == "archive").children[] | select(.name == "2022").children | length', expected: 400 },
            { question: 'Is there a report 777?', find: '"report-777.txt"', expected: 1 },
          ],
        },
        {
          description: 'paths that match',
          tool: 'search_files',
          args: { path: root, pattern: '**/report-*' },
          format: 'lines',
          notice: /Lines 1-\d+ of 2400/,
          questions: [
            { question: 'How many reports are of 2023?', query: '.content | split("\\n") | map(select(contains("/2023/"))) | length', expected: 400 },
            { question: 'Where is report 777?', find: 'report-777.txt', expected: 1 },
            { question: 'How many numbers begin with 23?', find: '/report-23\\d*\\.txt/', expected: count([...Array(2400).keys()], (i) => String(i).startsWith('23')) },
          ],
        },
        {
          description: 'a listing with sizes',
          tool: 'list_directory_with_sizes',
          args: { path: join(root, 'archive/2020') },
          format: 'lines',
          notice: /Lines 1-\d+ of 403/,
          questions: [
            { question: 'How many files are there?', find: '[FILE]', expected: 400 },
            { question: 'How large is report 600?', query: '.content | capture("report-600.txt +(?<size>[^\\n]+)").size', expected: '600 B' },
            { question: 'How many have a kilobyte or more?', find: '/KB$/m', expected: count([...Array(400).keys()], (i) => i * 6 >= 1024) + 1 },
          ],
        },
      ],
    };
  },
};
