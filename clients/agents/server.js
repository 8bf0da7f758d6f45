// An MCP server with five tools, over standard input and output.

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { tools } from './lib/results.js';

const server = new Server({ name: 'shop', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.entries(tools).map(([name, { description, outputSchema }]) => ({
    name,
    description,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    ...(outputSchema && { outputSchema }),
    annotations: { readOnlyHint: true },
  })),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => tools[params.name].result());
await server.connect(new StdioServerTransport());
