// The table Isolation: whether handles work where they must not (other processes, other callers, after expiry), and how calls end if the
// server misbehaves.

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { open } from '../lib/client.js';
import { connect, freePort, start } from '../lib/http.js';
import { folder } from '../lib/paths.js';
import { commandOf, upstream } from '../lib/run.js';

const TIMEOUT_MILLIS = 8_000;
const LARGE_RESULTS = 60;
const SILENCE_MILLIS = 8_000;
const QUICK_SILENCE_MILLIS = 2_000;
const EXPIRY_SECONDS = 2;
const LARGE_TIMEOUT_MILLIS = 120_000;
const isUpstream = (words) => words[1]?.endsWith('server/faults.js') === true;

export async function measureAll(peers, { isQuick, report }) {
  const results = {};
  for (const peer of peers.filter((each) => !each.isClient)) {
    const found = {};
    if (peer.handle) Object.assign(found, await handles(peer));
    if (peer.serve) found.caller = await attempt(() => otherCaller(peer));
    if (peer.canExpire) found.expired = await attempt(() => expired(peer));
    for (const name of ['garbage', 'silence', 'twice', 'dies']) found[name] = await attempt(() => fault(peer, name === 'dies' ? 'ends' : name, isQuick ? QUICK_SILENCE_MILLIS : SILENCE_MILLIS));
    if (peer.handle && !isQuick) found.heap = await attempt(() => heap(peer));
    results[`${peer.name} defaults`] = found;
    report(`${peer.name}: ${JSON.stringify(found)}`);
  }
  return results;
}

async function attempt(measure) {
  try {
    return await measure();
  } catch (error) {
    return error.message;
  }
}

function started(command, peer) {
  return open(command).then((session) => ({ session, call: (name, args, timeout = TIMEOUT_MILLIS) => session.call(peer.tool(name, session), args, timeout) }));
}

const newCommand = (peer) => commandOf(peer, 'defaults', upstream('faults.js'));

async function handles(peer) {
  const command = newCommand(peer);
  const { session, call } = await started(command, peer);
  const { result } = await call('stored', {}, LARGE_TIMEOUT_MILLIS);
  const handle = peer.handle(result);
  const reads = (some) => (peer.rows ? peer.rows(some) : peer.next(result));
  const other = await started(newCommand(peer), peer);
  const foreign = await attempt(async () => outcome(await other.session.call(...reads(handle), TIMEOUT_MILLIS)));
  await other.session.end();
  const mistyped = await attempt(async () => outcome(await session.call(...mistype(reads(handle)), TIMEOUT_MILLIS)));
  await session.kill();
  const again = await started(command, peer);
  const restart = await attempt(async () => outcome(await again.session.call(...reads(handle), TIMEOUT_MILLIS)));
  await again.session.end();
  return { foreign, mistyped, restart };
}

/** Lets one caller read the result of another over HTTP, in the same process. Its owner reads it first, to prove that it can be read. */
async function otherCaller(peer) {
  const own = mkdtempSync(join(folder, 'served-'));
  const server = peer.serve({ upstream: upstream('faults.js'), folder: own, port: await freePort() });
  const end = start({ ...server, cwd: own });
  try {
    const [owner, other] = [await connect(server.url, server.callers[0]), await connect(server.url, server.callers[1])];
    const { result } = await owner.call('stored');
    const reads = peer.rows(peer.handle(result));
    const ownOutcome = outcome(await owner.call(...reads));
    return ownOutcome === 'data' ? outcome(await other.call(...reads)) : `its own: ${ownOutcome}`;
  } finally {
    end();
  }
}

/** Reads a result after it has expired; an option of the peer sets its lifetime. */
async function expired(peer) {
  const { session, call } = await started(commandOf(peer, 'defaults', upstream('faults.js'), EXPIRY_SECONDS), peer);
  try {
    const { result } = await call('stored', {}, LARGE_TIMEOUT_MILLIS);
    await pause((EXPIRY_SECONDS + 1) * 1_000);
    return outcome(await session.call(...(peer.rows ? peer.rows(peer.handle(result)) : peer.next(result)), TIMEOUT_MILLIS));
  } finally {
    await session.end();
  }
}

/** Changes one character in the middle of the longest argument. */
function mistype([name, args]) {
  const [key, value] = Object.entries(args).filter(([, each]) => typeof each === 'string').toSorted((a, b) => b[1].length - a[1].length)[0];
  const at = value.length >> 1;
  return [name, { ...args, [key]: `${value.slice(0, at)}${value[at] === '7' ? '8' : '7'}${value.slice(at + 1)}` }];
}

function outcome({ result, message }) {
  if (!result) return `error ${message?.error?.code ?? ''}`.trim();
  const text = JSON.stringify(result.content ?? '');
  if (result.isError || /not found|expired|unknown|no such|invalid|does not exist|no longer/i.test(text.slice(0, 400))) return 'error';
  return 'data';
}

/** Calls a tool that misbehaves, and then another tool. Returns how both calls ended. */
async function fault(peer, name, silence) {
  const { session, call } = await started(newCommand(peer), peer);
  try {
    const said = await attempt(async () => outcome(await call(name, {}, name === 'silence' ? silence : TIMEOUT_MILLIS)));
    const after = await attempt(async () => (outcome(await call('small', {})) === 'data' ? 'next call answered' : 'next call fails'));
    const first = said === 'data' ? 'answered' : said;
    return `${first}; ${after}`;
  } finally {
    await session.kill();
  }
}

/** Returns the memory in megabytes after LARGE_RESULTS results of 5 MB; a text if they take too long. */
async function heap(peer) {
  const { session, call } = await started(newCommand(peer), peer);
  const begun = Date.now();
  try {
    for (let n = 0; n < LARGE_RESULTS; n++) {
      await call('five_megabytes', { n }, LARGE_TIMEOUT_MILLIS);
      if (Date.now() - begun > LARGE_TIMEOUT_MILLIS) return `${n + 1} results in ${LARGE_TIMEOUT_MILLIS / 1_000} s`;
    }
    return session.memory(isUpstream);
  } finally {
    await session.kill();
  }
}
