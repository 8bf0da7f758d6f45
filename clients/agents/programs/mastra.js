// An agent of Mastra: node mastra.js PROMPT

import process from 'node:process';
import { Agent } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';

const { MODEL, OPENAI_BASE_URL, OPENAI_API_KEY, MCP_SERVER } = process.env;
const [command, ...args] = (MCP_SERVER ?? 'npx -y plimsoll run -- npx -y @modelcontextprotocol/server-everything').split(' ');

// Of structured content with a member "value", Mastra shows the model that member alone; without structured content, it also shows _meta. Images are base64 there.
const env = { PLIMSOLL_POLICY_OUTPUT_SCHEMA: 'strip', PLIMSOLL_POLICY_BUDGET_META: 'never', PLIMSOLL_POLICY_IMAGES_AS_TEXT: 'true' };
const client = new MCPClient({ servers: { shop: { command, args, env } } });
try {
  const agent = new Agent({
    id: 'shop',
    name: 'shop',
    instructions: 'Use the tools.',
    model: { id: `shop/${MODEL}`, url: OPENAI_BASE_URL, apiKey: OPENAI_API_KEY },
    tools: await client.listTools(),
  });
  const { text } = await agent.generate(process.argv[2], { maxSteps: 10 });
  console.log(text);
} finally {
  await client.disconnect();
}
