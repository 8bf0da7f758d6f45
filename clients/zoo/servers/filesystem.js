// @modelcontextprotocol/server-filesystem, with a folder of data, logs, and source code.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { bracketLog, csv, events, klog, logfmt, moduleSource, tickets } from '../lib/data.js';
import { modules } from '../lib/paths.js';

const TICKETS = tickets(1400, 41);
const EVENTS = events(1200);

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
        { what: 'CSV of 1,400 tickets', tool: 'read_text_file', args: file('tickets.csv') },
        { what: 'JSON Lines', tool: 'read_text_file', args: file('tickets.jsonl') },
        { what: 'YAML', tool: 'read_text_file', args: file('tickets.yaml') },
        { what: 'a log in logfmt', tool: 'read_text_file', args: file('service.logfmt') },
        { what: 'a log of klog', tool: 'read_text_file', args: file('service.klog') },
        { what: 'a log with brackets', tool: 'read_text_file', args: file('service.log') },
        { what: 'source code', tool: 'read_text_file', args: file('src/large.js') },
        { what: 'six files in one text', tool: 'read_multiple_files', args: { paths } },
        { what: 'a tree of 2,400 files', tool: 'directory_tree', args: { path: root } },
        { what: 'paths that match', tool: 'search_files', args: { path: root, pattern: '**/report-*' } },
        { what: 'a listing with sizes', tool: 'list_directory_with_sizes', args: { path: join(root, 'archive/2020') } },
      ],
    };
  },
};
