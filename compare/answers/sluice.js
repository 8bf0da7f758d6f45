// One SQL statement for each task: over the table of a list, or over the stored text of a result that has none.

import { textOf } from '../lib/answer.js';
import { INCOMPLETE } from './same.js';

const LINES = 'string_split(result_text, chr(10))';
const field = (name, item = 'v') => `json_extract_string(${item}, '$.${name}')`;
const filtered = (list, condition) => `list_filter(${list}, lambda v: ${condition})`;
const mapped = (list, expression) => `list_transform(${list}, lambda v: ${expression})`;
const part = (pattern, item = 'v') => `regexp_extract(${item}, '${pattern}', 1)`;
const OPERATIONS = "json_extract(result_text, '$.paths.*.*')";
/** Pairs of key and value. */
const MEDIA = "list_zip(json_keys(result_text), json_extract(result_text, '$.*'))";
const ofMedia = (name) => field(name, 'v[2]');
const mediaKeys = (condition) => `list_transform(${filtered(MEDIA, condition)}, lambda v: v[1])`;
const ISSUES = "json_extract(result_structured, '$.data.repository.issues.nodes[*]')";
const MILESTONES = "json_extract(result_structured, '$.data.repository.milestones.nodes[*]')";
const ACCOUNTS = "regexp_extract_all(result_text, '[{][^}]*[}]')";
const account = (name) => part(`''${name}'': ''?([^,''}]+)`);
const COLUMNS = '^[^,]+,"[^"]*",';
const PRICE = part(`${COLUMNS}([0-9.]+),`);
const WAREHOUSE = part(`${COLUMNS}[0-9.]+,([A-Za-z]+),`);
const QUANTITY = part(`${COLUMNS}[0-9.]+,[A-Za-z]+,([0-9]+),`);
const PRODUCTS = filtered(LINES, "v LIKE 'SKU-%'");

const from = (expression) => `SELECT ${expression} FROM ENVELOPE`;
/** Cells end after 512 bytes by default, and `unnest` is not allowed: a long list takes several cells, as its README describes. */
const CELL = 500;
const CELLS = 3;
const joined = (list) => `SELECT ${Array.from({ length: CELLS }, (_, i) => `substr(v, ${i * CELL + 1}, ${CELL})`).join(', ')} FROM (SELECT array_to_string(${list}, ';') AS v FROM ENVELOPE)`;
const histogram = (list) => from(`CAST(list_aggregate(${list}, 'histogram') AS VARCHAR)`);
const before = (text) => from(`list_extract(${LINES}, list_position(${mapped(LINES, `contains(v, '${text}')`)}, true) - 1)`);
const after = (title, key) => from(`regexp_extract(result_text, '### ${title}\\s+(?:Owner: [a-z]+\\s+)?${key}: ([^\\n]+)', 1)`);

const value = (sql) => ({ sql, as: (rows) => rows[0]?.[0] });
const list = (sql) => ({ sql, as: (rows) => rows.map(([cell]) => cell) });
const split = (sql) => ({ sql, as: (rows) => (rows[0] ?? []).join('').split(';').filter(Boolean) });
/** A histogram reads as {a=1, b=2}. */
const map = (sql) => ({ sql, as: (rows) => Object.fromEntries([...(rows[0]?.[0] ?? '').matchAll(/([\w.]+)=(\d+)/g)].map(([, key, n]) => [key, n])) });
const groups = (sql) => ({ sql, as: (rows) => Object.fromEntries(rows) });

const scripts = {
  list_countries: [
    value("SELECT area FROM TABLE WHERE code = 'HFI'"),
    groups('SELECT region, count(*) FROM TABLE GROUP BY 1'),
    list("SELECT name->>'common' FROM TABLE ORDER BY area DESC LIMIT 3"),
    value("SELECT count(*) FROM TABLE WHERE json_extract(currencies, '$.KRO') IS NOT NULL"),
  ],
  list_symbols: [
    value("SELECT name FROM TABLE WHERE slug = 'urpel_oriswen_1444'"),
    groups('SELECT version, count(*) FROM TABLE GROUP BY 1'),
    list(`SELECT name FROM TABLE WHERE "group" = 'Maps'`),
    value(`SELECT count(*) FROM TABLE WHERE "group" = 'Food' AND "skinTone"`),
  ],
  get_api_description: [
    value(from(field('summary', `list_extract(${filtered(OPERATIONS, `${field('operationId')} = 'op_bacor611'`)}, 1)`))),
    map(histogram(mapped(OPERATIONS, field('category')))),
    value(from(`json_extract_string(result_text, '$.components.schemas."Quiur-133".title')`)),
    value(from(`len(${filtered(OPERATIONS, `${field('deprecated')} = 'true'`)})`)),
  ],
  get_media_types: [
    value(from(`json_extract_string(result_text, '$."image/vnd.bazel.wenwen903".source')`)),
    map(histogram(mapped("json_extract(result_text, '$.*')", field('source')))),
    split(joined(mediaKeys(`contains(${ofMedia('extensions')}, '"f85705"')`))),
    split(joined(mediaKeys(`${ofMedia('source')} = 'platform' AND ${ofMedia('compressible')} = 'true'`))),
  ],
  read_log: [
    value(from(part('status=([0-9]+)', `list_extract(${filtered(LINES, "contains(v, 'req-36535615ac')")}, 1)`))),
    map(histogram(mapped(filtered(LINES, "contains(v, ' ERROR ')"), part('status=([0-9]+)')))),
    value(from(`len(${filtered(LINES, "contains(v, ' WARN ') AND v >= '2026-03-09 08:00' AND v < '2026-03-09 08:30'")})`)),
    value(before('out of memory')),
  ],
  export_products: [
    value(from(PRICE.replace('(v,', `(list_extract(${filtered(LINES, "v LIKE 'SKU-26415,%'")}, 1),`))),
    map(histogram(mapped(PRODUCTS, WAREHOUSE))),
    split(joined(`list_transform(list_slice(list_reverse_sort(${mapped(PRODUCTS, `{'q': CAST(${QUANTITY} AS INT), 's': split_part(v, ',', 1)}`)}), 1, 5), lambda v: v.s)`)),
    value(from(`list_sum(${mapped(filtered(PRODUCTS, `${WAREHOUSE} = 'Oslo'`), `CAST(${PRICE} AS DECIMAL(12, 2))`)})`)),
  ],
  list_issues: [
    value(from(field('title', `list_extract(${filtered(ISSUES, `${field('number')} = '217'`)}, 1)`))),
    map(histogram(mapped(ISSUES, field('state')))),
    value(from(`len(${filtered(ISSUES, `${field('createdAt')} LIKE '2026-03%'`)})`)),
    value(from(`len(${filtered(ISSUES, `${field('state')} = 'OPEN' AND ${field('milestone.id')} = ${field('id', `list_extract(list_filter(${MILESTONES}, lambda m: ${field('title', 'm')} = 'Cedar'), 1)`)}`)})`)),
  ],
  read_handbook: [
    value(after('Orbajun toris', 'Owner')),
    value(after('Yarfizel fivel', 'Retention')),
    value(before('Never restart the primary')),
    value(from(`len(${filtered(LINES, "v = 'Owner: data'")})`)),
  ],
  query_accounts: [
    value(from(account('balance').replace('(v,', `(list_extract(${filtered(ACCOUNTS, "contains(v, '''id'': 4999,')")}, 1),`))),
    map(histogram(mapped(ACCOUNTS, account('plan')))),
    split(joined(`list_transform(list_slice(list_reverse_sort(${mapped(ACCOUNTS, `{'b': CAST(${account('balance')} AS DOUBLE), 'n': ${account('name')}}`)}), 1, 3), lambda v: v.n)`)),
    split(joined(mapped(filtered(ACCOUNTS, "contains(v, '''plan'': ''business'', ''active'': False')"), account('name')))),
  ],
  list_customers: [
    value("SELECT company FROM TABLE WHERE id = 'cus_c6a693ce7176'"),
    list('SELECT company FROM TABLE ORDER BY CAST(revenue AS DOUBLE) DESC LIMIT 3'),
    value("SELECT count(*) FROM TABLE WHERE signed_up LIKE '2025%'"),
    { sql: "SELECT json_extract(result_structured, '$.count'), json_extract(result_structured, '$.next') FROM ENVELOPE", as: ([[count]]) => (count === '5000' ? INCOMPLETE : undefined) },
  ],
};

/** Returns the cells of a table in Markdown. */
function cells(text) {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => line.slice(1, line.lastIndexOf('|')).split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1').replace(/^''$/, '').replaceAll('\\|', '|')));
}

export async function solve({ peer, tool, index, first, read }) {
  const handle = peer.handle(first);
  if (!handle) throw new Error('the result was not stored');
  const { sql, as } = scripts[tool][index];
  const written = sql.replaceAll('TABLE', `"${handle.table}"`).replaceAll('ENVELOPE', `(SELECT * FROM ${handle.envelope} WHERE call_id = '${handle.call}')`);
  const answer = await read(peer.query(written));
  if (answer.isError) throw new Error(textOf(answer).slice(0, 200));
  return as(cells(textOf(answer)));
}
