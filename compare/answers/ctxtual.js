// Steps of result_query for lists; result_search for texts, which returns the exact number of occurrences and the characters around each;
// all pages where a question is about every line of a text.

import { jsonOf, textOf } from '../lib/answer.js';
import { counts, INCOMPLETE } from './same.js';

const rows = (answer) => (jsonOf(answer)?.rows ?? []).map((each) => each.row ?? each);
const countBy = (field) => async (ctx) => Object.fromEntries(rows(await ctx.query([{ group_by: { field, metrics: { n: 'count' } } }])).map((row) => [row[field], row.n]));
const one = (filter, field) => async (ctx) => rows(await ctx.query([{ filter }, { select: [field] }]))[0]?.[field];
const list = (filter, field) => async (ctx) => rows(await ctx.query([{ filter }, { select: [field] }])).map((row) => row[field]);
const count = (filter) => async (ctx) => jsonOf(await ctx.query([{ filter }, { count: true }]))?.result?.count;
const top = (n, field, shown) => async (ctx) => rows(await ctx.query([{ sort: { field, order: 'desc' } }, { limit: n }, { select: [shown] }])).map((row) => row[shown]);
/** The text of the passages that contain a phrase. */
const passages = async (ctx, phrase, most) => (jsonOf(await ctx.search(phrase, most))?.passages ?? []).map(({ text }) => text);
const found = (phrase, pattern) => async (ctx) => pattern.exec((await passages(ctx, phrase)).join('\n'))?.[1];
const occurrences = async (ctx, phrase) => jsonOf(await ctx.search(phrase, 1))?.occurrences;
const countPhrases = (phrases) => async (ctx) => {
  const entries = [];
  for (const [key, phrase] of Object.entries(phrases)) entries.push([key, await occurrences(ctx, phrase)]);
  return Object.fromEntries(entries);
};
const whole = (solve) => async (ctx) => solve((await ctx.pages()).join(''));
const products = (text) => text.split('\n').slice(1).map((line) => /^([^,]+),"[^"]*",([\d.]+),(\w+),(\d+),/.exec(line)).filter(Boolean).map(([, sku, price, warehouse, quantity]) => ({ sku, price: Number(price), warehouse, quantity: Number(quantity) }));

const scripts = {
  list_countries: [one({ code: 'HFI' }, 'area'), countBy('region'), async (ctx) => (await top(3, 'area', 'name')(ctx)).map((name) => name.common), count({ 'currencies.KRO': { $exists: true } })],
  list_symbols: [one({ slug: 'urpel_oriswen_1444' }, 'name'), countBy('version'), list({ group: 'Maps' }, 'name'), count({ group: 'Food', skinTone: true })],
  get_api_description: [
    found('op_bacor611', /op_bacor611",\s*"summary": "([^"]+)"/),
    countPhrases(Object.fromEntries(['repos', 'users', 'billing', 'search', 'teams', 'hooks'].map((tag) => [tag, `"category": "${tag}"`]))),
    found('"Quiur-133": {', /"Quiur-133": \{\s*"title": "([^"]+)"/),
    (ctx) => occurrences(ctx, '"deprecated": true'),
  ],
  get_media_types: [
    one({ key: 'image/vnd.bazel.wenwen903' }, 'source'), countBy('source'),
    one({ extensions: { $contains: 'f85705' } }, 'key'), list({ source: 'platform', compressible: true }, 'key'),
  ],
  read_log: [
    found('req-36535615ac', /req-36535615ac status=(\d+)/),
    whole((text) => counts([...text.matchAll(/ ERROR .*?status=(\d+)/g)].map(([, status]) => status))),
    async (ctx) => {
      const page = async (phrase) => (jsonOf(await ctx.search(phrase, 1))?.passages ?? [])[0]?.page;
      const [from, until] = [await page('2026-03-09 08:00'), await page('2026-03-09 08:30')];
      const text = (await ctx.pages(from, until)).join('');
      return text.split('\n').filter((line) => / WARN /.test(line) && line >= '2026-03-09 08:00' && line < '2026-03-09 08:30').length;
    },
    async (ctx) => {
      const hit = (jsonOf(await ctx.search('out of memory', 1))?.passages ?? [])[0];
      const lines = (await ctx.pages(Math.max(0, hit.page - 1), hit.page)).join('').split('\n');
      return lines[lines.findIndex((line) => line.includes('out of memory')) - 1];
    },
  ],
  export_products: [
    found('SKU-26415', /SKU-26415,"[^"]*",([\d.]+)/),
    countPhrases(Object.fromEntries(['Basel', 'Gent', 'Oslo', 'Porto'].map((name) => [name, `,${name},`]))),
    whole((text) => products(text).sort((a, b) => b.quantity - a.quantity).slice(0, 5).map(({ sku }) => sku)),
    whole((text) => products(text).filter(({ warehouse }) => warehouse === 'Oslo').reduce((sum, { price }) => sum + price, 0)),
  ],
  list_issues: [
    one({ number: 217 }, 'title'), countBy('state'), count({ createdAt: { $startswith: '2026-03' } }),
    async (ctx) => {
      // the first answer shows the other members, but folds the milestones, and no tool reads them
      const id = /"id": ?"(MI_\d+)", ?"title": ?"Cedar"/.exec(textOf(ctx.first))?.[1];
      return id && count({ state: 'OPEN', 'milestone.id': id })(ctx);
    },
  ],
  read_handbook: [
    found('Orbajun toris', /Orbajun toris\s+Owner: (\w+)/), found('Yarfizel fivel', /Yarfizel fivel\s+Owner: \w+\s+Retention: (\d+ days)/),
    found('Never restart the primary', /([^\n]+)\n> Never restart/), (ctx) => occurrences(ctx, 'Owner: data'),
  ],
  query_accounts: [
    one({ id: 4999 }, 'balance'), countBy('plan'), top(3, 'balance', 'name'), list({ plan: 'business', active: false }, 'name'),
  ],
  list_customers: [
    one({ id: 'cus_c6a693ce7176' }, 'company'),
    async (ctx) => {
      // revenue is text: a reader sorts the values of all 100 rows
      const all = [...rows(await ctx.query([{ select: ['company', 'revenue'] }, { limit: 50 }])), ...rows(await ctx.query([{ select: ['company', 'revenue'] }, { skip: 50 }, { limit: 50 }]))];
      return all.sort((a, b) => b.revenue - a.revenue).slice(0, 3).map(({ company }) => company);
    },
    count({ signed_up: { $startswith: '2025' } }),
    async ({ first }) => (/"count": ?5000/.test(textOf(first)) ? INCOMPLETE : undefined),
  ],
};

export function solve({ peer, tool, index, first, read }) {
  const handle = peer.handle(first);
  const ctx = {
    first,
    query: (steps) => read(peer.query(handle, steps)),
    search(phrase, most = 3) {
      const [name, args] = peer.search(handle, phrase);
      return read([name, { ...args, max_results: most }]);
    },
    /** The text of pages, of all without arguments. */
    async pages(from = 0, until = Infinity) {
      const texts = [];
      for (let page = from; page <= until; page++) {
        const answer = jsonOf(await read(['result_read', { result_id: handle, page }]));
        texts.push(answer?.text ?? '');
        if (!answer?.has_more) break;
      }
      return texts;
    },
  };
  return scripts[tool][index](ctx);
}
