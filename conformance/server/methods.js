// Methods with the same result in both eras.

import { INVALID_PARAMS, RpcError } from './errors.js';
import { completion, contents, prompts, resources, templates } from './prompts-and-resources.js';
import { called } from './tasks.js';
import { tools } from './tools.js';

export const serverInfo = { name: 'plimsoll-conformance', version: '1.0.0' };

export const capabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true },
  completions: {},
  logging: {},
};

export const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

const named = (list, what, { name }) => {
  const found = list.find(({ listed }) => listed.name === name);
  if (!found) throw new RpcError(INVALID_PARAMS, `no ${what} of this name: ${name}`);
  return found;
};
const listed = (list) => list.map((each) => each.listed);

export const methods = {
  'tools/list': () => ({ tools: listed(tools()) }),
  'prompts/list': () => ({ prompts: listed(prompts()) }),
  'resources/list': () => ({ resources: listed(resources) }),
  'resources/templates/list': () => ({ resourceTemplates: templates }),
  'tools/call': (params, call) => called(named(tools(), 'tool', params), params.arguments ?? {}, call),
  'prompts/get': (params, call) => named(prompts(), 'prompt', params).get(params.arguments ?? {}, call),
  'resources/read': ({ uri }, call) => {
    const found = contents(uri);
    if (!found) throw new RpcError(call.resourceNotFound, `Resource not found: ${uri}`, { uri });
    return found;
  },
  'completion/complete': ({ argument }) => completion(argument),
};

/** Arguments of tools that must be repeated in headers: [argument, header]. */
export function headersOf(name) {
  const properties = tools().find((each) => each.listed.name === name)?.listed.inputSchema.properties ?? {};
  return Object.entries(properties)
    .filter(([, schema]) => schema['x-mcp-header'] !== undefined)
    .map(([argument, schema]) => [argument, `mcp-param-${schema['x-mcp-header'].toLowerCase()}`]);
}
