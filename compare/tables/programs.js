// Several calls in one: twelve questions about an issue tracker that need several calls. Plimsoll's plimsoll_run, FastMCP's CodeMode, and
// the calls themselves; and what programs that go wrong do.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { questions } from '../../clients/lib/tracker-questions.js';
import { codeMode, wrong } from '../answers/programs.js';
import { same } from '../answers/same.js';
import { jsonOf, parsed, textOf } from '../lib/answer.js';
import { open } from '../lib/client.js';
import { folder, here, plimsoll, program } from '../lib/paths.js';
import { upstream } from '../lib/run.js';
import { tokensOf, tokensOfResult } from '../lib/tokens.js';

const LOG = join(folder, 'tracker.jsonl');
const TIMEOUT = 60_000;
const LOOP_TIMEOUT = 45_000;

const settings = (text) => {
  const file = join(folder, 'programs.yaml');
  writeFileSync(file, text);
  return file;
};

const ways = {
  plimsoll: {
    command: (log) => ({ command: plimsoll, args: ['run', '--config', settings('programs: read\n'), '--data', join(folder, 'programs'), '--', ...upstream('tracker.js', log)] }),
    call: (written) => ['plimsoll_run', { program: written }],
    programs: questions.map((question) => question.program),
    value(result, truth) {
      const value = jsonOf(result) ?? textOf(result);
      return value?.results?.length === 1 && !Array.isArray(truth) ? value.results[0] : (value?.items ?? value);
    },
  },
  fastmcp: {
    command: (log) => ({ command: program('fastmcp', 'python'), args: [join(here, 'python', 'code_mode.py'), '200', ...upstream('tracker.js', log)], env: { FASTMCP_LOG_LEVEL: 'ERROR' } }),
    call: (written) => ['execute', { code: written }],
    programs: codeMode,
    value: (result) => (result.structuredContent?.result ?? parsed(textOf(result)) ?? textOf(result)),
  },
};

export async function measureAll(peers, { report }) {
  const results = {};
  for (const [name, way] of Object.entries(ways).filter(([each]) => peers.some((peer) => peer.name === each))) {
    const key = name === 'plimsoll' ? 'plimsoll run' : 'fastmcp CodeMode';
    results[key] = { ...(await answer(way)), ...(await goWrong(name, way)) };
    report(`${key}: ${JSON.stringify({ ...results[key], rows: undefined })}`);
  }
  if (results['plimsoll run']) results['direct calls'] = direct(results['plimsoll run'].rows);
  return results;
}

async function answer(way) {
  writeFileSync(LOG, '');
  const session = await open(way.command(LOG));
  const rows = [];
  for (const [i, { asked, truth }] of questions.entries()) {
    const written = way.programs[i];
    const from = logged().length;
    const { result, message, millis } = await session.call(...way.call(written), TIMEOUT);
    const value = result && !result.isError ? way.value(result, truth) : undefined;
    const calls = logged().slice(from);
    rows.push({
      payload: `question ${i + 1}`, asked, status: same(value, truth) ? 'right' : 'wrong', written: tokensOf(written), read: tokensOfResult(result), millis,
      upstreamCalls: calls.length, upstreamTokens: calls.reduce((sum, call) => sum + tokensOfResult(JSON.parse(call.result)), 0),
      ...(same(value, truth) ? {} : { reason: (result ? textOf(result) : JSON.stringify(message?.error)).slice(0, 160) }),
    });
  }
  const listed = tokensOf(JSON.stringify(session.tools));
  await session.end();
  const sum = (field) => rows.reduce((all, row) => all + row[field], 0);
  return { right: rows.filter((row) => row.status === 'right').length, calls: rows.length, written: sum('written'), read: sum('read'), millis: sum('millis'), listed, rows };
}

const logged = () => (existsSync(LOG) ? readFileSync(LOG, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)) : []);

/** The same calls, made one by one: a model reads every result. Right, if it reads without mistakes. */
function direct(rows) {
  return { right: rows.length, calls: rows.reduce((sum, row) => sum + row.upstreamCalls, 0), read: rows.reduce((sum, row) => sum + row.upstreamTokens, 0) };
}

async function goWrong(name, way) {
  const said = {};
  for (const [kind, programs] of Object.entries(wrong)) {
    writeFileSync(LOG, '');
    const session = await open(way.command(LOG));
    try {
      const { result, message, millis } = await session.call(...way.call(programs[name === 'plimsoll' ? name : 'codemode']), LOOP_TIMEOUT);
      const tokens = tokensOfResult(result);
      const state = !result || result.isError ? `error: ${(result ? textOf(result) : JSON.stringify(message.error)).replaceAll(/\s+/g, ' ').slice(0, 110)}` : `${tokens} tokens`;
      said[kind] = `${state}; ${logged().length} calls; ${(millis / 1_000).toFixed(1)} s`.replaceAll('|', '/');
    } catch (error) {
      said[kind] = error.message;
    }
    await session.kill();
  }
  return said;
}
