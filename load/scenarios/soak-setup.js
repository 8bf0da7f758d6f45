// Starts the processes of the soak test: a gateway with three servers and three callers.

import { createHash } from 'node:crypto';
import process from 'node:process';
import { freePort, ManagedProcess } from '../../replicas/lib/managed-process.js';
import { HttpClient, ModernClient, Session } from '../lib/client.js';
import { startGateway, startServer, stdioServer } from '../lib/gateway.js';

const { SAMPLE_JAVA: java = 'java', SAMPLE_JAR: jar } = process.env;
const PERMANENT_SESSIONS = 20;
/** Callers and their tiers. */
const callers = { guest: 'read', crew: 'read_write', master: 'admin' };
const token = (id) => `${id}-has-a-token-that-is-long-enough-to-be-one`;
const hash = (text) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** Gets results from the sample server directly, to compare them with answers. */
async function readSampleResults() {
  const port = await freePort();
  const program = new ManagedProcess('the sample server', port, [java, '-jar', jar, '--http', String(port), '--unguarded']);
  await program.start();
  const web = new HttpClient(`http://127.0.0.1:${port}`);
  const session = await Session.open(web, '/mcp');
  const call = async (name, args) => JSON.parse((await session.call(name, args)).result.content[0].text);
  const results = { device: await call('get_device', { id: 77 }), bookings: await call('list_bookings', {}), levels: (await call('stock_levels', {})).levels };
  web.close();
  await program.end();
  return results;
}

export async function startSetup({ ttl, idle }) {
  const source = await readSampleResults();
  const server = await startServer();
  const tokens = Object.entries(callers).map(([id, tier]) => ({ id, tier, hash: hash(token(id)) }));
  const policy = { ttl, maxTokenBudget: 50_000, maxPageSize: 1000 };
  const gateway = await startGateway({
    servers: {
      ships: { url: server.url },
      inventory: { command: [java, '-jar', jar, '--unguarded'], isolation: 'shared' },
      own: { command: stdioServer },
    },
    auth: { tokens },
    policy,
    tools: { 'ships/export_ships': { style: 'pass' } },
    store: { type: 'memory', maxBytes: '64MB', spill: { maxBytes: '2GB' } },
    sessions: { idle },
    maxInFlight: 1000,
    idle,
    telemetry: { maxBytes: '16MB' },
    logLevel: 'warn',
  }, '-Xmx1g');
  const webs = Object.fromEntries(Object.keys(callers).map((id) => [id, gateway.web(token(id))]));
  const status = () => webs.master.send('GET', '/api/v1/status');
  const sessions = [];
  for (let i = 0; i < PERMANENT_SESSIONS; i += 1) {
    const session = await Session.open(webs.crew, '/mcp/ships');
    await session.listen();
    sessions.push(session);
  }
  const clientAt = (path, caller = 'crew') => new ModernClient(webs[caller], path);
  return {
    source,
    server,
    gateway,
    policy,
    webs,
    sessions,
    status,
    clientAt,
    token,
    /** Closes all client connections without ending the sessions. */
    disconnect: () => {
      for (const { stream } of sessions) stream.close();
      for (const web of Object.values(webs)) web.close();
    },
    end: async () => {
      for (const web of Object.values(webs)) web.close();
      await gateway.end();
      await server.end();
    },
  };
}
