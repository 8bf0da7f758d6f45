// The suite starts this program to test Plimsoll as a client: `node main.js URL` runs `plimsoll run` in front of that URL
// and uses everything that is listed, like an agent. If access must be granted, `plimsoll login` runs first, with a program
// as the browser.

import process from 'node:process';
import { configure, login, stop } from './access.js';
import { Agent } from './agent.js';

const ATTEMPTS = 3;
const DEADLINE = 50_000;
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const revision = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION;
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');

const made = { number: () => 5, integer: () => 5, boolean: () => true, array: () => [], object: () => ({}), null: () => null };

/** Returns arguments that match a schema. */
function args({ properties = {} } = {}) {
  const value = (schema) => schema.default ?? schema.enum?.[0] ?? made[schema.type]?.() ?? 'text';
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, value(schema)]));
}

/** Returns the calls to make: those that the suite names, or one of each tool of the server. */
function calls(tools) {
  if (context.toolCalls) return context.toolCalls;
  const own = tools.filter((tool) => tool.name !== 'plimsoll_read');
  const rich = own.find((tool) => tool.name === 'json_schema_2020_12_tool');
  return own.map((tool) => ({
    name: tool.name,
    arguments: scenario.startsWith('json-schema') && rich && tool !== rich ? { schema: rich.inputSchema } : args(tool.inputSchema),
  }));
}

async function everything(agent) {
  const can = await agent.open();
  const { tools = [] } = can.tools === undefined ? {} : await agent.request('tools/list');
  for (const call of calls(tools)) await agent.request('tools/call', call);
  const { resources = [] } = can.resources === undefined ? {} : await agent.request('resources/list');
  for (const { uri } of resources) await agent.request('resources/read', { uri });
  const { prompts = [] } = can.prompts === undefined ? {} : await agent.request('prompts/list');
  for (const { name } of prompts) await agent.request('prompts/get', { name });
}

async function attempt() {
  const agent = new Agent(revision);
  try {
    await everything(agent);
  } finally {
    await agent.end();
  }
}

/** Runs the agent. If an error suggests a login, logs in and repeats. */
async function main() {
  configure(process.argv[2], scenario, context);
  for (let i = 1; ; i += 1) {
    try {
      return await attempt();
    } catch (error) {
      const suggestion = JSON.stringify(error.data ?? '').replaceAll('\\"', '"');
      if (!suggestion.includes('plimsoll login main') || i === ATTEMPTS) throw error;
      await login(/ --scope "([^"]*)"/.exec(suggestion)?.[1]);
    }
  }
}

/** Ends this program in time, because the suite would end only its shell. */
setTimeout(() => {
  console.error('not over in time');
  stop();
  process.exit(1);
}, DEADLINE).unref();

try {
  await main();
} catch (error) {
  console.error(error.message, JSON.stringify(error.data ?? ''));
  process.exitCode = 1;
}
