// A server with apps, written with ext-apps: an app page, tools that show it, and an app-only tool.
// Arguments: the server's name; then `modern` (only 2026-07-28), `modern-ends` (the process also ends on initialize),
// `legacy` (only older revisions), or `both`; then `http` for HTTP on a free port, which it prints, or `stdio` (default).

import process from 'node:process';
import { getUiCapability, registerAppResource, registerAppTool, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { page } from './page.js';
import { ships, track } from './records.js';
import { serve } from './serve.js';

const [name = 'north', era = 'both', transport = 'stdio'] = process.argv.slice(2);
// every server has its page at the same URI, as different servers can have `ui://widget/index.html`
const PAGE = 'ui://harbour/ships.html';
const BLOB = 'ui://harbour/ships-blob.html';
const html = page(name);
const ui = { csp: { connectDomains: [`https://${name}.example`] }, prefersBorder: true };
const entry = (uri, content) => ({ uri, mimeType: RESOURCE_MIME_TYPE, ...content, _meta: { ui } });
const text = (message) => ({ type: 'text', text: message });

serve(create, era, transport);

function create() {
  const server = new McpServer({ name, version: '1.0.0' }, { capabilities: { tools: {}, resources: {} } });

  registerAppResource(server, 'Ships', PAGE, {}, async () => ({ contents: [entry(PAGE, { text: html })] }));
  registerAppResource(server, 'Ships, as a blob', BLOB, {}, async () => ({
    contents: [entry(BLOB, { blob: Buffer.from(html).toString('base64') })],
  }));

  const allShips = { server: name, ships: ships(800) };
  const legend = { 'harbour/legend': { rows: ships(40), theme: 'dark' } };
  const appPage = { resourceUri: PAGE };
  const appOnly = { ui: { ...appPage, visibility: ['app'] } };
  const sentence = `800 ships are in the harbour of ${name}.`;

  registerAppTool(server, 'show_ships', { description: 'Shows all ships in the harbour.', _meta: { ui: appPage } }, async () => ({
    content: [text(sentence)],
    structuredContent: allShips,
    _meta: legend,
  }));
  registerAppTool(
    server,
    'show_ships_as_text_too',
    {
      description: 'The same, for older clients as text too.',
      outputSchema: z.object({ server: z.string(), ships: z.array(z.any()) }),
      _meta: { ui: appPage },
    },
    async () => ({ content: [text(JSON.stringify(allShips))], structuredContent: allShips }),
  );
  registerAppTool(
    server,
    'track_ship',
    { inputSchema: z.object({ id: z.string() }), _meta: appOnly },
    async ({ id }) => {
      const structuredContent = { server: name, id, positions: track(id, 800) };
      return { content: [text(JSON.stringify(structuredContent))], structuredContent };
    },
  );
  // the result contains the text of the page, as the first hosts required
  server.registerTool('embed_ships', { description: 'The page of the ships.' }, async () => ({
    content: [text(sentence), { type: 'resource', resource: entry(PAGE, { text: html }) }],
  }));
  server.registerTool('list_ships', { description: 'Lists all ships.', annotations: { readOnlyHint: true } }, async () => ({
    content: [text(JSON.stringify(allShips))],
    structuredContent: allShips,
  }));
  server.registerTool('declared', { description: 'What the client said about apps.' }, async (ctx) => {
    const capabilities = ctx.mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? server.server.getClientCapabilities();
    return { content: [text(JSON.stringify(getUiCapability(capabilities) ?? null))] };
  });
  // this tool exists only on the server with this name
  registerAppTool(server, `refuel_${name}`, { _meta: appOnly }, async () => ({
    content: [text(`refuelled at ${name}`)],
  }));
  return server;
}
