// An agent of the Vercel AI SDK: node ai-sdk.js PROMPT

import process from 'node:process';
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs } from 'ai';

const { MODEL, OPENAI_BASE_URL, OPENAI_API_KEY, MCP_SERVER } = process.env;
const [command, ...args] = (MCP_SERVER ?? 'npx -y plimsoll run -- npx -y @modelcontextprotocol/server-everything').split(' ');

const client = await createMCPClient({ transport: new StdioTransport({ command, args }) });
try {
  const provider = createOpenAICompatible({ name: 'shop', baseURL: OPENAI_BASE_URL, apiKey: OPENAI_API_KEY });
  const { text } = await generateText({
    model: provider(MODEL),
    tools: await client.tools(),
    stopWhen: stepCountIs(10),
    prompt: process.argv[2],
  });
  console.log(text);
} finally {
  await client.close();
}
