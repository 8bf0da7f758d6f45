// An agent of the Vercel AI SDK with types for the results of its tools: node ai-sdk-typed.js PROMPT

import process from 'node:process';
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs } from 'ai';
import { z } from 'zod';

const { MODEL, OPENAI_BASE_URL, OPENAI_API_KEY, MCP_SERVER } = process.env;
const [command, ...args] = (MCP_SERVER ?? 'npx -y plimsoll run -- npx -y @modelcontextprotocol/server-everything').split(' ');

const Orders = z.object({ count: z.number(), orders: z.array(z.object({ id: z.number() }).passthrough()) });
// A part of a result has another form. Without passthrough, zod removes the members that it does not know.
const Part = z.object({ notice: z.string() }).passthrough();

const client = await createMCPClient({ transport: new StdioTransport({ command, args }) });
try {
  const provider = createOpenAICompatible({ name: 'shop', baseURL: OPENAI_BASE_URL, apiKey: OPENAI_API_KEY });
  const untyped = await client.tools();
  const typed = await client.tools({
    schemas: { orders: { inputSchema: z.object({}), outputSchema: z.union([Orders, Part]) } },
  });
  const { text } = await generateText({
    model: provider(MODEL),
    tools: { ...untyped, ...typed },
    stopWhen: stepCountIs(10),
    prompt: process.argv[2],
  });
  console.log(text);
} finally {
  await client.close();
}
