// mcp-sluice: stores every result in DuckDB, and adds the tool query, which takes SQL.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberIn, textOf } from '../lib/answer.js';
import { program } from '../lib/paths.js';

const string = JSON.stringify;
const LIMITS = {
  defaults: '',
  tuned: '[limits]\nmax_payload_bytes = 33554432\nquery_timeout_seconds = 60\npreview_bytes = 512\n',
  passing: '[limits]\nmax_payload_bytes = 1000\n',
};

export default {
  name: 'sluice',
  title: 'mcp-sluice',
  install: {
    origin: 'PyPI',
    package: 'mcp-sluice',
    python: ['python3.14', 'python3.13'],
    // two of its except clauses have no parentheses, which only Python 3.14 accepts; with parentheses, it runs on 3.13
    patch: { files: ['sluice/query.py', 'sluice/payload.py'], from: 'except ([A-Za-z_.]+), ([A-Za-z_.]+):', to: 'except ($1, $2):' },
  },
  canPass: true,
  forms: ['defaults', 'tuned'],
  tunedHow: '`max_payload_bytes = 33554432`, `query_timeout_seconds = 60`, `preview_bytes = 512` (README, *Resource bounds*, names the first; the others are in its `config.py`; the numbers are our choice)',
  start({ upstream, form, folder }) {
    const config = join(folder, 'sluice.toml');
    writeFileSync(config, `[servers.data]\ncommand = ${string(upstream[0])}\nargs = ${string(upstream.slice(1))}\n${LIMITS[form]}`);
    return { command: program('sluice', 'sluice'), args: ['--config', config] };
  },
  tool: (name, session) => session.tools.find((tool) => tool.name.startsWith(`data__${name}__`))?.name ?? name,
  /** Returns the tables of a stored result, and the table (`envelope`) and id (`call`) of the row with its complete text. */
  handle: (result) => {
    const text = textOf(result);
    const tables = [...text.matchAll(/^table: (\S+).*?from=(\S+)$/gm)].map(([, table, from]) => ({ table, from }));
    const envelope = /^envelope: (\S+) WHERE call_id = '([^']+)'/m.exec(text);
    return envelope ? { tables, table: tables[0]?.table, envelope: envelope[1], call: envelope[2] } : undefined;
  },
  next(result, last) {
    if (last !== undefined) return undefined;
    const handle = this.handle(result);
    if (!handle) return undefined;
    return this.query(handle.table ? `SELECT * FROM "${handle.table}"` : `SELECT * FROM ${handle.envelope} WHERE call_id = '${handle.call}'`, 1_000_000);
  },
  /** Searches the stored text, structured content, and blocks. */
  async explore(call, handle, word) {
    const cut = (column) => `substr(${column}, greatest(1, instr(${column}, '${word}') - 60), 200)`;
    const stored = ['result_text', 'CAST(result_structured AS VARCHAR)', 'CAST(result_blocks AS VARCHAR)'].map((column, i) => `${cut(column)} AS part_${i}`);
    return [await call(this.query(`SELECT ${stored.join(', ')} FROM ${handle.envelope} WHERE call_id = '${handle.call}'`))];
  },
  rows(handle) {
    return this.query(handle.table ? `SELECT * FROM "${handle.table}" LIMIT 10` : `SELECT substr(result_text, 1, 500) AS text FROM ${handle.envelope} WHERE call_id = '${handle.call}'`);
  },
  /** Returns the number of records. mcp-sluice makes a table of one row from an object, which states no number of records. */
  total: (result) => numberIn(textOf(result), /^table: .* rows=(\d+) +from=(?!\$$)/m) ?? numberIn(textOf(result), /^table: .* rows=(\d{2,}) /m),
  figure(handle, op, field) {
    return { call: this.query(`SELECT ${op}(${field}) AS figure FROM "${handle.table}"`), read: (result) => numberIn(textOf(result), /([\d]+\.[\d]+)/) };
  },
  query: (sql, rows) => ['query', { sql, ...(rows ? { max_rows: rows } : {}) }],
};
