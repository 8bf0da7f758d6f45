// SQL conditions for lists, JSONPath for other JSON, and lines by a regular expression for texts.

import { parsed, textOf } from '../lib/answer.js';
import { counts, INCOMPLETE } from './same.js';

const METHODS = ['get', 'post', 'delete', 'patch'];
const of = (answer) => parsed(textOf(answer))?.result;
const rows = (condition, most) => async (ctx) => of(await ctx.slice(condition, most)) ?? [];
const one = (condition, field) => async (ctx) => (await rows(condition, 1)(ctx))[0]?.[field];
const groups = (field) => async (ctx) => Object.fromEntries((of(await ctx.aggregate({ op: 'count', group_by: field })) ?? []).map(({ group, value }) => [group, value]));
const matches = async (ctx, path) => of(await ctx.slice(path, 500)) ?? {};
const values = (path) => async (ctx) => {
  const { matches: found = [], truncated } = await matches(ctx, path);
  if (truncated) throw new Error('more than 500 values match');
  return found.map(({ value }) => value);
};
const ofMethods = (field) => async (ctx) => {
  const all = [];
  for (const method of METHODS) all.push(...(await values(`$.paths[*].${method}.${field}`)(ctx)));
  return all;
};
const lines = (selector, most = 2000) => async (ctx) => (of(await ctx.slice(selector, most))?.lines ?? []).map(({ text }) => text);
const lineOf = async (ctx, words) => of(await ctx.search(words))?.results?.[0];
const pathOf = async (ctx, words) => of(await ctx.search(words))?.results?.[0]?.path;
const before = (words) => async (ctx) => {
  const { line } = await lineOf(ctx, words);
  return (await lines(`${line - 1}-${line - 1}`)(ctx))[0];
};
const section = (title, pattern) => async (ctx) => {
  const { line } = await lineOf(ctx, title);
  return pattern.exec((await lines(`${line}-${line + 4}`)(ctx)).join('\n'))?.[1];
};
const products = async (ctx) => [...(await lines('1-2000')(ctx)), ...(await lines('2001-3001')(ctx))].map((line) => /^([^,]+),"[^"]*",([\d.]+),(\w+),(\d+),/.exec(line)).filter(Boolean);
const accounts = (solve) => async (ctx) => solve((await lines('1-1')(ctx))[0] ?? '');
const NODES = '$.data.repository.issues.nodes[*]';

const scripts = {
  list_countries: [
    one("code = 'HFI'", 'area'), groups('region'),
    async (ctx) => (await rows('1 = 1 ORDER BY area DESC', 3)(ctx)).map(({ name }) => parsed(name)?.common),
    async (ctx) => (await rows(`currencies LIKE '%"KRO"%'`, 1000)(ctx)).length,
  ],
  list_symbols: [
    one("slug = 'urpel_oriswen_1444'", 'name'), groups('version'),
    async (ctx) => (await rows(`"group" = 'Maps'`, 1000)(ctx)).map(({ name }) => name),
    async (ctx) => (await rows(`"group" = 'Food' AND skinTone = 1`, 1000)(ctx)).length,
  ],
  get_api_description: [
    async (ctx) => (await values((await pathOf(ctx, 'op_bacor611')).replace(/operationId$/, 'summary'))(ctx))[0],
    async (ctx) => counts(await ofMethods('category')(ctx)),
    async (ctx) => (await values("$.components.schemas['Quiur-133'].title")(ctx))[0],
    async (ctx) => (await ofMethods('deprecated')(ctx)).filter(Boolean).length,
  ],
  get_media_types: [
    async (ctx) => (await values("$['image/vnd.bazel.wenwen903'].source")(ctx))[0],
    async (ctx) => counts(await values('$[*].source')(ctx)),
    async (ctx) => /\['?"?([^'"\]]+)/.exec(await pathOf(ctx, 'f85705'))?.[1],
    async (ctx) => (await values('$[*]')(ctx)).length,
  ],
  read_log: [
    async (ctx) => /status=(\d+)/.exec((await lineOf(ctx, 'req-36535615ac')).preview)?.[1],
    async (ctx) => counts((await lines('re: ERROR ')(ctx)).map((line) => /status=(\d+)/.exec(line)[1])),
    async (ctx) => (await lines('re:^2026-03-09 08:[0-2][0-9].* WARN ')(ctx)).length,
    before('out of memory'),
  ],
  export_products: [
    async (ctx) => /SKU-26415,"[^"]*",([\d.]+)/.exec((await lineOf(ctx, 'SKU-26415')).preview)?.[1],
    async (ctx) => counts((await products(ctx)).map((each) => each[3])),
    async (ctx) => (await products(ctx)).sort((a, b) => b[4] - a[4]).slice(0, 5).map((each) => each[1]),
    async (ctx) => (await lines('re:",[0-9.]+,Oslo,')(ctx)).reduce((sum, line) => sum + Number(/",([\d.]+),Oslo/.exec(line)[1]), 0),
  ],
  list_issues: [
    async (ctx) => (await values('$.data.repository.issues.nodes[216].title')(ctx))[0],
    async (ctx) => counts(await values(`${NODES}.state`)(ctx)),
    async (ctx) => (await values(`${NODES}.createdAt`)(ctx)).filter((time) => time.startsWith('2026-03')).length,
    async (ctx) => {
      const milestone = (await values('$.data.repository.milestones.nodes[*]')(ctx)).find(({ title }) => title === 'Cedar');
      const states = await values(`${NODES}.state`)(ctx);
      return (await values(`${NODES}.milestone.id`)(ctx)).filter((id, i) => id === milestone.id && states[i] === 'OPEN').length;
    },
  ],
  read_handbook: [section('### Orbajun toris', /Owner: (\w+)/), section('### Yarfizel fivel', /Retention: (\d+ days)/), before('Never restart the primary'), async (ctx) => of(await ctx.search('Owner: data', 200))?.results?.length],
  query_accounts: [
    accounts((text) => /'id': 4999,.*?'balance': ([\d.]+)/.exec(text)?.[1]),
    accounts((text) => counts([...text.matchAll(/'plan': '(\w+)'/g)].map(([, plan]) => plan))),
    accounts((text) => [...text.matchAll(/'name': '([^']+)'.*?'balance': ([\d.]+)/g)].sort((a, b) => b[2] - a[2]).slice(0, 3).map(([, name]) => name)),
    accounts((text) => [...text.matchAll(/'name': '([^']+)', 'plan': 'business', 'active': False/g)].map(([, name]) => name)),
  ],
  list_customers: [
    one("id = 'cus_c6a693ce7176'", 'company'),
    async (ctx) => (await rows('1 = 1 ORDER BY CAST(revenue AS REAL) DESC', 3)(ctx)).map(({ company }) => company),
    async (ctx) => (await rows("signed_up LIKE '2025%'", 1000)(ctx)).length,
    // the structured content of the upstream stays whole beside the handle
    async ({ first }) => (first.structuredContent?.count === 5000 ? INCOMPLETE : undefined),
  ],
};

export function solve({ peer, tool, index, first, read }) {
  const handle = peer.handle(first);
  return scripts[tool][index]({
    first,
    slice: (selector, most) => read(peer.slice(handle, selector, most)),
    search: (words, most = 1) => read(peer.search(handle, words, most)),
    aggregate: (args) => read(peer.aggregate(handle, args)),
  });
}
