// The table Answers: 40 tasks about ten results of `bench answers`. For each peer, a reader (answers/*.js) solves the tasks with the
// calls that its documents suggest. People who know the data wrote these calls; a model needs more.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { same } from '../answers/same.js';
import { folder as temporary, project } from '../lib/paths.js';
import { eachForm, Runner, upstream } from '../lib/run.js';
import { tokensOf, tokensOfResult } from '../lib/tokens.js';

const TOOLS = 10;
const TASKS = 4;
/** Tokens of a usual context window: a task that needs more is lost. */
const WINDOW = 200_000;
const TIMEOUT = 120_000;
const READERS = { plimsoll: 'plimsoll', ctxtual: 'ctxtual', jmunch: 'jmunch', sluice: 'sluice' };

/** The tools whose results a quick run uses. */
const QUICK = ['query_accounts', 'list_customers'];

class TooMuch extends Error {}

/** Returns the folder with the results and the tasks: PAYLOADS, or a temporary folder that `bench/run` fills. */
export function payloads() {
  const folder = process.env.PAYLOADS ?? join(temporary, 'payloads');
  if (!existsSync(join(folder, 'tasks.json'))) execFileSync(join(project, 'bench', 'run'), ['answers', '--payloads', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

export const measureAll = (peers, options) => eachForm(peers, options, measure);

async function measure(peer, form, isQuick) {
  const folder = payloads();
  const tasks = JSON.parse(readFileSync(join(folder, 'tasks.json'), 'utf8')).slice(0, TOOLS * TASKS).filter(({ tool }) => !isQuick || QUICK.includes(tool));
  const { solve } = await import(`../answers/${READERS[peer.name] ?? 'visible'}.js`);
  const runner = new Runner(peer, form, upstream('answers.js', folder));
  const rows = [];
  const firsts = new Map();
  for (const [i, task] of tasks.entries()) {
    // if a handle can be read only once, each task needs a new first call
    if (!firsts.has(task.tool) || peer.readsOnce) firsts.set(task.tool, await first(runner, task.tool));
    rows.push(await attempt({ runner, solve, task, index: i % TASKS, first: firsts.get(task.tool), folder }));
  }
  const session = await runner.session();
  const listed = tokensOf(JSON.stringify(session.tools));
  await runner.end();
  const count = (status) => rows.filter((row) => row.status === status).length;
  const sum = (field) => rows.reduce((all, row) => all + row[field], 0);
  const tokens = rows.map((row) => row.tokens).sort((a, b) => a - b);
  return {
    right: count('right'), wrong: count('wrong'), lost: count('lost'), calls: sum('calls'), tokens: sum('tokens'), written: sum('written'),
    median: Math.round((tokens[(tokens.length >> 1) - 1] + tokens[tokens.length >> 1]) / 2), firstTokens: [...firsts.values()].reduce((all, each) => all + each.tokens, 0), listed, rows,
  };
}

async function first(runner, tool) {
  try {
    const { result } = await runner.tool(tool, {}, TIMEOUT);
    return { result, tokens: tokensOfResult(result) };
  } catch (error) {
    await runner.restart();
    return { tokens: 0, error };
  }
}

async function attempt({ runner, solve, task, index, first, folder }) {
  const row = { tool: task.tool, task: task.task, status: 'lost', calls: 1, tokens: first.tokens, written: 0 };
  if (first.error) return { ...row, reason: first.error.message };
  const read = async (call) => {
    const { result, message } = await runner.call(call, TIMEOUT);
    if (!result) throw new Error(JSON.stringify(message?.error ?? message).slice(0, 160));
    row.calls += 1;
    row.written += tokensOf(JSON.stringify(call[1]));
    row.tokens += tokensOfResult(result);
    if (row.tokens > WINDOW) throw new TooMuch();
    return result;
  };
  try {
    if (row.tokens > WINDOW) throw new TooMuch();
    const value = await solve({ peer: runner.peer, tool: task.tool, index, first: first.result, read, truth: task.truth, folder });
    if (value === undefined) return { ...row, reason: 'the answers do not show it' };
    if (same(value, task.truth)) return { ...row, status: 'right' };
    return { ...row, status: 'wrong', reason: JSON.stringify(value).slice(0, 120) };
  } catch (error) {
    return { ...row, reason: error instanceof TooMuch ? 'needs more than 200,000 tokens' : String(error.message).slice(0, 160) };
  }
}
