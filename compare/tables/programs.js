// The tables Programs and Hostile: twelve questions about an issue tracker that need several calls, answered by programs of Plimsoll's
// plimsoll_run, FastMCP's CodeMode, and toolplane, and by single calls; and programs that go wrong.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { questions } from '../../clients/lib/tracker-questions.js';
import { codeMode, toolplane, wrong } from '../answers/programs.js';
import { same } from '../answers/same.js';
import { jsonOf, textOf } from '../lib/answer.js';
import { open } from '../lib/client.js';
import { median } from '../lib/numbers.js';
import { folder, plimsoll } from '../lib/paths.js';
import { commandOf, upstream } from '../lib/run.js';
import { tokensOf, tokensOfResult } from '../lib/tokens.js';

const LOG = join(folder, 'tracker.jsonl');
const TIMEOUT = 60_000;
const LOOP_TIMEOUT = 45_000;

/** Plimsoll with programs, which are off by default and therefore not in the usual adapter. */
const plimsollRun = {
  name: 'plimsoll',
  forms: ['programs'],
  start({ upstream: server, folder: own }) {
    const config = join(own, 'programs.yaml');
    writeFileSync(config, 'programs: read\n');
    return { command: plimsoll, args: ['run', '--config', config, '--data', join(own, 'data'), '--', ...server] };
  },
  write: (program) => ['plimsoll_run', { program }],
  value(result, expected) {
    if (result.isError) return undefined;
    const value = jsonOf(result) ?? textOf(result);
    return value?.results?.length === 1 && !Array.isArray(expected) ? value.results[0] : (value?.items ?? value);
  },
};

const PROGRAMS = { plimsoll: questions.map(({ program }) => program), codemode: codeMode, toolplane };

export async function measureAll(peers, { rounds, isQuick, report }) {
  const ways = peers.filter(({ name }) => PROGRAMS[name]).map((peer) => (peer.name === 'plimsoll' ? plimsollRun : peer)).flatMap((peer) => peer.forms.map((form) => ({ peer, form, key: `${peer.name} ${form}`, times: [] })));
  const results = {};
  for (let round = 1; round <= rounds; round++) {
    for (const way of ways) {
      const found = await answer(way);
      way.times.push(found.millis);
      results[way.key] ??= found;
      report(`round ${round}, ${way.key}: ${found.right} right, ${Math.round(found.millis)} ms`);
    }
  }
  for (const way of ways) {
    Object.assign(results[way.key], { millis: median(way.times), wrong: await goWrong(way, isQuick) });
    report(`${way.key}: ${JSON.stringify(results[way.key].wrong)}`);
  }
  const complete = results['plimsoll programs'];
  if (complete) results['direct calls'] = direct(complete.rows);
  return results;
}

async function started({ peer, form }) {
  writeFileSync(LOG, '');
  return open(commandOf(peer, form, upstream('tracker.js', LOG)));
}

async function answer(way) {
  const { peer } = way;
  const session = await started(way);
  const rows = [];
  for (const [i, { question, expected }] of questions.entries()) {
    const written = PROGRAMS[peer.name][i];
    const from = logged().length;
    const { result, message, millis } = await session.call(...peer.write(written), TIMEOUT);
    const isRight = result !== undefined && same(peer.value(result, expected), expected);
    const calls = logged().slice(from);
    rows.push({
      payload: `question ${i + 1}`, asked: question, status: isRight ? 'right' : 'wrong', written: tokensOf(written), read: tokensOfResult(result), millis,
      upstreamCalls: calls.length, upstreamTokens: calls.reduce((sum, call) => sum + tokensOfResult(JSON.parse(call.result)), 0),
      ...(isRight ? {} : { reason: (result ? textOf(result) : JSON.stringify(message?.error)).slice(0, 160) }),
    });
  }
  const listed = tokensOf(JSON.stringify(session.tools));
  await session.end();
  const sum = (field) => rows.reduce((all, row) => all + row[field], 0);
  return { right: rows.filter((row) => row.status === 'right').length, calls: rows.length, written: sum('written'), read: sum('read'), millis: sum('millis'), listed, rows };
}

const logged = () => (existsSync(LOG) ? readFileSync(LOG, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)) : []);

/** Returns the row for a model that makes the same calls itself and reads every result without mistakes. */
function direct(rows) {
  return { right: rows.length, calls: rows.reduce((sum, row) => sum + row.upstreamCalls, 0), read: rows.reduce((sum, row) => sum + row.upstreamTokens, 0) };
}

/** Runs the programs that go wrong. Returns for each its outcome, tokens, and seconds, and the number of calls that reached the upstream.
 */
async function goWrong(way, isQuick) {
  const { peer } = way;
  const said = {};
  for (const [kind, programs] of Object.entries(wrong).filter(([name]) => !isQuick || name !== 'loops')) {
    const session = await started(way);
    try {
      const { result, message, millis } = await session.call(...peer.write(programs[peer.name]), LOOP_TIMEOUT);
      const isValue = result !== undefined && peer.value(result) !== undefined;
      said[kind] = { outcome: isValue ? 'a value' : 'an error', calls: logged().length, tokens: tokensOfResult(result), seconds: Math.round(millis / 100) / 10 };
      if (!isValue) said[kind].reason = (result ? textOf(result) : JSON.stringify(message?.error)).replaceAll(/\s+/g, ' ').slice(0, 240);
    } catch (error) {
      said[kind] = { outcome: error.message, calls: logged().length };
    }
    await session.kill();
  }
  return said;
}
